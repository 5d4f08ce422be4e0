//! Who may go on, for a learner who chooses for herself; in a challenge also
//! what may go wrong.

use super::Scene;
use super::icon::{self, Icon};
use crate::action::Action;
use crate::hooks::OFFERS;
use crate::state::{Offer, State};
use crate::texts;
use crate::view::{self, ClientCard, Mover};
use lockstep_scenario::{Choice, ClientIndex, NodeEvent};
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, state: &State, cards: &[ClientCard]) -> Html {
    let offers = state.offers();
    let columns = 1 + scene.cast.locks.len() * scene.cast.node_count();
    let client = |card: &ClientCard| client(scene, card, &offers);
    let head = match state.challenge() {
        Some(_) => texts::challenge(scene.lang).choose,
        None => scene.texts.take_over,
    };
    html! {
        <tr key="offers" role="row" class="offers" id={OFFERS}>
            <th role="rowheader" scope="row" class="number">
                <span>{ head }</span>
            </th>
            { for cards.iter().map(client) }
            <td role="cell" class="reply" colspan={columns.to_string()}>
                { for offers.iter().filter_map(|offer| other(scene, offer)) }
            </td>
        </tr>
    }
}

fn client(scene: &Scene<'_>, card: &ClientCard, offers: &[Offer]) -> Html {
    let (texts, name) = (scene.texts, scene.cast.name(card.client));
    let choice = Choice::Client(card.client);
    let line = card.next_line().unwrap_or(texts.finished);
    let watchdog = Choice::Watchdog(card.client);
    let is_offered = |choice| offers.iter().any(|offer| offer.choice == choice);
    let faults = offers.iter().filter_map(|offer| fault(scene, card.client, offer.choice));
    html! {
        <td role="cell" class={classes!("client", format!("hue-{}", view::hue(card.client)))}>
            <button
                type="button"
                class="offer"
                data-choice={word(scene, choice)}
                disabled={!is_offered(choice)}
                aria-label={(texts.offer_client)(name, line)}
                onclick={scene.on_click(Action::Choose(choice))}
            >
                <span class="badge is-small">{ name }</span>
                <code>{ line.to_owned() }</code>
            </button>
            if is_offered(watchdog) {
                { self::watchdog(scene, card, watchdog) }
            }
            { for faults }
        </td>
    }
}

fn watchdog(scene: &Scene<'_>, card: &ClientCard, choice: Choice) -> Html {
    let name = texts::mover(scene.lang, scene.cast, Mover::Watchdog(card.client));
    html! {
        <button
            type="button"
            class="offer watchdog"
            data-choice={word(scene, choice)}
            aria-label={(scene.texts.offer_watchdog)(&name)}
            onclick={scene.on_click(Action::Choose(choice))}
        >
            <span>{ name }</span>
        </button>
    }
}

/// What may go wrong with this client.
fn fault(scene: &Scene<'_>, client: ClientIndex, choice: Choice) -> Option<Html> {
    let texts = texts::challenge(scene.lang);
    let (who, told) = match choice {
        Choice::Crash(who) => (who, texts.crash),
        Choice::LoseRequest(who) => (who, texts.request_lost),
        Choice::LoseReply(who) => (who, texts.reply_lost),
        Choice::ClockJump { client, by_ms } if by_ms < 0 => (client, texts.falls_behind),
        Choice::ClockJump { client, .. } => (client, texts.jumps_ahead),
        Choice::LoseWatchdogRequest(who) => (who, texts.watchdog_request_lost),
        Choice::LoseWatchdogReply(who) => (who, texts.watchdog_reply_lost),
        Choice::Client(_) | Choice::Watchdog(_) | Choice::Time { .. } | Choice::Node(..) => {
            return None;
        }
    };
    (who == client).then(|| {
        html! {
            <button
                type="button"
                class="offer is-fault"
                data-choice={word(scene, choice)}
                aria-label={(texts.of_client)(scene.cast.name(client), told)}
                onclick={scene.on_click(Action::Choose(choice))}
            >
                { icon::draw(Icon::Violated) }<span>{ told }</span>
            </button>
        }
    })
}

/// What no client does: time, and what happens to nodes.
fn other(scene: &Scene<'_>, offer: &Offer) -> Option<Html> {
    let texts = scene.texts;
    let (class, icon, told) = match offer.choice {
        Choice::Time { .. } => return time(scene, offer),
        Choice::Node(_, NodeEvent::Replicate { replica }) => {
            let replica = (texts.replica)(&(replica + 1).to_string());
            (None, None, (texts.offer_write)(&replica))
        }
        Choice::Node(node, event) => {
            let undoes = matches!(event, NodeEvent::Up | NodeEvent::Join(_));
            let told = texts::node_event(scene.lang, scene.cast, node, event);
            let icon = (!undoes).then(|| icon::draw(Icon::Violated));
            ((!undoes).then_some("is-fault"), icon, told)
        }
        _ => return None,
    };
    Some(html! {
        <button
            type="button"
            class={classes!("offer", class)}
            data-choice={word(scene, offer.choice)}
            onclick={scene.on_click(Action::Choose(offer.choice))}
        >
            { for icon }<span>{ told }</span>
        </button>
    })
}

/// Where pauses are counted it says who would be paused.
fn time(scene: &Scene<'_>, offer: &Offer) -> Option<Html> {
    let Choice::Time { by_ms } = offer.choice else { return None };
    let length = view::seconds(i64::try_from(by_ms).unwrap_or(i64::MAX));
    let names: Vec<_> = offer.pauses.iter().map(|client| scene.cast.name(client)).collect();
    let challenge = texts::challenge(scene.lang);
    let tell = if offer.is_affordable { challenge.stands_still } else { challenge.no_pause_left };
    let pauses = (!names.is_empty()).then(|| tell(&names.join(scene.texts.and)));
    Some(html! {
        <button
            type="button"
            class="offer"
            data-choice={word(scene, offer.choice)}
            disabled={!offer.is_affordable}
            onclick={scene.on_click(Action::Choose(offer.choice))}
        >
            { icon::draw(Icon::Time) }
            <span>
                { (scene.texts.offer_time)(&length) }
                if let Some(pauses) = pauses {
                    <small>{ pauses }</small>
                }
            </span>
        </button>
    })
}

/// The choice as schedules have it, so that whoever looks at the page finds it.
fn word(scene: &Scene<'_>, choice: Choice) -> String {
    choice.display(scene.cast).to_string()
}
