//! What a client did in a row: its command, or a line of its own.

use super::Scene;
use super::icon::{self, Icon};
use crate::texts;
use crate::view::{Mover, Row, Shown};
use lockstep_scenario::EventKind;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, row: &Row) -> Html {
    let notes = texts::notes(scene.lang, scene.cast, row);
    let notes = notes.into_iter().map(|note| html! { <span class="note">{ note }</span> });
    let watchdog = matches!(row.mover, Mover::Watchdog(_))
        .then(|| texts::mover(scene.lang, scene.cast, row.mover));
    let violations = row.events.iter().filter_map(|event| match &event.kind {
        EventKind::Violated(what) => {
            let sentence = texts::violation(scene.lang, scene.cast, what);
            let icon = icon::draw(Icon::Violated);
            Some(html! { <strong class="violation">{ icon }{ sentence }</strong> })
        }
        _ => None,
    });
    html! {
        <div class="said">
            if let Some(watchdog) = watchdog {
                <span class="chip watchdog">{ watchdog }</span>
            }
            { row.sent.as_ref().map_or_else(Html::default, |sent| command(&sent.command)) }
            { for notes }
            { for violations }
        </div>
    }
}

fn command(command: &Shown) -> Html {
    let Some(script) = command.script else {
        return html! { <code class="command">{ &command.before }</code> };
    };
    // Looking at a script is not going to its row.
    let stay = |event: MouseEvent| event.stop_propagation();
    html! {
        <details class="script" onclick={stay}>
            <summary>
                <code class="command">
                    { &command.before }{ " " }<u>{ script.name }</u>{ " " }{ &command.behind }
                </code>
            </summary>
            <pre><code>{ script.body }</code></pre>
        </details>
    }
}
