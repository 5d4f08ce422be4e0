//! The problem, and the choice of the program.

use super::Scene;
use super::notice::list;
use super::question::html;
use crate::action::Action;
use crate::hooks::TITLE;
use lockstep_lesson::Lesson;
use yew::prelude::*;

pub(super) fn draw(scene: &Scene<'_>, lesson: &Lesson, shown: usize) -> Html {
    let texts = scene.texts;
    html! {
        <section class="prologue" aria-labelledby={TITLE}>
            <p class="up"><a href={list(lesson.lang)}>{ texts.all_lessons }</a></p>
            <div class="title">
                <h1 id={TITLE} tabindex="-1">{ &lesson.title }</h1>
                <p class="minutes">{ (texts.minutes)(&lesson.minutes.to_string()) }</p>
            </div>
            <div class="prose">{ html(&lesson.intro) }</div>
            { variants(scene, lesson, shown) }
        </section>
    }
}

fn variants(scene: &Scene<'_>, lesson: &Lesson, shown: usize) -> Html {
    let variant = |(index, name): (usize, &str)| {
        let choose = scene.act.reform(move |_: Event| Action::SetVariant(index));
        html! {
            <label>
                <input type="radio" name="variant" checked={index == shown} onchange={choose} />
                <span>{ name }</span>
            </label>
        }
    };
    let mut schedules = lesson.variants.iter().map(|variant| &variant.schedule);
    let first = schedules.next();
    let same_steps = schedules.all(|schedule| Some(schedule) == first);
    let legend = if same_steps { scene.texts.variant } else { scene.texts.ways };
    let names = lesson.variants.iter().map(|variant| variant.name.as_str());
    html! {
        <fieldset class="variants">
            <legend>{ legend }</legend>
            <div class="segments">{ for names.enumerate().map(variant) }</div>
        </fieldset>
    }
}
