//! The whole page: the list of the lessons, one of them, or the interview.

use super::load::{Wanted, use_course, use_interview, use_load, use_open};
use super::{asking, home, interview, play::Play};
use crate::hooks::{use_address, use_progress, use_return, use_title, use_told};
use crate::interview::INTERVIEW;
use crate::storage;
use crate::texts;
use crate::visit::{Change, Place, Visit};
use lockstep_lesson::Lang;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties)]
pub(super) struct Props {
    /// What is shown first.
    pub(super) visit: Visit,
}

/// The page is drawn for one visit and from then on keeps its own.
impl PartialEq for Props {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Reducible for Visit {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        Rc::new(Visit::reduce(&self, change))
    }
}

#[component]
pub(super) fn App(props: &Props) -> Html {
    let visit = use_reducer(|| props.visit.clone());
    let dispatcher = visit.dispatcher();
    let change = use_callback((), move |change: Change, ()| dispatcher.dispatch(change));
    let (lang, place) = (visit.lang(), visit.place());
    let has_course = visit.course().is_some();
    let load = use_load(change.clone());
    let open = use_open(&visit, &change, &load);
    use_address(visit.address(), open);
    use_course(lang, has_course, &change);
    use_interview(lang, visit.walks() && visit.interview().is_none(), &change);
    use_return(place.clone(), visit.from().clone());
    use_progress(visit.progress().clone(), change.clone());
    let sitting = visit.sitting();
    use_told(sitting.asked().question.clone(), sitting.told());
    use_title(title(&visit), texts::of(lang).html_lang);

    let tell = load.reform(move |lang: Lang| {
        storage::keep_lang(lang);
        match &place {
            Place::Lesson(id) => Wanted { lesson: Some(id.clone()), lang, address: None },
            Place::Interview(_) => {
                Wanted { lesson: Some(INTERVIEW.to_owned()), lang, address: None }
            }
            Place::List | Place::Nowhere => Wanted { lesson: None, lang, address: None },
        }
    });
    let shown = visit.interview_shown().cloned();
    match (visit.state(), shown) {
        (Some(state), _) => {
            let (key, state) = (state.lesson().id.clone(), Rc::clone(state));
            html! { <Play {key} {state} visit={visit.clone()} {change} {tell} /> }
        }
        (None, Some(shown)) => match asking::question(&visit, &shown) {
            Some(question) => asking::draw(&visit, question, &change, &tell),
            None => interview::draw(&visit, &shown, &change, &tell),
        },
        (None, None) => home::draw(&visit, &change, &tell),
    }
}

/// What the window is called.
fn title(visit: &Visit) -> String {
    let interview = visit.interview_shown();
    let asked = interview.and_then(|interview| asking::question(visit, interview));
    let asked = asked.map(|question| texts::plain(&question.title));
    let lesson = visit.state().map(|state| state.lesson().title.clone());
    let name = lesson.or(asked).or_else(|| Some(interview?.title.clone()));
    match name {
        Some(name) => format!("{name} · Lockstep"),
        None => format!("Lockstep: {}", texts::of(visit.lang()).course_title),
    }
}
