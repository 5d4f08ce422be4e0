//! What the variants of a lesson cost, side by side, where the lesson tells it.

use super::Scene;
use crate::texts::Texts;
use crate::view;
use lockstep_lesson::{Costs, Lesson, Variant};
use yew::prelude::*;

/// A column: its heading, and what it tells of a variant.
type Column = (fn(&Texts) -> &'static str, fn(&Costs) -> Option<String>);

const COLUMNS: [Column; 3] = [
    (|texts| texts.cost_commands, |costs| Some(costs.commands?.to_string())),
    (|texts| texts.cost_waited, waited),
    (|texts| texts.cost_lasted, |costs| Some(view::moment(costs.lasted_ms?))),
];

/// Whether there is anything to tell.
pub(super) fn are_told(lesson: &Lesson) -> bool {
    lesson.variants.iter().any(|variant| !variant.costs.is_untold())
}

pub(super) fn draw(scene: &Scene<'_>, lesson: &Lesson) -> Html {
    let texts = scene.texts;
    let told = |column: &&Column| lesson.variants.iter().any(|v| (column.1)(&v.costs).is_some());
    let columns: Vec<_> = COLUMNS.iter().filter(told).collect();
    let cell = |costs: &Costs, column: &Column| match (column.1)(costs) {
        Some(told) => html! { <td>{ told }</td> },
        None => html! {
            <td>
                <span aria-hidden="true">{ "–" }</span>
                <span class="visually-hidden">{ texts.cost_untold }</span>
            </td>
        },
    };
    let row = |variant: &Variant| {
        let cells = columns.iter().map(|column| cell(&variant.costs, column));
        html! { <tr><th scope="row">{ &variant.name }</th>{ for cells }</tr> }
    };
    html! {
        <table class="costs">
            <thead>
                <tr>
                    <th scope="col">{ texts.cost_program }</th>
                    { for columns.iter().map(|it| html! { <th scope="col">{ (it.0)(texts) }</th> }) }
                </tr>
            </thead>
            <tbody>{ for lesson.variants.iter().map(row) }</tbody>
        </table>
    }
}

/// How long whom waited, one after the other.
fn waited(costs: &Costs) -> Option<String> {
    let waited = costs.waited_ms.iter();
    let told: Vec<_> = waited.map(|(name, ms)| format!("{name} {}", view::seconds(*ms))).collect();
    (!told.is_empty()).then(|| told.join(", "))
}
