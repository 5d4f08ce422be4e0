//! Format and clippy.

use crate::setup;
use crate::workspace::{WASM, cargo, run as run_to_end};
use anyhow::Result;

/// Fails on anything that `cargo fmt` would change or clippy warns of, on this
/// machine's target and on the browser's.
pub(crate) fn run() -> Result<()> {
    setup::lint()?;
    run_to_end(&mut cargo(&["fmt", "--all", "--check"]))?;
    let deny = ["--", "-D", "warnings"];
    let mut host = cargo(&["clippy", "--workspace", "--all-targets", "--all-features"]);
    run_to_end(host.args(deny))?;
    let mut browser = cargo(&["clippy", "--target", WASM]);
    browser.args(["--package", "lockstep-web", "--package", "lockstep-wasm-tests"]);
    run_to_end(browser.args(deny))
}
