//! The commands of Redis's group *generic*.

pub(super) mod del;
pub(super) mod exists;
pub(super) mod expire;
pub(super) mod expireat;
pub(super) mod expiretime;
pub(super) mod persist;
pub(super) mod pexpire;
pub(super) mod pexpireat;
pub(super) mod pexpiretime;
pub(super) mod pttl;
pub(super) mod ttl;
pub(super) mod r#type;
