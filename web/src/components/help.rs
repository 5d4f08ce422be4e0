//! The list of keys.

use crate::texts::Texts;
use yew::prelude::*;

/// In the browser's own dialog, which holds the focus, gives it back, and
/// closes on the escape key.
pub(super) fn draw(texts: &'static Texts, dialog: NodeRef, close: &Callback<()>) -> Html {
    let rows = [
        ("→", texts.forward),
        ("←", texts.back),
        ("Home", texts.first),
        ("End", texts.last),
        ("Space", texts.toggle_playing),
        ("v", texts.help_variant),
        ("?", texts.help_help),
    ];
    let row = |(key, what): (&'static str, &'static str)| {
        html! { <div><dt><kbd>{ key }</kbd></dt><dd>{ what }</dd></div> }
    };
    html! {
        <dialog
            ref={dialog}
            class="help"
            aria-labelledby="help-title"
            onclose={close.reform(|_: Event| ())}
        >
            <h2 id="help-title">{ texts.help }</h2>
            <dl>{ for rows.into_iter().map(row) }</dl>
            <p>{ texts.help_typing }</p>
            <button type="button" onclick={close.reform(|_: MouseEvent| ())}>{ texts.close }</button>
        </dialog>
    }
}
