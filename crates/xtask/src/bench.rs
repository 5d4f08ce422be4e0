//! Benchmarks, side by side with the peers.

use crate::workspace::{cargo, root, run as run_to_end, target};
use crate::{dist, module, setup};
use anyhow::{Context as _, Result};
use std::fs;
use std::path::Path;

/// What the module of the explorer's benchmark is run by.
const RACE: [&str; 4] = ["index.html", "node.js", "package.json", "race.js"];

/// Runs one benchmark, or all of them.
pub(crate) fn run(name: Option<&str>, arguments: &[String]) -> Result<()> {
    setup::everything()?;
    let mut bench = cargo(&["bench", "--package", "lockstep-bench"]);
    if let Some(name) = name {
        bench.args(["--bench", name]);
    }
    if name.is_none_or(|name| name == "explore") {
        let out = target().join("bench-wasm");
        build_race(&out)?;
        bench.env("LOCKSTEP_BENCH_WASM", out);
    }
    bench.arg("--").args(arguments);
    run_to_end(&mut bench)
}

/// The explorer's benchmark for WebAssembly.
fn build_race(out: &Path) -> Result<()> {
    dist::clear(out, "bench_bg.wasm")?;
    module::write("lockstep-bench", "bench", out)?;
    for file in RACE {
        let from = root().join("crates/bench/race").join(file);
        let copied = fs::copy(&from, out.join(file));
        copied.with_context(|| format!("copying {}", from.display()))?;
    }
    Ok(())
}
