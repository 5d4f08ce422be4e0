//! The address bar.

use crate::address::Address;
use crate::browser;
use gloo::events::EventListener;
use yew::prelude::*;

/// Keeps the address bar in step with what is shown, where that has an address,
/// and tells when somebody else has changed it.
#[hook]
pub(crate) fn use_address(shown: Option<Address>, changed: Callback<Address>) {
    use_effect_with(shown, |shown| {
        if let Some(shown) = shown {
            browser::set_address(shown);
        }
    });
    use_effect_with(changed, |changed| {
        let changed = changed.clone();
        let listener = browser::window().map(|window| {
            EventListener::new(&window, "hashchange", move |_| changed.emit(browser::address()))
        });
        move || drop(listener)
    });
}
