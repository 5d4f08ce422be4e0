//! Hints one after the other, and a solution for whoever insists.

use crate::action::{Action, Trial};
use crate::components::Scene;
use crate::components::question::html;
use crate::state::Attempt;
use crate::texts;
use lockstep_lesson::{Challenge, Task};
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, challenge: &Challenge, attempt: &Attempt) -> Html {
    let (texts, all) = (texts::challenge(scene.lang), challenge.hints.len());
    let hint = |(number, text): (usize, &String)| {
        html! {
            <li key={number}>
                <span class="hint-number">
                    { (texts.hint)(&number.to_string(), &all.to_string()) }
                </span>
                <div class="prose">{ html(text) }</div>
            </li>
        }
    };
    let told = (1..).zip(&challenge.hints).take(attempt.hints());
    let ask = if attempt.hints() == 0 { texts.first_hint } else { texts.next_hint };
    html! {
        <div class="hints">
            <ol aria-live="polite">{ for told.map(hint) }</ol>
            <div class="hints-end">
                if attempt.hints() < all {
                    <button
                        type="button"
                        class="plain-button"
                        onclick={scene.on_click(Action::Try(Trial::Hint))}
                    >
                        { ask }
                    </button>
                }
                { solution(scene, &challenge.task, attempt) }
            </div>
        </div>
    }
}

/// It asks before it tells.
fn solution(scene: &Scene<'_>, task: &Task, attempt: &Attempt) -> Html {
    let texts = texts::challenge(scene.lang);
    let (sure, program) = match task {
        Task::Break { .. } => (texts.sure_break, None),
        Task::Repair { solution, .. } => (texts.sure_repair, Some(solution)),
    };
    let shown = program.filter(|_| attempt.is_revealed());
    html! {
        <details class="solution">
            <summary>{ texts.solution }</summary>
            if let Some(program) = shown {
                <p>{ texts.one_solution }</p>
                <pre tabindex="0">{ program }</pre>
            } else {
                <p>{ sure }</p>
                <button
                    type="button"
                    class="plain-button"
                    onclick={reveal(scene, program.is_none())}
                >
                    { texts.show_it }
                </button>
            }
        </details>
    }
}

/// `plays` says whether the solution is a way, which is played at once.
fn reveal(scene: &Scene<'_>, plays: bool) -> Callback<MouseEvent> {
    let act = scene.act.clone();
    Callback::from(move |_| {
        act.emit(Action::Try(Trial::Reveal));
        if plays {
            act.emit(Action::Forward);
            act.emit(Action::TogglePlaying);
        }
    })
}
