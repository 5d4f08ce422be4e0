//! The commands of Redis's group *set*.

pub(super) mod sadd;
pub(super) mod scard;
pub(super) mod sdiff;
pub(super) mod sdiffstore;
pub(super) mod sinter;
pub(super) mod sintercard;
pub(super) mod sinterstore;
pub(super) mod sismember;
pub(super) mod smembers;
pub(super) mod smismember;
pub(super) mod smove;
pub(super) mod spop;
pub(super) mod srandmember;
pub(super) mod srem;
pub(super) mod sscan;
pub(super) mod sunion;
pub(super) mod sunionstore;

use crate::call::Call;
use crate::keyspace::Expire;
use crate::value::{Set, Value};
use lockstep_resp::{Blob, Reply};

/// Puts a set in the place of whatever was at `key`, under the event `name`;
/// an empty one deletes the key. Replies how many members it has.
fn store(call: &mut Call<'_>, key: &[u8], set: Set, name: &'static str) -> Reply {
    let length = set.len();
    let mut keyspace = call.keyspace();
    if length > 0 {
        keyspace.set_key(&Blob::from(key), Value::Set(set), Expire::Never);
        keyspace.notify(name, key);
    } else if keyspace.delete(key).is_some() {
        keyspace.notify("del", key);
    }
    Reply::Integer(length as i64)
}
