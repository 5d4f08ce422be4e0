//! What went wrong.

use crate::address::Address;
use crate::texts::Texts;
use crate::visit::{Place, Visit};
use lockstep_lesson::Lang;
use yew::prelude::*;

pub(super) fn draw(texts: &Texts, lang: Lang, visit: &Visit) -> Html {
    let Some(notice) = visit.notice() else { return Html::default() };
    let away = matches!(visit.place(), Place::Lesson(_));
    html! {
        <p class="notice" role="alert">
            { notice }
            if away {
                { " " }<a href={list(lang)}>{ texts.all_lessons }</a>
            }
        </p>
    }
}

/// The address of the list.
pub(super) fn list(lang: Lang) -> String {
    Address { lang: Some(lang), ..Address::default() }.to_string()
}
