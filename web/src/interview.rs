//! What is shown of the interview: the list or a question, and how much of its
//! answer. Pure.

use crate::grades::Grades;
use lockstep_lesson::{Interview, InterviewQuestion, Level, Stop, Walkthrough};

/// The interview's place in addresses, where lessons have their names.
pub(crate) const INTERVIEW: &str = "interview";

/// What is to be shown of the interview; everything in it can be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Only what this topic has.
    pub(crate) topic: Option<String>,
    /// Only what is asked at this level.
    pub(crate) level: Option<Level>,
    /// Only what this lesson shows.
    pub(crate) shown: Option<String>,
    /// Only what is to be repeated.
    pub(crate) again: bool,
    /// The question; the list without one.
    pub(crate) question: Option<String>,
}

/// How much is told of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Told {
    /// Only what is asked: answer aloud first.
    #[default]
    Title,
    /// The short answer too.
    Short,
    /// Everything.
    All,
}

/// Somebody who is being asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sitting {
    asked: Asked,
    told: Told,
    /// The names of the questions that one goes through, in order. It stays
    /// while one grades them, though a list drawn now may have others.
    round: Vec<String>,
}

impl Asked {
    /// The same list, at this question.
    pub(crate) fn at(&self, question: &str) -> Self {
        Self { question: Some(question.to_owned()), ..self.clone() }
    }

    /// The list.
    pub(crate) fn list(&self) -> Self {
        Self { question: None, ..self.clone() }
    }

    /// The questions of the list: in order, or where they are to be repeated
    /// those graded longest ago first.
    pub(crate) fn questions<'a>(
        &self,
        interview: &'a Interview,
        grades: &Grades,
    ) -> Vec<&'a InterviewQuestion> {
        let is_in = |question: &&InterviewQuestion| {
            self.topic.as_ref().is_none_or(|topic| question.topic == *topic)
                && self.level.is_none_or(|level| question.level == level)
                && self.shown.as_ref().is_none_or(|lesson| question.walkthrough.lesson == *lesson)
                && (!self.again || grades.again_since_ms(&question.id).is_some())
        };
        let mut questions: Vec<_> = interview.questions.iter().filter(is_in).collect();
        if self.again {
            questions.sort_by_key(|question| grades.again_since_ms(&question.id));
        }
        questions
    }
}

impl Sitting {
    /// Goes where `asked` says. What the interview does not have is left out.
    pub(crate) fn go(&mut self, interview: &Interview, mut asked: Asked, grades: &Grades) {
        asked.question = asked.question.filter(|id| find(interview, id).is_some());
        asked.topic = asked.topic.filter(|id| interview.topics.iter().any(|topic| topic.id == *id));
        if asked == self.asked && asked.question.is_some() {
            return;
        }
        let same_list = asked.list() == self.asked.list();
        if !same_list || asked.question.is_none() || self.round.is_empty() {
            let questions = asked.questions(interview, grades);
            self.round = questions.iter().map(|question| question.id.clone()).collect();
        }
        (self.asked, self.told) = (asked, Told::Title);
    }

    /// Tells more of the answer.
    pub(crate) fn tell(&mut self) {
        self.told = if self.told == Told::Title { Told::Short } else { Told::All };
    }

    /// What is shown.
    pub(crate) fn asked(&self) -> &Asked {
        &self.asked
    }

    /// How much is told of the question shown.
    pub(crate) fn told(&self) -> Told {
        self.told
    }

    /// The place of the question shown in the round, counted from 1, and how
    /// many there are; `None` if it is not one of them.
    pub(crate) fn place(&self) -> Option<(usize, usize)> {
        let shown = self.asked.question.as_ref()?;
        let place = self.round.iter().position(|id| id == shown)?;
        Some((place + 1, self.round.len()))
    }

    /// The question before the one shown.
    pub(crate) fn before(&self) -> Option<&str> {
        let (place, _) = self.place()?;
        self.round.get(place.checked_sub(2)?).map(String::as_str)
    }

    /// The question after the one shown; the first of the round if that is none
    /// of it.
    pub(crate) fn after(&self) -> Option<&str> {
        let place = self.place().map_or(0, |(place, _)| place);
        self.round.get(place).map(String::as_str)
    }
}

/// The question with this name.
pub(crate) fn find<'a>(interview: &'a Interview, id: &str) -> Option<&'a InterviewQuestion> {
    interview.questions.iter().find(|question| question.id == id)
}

/// What there is to say at a step of a variant.
pub(crate) fn stop_at<'a>(walk: &'a Walkthrough, variant: &str, step: usize) -> Option<&'a Stop> {
    walk.stops.iter().find(|stop| walk.variant == variant && stop.step == step)
}

/// The next step of a variant at which there is something to say; from another
/// variant that is the first of all.
pub(crate) fn next_stop<'a>(walk: &'a Walkthrough, variant: &str, step: usize) -> Option<&'a Stop> {
    walk.stops.iter().find(|stop| walk.variant != variant || stop.step > step)
}

#[cfg(test)]
#[path = "interview_tests.rs"]
mod tests;
