//! The page: a course of lessons that can be stepped through.
//!
//! # Layout
//!
//! - `visit`: the list, a lesson or the interview, what was answered, and with `progress` what
//!   has been done. `interview`: which question is shown, and how much of its answer; `grades`:
//!   how they went.
//!   `state`: what is shown of a lesson, and how an `action` changes it. `address`: the same as
//!   a text. `view`: what is drawn, read off the player. `keys`: what a key means.
//!   `texts`: every word, in every language. All of these are pure.
//! - `components`: draw. `hooks`: keyboard, address, timer, scrolling.
//!   `storage`: what is kept between visits. `browser`: everything else that is asked of a
//!   browser.
//!
//! What is deliberately absent: anything about Redis. What a step does, the
//! scenario says.

mod action;
mod address;
mod browser;
mod components;
mod grades;
mod hooks;
mod interview;
mod keys;
mod progress;
mod state;
mod storage;
mod texts;
mod view;
mod visit;

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
