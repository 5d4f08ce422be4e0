//! `cargo xtask`: set-up, build, serve and test of this workspace.
//!
//! Data goes to standard output, everything for people to standard error.

mod bench;
mod dist;
mod lessons;
mod lint;
mod module;
mod order;
mod packages;
mod record;
mod serve;
mod setup;
mod test;
mod workspace;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Set-up, build, serve and test of this workspace
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Brings everything that the other commands need
    Setup,
    /// Builds the page and serves it on this machine
    Serve {
        /// Another port is taken where this one is not free
        #[arg(long, default_value_t = 8080)]
        port: u16,
    },
    /// Builds everything and runs every test
    Test {
        /// Passed on to `cargo test`: the names of some tests, options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Builds the page into a folder of static files
    Dist {
        /// A new or empty folder, or one that `dist` has written
        #[arg(long, default_value = "dist")]
        out: PathBuf,
    },
    /// Runs benchmarks, side by side with the peers
    Bench {
        /// `engine`, `explore` or `lock`; all where none is named
        name: Option<String>,
        /// Passed on to the benchmark: the names of some cases, options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Checks the format and runs clippy for both targets
    Lint,
    /// Rewrites the replies in transcripts with those of a real redis-server
    Record {
        /// All in tests/conformance where none is named
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Setup => setup::everything(),
        Command::Serve { port } => serve::run(port),
        Command::Test { arguments } => test::run(&arguments),
        Command::Dist { out } => dist::run(&out),
        Command::Bench { name, arguments } => bench::run(name.as_deref(), &arguments),
        Command::Lint => lint::run(),
        Command::Record { files } => record::run(&files),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
