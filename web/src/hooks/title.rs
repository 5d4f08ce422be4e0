//! The document's title and language.

use crate::browser;
use yew::prelude::*;

/// Keeps both in step with what is shown.
#[hook]
pub(crate) fn use_title(title: String, html_lang: &'static str) {
    use_effect_with((title, html_lang), |(title, html_lang)| {
        browser::set_title(title, html_lang);
    });
}
