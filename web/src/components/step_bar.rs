//! What is told at the step shown, and the way to the next one.

use super::icon::{self, Icon};
use super::{Scene, challenge, controls, lamps, prediction, walk};
use crate::action::Action;
use crate::hooks::STEP_BAR;
use crate::state::State;
use crate::texts;
use crate::view::{self, Lamp};
use lockstep_scenario::Violation;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let lit = view::lamps(state.player());
    let banners = first_violations(&lit).into_iter();
    let banners = banners.map(|(step, what)| banner(scene, step, what));
    // In a challenge there is no line of the lesson to leave.
    let forked = state.forked_after().filter(|_| state.challenge().is_none());
    html! {
        <section id={STEP_BAR} class="step-bar" aria-label={scene.texts.narration}>
            <div class="told">
                { for forked.map(|step| fork(scene, step)) }
                { for banners }
                { walk::draw(scene, state) }
                <div class="narration">{ narration(scene, state) }</div>
                { prediction::draw(scene) }
            </div>
            { lamps::draw(scene, &lit) }
            { controls::draw(scene, state) }
        </section>
    }
}

fn narration(scene: &Scene<'_>, state: &State) -> Html {
    if let Some((asked, attempt)) = state.challenge() {
        return challenge::told(scene, state, asked, attempt);
    }
    match state.narration() {
        Some(told) => Html::from_html_unchecked(told.to_owned().into()),
        None if state.player().at() == 0 => html! { <p>{ scene.texts.begin }</p> },
        None => html! { <p>{ scene.texts.own_line }</p> },
    }
}

/// The first violation of each property, oldest first.
fn first_violations(lamps: &[Lamp]) -> Vec<(usize, &Violation)> {
    let first = lamps.iter().filter_map(|lamp| lamp.violations.first());
    let mut first: Vec<_> = first.map(|(step, what)| (*step, what)).collect();
    first.sort_by_key(|(step, _)| *step);
    first
}

/// What was violated stays in sight for the rest of the way.
fn banner(scene: &Scene<'_>, step: usize, what: &Violation) -> Html {
    html! {
        <p class="banner">
            { icon::draw(Icon::Violated) }
            <strong>{ texts::violation(scene.lang, scene.cast, what) }</strong>
            <button type="button" class="link" onclick={scene.on_click(Action::Seek(step))}>
                { (scene.texts.at_step)(&step.to_string()) }
            </button>
        </p>
    }
}

fn fork(scene: &Scene<'_>, step: usize) -> Html {
    html! {
        <p class="fork">
            <span>{ (scene.texts.forked_after)(&step.to_string()) }</span>
            <button type="button" class="link" onclick={scene.on_click(Action::Rejoin)}>
                { scene.texts.rejoin }
            </button>
        </p>
    }
}
