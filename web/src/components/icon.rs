//! Small drawings. Each stands beside a word or on a button with a name.

use yew::prelude::*;

#[derive(Clone, Copy)]
pub(super) enum Icon {
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
    Holds,
    Open,
    Violated,
    Time,
}

pub(super) fn draw(icon: Icon) -> Html {
    let path = match icon {
        Icon::First => "M6 5v14M19 5 9 12l10 7",
        Icon::Back => "M16 5 7 12l9 7",
        Icon::Play => "M8 5l11 7-11 7z",
        Icon::Pause => "M8 5v14M16 5v14",
        Icon::Forward => "M8 5l9 7-9 7",
        Icon::Last => "M18 5v14M5 5l10 7-10 7",
        Icon::Holds => "M5 13l5 5 9-12",
        Icon::Open => "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14",
        Icon::Violated => "M6 6l12 12M18 6 6 18",
        Icon::Time => "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 3",
    };
    html! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={path} />
        </svg>
    }
}
