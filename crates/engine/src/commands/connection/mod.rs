//! The commands of Redis's group *connection*.

pub(super) mod echo;
pub(super) mod ping;
pub(super) mod select;
