//! Everything is built, everything is tested.

use crate::workspace::{cargo, root, run as run_to_end, target};
use crate::{dist, module, setup};
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Builds the page and the WebAssembly tests, then runs `cargo test` with
/// `arguments`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (site, wasm_tests) = (dist::site(), target().join("wasm-tests"));
    let mut stages = Vec::new();
    let done = stage("setup", &mut stages, setup::everything)
        .and_then(|()| stage("page", &mut stages, || dist::build(&site)))
        .and_then(|()| stage("tests in WebAssembly", &mut stages, || build_wasm_tests(&wasm_tests)))
        .and_then(|()| {
            stage("cargo test", &mut stages, || {
                let mut test = cargo(&["test", "--workspace", "--no-fail-fast"]);
                test.args(arguments);
                test.env("LOCKSTEP_SITE", &site);
                test.env("LOCKSTEP_WASM_TESTS", &wasm_tests);
                run_to_end(&mut test)
            })
        });
    for (name, took) in stages {
        eprintln!("{:>8.1} s  {name}", took.as_secs_f64());
    }
    done
}

#[expect(clippy::disallowed_methods, reason = "tells a person how long it took")]
fn stage(
    name: &'static str,
    stages: &mut Vec<(&'static str, Duration)>,
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let begin = Instant::now();
    let done = work();
    stages.push((name, begin.elapsed()));
    done
}

fn build_wasm_tests(out: &Path) -> Result<()> {
    dist::clear(out, "tests_bg.wasm")?;
    module::write("lockstep-wasm-tests", "tests", out)?;
    let page: PathBuf = root().join("tests/wasm/index.html");
    let copied = fs::copy(&page, out.join("index.html"));
    copied.with_context(|| format!("copying {}", page.display()))?;
    Ok(())
}
