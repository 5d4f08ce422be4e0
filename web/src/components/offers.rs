//! Who may go on, for a learner who chooses for herself.

use super::Scene;
use super::icon::{self, Icon};
use crate::action::Action;
use crate::hooks::OFFERS;
use crate::state::State;
use crate::view::{self, ClientCard};
use lockstep_scenario::Choice;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, state: &State, cards: &[ClientCard]) -> Html {
    let choices = if state.may_choose() { state.player().world().choices() } else { Vec::new() };
    let time = choices.iter().find_map(|choice| match choice {
        Choice::Time { by_ms } => Some(*by_ms),
        Choice::Client(_) => None,
    });
    let columns = 1 + scene.cast.locks.len();
    let client = |card: &ClientCard| client(scene, card, &choices);
    html! {
        <tr key="offers" role="row" class="offers" id={OFFERS}>
            <th role="rowheader" scope="row" class="number">
                <span>{ scene.texts.take_over }</span>
            </th>
            { for cards.iter().map(client) }
            <td role="cell" class="reply" colspan={columns.to_string()}>
                { time.map_or_else(Html::default, |by_ms| self::time(scene, by_ms)) }
            </td>
        </tr>
    }
}

fn client(scene: &Scene<'_>, card: &ClientCard, choices: &[Choice]) -> Html {
    let (texts, name) = (scene.texts, scene.cast.name(card.client));
    let choice = Choice::Client(card.client);
    let line = card.next_line().unwrap_or(texts.finished);
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
        </td>
    }
}

fn time(scene: &Scene<'_>, by_ms: u64) -> Html {
    let length = view::seconds(i64::try_from(by_ms).unwrap_or(i64::MAX));
    let choice = Choice::Time { by_ms };
    html! {
        <button type="button" class="offer" onclick={scene.on_click(Action::Choose(choice))}>
            { icon::draw(Icon::Time) }<span>{ (scene.texts.offer_time)(&length) }</span>
        </button>
    }
}
