//! What a learner has done of the course. Pure; where it is kept, `storage`
//! knows.

use crate::grades::Grades;
use lockstep_lesson::Entry;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The form in which it is kept. Another one is not read: nothing done then.
const VERSION: u32 = 1;

/// What has been done of the course, by the lessons' names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept")]
pub(crate) struct Progress {
    lessons: BTreeMap<String, Done>,
    grades: Grades,
}

/// What has been done of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Done {
    /// The variants that were played to their end.
    played: BTreeSet<String>,
    /// The questions that were answered right, and how many tries it took.
    right: BTreeMap<String, u32>,
    /// Whether the challenge was solved.
    solved: bool,
}

/// The same in the form in which it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    lessons: BTreeMap<String, Done>,
    #[serde(default, skip_serializing_if = "Grades::is_empty")]
    interview: Grades,
}

/// How far a lesson has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Variants played to their end.
    pub(crate) played: Share,
    /// Questions answered right.
    pub(crate) right: Share,
    /// Whether the challenge is solved; `None` if there is none.
    pub(crate) solved: Option<bool>,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) done: usize,
    pub(crate) of: usize,
}

impl Progress {
    /// A variant was played to its end.
    pub(crate) fn play(&mut self, lesson: &str, variant: &str) {
        self.lesson(lesson).played.insert(variant.to_owned());
    }

    /// A question was answered right at try number `tries`. The first time
    /// counts.
    pub(crate) fn answer(&mut self, lesson: &str, question: &str, tries: u32) {
        self.lesson(lesson).right.entry(question.to_owned()).or_insert(tries);
    }

    /// The challenge of a lesson was solved.
    pub(crate) fn solve(&mut self, lesson: &str) {
        self.lesson(lesson).solved = true;
    }

    /// How the questions of the interview went.
    pub(crate) fn grades(&self) -> &Grades {
        &self.grades
    }

    /// The same, to be changed.
    pub(crate) fn grades_mut(&mut self) -> &mut Grades {
        &mut self.grades
    }

    /// Adds what was done elsewhere.
    pub(crate) fn merge(&mut self, other: Self) {
        self.grades.merge(other.grades);
        for (id, theirs) in other.lessons {
            let ours = self.lessons.entry(id).or_default();
            ours.played.extend(theirs.played);
            ours.solved |= theirs.solved;
            for (question, tries) in theirs.right {
                let best = ours.right.entry(question).or_insert(tries);
                *best = tries.min(*best);
            }
        }
    }

    /// Whether nothing has been done.
    pub(crate) fn is_empty(&self) -> bool {
        self.lessons.is_empty() && self.grades.is_empty()
    }

    /// Whether some variant of a lesson was played to its end.
    pub(crate) fn has_played(&self, lesson: &str) -> bool {
        self.lessons.get(lesson).is_some_and(|done| !done.played.is_empty())
    }

    /// Whether a question was answered right.
    pub(crate) fn is_right(&self, lesson: &str, question: &str) -> bool {
        self.lessons.get(lesson).is_some_and(|done| done.right.contains_key(question))
    }

    /// How far a lesson has come. What it does not have any more does not
    /// count.
    pub(crate) fn of(&self, lesson: &Entry) -> Standing {
        let done = self.lessons.get(&lesson.id);
        let played = |id: &&String| done.is_some_and(|done| done.played.contains(*id));
        let right = |id: &&String| done.is_some_and(|done| done.right.contains_key(*id));
        Standing {
            played: Share::new(&lesson.variants, played),
            right: Share::new(&lesson.questions, right),
            solved: lesson.challenge.then(|| done.is_some_and(|done| done.solved)),
        }
    }

    fn lesson(&mut self, id: &str) -> &mut Done {
        self.lessons.entry(id.to_owned()).or_default()
    }
}

impl TryFrom<Kept> for Progress {
    type Error = String;

    fn try_from(kept: Kept) -> Result<Self, String> {
        match kept.version {
            VERSION => Ok(Self { lessons: kept.lessons, grades: kept.interview }),
            other => Err(format!("version {other} is not known")),
        }
    }
}

impl From<Progress> for Kept {
    fn from(progress: Progress) -> Self {
        Self { version: VERSION, lessons: progress.lessons, interview: progress.grades }
    }
}

impl Share {
    fn new(ids: &[String], is_done: impl FnMut(&&String) -> bool) -> Self {
        Self { done: ids.iter().filter(is_done).count(), of: ids.len() }
    }

    /// Whether nothing is left.
    pub(crate) fn is_full(self) -> bool {
        self.done == self.of
    }
}

impl Standing {
    /// Whether nothing is left to do.
    pub(crate) fn is_done(self) -> bool {
        self.played.is_full() && self.right.is_full() && self.solved != Some(false)
    }

    /// Whether something has been done.
    pub(crate) fn is_begun(self) -> bool {
        self.played.done + self.right.done > 0 || self.solved == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grades::Grade;

    fn entry() -> Entry {
        Entry {
            id: "04-x".to_owned(),
            title: String::new(),
            about: String::new(),
            minutes: 5,
            variants: vec!["broken".to_owned(), "fixed".to_owned()],
            questions: vec!["who".to_owned()],
            challenge: true,
        }
    }

    fn done() -> Progress {
        let mut progress = Progress::default();
        progress.play("04-x", "broken");
        progress.play("04-x", "fixed");
        progress.answer("04-x", "who", 2);
        progress.solve("04-x");
        progress
    }

    #[test]
    fn a_lesson_is_done_when_nothing_of_it_is_left() {
        assert!(done().of(&entry()).is_done());
        let check = |forget: fn(&mut Done)| {
            let mut progress = done();
            forget(progress.lesson("04-x"));
            let standing = progress.of(&entry());
            assert!(!standing.is_done() && standing.is_begun(), "{standing:?}");
        };
        check(|done| _ = done.played.remove("fixed"));
        check(|done| done.right.clear());
        check(|done| done.solved = false);
        let nothing = Progress::default().of(&entry());
        assert!(!nothing.is_done() && !nothing.is_begun());
        assert_eq!(nothing.played, Share { done: 0, of: 2 });
    }

    #[test]
    fn what_a_lesson_does_not_have_does_not_count() {
        let mut progress = Progress::default();
        progress.play("04-x", "gone");
        progress.answer("04-x", "gone", 1);
        progress.play("05-y", "broken");
        let mut entry = entry();
        assert!(!progress.of(&entry).is_begun());
        progress.solve("04-x");
        entry.challenge = false;
        assert_eq!(progress.of(&entry).solved, None);
    }

    #[test]
    fn it_is_kept_and_read_again() {
        let text = serde_json::to_string(&done()).unwrap();
        let expected = r#"{"version":1,"lessons":{"04-x":{"played":["broken","fixed"],"right":{"who":2},"solved":true}}}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Progress>(&text).unwrap(), done());
        let mut graded = Progress::default();
        graded.grades_mut().grade("why", Grade::Knew, 5);
        assert!(!graded.is_empty());
        let text = serde_json::to_string(&graded).unwrap();
        let expected =
            r#"{"version":1,"lessons":{},"interview":{"why":{"grade":"knew","at_ms":5}}}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Progress>(&text).unwrap(), graded);
    }

    #[test]
    fn what_cannot_be_read_is_an_error_and_what_is_missing_not_done() {
        let check = |text: &str, read: bool| {
            assert_eq!(serde_json::from_str::<Progress>(text).is_ok(), read, "{text}");
        };
        check(r#"{"version":1,"lessons":{}}"#, true);
        check(r#"{"version":1,"lessons":{"04-x":{}}}"#, true);
        check(r#"{"version":2,"lessons":{}}"#, false);
        check(r#"{"version":1,"lessons":{"04-x":{"right":{"who":-1}}}}"#, false);
        check(r#"{"version":1,"lessons":[1]}"#, false);
        check(r#"{"version":1,"lessons":{},"interview":{"why":"best"}}"#, false);
        check("null", false);
    }

    #[test]
    fn of_two_the_one_that_did_more_counts() {
        let mut progress = Progress::default();
        progress.answer("04-x", "who", 1);
        progress.answer("04-x", "who", 7);
        progress.play("05-y", "broken");
        progress.grades_mut().grade("why", Grade::Partly, 5);
        let mut both = done();
        both.merge(progress);
        assert_eq!(both.lesson("04-x").right["who"], 1);
        assert!(both.of(&entry()).is_done() && both.has_played("05-y"));
        assert_eq!(both.grades().of("why"), Some(Grade::Partly));
    }
}
