//! Who may go on, for a learner who chooses for herself.

use super::Scene;
use super::icon::{self, Icon};
use crate::action::Action;
use crate::hooks::OFFERS;
use crate::state::State;
use crate::texts;
use crate::view::{self, ClientCard, Mover};
use lockstep_scenario::{Choice, NodeEvent};
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, state: &State, cards: &[ClientCard]) -> Html {
    let world = state.player().world();
    let choices = if state.may_choose() { world.choices(scene.cast) } else { Vec::new() };
    let columns = 1 + scene.cast.locks.len() * scene.cast.node_count();
    let client = |card: &ClientCard| client(scene, card, &choices);
    html! {
        <tr key="offers" role="row" class="offers" id={OFFERS}>
            <th role="rowheader" scope="row" class="number">
                <span>{ scene.texts.take_over }</span>
            </th>
            { for cards.iter().map(client) }
            <td role="cell" class="reply" colspan={columns.to_string()}>
                { for choices.iter().filter_map(|choice| other(scene, *choice)) }
            </td>
        </tr>
    }
}

fn client(scene: &Scene<'_>, card: &ClientCard, choices: &[Choice]) -> Html {
    let (texts, name) = (scene.texts, scene.cast.name(card.client));
    let choice = Choice::Client(card.client);
    let line = card.next_line().unwrap_or(texts.finished);
    let watchdog = Choice::Watchdog(card.client);
    html! {
        <td role="cell" class={classes!("client", format!("hue-{}", view::hue(card.client)))}>
            <button
                type="button"
                class="offer"
                disabled={!choices.contains(&choice)}
                aria-label={(texts.offer_client)(name, line)}
                onclick={scene.on_click(Action::Choose(choice))}
            >
                <span class="badge is-small">{ name }</span>
                <code>{ line.to_owned() }</code>
            </button>
            if choices.contains(&watchdog) {
                { self::watchdog(scene, card, watchdog) }
            }
        </td>
    }
}

fn watchdog(scene: &Scene<'_>, card: &ClientCard, choice: Choice) -> Html {
    let name = texts::mover(scene.lang, scene.cast, Mover::Watchdog(card.client));
    html! {
        <button
            type="button"
            class="offer watchdog"
            aria-label={(scene.texts.offer_watchdog)(&name)}
            onclick={scene.on_click(Action::Choose(choice))}
        >
            <span>{ name }</span>
        </button>
    }
}

/// What no client does: time, and replicas.
fn other(scene: &Scene<'_>, choice: Choice) -> Option<Html> {
    let texts = scene.texts;
    let (icon, told) = match choice {
        Choice::Time { by_ms } => {
            let length = view::seconds(i64::try_from(by_ms).unwrap_or(i64::MAX));
            (Some(icon::draw(Icon::Time)), (texts.offer_time)(&length))
        }
        Choice::Node(_, NodeEvent::Replicate { replica }) => {
            let replica = (texts.replica)(&(replica + 1).to_string());
            (None, (texts.offer_write)(&replica))
        }
        _ => return None,
    };
    Some(html! {
        <button type="button" class="offer" onclick={scene.on_click(Action::Choose(choice))}>
            { for icon }<span>{ told }</span>
        </button>
    })
}
