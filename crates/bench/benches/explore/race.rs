//! The race that the explorer is measured with: clients that want one token
//! lock of 30 s, ask for it each second, work for 5 s and give it back, with one
//! pause. Here, so that the very same is measured natively and in WebAssembly.

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, ClientSpec, Explorer, Faults, LockSpec, Question, Scenario, script_host,
};
use std::error::Error;

const PROGRAM: &str = "acquire stock\nenter stock\nwork 5s\nleave stock\nrelease stock";

/// The race of so many clients.
///
/// # Errors
///
/// More clients than a scenario may have, or none.
pub(crate) fn race(clients: usize) -> Result<Cast, Box<dyn Error>> {
    let stock = LockSpec::new(Algorithm::Token, "lock:stock", "30s".parse()?);
    let stock = LockSpec { retry: Some("1s".parse()?), ..stock };
    let client = ClientSpec { program: PROGRAM.to_owned(), like: None };
    let named = ('A'..='Z').take(clients).map(|name| (name.to_string(), client.clone()));
    let scenario = Scenario {
        locks: [("stock".to_owned(), stock)].into(),
        clients: named.collect(),
        ..Scenario::default()
    };
    Ok(Cast::new(&scenario)?)
}

/// The exploration of a race, not yet begun.
pub(crate) fn exploration(cast: &Cast) -> Explorer {
    let faults = Faults { pauses: 1, ..Faults::default() };
    let question = Question { faults, ..Question::of(cast) };
    Explorer::new(cast, script_host(), question)
}
