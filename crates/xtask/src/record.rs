//! Replies from a real server.

use crate::setup;
use crate::workspace::{cargo, run as run_to_end};
use anyhow::{Context as _, Result};
use std::fs;
use std::path::PathBuf;

/// Rewrites the replies in these transcripts, or in all.
pub(crate) fn run(files: &[PathBuf]) -> Result<()> {
    setup::redis()?;
    let mut record = cargo(&["run", "--quiet", "--package", "lockstep-tests", "--bin", "record"]);
    record.arg("--");
    for file in files {
        // Cargo runs at the top of the repository, the caller may be elsewhere.
        record.arg(fs::canonicalize(file).with_context(|| file.display().to_string())?);
    }
    run_to_end(&mut record)
}
