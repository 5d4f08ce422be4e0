//! What a key means.

use crate::action::Action;

/// Where a key was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    /// Nowhere that takes keys.
    Page,
    /// On something that a space bar presses.
    Button,
    /// On something that takes keys of its own: a field, a slider, a choice.
    Field,
}

/// What a key means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// Something for the lesson.
    Act(Action),
    /// The list of keys.
    Help,
}

/// What `key`, by the browser's name for it, means there; `None` if it is left
/// to the browser.
pub(crate) fn meaning(key: &str, focus: Focus) -> Option<Meaning> {
    let action = match (key, focus) {
        (_, Focus::Field) | (" ", Focus::Button) => return None,
        ("ArrowRight", _) => Action::Forward,
        ("ArrowLeft", _) => Action::Back,
        ("Home", _) => Action::First,
        ("End", _) => Action::Last,
        (" ", _) => Action::TogglePlaying,
        ("v" | "V", _) => Action::NextVariant,
        ("?", _) => return Some(Meaning::Help),
        _ => return None,
    };
    Some(Meaning::Act(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_to_whoever_has_the_focus() {
        let check = |key: &str, focus: Focus, action: Option<Action>| {
            assert_eq!(meaning(key, focus), action.map(Meaning::Act), "{key} {focus:?}");
        };
        check("ArrowRight", Focus::Page, Some(Action::Forward));
        check("ArrowRight", Focus::Button, Some(Action::Forward));
        check("ArrowRight", Focus::Field, None);
        check(" ", Focus::Page, Some(Action::TogglePlaying));
        check(" ", Focus::Button, None);
        check("Home", Focus::Field, None);
        check("End", Focus::Page, Some(Action::Last));
        check("v", Focus::Page, Some(Action::NextVariant));
        check("v", Focus::Field, None);
        check("x", Focus::Page, None);
        check("", Focus::Page, None);
        assert_eq!(meaning("?", Focus::Button), Some(Meaning::Help));
        assert_eq!(meaning("?", Focus::Field), None);
    }
}
