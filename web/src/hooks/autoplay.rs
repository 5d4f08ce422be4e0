//! Playing by itself.

use crate::action::{Action, Pace};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// Asks for the next step a while after the last one, as long as it plays.
#[hook]
pub(crate) fn use_autoplay(playing: bool, at: usize, pace: Pace, act: Callback<Action>) {
    use_effect_with((playing, at, pace), move |&(playing, _, pace)| {
        let tick = move || act.emit(Action::Tick);
        let timeout = playing.then(|| Timeout::new(pace.step_ms(), tick));
        move || drop(timeout)
    });
}
