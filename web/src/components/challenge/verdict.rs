//! What is said of a program.

use super::editor::{EDITOR, VERDICT};
use crate::action::{Action, Trial};
use crate::browser;
use crate::components::Scene;
use crate::components::icon::{self, Icon};
use crate::components::question::html;
use crate::state::{Attempt, Check};
use crate::texts;
use crate::view::Problem;
use lockstep_lesson::{CastError, Challenge, Judgement};
use lockstep_scenario::Found;
use yew::prelude::*;

/// It is told when it comes; how far it has come is only seen.
pub(super) fn draw(scene: &Scene<'_>, challenge: &Challenge, attempt: &Attempt) -> Html {
    let texts = texts::challenge(scene.lang);
    let looking = match attempt.check() {
        Check::Running(states) => Some((texts.looking)(&states.to_string())),
        _ => None,
    };
    let is_old = attempt.has_changed() && !matches!(attempt.check(), Check::Unasked);
    html! {
        <>
            <div id={VERDICT} role="status" aria-live="polite">
                { told(scene, challenge, attempt) }
                if is_old {
                    <p class="is-old">{ texts.changed }</p>
                }
            </div>
            if let Some(looking) = looking {
                <p class="looking" aria-hidden="true">{ looking }</p>
            }
        </>
    }
}

fn told(scene: &Scene<'_>, challenge: &Challenge, attempt: &Attempt) -> Html {
    let (lang, texts) = (scene.lang, texts::challenge(scene.lang));
    match attempt.check() {
        Check::Unasked => Html::default(),
        Check::Refused(error) => refused(scene, attempt, error),
        Check::Running(_) => html! { <p>{ texts.is_looking }</p> },
        Check::Stopped(states) => html! { <p>{ (texts.stopped)(&states.to_string()) }</p> },
        Check::Done(Judgement::Broken { found, .. }) => broken(scene, found),
        Check::Done(Judgement::NeverEnters { client }) => {
            line("is-bad", Icon::Violated, (texts.never_enters)(scene.cast.name(*client)))
        }
        Check::Done(Judgement::KeepsLock { client }) => {
            line("is-bad", Icon::Violated, (texts.keeps_lock)(scene.cast.name(*client)))
        }
        Check::Done(Judgement::Undecided { limit }) => {
            html! { <p class="verdict">{ texts::undecided(lang, *limit) }</p> }
        }
        Check::Done(Judgement::Holds { states }) => html! {
            <div class="solved">
                { line("is-good", Icon::Holds, (texts.holds)(&states.to_string())) }
                { html(&challenge.solved) }
            </div>
        },
    }
}

fn line(class: &'static str, icon: Icon, told: String) -> Html {
    html! {
        <p class={classes!("verdict", class)}>{ icon::draw(icon) }<strong>{ told }</strong></p>
    }
}

fn broken(scene: &Scene<'_>, found: &Found) -> Html {
    let texts = texts::challenge(scene.lang);
    let show = scene.act.clone();
    let show = Callback::from(move |_: MouseEvent| {
        show.emit(Action::Try(Trial::Show));
        show.emit(Action::Forward);
    });
    html! {
        <>
            { line("is-bad", Icon::Violated, texts::broken(scene.lang, scene.cast, found)) }
            <button type="button" class="plain-button" onclick={show}>{ texts.step_through }</button>
        </>
    }
}

/// The reader's own words for what is wrong, after the place in the page's.
fn refused(scene: &Scene<'_>, attempt: &Attempt, error: &CastError) -> Html {
    let texts = texts::challenge(scene.lang);
    let problem = Problem::of(error);
    let place = problem.line.map(|line| {
        let line = line.to_string();
        match problem.column {
            Some(column) => (texts.at_column)(&line, &column.to_string()),
            None => (texts.at_line)(&line),
        }
    });
    let go = problem.selection(attempt.program()).filter(|_| !attempt.has_changed());
    let go = problem.line.zip(go).map(|(line, (from, to))| {
        let select = Callback::from(move |_: MouseEvent| browser::select_in(EDITOR, from, to));
        html! {
            <button type="button" class="link" onclick={select}>
                { (texts.go_to_line)(&line.to_string()) }
            </button>
        }
    });
    let told = match &problem.text {
        Some(text) => html! { <span lang="en">{ text }</span> },
        None => html! { { texts.empty } },
    };
    html! {
        <p class="verdict is-bad">
            { icon::draw(Icon::Violated) }
            <span>
                if let Some(place) = place {
                    <strong>{ place }</strong>
                }
                { told }{ " " }
                { for go }
            </span>
        </p>
    }
}
