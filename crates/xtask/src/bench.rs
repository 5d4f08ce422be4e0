//! Benchmarks, side by side with the peers.

use crate::setup;
use crate::workspace::{cargo, run as run_to_end};
use anyhow::Result;

/// Runs one benchmark, or all of them.
pub(crate) fn run(name: Option<&str>, arguments: &[String]) -> Result<()> {
    setup::everything()?;
    let mut bench = cargo(&["bench", "--package", "lockstep-bench"]);
    if let Some(name) = name {
        bench.args(["--bench", name]);
    }
    bench.arg("--").args(arguments);
    run_to_end(&mut bench)
}
