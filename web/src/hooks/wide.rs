//! How much room there is.

use crate::browser;
use gloo::events::EventListener;
use yew::prelude::*;

/// From here on the lanes stand side by side. The style sheet says the same.
const WIDE: &str = "(min-width: 720px)";

/// Whether the lanes stand side by side.
#[hook]
pub(crate) fn use_wide() -> bool {
    let query = use_memo((), |()| browser::window()?.match_media(WIDE).ok()?);
    let matches = query.as_ref().as_ref().is_none_or(web_sys::MediaQueryList::matches);
    let wide = use_state_eq(|| matches);
    let (set, asked) = (wide.setter(), (*query).clone());
    use_effect_with((), move |()| {
        let listener = asked.map(|query| {
            let again = query.clone();
            EventListener::new(&query, "change", move |_| set.set(again.matches()))
        });
        move || drop(listener)
    });
    *wide
}
