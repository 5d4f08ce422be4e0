//! What has been done, kept for the next visit.

use crate::progress::Progress;
use crate::visit::Change;
use crate::{browser, storage};
use gloo::events::EventListener;
use yew::prelude::*;

/// Keeps it, and hears of what is done in another window.
#[hook]
pub(crate) fn use_progress(progress: Progress, change: Callback<Change>) {
    use_effect_with(progress, storage::keep_progress);
    use_effect_with(change, |change| {
        let change = change.clone();
        let listener = browser::window().map(|window| {
            EventListener::new(&window, "storage", move |_| {
                change.emit(Change::Replace(storage::progress()));
            })
        });
        move || drop(listener)
    });
}
