//! What programs say, and what is no program.

use super::*;

#[test]
fn a_program_is_read_line_by_line() {
    let program = Program::parse("# A\nacquire stock\nwork 5s\nSET k \"a b\"\nstop").unwrap();
    let words: Vec<_> = program.lines.iter().map(|l| (l.number, l.word.clone())).collect();
    let span = "5s".parse().unwrap();
    let command = Command::new(["SET", "k", "a b"]);
    let expected = [
        (2, Word::Acquire { lock: "stock".into() }),
        (3, Word::Work { span }),
        (4, Word::Redis { command }),
        (5, Word::Stop),
    ];
    assert_eq!(words, expected);
}

#[test]
fn a_block_ends_where_the_indentation_does() {
    let text = "read row\nif row > 0\n  write row = row - 1\n  if not done\n    retry 3\nstop";
    let program = Program::parse(text).unwrap();
    let ifs = program.lines.iter().filter_map(|line| match line.word {
        Word::If { otherwise, .. } => Some(otherwise),
        _ => None,
    });
    assert_eq!(ifs.collect::<Vec<_>>(), [5, 5]);
}

#[test]
fn an_error_says_where_and_what_was_expected() {
    let check = |text: &str, message: &str| {
        let error = Program::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
    };
    check("acquire", "line 1, column 8: expected the name of a lock here");
    check("\n  enter a b", "line 2, column 11: `b` is too much here");
    check("锁 x", "line 1, column 1: `锁` is no word of the language; expected acquire, try");
    check("FOO k", "line 1, column 1: the engine has no command FOO");
    check("MULTI", "line 1, column 1: MULTI would change the connection");
    check("  SET k \"v", "line 1, column 9: this quote is not closed");
    check("stop now", "line 1, column 6: `now` is too much here");
    check("work soon", "line 1, column 6: `soon` is no length of time; ");
    check("write row 5", "line 1, column 11: expected `=` and what to write");
    check("write row = 锁 - x", "line 1, column 17: expected a whole number, found `x`");
    check("write row = row - 1 where other > 0", "line 1, column 27: `where` looks only at");
    check("write row = 1 if changed", "line 1, column 18: expected `unchanged`, found `changed`");
    check("write row = 1 fenced lock", "line 1, column 22: expected `by`");
    check("if row >> 1\n  stop", "line 1, column 8: expected one of = != < <= > >=, found `>>`");
    check("if done", "line 1, column 8: an `if` needs indented lines below it");
    check("if done\nstop", "line 2, column 1: the line below an `if` must be indented more");
    check("stop\n  stop", "line 2, column 3: this line is indented unlike those above it");
    check("retry 0", "line 1, column 7: expected how often");
}

#[test]
fn a_command_may_have_an_underscore_in_its_name() {
    let program = Program::parse("EVAL_RO \"return 1\" 0").unwrap();
    let command = Command::new(["EVAL_RO", "return 1", "0"]);
    assert_eq!(program.lines[0].word, Word::Redis { command });
}
