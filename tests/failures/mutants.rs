//! Each script changed a little: some story has to fail.

use super::one_node::script;
use super::stage::{Stage, Story};
use super::{fair, named, names, one_node, quorum, reentrant, time, wake_up};
use lockstep_lock::SCRIPTS;
use lockstep_sandbox::Sandbox;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A script, what it says, and what it says instead.
const MUTANTS: &[(&str, &str, &str)] = &[
    ("acquire.lua", "redis.call('EXISTS', KEYS[1]) == 1", "false"),
    ("acquire.lua", "'PX', ARGV[2]", "'EX', ARGV[2]"),
    ("acquire.lua", ", 'PX', ARGV[2]", ""),
    ("acquire.lua", "'INCR', KEYS[2]", "'GET', KEYS[2]"),
    ("acquire.lua", "'PTTL'", "'TTL'"),
    ("acquire_fair.lua", "local now = time[1] * 1000", "local now = time[1]"),
    ("acquire_fair.lua", "head_until > now", "true"),
    ("acquire_fair.lua", "head_until > now", "false"),
    ("acquire_fair.lua", "head == ARGV[1] or head_until", "head_until"),
    ("acquire_fair.lua", "redis.call('ZREM', KEYS[3], head)", ""),
    ("acquire_fair.lua", "(not head or head == ARGV[1])", "true"),
    ("acquire_fair.lua", "(not head or head == ARGV[1])", "(not head)"),
    ("acquire_fair.lua", " and redis.call('EXISTS', KEYS[1]) == 0", ""),
    ("acquire_fair.lua", "redis.call('INCR', KEYS[4])", "1"),
    ("acquire_fair.lua", "  redis.call('ZREM', KEYS[2], ARGV[1])", ""),
    ("acquire_fair.lua", "  redis.call('ZREM', KEYS[3], ARGV[1])", ""),
    ("acquire_fair.lua", ", 'PX', ARGV[2]", ""),
    ("acquire_fair.lua", "ARGV[3] ~= '0'", "true"),
    ("acquire_fair.lua", "not redis.call('ZSCORE', KEYS[2], ARGV[1])", "true"),
    ("acquire_fair.lua", "last + 1", "1"),
    ("acquire_fair.lua", "now + ARGV[3]", "now"),
    ("acquire_fair.lua", "now + ARGV[3]", "now + ARGV[2]"),
    ("acquire_fair.lua", "redis.call('PEXPIREAT', KEYS[2], longest)", ""),
    ("acquire_fair.lua", "redis.call('PEXPIREAT', KEYS[3], longest)", ""),
    ("acquire_fair.lua", "KEYS[3], -1, -1", "KEYS[3], 0, 0"),
    ("acquire_fair.lua", "return {0, left}", "return {0, -1}"),
    ("acquire_named.lua", "redis.call('EXISTS', KEYS[1]) == 1", "false"),
    ("acquire_named.lua", "last + 1", "1"),
    ("acquire_named.lua", "'NX', ", ""),
    ("acquire_named.lua", "redis.call('PEXPIRE', KEYS[2], ARGV[4])", ""),
    ("acquire_named.lua", "'PTTL'", "'TTL'"),
    ("acquire_named.lua", "redis.call('INCR', KEYS[3])", "1"),
    ("acquire_named.lua", "redis.call('ZREM', KEYS[2], name)", ""),
    ("acquire_named.lua", ", 'PX', ARGV[2]", ""),
    ("acquire_reentrant.lua", "not free and", "false and"),
    ("acquire_reentrant.lua", "'owner:' .. ARGV[1]) == 0", "'owner:' .. ARGV[1]) == 1"),
    ("acquire_reentrant.lua", "'PTTL'", "'TTL'"),
    ("acquire_reentrant.lua", "first and 1 or 0", "1"),
    ("acquire_reentrant.lua", "free or redis.call('EXISTS', KEYS[2]) == 0", "free"),
    ("acquire_reentrant.lua", ", 1) == 1 then", ", 1) then"),
    ("acquire_reentrant.lua", "'HINCRBY'", "'HSET'"),
    ("acquire_reentrant.lua", "'PEXPIRE'", "'EXPIRE'"),
    ("acquire_reentrant.lua", "redis.call('PEXPIRE', KEYS[1], ARGV[3])", ""),
    ("acquire_reentrant.lua", "redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3])", "true"),
    ("extend.lua", "owner == ARGV[1]", "owner"),
    ("extend.lua", "'PEXPIRE'", "'EXPIRE'"),
    ("extend.lua", "owner and 0 or -1", "0"),
    ("extend.lua", "owner and 0 or -1", "-1"),
    ("extend_or_restore.lua", "owner == ARGV[1]", "owner"),
    ("extend_or_restore.lua", "if owner then\n  return 0\nend", ""),
    ("extend_or_restore.lua", "'PX', ARGV[2]", "'EX', ARGV[2]"),
    ("extend_or_restore.lua", "return -1", "return 1"),
    ("extend_or_restore.lua", "'PEXPIRE'", "'TTL'"),
    (
        "extend_reentrant.lua",
        "if redis.call('HEXISTS', KEYS[1], 'hold:' .. ARGV[2]) == 0",
        "if false",
    ),
    (
        "extend_reentrant.lua",
        "if redis.call('HEXISTS', KEYS[1], 'owner:' .. ARGV[1]) == 0",
        "if false",
    ),
    ("extend_reentrant.lua", "'PEXPIRE'", "'EXPIRE'"),
    ("extend_reentrant.lua", "redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3])", "true"),
    ("extend_reentrant.lua", "1 and 0 or -1", "1 and -1"),
    ("raise_fence.lua", "now < tonumber(ARGV[1])", "false"),
    ("raise_fence.lua", "now < tonumber(ARGV[1])", "true"),
    ("raise_fence.lua", "return 1", "return 0"),
    ("release.lua", "owner ~= ARGV[1]", "not owner"),
    ("release.lua", "owner and 0 or -1", "-1"),
    ("release.lua", "owner and 0 or -1", "0"),
    ("release.lua", "redis.call('DEL', KEYS[1])", ""),
    ("release.lua", "redis.call('PUBLISH', ARGV[2], '')", ""),
    ("release.lua", "ARGV[2] ~= ''", "false"),
    ("release_fair.lua", "redis.call('ZREM', KEYS[2], ARGV[1])", ""),
    ("release_fair.lua", "redis.call('ZREM', KEYS[3], ARGV[1])", ""),
    ("release_fair.lua", "owner == ARGV[1]", "owner"),
    ("release_fair.lua", "redis.call('DEL', KEYS[1])", ""),
    ("release_fair.lua", "ours or (not owner", "(not owner"),
    ("release_fair.lua", "ours or (not owner and head == ARGV[1])", "ours"),
    ("release_fair.lua", "ours or (not owner and head == ARGV[1])", "true"),
    ("release_fair.lua", "redis.call('ZRANGE', KEYS[2], 0, 0)[1] or ''", "''"),
    ("release_fair.lua", "owner and 0 or -1", "0"),
    ("release_named.lua", "owner == ARGV[1]", "owner"),
    ("release_named.lua", "redis.call('DEL', KEYS[1])", ""),
    ("release_named.lua", " == 1 or owner then", " == 1 then"),
    (
        "release_named.lua",
        "redis.call('ZREM', KEYS[2], ARGV[2] .. ' ' .. ARGV[1]) == 1 or owner",
        "owner",
    ),
    (
        "release_named.lua",
        "redis.call('ZREM', KEYS[2], ARGV[2] .. ' ' .. ARGV[1]) == 1 or owner",
        "true",
    ),
    ("release_named.lua", "owner and 0 or -1", "0"),
    ("release_named.lua", "redis.call('EXISTS', KEYS[2]) == 0", "true"),
    ("release_named.lua", "woken == 2", "woken == 1"),
    ("release_named.lua", "woken == 2", "woken == 3"),
    ("release_named.lua", "channel ~= first", "true"),
    ("release_named.lua", "0, 15", "0, 15, 'REV'"),
    ("release_named.lua", "redis.call('ZREM', KEYS[2], name)", ""),
    ("release_named.lua", "until woken > 0 or #names == 0", "until true"),
    ("release_named.lua", "token) > 0", "token) >= 0"),
    ("release_named.lua", "\nreturn owner and 1 or -1", "\nreturn 1"),
    (
        "release_reentrant.lua",
        "if redis.call('HDEL', KEYS[1], 'hold:' .. ARGV[2]) == 0",
        "if false",
    ),
    ("release_reentrant.lua", "1 and 0 or -1", "1 and -1"),
    ("release_reentrant.lua", "owner, -1)", "owner, -2)"),
    ("release_reentrant.lua", "holds > 0", "false"),
    ("release_reentrant.lua", "holds + 1", "holds"),
    ("release_reentrant.lua", "redis.call('DEL', KEYS[1])", ""),
    ("release_reentrant.lua", "redis.call('PUBLISH', ARGV[3], '')", ""),
    ("release_reentrant.lua", "ARGV[3] ~= ''", "false"),
];

fn stories() -> impl Iterator<Item = &'static Story> {
    [
        one_node::STORIES,
        time::STORIES,
        quorum::STORIES,
        fair::STORIES,
        wake_up::STORIES,
        reentrant::STORIES,
        names::STORIES,
        named::STORIES,
    ]
    .into_iter()
    .flatten()
}

/// A mutant that no server compiles shows nothing.
fn compiles(name: &str, from: &str, to: &str) -> bool {
    let body = script(name).body.replacen(from, to, 1);
    !Sandbox::new().connect().call(["SCRIPT", "LOAD", &body]).is_error()
}

/// The first story that fails with the script changed so.
fn who_notices(name: &str, from: &str, to: &str) -> Option<&'static str> {
    let noticed = |story: &&Story| {
        let tell = AssertUnwindSafe(|| {
            let mut stage = Stage::sandboxes(story.nodes);
            stage.change_for_good(script(name), from, to);
            (story.tell)(&mut stage);
        });
        catch_unwind(tell).is_err()
    };
    stories().find(noticed).map(|story| story.name)
}

#[test]
fn every_mutant_is_noticed_by_some_story() {
    for (name, from, to) in MUTANTS {
        assert!(compiles(name, from, to), "{name} with {to:?} is no Lua");
    }
    let unnoticed: Vec<_> =
        MUTANTS.iter().filter(|(name, from, to)| who_notices(name, from, to).is_none()).collect();
    assert!(unnoticed.is_empty(), "nothing notices {unnoticed:#?}");
}

#[test]
fn every_script_has_a_mutant() {
    for script in SCRIPTS {
        assert!(MUTANTS.iter().any(|(name, ..)| *name == script.name), "{}", script.name);
    }
}
