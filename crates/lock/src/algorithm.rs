//! The kinds of lock.

mod fair;
mod naive;
mod reentrant;
mod setnx_expire;
mod token;

use crate::call::Call;
use crate::{Lock, Token};

/// How a lock is taken, extended and given back.
///
/// None of them keeps two owners from being inside at once after one of them
/// was paused for longer than the time to live: only the resource can, by
/// checking a [fencing number](Lock::fenced). Source:
/// <https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Algorithm {
    /// `SETNX key token`, then `EXPIRE key seconds`, given back by `DEL`:
    /// **broken, for teaching**.
    ///
    /// A client that crashes between the two leaves a lock without an end. It
    /// has the faults of [`Algorithm::Naive`] too.
    SetnxExpire,
    /// `SET key token NX EX`, given back by `DEL`: **broken, for teaching**.
    ///
    /// It promises that the lock ends by itself. It does not promise that the
    /// lock which `DEL` removes is one's own: after the time to live has run
    /// out, it is whoever holds it by then. Its `PEXPIRE` extends another's in
    /// the same way.
    Naive,
    /// `SET key token NX PX`, given back and extended by scripts that compare
    /// first, or by the server's own commands where it has them
    /// ([`Compare`](crate::Compare)).
    ///
    /// It promises that the lock ends by itself, and that nobody removes or
    /// extends another's. It does not promise that the lock survives a
    /// failover: a replica that is promoted may not know it.
    ///
    /// Source: <https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>,
    /// "Correct implementation with a single instance".
    Token,
    /// A hash of `owner -> count`, with a field for each hold: the owner may
    /// take it again, and the last release frees it.
    ///
    /// It promises what [`Algorithm::Token`] does, and that a release which is
    /// sent twice, because its answer was lost, counts once. Every further
    /// acquisition, and every extension of a hold, gives the whole lock a new
    /// time to live, but never a shorter one than another hold relies on. An
    /// owner is one thread of control; two tasks that share one are not kept
    /// apart.
    ///
    /// Source: Redisson's lock, whose count is kept in the same way.
    Reentrant,
    /// Waiters get it in the order of their first attempt.
    ///
    /// It promises what [`Algorithm::Token`] does, and that a waiter is passed
    /// over only after it has not asked for [`Lock::patience_ms`], by the
    /// server's clock. A waiter that died therefore costs the others that
    /// long, once. The queue ends with its last waiter's patience.
    ///
    /// Source: Redisson's fair lock; its times are the clients', ours are not.
    Fair,
    /// [`Algorithm::Token`] on several independent nodes, held while a
    /// majority of them says so: **RedLock**.
    ///
    /// It promises that the lock survives the loss of a minority of the nodes.
    /// It does not promise exclusion when clocks jump, or when a node forgets
    /// its locks and comes back before they would have ended. For operators:
    /// a node that lost its memory must stay away for the longest time to live
    /// in use (the delayed restart), or write every command to disk before it
    /// answers (`appendfsync always`). An extension puts the lock back on nodes
    /// that forgot it, so that the majority does not wear away.
    ///
    /// With [`Lock::fenced`], each node counts for itself, the largest number
    /// is told back to a majority before the lock is granted, and the next
    /// owner's is larger: as long as no node of that majority loses its memory.
    /// RedLock as specified has no such number.
    ///
    /// Source: <https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>,
    /// "The Redlock algorithm".
    #[cfg_attr(feature = "serde", serde(rename = "redlock"))]
    RedLock,
    /// [`Algorithm::Token`], granted once [`Lock::replicas`] replicas have
    /// confirmed it (`WAIT`).
    ///
    /// It makes losing the lock in a failover less likely and does not exclude
    /// it: a replica that had not confirmed may be promoted. An extension is not
    /// confirmed: after a failover the lock may end as if it had not been
    /// extended. `WAIT` speaks of the writes of its own connection and holds it
    /// up for as long as it takes, so this lock needs a connection of its own,
    /// and one that does not open itself again: once it is broken, connect anew.
    ///
    /// Source: <https://redis.io/docs/latest/commands/wait/>, "Consistency and
    /// WAIT".
    Replicated,
}

impl Algorithm {
    /// The first question of an attempt. With `telling`, one whose no comes
    /// with the time that the lock has left.
    pub(crate) fn acquire(self, lock: &Lock, token: &Token, telling: bool) -> Call {
        match self {
            Self::SetnxExpire => setnx_expire::acquire(lock, token),
            Self::Naive => naive::acquire(lock, token),
            Self::Token | Self::RedLock | Self::Replicated => token::acquire(lock, token, telling),
            Self::Reentrant => reentrant::acquire(lock, token),
            Self::Fair => fair::acquire(lock, token, telling),
        }
    }

    /// Gives the lock a new time to live; with `valid`, and on nodes that
    /// forgot it, puts it back.
    pub(crate) fn extend(self, lock: &Lock, token: &Token, ttl_ms: u64, valid: bool) -> Call {
        match self {
            Self::SetnxExpire => setnx_expire::extend(lock, ttl_ms),
            Self::Naive => naive::extend(lock, ttl_ms),
            Self::Token | Self::Fair | Self::Replicated => token::extend(lock, token, ttl_ms),
            Self::RedLock if valid => token::extend_or_restore(lock, token, ttl_ms),
            Self::RedLock => token::extend(lock, token, ttl_ms),
            Self::Reentrant => reentrant::extend(lock, token, ttl_ms),
        }
    }

    /// Gives the lock back. Asked of a node that never granted it, it changes
    /// nothing but for the naive ones.
    pub(crate) fn release(self, lock: &Lock, token: &Token) -> Call {
        match self {
            Self::SetnxExpire | Self::Naive => naive::release(lock),
            Self::Token | Self::RedLock | Self::Replicated => token::release(lock, token),
            Self::Reentrant => reentrant::release(lock, token),
            Self::Fair => fair::release(lock, token),
        }
    }

    /// Its name, as scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::SetnxExpire => "setnx_expire",
            Self::Naive => "naive",
            Self::Token => "token",
            Self::Reentrant => "reentrant",
            Self::Fair => "fair",
            Self::RedLock => "redlock",
            Self::Replicated => "replicated",
        }
    }

    /// Whether giving back what was perhaps never granted harms nobody.
    pub(crate) fn compares(self) -> bool {
        !matches!(self, Self::SetnxExpire | Self::Naive)
    }
}
