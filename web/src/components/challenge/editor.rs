//! The editor with a client's program. Nothing takes the focus by itself, and
//! the tab key leads on.

use super::{facts, verdict};
use crate::action::{Action, Trial};
use crate::components::Scene;
use crate::state::{Attempt, Check, State};
use crate::{storage, texts};
use lockstep_lesson::Challenge;
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// The editor's name in the page.
pub(super) const EDITOR: &str = "program";
/// The name of what is said of the program.
pub(in crate::components) const VERDICT: &str = "verdict";

/// Empty lines below the program, to go on writing.
const SPARE_LINES: usize = 2;
/// Longer programs are scrolled in the editor.
const MOST_LINES: usize = 24;

pub(super) fn draw(
    scene: &Scene<'_>,
    state: &State,
    challenge: &Challenge,
    attempt: &Attempt,
    client: &str,
) -> Html {
    let texts = texts::challenge(scene.lang);
    let rows = (attempt.program().lines().count() + SPARE_LINES).min(MOST_LINES);
    let refused = matches!(attempt.check(), Check::Refused(_)) && !attempt.has_changed();
    html! {
        <div class="workbench">
            <div class="editor">
                <label for={EDITOR}>{ (texts.program)(client) }</label>
                <textarea
                    id={EDITOR}
                    rows={rows.to_string()}
                    value={attempt.program().to_string()}
                    oninput={edit(scene, state)}
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    wrap="off"
                    aria-describedby={VERDICT}
                    aria-invalid={refused.then_some("true")}
                />
                { buttons(scene, state, attempt) }
                { verdict::draw(scene, challenge, attempt) }
            </div>
            { facts::draw(scene, challenge, client) }
        </div>
    }
}

/// What is written is kept for the next visit.
fn edit(scene: &Scene<'_>, state: &State) -> Callback<InputEvent> {
    let lesson = state.lesson().id.clone();
    scene.act.reform(move |event: InputEvent| {
        let editor: HtmlTextAreaElement = event.target_unchecked_into();
        let program = editor.value();
        storage::keep_program(&lesson, Some(&program));
        Action::Try(Trial::Edit(Rc::from(program)))
    })
}

fn buttons(scene: &Scene<'_>, state: &State, attempt: &Attempt) -> Html {
    let texts = texts::challenge(scene.lang);
    let lesson = state.lesson().id.clone();
    let reset = scene.act.reform(move |_: MouseEvent| {
        storage::keep_program(&lesson, None);
        Action::Try(Trial::Reset)
    });
    let asked = !matches!(attempt.check(), Check::Unasked);
    let (class, what, name) = match attempt.running() {
        Some(_) => ("plain-button", Trial::Stop, texts.stop),
        None if asked => ("primary", Trial::Check, texts.check_again),
        None => ("primary", Trial::Check, texts.check),
    };
    // One button that changes its word keeps the focus.
    html! {
        <div class="editor-end">
            <button type="button" {class} onclick={scene.on_click(Action::Try(what))}>
                { name }
            </button>
            <button type="button" class="link" onclick={reset}>{ texts.reset }</button>
        </div>
    }
}
