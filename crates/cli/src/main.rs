//! The `lockstep` command line.
//!
//! Data goes to standard output, everything else to standard error; colours
//! only to a terminal. Exit code 0: all is well; 1: something was found that
//! should not be; 2: an error.

mod check;
mod explore;
mod failure;
mod play;
mod subject;
mod timeline;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A laboratory for Redis distributed locks.
#[derive(Parser)]
#[command(name = "lockstep", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a lesson and prints what happens, step by step.
    Play(play::Play),
    /// Finds the shortest schedule that breaks a lock, or proves that there is none.
    Explore(explore::Explore),
    /// Proves every lesson: each variant violates what it says and nothing else.
    Check(check::Check),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Play(play) => play.run(),
        Command::Explore(explore) => explore.run(),
        Command::Check(check) => check.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                anstream::eprintln!("{message}");
            }
            failure.exit_code()
        }
    }
}
