//! What a visitor sees, the course as a list, one lesson or the interview, and
//! what has been done. Pure; what happens within a lesson, `state` knows.

mod answers;
mod interview;

use crate::action::Action;
use crate::address::Address;
use crate::grades::Grade;
use crate::interview::{Asked, Sitting};
use crate::progress::Progress;
use crate::state::State;
use crate::texts;
use lockstep_engine::ScriptHost;
use lockstep_lesson::{Course, Interview, Lang, Lesson};
use lockstep_scenario::script_host;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a visitor sees and has done.
#[derive(Clone)]
pub(crate) struct Visit {
    /// The language while there is nothing else that has one.
    first_lang: Lang,
    host: Rc<ScriptHost>,
    course: Option<Rc<Course>>,
    /// The lesson shown; without one it is the list.
    state: Option<Rc<State>>,
    /// Answers given to questions of the lesson shown.
    given: BTreeMap<String, Given>,
    interview: Option<Rc<Interview>>,
    sitting: Sitting,
    /// Whether the interview is shown, where no lesson is.
    at_interview: bool,
    /// The question of the interview that the steps of the lesson answer.
    walk: Option<String>,
    progress: Progress,
    notice: Option<String>,
    from: Place,
}

/// Where one can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nothing has been loaded yet.
    #[default]
    Nowhere,
    /// At the list.
    List,
    /// In the lesson with this name.
    Lesson(String),
    /// At the interview: at the question with this name, or at its list.
    Interview(Option<String>),
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The last one chosen, counted from 0.
    pub(crate) answer: usize,
    /// How many were chosen, up to the first that was right.
    pub(crate) tries: u32,
}

/// What can happen to a visit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// The list has arrived, or arrived in another language.
    Course(Rc<Course>),
    /// To the list, if it is there.
    List,
    /// To what an address says of this lesson.
    Open(Rc<Lesson>, Address),
    /// Something within the lesson.
    Act(Action),
    /// An answer to the question with this name, counted from 0.
    Answer(String, usize),
    /// The interview has arrived, or arrived in another language.
    Interview(Rc<Interview>),
    /// To this of the interview, if it is there.
    Ask(Asked),
    /// Tells more of the answer to the question of the interview.
    Tell,
    /// How the answer to that was, at this time of the wall clock.
    Grade(Grade, u64),
    /// What was done elsewhere comes to what was done here.
    Merge(Progress),
    /// This, and nothing else, has been done.
    Replace(Progress),
    /// Something went wrong that is to be told.
    Notice(String),
}

impl Visit {
    /// A visit before anything has been loaded.
    pub(crate) fn new(lang: Lang, progress: Progress) -> Self {
        Self {
            first_lang: lang,
            host: script_host(),
            course: None,
            state: None,
            given: BTreeMap::new(),
            interview: None,
            sitting: Sitting::default(),
            at_interview: false,
            walk: None,
            progress,
            notice: None,
            from: Place::Nowhere,
        }
    }

    /// The visit after `change`.
    #[must_use]
    pub(crate) fn reduce(&self, change: Change) -> Self {
        let mut next = self.clone();
        match change {
            Change::Course(course) => next.course = Some(course),
            Change::List => next.leave(),
            Change::Open(lesson, address) => next.open(lesson, address),
            Change::Act(action) => next.act(action),
            Change::Answer(question, answer) => next.answer(&question, answer),
            Change::Interview(interview) => next.interview = Some(interview),
            Change::Ask(asked) => next.ask(asked),
            Change::Tell => next.sitting.tell(),
            Change::Grade(grade, at_ms) => next.grade(grade, at_ms),
            Change::Merge(progress) => next.progress.merge(progress),
            Change::Replace(progress) => next.progress = progress,
            Change::Notice(text) => next.notice = Some(text),
        }
        next
    }

    /// The language.
    pub(crate) fn lang(&self) -> Lang {
        let lesson = self.state.as_ref().map(|state| state.lesson().lang);
        let interview = self.interview.as_ref().filter(|_| self.at_interview);
        let interview = interview.map(|interview| interview.lang);
        let course = self.course.as_ref().map(|course| course.lang);
        lesson.or(interview).or(course).unwrap_or(self.first_lang)
    }

    /// The list, if it is there in the visit's language.
    pub(crate) fn course(&self) -> Option<&Course> {
        self.course.as_deref().filter(|course| course.lang == self.lang())
    }

    /// The lesson shown.
    pub(crate) fn state(&self) -> Option<&Rc<State>> {
        self.state.as_ref()
    }

    /// Where the visitor is.
    pub(crate) fn place(&self) -> Place {
        match (&self.state, &self.course) {
            (Some(state), _) => Place::Lesson(state.lesson().id.clone()),
            _ if self.at_interview => Place::Interview(self.sitting.asked().question.clone()),
            (None, Some(_)) => Place::List,
            (None, None) => Place::Nowhere,
        }
    }

    /// Where the visitor came from.
    pub(crate) fn from(&self) -> &Place {
        &self.from
    }

    /// What has been done.
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What went wrong.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The address of what is shown; `None` if it is not what was asked for, so
    /// that asking again is possible.
    pub(crate) fn address(&self) -> Option<Address> {
        if self.notice.is_some() {
            return None;
        }
        let lang = self.lang();
        Some(match &self.state {
            Some(state) => Address { interview: self.walk.clone(), ..state.address() },
            None if self.at_interview => Address::of_interview(self.sitting.asked().clone(), lang),
            None => Address { lang: Some(lang), ..Address::default() },
        })
    }

    fn leave(&mut self) {
        if self.course.is_some() {
            if self.place() != Place::List {
                self.from = self.place();
            }
            self.state = None;
            self.at_interview = false;
            self.notice = None;
            self.given.clear();
        }
    }

    /// In the same lesson what the learner makes of it stays.
    fn open(&mut self, lesson: Rc<Lesson>, address: Address) {
        let (id, lang) = (lesson.id.clone(), lesson.lang);
        if self.place() == Place::Lesson(id.clone()) {
            return self.act(Action::Open(lesson, address));
        }
        match State::open(lesson, Rc::clone(&self.host), &address) {
            Ok(state) => {
                let pace = self.state.as_ref().map(|before| before.pace()).unwrap_or_default();
                self.from = self.place();
                self.at_interview = false;
                self.walk = address.interview;
                self.state = Some(Rc::new(state.reduce(Action::SetPace(pace))));
                self.given.clear();
                self.notice = None;
            }
            Err(error) => {
                self.notice = Some((texts::of(lang).unplayable)(&id, &error.to_string()));
            }
        }
    }

    /// Playing by itself ends where something is asked.
    fn act(&mut self, action: Action) {
        let Some(before) = self.state.take() else { return };
        let ticks = action == Action::Tick;
        if let Action::Go(address) | Action::Open(_, address) = &action {
            self.walk.clone_from(&address.interview);
        }
        if matches!(action, Action::Go(_) | Action::Tell(_) | Action::Open(..)) {
            self.notice = None;
        }
        let after = Rc::new(before.reduce(action));
        if let Some(variant) = ended(&before, &after) {
            self.progress.play(&after.lesson().id, variant);
        }
        if after.challenge().is_some_and(|(_, attempt)| attempt.is_solved()) {
            self.progress.solve(&after.lesson().id);
        }
        self.state = Some(Rc::clone(&after));
        if ticks && after.playing() && self.waits_for_answer() {
            self.state = Some(Rc::new(after.reduce(Action::TogglePlaying)));
        }
    }
}

/// The variant whose last step was taken just now, and not jumped over to.
fn ended<'a>(before: &State, after: &'a State) -> Option<&'a str> {
    let (from, to) = (before.player().at(), after.player().at());
    let stepped = before.variant() == after.variant() && from + 1 == to;
    let at_end = to == after.player().len() && after.forked_after().is_none();
    let variant = after.lesson().variants.get(after.variant());
    variant.filter(|_| stepped && at_end).map(|variant| variant.id.as_str())
}

#[cfg(test)]
#[path = "visit_tests.rs"]
mod tests;
