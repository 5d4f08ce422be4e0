//! The same state at another time of day.

use crate::State;

impl State {
    /// Moves every moment that it remembers earlier by so many milliseconds, or
    /// later where that is below zero: expiries, when those who wait give up,
    /// and, in keys for which `holds_times` says so, scores of sorted sets and
    /// strings that are integers.
    ///
    /// Two states that differ only in the time of day become equal by that, and
    /// a state that was shifted answers at a time earlier by as much what it
    /// would have answered; `TIME` aside, and `OBJECT IDLETIME` to the second.
    /// What is only a word to the server stays: times in commands that `MULTI`
    /// has queued or that stand behind a blocked one, in hashes, lists and names.
    /// A time that would leave the range of 64 bits stops at its end.
    pub fn shift(&mut self, earlier_by_ms: i64, holds_times: &dyn Fn(&[u8]) -> bool) {
        if earlier_by_ms == 0 {
            return;
        }
        for (_, database) in self.databases.iter_mut() {
            database.shift(earlier_by_ms, holds_times);
        }
        if !self.blocked.is_empty() {
            for open in self.connections.values_mut() {
                if open.blocked.is_some()
                    && let Some(at_ms) = open.blocked.as_mut().and_then(|b| b.deadline_ms.as_mut())
                {
                    *at_ms = at_ms.saturating_sub(earlier_by_ms);
                }
            }
            self.blocked.shift(earlier_by_ms);
        }
        self.shift_log(earlier_by_ms, holds_times);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Output, ReplicaSet, ScriptHost, State};
    use lockstep_resp::Command;
    use std::hash::{DefaultHasher, Hash, Hasher};

    /// A set that was told this at a time, of which only part has arrived at its
    /// replicas. `NOW` stands for the time.
    fn told(lines: &[&str], now_ms: i64) -> ReplicaSet {
        let (host, mut output) = (ScriptHost::new(), Output::default());
        let mut set = ReplicaSet::new(State::default(), 2);
        let connections = [set.connect(), set.connect()];
        for (at, line) in lines.iter().enumerate() {
            let line = line.replace("NOW", &now_ms.to_string());
            let words = Command::parse(&line).unwrap();
            set.submit(&host, connections[at % 2], &words.as_slices(), now_ms, &mut output);
            if at == 1 {
                set.replicate(&host, 0, 1, now_ms, &mut output);
            }
        }
        assert!(output.messages.iter().all(|message| !message.reply.is_error()));
        set
    }

    fn hash(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_differs_only_in_the_time_of_day_becomes_equal() {
        let check = |lines: &[&str]| {
            let early = told(lines, 1_700_000_000_000);
            for by_ms in [1, 999, 86_400_000, -5] {
                let mut late = told(lines, 1_700_000_000_000 + by_ms);
                assert!(late != early, "{lines:?}");
                late.shift(by_ms, &|key| key.starts_with(b"at:"));
                assert!(late == early && hash(&late) == hash(&early), "{lines:?}\n{late:?}");
            }
        };
        check(&["SET k v PX 100", "GET k", "SET l v PX 7"]);
        check(&["SET k v", "PEXPIRE k 100", "SELECT 3", "SELECT 3", "SET l v PX 5"]);
        check(&["SET k v PX 5", "SWAPDB 0 1", "SET l v PX 9"]);
        check(&["BLPOP q 5", "BRPOP q 0.5"]);
        check(&["SET at:k NOW", "ZADD at:z NOW a 1e300 b -inf c"]);
        check(&["APPEND at:k NOW", "ZADD at:z NOW a NOW b", "ZINCRBY at:z 30000 a"]);
        check(&["SET k v", "SET l v PX 100", "WAIT 1 50"]);
    }

    #[test]
    fn only_times_of_keys_that_hold_times_move() {
        let mut set = told(&["SET k 1000", "SET at:k 1.5", "ZADD z 1000 a"], 1_000);
        let before = set.clone();
        set.shift(500, &|key| key.starts_with(b"at:"));
        assert!(set == before);
        let words: [&[u8]; 3] = [b"SET", b"k", b"v"];
        let (host, mut output) = (ScriptHost::new(), Output::default());
        let a = set.connect();
        for expire in [[&b"PXAT"[..], b"9223372036854775807"], [b"PXAT", b"1"]] {
            set.submit(&host, a, &[&words[..], &expire].concat(), 0, &mut output);
            set.shift(i64::MAX, &|_| true);
            set.shift(i64::MAX, &|_| true);
            assert!(set.key(0, b"k", i64::MIN).is_some_and(|key| key.expire_at_ms.is_some()));
            set.shift(i64::MIN, &|_| true);
        }
    }
}
