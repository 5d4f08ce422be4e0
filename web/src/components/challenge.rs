//! The challenge of a lesson: what is to be done, and how far one has come.

mod editor;
mod facts;
mod hints;
mod verdict;

pub(super) use editor::VERDICT;

use super::Scene;
use super::home::lesson as lesson_address;
use super::icon::{self, Icon};
use super::question::html;
use crate::action::Action;
use crate::address::Address;
use crate::hooks::TITLE;
use crate::state::{Attempt, State};
use crate::texts;
use lockstep_lesson::{Challenge, Lesson, Task};
use yew::prelude::*;

/// At the end of a lesson: that there is a challenge, and the way to it.
pub(super) fn invite(scene: &Scene<'_>, lesson: &Lesson) -> Html {
    let Some(challenge) = &lesson.challenge else { return Html::default() };
    let texts = texts::challenge(scene.lang);
    let address = Address {
        lesson: Some(lesson.id.clone()),
        lang: Some(lesson.lang),
        challenge: true,
        ..Address::default()
    };
    html! {
        <section class="invitation" aria-labelledby="invitation">
            <h2 id="invitation">
                { (texts.titled)(texts.heading, texts::task(scene.lang, &challenge.task)) }
            </h2>
            <div class="prose">{ html(&challenge.text) }</div>
            <p><a class="plain-button" href={address.to_string()}>{ texts.take_up }</a></p>
        </section>
    }
}

/// In place of the lesson's beginning: what is to be done.
pub(super) fn draw(
    scene: &Scene<'_>,
    state: &State,
    challenge: &Challenge,
    attempt: &Attempt,
) -> Html {
    let (texts, lesson) = (texts::challenge(scene.lang), state.lesson());
    let task = texts::task(scene.lang, &challenge.task);
    let body = match &challenge.task {
        Task::Break { .. } => Html::default(),
        Task::Repair { client, .. } => editor::draw(scene, state, challenge, attempt, client),
    };
    html! {
        <section class="challenge" aria-labelledby={TITLE}>
            <p class="up">
                <a href={lesson_address(&lesson.id, lesson.lang)}>{ (texts.back)(&lesson.title) }</a>
            </p>
            <div class="title">
                <h1 id={TITLE} tabindex="-1">{ (texts.titled)(&lesson.title, task) }</h1>
            </div>
            <div class="prose">{ html(&challenge.text) }</div>
            <div class="goal">
                <p>{ texts::goal(scene.lang, scene.cast, &challenge.task) }</p>
                <p>{ texts::allowed(scene.lang, &challenge.scenario.faults) }</p>
            </div>
            { body }
            { hints::draw(scene, challenge, attempt) }
        </section>
    }
}

/// At each step: what is still allowed and how many steps were taken, or that
/// it is done.
pub(super) fn told(
    scene: &Scene<'_>,
    state: &State,
    challenge: &Challenge,
    attempt: &Attempt,
) -> Html {
    let texts = texts::challenge(scene.lang);
    let Task::Break { .. } = challenge.task else {
        return html! { <p>{ texts.try_out }</p> };
    };
    let (steps, shortest) = (state.player().at().to_string(), attempt.shortest().to_string());
    let left = texts::left(scene.lang, &state.left().unwrap_or_default());
    html! {
        <>
            <p class="score">
                <span>{ left }</span>
                <span>{ (texts.steps)(&steps, &shortest) }</span>
                if !state.player().is_empty() {
                    <button type="button" class="link" onclick={scene.on_click(Action::Rejoin)}>
                        { texts.start_over }
                    </button>
                }
            </p>
            <div role="status">{ done(scene, state, challenge, attempt) }</div>
        </>
    }
}

fn done(scene: &Scene<'_>, state: &State, challenge: &Challenge, attempt: &Attempt) -> Html {
    let texts = texts::challenge(scene.lang);
    let Some(steps) = state.broken_after() else { return Html::default() };
    let told = match steps == attempt.shortest() {
        true => (texts.done_shortest)(&steps.to_string()),
        false => (texts.done)(&steps.to_string(), &attempt.shortest().to_string()),
    };
    html! {
        <div class="solved">
            <p class="verdict is-good">{ icon::draw(Icon::Holds) }<strong>{ told }</strong></p>
            { html(&challenge.solved) }
        </div>
    }
}
