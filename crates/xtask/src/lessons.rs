//! Lessons as static files.

use crate::workspace::{cargo, root, run};
use anyhow::Result;
use std::path::Path;

/// Writes the lessons' files into the page's folder. A program of its own does
/// it, so that set-up needs nothing of the engine and works while that is
/// under repair.
pub(crate) fn write(out: &Path) -> Result<()> {
    let publish = ["run", "--quiet", "--package", "lockstep-lesson", "--features", "publish"];
    let mut command = cargo(&publish);
    command.args(["--bin", "publish", "--"]).arg(root().join("lessons")).arg(out);
    run(&mut command)
}
