//! What every record promises is kept: a file, a head, a row, cases.

use super::*;
use crate::command::{Arity, CommandFlags, Run};
use lockstep_resp::cli;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every record, those of subcommands included.
fn specs() -> Vec<&'static CommandSpec> {
    let of = |&spec: &&'static CommandSpec| match &spec.run {
        Run::Command(_) | Run::Later(_) => vec![spec],
        Run::Container(subcommands) | Run::Either(_, subcommands) => {
            [&[spec][..], subcommands].concat()
        }
    };
    COMMANDS.iter().flat_map(of).collect()
}

/// `GET` lives in `string/get.rs`, `SCRIPT LOAD` in `scripting/script_load.rs`.
fn file_of(spec: &CommandSpec) -> PathBuf {
    let stem = spec.name.to_ascii_lowercase().replace(' ', "_");
    let folder = Path::new(ROOT).join("src/commands");
    folder.join(spec.group.name()).join(stem).with_extension("rs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files_in(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn the_rows_are_in_the_order_of_names() {
    assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
}

#[test]
fn each_command_has_a_file_and_each_file_a_row() {
    let expected: BTreeSet<PathBuf> = specs().into_iter().map(file_of).collect();
    let groups = files_in(Path::new(ROOT).join("src/commands"));
    let groups = groups.into_iter().filter(|path| path.is_dir());
    let files = groups.flat_map(files_in);
    let found: BTreeSet<PathBuf> = files.filter(|path| !path.ends_with("mod.rs")).collect();
    assert_eq!(found, expected);
    for spec in specs() {
        let (file, text) = (file_of(spec), read(&file_of(spec)));
        let name = format!("name: \"{}\",", spec.name);
        assert!(text.contains(&name), "{}: {name} is missing", file.display());
    }
}

#[test]
fn the_head_of_each_file_says_what_its_record_says() {
    for spec in specs() {
        let text = read(&file_of(spec));
        let doc: Vec<&str> = text.lines().map_while(|l| l.strip_prefix("//!")).collect();
        assert_eq!(doc[0].trim(), spec.summary, "{}", spec.name);
        let mut blocks = doc.split(|line| line.trim_start().starts_with("```"));
        let syntax = blocks.nth(1).unwrap_or_default().concat();
        assert_eq!(words(&syntax), words(spec.syntax), "{}", spec.name);
    }
}

/// The commands of all transcripts, and whether the reply was an error.
fn transcripts() -> Vec<(Vec<String>, bool)> {
    let mut played = Vec::new();
    for file in files_in(Path::new(ROOT).join("../../tests/conformance")) {
        let text = read(&file);
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.split_once("> ").filter(|(who, _)| who.len() <= 1);
            let Some((_, command)) = command else {
                continue;
            };
            let words = cli::split(command).unwrap();
            let upper = |w: &Vec<u8>| String::from_utf8_lossy(w).to_ascii_uppercase();
            let failed = lines.peek().is_some_and(|reply| reply.starts_with("(error)"));
            played.push((words.iter().map(upper).collect(), failed));
        }
    }
    played
}

#[test]
fn each_command_succeeds_and_fails_in_a_transcript_and_shows_every_option() {
    let transcripts = transcripts();
    for spec in specs() {
        let name = words(spec.name);
        let mine = transcripts.iter().filter(|(words, _)| words.iter().take(name.len()).eq(&name));
        let (failures, successes): (Vec<_>, Vec<_>) = mine.partition(|(_, failed)| *failed);
        // Nothing refuses these: they take any words, also while subscribed.
        let is_always_taken =
            spec.arity == Arity::AtLeast(1) && spec.flags.contains(CommandFlags::SUBSCRIBED);
        assert!(is_always_taken || !failures.is_empty(), "{} never fails", spec.name);
        // Nobody is heard while a script runs, so that there is never one to kill.
        if spec.name == "SCRIPT KILL" {
            continue;
        }
        if matches!(spec.run, Run::Command(_)) {
            assert!(!successes.is_empty(), "{} never succeeds", spec.name);
        }
        let options = spec.syntax.split(|c: char| !c.is_ascii_uppercase() && c != '-' && c != '_');
        for option in options.filter(|option| option.len() > 1) {
            let shown = successes.iter().any(|(words, _)| words.iter().any(|w| w == option));
            assert!(shown, "{}: {option} is in no transcript that succeeds", spec.name);
        }
    }
}
