//! Lessons read from folders, good and bad.
#![cfg(feature = "host")]

use lockstep_lesson::{Lang, Lesson, folder, prove};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const MANIFEST: &str = r#"format = 1
minutes = 5
schedule = "v1: A B A B"

[[variants]]
id = "broken"
scenario = "broken.toml"
name.en = "no lock"
name.zh = "不加锁"
violates = [{ step = 4, property = "mutual_exclusion" }]
"#;

const SCENARIO: &str = "[clients.A]
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

const STORY: &str = "# A title
The problem.
## step 1
One.
## step 2
Two.
## step 3
Three.
## step 4
*Four.*
## remember
- Lock.
";

/// A folder with a lesson in order, but for one file.
fn lesson_with(file: &str, text: &str) -> (TempDir, PathBuf) {
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

fn read(folder: &Path) -> Result<Vec<Lesson>, String> {
    folder::read(folder).map_err(|error| {
        let file = error.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (line, column) = error.place.unwrap_or_default();
        format!("{file}:{line}:{column}: {}", error.problem)
    })
}

#[test]
fn a_lesson_is_read_in_every_language() {
    let (_root, folder) = lesson_with("", "");
    let lessons = read(&folder).expect("a lesson in order");
    let langs: Vec<_> = lessons.iter().map(|lesson| lesson.lang).collect();
    assert_eq!(langs, Lang::ALL);
    let english = &lessons[0];
    assert_eq!((english.id.as_str(), english.title.as_str()), ("00-example", "A title"));
    assert_eq!(english.intro, "<p>The problem.</p>");
    assert_eq!(english.text(4, "broken"), Some("<p><em>Four.</em></p>"));
    assert_eq!(english.text(5, "broken"), None);
    assert_eq!(lessons[1].variants[0].name, "不加锁");
    assert!(prove(english).is_ok());
}

/// What is said of a lesson in which `from` is `to` in one file.
fn check_told(file: &str, from: &str, to: &str, message: &str) {
    let files = [("lesson.toml", MANIFEST), ("broken.toml", SCENARIO), ("zh.md", STORY)];
    let (_, usual) = files.into_iter().find(|(name, _)| *name == file).expect("a known file");
    assert!(usual.contains(from), "{from}");
    let (_root, folder) = lesson_with(file, &usual.replacen(from, to, 1));
    assert_eq!(read(&folder).expect_err(message), message);
}

#[test]
fn what_is_not_in_order_is_told_with_file_line_and_column() {
    let check = check_told;
    check(
        "lesson.toml",
        "format = 1",
        "format = 2",
        "lesson.toml:1:10: format 2 is not known; write 1",
    );
    check(
        "lesson.toml",
        "v1: A B",
        "v1: A X",
        "lesson.toml:3:12: choice 2, `X`: expected one of A, B, +MILLISECONDS from +1 on, \
         or one of these with what happens to it, such as `A:crash`",
    );
    check(
        "lesson.toml",
        "mutual_exclusion",
        "exclusion",
        "lesson.toml:10:36: unknown variant `exclusion`, expected one of `mutual_exclusion`, \
         `no_foreign_release`, `no_immortal_lock`, `no_lost_update`, `in_bounds`, \
         `fences_in_order`, `can_be_taken_again`",
    );
    check(
        "lesson.toml",
        "\"broken\"",
        "\"Broken?\"",
        "lesson.toml:5:1: variant id `Broken?` stands in addresses: take a-z, 0-9 and -",
    );
    check("zh.md", "# A title", "A title", "zh.md:1:1: a lesson begins with its title, `# …`");
    check("zh.md", "Two.", "<b>Two.</b>", "zh.md:6:1: HTML is not read here; write Markdown");
    check("zh.md", "## step 3", "## step 2", "zh.md:7:1: this step is told twice");
    check(
        "zh.md",
        "## step 3",
        "## third step",
        "zh.md:7:1: heading `third step`: expected `step NUMBER`, `step NUMBER VARIANT`, \
         or once `remember`",
    );
    check("zh.md", "- Lock.", "", "zh.md:11:1: nothing stands below this heading");
    let folder = "## step 4 broken";
    let (_root, path) = lesson_with("zh.md", &STORY.replace("## step 4", folder));
    let error = read(&path).expect_err("the languages differ");
    assert!(error.starts_with("zh.md:1:1: `## step 4` is missing, which "), "{error}");
}

#[test]
fn what_is_not_in_order_in_a_scenario_is_told_in_the_files_own_lines() {
    let check = check_told;
    check(
        "broken.toml",
        "enter shelf\n'''\n[clients.B]",
        "enter the shelf\n'''\n[clients.B]",
        "broken.toml:4:11: program of client A: `shelf` is too much here",
    );
    check(
        "broken.toml",
        "GET stock",
        "acquire stock",
        "broken.toml:3:9: program of client A: there is no lock `stock`; the scenario has none",
    );
    check(
        "broken.toml",
        "[clients.B]\nprogram = '''\nGET stock\nenter shelf\n'''",
        "[clients.B]\nlike = \"C\"",
        "broken.toml:7:8: client B is to be like C, which has no program of its own; \
         the scenario has A",
    );
    check(
        "broken.toml",
        "GET stock",
        "write stock = 1",
        "broken.toml:3:7: program of client A: there is no row `stock`; the scenario has none",
    );
    check(
        "broken.toml",
        "[clients.A]",
        "[locks.stock]\nalgorithm = \"redlock\"\nkey = \"k\"\nttl = \"1s\"\n[clients.A]",
        "broken.toml:1:1: lock `stock`: redlock needs `nodes = { independent = 3 }` or more",
    );
}

#[test]
fn a_lesson_that_does_not_do_what_it_says_is_not_proved() {
    let check = |file: &str, from: &str, to: &str, expected: &[&str]| {
        let usual = if file == "lesson.toml" { MANIFEST } else { SCENARIO };
        let (_root, folder) = lesson_with(file, &usual.replace(from, to));
        let lessons = read(&folder).expect("a lesson in order");
        let flaws = prove(&lessons[0]).map(|_| ()).unwrap_err();
        let flaws: Vec<_> = flaws.iter().map(ToString::to_string).collect();
        assert_eq!(flaws, expected);
    };
    let overlap = "A and B are inside shelf at the same time.";
    check(
        "lesson.toml",
        "step = 4",
        "step = 3",
        &[
            &format!("variant broken violates mutual_exclusion after step 4: {overlap}"),
            "variant broken should violate mutual_exclusion after step 3, and does not",
        ],
    );
    check(
        "lesson.toml",
        "A B A B",
        "A B A B A",
        &[
            "variant broken, step 5: nothing is told there",
            "variant broken, step 5: A cannot go on there; in the first variant every step must \
             be possible",
        ],
    );
    check(
        "lesson.toml",
        "v1: A B A B",
        "v1: A A B",
        &[
            &format!("variant broken violates mutual_exclusion after step 4: {overlap}"),
            "variant broken should violate mutual_exclusion after step 4, and does not",
            "a text is keyed to step 4, but the schedule has 3 steps",
        ][1..],
    );
    check(
        "broken.toml",
        "GET stock",
        "GET stock stock",
        &[
            "variant broken, step 1: the server answers with an error: \
             ERR wrong number of arguments for 'get' command",
            "variant broken, step 2: the server answers with an error: \
             ERR wrong number of arguments for 'get' command",
        ],
    );
}
