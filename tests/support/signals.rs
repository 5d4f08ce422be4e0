//! Suspending a process of one's own, and letting it go on.

use anyhow::{Context as _, Result, ensure};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::process::Child;

/// Suspends a process; it has come to a halt when this returns.
///
/// # Errors
///
/// It has ended.
pub fn suspend(process: &Child) -> Result<()> {
    let pid = Pid::from_child(process);
    kill_process(pid, Signal::STOP).with_context(|| format!("suspending {pid:?}"))?;
    let halted = waitpid(Some(pid), WaitOptions::UNTRACED)?;
    ensure!(halted.is_some_and(|(_, status)| status.stopped()), "{pid:?} has ended");
    Ok(())
}

/// Lets it go on.
///
/// # Errors
///
/// It has ended.
pub fn go_on(process: &Child) -> Result<()> {
    let pid = Pid::from_child(process);
    kill_process(pid, Signal::CONT).with_context(|| format!("waking {pid:?}"))
}
