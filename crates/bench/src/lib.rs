//! The explorer's benchmark for WebAssembly: the very race that is measured
//! natively. There is nothing here for anything else.

#![cfg(target_family = "wasm")]

#[path = "../benches/explore/race.rs"]
mod race;

use race::{exploration, race};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Explores the race of so many clients to its end, and answers how many states
/// it has.
///
/// # Errors
///
/// More clients than a scenario may have, or none.
#[wasm_bindgen]
pub fn explore(clients: usize) -> Result<usize, JsError> {
    let cast = race(clients).map_err(|error| JsError::new(&error.to_string()))?;
    let mut explorer = exploration(&cast);
    explorer.finish_all();
    Ok(explorer.states())
}
