//! A client above its lane: how it is, and its program.

use super::{Scene, lane};
use crate::texts;
use crate::view::{self, ClientCard, LineCard, Place, Reliance, lock_key, resource_name};
use yew::prelude::*;

/// `open` says whether the program is shown from the beginning.
pub(super) fn draw(scene: &Scene<'_>, card: &ClientCard, now_ms: i64, open: bool) -> Html {
    let texts = scene.texts;
    let inside = card.inside.iter().map(|section| {
        html! { <span class="chip is-inside">{ (texts.inside)(section) }</span> }
    });
    let status = match card.has_crashed {
        true => texts.has_crashed.to_owned(),
        false => texts::status(scene.lang, card.status),
    };
    let clock = texts::clock(scene.lang, card.ahead_ms);
    let class = classes!("client-card", format!("hue-{}", view::hue(card.client)));
    html! {
        <th role="columnheader" scope="col" class={class}>
            <details {open}>
                <summary>
                    <span class="badge">
                        <span class="visually-hidden">{ texts.client }{ " " }</span>{ &card.name }
                    </span>
                    <span class="chips">
                        <span class={classes!("chip", lane::kind(card.status))}>
                            { status }
                        </span>
                        { for inside }
                        { for clock.map(|told| html! { <span class="chip">{ told }</span> }) }
                    </span>
                </summary>
                <ol class="program">{ for card.lines.iter().map(line) }</ol>
                <p class="relies">{ relies(scene, card, now_ms) }</p>
            </details>
        </th>
    }
}

fn line(line: &LineCard) -> Html {
    let (class, current) = match line.place {
        Place::Done => ("is-done", None),
        Place::Next => ("is-next", Some("step")),
        Place::Ahead => ("is-ahead", None),
    };
    let indent = (line.indent > 0).then(|| format!("margin-inline-start:{}ch", line.indent));
    html! {
        <li class={class} aria-current={current}>
            <code style={indent}>{ &line.text }</code>
            if let Some(command) = &line.command {
                <code class="sends">{ command.line() }</code>
            }
        </li>
    }
}

/// What the client believes, which may not be so.
fn relies(scene: &Scene<'_>, card: &ClientCard, now_ms: i64) -> String {
    let texts = scene.texts;
    let locks = card.relies_on.iter().map(|reliance| relies_on(scene, reliance, now_ms));
    let rows = card
        .read
        .iter()
        .map(|(row, value)| (texts.has_read)(resource_name(scene.cast, *row), &value.to_string()));
    let nothing = card.relies_on.is_empty().then(|| texts.relies_on_nothing.to_owned());
    let told: Vec<_> = nothing.into_iter().chain(locks).chain(rows).collect();
    told.join(texts.semicolon)
}

fn relies_on(scene: &Scene<'_>, reliance: &Reliance, now_ms: i64) -> String {
    let texts = scene.texts;
    let key = lock_key(scene.cast, reliance.lock);
    let Some(until_ms) = reliance.until_ms else {
        return (texts.knows_lost)(&key);
    };
    let sentence = if now_ms < until_ms { texts.relies_on } else { texts.relied_on };
    let sentence = sentence(&key, &view::moment(until_ms));
    match reliance.fencing_token {
        Some(number) => (texts.with_number)(&sentence, &number.to_string()),
        None => sentence,
    }
}
