//! What stands below the timeline: what to remember, questions, the same in
//! other languages, and the way on.

use super::home::lesson;
use super::notice::list;
use super::question::html;
use super::{Scene, challenge, claims, code, costs, question};
use crate::address::Address;
use crate::interview::Asked;
use crate::state::State;
use crate::texts;
use lockstep_lesson::Lesson;
use yew::prelude::*;

pub(super) fn draw(
    scene: &Scene<'_>,
    state: &State,
    copied: &UseStateHandle<Option<usize>>,
) -> Html {
    let (texts, lesson) = (scene.texts, state.lesson());
    // Before, what comes here would spoil the story.
    let at_end = state.player().at() == state.player().len() && state.forked_after().is_none();
    let open = at_end || scene.visit.progress().has_played(&lesson.id);
    let remember = html! { <div class="prose">{ html(&lesson.remember) }</div> };
    let sections = [
        Some(("remember", texts.remember, remember)),
        (!lesson.claims.is_empty()).then(|| ("heard", texts.claims, claims::draw(scene, lesson))),
        (!lesson.questions.is_empty())
            .then(|| ("questions", texts.questions, question::draw(scene, lesson))),
        costs::are_told(lesson).then(|| ("cost", texts.costs, costs::draw(scene, lesson))),
        (!lesson.code.is_empty()).then(|| ("codes", texts.code, code::draw(scene, lesson, copied))),
    ];
    let section = |(class, title, body): (&'static str, &'static str, Html)| {
        html! {
            <details {class} {open}><summary><h2>{ title }</h2></summary>{ body }</details>
        }
    };
    html! {
        <div class="epilogue">
            { for sections.into_iter().flatten().map(section) }
            { challenge::invite(scene, lesson) }
            { honesty(lesson) }
            { on(scene, lesson) }
        </div>
    }
}

/// What is simplified, and what is not.
fn honesty(lesson: &Lesson) -> Html {
    let texts = texts::of(lesson.lang);
    let compared = match &lesson.not_compared {
        Some(reason) => (texts.not_compared)(reason),
        None => texts.compared.to_owned(),
    };
    html! {
        <details class="honesty">
            <summary><h2>{ texts.honesty }</h2></summary>
            <ul>
                { for texts.simplified.iter().map(|said| html! { <li>{ *said }</li> }) }
                <li>{ compared }</li>
            </ul>
        </details>
    }
}

/// Where to go from here.
fn on(scene: &Scene<'_>, shown: &Lesson) -> Html {
    let (texts, lang) = (scene.texts, shown.lang);
    let next = scene.visit.course().map(|course| match course.after(&shown.id) {
        Some(next) => html! {
            <p class="next">
                <a class="primary" href={lesson(&next.id, lang)}>{ (texts.next_lesson)(&next.title) }</a>
                <span>{ &next.about }</span>
            </p>
        },
        None => html! { <p class="next"><strong>{ texts.last_lesson }</strong></p> },
    });
    let asked = Asked { shown: Some(shown.id.clone()), ..Asked::default() };
    html! {
        <nav class="further" aria-label={texts.further}>
            { for next }
            <a class="asked-about" href={Address::of_interview(asked, lang).to_string()}>
                { texts::interview(lang).of_lesson }
            </a>
            <a class="all" href={list(lang)}>{ texts.all_lessons }</a>
            <a href={format!("lessons/glossary.{}.html", lang.code())}>{ texts.glossary }</a>
            <a class="known" href={format!("known/{}.html", lang.code())}>{ texts.known }</a>
        </nav>
    }
}
