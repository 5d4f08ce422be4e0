//! The commands of Redis's group *pubsub*.

pub(super) mod psubscribe;
pub(super) mod publish;
#[expect(clippy::module_inception, reason = "PUBSUB is a command of the group pubsub")]
pub(super) mod pubsub;
pub(super) mod pubsub_channels;
pub(super) mod pubsub_help;
pub(super) mod pubsub_numpat;
pub(super) mod pubsub_numsub;
pub(super) mod punsubscribe;
pub(super) mod subscribe;
pub(super) mod unsubscribe;
