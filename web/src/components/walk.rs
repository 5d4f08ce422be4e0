//! What to say at a step that answers a question of the interview, and the way
//! to the next one.

use super::Scene;
use super::question::html;
use crate::address::Address;
use crate::interview::{next_stop, stop_at};
use crate::state::State;
use crate::texts;
use crate::visit::Visit;
use lockstep_lesson::Stop;
use yew::prelude::*;

/// What there is to say at the step shown.
pub(super) fn stop<'a>(visit: &'a Visit, state: &State) -> Option<&'a Stop> {
    let question = visit.walked().filter(|_| state.forked_after().is_none())?;
    stop_at(&question.walkthrough, variant(state), state.player().at())
}

pub(super) fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let Some(question) = scene.visit.walked() else { return Html::default() };
    let texts = texts::interview(scene.lang);
    let said = stop(scene.visit, state);
    let next = next_stop(&question.walkthrough, variant(state), state.player().at());
    let asked = scene.visit.sitting().asked().at(&question.id);
    let back = Address::of_interview(asked, scene.lang).to_string();
    let title = texts::plain(&question.title);
    html! {
        <div class="walk">
            if let Some(said) = said {
                <div class="say"><strong>{ texts.say }</strong>{ html(&said.text) }</div>
            }
            <p>
                if let Some(next) = next {
                    <a class="link next-stop" href={scene.visit.stop_address(question, next.step).to_string()}>
                        { (texts.next_stop)(&next.step.to_string()) }
                    </a>
                } else {
                    <span>{ texts.last_stop }</span>
                }
                <a class="link to-question" href={back}>{ (texts.back)(&title) }</a>
            </p>
        </div>
    }
}

fn variant(state: &State) -> &str {
    state.lesson().variants.get(state.variant()).map_or("", |variant| &variant.id)
}
