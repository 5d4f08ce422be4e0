//! How an owner is compared on the server.

use crate::{Happened, NodeIndex, Operation, Progress, Request, RequestId, Wants};
use lockstep_resp::{Command, Reply};

/// How an owner is compared on the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compare {
    /// By a Lua script, on every server.
    #[default]
    Lua,
    /// By `DELEX key IFEQ token` and `SET … IFEQ token`: Redis 8.4 and later.
    /// Source: <https://redis.io/docs/latest/commands/delex/>.
    Delex,
    /// By `DELIFEQ key token` and `SET … IFEQ token`: Valkey 9 and later.
    /// Source: <https://valkey.io/commands/delifeq/>.
    Delifeq,
}

/// Finds out which way of comparing a server has. It need not be right for
/// ever: where a command turns out to be unknown, the script does it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Discover;

impl Discover {
    fn read(reply: &Reply) -> Compare {
        let Reply::Array(items) = reply else { return Compare::Lua };
        let known = |item: &Reply| matches!(item, Reply::Array(fields) if !fields.is_empty());
        match items.as_slice() {
            [delex, _] if known(delex) => Compare::Delex,
            [_, delifeq] if known(delifeq) => Compare::Delifeq,
            _ => Compare::Lua,
        }
    }
}

impl Operation for Discover {
    type Outcome = Compare;

    fn resume(&mut self, _now_ms: u64, happened: Happened) -> Progress<Compare> {
        match happened {
            Happened::Started => {
                let command = Command::new(["COMMAND", "INFO", "DELEX", "DELIFEQ"]);
                Wants::send(vec![Request { id: RequestId(1), node: NodeIndex(0), command }], None)
            }
            Happened::Replied { reply, .. } => Progress::Done(Self::read(&reply)),
            Happened::Lost { .. } => Progress::Done(Compare::Lua),
            _ => Wants::nothing(),
        }
    }

    fn shift(&mut self, _earlier_by_ms: u64) {}
}
