//! What draws: one part of the page a file. Only [`app`] is a component of its
//! own, since each one costs some kilobytes and none of the others remembers
//! anything.

mod answer;
mod app;
mod client_head;
mod controls;
mod epilogue;
mod help;
mod icon;
mod lamps;
mod lane;
mod load;
mod masthead;
mod mount;
mod node_head;
mod offers;
mod prologue;
mod row;
mod said;
mod stage;
mod step_bar;
mod ttl_bar;

pub(crate) use mount::mount;

use crate::action::Action;
use crate::texts::Texts;
use lockstep_lesson::Lang;
use lockstep_scenario::Cast;
use yew::{Callback, MouseEvent};

/// What nearly every part needs.
struct Scene<'a> {
    lang: Lang,
    texts: &'static Texts,
    cast: &'a Cast,
    act: &'a Callback<Action>,
}

impl Scene<'_> {
    /// What a click does.
    fn on_click(&self, action: Action) -> Callback<MouseEvent> {
        self.act.reform(move |_| action.clone())
    }
}
