//! The commands of Redis's group *hash*.

pub(super) mod hdel;
pub(super) mod hexists;
pub(super) mod hget;
pub(super) mod hgetall;
pub(super) mod hincrby;
pub(super) mod hincrbyfloat;
pub(super) mod hkeys;
pub(super) mod hlen;
pub(super) mod hmget;
pub(super) mod hmset;
pub(super) mod hrandfield;
pub(super) mod hscan;
pub(super) mod hset;
pub(super) mod hsetnx;
pub(super) mod hstrlen;
pub(super) mod hvals;
