//! `code/`: the same in languages that people program in.

use super::error::LessonError;
use super::read_text;
use crate::Code;
use std::fs;
use std::path::Path;

/// The files that a lesson can have in `code/`, and what they are.
const FILES: &[(&str, &str)] = &[
    ("rust.rs", "Rust (lockstep-lock)"),
    ("python.py", "Python (redis-py)"),
    ("node.mjs", "Node (node-redis)"),
    ("redisson.java", "Java (Redisson)"),
    ("spring.java", "Java (Spring)"),
];

/// The programs beside a lesson, in the order of [`FILES`].
pub(super) fn read(folder: &Path) -> Result<Vec<Code>, LessonError> {
    let folder = folder.join("code");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    check_names(&folder)?;
    let mut all = Vec::new();
    for (file, name) in FILES {
        let file = folder.join(file);
        if file.is_file() {
            let text = read_text(&file)?.trim_end().to_owned();
            all.push(Code { name: (*name).to_owned(), text });
        }
    }
    Ok(all)
}

/// A file with another name would never be shown.
fn check_names(folder: &Path) -> Result<(), LessonError> {
    for entry in fs::read_dir(folder).map_err(|error| LessonError::file(folder, &error))? {
        let entry = entry.map_err(|error| LessonError::file(folder, &error))?;
        let name = entry.file_name();
        if !FILES.iter().any(|(file, _)| *file == name) {
            let known: Vec<_> = FILES.iter().map(|(file, _)| *file).collect();
            let problem = format!("is not shown; name it one of {}", known.join(", "));
            return Err(LessonError::whole(&entry.path(), problem));
        }
    }
    Ok(())
}
