//! The top of the page.

use super::notice::list;
use crate::texts;
use lockstep_lesson::Lang;
use yew::prelude::*;

/// `help` shows the keys, where there are any.
pub(super) fn draw(lang: Lang, tell: &Callback<Lang>, help: Option<&Callback<()>>) -> Html {
    let texts = texts::of(lang);
    let choice = |offered: Lang| {
        let tell = tell.reform(move |_: MouseEvent| offered);
        let names = texts::of(offered);
        let pressed = (offered == lang).to_string();
        html! {
            <button type="button" lang={names.html_lang} aria-pressed={pressed} onclick={tell}>
                { names.own_name }
            </button>
        }
    };
    html! {
        <header class="masthead">
            <a class="wordmark" href={list(lang)}>{ "Lockstep" }</a>
            if let Some(help) = help {
                <button type="button" class="quiet keys" onclick={help.reform(|_| ())}>
                    { texts.keys }<kbd aria-hidden="true">{ "?" }</kbd>
                </button>
            }
            <div class="languages" role="group" aria-label={texts.language}>
                { for Lang::ALL.into_iter().map(choice) }
            </div>
        </header>
    }
}
