//! Redis above its lane: the clock and the keys.

use super::Scene;
use crate::view::{self, NodeCard, NodeKey};
use yew::prelude::*;

/// `columns` is how many columns belong to it.
pub(super) fn draw(scene: &Scene<'_>, card: &NodeCard, columns: usize) -> Html {
    let texts = scene.texts;
    html! {
        <th role="columnheader" scope="colgroup" class="node-card" colspan={columns.to_string()}>
            <div class="node-name">
                <span class="badge is-node">{ "Redis" }</span>
                <span class="clock">
                    <span class="label">{ texts.clock }</span>{ " " }
                    <code>{ view::moment(card.now_ms) }</code>
                </span>
            </div>
            if card.keys.is_empty() {
                <p class="no-keys">{ texts.no_keys }</p>
            } else {
                <ul class="keyspace">{ for card.keys.iter().map(|held| key(scene, held)) }</ul>
            }
        </th>
    }
}

fn key(scene: &Scene<'_>, key: &NodeKey) -> Html {
    let texts = scene.texts;
    let hue = key.owner.map(|owner| format!("hue-{}", view::hue(owner)));
    let left = key.ttl_ms.map_or_else(|| texts.for_ever.to_owned(), view::ttl);
    let label = |what: &'static str| html! { <span class="visually-hidden">{ what }{ " " }</span> };
    html! {
        <li class={classes!(hue)}>
            { label(texts.key) }<code class="key">{ &key.key }</code>
            { label(texts.value) }<code class="value">{ &key.value }</code>
            if let Some(owner) = key.owner {
                { label(texts.owner) }<span class="badge is-small">{ scene.cast.name(owner) }</span>
            }
            { label(texts.time_left) }<span class="left">{ left }</span>
            <span class="gauge" aria-hidden="true">
                <span style={format!("width:{}", key.left)} />
            </span>
        </li>
    }
}
