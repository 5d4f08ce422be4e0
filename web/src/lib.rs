//! The page: a lesson that can be stepped through.
//!
//! # Layout
//!
//! - `state`: what is shown, and how an `action` changes it. `address`: the same as a text.
//!   `view`: what is drawn, read off the player. `keys`: what a key means.
//!   `texts`: every word, in every language. All of these are pure.
//! - `components`: draw. `hooks`: keyboard, address, timer, scrolling.
//!   `browser`: everything else that is asked of a browser.
//!
//! What is deliberately absent: anything about Redis. What a step does, the
//! scenario says.

mod action;
mod address;
mod browser;
mod components;
mod hooks;
mod keys;
mod state;
mod texts;
mod view;

use wasm_bindgen_futures::spawn_local;

/// Loads what the address says and shows it in place of the text that the page
/// came with. Where that fails, the text stays and an error is shown above it.
pub fn start() {
    browser::show_panics();
    spawn_local(async {
        if let Err(problem) = components::mount().await {
            browser::show_failure(&problem);
        }
    });
}
