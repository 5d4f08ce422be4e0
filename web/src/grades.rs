//! How somebody graded their own answers to the questions of the interview.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an answer was, in the opinion of whoever gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grade {
    /// It was all there.
    Knew,
    /// Something was missing.
    Partly,
    /// It did not come.
    NotYet,
}

/// The last grade of each question, by the questions' names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Grades {
    last: BTreeMap<String, Graded>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Graded {
    grade: Grade,
    /// When, by the wall clock.
    at_ms: u64,
}

impl Grade {
    /// Every grade, the best first.
    pub(crate) const ALL: [Self; 3] = [Self::Knew, Self::Partly, Self::NotYet];
}

impl Grades {
    /// A question was graded at this time of the wall clock.
    pub(crate) fn grade(&mut self, question: &str, grade: Grade, at_ms: u64) {
        self.last.insert(question.to_owned(), Graded { grade, at_ms });
    }

    /// Adds what was graded elsewhere. The later grade of a question counts.
    pub(crate) fn merge(&mut self, other: Self) {
        for (question, theirs) in other.last {
            let ours = self.last.entry(question).or_insert(theirs);
            if theirs.at_ms > ours.at_ms {
                *ours = theirs;
            }
        }
    }

    /// Whether nothing was graded.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// How many questions have this grade.
    pub(crate) fn count(&self, grade: Grade) -> usize {
        self.last.values().filter(|graded| graded.grade == grade).count()
    }

    /// The grade of a question.
    pub(crate) fn of(&self, question: &str) -> Option<Grade> {
        self.last.get(question).map(|graded| graded.grade)
    }

    /// Since when a question is to be repeated; `None` if it is not.
    pub(crate) fn again_since_ms(&self, question: &str) -> Option<u64> {
        let graded = self.last.get(question).filter(|graded| graded.grade != Grade::Knew);
        graded.map(|graded| graded.at_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(all: &[(&str, Grade, u64)]) -> Grades {
        let mut grades = Grades::default();
        all.iter().for_each(|(question, grade, at_ms)| grades.grade(question, *grade, *at_ms));
        grades
    }

    #[test]
    fn what_was_not_all_there_is_to_be_repeated() {
        let check = |grade: Grade, since_ms: Option<u64>| {
            let grades = grades(&[("a", Grade::NotYet, 1), ("a", grade, 7)]);
            assert_eq!((grades.of("a"), grades.again_since_ms("a")), (Some(grade), since_ms));
        };
        check(Grade::Knew, None);
        check(Grade::Partly, Some(7));
        check(Grade::NotYet, Some(7));
        let nothing = Grades::default();
        assert_eq!((nothing.of("a"), nothing.again_since_ms("a")), (None, None));
    }

    #[test]
    fn of_two_grades_the_later_one_counts() {
        let check = |ours: u64, theirs: u64, grade: Grade| {
            let mut merged = grades(&[("a", Grade::Knew, ours)]);
            merged.merge(grades(&[("a", Grade::Partly, theirs), ("b", Grade::NotYet, 1)]));
            assert_eq!((merged.of("a"), merged.of("b")), (Some(grade), Some(Grade::NotYet)));
        };
        check(1, 2, Grade::Partly);
        check(2, 1, Grade::Knew);
        check(1, 1, Grade::Knew);
    }

    #[test]
    fn they_are_kept_and_read_again() {
        let kept = r#"{"a":{"grade":"not_yet","at_ms":5}}"#;
        let grades = grades(&[("a", Grade::NotYet, 5)]);
        assert_eq!((grades.count(Grade::NotYet), grades.count(Grade::Knew)), (1, 0));
        assert_eq!(serde_json::to_string(&grades).unwrap(), kept);
        assert_eq!(serde_json::from_str::<Grades>(kept).unwrap(), grades);
        for broken in [r#"{"a":{"grade":"best","at_ms":5}}"#, r#"{"a":{"grade":"knew"}}"#, "[1]"] {
            assert!(serde_json::from_str::<Grades>(broken).is_err(), "{broken}");
        }
    }
}
