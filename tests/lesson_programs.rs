//! The Python programs of the lessons, run against a real Redis. Those in Rust are
//! compiled by `lockstep-lesson-code`.

use lockstep_tests::RedisServer;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{fs, io};

/// Where a Python is looked for that has redis-py; the set-up looks there too.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];
/// Longer than any of them takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn python() -> &'static str {
    let has_redis = |python: &&str| {
        let mut imports = Command::new(python);
        let imports = imports.args(["-c", "import redis"]).stderr(Stdio::null());
        imports.status().is_ok_and(|status| status.success())
    };
    PYTHONS
        .into_iter()
        .find(has_redis)
        .expect("no Python with redis-py: `cargo xtask setup` brings one")
}

fn programs() -> Vec<PathBuf> {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    let folders = fs::read_dir(lessons).expect("the folder of the lessons");
    let folders = folders.map(|entry| entry.expect("a folder of it").path());
    let mut programs: Vec<_> = folders.map(|folder| folder.join("code/python.py")).collect();
    programs.retain(|file| file.is_file());
    programs.sort();
    programs
}

/// Waits for its end; after too long it is ended.
#[expect(clippy::disallowed_methods, reason = "a process takes real time")]
fn ended(process: &mut Child) -> io::Result<Option<bool>> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = process.try_wait()? {
            return Ok(Some(status.success()));
        }
        sleep(Duration::from_millis(20));
    }
    process.kill()?;
    Ok(None)
}

#[test]
fn every_python_program_does_what_it_says() {
    let (python, programs) = (python(), programs());
    assert!(!programs.is_empty(), "no lesson has a Python program");
    for program in programs {
        let server = RedisServer::start_real_time().expect("a redis-server");
        let mut process = Command::new(python)
            .arg(&program)
            .env("REDIS_PORT", server.address().port().to_string())
            .stdout(Stdio::null())
            .spawn()
            .expect("Python runs");
        let ended = ended(&mut process).expect("a process of our own");
        assert_eq!(ended, Some(true), "{} (None: it did not end)", program.display());
    }
}
