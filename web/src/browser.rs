//! What is asked of a browser outside components. Everything can be missing or
//! refused there; nothing here panics.

use crate::address::Address;
use crate::keys::Focus;
use lockstep_lesson::{Lang, Lesson};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, Response, Storage, Window};

/// Where the chosen language is kept.
const LANG: &str = "lockstep-lang";

pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// The element with this id.
pub(crate) fn by_id(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// Fetches one lesson in one language.
///
/// # Errors
///
/// What went wrong, in the browser's or the reader's words.
pub(crate) async fn load(lesson: &str, lang: Lang) -> Result<Lesson, String> {
    let told = |error: JsValue| match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    };
    let window = window().ok_or("no window")?;
    let file = format!("./lessons/{lesson}.{}.json", lang.code());
    let response = JsFuture::from(window.fetch_with_str(&file)).await.map_err(told)?;
    let response: Response = response.dyn_into().map_err(told)?;
    if !response.ok() {
        return Err(format!("{file}: {}", response.status()));
    }
    let lesson = JsFuture::from(response.json().map_err(told)?).await.map_err(told)?;
    serde_wasm_bindgen::from_value(lesson).map_err(|error| format!("{file}: {error}"))
}

/// What the address bar says.
pub(crate) fn address() -> Address {
    let hash = window().and_then(|window| window.location().hash().ok());
    Address::parse(&hash.unwrap_or_default())
}

/// Writes into the address bar without a new entry in the history.
pub(crate) fn set_address(address: &Address) {
    let Some(window) = window() else { return };
    let text = address.to_string();
    if window.location().hash().is_ok_and(|hash| hash == text) {
        return;
    }
    if let Ok(history) = window.history() {
        // Browsers refuse when it comes too often; the next step writes again.
        _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&text));
    }
}

/// The language to begin with: the one chosen before, else the browser's.
pub(crate) fn lang() -> Lang {
    let kept = storage().and_then(|storage| storage.get_item(LANG).ok()?);
    let kept = kept.and_then(|code| Lang::from_code(&code));
    let own = || Lang::from_code(window()?.navigator().language()?.get(..2)?);
    kept.or_else(own).unwrap_or(Lang::En)
}

/// Keeps the language for the next visit.
pub(crate) fn keep_lang(lang: Lang) {
    if let Some(storage) = storage() {
        _ = storage.set_item(LANG, lang.code());
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Gives the document its title and its language.
pub(crate) fn set_title(title: &str, html_lang: &str) {
    let Some(document) = document() else { return };
    document.set_title(title);
    if let Some(root) = document.document_element() {
        _ = root.set_attribute("lang", html_lang);
    }
}

/// What has the focus, as far as keys are concerned.
pub(crate) fn focus() -> Focus {
    let Some(element) = document().and_then(|document| document.active_element()) else {
        return Focus::Page;
    };
    let editable = element.dyn_ref::<HtmlElement>().is_some_and(HtmlElement::is_content_editable);
    match element.tag_name().as_str() {
        _ if editable => Focus::Field,
        "INPUT" | "TEXTAREA" | "SELECT" => Focus::Field,
        "BUTTON" | "SUMMARY" | "A" => Focus::Button,
        _ => Focus::Page,
    }
}

/// Shows an error above the text that the page came with.
pub(crate) fn show_failure(problem: &str) {
    if let Some(detail) = by_id("failure-detail") {
        detail.set_text_content(Some(problem));
    }
    if let Some(failure) = by_id("failure") {
        _ = failure.remove_attribute("hidden");
    }
}

/// A panic ends the program: then the page says so and does not just stand still.
pub(crate) fn show_panics() {
    yew::set_custom_panic_hook(Box::new(|info| {
        let problem = info.to_string();
        web_sys::console::error_1(&JsValue::from_str(&problem));
        show_failure(&problem);
    }));
}
