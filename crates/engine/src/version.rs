//! Whose behaviour the engine shows.

use crate::CommandFlags;
use crate::command::CommandSpec;

/// Whose behaviour the engine shows. A newer server is Redis 7.0 with the
/// commands and options for locks that it brought; they are unknown before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ServerVersion {
    /// Redis 7.0, with which everything is compared.
    #[default]
    Redis7_0,
    /// Redis 8.4: `DELEX`, `DIGEST`, and `SET` with `IFEQ`, `IFNE`, `IFDEQ`
    /// and `IFDNE`.
    Redis8_4,
    /// Valkey 9: `DELIFEQ`, and `SET` with `IFEQ`.
    Valkey9,
}

impl ServerVersion {
    /// Every version, Redis 7.0 first.
    pub const ALL: [Self; 3] = [Self::Redis7_0, Self::Redis8_4, Self::Valkey9];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Redis7_0 => "Redis 7.0",
            Self::Redis8_4 => "Redis 8.4",
            Self::Valkey9 => "Valkey 9",
        }
    }

    /// The product's name in lower case, as `INFO` and `HELLO` have it.
    pub fn product(self) -> &'static str {
        match self {
            Self::Redis7_0 | Self::Redis8_4 => "redis",
            Self::Valkey9 => "valkey",
        }
    }

    /// The product's own version number.
    pub fn number(self) -> &'static str {
        match self {
            Self::Redis7_0 => "7.0.15",
            Self::Redis8_4 => "8.4.0",
            Self::Valkey9 => "9.0.0",
        }
    }

    /// Whether the server has the command.
    pub fn has(self, spec: &CommandSpec) -> bool {
        let newer = CommandFlags::REDIS_8_4 | CommandFlags::VALKEY_9;
        let brought = match self {
            Self::Redis7_0 => CommandFlags::empty(),
            Self::Redis8_4 => CommandFlags::REDIS_8_4,
            Self::Valkey9 => CommandFlags::VALKEY_9,
        };
        !spec.flags.intersects(newer) || spec.flags.intersects(brought)
    }
}
