//! A client's life line through one row, and the name of a status in styles.

use crate::view::{Lane, LaneState};
use lockstep_scenario::Status;
use yew::prelude::*;

/// `time` says that the row is a move of time, during which things last.
pub(super) fn draw(lane: Lane, time: bool) -> Html {
    let Lane { before, after } = lane;
    let (upper, lower) = if time {
        (lasting(before, after), lasting_on(before, after))
    } else {
        (kind(before.status), kind(after.status))
    };
    html! {
        <span class="lane" aria-hidden="true">
            <i class={classes!(upper, before.inside.then_some("is-inside"))} />
            <i class={classes!(lower, after.inside.then_some("is-inside"))} />
        </span>
    }
}

/// The class of what is in this status.
pub(super) fn kind(status: Status) -> &'static str {
    match status {
        Status::NotStarted => "is-not-started",
        Status::Ready => "is-ready",
        Status::Paused { .. } => "is-paused",
        Status::Working { .. } => "is-working",
        Status::WaitingForLock { .. } => "is-waiting",
        Status::Finished => "is-finished",
    }
}

/// While time moves, a client that could go on is paused from the start.
fn lasting(before: LaneState, after: LaneState) -> &'static str {
    match (before.status, after.status) {
        (Status::Ready, Status::Paused { .. }) => kind(after.status),
        _ => kind(before.status),
    }
}

/// One that was busy or waiting is so to the end, unless it was ready too soon.
fn lasting_on(before: LaneState, after: LaneState) -> &'static str {
    match after.status {
        Status::Paused { .. } => kind(after.status),
        _ => kind(before.status),
    }
}
