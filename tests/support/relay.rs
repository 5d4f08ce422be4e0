//! A way to a server that can be blocked.

use anyhow::{Context as _, Result};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A way to a server on which all that is sent can be held up, for each
/// connection apart, so that it looks alive and is dead.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    gate: Arc<Gate>,
}

#[derive(Debug, Default)]
struct Gate {
    /// Connections from this one on are held up, counted from 0.
    held_from: Mutex<Option<usize>>,
    moved: Condvar,
}

impl Relay {
    /// A way to the server at this address, on which nothing is held up yet.
    ///
    /// # Errors
    ///
    /// There is no free port.
    pub fn to(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("a free port")?;
        let (address, gate) = (listener.local_addr()?, Arc::<Gate>::default());
        let shared = Arc::clone(&gate);
        thread::spawn(move || {
            for (number, client) in listener.incoming().enumerate() {
                let Ok(client) = client else { return };
                let Ok(server) = TcpStream::connect(server) else { return };
                let ends = Arc::new((client, server));
                let (gate, other, back) =
                    (Arc::clone(&shared), Arc::clone(&shared), Arc::clone(&ends));
                // A connection that breaks is no failure of the relay.
                thread::spawn(move || carry(number, &ends.0, &ends.1, &gate).unwrap_or_default());
                thread::spawn(move || carry(number, &back.1, &back.0, &other).unwrap_or_default());
            }
        });
        Ok(Self { address, gate })
    }

    /// Where clients connect.
    pub fn url(&self) -> String {
        format!("redis://{}/", self.address)
    }

    /// Holds up what is sent on connection `number` and later ones, counted
    /// from 0 in the order of connecting.
    pub fn hold_from(&self, number: usize) {
        self.set(Some(number));
    }

    /// Lets everything pass again, what was held up first.
    pub fn let_go(&self) {
        self.set(None);
    }

    fn set(&self, held_from: Option<usize>) {
        *self.gate.held_from() = held_from;
        self.gate.moved.notify_all();
    }
}

impl Gate {
    fn held_from(&self) -> MutexGuard<'_, Option<usize>> {
        self.held_from.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass(&self, number: usize) {
        let is_held = |from: &mut Option<usize>| from.is_some_and(|from| number >= from);
        drop(self.moved.wait_while(self.held_from(), is_held));
    }
}

/// Carries what comes until one side ends, which ends the other.
fn carry(number: usize, mut from: &TcpStream, mut to: &TcpStream, gate: &Gate) -> io::Result<()> {
    let mut buffer = [0; 4096];
    loop {
        let length = from.read(&mut buffer)?;
        gate.pass(number);
        if length == 0 {
            return to.shutdown(Shutdown::Both);
        }
        to.write_all(&buffer[..length])?;
    }
}
