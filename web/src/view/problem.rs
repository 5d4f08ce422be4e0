//! Where in a program something is not in order.

use lockstep_lesson::CastError;
use lockstep_scenario::ScenarioError;

/// Where in a program something is not in order, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The line, counted from 1.
    pub(crate) line: Option<usize>,
    /// The column, counted in characters from 1.
    pub(crate) column: Option<usize>,
    /// What is wrong and what was expected; `None` if the program is empty.
    pub(crate) text: Option<String>,
}

impl Problem {
    pub(crate) fn of(error: &CastError) -> Self {
        let (line, column) = match error {
            CastError::Scenario(ScenarioError::ProgramOrLike { .. }) => {
                return Self { line: None, column: None, text: None };
            }
            CastError::Scenario(ScenarioError::Program { error, .. }) => {
                let text = Some(error.problem.clone());
                return Self { line: Some(error.line), column: Some(error.column), text };
            }
            CastError::Scenario(
                ScenarioError::UnknownName { line, .. } | ScenarioError::NeverRead { line, .. },
            ) => (Some(*line), None),
            CastError::Scenario(_) | CastError::Schedule(_) => (None, None),
        };
        let text = error.to_string();
        // Who and where stand in front of a colon.
        let rest = text.split_once(": ").filter(|_| line.is_some()).map(|(_, rest)| rest);
        Self { line, column, text: Some(rest.unwrap_or(&text).to_owned()) }
    }

    /// What an editor should select, in the units in which browsers count: from
    /// the column to the end of the line.
    pub(crate) fn selection(&self, program: &str) -> Option<(u32, u32)> {
        let lines: Vec<_> = program.split('\n').collect();
        let (index, column) = (self.line?.checked_sub(1)?, self.column.unwrap_or(1));
        let line = lines.get(index)?;
        let before = units(lines.iter().take(index).copied()) + index;
        let skipped: String = line.chars().take(column.saturating_sub(1)).collect();
        let from = before + units([skipped.as_str()]);
        let to = before + units([*line]);
        Some((u32::try_from(from).ok()?, u32::try_from(to).ok()?))
    }
}

/// How long texts are for a browser.
fn units<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(|text| text.encode_utf16().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_scenario::{Cast, Scenario};

    fn problem(program: &str) -> Problem {
        let scenario = serde_json::json!({
            "locks": { "x": { "algorithm": "token", "key": "lock:x", "ttl": "1s" } },
            "resources": { "row": { "row": { "value": 1 } } },
            "clients": { "A": { "program": program } },
        });
        let scenario: Scenario = serde_json::from_value(scenario).unwrap();
        Problem::of(&Cast::new(&scenario).expect_err(program).into())
    }

    #[test]
    fn a_problem_has_its_place() {
        let check = |program: &str, line: usize, column: Option<usize>, text: &str| {
            let problem = problem(program);
            assert_eq!((problem.line, problem.column), (Some(line), column), "{program}");
            let told = problem.text.unwrap_or_default();
            assert!(told.starts_with(text), "{told}");
        };
        check("acquire x\nfly", 2, Some(1), "");
        check("work soon", 1, Some(6), "");
        check("acquire x\n\nacquire y", 3, None, "there is no lock `y`");
        check("write row = row - 1", 1, None, "it goes by what it has read of `row`");
        let empty = Problem { line: None, column: None, text: None };
        assert_eq!(problem("\n"), empty);
    }

    #[test]
    fn a_place_is_counted_as_browsers_count() {
        let check = |program: &str, line, column, selection| {
            let problem = Problem { line: Some(line), column, text: None };
            assert_eq!(problem.selection(program), selection, "{program} {line}");
        };
        check("a\nfly", 2, Some(1), Some((2, 5)));
        check("a\nfly", 2, Some(3), Some((4, 5)));
        check("# 锁🔒\nfly", 2, None, Some((6, 9)));
        check("# 🔒 x", 1, Some(4), Some((4, 6)));
        check("a", 2, None, None);
        check("a", 0, None, None);
        check("a", 1, Some(9), Some((1, 1)));
    }
}
