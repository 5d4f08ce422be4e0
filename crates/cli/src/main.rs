//! The `lockstep` command line.
//!
//! Data goes to standard output, everything else to standard error; colours
//! only to a terminal. Exit code 0: all is well; 1: something was found that
//! should not be; 2: an error.

mod check;
mod failure;
mod play;
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
    /// Proves every lesson: each variant violates what it says and nothing else.
    Check(check::Check),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Play(play) => play.run(),
        Command::Check(check) => check.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("{}", failure.message());
            failure.exit_code()
        }
    }
}
