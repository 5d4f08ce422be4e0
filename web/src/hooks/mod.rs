//! What runs beside the drawing.

mod address;
mod autoplay;
mod dialog;
mod follow;
mod keyboard;
mod title;
mod wide;

pub(crate) use address::use_address;
pub(crate) use autoplay::use_autoplay;
pub(crate) use dialog::use_dialog;
pub(crate) use follow::{CARDS, NOW, OFFERS, STEP_BAR, use_follow};
pub(crate) use keyboard::use_keyboard;
pub(crate) use title::use_title;
pub(crate) use wide::use_wide;
