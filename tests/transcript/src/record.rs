//! Writing down what was given.

use crate::{ParseError, Played, Transcript};

/// Why a transcript cannot hold what was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The text is not a transcript.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A line of a reply would be read as something else.
    #[error("{file}:{line}: this reply would not be read back as it was given: {reply:?}")]
    NotReadable {
        /// As given to [`record`].
        file: String,
        /// Line number of the step, counted from 1.
        line: usize,
        /// The reply.
        reply: String,
    },
    /// The backend failed.
    #[error("{file}:{line}: {problem}")]
    Failed {
        /// As given to [`record`].
        file: String,
        /// Line number of the step, counted from 1.
        line: usize,
        /// What went wrong.
        problem: String,
    },
}

/// The text with the replies that were given in place of those that it has;
/// everything else stays as it is. A reply marked `~ unordered` that has the
/// same lines in another order stays too.
///
/// # Errors
///
/// The text is not a transcript, the backend failed, or a reply reads like
/// another part of a transcript.
pub fn record(file: &str, text: &str, played: &[Vec<Played>]) -> Result<String, RecordError> {
    let transcript = Transcript::parse(file, text)?;
    let lines: Vec<&str> = text.lines().collect();
    let (mut recorded, mut at) = (String::new(), 0);
    let mut copy = |recorded: &mut String, until: usize| {
        for line in &lines[at..until] {
            recorded.push_str(line);
            recorded.push('\n');
        }
        at = until;
    };
    let cases = transcript.cases.iter().zip(played);
    for (step, played) in cases.flat_map(|(case, played)| case.steps.iter().zip(played)) {
        if let Played::Failed(problem) = played {
            let (file, line, problem) = (file.to_owned(), step.line, problem.clone());
            return Err(RecordError::Failed { file, line, problem });
        }
        let got = played.lines();
        if step.accepts(&got) {
            continue;
        }
        copy(&mut recorded, step.line);
        for line in got {
            recorded.push_str(&line);
            recorded.push('\n');
        }
        copy(&mut String::new(), step.reply_lines().end);
    }
    copy(&mut recorded, lines.len());
    check(file, &recorded, played)?;
    Ok(recorded)
}

fn check(file: &str, recorded: &str, played: &[Vec<Played>]) -> Result<(), RecordError> {
    let transcript = Transcript::parse(file, recorded)?;
    let cases = transcript.cases.iter().zip(played);
    for (step, played) in cases.flat_map(|(case, played)| case.steps.iter().zip(played)) {
        let got = played.lines();
        if !step.accepts(&got) {
            return Err(RecordError::NotReadable {
                file: file.to_owned(),
                line: step.line,
                reply: got.join("\n"),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineBackend, play};
    use lockstep_resp::Reply;

    fn recorded_on_the_engine(text: &str) -> String {
        let transcript = Transcript::parse("t.txt", text).unwrap();
        let played = play(&transcript, &mut EngineBackend::default());
        record("t.txt", text, &played).unwrap()
    }

    #[test]
    fn replies_are_written_behind_their_commands() {
        let typed = "Intro.\n\n# c\n> SET k v\n> GET k\n\n~ advance 1\n> GET x\n\"old\"\n2) \"old\"\n\n# d\n> GET k\n";
        let recorded = "Intro.\n\n# c\n> SET k v\nOK\n> GET k\n\"v\"\n\n~ advance 1\n> GET x\n(nil)\n\n# d\n> GET k\n(nil)\n";
        assert_eq!(recorded_on_the_engine(typed), recorded);
        assert_eq!(recorded_on_the_engine(recorded), recorded);
    }

    #[test]
    fn a_reply_that_reads_like_a_command_is_refused() {
        let played = [vec![Played::Reply(Reply::simple("> GET k"))]];
        let error = record("t.txt", "# c\n> PING\n", &played).unwrap_err();
        let message = "t.txt:2: this reply would not be read back as it was given: \"> GET k\"";
        assert_eq!(error.to_string(), message);
    }
}
