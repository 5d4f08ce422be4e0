//! Redis above its lane: the clock, every node with its keys, and what the
//! locks protect.

use super::Scene;
use crate::texts;
use crate::view::{self, NodeCard, NodeKey, ResourceCard};
use lockstep_scenario::{Player, Resource};
use yew::prelude::*;

/// `columns` is how many columns belong to it.
pub(super) fn draw(scene: &Scene<'_>, player: &Player, columns: usize) -> Html {
    let (nodes, resources) = (view::nodes(player), view::resources(player));
    html! {
        <th role="columnheader" scope="colgroup" class="node-card" colspan={columns.to_string()}>
            <div class="node-name">
                <span class="badge is-node">{ "Redis" }</span>
                <span class="clock">
                    <span class="label">{ scene.texts.clock }</span>{ " " }
                    <code>{ view::moment(view::now_ms(player)) }</code>
                </span>
            </div>
            <div class="nodes">{ for nodes.iter().map(|card| node(scene, card)) }</div>
            if !resources.is_empty() {
                <div class="resources">
                    <span class="label">{ scene.texts.resources }</span>
                    <ul>{ for resources.iter().map(|card| resource(scene, card)) }</ul>
                </div>
            }
        </th>
    }
}

fn node(scene: &Scene<'_>, card: &NodeCard) -> Html {
    let texts = scene.texts;
    let cut: Vec<_> = card.cut.iter().map(|client| scene.cast.name(*client)).collect();
    let troubles = [
        card.is_down.then(|| texts.down.to_owned()),
        (!cut.is_empty()).then(|| (texts.cut_off)(&cut.join(texts.and))),
        (card.ahead_ms > 0).then(|| (texts.ahead)(&view::seconds(card.ahead_ms))),
    ];
    let trouble = |told: String| html! { <span class="chip is-trouble">{ told }</span> };
    let replica = |(index, writes): (usize, &usize)| {
        let lags = (*writes > 0).then_some("is-behind");
        html! {
            <li class={lags}>
                <span>{ (texts.replica)(&(index + 1).to_string()) }</span>{ " " }
                <span>{ texts::lag(scene.lang, *writes) }</span>
            </li>
        }
    };
    html! {
        <div class={classes!("node", card.is_down.then_some("is-down"))}>
            if let Some(name) = &card.name {
                <span class="at-node">{ name }</span>
            }
            { for troubles.into_iter().flatten().map(trouble) }
            if card.keys.is_empty() {
                <p class="no-keys">{ texts.no_keys }</p>
            } else {
                <ul class="keyspace">{ for card.keys.iter().map(|held| key(scene, held)) }</ul>
            }
            if !card.lags.is_empty() {
                <ul class="replicas">{ for card.lags.iter().enumerate().map(replica) }</ul>
            }
        </div>
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

fn resource(scene: &Scene<'_>, card: &ResourceCard) -> Html {
    let fence = match card.holds {
        Resource::Row { highest_fence, .. } if card.fenced => {
            Some((scene.texts.highest_fence)(&highest_fence.to_string()))
        }
        _ => None,
    };
    html! {
        <li>
            <code class="key">{ &card.name }</code>{ " " }
            <span class="value">{ texts::resource(scene.lang, &card.holds) }</span>
            if let Some(fence) = fence {
                { " " }<span class="fence">{ fence }</span>
            }
        </li>
    }
}
