//! What is asked of a browser outside components. Everything can be missing or
//! refused there; nothing here panics.

use crate::address::Address;
use crate::keys::Focus;
use js_sys::Reflect;
use lockstep_lesson::{Course, Interview, Lang, Lesson};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Document, Element, HtmlElement, HtmlTextAreaElement, Response, Window};

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

/// Gives an element the focus, and with it the reader's eyes.
pub(crate) fn focus_on(id: &str) {
    let element = by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // It refuses only where the element is not shown.
        _ = element.focus();
    }
}

/// Selects a part of an editor's text and goes there.
pub(crate) fn select_in(id: &str, from: u32, to: u32) {
    focus_on(id);
    let editor = by_id(id).and_then(|editor| editor.dyn_into::<HtmlTextAreaElement>().ok());
    if let Some(editor) = editor {
        // It refuses only where the text has become shorter meanwhile.
        _ = editor.set_selection_range(from, to);
    }
}

/// Milliseconds from some moment on; only differences say something.
pub(crate) fn now_ms() -> f64 {
    let performance = window().and_then(|window| window.performance());
    performance.map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// The time of the wall clock, in milliseconds.
pub(crate) fn wall_ms() -> u64 {
    // A clock before 1970 counts as that.
    js_sys::Date::now() as u64
}

/// Fetches one lesson in one language.
///
/// # Errors
///
/// What went wrong, in the browser's or the reader's words.
pub(crate) async fn lesson(id: &str, lang: Lang) -> Result<Lesson, String> {
    load(&format!("./lessons/{id}.{}.json", lang.code())).await
}

/// Fetches the list of the lessons in one language.
///
/// # Errors
///
/// As for a lesson.
pub(crate) async fn course(lang: Lang) -> Result<Course, String> {
    load(&format!("./lessons/course.{}.json", lang.code())).await
}

/// Fetches the interview in one language.
///
/// # Errors
///
/// As for a lesson.
pub(crate) async fn interview(lang: Lang) -> Result<Interview, String> {
    load(&format!("./lessons/interview.{}.json", lang.code())).await
}

async fn load<T: DeserializeOwned>(file: &str) -> Result<T, String> {
    let window = window().ok_or("no window")?;
    let response =
        JsFuture::from(window.fetch_with_str(file)).await.map_err(|error| told(&error))?;
    let response: Response = response.dyn_into().map_err(|error| told(&error))?;
    if !response.ok() {
        return Err(format!("{file}: {}", response.status()));
    }
    let value = JsFuture::from(response.json().map_err(|error| told(&error))?)
        .await
        .map_err(|error| told(&error))?;
    serde_wasm_bindgen::from_value(value).map_err(|error| format!("{file}: {error}"))
}

fn told(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
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

/// Whether there is a clipboard: browsers keep it from pages without https.
pub(crate) fn can_copy() -> bool {
    let navigator = window().map(|window| window.navigator());
    let clipboard = navigator.and_then(|it| Reflect::get(&it, &"clipboard".into()).ok());
    clipboard.is_some_and(|clipboard| clipboard.is_object())
}

/// Copies a text, and answers whether the browser let it.
pub(crate) async fn copy(text: &str) -> bool {
    let Some(window) = window().filter(|_| can_copy()) else { return false };
    JsFuture::from(window.navigator().clipboard().write_text(text)).await.is_ok()
}

/// What stands in a file that the reader has chosen.
pub(crate) async fn file_text(file: &Blob) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
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
