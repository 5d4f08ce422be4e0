//! The transcripts in `tests/conformance`.

use anyhow::{Context as _, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Where they are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

/// Every transcript, in the order of names.
///
/// # Errors
///
/// The folder cannot be read, or has none.
pub fn files() -> Result<Vec<PathBuf>> {
    let folder = folder();
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut files = paths.collect::<Result<Vec<_>, _>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    ensure!(!files.is_empty(), "no transcript in {}", folder.display());
    Ok(files)
}

/// What messages call the file: its place from the top of the repository.
pub fn name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("tests/conformance/{file}")
}
