//! What there is to know about a lock before it is taken.

use crate::{Algorithm, Compare, Grant, Token};
use lockstep_resp::Blob;

/// A lock: how it is taken, under which key, for how long.
///
/// ```
/// use lockstep_lock::{Algorithm, Lock};
/// let lock = Lock { fenced: true, ..Lock::new(Algorithm::Token, b"lock:stock", 30_000) };
/// assert_eq!(&*lock.fence_key(), b"{lock:stock}:fence");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lock {
    /// How it is taken, extended and given back.
    pub algorithm: Algorithm,
    /// The Redis key. On a cluster one with a `}` and no hash tag, such as
    /// `a}b`, has nothing beside it in its slot, so that a server refuses
    /// (`CROSSSLOT`) what needs that: fences, queues, waiting by name.
    pub key: Blob,
    /// Its time to live in milliseconds. Redis knows none below 1; below 3
    /// nothing is left of it after the allowance for the clocks' drift, and no
    /// attempt succeeds.
    pub ttl_ms: u64,
    /// The longest that one owner may keep it by extending, in milliseconds
    /// from when it asked for it.
    pub max_lease_ms: Option<u64>,
    /// Whether each acquisition gets a number that only grows, for the
    /// resource to check. The naive locks hand out none.
    pub fenced: bool,
    /// Whether a release is told on [`Lock::channel`].
    pub notifies: bool,
    /// [`Algorithm::Token`]: the channel on which this process alone hears,
    /// which has no white space. Who waits and listens puts its name on a
    /// [roll](Lock::roll_key), and a release that names a channel itself wakes
    /// two of those who are on it, of different processes, each by its token on
    /// its own channel, instead of one in every process.
    ///
    /// No wake-up gets lost by that. A name is put there by the very script that
    /// found the lock taken. Who gives up takes its name off, and wakes others
    /// if it had been woken. A process that is gone has no subscription, which
    /// the server knows, and its names are passed over. One that is paused has
    /// one: that is why two are woken. Should both be paused, the others ask by
    /// themselves after [`Lock::patience_ms`].
    ///
    /// Who listens without an inbox is not woken by who has one; all who share
    /// a lock should agree on it.
    pub inbox: Option<Blob>,
    /// How an owner is compared on the server.
    pub compare: Compare,
    /// [`Algorithm::Reentrant`]: whose further acquisitions are granted too.
    /// `None`: nobody's, each acquisition is a stranger.
    pub owner: Option<Token>,
    /// [`Algorithm::Fair`]: how long a waiter keeps its place without asking
    /// again, in milliseconds. It asks three times as often. With an
    /// [inbox](Lock::inbox): after how long a waiter that was not woken asks.
    pub patience_ms: u64,
    /// [`Algorithm::RedLock`]: on how many independent nodes it stands.
    pub nodes: u16,
    /// [`Algorithm::RedLock`]: how long an answer may take, in milliseconds;
    /// [`Algorithm::Replicated`]: how long the replicas may take.
    pub node_timeout_ms: u64,
    /// [`Algorithm::Replicated`]: how many replicas must have it.
    pub replicas: u16,
}

impl Lock {
    /// A lock with nothing special about it, on one node.
    pub fn new(algorithm: Algorithm, key: impl AsRef<[u8]>, ttl_ms: u64) -> Self {
        let ttl_ms = ttl_ms.max(1);
        Self {
            algorithm,
            key: Blob::from(key.as_ref()),
            ttl_ms,
            max_lease_ms: None,
            fenced: false,
            notifies: false,
            inbox: None,
            compare: Compare::Lua,
            owner: None,
            patience_ms: 5_000,
            nodes: 1,
            node_timeout_ms: node_timeout_ms(ttl_ms),
            replicas: 1,
        }
    }

    /// On how many nodes it is really asked for.
    pub(crate) fn asked_nodes(&self) -> u16 {
        if self.algorithm == Algorithm::RedLock { self.nodes.max(1) } else { 1 }
    }

    /// The time to live that is asked for.
    pub(crate) fn asked_ttl_ms(&self) -> u64 {
        bounded_ms(self.ttl_ms)
    }

    /// Whether the validity is already all that the longest lease allows.
    pub(crate) fn lease_is_used_up(&self, grant: &Grant) -> bool {
        let drift_ms = drift_ms(self.asked_ttl_ms());
        let reach_ms = grant.valid_until_ms.saturating_add(drift_ms);
        grant.lease_until_ms.is_some_and(|end_ms| reach_ms >= end_ms)
    }

    /// Until when an answer must have come that was asked for at `now_ms`. One
    /// node is waited for as long as its connection waits.
    pub(crate) fn answer_by_ms(&self, now_ms: u64) -> Option<u64> {
        let fans_out = self.algorithm == Algorithm::RedLock;
        fans_out.then(|| now_ms.saturating_add(self.node_timeout_ms.max(1)))
    }

    /// Where the number that only grows stands: beside the lock, in the same
    /// slot of a cluster, and without an end.
    pub fn fence_key(&self) -> Blob {
        self.companion("fence")
    }

    /// [`Algorithm::Fair`]: where the waiters stand in their order.
    pub fn queue_key(&self) -> Blob {
        self.companion("queue")
    }

    /// [`Algorithm::Fair`]: until when each waiter keeps its place.
    pub fn waiters_key(&self) -> Blob {
        self.companion("waiters")
    }

    /// [`Lock::inbox`]: who is to be woken, in the order of coming.
    pub fn roll_key(&self) -> Blob {
        self.companion("roll")
    }

    /// Where this process hears, if waiters are woken by name.
    pub(crate) fn named(&self) -> Option<&Blob> {
        self.inbox.as_ref().filter(|_| self.notifies && self.algorithm == Algorithm::Token)
    }

    /// The channel on which a release is told. The message is the token whose
    /// turn it is, or empty if it is anybody's.
    pub fn channel(&self) -> Blob {
        self.companion("released")
    }

    /// A name beside the lock's that a cluster keeps in the same slot: it has
    /// the same hash tag. (A key that has braces but no tag in them, such as
    /// `a}b`, has no such name.) Source: <https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/>,
    /// "Hash tags".
    fn companion(&self, what: &str) -> Blob {
        let key = &*self.key;
        let name = if has_hash_tag(key) || key.is_empty() {
            [key, b":", what.as_bytes()].concat()
        } else {
            [b"{", key, b"}:", what.as_bytes()].concat()
        };
        Blob::from(name)
    }
}

/// Between the first `{` and the first `}` behind it stands something.
fn has_hash_tag(key: &[u8]) -> bool {
    let open = key.iter().position(|&b| b == b'{');
    let tail = open.map_or(&[][..], |open| &key[open + 1..]);
    tail.iter().position(|&b| b == b'}').is_some_and(|length| length > 0)
}

/// The longest time that a server is asked for, 8,900 years: added to the time
/// of day it must still fit into what Redis calculates with, and in Lua into
/// the whole numbers of a double.
const LONGEST_MS: u64 = 1 << 48;

/// A length of time that every server understands. A time to live of nothing
/// would delete at once.
pub(crate) fn bounded_ms(length_ms: u64) -> u64 {
    length_ms.clamp(1, LONGEST_MS)
}

/// How long one node of several may take to answer: a hundredth of the time to
/// live, between 50 ms and 1 s, and never more than half of it. The RedLock
/// specification asks for a small part of the time to live.
pub(crate) fn node_timeout_ms(ttl_ms: u64) -> u64 {
    (ttl_ms / 100).clamp(50, 1000).min(ttl_ms / 2).max(1)
}

/// Until when an owner may rely on a lock that it asked for at `asked_at_ms`:
/// the time to live, less what two clocks may drift apart meanwhile (1 % and
/// 2 ms, the allowance of the RedLock specification's implementations).
pub(crate) fn valid_until_ms(asked_at_ms: u64, ttl_ms: u64) -> u64 {
    asked_at_ms.saturating_add(ttl_ms.saturating_sub(drift_ms(ttl_ms)))
}

/// How far two clocks may drift apart in this time.
fn drift_ms(ttl_ms: u64) -> u64 {
    (ttl_ms / 100).saturating_add(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_share_the_slot_of_the_lock() {
        let check = |key: &str, channel: &str| {
            let lock = Lock::new(Algorithm::Token, key, 1000);
            assert_eq!(String::from_utf8_lossy(&lock.channel()), channel);
        };
        check("lock:stock", "{lock:stock}:released");
        check("lock:{shop}:stock", "lock:{shop}:stock:released");
        check("", ":released");
    }

    #[test]
    fn a_node_may_take_a_small_part_of_the_time_to_live() {
        let check = |ttl_ms, timeout_ms| assert_eq!(node_timeout_ms(ttl_ms), timeout_ms);
        check(30_000, 300);
        check(1_000, 50);
        check(60, 30);
        check(1, 1);
        check(u64::MAX, 1000);
    }

    #[test]
    fn validity_never_underflows() {
        let check = |asked, ttl, until| assert_eq!(valid_until_ms(asked, ttl), until);
        check(1000, 30_000, 30_698);
        check(1000, 1, 1000);
        check(u64::MAX, 30_000, u64::MAX);
    }
}
