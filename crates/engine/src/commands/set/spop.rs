//! Takes members out of the set at a key at random.
//!
//! ```text
//! SPOP key [count]
//! ```
//!
//! Replies one member, nil without the key; with a count a set of so many different
//! ones, all of them if there are fewer. With the last member the key goes too.
//!
//! The choice follows from the seed of the state.

use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::Set;
use lockstep_resp::{Blob, Reply};
use std::collections::BTreeSet;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SPOP",
    group: Group::Set,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE.union(CommandFlags::FAST),
    since: "1.0.0",
    summary: "Takes members out of the set at a key at random.",
    syntax: "SPOP key [count]",
    run: Run::Command(run),
};

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    if call.args.is_done() {
        let member = take(call, key, 1)?.pop();
        return Ok(member.map_or(Reply::Nil, Reply::Bulk));
    }
    if call.args.rest().len() > 1 {
        return Err(CommandError::Syntax);
    }
    let count = call.args.next_usize()?;
    let members = take(call, key, count)?;
    Ok(Reply::Set(members.into_iter().map(Reply::Bulk).collect()))
}

fn take(call: &mut Call<'_>, key: &[u8], count: usize) -> Result<Vec<Blob>, CommandError> {
    let size = call.keyspace().read::<Set>(key)?.map_or(0, Set::len);
    let drawn = call.state.random.distinct_below(size, count);
    let mut keyspace = call.keyspace();
    let Some(set) = keyspace.write::<Set>(key)?.filter(|_| !drawn.is_empty()) else {
        return Ok(Vec::new());
    };
    let members = members_at(set, &drawn);
    for member in &members {
        set.remove(member);
    }
    // Where little is left Redis makes a new set of that.
    if set.len().saturating_mul(5) <= members.len() {
        *set = set.iter().collect();
    }
    keyspace.notify("spop", key);
    keyspace.delete_if_exhausted(key);
    Ok(members)
}

fn members_at(set: &Set, places: &BTreeSet<usize>) -> Vec<Blob> {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
        return Vec::new();
    };
    let walked = set.iter().enumerate().take(last + 1).skip(first);
    walked.filter(|(place, _)| places.contains(place)).map(|(_, member)| member.clone()).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Output, ScriptHost, State};

    #[test]
    fn the_choice_follows_from_the_seed() {
        let host = ScriptHost::new();
        let pop_all = |mut state: State| {
            let (connection, mut output) = (state.connect(), Output::default());
            let members: [&[u8]; 12] =
                [b"SADD", b"s", b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h", b"i", b"j"];
            state.submit(&host, connection, &members, 0, &mut output);
            for _ in 0..10 {
                state.submit(&host, connection, &[b"SPOP", b"s"], 0, &mut output);
            }
            output.messages.into_iter().map(|message| message.reply).collect::<Vec<_>>()
        };
        let seeded = |seed| {
            let mut state = State::default();
            state.seed_random(seed);
            state
        };
        assert_eq!(pop_all(State::default()), pop_all(seeded(0)));
        assert_ne!(pop_all(seeded(0)), pop_all(seeded(1)));
        assert_ne!(seeded(0), seeded(1));
    }
}
