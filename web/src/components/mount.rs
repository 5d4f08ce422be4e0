//! From an address to the page.

use super::app::App;
use crate::{browser, state::State, texts};
use lockstep_engine::ScriptHost;
use std::rc::Rc;
use yew::Renderer;

/// Where the page goes.
const ROOT: &str = "app";

/// The lesson to begin with.
pub(super) const FIRST_LESSON: &str = "04-wrong-delete";

/// Loads what the address says and shows it.
///
/// # Errors
///
/// Why that cannot be done, in the reader's language.
pub(crate) async fn mount() -> Result<(), String> {
    let address = browser::address();
    let lang = address.lang.unwrap_or_else(browser::lang);
    let id = address.lesson.as_deref().unwrap_or(FIRST_LESSON);
    let texts = texts::of(lang);
    let lesson = browser::load(id, lang).await;
    let lesson = lesson.map_err(|error| (texts.not_loaded)(id, &error))?;
    let state = State::open(Rc::new(lesson), Rc::new(ScriptHost::new()), &address);
    let state = state.map_err(|error| (texts.unplayable)(id, &error.to_string()))?;
    let root = browser::by_id(ROOT).ok_or("the page has no element `app`")?;
    Renderer::<App>::with_root_and_props(root, super::app::Props { state }).render();
    Ok(())
}
