//! Playing a transcript, and judging what came back.

use crate::{Action, Case, Step, Transcript};
use lockstep_engine::ServerVersion;
use lockstep_resp::{Command, Reply};
use std::fmt;

/// What a transcript is played on.
pub trait Backend {
    /// Why it could not do what it was asked.
    type Error: fmt::Display;

    /// Its name in messages.
    const NAME: &'static str;

    /// Whether it can be this server.
    fn serves(server: ServerVersion) -> bool;

    /// Becomes an empty server of this kind, which it serves, closes all
    /// connections and sets the clock to [`START_MS`](crate::START_MS).
    ///
    /// # Errors
    ///
    /// The server did not do it.
    fn reset(&mut self, server: ServerVersion) -> Result<(), Self::Error>;

    /// Moves the clock, and does what time alone brings about.
    ///
    /// # Errors
    ///
    /// The server did not do it.
    fn advance(&mut self, by_ms: i64) -> Result<(), Self::Error>;

    /// Sends a command and takes the next reply on its connection, which is
    /// opened if it is not; `None` if the command is blocked.
    ///
    /// # Errors
    ///
    /// The server closed the connection, or cannot be understood.
    fn call(&mut self, connection: &str, command: &Command) -> Result<Option<Reply>, Self::Error>;

    /// Takes the next reply or message that arrives on the connection; `None`
    /// if there is none.
    ///
    /// # Errors
    ///
    /// As for [`Backend::call`].
    fn receive(&mut self, connection: &str) -> Result<Option<Reply>, Self::Error>;
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// The clock was moved.
    Advanced,
    /// A reply arrived.
    Reply(Reply),
    /// No reply arrived.
    NoReply,
    /// The backend failed; the rest of the case was not played.
    Failed(String),
}

impl Played {
    /// The lines that a transcript has for it.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Advanced => Vec::new(),
            Self::Reply(reply) => reply.to_string().lines().map(str::to_owned).collect(),
            Self::NoReply => vec!["(no reply)".to_owned()],
            Self::Failed(problem) => vec![format!("(failed) {problem}")],
        }
    }
}

/// A step that did not give what the transcript says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The transcript's file.
    pub file: String,
    /// Line number of the step, counted from 1.
    pub line: usize,
    /// Title of the case.
    pub case: String,
    /// Which backend gave it.
    pub backend: &'static str,
    /// What was done.
    pub action: String,
    /// What the transcript says.
    pub expected: String,
    /// What came.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.file, self.line, self.case)?;
        writeln!(f, "  {}", self.action)?;
        let told = |text: &str| text.replace('\n', "\n    ");
        writeln!(f, "  expected\n    {}", told(&self.expected))?;
        write!(f, "  {} gave\n    {}", self.backend, told(&self.got))
    }
}

/// Plays every case that the backend serves; answers what each step gave, case
/// by case.
pub fn play<B: Backend>(transcript: &Transcript, backend: &mut B) -> Vec<Vec<Played>> {
    let cases = transcript.cases.iter();
    cases.map(|case| play_case(case, backend)).collect()
}

fn play_case<B: Backend>(case: &Case, backend: &mut B) -> Vec<Played> {
    let mut played = Vec::new();
    if !B::serves(case.server) {
        return played;
    }
    if let Err(error) = backend.reset(case.server) {
        played.push(Played::Failed(format!("resetting the server: {error}")));
        return played;
    }
    for step in &case.steps {
        let outcome = match &step.action {
            Action::Advance { by_ms } => backend.advance(*by_ms).map(|()| Played::Advanced),
            Action::Call { connection, command } => {
                backend.call(connection, command).map(Played::from)
            }
            Action::Receive { connection } => backend.receive(connection).map(Played::from),
        };
        let outcome = outcome.unwrap_or_else(|error| Played::Failed(error.to_string()));
        let failed = matches!(outcome, Played::Failed(_));
        played.push(outcome);
        if failed {
            break;
        }
    }
    played
}

impl From<Option<Reply>> for Played {
    fn from(reply: Option<Reply>) -> Self {
        reply.map_or(Self::NoReply, Self::Reply)
    }
}

impl Step {
    /// Whether these lines are the reply that the step expects.
    pub(crate) fn accepts(&self, got: &[String]) -> bool {
        if !self.unordered {
            let mut lines = self.expected.iter().zip(got);
            return self.expected.len() == got.len() && lines.all(|(e, g)| is_like(e, g));
        }
        let sorted = |lines: &[String]| {
            let mut items: Vec<_> =
                lines.iter().map(|line| without_index(line).to_owned()).collect();
            items.sort();
            items
        };
        sorted(&self.expected) == sorted(got)
    }
}

/// Every step that gave something else than the transcript says.
pub fn mismatches<B: Backend>(transcript: &Transcript, played: &[Vec<Played>]) -> Vec<Mismatch> {
    let cases = transcript.cases.iter().zip(played);
    let steps = cases.flat_map(|(case, played)| {
        let steps = case.steps.iter().zip(played);
        steps.map(move |(step, played)| (case, step, played.lines()))
    });
    let wrong = steps.filter(|(_, step, got)| !step.accepts(got));
    wrong
        .map(|(case, step, got)| Mismatch {
            file: transcript.file.clone(),
            line: step.line,
            case: case.title.clone(),
            backend: B::NAME,
            action: step.action.to_string(),
            expected: step.expected.join("\n"),
            got: got.join("\n"),
        })
        .collect()
}

/// Whether a line is the expected one, or begins as one that ends in `…`.
fn is_like(expected: &str, got: &str) -> bool {
    expected.strip_suffix('…').map_or(expected == got, |beginning| got.starts_with(beginning))
}

/// The line without the numbers that `redis-cli` puts before an item, one for
/// each level of nesting that begins with it.
fn without_index(line: &str) -> &str {
    let item = line.trim_start().split_once(' ');
    let index = |word: &str| {
        word.strip_suffix([')', '~', '#'])
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    match item {
        Some((word, rest)) if index(word) => without_index(rest),
        _ => line,
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advance { by_ms } => write!(f, "~ advance {by_ms}"),
            Self::Call { connection, command } => write!(f, "{connection}> {command}"),
            Self::Receive { connection } => write!(f, "{connection}<"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineBackend;

    fn on_the_engine(text: &str) -> Vec<String> {
        let transcript = Transcript::parse("t.txt", text).unwrap();
        let played = play(&transcript, &mut EngineBackend::default());
        let wrong = mismatches::<EngineBackend>(&transcript, &played);
        wrong.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_as_written_passes() {
        let none: [String; 0] = [];
        let expiry = "# c\n> SET k v PX 10\nOK\n~ advance 10\nB> GET k\n\"v\"\n~ advance 1\n> GET k\n(nil)\n";
        assert_eq!(on_the_engine(expiry), none);
        assert_eq!(on_the_engine("# a\n> SET k v\nOK\n# b\n> GET k\n(nil)\n"), none);
        assert_eq!(on_the_engine("# c\nA<\n(no reply)\n"), none);
    }

    #[test]
    fn every_mismatch_is_told_with_place_and_both_sides() {
        let wrong = on_the_engine("# c\n> GET k\n\"v\"\n> GET k\n");
        let report = "t.txt:2: c\n  A> GET k\n  expected\n    \"v\"\n  engine gave\n    (nil)";
        assert_eq!(wrong[0], report);
        assert_eq!(wrong.len(), 2);
    }

    #[test]
    fn unordered_replies_are_compared_without_their_indices() {
        let check = |expected: &[&str], got: &[&str], equal: bool| {
            let text = format!("# c\n> KEYS *\n{}\n~ unordered\n", expected.join("\n"));
            let transcript = Transcript::parse("t.txt", &text).unwrap();
            let got: Vec<_> = got.iter().map(|&line| line.to_owned()).collect();
            assert_eq!(transcript.cases[0].steps[0].accepts(&got), equal);
        };
        check(&["1) \"a\"", "2) \"b\""], &["1) \"b\"", "2) \"a\""], true);
        check(&["1) \"a\"", "2) \"a\""], &["1) \"a\"", "2) \"b\""], false);
        check(&["1) \"a\""], &["1) \"a\"", "2) \"a\""], false);
        check(&["1) 1) \"a\"", "   2) \"b\""], &["1) 1) \"b\"", "   2) \"a\""], true);
    }

    #[test]
    fn an_ellipsis_stands_for_the_rest_of_its_line() {
        let check = |expected: &str, got: &[&str], equal: bool| {
            let text = format!("# c\n> HELLO\n{expected}\n");
            let transcript = Transcript::parse("t.txt", &text).unwrap();
            let got: Vec<_> = got.iter().map(|&line| line.to_owned()).collect();
            assert_eq!(transcript.cases[0].steps[0].accepts(&got), equal);
        };
        check("(integer) …", &["(integer) 7"], true);
        check("(integer) …", &["(integer) "], true);
        check("(integer) …", &["\"7\""], false);
        check("(integer) …", &["(integer) 7", "(integer) 7"], false);
        check("(integer) 7", &["(integer) …"], false);
    }
}
