use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, Released, Terms, Token};
use std::time::Duration;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The owner is one thread of control: one for each task, never one for each
/// server.
fn handle_request(client: redis::Client, request_id: &str) -> Outcome {
    let terms = Terms::new()
        .algorithm(Algorithm::Reentrant)
        .owner(Token::new(request_id))
        .ttl(Duration::from_secs(30));
    sell(&Locks::connect(client, terms)?)
}

fn sell(locks: &Locks) -> Outcome {
    let mut guard = locks.acquire("stock")?;
    reserve(locks)?; // takes the same lock again and gives it back
    assert_eq!(guard.release()?, Released::Released); // the last one frees it
    Ok(())
}

fn reserve(locks: &Locks) -> Outcome {
    let mut guard = locks.acquire("stock")?;
    // … put one item aside …
    if let Released::StillHeld { holds } = guard.release()? {
        println!("whoever called us holds it still, {holds} times");
    }
    Ok(())
}
