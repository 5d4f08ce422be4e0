//! What has been done: where it is kept, as a file, and how it is forgotten.

use crate::browser;
use crate::progress::Progress;
use crate::storage;
use crate::texts::Texts;
use crate::visit::Change;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the file is called.
const FILE: &str = "lockstep-progress.json";

pub(super) fn draw(texts: &'static Texts, progress: &Progress, change: &Callback<Change>) -> Html {
    let saved = storage::progress_text(progress).map(|text| {
        let text = String::from(js_sys::encode_uri_component(&text));
        html! {
            <a class="plain-button" download={FILE} href={format!("data:application/json,{text}")}>
                { texts.save }
            </a>
        }
    });
    let forget = change.reform(|_: MouseEvent| {
        storage::forget_programs();
        Change::Replace(Progress::default())
    });
    html! {
        <details class="keep">
            <summary><h2>{ texts.progress }</h2></summary>
            <p>{ texts.progress_about }</p>
            <div class="keep-files">
                if !progress.is_empty() {
                    { for saved }
                }
                <label class="plain-button">
                    { texts.read_in }
                    <input type="file" accept="application/json,.json" onchange={read_in(texts, change)} />
                </label>
            </div>
            if !progress.is_empty() {
                <details class="forget">
                    <summary>{ texts.forget }</summary>
                    <p>
                        { texts.forget_sure }{ " " }
                        <button type="button" class="plain-button is-bad" onclick={forget}>
                            { texts.forget_now }
                        </button>
                    </p>
                </details>
            }
        </details>
    }
}

/// Reads the file chosen and adds what it says.
fn read_in(texts: &'static Texts, change: &Callback<Change>) -> Callback<Event> {
    let change = change.clone();
    Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let file = input.files().and_then(|files| files.get(0));
        // The same file can be chosen again.
        input.set_value("");
        let (Some(file), change) = (file, change.clone()) else { return };
        spawn_local(async move {
            let read = browser::file_text(&file).await;
            let read = read.and_then(|text| storage::read_progress(&text));
            change.emit(match read {
                Some(progress) => Change::Merge(progress),
                None => Change::Notice(texts.unreadable.to_owned()),
            });
        });
    })
}
