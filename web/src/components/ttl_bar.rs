//! What is left of a lock's time to live, through one row.

use super::Scene;
use crate::view::{self, Bar, Held};
use yew::prelude::*;

/// Where in a row its step is taken, as the style sheet says.
const MARK: &str = "var(--mark)";

/// `time` says that the row is a move of time, through which the bar runs out.
pub(super) fn draw(scene: &Scene<'_>, bar: &Bar, time: bool) -> Html {
    let shapes = match bar.before {
        Some(held) if time => shape(held, &slope(held, bar)),
        before if before == bar.after => block(before, "0", "100%"),
        before => html! { <>{ block(before, "0", MARK) }{ block(bar.after, MARK, "100%") }</> },
    };
    let several = scene.cast.node_count() > 1;
    let node =
        several.then(|| html! { <span class="at-node">{ scene.cast.node_name(bar.node) }</span> });
    html! { <>{ shapes }<span class="held">{ for node }{ held(scene, bar.after) }</span></> }
}

fn held(scene: &Scene<'_>, held: Option<Held>) -> Html {
    let texts = scene.texts;
    let Some(held) = held else {
        return html! { <span class="free">{ texts.free }</span> };
    };
    let left = held.ttl_ms.map_or_else(|| texts.for_ever.to_owned(), view::ttl);
    let owner = held.owner.map_or("", |owner| scene.cast.name(owner));
    html! {
        <>
            <span class="visually-hidden">{ (texts.held_by)(owner, &left) }</span>
            <b aria-hidden="true">{ owner }</b>
            <span aria-hidden="true">{ left }</span>
        </>
    }
}

fn shape(held: Held, outline: &str) -> Html {
    let hue = held.owner.map(|owner| format!("hue-{}", view::hue(owner)));
    let style = format!("clip-path:polygon({outline})");
    html! { <span class={classes!("ttl", hue)} style={style} aria-hidden="true" /> }
}

/// The same all the way from one height to another.
fn block(held: Option<Held>, from: &str, to: &str) -> Html {
    let Some(held) = held else {
        return Html::default();
    };
    let width = held.left;
    shape(held, &format!("0 {from},{width} {from},{width} {to},0 {to}"))
}

/// Running out, to nothing where it ended.
fn slope(held: Held, bar: &Bar) -> String {
    let upper = held.left;
    if let Some(ended) = bar.ended {
        return format!("0 0,{upper} 0,0 {ended}");
    }
    match bar.after {
        Some(Held { left: lower, .. }) => format!("0 0,{upper} 0,{lower} 100%,0 100%"),
        None => format!("0 0,{upper} 0,0 100%"),
    }
}
