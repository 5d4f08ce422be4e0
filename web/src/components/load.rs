//! Loading: the list, a lesson, the interview, each in another language.

use crate::action::Action;
use crate::address::Address;
use crate::interview::INTERVIEW;
use crate::visit::{Change, Place, Visit};
use crate::{browser, texts};
use lockstep_lesson::Lang;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What is to be loaded.
pub(super) struct Wanted {
    /// The lesson, or the interview by its name; the list without one.
    pub(super) lesson: Option<String>,
    pub(super) lang: Lang,
    /// What is to be shown of it; `None` if only the texts change.
    pub(super) address: Option<Address>,
}

/// Loads what is wanted and answers what becomes of a visit by it. A lesson
/// that cannot be had leads to the list, where that can be had.
pub(super) async fn load(wanted: Wanted) -> Vec<Change> {
    let Wanted { lesson, lang, address } = wanted;
    let texts = texts::of(lang);
    let Some(id) = lesson else {
        return match browser::course(lang).await {
            Ok(course) => vec![Change::Course(Rc::new(course)), Change::List],
            Err(error) => vec![Change::Notice((texts.no_list)(&error))],
        };
    };
    if id == INTERVIEW {
        return interview(lang, address).await;
    }
    let error = match (browser::lesson(&id, lang).await, address) {
        (Ok(lesson), Some(address)) => return vec![Change::Open(Rc::new(lesson), address)],
        (Ok(lesson), None) => return vec![Change::Act(Action::Tell(Rc::new(lesson)))],
        (Err(error), None) => return vec![Change::Notice((texts.not_loaded)(&id, &error))],
        (Err(error), Some(_)) => error,
    };
    let Ok(course) = browser::course(lang).await else {
        return vec![Change::Notice((texts.not_loaded)(&id, &error))];
    };
    let is_known = course.lessons().any(|lesson| lesson.id == id);
    let told = if is_known { (texts.not_loaded)(&id, &error) } else { (texts.no_lesson)(&id) };
    vec![Change::Course(Rc::new(course)), Change::List, Change::Notice(told)]
}

async fn interview(lang: Lang, address: Option<Address>) -> Vec<Change> {
    let error = match browser::interview(lang).await {
        Ok(interview) => {
            let arrived = Change::Interview(Rc::new(interview));
            let ask = address.map(|address| Change::Ask(address.asked));
            return std::iter::once(arrived).chain(ask).collect();
        }
        Err(error) => Change::Notice((texts::interview(lang).not_loaded)(&error)),
    };
    match browser::course(lang).await {
        Ok(course) if address.is_some() => {
            vec![Change::Course(Rc::new(course)), Change::List, error]
        }
        _ => vec![error],
    }
}

/// Loads what is wanted. Of several asked for at once only the last one is
/// shown.
#[hook]
pub(super) fn use_load(change: Callback<Change>) -> Callback<Wanted> {
    let asked = use_mut_ref(|| 0_u32);
    use_callback((), move |wanted: Wanted, ()| {
        *asked.borrow_mut() += 1;
        let (mine, asked) = (*asked.borrow(), Rc::clone(&asked));
        let change = change.clone();
        spawn_local(async move {
            let changes = load(wanted).await;
            if *asked.borrow() == mine {
                changes.into_iter().for_each(|it| change.emit(it));
            }
        });
    })
}

/// Loads the list in the language, where it is not there. A lesson can do
/// without.
#[hook]
pub(super) fn use_course(lang: Lang, is_here: bool, change: &Callback<Change>) {
    let change = change.clone();
    use_effect_with((lang, is_here), move |&(lang, is_here)| {
        if !is_here {
            spawn_local(async move {
                if let Ok(course) = browser::course(lang).await {
                    change.emit(Change::Course(Rc::new(course)));
                }
            });
        }
    });
}

/// Loads the interview in the language, where it is needed. Steps can do without.
#[hook]
pub(super) fn use_interview(lang: Lang, is_needed: bool, change: &Callback<Change>) {
    let change = change.clone();
    use_effect_with((lang, is_needed), move |&(lang, is_needed)| {
        if is_needed {
            spawn_local(async move {
                if let Ok(interview) = browser::interview(lang).await {
                    change.emit(Change::Interview(Rc::new(interview)));
                }
            });
        }
    });
}

/// Shows what somebody has written into the address bar, or a link.
#[hook]
pub(super) fn use_open(
    visit: &Visit,
    change: &Callback<Change>,
    load: &Callback<Wanted>,
) -> Callback<Address> {
    let (change, load) = (change.clone(), load.clone());
    let has = (visit.course().is_some(), visit.interview().is_some());
    let here = (visit.place(), visit.lang(), has);
    use_callback(here, move |address: Address, (place, lang, has)| {
        let (has_course, has_interview) = has;
        let wanted = address.lang.unwrap_or(*lang);
        let same = wanted == *lang;
        match (&address.lesson, place) {
            (Some(id), Place::Lesson(shown)) if id == shown && same => {
                change.emit(Change::Act(Action::Go(address)));
            }
            (Some(id), _) if id == INTERVIEW && same && *has_interview => {
                change.emit(Change::Ask(address.asked));
            }
            (None, _) if same && *has_course => change.emit(Change::List),
            (lesson, _) => {
                let lesson = lesson.clone();
                load.emit(Wanted { lesson, lang: wanted, address: Some(address) });
            }
        }
    })
}
