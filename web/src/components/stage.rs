//! The timeline: a sequence diagram that is a table.

use super::{Scene, client_head, node_head, offers, row};
use crate::action::Action;
use crate::hooks::CARDS;
use crate::state::State;
use crate::view::{self, ClientCard, Row};
use yew::prelude::*;

/// `wide` says whether there is room for the programs.
pub(super) fn draw(scene: &Scene<'_>, state: &State, wide: bool) -> Html {
    let (texts, player) = (scene.texts, state.player());
    let (cards, rows) = (view::clients(player), view::rows(player));
    let several = scene.cast.node_count() > 1;
    let nodes = format!("--nodes:{}", scene.cast.node_count());
    let draw_row = |row: &Row| row::draw(scene, row, row.step == player.at());
    html! {
        <section
            class={classes!("stage", several.then_some("has-nodes"))}
            style={nodes}
            aria-labelledby="timeline"
        >
            <h2 id="timeline" class="visually-hidden" tabindex="-1">{ texts.timeline }</h2>
            <table role="table" aria-describedby="timeline-about">
                <caption id="timeline-about" class="visually-hidden">
                    { texts.timeline_about }
                </caption>
                <colgroup>
                    <col class="number" />
                    { for cards.iter().map(|_| html! { <col /> }) }
                    <col class="reply" />
                    { for (0..bars(scene)).map(|_| html! { <col class="lock" /> }) }
                </colgroup>
                <thead role="rowgroup" id={CARDS}>{ heads(scene, state, &cards, wide) }</thead>
                <tbody role="rowgroup">
                    { for rows.iter().map(draw_row) }
                    { offers::draw(scene, state, &cards) }
                    { for (player.at() + 1..=player.len()).map(|step| ahead(scene, step)) }
                </tbody>
            </table>
        </section>
    }
}

/// How many columns show what is left of locks.
fn bars(scene: &Scene<'_>) -> usize {
    scene.cast.locks.len() * scene.cast.node_count()
}

fn heads(scene: &Scene<'_>, state: &State, cards: &[ClientCard], wide: bool) -> Html {
    let now_ms = view::now_ms(state.player());
    let client = |card: &ClientCard| client_head::draw(scene, card, now_ms, wide);
    html! {
        <tr role="row">
            <th role="columnheader" scope="col" class="number">
                <span class="visually-hidden">{ scene.texts.step }</span>
            </th>
            { for cards.iter().map(client) }
            { node_head::draw(scene, state.player(), 1 + bars(scene)) }
        </tr>
    }
}

/// A step to come: that there is one, and no more.
fn ahead(scene: &Scene<'_>, step: usize) -> Html {
    let lane = |_| html! { <td class="client"><span class="lane" /></td> };
    html! {
        <tr
            key={step}
            class="ahead"
            aria-hidden="true"
            onclick={scene.on_click(Action::Seek(step))}
        >
            <th class="number">{ step }</th>
            { for scene.cast.clients.iter().map(lane) }
            <td class="reply" />
            { for (0..bars(scene)).map(|_| html! { <td class="lock" /> }) }
        </tr>
    }
}
