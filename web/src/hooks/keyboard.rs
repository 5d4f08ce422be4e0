//! Keys on the whole page.

use crate::keys::{Meaning, meaning};
use crate::{action::Action, browser};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;
use yew::prelude::*;

/// Listens to keys unless somebody else wants them: a field, a dialog, the
/// browser's own shortcuts, an input method.
#[hook]
pub(crate) fn use_keyboard(off: bool, act: Callback<Action>, help: Callback<()>) {
    use_effect_with((off, act, help), |(off, act, help)| {
        let (act, help) = (act.clone(), help.clone());
        let pressed = move |event: &Event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
            if modified || event.is_composing() || event.default_prevented() {
                return;
            }
            let Some(meaning) = meaning(&event.key(), browser::focus()) else {
                return;
            };
            event.prevent_default();
            match meaning {
                Meaning::Act(action) => act.emit(action),
                Meaning::Help => help.emit(()),
            }
        };
        let document = browser::document().filter(|_| !off);
        let listener = document.map(|document| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document, "keydown", options, pressed)
        });
        move || drop(listener)
    });
}
