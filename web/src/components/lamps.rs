//! What must always hold, and whether it has so far.

use super::Scene;
use super::icon::{self, Icon};
use crate::texts;
use crate::view::Lamp;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, lamps: &[Lamp]) -> Html {
    html! {
        <div class="lamps">
            <h3>{ scene.texts.watched }</h3>
            <ul>{ for lamps.iter().map(|lit| lamp(scene, lit)) }</ul>
        </div>
    }
}

fn lamp(scene: &Scene<'_>, lamp: &Lamp) -> Html {
    let (class, icon, word) = if lamp.violations.is_empty() {
        ("holds", Icon::Holds, scene.texts.holds)
    } else {
        ("violated", Icon::Violated, scene.texts.violated)
    };
    html! {
        <li class={class}>
            { icon::draw(icon) }
            <span>{ texts::property(scene.lang, lamp.property) }</span>
            <span class="visually-hidden">{ ": " }{ word }</span>
        </li>
    }
}
