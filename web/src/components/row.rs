//! A step taken.

use super::{Scene, answer, lane, said, ttl_bar};
use crate::action::Action;
use crate::hooks::NOW;
use crate::texts;
use crate::view::{self, Row};
use lockstep_scenario::ClientIndex;
use yew::prelude::*;

/// `is_now` says whether it is the last one taken.
pub(super) fn draw(scene: &Scene<'_>, row: &Row, is_now: bool) -> Html {
    let class = classes!(
        "step",
        row.client().map(|client| format!("hue-{}", view::hue(client))),
        row.is_time().then_some("is-time"),
        row.sent.is_some().then_some("is-command"),
        is_now.then_some("is-now"),
        row.is_violated().then_some("is-violated"),
    );
    let bar = |bar: &view::Bar| {
        html! {
            <td role="cell" class="lock">{ ttl_bar::draw(scene, bar, row.is_time()) }</td>
        }
    };
    html! {
        <tr
            key={row.step}
            role="row"
            class={class}
            id={is_now.then_some(NOW)}
            aria-current={is_now.then_some("step")}
            onclick={scene.on_click(Action::Seek(row.step))}
        >
            { number(scene, row) }
            { for (0..row.lanes.len()).map(|client| client_cell(scene, row, ClientIndex(client))) }
            <td role="cell" class="reply">{ answer::draw(scene, row) }</td>
            { for row.bars.iter().map(bar) }
        </tr>
    }
}

/// The number takes clicks for those who look for a button; the keyboard has
/// the slider for the same.
fn number(scene: &Scene<'_>, row: &Row) -> Html {
    let step = row.step.to_string();
    html! {
        <th role="rowheader" scope="row" class="number">
            <button type="button" tabindex="-1" aria-label={(scene.texts.go_to_step)(&step)}>
                { step }
            </button>
            <span class="moment">{ view::moment(row.at_ms) }</span>
        </th>
    }
}

fn client_cell(scene: &Scene<'_>, row: &Row, client: ClientIndex) -> Html {
    let Some(&course) = row.lanes.get(client.0) else {
        return Html::default();
    };
    let is_mover = row.client() == Some(client);
    let stands_still = row.is_time() && course.after.status != course.before.status;
    let pause = stands_still.then(|| texts::pause(scene.lang, course.after.status)).flatten();
    let class = classes!(
        "client",
        format!("hue-{}", view::hue(client)),
        is_mover.then_some("is-mover"),
        pause.is_some().then_some("is-told"),
    );
    let arrow = classes!("arrow", row.is_lost().then_some("is-lost"));
    // How many columns the arrow crosses on its way to Redis.
    let columns = row.lanes.len() - client.0;
    html! {
        <td role="cell" class={class}>
            { lane::draw(course, row.is_time()) }
            if is_mover && row.sent.is_some() {
                <span class={arrow} style={format!("--columns:{columns}")} aria-hidden="true" />
            }
            if is_mover {
                <span class="badge is-small">{ scene.cast.name(client) }</span>
                { said::draw(scene, row) }
            }
            if let Some(pause) = pause {
                <div class="said"><span class="note">{ pause }</span></div>
            }
        </td>
    }
}
