//! The commands of Redis's group *sorted_set*.

pub(super) mod bzmpop;
pub(super) mod bzpopmax;
pub(super) mod bzpopmin;
pub(super) mod zadd;
pub(super) mod zcard;
pub(super) mod zcount;
pub(super) mod zdiff;
pub(super) mod zdiffstore;
pub(super) mod zincrby;
pub(super) mod zinter;
pub(super) mod zintercard;
pub(super) mod zinterstore;
pub(super) mod zlexcount;
pub(super) mod zmpop;
pub(super) mod zmscore;
pub(super) mod zpopmax;
pub(super) mod zpopmin;
pub(super) mod zrandmember;
pub(super) mod zrange;
pub(super) mod zrangebylex;
pub(super) mod zrangebyscore;
pub(super) mod zrangestore;
pub(super) mod zrank;
pub(super) mod zrem;
pub(super) mod zremrangebylex;
pub(super) mod zremrangebyrank;
pub(super) mod zremrangebyscore;
pub(super) mod zrevrange;
pub(super) mod zrevrangebylex;
pub(super) mod zrevrangebyscore;
pub(super) mod zrevrank;
pub(super) mod zscan;
pub(super) mod zscore;
pub(super) mod zunion;
pub(super) mod zunionstore;

use crate::value::Score;
use lockstep_resp::{Blob, Protocol, Reply};

/// Members, with their scores if asked: for RESP3 in pairs, for RESP2 in turn.
fn members_reply(
    members: impl Iterator<Item = (Blob, Score)>,
    with_scores: bool,
    protocol: Protocol,
) -> Reply {
    let pairs = members.map(|(member, score)| [Reply::Bulk(member), score.reply()]);
    Reply::Array(match protocol {
        _ if !with_scores => pairs.map(|[member, _]| member).collect(),
        Protocol::Resp2 => pairs.flatten().collect(),
        Protocol::Resp3 => pairs.map(|pair| Reply::Array(pair.into())).collect(),
    })
}
