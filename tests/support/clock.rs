//! The clock that a real redis-server is put on.

use anyhow::{Context as _, Result};
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A wall clock that moves only when told. The redis-server that is started on
/// it takes all its times from here: expiry, `TIME`, and when a blocked command
/// gives up.
#[derive(Debug)]
pub struct VirtualClock {
    file: File,
    path: PathBuf,
    now_ms: i64,
    _folder: TempDir,
}

impl VirtualClock {
    /// A clock that stands at `now_ms` (Unix milliseconds).
    ///
    /// # Errors
    ///
    /// No temporary file can be written.
    pub fn new(now_ms: i64) -> Result<Self> {
        let folder = tempfile::tempdir().context("a folder for the clock")?;
        let path = folder.path().join("clock");
        let file = File::create_new(&path).context("the clock's file")?;
        let mut clock = Self { file, path, now_ms, _folder: folder };
        clock.set(now_ms)?;
        Ok(clock)
    }

    /// Where it stands, in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Sets it, also backwards.
    ///
    /// # Errors
    ///
    /// The clock's file cannot be written.
    pub fn set(&mut self, now_ms: i64) -> Result<()> {
        let now_us = now_ms.checked_mul(1000).context("a time out of range")?;
        let cell = now_us.to_ne_bytes();
        self.file.write_all_at(&cell, 0).context("the clock's file")?;
        self.now_ms = now_ms;
        Ok(())
    }

    /// The file that the preloaded library maps.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
