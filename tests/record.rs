//! Rewrites the replies in transcripts with those that a real redis-server gives.

use anyhow::{Context as _, Result};
use lockstep_tests::{RedisBackend, conformance};
use lockstep_transcript::{Transcript, play, record};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<()> {
    let mut files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        files = conformance::files()?;
    }
    let mut redis = RedisBackend::start()?;
    for file in files {
        let changed = record_file(&file, &mut redis)?;
        let what = if changed { "rewritten" } else { "unchanged" };
        eprintln!("{}: {what}", conformance::name(&file));
    }
    Ok(())
}

fn record_file(path: &Path, redis: &mut RedisBackend) -> Result<bool> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let name = conformance::name(path);
    let transcript = Transcript::parse(&name, &text)?;
    let recorded = record(&name, &text, &play(&transcript, redis))?;
    let changed = recorded != text;
    if changed {
        fs::write(path, recorded).with_context(|| path.display().to_string())?;
    }
    Ok(changed)
}
