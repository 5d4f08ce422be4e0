//! The program that a reader has written in an earlier visit.

use crate::action::{Action, Trial};
use crate::state::State;
use crate::storage;
use lockstep_lesson::Task;
use std::rc::Rc;
use yew::prelude::*;

/// Puts it back into the editor, if it is not there.
#[hook]
pub(crate) fn use_draft(state: &Rc<State>, act: Callback<Action>) {
    let repairs = state
        .challenge()
        .is_some_and(|(challenge, _)| matches!(challenge.task, Task::Repair { .. }));
    let state = Rc::clone(state);
    let lesson = repairs.then(|| state.lesson().id.clone());
    use_effect_with(lesson, move |lesson| {
        let kept = lesson.as_deref().and_then(storage::program);
        let shown = state.challenge().map(|(_, attempt)| attempt.program());
        let kept = kept.filter(|kept| shown.is_some_and(|shown| **kept != **shown));
        if let Some(kept) = kept {
            act.emit(Action::Try(Trial::Restore(kept.into())));
        }
    });
}
