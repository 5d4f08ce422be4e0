//! Servers that want a password, or speak TLS.

use super::lab::{FACES, Face, Locks, PATIENCE};
use anyhow::{Result, bail, ensure};
use lockstep_lock::{LockError, Released, Terms, aio, blocking};
use lockstep_tests::RedisServer;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use redis::{Client, TlsCertificates};
use std::thread;
use std::time::Duration;

/// Takes a lock, lets another wait for it, and hands it over.
fn hand_over(face: Face, client: &Client) -> Result<()> {
    let terms = || Terms::new().wait(PATIENCE);
    let locks = Locks::connect(face, client.clone(), terms())?;
    let mut guard = locks.acquire("stock")?;
    let other = Locks::connect(face, client.clone(), terms())?;
    let next = thread::spawn(move || other.acquire("stock")?.release());
    let mut eye = client.get_connection()?;
    super::lab::wait_until(PATIENCE, || {
        let subscribed: (String, usize) =
            redis::cmd("PUBSUB").arg("NUMSUB").arg("{lock:stock}:released").query(&mut eye)?;
        Ok(subscribed.1 == 1)
    })?;
    ensure!(guard.release()? == Released::Released, "{face:?}: it was ours");
    let next = next.join().map_err(|_| anyhow::anyhow!("{face:?}: the waiter panicked"))?;
    ensure!(next? == Released::Released, "{face:?}: it was the waiter's");
    Ok(())
}

#[test]
fn who_knows_the_password_takes_locks_and_hears_of_releases() -> Result<()> {
    let server = RedisServer::builder().password("sesame").start()?;
    FACES.into_iter().try_for_each(|face| hand_over(face, &Client::open(server.url())?))
}

#[test]
fn a_wrong_password_is_an_error_and_never_a_taken_lock() -> Result<()> {
    let server = RedisServer::builder().password("sesame").start()?;
    let wrong = format!("redis://:guess@{}/", server.address());
    for face in FACES {
        let connected = Locks::connect(face, Client::open(wrong.as_str())?, Terms::new());
        let Err(error) = connected else { bail!("{face:?}: nobody may connect with that") };
        assert_eq!(error.kind(), redis::ErrorKind::AuthenticationFailed, "{face:?}: {error}");
    }
    Ok(())
}

#[test]
fn without_the_password_the_server_refuses_and_says_why() -> Result<()> {
    let server = RedisServer::builder().password("sesame").start()?;
    let once = || Terms::new().wait(Duration::ZERO);
    // Such a client is let in, and refused at its first command.
    let client = Client::open(format!("redis://{}/", server.address()))?;
    let runtime = super::lab::runtime();
    let connection = runtime.block_on(client.get_multiplexed_async_connection())?;
    let tokio = runtime.block_on(aio::Locks::new(connection, once()).acquire("stock")).map(drop);
    let blocking =
        blocking::Locks::new(client.get_connection()?, once()).acquire("stock").map(drop);
    for (face, acquired) in [("tokio", tokio), ("blocking", blocking)] {
        let Err(LockError::Backend { text, .. }) = &acquired else { bail!("{face}: {acquired:?}") };
        assert!(text.starts_with("NOAUTH Authentication required"), "{face}: {text}");
    }
    Ok(())
}

#[test]
fn over_tls_it_is_the_same_lock() -> Result<()> {
    let names = || vec!["127.0.0.1".to_owned()];
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names())?;
    let server = RedisServer::builder().tls(&cert.pem(), &signing_key.serialize_pem()).start()?;
    let Some(address) = server.tls_address() else { bail!("it was told to speak TLS") };
    let client = |root: String| {
        let certificates = TlsCertificates { client_tls: None, root_cert: Some(root.into()) };
        Client::build_with_tls(format!("rediss://{address}/"), certificates)
    };
    let stranger = generate_simple_self_signed(names())?.cert;
    for face in FACES {
        hand_over(face, &client(cert.pem())?)?;
        // Nobody talks to a server whose certificate they do not know.
        let connected = Locks::connect(face, client(stranger.pem())?, Terms::new());
        let Err(error) = connected else { bail!("{face:?}: that server proves nothing") };
        assert!(error.is_io_error(), "{face:?}: {error}");
    }
    Ok(())
}
