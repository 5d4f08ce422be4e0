//! One choice of a schedule.

use crate::{Cast, ClientIndex};
use lockstep_lock::NodeIndex;
use std::fmt;

/// One choice: who goes on, how far time moves, or what goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// A client takes its next step: `A`.
    Client(ClientIndex),
    /// A watchdog of a client takes its next step: `A:watchdog`.
    Watchdog(ClientIndex),
    /// Time moves by so many milliseconds: `+30001`.
    Time {
        /// How far.
        by_ms: u64,
    },
    /// A client ends where it stands: `A:crash`.
    Crash(ClientIndex),
    /// A client's next request gets lost on its way: `A:request-lost`.
    LoseRequest(ClientIndex),
    /// A client's next request is applied, and the answer lost: `A:reply-lost`.
    LoseReply(ClientIndex),
    /// A watchdog's next request gets lost on its way:
    /// `A:watchdog-request-lost`.
    LoseWatchdogRequest(ClientIndex),
    /// A watchdog's next request is applied, and the answer lost:
    /// `A:watchdog-reply-lost`.
    LoseWatchdogReply(ClientIndex),
    /// A client's clock jumps: `A:jump-30000`, `A:jump+30000`.
    ClockJump {
        /// Whose.
        client: ClientIndex,
        /// By how many milliseconds: less than nothing if it falls behind.
        by_ms: i64,
    },
    /// Something happens to a node.
    Node(NodeIndex, NodeEvent),
}

/// What can happen to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeEvent {
    /// A replica applies one more write: `redis:replica1`.
    Replicate {
        /// Which, from 0.
        replica: usize,
    },
    /// The primary is lost and a replica takes its place: `redis:promote1`.
    Promote {
        /// Which, from 0.
        replica: usize,
    },
    /// Nobody reaches it any more: `n2:down`.
    Down,
    /// It can be reached again: `n2:up`.
    Up,
    /// It restarts, with what its disk has: `n2:restart`.
    Restart,
    /// Its clock jumps ahead: `n2:jump+30000`.
    Jump {
        /// How far.
        by_ms: u64,
    },
    /// A client cannot reach it any more: `n2:cut-A`.
    Cut(ClientIndex),
    /// A client can reach it again: `n2:join-A`.
    Join(ClientIndex),
}

/// More than any lesson needs, and little enough never to overflow a clock.
const LONGEST_MOVE_MS: u64 = 366 * 24 * 3_600_000;

impl Choice {
    /// The choice in the form that [`Choice::parse`] reads.
    pub fn display<'a>(&'a self, cast: &'a Cast) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match *self {
            Self::Client(client) => f.write_str(cast.name(client)),
            Self::Watchdog(client) => write!(f, "{}:watchdog", cast.name(client)),
            Self::Time { by_ms } => write!(f, "+{by_ms}"),
            Self::Crash(client) => write!(f, "{}:crash", cast.name(client)),
            Self::LoseRequest(client) => write!(f, "{}:request-lost", cast.name(client)),
            Self::LoseReply(client) => write!(f, "{}:reply-lost", cast.name(client)),
            Self::LoseWatchdogRequest(client) => {
                write!(f, "{}:watchdog-request-lost", cast.name(client))
            }
            Self::LoseWatchdogReply(client) => {
                write!(f, "{}:watchdog-reply-lost", cast.name(client))
            }
            Self::ClockJump { client, by_ms } => {
                write!(f, "{}:jump{by_ms:+}", cast.name(client))
            }
            Self::Node(node, event) => {
                write!(f, "{}:", cast.node_name(node))?;
                match event {
                    NodeEvent::Replicate { replica } => write!(f, "replica{}", replica + 1),
                    NodeEvent::Promote { replica } => write!(f, "promote{}", replica + 1),
                    NodeEvent::Down => f.write_str("down"),
                    NodeEvent::Up => f.write_str("up"),
                    NodeEvent::Restart => f.write_str("restart"),
                    NodeEvent::Jump { by_ms } => write!(f, "jump+{by_ms}"),
                    NodeEvent::Cut(client) => write!(f, "cut-{}", cast.name(client)),
                    NodeEvent::Join(client) => write!(f, "join-{}", cast.name(client)),
                }
            }
        })
    }

    /// Reads a choice for the clients and nodes of `cast`; `None` if it is none.
    pub fn parse(word: &str, cast: &Cast) -> Option<Self> {
        if let Some(ms) = word.strip_prefix('+') {
            return length_ms(ms).map(|by_ms| Self::Time { by_ms });
        }
        let Some((subject, what)) = word.split_once(':') else {
            return cast.client(word).map(Self::Client);
        };
        if let Some(client) = cast.client(subject) {
            return match what {
                "watchdog" => Some(Self::Watchdog(client)),
                "crash" => Some(Self::Crash(client)),
                "request-lost" => Some(Self::LoseRequest(client)),
                "reply-lost" => Some(Self::LoseReply(client)),
                "watchdog-request-lost" => Some(Self::LoseWatchdogRequest(client)),
                "watchdog-reply-lost" => Some(Self::LoseWatchdogReply(client)),
                _ => jump_ms(what).map(|by_ms| Self::ClockJump { client, by_ms }),
            };
        }
        let mut nodes = (0..cast.node_count()).filter_map(|node| u16::try_from(node).ok());
        let node = nodes.find(|node| cast.node_name(NodeIndex(*node)) == subject)?;
        NodeEvent::parse(what, cast).map(|event| Self::Node(NodeIndex(node), event))
    }
}

impl NodeEvent {
    fn parse(what: &str, cast: &Cast) -> Option<Self> {
        let replica = |number: &str| {
            let number: usize = number.parse().ok()?;
            (1..=cast.replica_count()).contains(&number).then(|| number - 1)
        };
        match what {
            "down" => Some(Self::Down),
            "up" => Some(Self::Up),
            "restart" => Some(Self::Restart),
            _ => {
                let after = |prefix| what.strip_prefix(prefix);
                after("replica")
                    .and_then(replica)
                    .map(|replica| Self::Replicate { replica })
                    .or_else(|| {
                        after("promote").and_then(replica).map(|replica| Self::Promote { replica })
                    })
                    .or_else(|| {
                        after("jump+").and_then(length_ms).map(|by_ms| Self::Jump { by_ms })
                    })
                    .or_else(|| after("cut-").and_then(|name| cast.client(name)).map(Self::Cut))
                    .or_else(|| after("join-").and_then(|name| cast.client(name)).map(Self::Join))
            }
        }
    }
}

/// How far a client's clock jumps, ahead or back.
fn jump_ms(what: &str) -> Option<i64> {
    let by_ms = what.strip_prefix("jump")?;
    let (length, is_back) = match by_ms.strip_prefix('-') {
        Some(length) => (length, true),
        None => (by_ms.strip_prefix('+')?, false),
    };
    let length = i64::try_from(length_ms(length)?).ok()?;
    Some(if is_back { -length } else { length })
}

fn length_ms(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let by_ms = text.parse().ok().filter(|_| digits)?;
    (1..=LONGEST_MOVE_MS).contains(&by_ms).then_some(by_ms)
}
