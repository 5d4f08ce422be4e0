//! The questions at the end of a lesson, and what is said to an answer.

use super::Scene;
use super::icon::{self, Icon};
use crate::address::Address;
use crate::visit::Change;
use lockstep_lesson::{Lesson, Prediction, Question, Reply};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// The questions of a lesson: those at the end, and where the others are asked.
pub(super) fn draw(scene: &Scene<'_>, lesson: &Lesson) -> Html {
    let at_end = lesson.questions.iter().filter(|question| question.prediction.is_none());
    let on_the_way = lesson.questions.iter().filter_map(|question| {
        Some(on_the_way(scene, lesson, question, question.prediction.as_ref()?))
    });
    let on_the_way: Vec<_> = on_the_way.collect();
    html! {
        <>
            { for at_end.map(|question| ask(scene, question)) }
            if !on_the_way.is_empty() {
                <p class="on-the-way">{ scene.texts.on_the_way }</p>
                <ul class="on-the-way">{ for on_the_way }</ul>
            }
        </>
    }
}

fn ask(scene: &Scene<'_>, question: &Question) -> Html {
    let (texts, id) = (scene.texts, format!("question-{}", question.id));
    let given = scene.visit.given(&question.id);
    let option = |(index, reply): (usize, &Reply)| {
        html! {
            <label>
                <input type="radio" name={id.clone()} value={index.to_string()} required=true />
                <span>{ html(&reply.text) }</span>
            </label>
        }
    };
    html! {
        <form class="question" key={id.clone()} onsubmit={check(scene, question)}>
            <div id={id.clone()} class="asked">{ html(&question.text) }</div>
            <div role="radiogroup" aria-labelledby={id.clone()}>
                { for question.answers.iter().enumerate().map(option) }
            </div>
            <div class="question-end">
                <button type="submit" class="plain-button">
                    { if given.is_some() { texts.check_again } else { texts.check } }
                </button>
                if given.is_none() && scene.visit.is_right(&question.id) {
                    <span class="mark is-done">{ icon::draw(Icon::Holds) }{ texts.was_right }</span>
                }
            </div>
            { feedback(scene, question) }
        </form>
    }
}

/// The answer that is marked in the form.
fn check(scene: &Scene<'_>, question: &Question) -> Callback<SubmitEvent> {
    let (change, id) = (scene.change.clone(), question.id.clone());
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let form = event.target().and_then(|form| form.dyn_into::<Element>().ok());
        let marked = form.and_then(|form| form.query_selector("input:checked").ok()?);
        let marked = marked.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        if let Some(index) = marked.and_then(|input| input.value().parse().ok()) {
            change.emit(Change::Answer(id.clone(), index));
        }
    })
}

/// What is said to the last answer; told to those who listen when it comes.
pub(super) fn feedback(scene: &Scene<'_>, question: &Question) -> Html {
    let given = scene.visit.given(&question.id);
    let reply = given.and_then(|given| question.answers.get(given.answer));
    let told = reply.map(|reply| {
        let (class, icon, word) = match reply.right {
            true => ("is-right", Icon::Holds, scene.texts.right),
            false => ("is-wrong", Icon::Violated, scene.texts.wrong),
        };
        html! {
            <div class={class}>
                <strong>{ icon::draw(icon) }{ word }</strong>
                <div class="prose">{ html(&reply.feedback) }</div>
            </div>
        }
    });
    html! { <div class="feedback" role="status">{ for told }</div> }
}

/// Where a prediction is asked, and whether it was answered right.
fn on_the_way(scene: &Scene<'_>, lesson: &Lesson, question: &Question, asked: &Prediction) -> Html {
    let address = Address {
        lesson: Some(lesson.id.clone()),
        variant: Some(asked.variant.clone()),
        step: asked.before.saturating_sub(1),
        lang: Some(lesson.lang),
        ..Address::default()
    };
    let name = lesson.variant(&asked.variant).map_or("", |variant| variant.name.as_str());
    let right = scene.visit.is_right(&question.id);
    let (class, icon, word) = match right {
        true => ("mark is-done", Icon::Holds, scene.texts.was_right),
        false => ("mark", Icon::Open, scene.texts.not_yet_right),
    };
    html! {
        <li>
            <a href={address.to_string()}>
                { (scene.texts.before_step)(&asked.before.to_string(), name) }
            </a>
            { " " }<span {class}>{ icon::draw(icon) }{ word }</span>
        </li>
    }
}

/// A text of a lesson, which is HTML made from Markdown.
pub(super) fn html(text: &str) -> Html {
    Html::from_html_unchecked(text.to_owned().into())
}
