//! The problem, and the choice of the program.

use super::Scene;
use crate::action::Action;
use lockstep_lesson::Lesson;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, lesson: &Lesson, shown: usize) -> Html {
    let texts = scene.texts;
    let variant = |(index, name): (usize, &str)| {
        let choose = scene.act.reform(move |_: Event| Action::SetVariant(index));
        html! {
            <label>
                <input type="radio" name="variant" checked={index == shown} onchange={choose} />
                <span>{ name }</span>
            </label>
        }
    };
    let names = lesson.variants.iter().map(|variant| variant.name.as_str());
    html! {
        <section class="prologue" aria-labelledby="title">
            <div class="title">
                <h1 id="title">{ &lesson.title }</h1>
                <p class="minutes">{ (texts.minutes)(&lesson.minutes.to_string()) }</p>
            </div>
            <div class="prose">{ Html::from_html_unchecked(lesson.intro.clone().into()) }</div>
            <fieldset class="variants">
                <legend>{ texts.variant }</legend>
                <div class="segments">{ for names.enumerate().map(variant) }</div>
            </fieldset>
        </section>
    }
}
