//! A primary with its replicas: what is replicated, and who has it.
//!
//! # Layout
//!
//! - [`ReplicaSet`]: one service to its clients, with the faults that it can have.
//! - `log`: the writes that some replica still lacks.
//! - `image`: what a write leaves of a key, so that a replica need not run it.
//! - `wait`: who has a connection's last write, which `WAIT` tells.
//! - `role`: which part a server plays, and what it may not do as a replica.
//!
//! # What is replicated
//!
//! Everything that a command, a script or a transaction as a whole did to keys
//! is one write; one that changed nothing is none. A key whose time is over goes
//! by a write of the primary too. Scripts that are loaded are not replicated, as
//! in Redis 7. What is absent: messages (`PUBLISH` reaches who is subscribed at
//! the server itself), partial resynchronisation, and the requests for
//! acknowledgement that Redis puts into its stream.

mod image;
mod log;
mod role;
mod set;
mod wait;

pub(crate) use log::Write;
pub(crate) use role::Replication;
pub use set::ReplicaSet;
pub(crate) use wait::Wait;

#[cfg(test)]
mod tests;
