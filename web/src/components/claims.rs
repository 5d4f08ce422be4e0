//! Claims that go round, each with the step at which one sees what is true.

use super::Scene;
use super::question::html;
use crate::address::Address;
use crate::hooks::show_now;
use lockstep_lesson::{Claim, Lesson};
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, lesson: &Lesson) -> Html {
    let claim = |claim: &Claim| {
        let address = Address {
            lesson: Some(lesson.id.clone()),
            variant: Some(claim.variant.clone()),
            step: claim.step,
            lang: Some(lesson.lang),
            ..Address::default()
        };
        let variant = lesson.variant(&claim.variant).map_or("", |variant| variant.name.as_str());
        let told = (scene.texts.see_at)(&claim.step.to_string(), variant);
        html! {
            <li>
                <div class="prose">{ html(&claim.text) }</div>
                <a href={address.to_string()} onclick={|_: MouseEvent| show_now()}>{ told }</a>
            </li>
        }
    };
    html! { <ul class="claims">{ for lesson.claims.iter().map(claim) }</ul> }
}
