//! The commands of Redis's group *list*.

pub(super) mod blmove;
pub(super) mod blmpop;
pub(super) mod blpop;
pub(super) mod brpop;
pub(super) mod brpoplpush;
pub(super) mod lindex;
pub(super) mod linsert;
pub(super) mod llen;
pub(super) mod lmove;
pub(super) mod lmpop;
pub(super) mod lpop;
pub(super) mod lpos;
pub(super) mod lpush;
pub(super) mod lpushx;
pub(super) mod lrange;
pub(super) mod lrem;
pub(super) mod lset;
pub(super) mod ltrim;
pub(super) mod rpop;
pub(super) mod rpoplpush;
pub(super) mod rpush;
pub(super) mod rpushx;
