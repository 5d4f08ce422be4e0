//! A line from which many commands are made.

use lockstep_resp::Command;

/// A line such as `SET {key} {value} [NX|XX]`.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    line: String,
    /// Whether the order in the reply is nobody's business: the line begins
    /// with a question mark.
    pub(crate) unordered: bool,
}

/// What stands for a name in braces.
fn values(name: &str) -> &'static [&'static str] {
    match name {
        "key" => &["a", "b", "c"],
        "value" => &["x", "yy", "1", "10", "-3", "2.5", "\"\"", "a"],
        "field" | "member" => &["x", "y", "z", "1", "2"],
        "int" => &["0", "1", "-1", "2", "-2", "5", "-100", "x", "9223372036854775807"],
        "index" => &["0", "1", "2", "-1", "x"],
        "float" => &["1.5", "-0.5", "3", "x", "1e2", "0"],
        "score" => &["0", "1", "1.5", "-2", "inf", "-inf", "x", "1e3"],
        "bound" => &["-inf", "+inf", "0", "(1", "1", "1.5", "(x"],
        "lex" => &["-", "+", "[x", "(y", "[1", "x"],
        "seconds" => &["1", "5", "0", "-1", "x", "100"],
        "ms" => &["1", "100", "1000", "0", "-1", "x", "5000"],
        "at" => &["1700000001", "1700000005", "1699999999", "0"],
        "at_ms" => &["1700000000000", "1700000000100", "1700000001000", "1699999999999"],
        "wait" => &["1", "0.1", "0", "-1", "x"],
        other => panic!("commands.txt knows no {{{other}}}"),
    }
}

impl Template {
    /// The lines of a file, without remarks and empty ones.
    pub(crate) fn all(text: &str) -> Vec<Self> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let template = |line: &str| {
            let (unordered, line) = match line.strip_prefix("? ") {
                Some(rest) => (true, rest),
                None => (false, line),
            };
            Self { line: line.to_owned(), unordered }
        };
        lines.map(template).collect()
    }

    /// One of its commands.
    pub(crate) fn fill(&self, seed: u64) -> Command {
        let mut text = String::new();
        let mut draw = Draw(seed);
        fill(&self.line, &mut draw, &mut text);
        Command::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

/// A quoted script is taken as it stands.
fn fill(line: &str, draw: &mut Draw, out: &mut String) {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let (end, choices): (char, fn(&str) -> Vec<&str>) = match c {
            '{' => ('}', |name| values(name).to_vec()),
            '(' => (')', alternatives),
            // A bracket behind a word boundary is an option, else a character.
            '[' if out.ends_with(' ') => (']', |inner| {
                let mut choices = alternatives(inner);
                choices.push("");
                choices
            }),
            '"' => {
                let close = rest[1..].find('"').expect("a closing quote") + 2;
                out.push_str(&rest[..close]);
                rest = &rest[close..];
                continue;
            }
            _ => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        let close = closing(rest, c, end);
        let choices = choices(&rest[1..close]);
        let choice = choices[draw.below(choices.len())];
        match c {
            '{' => out.push_str(choice),
            _ => fill(choice, draw, out),
        }
        rest = &rest[close + 1..];
    }
}

/// What stands between bars, those in inner brackets aside.
fn alternatives(inner: &str) -> Vec<&str> {
    let mut depth = 0;
    let split = inner.split(|c: char| {
        depth += i32::from("([".contains(c));
        depth -= i32::from(")]".contains(c));
        c == '|' && depth == 0
    });
    split.collect()
}

/// Where the bracket that opens `text` is closed.
fn closing(text: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == open);
        depth -= i32::from(c == close);
        if depth == 0 {
            return at;
        }
    }
    panic!("commands.txt: `{text}` has no `{close}`");
}

/// Numbers that follow from a seed (SplitMix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("below a usize")
    }
}
