//! What runs beside the drawing.

mod address;
mod arrival;
mod autoplay;
mod dialog;
mod draft;
mod follow;
mod judge;
mod keyboard;
mod progress;
mod title;
mod told;
mod uncover;
mod wide;

pub(crate) use address::use_address;
pub(crate) use arrival::{INTERVIEW_ENTRY, TITLE, asked_id, entry_id, use_arrival, use_return};
pub(crate) use autoplay::use_autoplay;
pub(crate) use dialog::use_dialog;
pub(crate) use draft::use_draft;
pub(crate) use follow::{CARDS, NOW, OFFERS, STEP_BAR, show_now, use_follow};
pub(crate) use judge::use_judge;
pub(crate) use keyboard::use_keyboard;
pub(crate) use progress::use_progress;
pub(crate) use title::use_title;
pub(crate) use told::{REST, SHORT, use_told};
pub(crate) use uncover::use_uncover;
pub(crate) use wide::use_wide;
