//! What Redis answers in a row, and what happens there by itself.

use super::Scene;
use crate::texts;
use crate::view::{self, Answer, Mover, Row, Sent};
use lockstep_lock::NodeIndex;
use lockstep_scenario::EventKind;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, row: &Row) -> Html {
    let texts = scene.texts;
    let passes = match row.mover {
        Mover::Time { by_ms } => Some((texts.time_passes)(&view::seconds(by_ms))),
        Mover::Node(node, event) => Some(texts::node_event(scene.lang, scene.cast, node, event)),
        Mover::Client(_) | Mover::Watchdog(_) => None,
    };
    let keys = row.events.iter().filter_map(|event| match &event.kind {
        EventKind::Key { node, key, name: "expired", .. } => {
            let moment = view::moment(view::moment_ms(event.at_ms));
            Some((*node, (texts.expired)(&String::from_utf8_lossy(key), &moment)))
        }
        EventKind::Key { node, key, name: "del", .. } => {
            Some((*node, (texts.deleted)(&String::from_utf8_lossy(key))))
        }
        _ => None,
    });
    let key = |(node, told): (NodeIndex, String)| {
        html! { <span class="note">{ at(scene, node) }{ told }</span> }
    };
    html! {
        <>
            { row.sent.as_ref().map_or_else(Html::default, |sent| answer(scene, sent)) }
            if let Some(passes) = passes {
                <span class="passes">{ passes }</span>
            }
            { for keys.map(key) }
        </>
    }
}

fn answer(scene: &Scene<'_>, sent: &Sent) -> Html {
    let told = match &sent.answer {
        Answer::Reply(reply) => {
            return html! { <>{ at(scene, sent.node) }<code class="answer">{ reply }</code></> };
        }
        Answer::Later => (scene.texts.later)(&view::node_name(scene.cast, sent.node)),
        Answer::None(why) => texts::unanswered(scene.lang, scene.cast, sent.node, *why),
    };
    html! { <span class="no-answer">{ told }</span> }
}

/// The node, where there are several.
fn at(scene: &Scene<'_>, node: NodeIndex) -> Html {
    if scene.cast.node_count() < 2 {
        return Html::default();
    }
    html! { <><span class="at-node">{ scene.cast.node_name(node) }</span>{ " " }</> }
}
