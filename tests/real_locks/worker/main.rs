//! A process that takes locks, for the tests to start several of. What it has
//! to say goes to standard output, one line each.
//!
//! - `worker count URL none|token|fenced blocking|tokio TASKS FILE SECONDS`
//!   counts up in a file, and says how often.
//! - `worker write URL TTL_MS` takes a fenced lock, waits for a line on standard
//!   input, and then writes without looking again.

mod count;
mod write;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["count", url, kind, face, tasks, file, seconds] => {
            let count = count::Count::new(url, kind, file, seconds.parse()?)?;
            println!("{}", count.run(face, tasks.parse()?)?);
        }
        ["write", url, ttl_ms] => write::run(url, ttl_ms.parse()?)?,
        _ => bail!("I do not understand {words:?}"),
    }
    Ok(())
}
