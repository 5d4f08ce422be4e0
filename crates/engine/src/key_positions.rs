//! Where the keys of a command stand, read from its syntax.

use crate::command::CommandSpec;

/// Where keys stand among the words of a command, its name being word 0, as
/// `COMMAND INFO` tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyPositions {
    /// The first key; 0 if there is none whose place is fixed.
    pub(crate) first: i64,
    /// The last key, below zero counted from the end.
    pub(crate) last: i64,
    /// How far it is from a key to the next.
    pub(crate) step: i64,
}

/// What the syntax calls a key.
const KEYS: &[&str] = &[
    "key",
    "key1",
    "key2",
    "newkey",
    "source",
    "destination",
    "destkey",
    "sourcekey",
    "src",
    "dst",
];

impl CommandSpec {
    /// Where its keys stand.
    ///
    /// Words that must be there come first in a syntax, so keys are looked for
    /// up to the first part that may be left out, that part included if it
    /// begins with a key and so repeats one, or up to a count of keys.
    pub(crate) fn key_positions(&self) -> KeyPositions {
        let mut keys = KeyPositions::default();
        let words: Vec<&str> = self.syntax.split_whitespace().collect();
        for (at, &word) in words.iter().enumerate().skip(self.name.split(' ').count()) {
            if KEYS.contains(&word) {
                keys.last = integer(at);
                if keys.first == 0 {
                    keys = KeyPositions { first: integer(at), last: integer(at), step: 1 };
                }
            } else if let Some(repeated) = word.strip_prefix('[') {
                if KEYS.contains(&repeated) && keys.first > 0 {
                    let part = words[at..].iter().take_while(|word| **word != "...]").count();
                    // Behind the part and its `...]` the words are mandatory.
                    let behind = words.len() - at - part - 1;
                    (keys.last, keys.step) = (-1 - integer(behind), integer(part));
                }
                break;
            } else if word == "numkeys" {
                break;
            }
        }
        keys
    }

    /// Whether the call itself says where its keys are: by their count, or by
    /// the patterns of `SORT`, which lead to more.
    pub(crate) fn has_movable_keys(&self) -> bool {
        self.syntax.split_whitespace().any(|word| matches!(word, "numkeys" | "[BY"))
    }
}

fn integer(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use crate::command::find;

    #[test]
    fn the_places_of_keys_are_read_from_the_syntax() {
        let check = |name: &str, places: (i64, i64, i64)| {
            let keys = find(name.as_bytes()).expect(name).key_positions();
            assert_eq!((keys.first, keys.last, keys.step), places, "{name}");
        };
        check("PING", (0, 0, 0));
        check("GET", (1, 1, 1));
        check("SET", (1, 1, 1));
        check("DEL", (1, -1, 1));
        check("WATCH", (1, -1, 1));
        check("MSET", (1, -1, 2));
        check("HSET", (1, 1, 1));
        check("SMOVE", (1, 2, 1));
        check("BLPOP", (1, -2, 1));
        check("EVAL", (0, 0, 0));
        check("SINTERCARD", (0, 0, 0));
        check("ZUNIONSTORE", (1, 1, 1));
    }
}
