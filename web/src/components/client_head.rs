//! A client above its lane: how it is, and its program.

use super::{Scene, lane};
use crate::texts;
use crate::view::{self, ClientCard, LineCard, Place, lock_key};
use yew::prelude::*;

/// `open` says whether the program is shown from the beginning.
pub(super) fn draw(scene: &Scene<'_>, card: &ClientCard, now_ms: i64, open: bool) -> Html {
    let texts = scene.texts;
    let inside = card.inside.iter().map(|section| {
        html! { <span class="chip is-inside">{ (texts.inside)(section) }</span> }
    });
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
                            { texts::status(scene.lang, card.status) }
                        </span>
                        { for inside }
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
    html! {
        <li class={class} aria-current={current}>
            <code>{ &line.text }</code>
            if let Some(command) = &line.command {
                <code class="sends">{ command.line() }</code>
            }
        </li>
    }
}

/// What the client believes, which may not be so.
fn relies(scene: &Scene<'_>, card: &ClientCard, now_ms: i64) -> String {
    let texts = scene.texts;
    let told = card.relies_on.iter().map(|(lock, until_ms)| {
        let (key, until) = (lock_key(scene.cast, *lock), view::moment(*until_ms));
        let sentence = if now_ms < *until_ms { texts.relies_on } else { texts.relied_on };
        sentence(&key, &until)
    });
    let told: Vec<_> = told.collect();
    if told.is_empty() { texts.relies_on_nothing.to_owned() } else { told.join("; ") }
}
