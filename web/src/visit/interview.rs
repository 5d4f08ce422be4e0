//! A visit to the interview, and to the steps that answer one of its questions.

use super::Visit;
use crate::address::Address;
use crate::grades::Grade;
use crate::interview::{Asked, Sitting, find};
use lockstep_lesson::{Interview, InterviewQuestion};
use std::rc::Rc;

impl Visit {
    /// The interview, if it is there in the visit's language.
    pub(crate) fn interview(&self) -> Option<&Rc<Interview>> {
        self.interview.as_ref().filter(|interview| interview.lang == self.lang())
    }

    /// The interview where it is what is shown.
    pub(crate) fn interview_shown(&self) -> Option<&Rc<Interview>> {
        self.interview().filter(|_| self.at_interview && self.state.is_none())
    }

    /// What is shown of the interview.
    pub(crate) fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Whether the steps of the lesson shown are to answer a question.
    pub(crate) fn walks(&self) -> bool {
        self.state.is_some() && self.walk.is_some()
    }

    /// The question that the steps of the lesson shown answer. In a challenge
    /// there is none.
    pub(crate) fn walked(&self) -> Option<&InterviewQuestion> {
        let state = self.state.as_ref().filter(|state| state.challenge().is_none())?;
        let question = find(self.interview()?, self.walk.as_deref()?)?;
        (question.walkthrough.lesson == state.lesson().id).then_some(question)
    }

    /// The address at which the steps of a question's answer are shown.
    pub(crate) fn stop_address(&self, question: &InterviewQuestion, step: usize) -> Address {
        let walk = &question.walkthrough;
        Address {
            lesson: Some(walk.lesson.clone()),
            variant: Some(walk.variant.clone()),
            step,
            interview: Some(question.id.clone()),
            lang: Some(self.lang()),
            ..Address::default()
        }
    }

    pub(super) fn ask(&mut self, asked: Asked) {
        let Some(interview) = self.interview.clone() else { return };
        let before = self.place();
        self.sitting.go(&interview, asked, self.progress.grades());
        self.state = None;
        self.notice = None;
        self.given.clear();
        self.at_interview = true;
        if self.place() != before {
            self.from = before;
        }
    }

    pub(super) fn grade(&mut self, grade: Grade, at_ms: u64) {
        if let Some(question) = &self.sitting.asked().question {
            self.progress.grades_mut().grade(question, grade, at_ms);
        }
    }
}
