//! The databases of a server, those that nobody has used left out.

use crate::keyspace::Database;
use std::hash::{Hash, Hasher};

/// All databases by their index. One that was never used takes no room, so that
/// a state with few keys is cheap to clone; one that has been emptied counts as
/// never used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Databases {
    /// Those that somebody has looked into, in the order of their indices.
    used: Vec<(usize, Database)>,
}

impl Databases {
    /// The database with this index; `None` for one that is empty for sure.
    pub(crate) fn get(&self, index: usize) -> Option<&Database> {
        let used = self.used.iter().find(|(other, _)| *other == index);
        used.map(|(_, database)| database)
    }

    /// The database with this index, to be used.
    pub(crate) fn get_mut(&mut self, index: usize) -> &mut Database {
        let at = self.used.iter().position(|(other, _)| *other >= index);
        let at = at.unwrap_or(self.used.len());
        if self.used.get(at).is_none_or(|(other, _)| *other != index) {
            self.used.insert(at, (index, Database::default()));
        }
        &mut self.used[at].1
    }

    /// Those that hold something, in order, with their indices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Database)> {
        let used = self.used.iter().filter(|(_, database)| database.len() > 0);
        used.map(|(index, database)| (*index, database))
    }

    /// As [`Databases::iter`], to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut Database)> {
        let used = self.used.iter_mut().filter(|(_, database)| database.len() > 0);
        used.map(|(index, database)| (*index, database))
    }

    /// Removes every key of a database. Notifies nothing, as in Redis.
    pub(crate) fn clear(&mut self, index: usize) {
        self.used.retain(|(other, _)| *other != index);
    }

    /// Puts another in the place of a database.
    pub(crate) fn replace(&mut self, index: usize, database: Database) {
        self.clear(index);
        if database.len() > 0 {
            *self.get_mut(index) = database;
        }
    }

    /// Exchanges two databases.
    pub(crate) fn swap(&mut self, first: usize, second: usize) {
        for (index, _) in &mut self.used {
            if *index == first {
                *index = second;
            } else if *index == second {
                *index = first;
            }
        }
        self.used.sort_unstable_by_key(|(index, _)| *index);
    }
}

impl PartialEq for Databases {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Databases {}

impl Hash for Databases {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for used in self.iter() {
            used.hash(hasher);
        }
        // Ends the list: no index is as large.
        usize::MAX.hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Output, ScriptHost, State};
    use lockstep_resp::Command;
    use std::hash::{DefaultHasher, Hash, Hasher};

    fn after(lines: &[&str]) -> State {
        let (mut state, host, mut output) =
            (State::default(), ScriptHost::new(), Output::default());
        let connection = state.connect();
        for line in lines {
            let command = Command::parse(line).expect("a well-formed line");
            state.submit(&host, connection, &command.as_slices(), 0, &mut output);
        }
        assert!(output.messages.iter().all(|message| !message.reply.is_error()));
        state
    }

    fn hash(state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_is_over_leaves_no_trace_in_a_state() {
        let check = |lines: &[&str], same_as: &[&str]| {
            let (one, other) = (after(lines), after(same_as));
            assert!(one == other, "{lines:?}");
            assert_eq!(hash(&one), hash(&other), "{lines:?}");
        };
        check(&["GET k"], &[]);
        check(&["SET k v", "DEL k"], &[]);
        check(&["SELECT 3", "SET k v PX 1", "FLUSHDB", "SELECT 0"], &[]);
        check(&["SELECT 3", "SET k v", "SWAPDB 0 3"], &["SET k v", "SELECT 3"]);
        check(
            &["SET a 1", "SELECT 2", "SET b 2", "SWAPDB 0 2", "SWAPDB 2 0"],
            &["SELECT 2", "SET b 2", "SELECT 0", "SET a 1", "SELECT 2"],
        );
        check(&["SET k v", "SELECT 9", "SET k v", "FLUSHALL", "SELECT 0"], &[]);
        check(&["MULTI", "SET k v", "DISCARD"], &[]);
        check(&["WATCH k", "UNWATCH"], &[]);
        check(&["WATCH k", "SET k v", "MULTI", "DEL k", "EXEC", "DEL k"], &[]);
        check(&["SUBSCRIBE c", "UNSUBSCRIBE"], &[]);
        check(&["CLIENT SETNAME me", "RESET"], &[]);
        check(&["EVAL 'return 1' 0", "SCRIPT FLUSH"], &[]);
    }

    #[test]
    fn what_there_is_makes_a_difference() {
        let states = [
            after(&[]),
            after(&["SET k v"]),
            after(&["SELECT 1", "SET k v", "SELECT 0"]),
            after(&["SELECT 1"]),
            after(&["SET k v PX 5"]),
            after(&["MULTI"]),
            after(&["WATCH k"]),
            after(&["CLIENT SETNAME me"]),
            after(&["SUBSCRIBE c"]),
            after(&["PSUBSCRIBE c"]),
            after(&["BLPOP k 0"]),
            after(&["BLPOP k 1"]),
            after(&["SCRIPT LOAD 'return 1'"]),
        ];
        for (at, one) in states.iter().enumerate() {
            for other in &states[..at] {
                assert!(one != other && hash(one) != hash(other), "{one:?}\n{other:?}");
            }
        }
    }
}
