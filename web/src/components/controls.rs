//! The buttons and the slider.

use super::Scene;
use super::icon::{self, Icon};
use crate::action::{Action, Pace};
use crate::state::State;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let (texts, player) = (scene.texts, state.player());
    let (at, steps) = (player.at(), player.len());
    let (at_start, at_end) = (at == 0, at == steps);
    let (play, play_icon) =
        if state.playing() { (texts.pause, Icon::Pause) } else { (texts.play, Icon::Play) };
    let told = (texts.step_of)(&at.to_string(), &steps.to_string());
    let seek = scene.act.reform(|event: InputEvent| {
        let slider: HtmlInputElement = event.target_unchecked_into();
        Action::Seek(slider.value().parse().unwrap_or_default())
    });
    html! {
        <div class="controls" role="group" aria-label={texts.controls}>
            { button(scene, "first", texts.first, Icon::First, Action::First, at_start) }
            { button(scene, "back", texts.back, Icon::Back, Action::Back, at_start) }
            { button(scene, "play", play, play_icon, Action::TogglePlaying, false) }
            { button(scene, "forward", texts.forward, Icon::Forward, Action::Forward, at_end) }
            { button(scene, "last", texts.last, Icon::Last, Action::Last, at_end) }
            <input
                type="range"
                min="0"
                max={steps.to_string()}
                value={at.to_string()}
                aria-label={texts.step}
                aria-valuetext={told.clone()}
                oninput={seek}
            />
            <span class="step-of" aria-hidden="true">{ told }</span>
            { pace(scene, state.pace()) }
        </div>
    }
}

/// A button that has nothing to do stays in its place and keeps the focus.
fn button(
    scene: &Scene<'_>,
    class: &'static str,
    name: &'static str,
    icon: Icon,
    action: Action,
    idle: bool,
) -> Html {
    html! {
        <button
            type="button"
            class={class}
            aria-label={name}
            title={name}
            aria-disabled={idle.then_some("true")}
            onclick={scene.on_click(action)}
        >
            { icon::draw(icon) }
        </button>
    }
}

fn pace(scene: &Scene<'_>, chosen: Pace) -> Html {
    let texts = scene.texts;
    let set = scene.act.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let index = usize::try_from(select.selected_index()).unwrap_or_default();
        Action::SetPace(Pace::ALL.get(index).copied().unwrap_or_default())
    });
    let option = |pace: Pace| {
        let name = match pace {
            Pace::Slow => texts.slow,
            Pace::Medium => texts.medium,
            Pace::Fast => texts.fast,
        };
        html! { <option selected={pace == chosen}>{ name }</option> }
    };
    html! {
        <select class="pace" aria-label={texts.pace} title={texts.pace} onchange={set}>
            { for Pace::ALL.into_iter().map(option) }
        </select>
    }
}
