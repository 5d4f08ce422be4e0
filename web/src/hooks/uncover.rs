//! Showing what the bar at the bottom would lie over.

use super::STEP_BAR;
use crate::browser::{by_id, window};
use web_sys::{ScrollBehavior, ScrollToOptions};
use yew::prelude::*;

/// Free space between what is shown and the bar, in CSS pixels.
const MARGIN: f64 = 16.0;

/// Scrolls until the whole element can be seen, whenever `news` has changed
/// and is something.
#[hook]
pub(crate) fn use_uncover<T: PartialEq + 'static>(id: &'static str, news: Option<T>) {
    use_effect_with(news, move |news| {
        if news.is_some() {
            uncover(id);
        }
    });
}

fn uncover(id: &str) -> Option<()> {
    let shown = by_id(id)?.get_bounding_client_rect();
    let bottom = by_id(STEP_BAR)?.get_bounding_client_rect().top() - MARGIN;
    // Where not all fits, the beginning is what counts.
    let by = (shown.bottom() - bottom).min(shown.top() - MARGIN);
    if by > 0.0 {
        let options = ScrollToOptions::new();
        options.set_top(by);
        options.set_behavior(ScrollBehavior::Instant);
        window()?.scroll_by_with_scroll_to_options(&options);
    }
    Some(())
}
