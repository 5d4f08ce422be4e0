//! Scrolling along.

use crate::browser::by_id;
use web_sys::{ScrollBehavior, ScrollToOptions};
use yew::prelude::*;

/// The row of the step shown.
pub(crate) const NOW: &str = "now";
/// The row below it, where the learner may choose.
pub(crate) const OFFERS: &str = "offers";
/// The cards above the rows.
pub(crate) const CARDS: &str = "cards";
/// The bar below them.
pub(crate) const STEP_BAR: &str = "step-bar";

/// Whether the reader has nothing against movement.
const MOTION: &str = "(prefers-reduced-motion: no-preference)";
/// Free space between the row shown and the bars, in CSS pixels.
const MARGIN: f64 = 16.0;

/// Brings the row of step `at` between the cards, where they stick, and the bar
/// at the bottom, which grows with `answers`.
#[hook]
pub(crate) fn use_follow(at: usize, variant: usize, answers: u32) {
    let arrived = use_mut_ref(|| false);
    use_effect_with((at, variant, answers), move |&(at, ..)| {
        // Whoever has just come is taken there at once.
        let glides = arrived.replace(true);
        if at > 0 {
            follow(glides);
        }
    });
}

/// The same at once, for whoever asks for the step that is shown already.
pub(crate) fn show_now() {
    _ = follow(true);
}

fn follow(glides: bool) -> Option<()> {
    let row = by_id(NOW)?.get_bounding_client_rect();
    let end = by_id(OFFERS)?.get_bounding_client_rect().bottom();
    let bottom = by_id(STEP_BAR)?.get_bounding_client_rect().top() - MARGIN;
    let cards = by_id(CARDS)?;
    let window = crate::browser::window()?;
    let style = window.get_computed_style(&cards).ok()??;
    let sticks = style.get_property_value("position").is_ok_and(|value| value == "sticky");
    let height = if sticks { cards.get_bounding_client_rect().height() } else { 0.0 };
    let top = height + MARGIN;
    let by = if end > bottom {
        // Where not all fits, the beginning of the row is what counts.
        (end - bottom).min(row.top() - top)
    } else if row.top() < top {
        row.top() - top
    } else {
        return None;
    };
    let options = ScrollToOptions::new();
    options.set_top(by);
    let glides = glides && window.match_media(MOTION).ok()??.matches();
    options.set_behavior(if glides { ScrollBehavior::Smooth } else { ScrollBehavior::Instant });
    window.scroll_by_with_scroll_to_options(&options);
    Some(())
}
