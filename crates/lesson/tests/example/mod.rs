//! A lesson in order, from which one thing is changed.
#![allow(dead_code, missing_docs, reason = "each test takes what it needs")]

use lockstep_lesson::{Lesson, folder};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(crate) const MANIFEST: &str = r#"format = 2
part = "first"
about.en = "About."
about.zh = "关于。"
minutes = 5
schedule = "v1: A B A B"

[[variants]]
id = "broken"
scenario = "broken.toml"
name.en = "no lock"
name.zh = "不加锁"
violates = [{ step = 4, property = "mutual_exclusion" }]
breaks = ["mutual_exclusion"]
costs = { commands = 2, waited_ms = { A = 0 }, lasted_ms = 0 }

[[claims]]
id = "never"
variant = "broken"
step = 4

[[predictions]]
question = "who"
variant = "broken"
before = 4
outcome = { enters = "B" }

[challenge.break]
scenario = "broken.toml"
goal = "mutual_exclusion"
solution = "v1: A A B B"
"#;

pub(crate) const SCENARIO: &str = "[clients.A]
program = '''
GET stock
enter shelf
'''
[clients.B]
program = '''
GET stock
enter shelf
'''
";

pub(crate) const STORY: &str = "# A title
The problem.
## step 1
One.
## step 2
Two.
## step 3
Three.
## step 4
*Four.*
## claim never
> It never happens.

It does.
## question who
Who enters?

- [ ] A

  It is inside.
- [x] B

  Yes.
## challenge
Break it.
## hint
Enter.
## solved
Well done.
## remember
- Lock.
";

/// A folder with a lesson in order, but for one file.
pub(crate) fn lesson_with(file: &str, text: &str) -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = root.path().join("00-example");
    fs::create_dir(&folder).expect("a new folder");
    let files =
        [("lesson.toml", MANIFEST), ("broken.toml", SCENARIO), ("en.md", STORY), ("zh.md", STORY)];
    for (name, usual) in files {
        let text = if name == file { text } else { usual };
        fs::write(folder.join(name), text).expect("a new file");
    }
    (root, folder)
}

pub(crate) fn read(folder: &Path) -> Result<Vec<Lesson>, String> {
    folder::read(folder).map_err(|error| {
        let file = error.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (line, column) = error.place.unwrap_or_default();
        format!("{file}:{line}:{column}: {}", error.problem)
    })
}

/// What is said of a lesson in which `from` is `to` in one file.
pub(crate) fn check_told(file: &str, from: &str, to: &str, message: &str) {
    let files = [("lesson.toml", MANIFEST), ("broken.toml", SCENARIO), ("zh.md", STORY)];
    let (_, usual) = files.into_iter().find(|(name, _)| *name == file).expect("a known file");
    assert!(usual.contains(from), "{from}");
    let (_root, folder) = lesson_with(file, &usual.replacen(from, to, 1));
    assert_eq!(read(&folder).expect_err(message), message);
}
