//! What is asked before a step: what will happen. One click answers it, and
//! nobody has to.

use super::Scene;
use super::icon::{self, Icon};
use super::question::{feedback, html};
use crate::visit::Change;
use lockstep_lesson::{Question, Reply};
use yew::prelude::*;

/// Everything that is asked before the next step of the lesson shown.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    html! { <>{ for scene.visit.asked().map(|question| ask(scene, question)) }</> }
}

fn ask(scene: &Scene<'_>, question: &Question) -> Html {
    let id = format!("asked-{}", question.id);
    let answers = question.answers.iter().enumerate();
    html! {
        <div class="prediction" role="group" aria-labelledby={id.clone()} key={id.clone()}>
            <div {id} class="asked">{ html(&question.text) }</div>
            <div class="choices">
                { for answers.map(|(index, reply)| choice(scene, question, index, reply)) }
            </div>
            { feedback(scene, question) }
        </div>
    }
}

fn choice(scene: &Scene<'_>, question: &Question, index: usize, reply: &Reply) -> Html {
    let chosen = scene.visit.given(&question.id).is_some_and(|given| given.answer == index);
    let id = question.id.clone();
    let choose = scene.change.reform(move |_: MouseEvent| Change::Answer(id.clone(), index));
    let (class, icon) = match (chosen, reply.right) {
        (false, _) => (None, None),
        (true, true) => (Some("is-right"), Some(Icon::Holds)),
        (true, false) => (Some("is-wrong"), Some(Icon::Violated)),
    };
    html! {
        <button
            type="button"
            class={classes!("choice", class)}
            aria-pressed={chosen.to_string()}
            onclick={choose}
        >
            { for icon.map(icon::draw) }<span>{ html(&reply.text) }</span>
        </button>
    }
}
