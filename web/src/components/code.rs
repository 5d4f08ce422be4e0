//! The lesson in languages that people program in.

use super::Scene;
use crate::browser;
use lockstep_lesson::{Code, Lesson};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// `copied` is which of them was copied last.
pub(super) fn draw(
    scene: &Scene<'_>,
    lesson: &Lesson,
    copied: &UseStateHandle<Option<usize>>,
) -> Html {
    let program = |(index, code): (usize, &Code)| program(scene, index, code, copied);
    html! { <>{ for lesson.code.iter().enumerate().map(program) }</> }
}

fn program(
    scene: &Scene<'_>,
    index: usize,
    code: &Code,
    copied: &UseStateHandle<Option<usize>>,
) -> Html {
    let texts = scene.texts;
    let (text, set) = (code.text.clone(), copied.setter());
    let copy = Callback::from(move |_: MouseEvent| {
        let (text, set) = (text.clone(), set.clone());
        spawn_local(async move {
            if browser::copy(&text).await {
                set.set(Some(index));
            }
        });
    });
    let told = if **copied == Some(index) { texts.copied } else { "" };
    html! {
        <details class="code" name="code">
            <summary>{ &code.name }</summary>
            if browser::can_copy() {
                <p class="copy">
                    <button type="button" class="plain-button" onclick={copy}>{ texts.copy }</button>
                    <span role="status">{ told }</span>
                </p>
            }
            <pre tabindex="0" aria-label={code.name.clone()}><code>{ &code.text }</code></pre>
        </details>
    }
}
