//! Where things are, and how programs are run.

use anyhow::{Context as _, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Cargo's folder for what is built.
pub(crate) fn target() -> PathBuf {
    let set = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(set.unwrap_or_else(|| PathBuf::from("target")))
}

/// The cargo that runs this, at the top of the repository.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a program to its end; a failure tells the whole command line. What it
/// says goes to standard error, which leaves standard output to our own data.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.stdout(std::io::stderr()).status();
    let status = status.with_context(|| format!("running `{}`", told(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", told(command));
    }
    Ok(())
}

/// What a program prints, or `None` if it is not there or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

/// The command as one would type it.
pub(crate) fn told(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
