//! The rules of the house that neither the compiler nor clippy knows.

use std::fs;
use std::path::{Path, PathBuf};

/// A file holds one thing.
const LONGEST_FILE: usize = 300;
/// Names that say nothing about what a thing is.
const EMPTY_NAMES: [&str; 4] = ["Manager", "Helper", "Util", "Common"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every file with that ending in the folders that are ours, with its text.
fn sources(ending: &str) -> Vec<(PathBuf, String)> {
    // The programs in `lessons` are written for readers of lessons.
    let folders = ["crates", "tests", "web"];
    let files = folders.iter().flat_map(|folder| files(&root().join(folder)));
    let files = files.filter(|file| file.extension().is_some_and(|e| e == ending));
    files.map(|file| (file.clone(), fs::read_to_string(&file).expect("a readable file"))).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let paths = paths.filter(|path| !path.ends_with("target"));
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_file_is_short() {
    let rust = sources("rs");
    assert!(rust.len() > 50, "the sources are not where they were");
    let long = rust.iter().filter_map(|(file, text)| {
        let lines = text.lines().count();
        (lines > LONGEST_FILE).then(|| format!("{}: {lines} lines", file.display()))
    });
    let long: Vec<_> = long.collect();
    assert!(long.is_empty(), "over {LONGEST_FILE} lines:\n{}", long.join("\n"));
}

#[test]
fn a_name_says_what_a_thing_is() {
    let mut empty = Vec::new();
    for (file, text) in sources("rs") {
        for (index, line) in text.lines().enumerate() {
            let declares = ["struct ", "enum ", "trait ", "mod "]
                .iter()
                .filter_map(|word| line.trim_start().trim_start_matches("pub ").strip_prefix(word));
            for name in declares {
                let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next();
                let name = name.unwrap_or_default().to_lowercase();
                if EMPTY_NAMES.iter().any(|word| name.contains(&word.to_lowercase())) {
                    empty.push(format!("{}:{}: {}", file.display(), index + 1, line.trim()));
                }
            }
        }
    }
    assert!(empty.is_empty(), "names that say nothing:\n{}", empty.join("\n"));
}

#[test]
fn every_source_file_begins_with_what_it_is() {
    let mute = sources("rs").into_iter().filter(|(_, text)| !text.starts_with("//!"));
    let mute: Vec<_> = mute.map(|(file, _)| file.display().to_string()).collect();
    assert!(mute.is_empty(), "no `//!` in the first line:\n{}", mute.join("\n"));
}

#[test]
fn the_readme_names_every_part() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    let crates = fs::read_dir(root().join("crates")).expect("the crates");
    let names = crates.map(|entry| entry.expect("a folder").file_name());
    let names = names.map(|name| format!("crates/{}", name.to_string_lossy()));
    let parts = names.chain(["web", "tests", "lessons"].map(str::to_owned));
    let missing: Vec<_> = parts.filter(|part| !readme.contains(&format!("`{part}`"))).collect();
    assert!(missing.is_empty(), "README's code map lacks {}", missing.join(", "));
}
