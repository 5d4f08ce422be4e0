//! From text to cases.

use lockstep_engine::ServerVersion;
use lockstep_resp::Command;
use std::ops::Range;

/// A transcript that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What messages call the file.
    pub file: String,
    /// In the order of the file.
    pub cases: Vec<Case>,
}

/// A case: it begins with an empty server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it shows, in a sentence.
    pub title: String,
    /// Which server gives these replies.
    pub server: ServerVersion,
    /// In the order of the file.
    pub steps: Vec<Step>,
}

/// One line of a case, and what is expected from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Line number, counted from 1.
    pub line: usize,
    /// What is done.
    pub action: Action,
    /// The reply as `redis-cli` prints it, a string for each line.
    pub expected: Vec<String>,
    /// The order of the reply's lines does not matter.
    pub unordered: bool,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sends a command and takes the next reply.
    Call {
        /// The connection's name.
        connection: String,
        /// What is sent.
        command: Command,
    },
    /// Takes the next reply or message without sending anything.
    Receive {
        /// The connection's name.
        connection: String,
    },
    /// Moves the clock.
    Advance {
        /// By so many milliseconds.
        by_ms: i64,
    },
}

/// Why a file is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct ParseError {
    /// As given to [`Transcript::parse`].
    pub file: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl Step {
    /// Where the reply stands: line indices counted from 0.
    pub(crate) fn reply_lines(&self) -> Range<usize> {
        self.line..self.line + self.expected.len()
    }

    fn takes_reply(&self) -> bool {
        !matches!(self.action, Action::Advance { .. })
    }
}

impl Transcript {
    /// Reads a transcript; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// A line that fits nowhere, with its number.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line).map_err(|problem| ParseError {
                file: file.to_owned(),
                line: index + 1,
                problem,
            })?;
        }
        let (file, cases) = (file.to_owned(), reader.cases);
        Ok(Self { file, cases })
    }
}

#[derive(Default)]
struct Reader {
    cases: Vec<Case>,
    /// Whether the lines that come are the reply of the last step.
    in_reply: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if let Some(title) = line.strip_prefix("# ") {
            let (title, server) = (title.trim().to_owned(), ServerVersion::default());
            self.cases.push(Case { title, server, steps: Vec::new() });
            self.in_reply = false;
            return Ok(());
        }
        let Some(case) = self.cases.last_mut() else {
            return Ok(());
        };
        if line.trim().is_empty() {
            self.in_reply = false;
            return Ok(());
        }
        if line == "~ unordered" {
            let last = case.steps.last_mut().filter(|_| self.in_reply);
            last.ok_or("`~ unordered` stands behind a reply")?.unordered = true;
            self.in_reply = false;
            return Ok(());
        }
        if let Some(name) = line.strip_prefix("~ server ") {
            let named = ServerVersion::ALL.into_iter().find(|server| server.name() == name.trim());
            let server = named.filter(|_| case.steps.is_empty());
            case.server =
                server.ok_or("`~ server` stands behind the title: Redis 8.4, Valkey 9")?;
            return Ok(());
        }
        if let Some(action) = action(line)? {
            let step = Step { line: number, action, expected: Vec::new(), unordered: false };
            self.in_reply = step.takes_reply();
            case.steps.push(step);
            return Ok(());
        }
        let last = case.steps.last_mut().filter(|_| self.in_reply);
        let step = last.ok_or("expected `# title`, `> command`, `A<` or `~ advance MS`")?;
        step.expected.push(line.to_owned());
        Ok(())
    }
}

fn action(line: &str) -> Result<Option<Action>, String> {
    if let Some(directive) = line.strip_prefix("~ ") {
        let ms = directive.strip_prefix("advance ").map(str::trim);
        let by_ms = ms.and_then(|ms| ms.parse().ok()).filter(|&ms: &i64| ms >= 0);
        let by_ms = by_ms.ok_or("the directives are `~ advance MS` and `~ unordered`")?;
        return Ok(Some(Action::Advance { by_ms }));
    }
    if let Some(connection) = line.trim_end().strip_suffix('<').and_then(connection) {
        return Ok(Some(Action::Receive { connection }));
    }
    let Some((name, command)) = line.split_once('>') else {
        return Ok(None);
    };
    let (Some(connection), Some(command)) = (connection(name), command.strip_prefix(' ')) else {
        return Ok(None);
    };
    let command = Command::parse(command).map_err(|error| error.to_string())?;
    Ok(Some(Action::Call { connection, command }))
}

/// A connection's name is a capital letter, perhaps with digits; none means `A`.
fn connection(name: &str) -> Option<String> {
    let mut chars = name.chars();
    match chars.next() {
        None => Some("A".to_owned()),
        Some('A'..='Z') if chars.all(|c| c.is_ascii_digit()) => Some(name.to_owned()),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_is_read_into_cases_and_steps() {
        let text = "Introduction.\n\n# first\n> SET k v\nOK\n\n~ advance 5\nB2> KEYS *\n1) \"k\"\n~ unordered\nB2<\n(no reply)\n# second\n";
        let transcript = Transcript::parse("t.txt", text).unwrap();
        let titles: Vec<_> = transcript.cases.iter().map(|c| c.title.as_str()).collect();
        assert_eq!(titles, ["first", "second"]);
        let steps = &transcript.cases[0].steps;
        let lines: Vec<_> = steps.iter().map(|s| (s.line, s.unordered)).collect();
        assert_eq!(lines, [(4, false), (7, false), (8, true), (11, false)]);
        let set = Action::Call { connection: "A".into(), command: Command::new(["SET", "k", "v"]) };
        assert_eq!((&steps[0].action, &steps[0].expected[..]), (&set, &["OK".to_owned()][..]));
        assert_eq!(steps[1].action, Action::Advance { by_ms: 5 });
        let receive = Action::Receive { connection: "B2".into() };
        assert_eq!(steps[3].action, receive);
    }

    #[test]
    fn a_case_may_name_its_server() {
        let transcript =
            Transcript::parse("t.txt", "# a\n~ server Valkey 9\n> PING\n# b\n").unwrap();
        let servers: Vec<_> = transcript.cases.iter().map(|case| case.server).collect();
        assert_eq!(servers, [ServerVersion::Valkey9, ServerVersion::Redis7_0]);
        for text in ["# a\n~ server Redis 9\n", "# a\n> PING\nPONG\n~ server Redis 8.4\n"] {
            assert!(Transcript::parse("t.txt", text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_line_that_fits_nowhere_is_told_with_its_number() {
        let check = |text: &str, message: &str| {
            assert_eq!(Transcript::parse("t.txt", text).unwrap_err().to_string(), message);
        };
        let stray = "expected `# title`, `> command`, `A<` or `~ advance MS`";
        check("# c\nOK\n", &format!("t.txt:2: {stray}"));
        check("# c\n> GET k\n(nil)\n\n(nil)\n", &format!("t.txt:5: {stray}"));
        check("# c\n~ advance 1\nOK\n", &format!("t.txt:3: {stray}"));
        check("# c\n~ unordered\n", "t.txt:2: `~ unordered` stands behind a reply");
        let directives = "the directives are `~ advance MS` and `~ unordered`";
        check("# c\n~ advance x\n", &format!("t.txt:2: {directives}"));
        check("# c\n~ sleep\n", &format!("t.txt:2: {directives}"));
        check("# c\n> GET \"k\n", "t.txt:2: column 5: this quote is not closed");
    }
}
