//! From an address to the page.

use super::app::{App, Props};
use super::load::{Wanted, load};
use crate::visit::{Place, Visit};
use crate::{browser, storage};
use yew::Renderer;

/// Where the page goes.
const ROOT: &str = "app";

/// Loads what the address says and shows it.
///
/// # Errors
///
/// Why that cannot be done, in the reader's language.
pub(crate) async fn mount() -> Result<(), String> {
    let address = browser::address();
    let lang = address.lang.unwrap_or_else(storage::lang);
    let visit = Visit::new(lang, storage::progress());
    let wanted = Wanted { lesson: address.lesson.clone(), lang, address: Some(address) };
    let changes = load(wanted).await;
    let visit = changes.into_iter().fold(visit, |visit, change| visit.reduce(change));
    if visit.place() == Place::Nowhere {
        return Err(visit.notice().unwrap_or_default().to_owned());
    }
    let root = browser::by_id(ROOT).ok_or("the page has no element `app`")?;
    Renderer::<App>::with_root_and_props(root, Props { visit }).render();
    Ok(())
}
