//! The commands of Redis's group *transactions*.

pub(super) mod discard;
pub(super) mod exec;
pub(super) mod multi;
pub(super) mod unwatch;
pub(super) mod watch;
