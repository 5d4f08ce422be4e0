//! Each operation against answers told in advance, as stories in text.

mod acquire;
mod compare;
mod extend;
mod redlock;
mod release;
mod shift;
mod story;
mod times;
mod waiting;
mod watchdog;
