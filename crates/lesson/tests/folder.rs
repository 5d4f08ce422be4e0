//! Lessons read from folders, good and bad.
#![cfg(feature = "host")]

mod example;

use example::{STORY, check_told, lesson_with, read};
use lockstep_lesson::{Lang, prove};
use std::fs;
use std::path::Path;

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

#[test]
fn what_is_not_in_order_is_told_with_file_line_and_column() {
    let check = check_told;
    check(
        "lesson.toml",
        "format = 2",
        "format = 1",
        "lesson.toml:1:10: format 1 is not known; write 2",
    );
    check(
        "lesson.toml",
        "v1: A B",
        "v1: A X",
        "lesson.toml:6:12: choice 2, `X`: expected one of A, B, +MILLISECONDS from +1 on, \
         or one of these or redis with what happens to it, such as `A:crash`",
    );
    check(
        "lesson.toml",
        "mutual_exclusion",
        "exclusion",
        "lesson.toml:13:36: unknown variant `exclusion`, expected one of `mutual_exclusion`, \
         `no_foreign_release`, `no_immortal_lock`, `no_lost_update`, `in_bounds`, \
         `fences_in_order`, `can_be_taken_again`",
    );
    check(
        "lesson.toml",
        "\"broken\"",
        "\"Broken?\"",
        "lesson.toml:9:6: variant id `Broken?` stands in addresses: take a-z, 0-9 and -",
    );
    check("zh.md", "# A title", "A title", "zh.md:1:1: a text begins with its title, `# …`");
    check("zh.md", "Two.", "<b>Two.</b>", "zh.md:6:1: HTML is not read here; write Markdown");
    check("zh.md", "## step 3", "## step 2", "zh.md:7:1: this step is told twice");
    check(
        "zh.md",
        "## step 3",
        "## third step",
        "zh.md:7:1: heading `third step`: expected `step NUMBER`, `step NUMBER VARIANT`, \
         `claim NAME`, `question NAME`, `challenge`, `hint`, `solved` or `remember`",
    );
    check("zh.md", "- Lock.", "", "zh.md:30:1: nothing stands below this heading");
    let folder = "## step 4 broken";
    let (_root, path) = lesson_with("zh.md", &STORY.replace("## step 4", folder));
    let error = read(&path).expect_err("the languages differ");
    assert!(error.starts_with("zh.md:1:1: `## step 4` is missing, which "), "{error}");
}

#[test]
fn questions_claims_and_challenges_are_checked_too() {
    let check = check_told;
    check(
        "zh.md",
        "Two.",
        "One. Two! Three? Four.",
        "zh.md:5:1: this step is told in 4 sentences; 3 are the most that is read beside a picture",
    );
    check("zh.md", "[x]", "[ ]", "zh.md:15:1: one answer is right, `- [x] …`; here 0 are");
    check(
        "zh.md",
        "  It is inside.\n",
        "",
        "zh.md:15:1: an answer is `- [ ] …` with a paragraph below it, indented and after an \
         empty line, for whoever chooses it",
    );
    check(
        "lesson.toml",
        "id = \"never\"",
        "id = \"ever\"",
        "lesson.toml:18:6: the texts have no `## claim ever`",
    );
    check(
        "lesson.toml",
        "question = \"who\"",
        "question = \"what\"",
        "lesson.toml:23:12: the texts have no `## question what`",
    );
    check(
        "lesson.toml",
        "v1: A A B B",
        "v1: A A C",
        "lesson.toml:31:12: choice 3, `C`: expected one of A, B, +MILLISECONDS from +1 on, \
         or one of these or redis with what happens to it, such as `A:crash`",
    );
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
fn the_template_is_a_lesson_in_order() {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons/template");
    let root = tempfile::tempdir().expect("a temporary folder");
    for entry in fs::read_dir(template).expect("the template") {
        let file = entry.expect("a file of it").path();
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        fs::copy(&file, root.path().join(name.trim_end_matches(".txt"))).expect("a copy");
    }
    let lessons = read(root.path()).expect("a lesson in order");
    for lesson in lessons {
        assert_eq!(prove(&lesson).map(|proofs| proofs.len()), Ok(2));
    }
}
