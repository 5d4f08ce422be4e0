//! A lesson.

use super::challenge::{self, VERDICT};
use super::{Scene, epilogue, help, masthead, notice, prologue, stage, step_bar, walk};
use crate::action::Action;
use crate::hooks::{
    use_arrival, use_autoplay, use_dialog, use_draft, use_follow, use_judge, use_keyboard,
    use_uncover, use_wide,
};
use crate::state::State;
use crate::visit::{Change, Visit};
use crate::{browser, texts, view};
use lockstep_lesson::Lang;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties)]
pub(super) struct Props {
    /// The lesson shown.
    pub(super) state: Rc<State>,
    /// The visit that it is part of.
    pub(super) visit: UseReducerHandle<Visit>,
    /// Changes the visit.
    pub(super) change: Callback<Change>,
    /// Shows the same in another language.
    pub(super) tell: Callback<Lang>,
}

/// It is drawn anew only where the visit has changed.
impl PartialEq for Props {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

#[component]
pub(super) fn Play(props: &Props) -> Html {
    let Props { state, visit, change, tell } = props;
    let help = use_state(|| false);
    let change_visit = change.clone();
    let act = use_callback((), move |action: Action, ()| change_visit.emit(Change::Act(action)));
    let (ask, closed) = (help.setter(), help.setter());
    let ask = use_callback((), move |(), ()| ask.set(true));
    let closed = use_callback((), move |(), ()| closed.set(false));
    let copied = use_state_eq(|| None::<usize>);

    let (player, lesson) = (state.player(), state.lesson());
    let (lang, texts) = (lesson.lang, texts::of(lesson.lang));
    let wide = use_wide();
    let dialog = use_dialog(*help);
    use_arrival(visit.from().clone(), state.challenge().is_some());
    use_autoplay(state.playing(), player.at(), state.pace(), act.clone());
    use_follow(player.at(), state.variant(), visit.answers());
    use_draft(state, act.clone());
    use_judge(state, act.clone());
    use_uncover(VERDICT, state.challenge().and_then(|(_, attempt)| attempt.told()));
    use_keyboard(*help, act.clone(), ask.clone());

    let cast = state.cast();
    let scene = Scene { lang, texts, cast: &cast, act: &act, visit, change };
    let shown = state.challenge();
    let opening = match shown {
        Some((asked, attempt)) => challenge::draw(&scene, state, asked, attempt),
        None => prologue::draw(&scene, lesson, state.variant()),
    };
    html! {
        <>
            <a class="skip" href="#timeline" onclick={|event: MouseEvent| skip(&event)}>{ texts.skip }</a>
            { masthead::draw(lang, tell, Some(&ask)) }
            { notice::draw(texts, lang, visit) }
            <main>
                <div class="play">
                    { opening }
                    { stage::draw(&scene, state, wide) }
                    { step_bar::draw(&scene, state) }
                    <p class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
                        { announcement(state, visit) }
                    </p>
                </div>
                if shown.is_none() {
                    { epilogue::draw(&scene, state, &copied) }
                }
            </main>
            { help::draw(texts, dialog, &closed) }
        </>
    }
}

/// The step in words, and what is asked after it, for those who listen.
fn announcement(state: &State, visit: &Visit) -> String {
    let (player, lang) = (state.player(), state.lesson().lang);
    let told = match view::rows(player).last() {
        Some(row) => texts::announcement(lang, player.cast(), row, player.len()),
        None if player.is_empty() => texts::challenge(lang).choose.to_owned(),
        None => texts::of(lang).begin.to_owned(),
    };
    let say = walk::stop(visit, state).map(|stop| texts::plain(&stop.text));
    let asked = visit.asked().map(|question| texts::plain(&question.text));
    std::iter::once(told).chain(say).chain(asked).collect::<Vec<_>>().join(" ")
}

/// To the timeline without a word of it in the address, which says other things.
fn skip(event: &MouseEvent) {
    event.prevent_default();
    browser::focus_on("timeline");
}
