//! What draws: one part of the page a file. Only [`app`] and [`play`], a lesson,
//! are components of their own, since each one costs some kilobytes and none of
//! the others remembers anything.

mod answer;
mod app;
mod asking;
mod challenge;
mod claims;
mod client_head;
mod code;
mod controls;
mod costs;
mod epilogue;
mod help;
mod home;
mod icon;
mod interview;
mod keep;
mod lamps;
mod lane;
mod load;
mod masthead;
mod mount;
mod node_head;
mod notice;
mod offers;
mod play;
mod prediction;
mod prologue;
mod question;
mod row;
mod said;
mod stage;
mod step_bar;
mod ttl_bar;
mod walk;

pub(crate) use mount::mount;

use crate::action::Action;
use crate::texts::Texts;
use crate::visit::{Change, Visit};
use lockstep_lesson::Lang;
use lockstep_scenario::Cast;
use yew::{Callback, MouseEvent};

/// What nearly every part needs.
struct Scene<'a> {
    lang: Lang,
    texts: &'static Texts,
    cast: &'a Cast,
    act: &'a Callback<Action>,
    visit: &'a Visit,
    change: &'a Callback<Change>,
}

impl Scene<'_> {
    /// What a click does.
    fn on_click(&self, action: Action) -> Callback<MouseEvent> {
        self.act.reform(move |_| action.clone())
    }
}
