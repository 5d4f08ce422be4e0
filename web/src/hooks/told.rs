//! Being told more of an answer.

use crate::browser;
use crate::interview::Told;
use yew::prelude::*;

/// The heading of the short answer.
pub(crate) const SHORT: &str = "short-answer";
/// The heading of the rest.
pub(crate) const REST: &str = "rest-of-answer";

/// Leads the focus to what has just been told of a question.
#[hook]
pub(crate) fn use_told(question: Option<String>, told: Told) {
    let before = use_mut_ref(|| (None, told));
    use_effect_with((question, told), move |(question, told)| {
        let (asked, known) = before.replace((question.clone(), *told));
        if asked == *question && known < *told {
            browser::focus_on(if *told == Told::Short { SHORT } else { REST });
        }
    });
}
