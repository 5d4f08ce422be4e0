//! The explorer in WebAssembly, in Node or else in a browser.

use super::Round;
use anyhow::{Context as _, Result, ensure};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The built module, and where it runs.
pub(super) struct InWasm {
    folder: PathBuf,
    /// Which Node there is; a browser is taken if there is none.
    node: Option<String>,
}

impl InWasm {
    /// Finds the module that `cargo xtask bench` has built.
    pub(super) fn find() -> Result<Self> {
        let folder = std::env::var_os("LOCKSTEP_BENCH_WASM").map(PathBuf::from);
        let folder = folder.context(
            "LOCKSTEP_BENCH_WASM is not set: start the benchmark by `cargo xtask bench explore`, \
             which builds the explorer for WebAssembly too",
        )?;
        let node = Command::new("node").arg("--version").output().ok();
        let node = node.filter(|node| node.status.success());
        let node = node.map(|node| String::from_utf8_lossy(&node.stdout).trim().to_owned());
        Ok(Self { folder, node })
    }

    /// Where it runs.
    pub(super) fn name(&self) -> String {
        let node = self.node.as_ref().map(|version| format!("Node {version}"));
        node.unwrap_or_else(|| "Chromium".to_owned())
    }

    /// Explores the race of so many clients once, after a warm-up.
    pub(super) fn race(&self, clients: usize) -> Result<Round> {
        let said = if self.node.is_some() {
            self.in_node(clients)
        } else {
            self.in_browser(clients).context(
                "no Node, and no browser either: install Node, or let `cargo xtask setup` bring \
                 Chromium",
            )
        }?;
        let (states, ms) = said.trim().split_once(' ').with_context(|| said.clone())?;
        let took = Duration::from_secs_f64(ms.parse::<f64>().with_context(|| said.clone())? / 1e3);
        Ok(Round { states: states.parse().with_context(|| said.clone())?, took, bytes: 0 })
    }

    fn in_node(&self, clients: usize) -> Result<String> {
        let mut node = Command::new("node");
        node.arg(self.folder.join("node.js")).arg(clients.to_string());
        let output = node.output().context("running node")?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "node ended with {}: {errors}", output.status);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn in_browser(&self, clients: usize) -> Result<String> {
        let mut said = String::new();
        lockstep_tests::in_browser(&self.folder, async |browser| {
            browser.open(&format!("index.html?clients={clients}")).await?;
            browser.wait_for("#report[data-done]").await?;
            said = browser.text("#report").await?;
            Ok(())
        })?;
        Ok(said)
    }
}
