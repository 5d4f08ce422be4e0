//! The whole page.

use super::load::{Wanted, use_load, use_open};
use super::mount::FIRST_LESSON;
use super::{Scene, epilogue, help, masthead, prologue, stage, step_bar};
use crate::action::Action;
use crate::hooks::{
    use_address, use_autoplay, use_dialog, use_follow, use_keyboard, use_title, use_wide,
};
use crate::state::State;
use crate::texts::{self, Texts};
use crate::{browser, view};
use lockstep_lesson::Lang;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Properties)]
pub(super) struct Props {
    /// What is shown first.
    pub(super) state: State,
}

/// The page is drawn for one state and from then on keeps its own.
impl PartialEq for Props {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(State::reduce(&self, action))
    }
}

#[component]
pub(super) fn App(props: &Props) -> Html {
    let state = use_reducer(|| props.state.clone());
    let notice = use_state(|| None::<AttrValue>);
    let help = use_state(|| false);
    let dispatcher = state.dispatcher();
    let act = use_callback((), move |action: Action, ()| dispatcher.dispatch(action));
    let (ask, closed) = (help.setter(), help.setter());
    let ask = use_callback((), move |(), ()| ask.set(true));
    let closed = use_callback((), move |(), ()| closed.set(false));

    let (player, lesson) = (state.player(), state.lesson());
    let (lang, texts) = (lesson.lang, texts::of(lesson.lang));
    let wide = use_wide();
    let dialog = use_dialog(*help);
    let load = use_load(act.clone(), notice.setter());
    let open = use_open(lesson.id.clone(), lang, &act, &load, notice.setter());
    use_address(state.address(), open);
    use_autoplay(state.playing(), player.at(), state.pace(), act.clone());
    use_follow(player.at(), state.variant());
    use_keyboard(*help, act.clone(), ask.clone());
    use_title(format!("{} · Lockstep", lesson.title), texts.html_lang);

    let id = lesson.id.clone();
    let tell = load.reform(move |lang: Lang| {
        browser::keep_lang(lang);
        Wanted { lesson: id.clone(), lang, address: None }
    });
    let cast = state.cast();
    let scene = Scene { lang, texts, cast: &cast, act: &act };
    let at_end = player.at() == player.len() && state.forked_after().is_none();
    html! {
        <>
            <a class="skip" href="#timeline" onclick={|event: MouseEvent| skip(&event)}>{ texts.skip }</a>
            { masthead::draw(lang, &tell, &ask) }
            { notice.as_ref().map_or_else(Html::default, |notice| self::notice(texts, notice)) }
            <main>
                { prologue::draw(&scene, lesson, state.variant()) }
                { stage::draw(&scene, &state, wide) }
                { epilogue::draw(lesson, at_end) }
                { step_bar::draw(&scene, &state) }
                <p class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
                    { announcement(&state) }
                </p>
            </main>
            { help::draw(texts, dialog, &closed) }
        </>
    }
}

fn notice(texts: &Texts, notice: &AttrValue) -> Html {
    html! {
        <p class="notice" role="alert">
            { notice }{ " " }<a href={format!("#/{FIRST_LESSON}")}>{ texts.try_first }</a>
        </p>
    }
}

/// The step in words, for those who listen.
fn announcement(state: &State) -> String {
    let (player, lang) = (state.player(), state.lesson().lang);
    match view::rows(player).last() {
        Some(row) => texts::announcement(lang, player.cast(), row, player.len()),
        None => texts::of(lang).begin.to_owned(),
    }
}

/// To the timeline without a word of it in the address, which says other things.
fn skip(event: &MouseEvent) {
    event.prevent_default();
    let timeline = browser::by_id("timeline");
    if let Some(timeline) = timeline.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // It refuses only where the element is not shown.
        _ = timeline.focus();
    }
}
