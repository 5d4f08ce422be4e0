//! The commands of Redis's group *server*.

pub(super) mod dbsize;
pub(super) mod flushall;
pub(super) mod time;
