//! The command line as a stranger uses it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const RACE: &str = r#"
[locks.stock]
algorithm = "naive"
key = "lock:stock"
ttl = "30s"
retry = "1s"

[clients.A]
program = '''
acquire stock
enter shelf
work 5s
leave shelf
release stock
'''

[clients.B]
like = "A"
"#;

fn lockstep(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.args(arguments).output().expect("the program that cargo has just built")
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A scenario in a file of its own.
fn file(text: &str) -> tempfile::TempPath {
    let mut file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a folder");
    file.write_all(text.as_bytes()).expect("room on the disk");
    file.into_temp_path()
}

fn explore(text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let file = file(text);
    let path = file.to_str().expect("a path in letters");
    told(&lockstep(&[&["explore", path], more].concat()))
}

#[test]
fn exploring_says_what_is_broken_and_how() {
    let (code, out, _) = explore(RACE, &["--budget", "pauses=1", "--all"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("broken  mutual_exclusion, with one pause, in 5 steps:"), "{out}");
    assert!(out.contains("        A and B are inside shelf at the same time."), "{out}");
    assert!(out.contains("        v1: A +30001 A B B\n"), "{out}");
    assert!(out.contains("holds   no_immortal_lock"), "{out}");
    assert!(out.contains("everything was looked at"), "{out}");
}

#[test]
fn exploring_says_that_nothing_is_broken_or_that_it_did_not_finish() {
    let (code, out, _) = explore(RACE, &[]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("with no fault") && out.contains("holds   mutual_exclusion"), "{out}");
    let (code, out, _) = explore(RACE, &["--max-states", "20"]);
    assert_eq!(code, Some(2), "{out}");
    assert!(out.contains("not finished: 20 states are too many"), "{out}");
    assert!(out.contains("open    mutual_exclusion: nothing was found so far"), "{out}");
    let all = ["--budget", "pauses=3,crashes=2,lost_replies=1", "--property", "no_immortal_lock"];
    let (code, out, _) = explore(RACE, &[&all[..], &["--max-memory-mb", "1"]].concat());
    assert_eq!(code, Some(2), "{out}");
    assert!(out.contains("not finished: 1 MB of memory are too few"), "{out}");
}

#[test]
fn exploring_for_programs_gives_schedules_that_play() {
    let more = ["--json", "--budget", "pauses=1", "--property", "no_foreign_release"];
    let (code, out, _) = explore(RACE, &more);
    assert_eq!(code, Some(1), "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let found = &report["properties"][0]["found"];
    assert_eq!(report["budget"]["pauses"], 1);
    assert_eq!(found["faults"]["pauses"], 1);
    assert_eq!(found["steps"], 7);
    let schedule = found["schedule"].as_str().expect("a schedule");
    let race = file(RACE);
    let path = race.to_str().expect("a path in letters");
    let (code, out, _) = told(&lockstep(&["play", path, "--schedule", schedule]));
    assert_eq!(code, Some(0));
    let sentence = found["sentence"].as_str().expect("a sentence");
    assert!(out.contains(sentence), "{out}");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let explored = |threads: &str| {
        let more = ["--json", "--all", "--budget", "pauses=1", "--threads", threads];
        let (code, out, _) = explore(RACE, &more);
        assert_eq!(code, Some(1), "{out}");
        let mut report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        // How long it took, and the name of the file, differ each time.
        report["seconds"] = 0.into();
        report["subject"] = "race".into();
        report
    };
    assert_eq!(explored("2"), explored("1"));
    let (code, _, error) = explore(RACE, &["--threads", "0"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--threads"), "{error}");
}

#[test]
fn interchangeable_clients_are_named_and_schedules_play() {
    let more = ["--symmetry", "--all", "--budget", "pauses=1"];
    let (code, out, _) = explore(RACE, &more);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("A, B are interchangeable.\n"), "{out}");
    assert!(out.contains("broken  mutual_exclusion, with one pause, in 5 steps:"), "{out}");
    assert!(out.contains(" are inside shelf at the same time."), "{out}");
    let other = RACE.replace("like = \"A\"", "program = 'think'");
    let (code, out, _) = explore(&other, &["--symmetry"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("! No clients are interchangeable: each was looked at"), "{out}");
    let (_, out, _) = explore(&other, &["--symmetry", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["interchangeable"], serde_json::json!([]));
}

#[test]
fn what_is_not_in_order_says_where_and_what_to_do() {
    let check = |text: &str, more: &[&str], expected: &str| {
        let (code, _, error) = explore(text, more);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    check(RACE, &["--budget", "naps=1"], "`naps=1` is no fault budget");
    check(RACE, &["--property", "luck"], "there is no property `luck`; there are mutual_exclusion");
    check(RACE, &["--variant", "fixed"], "a scenario has no variants");
    check(&RACE.replace("work 5s", "work soon"), &[], ":12:6: program of client A: `soon` is no");
    check(&RACE.replace("release stock", "release shop"), &[], ":14:9: program of client A: ");
    check("[clients", &[], ":1:9: ");
    let nodes = format!("nodes = {{ independent = 0 }}\n{RACE}");
    check(&nodes, &[], ":1:9: nodes = { independent = 0 } leaves no node");
    let short = "[clients.A]\nprogram = \"think\\nwork soon\"";
    check(short, &[], ":2:11: program of client A, line 2, column 6: `soon` is no length of time");
    let (code, _, error) = told(&lockstep(&["explore", "nowhere.toml"]));
    assert_eq!(code, Some(2));
    assert!(error.contains("nowhere.toml"), "{error}");
    let path = file(RACE);
    let (code, _, error) = told(&lockstep(&["play", path.to_str().expect("letters")]));
    assert_eq!(code, Some(2));
    assert!(error.contains("has no schedule of its own"), "{error}");
    let play = ["play", path.to_str().expect("letters"), "--schedule", "v1: A n1:down"];
    let (code, _, error) = told(&lockstep(&play));
    assert_eq!(code, Some(2));
    assert!(error.contains("choice 2, `n1:down`: expected one of A, B,"), "{error}");
    assert!(error.contains("or one of these or redis with what happens to it"), "{error}");
}

#[test]
fn what_was_found_decides_the_exit_code_even_if_nobody_reads_it() {
    let race = file(RACE);
    for more in [&["--all"][..], &["--all", "--json"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
        command.args(["explore", race.to_str().expect("letters"), "--budget", "pauses=1"]);
        command.args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program that cargo has just built");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(told(&output), (Some(1), String::new(), String::new()));
    }
}
