//! What to remember, what is simplified, and where to read on.

use crate::texts;
use lockstep_lesson::Lesson;
use yew::prelude::*;

/// `at_end` says whether the last step has been taken: before, what to remember
/// would spoil the story.
pub(super) fn draw(lesson: &Lesson, at_end: bool) -> Html {
    let texts = texts::of(lesson.lang);
    let compared = match &lesson.not_compared {
        Some(reason) => (texts.not_compared)(reason),
        None => texts.compared.to_owned(),
    };
    html! {
        <div class="epilogue">
            <details class="remember" open={at_end}>
                <summary><h2>{ texts.remember }</h2></summary>
                <div class="prose">
                    { Html::from_html_unchecked(lesson.remember.clone().into()) }
                </div>
            </details>
            <details class="honesty">
                <summary><h2>{ texts.honesty }</h2></summary>
                <ul>
                    { for texts.simplified.iter().map(|said| html! { <li>{ *said }</li> }) }
                    <li>{ compared }</li>
                </ul>
            </details>
            <p class="known"><a href={format!("known/{}.html", lesson.lang.code())}>{ texts.known }</a></p>
        </div>
    }
}
