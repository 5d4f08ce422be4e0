//! Arriving somewhere else in the page.

use crate::browser;
use crate::visit::Place;
use web_sys::{ScrollBehavior, ScrollToOptions};
use yew::prelude::*;

/// The heading of what is shown.
pub(crate) const TITLE: &str = "title";

/// The link to a lesson in the list.
pub(crate) fn entry_id(lesson: &str) -> String {
    format!("lesson-{lesson}")
}

/// The link to the interview in the list.
pub(crate) const INTERVIEW_ENTRY: &str = "interview";

/// The link to a question in the list of the interview.
pub(crate) fn asked_id(question: &str) -> String {
    format!("interview-{question}")
}

/// Leads the eyes and the focus to the beginning of a lesson, or of its
/// challenge. Whoever has just come to the page is left alone.
#[hook]
pub(crate) fn use_arrival(from: Place, in_challenge: bool) {
    let arrived = use_mut_ref(|| from != Place::Nowhere);
    use_effect_with(in_challenge, move |_| {
        if !arrived.replace(true) {
            return;
        }
        begin();
    });
}

fn begin() {
    let top = ScrollToOptions::new();
    top.set_top(0.0);
    top.set_behavior(ScrollBehavior::Instant);
    if let Some(window) = browser::window() {
        window.scroll_to_with_scroll_to_options(&top);
    }
    browser::focus_on(TITLE);
}

/// Back at a list, leads them to what one comes from; in the interview, to the
/// beginning of what one comes to.
#[hook]
pub(crate) fn use_return(place: Place, from: Place) {
    use_effect_with(place, move |place| match (&from, place) {
        (Place::Lesson(id), Place::List) => browser::focus_on(&entry_id(id)),
        (Place::Interview(_), Place::List) => browser::focus_on(INTERVIEW_ENTRY),
        (Place::Interview(Some(id)), Place::Interview(None)) => {
            browser::focus_on(&asked_id(id));
        }
        (Place::Nowhere, _) | (_, Place::Lesson(_) | Place::List | Place::Nowhere) => {}
        (_, Place::Interview(_)) => begin(),
    });
}
