//! Programs around the scripts of the lock library, and how each script may be
//! broken.

use lockstep_lock::Algorithm;
use lockstep_scenario::Property;

/// Clients that run scripts, and what holds as long as the scripts are right.
pub(crate) struct Story {
    /// Which keys there are.
    pub(crate) algorithm: Algorithm,
    /// What holds.
    pub(crate) property: Property,
    /// Whatever goes wrong within that.
    pub(crate) faults: &'static str,
    /// `;` ends a line, `@name` runs that script with what follows. Where a
    /// script answers several things, the first of them is the reply.
    pub(crate) programs: &'static [&'static str],
    /// A script, what it says, and what it says instead: that breaks it.
    pub(crate) mutants: &'static [(&'static str, &'static str, &'static str)],
}

/// A lock of ten seconds has ended after 25 s: who asks then gets it.
const LATER: &str = "GET begun;if reply is nil;  stop;work 25s;SET lock:stock B NX PX 10000;\
                     if not reply is OK;  write row = -1";
/// B waits for its turn, and whoever comes later lets it have it.
const IN_TURN: &[&str] = &[
    "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters A 10000 6000;\
     @release_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters A ''",
    "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters B 10000 6000;\
     if reply is 0;  SET waiting B PX 5000",
    "GET waiting;if reply is nil;  stop;\
     @acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters C 10000 6000;\
     if reply is 1;  write row = -1",
];

pub(crate) const STORIES: &[Story] = &[
    Story {
        algorithm: Algorithm::Token,
        property: Property::NoForeignRelease,
        faults: "pauses=1",
        programs: &[
            "SET lock:stock A NX PX 10000;if reply is OK;  @release 1 lock:stock A ''",
            "SET lock:stock B NX PX 10000;if reply is OK;  @release 1 lock:stock B ''",
        ],
        mutants: &[("release.lua", "owner ~= ARGV[1]", "not owner")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::CanBeTakenAgain,
        faults: "pauses=1",
        programs: &[
            "SET lock:stock A NX;if reply is OK;  @release 1 lock:stock A ''",
            "SET lock:stock B NX;if reply is OK;  @release 1 lock:stock B ''",
        ],
        mutants: &[("release.lua", "redis.call('DEL', KEYS[1])", "")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::CanBeTakenAgain,
        faults: "crashes=1",
        programs: &["@extend 1 lock:stock A 10000;work 4s;retry", "SET lock:stock B NX PX 10000"],
        mutants: &[("extend.lua", "owner == ARGV[1]", "owner")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &["SET lock:stock A NX PX 10000;@extend 1 lock:stock A 10000;SET begun 1", LATER],
        mutants: &[("extend.lua", "'PEXPIRE'", "'EXPIRE'")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::MutualExclusion,
        faults: "lost_requests=1",
        programs: &[
            "@acquire 1 lock:stock A 10000;if reply is 1;  enter shelf;  leave shelf",
            "@acquire 1 lock:stock B 10000;if reply is 1;  enter shelf;  leave shelf",
        ],
        mutants: &[("acquire.lua", "redis.call('EXISTS', KEYS[1]) == 1", "false")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::MutualExclusion,
        faults: "lost_requests=1",
        programs: &[
            "@acquire_named 2 lock:stock roll A 10000 a 6000;if reply is 1;  enter shelf;  leave shelf",
            "@acquire_named 2 lock:stock roll B 10000 b 6000;if reply is 1;  enter shelf;  leave shelf",
        ],
        mutants: &[("acquire_named.lua", "redis.call('EXISTS', KEYS[1]) == 1", "false")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::NoForeignRelease,
        faults: "pauses=1",
        programs: &[
            "SET lock:stock A NX PX 10000;if reply is OK;  @release_named 2 lock:stock roll A a",
            "SET lock:stock B NX PX 10000;if reply is OK;  @release_named 2 lock:stock roll B b",
        ],
        mutants: &[("release_named.lua", "owner == ARGV[1]", "owner")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::NoImmortalLock,
        faults: "crashes=1",
        programs: &["@acquire 1 lock:stock A 10000;think", "GET lock:stock"],
        mutants: &[("acquire.lua", ", 'PX', ARGV[2]", "")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &["@acquire 1 lock:stock A 10000;SET begun 1", LATER],
        mutants: &[("acquire.lua", "'PX', ARGV[2]", "'EX', ARGV[2]")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::CanBeTakenAgain,
        faults: "crashes=1",
        programs: &[
            "@extend_or_restore 1 lock:stock A 10000;if reply is -1;  stop;work 4s;retry",
            "SET lock:stock B NX PX 10000",
        ],
        mutants: &[("extend_or_restore.lua", "owner == ARGV[1]", "owner")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::MutualExclusion,
        faults: "crashes=1",
        programs: &[
            "@extend_or_restore 1 lock:stock A 10000;if not reply is 0;  enter shelf;  leave shelf",
            "SET lock:stock B NX PX 10000;if reply is OK;  enter shelf;  leave shelf",
        ],
        mutants: &[("extend_or_restore.lua", "if owner then\n  return 0\nend", "")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &["@extend_or_restore 1 lock:stock A 10000;SET begun 1", LATER],
        mutants: &[("extend_or_restore.lua", "'PX', ARGV[2]", "'EX', ARGV[2]")],
    },
    Story {
        algorithm: Algorithm::Token,
        property: Property::InBounds,
        faults: "pauses=1",
        programs: &[
            "@raise_fence 1 fence 5;GET fence;if not reply > 4;  write row = -1",
            "@raise_fence 1 fence 3;GET fence;if not reply > 2;  write row = -1",
        ],
        mutants: &[
            ("raise_fence.lua", "now < tonumber(ARGV[1])", "false"),
            ("raise_fence.lua", "now < tonumber(ARGV[1])", "true"),
        ],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::MutualExclusion,
        faults: "crashes=1",
        programs: &[
            "@acquire_reentrant 1 lock:stock A one 10000;if reply is 0;  stop;\
             @acquire_reentrant 1 lock:stock A two 10000;enter shelf;\
             @release_reentrant 1 lock:stock A two '';\
             @release_reentrant 1 lock:stock A two '';leave shelf;\
             @release_reentrant 1 lock:stock A one ''",
            "@acquire_reentrant 1 lock:stock B one 10000;if reply is 1;  enter shelf;  leave shelf",
        ],
        mutants: &[
            ("acquire_reentrant.lua", "not free and", "false and"),
            ("acquire_reentrant.lua", "'HINCRBY'", "'HSET'"),
            ("release_reentrant.lua", "holds > 0", "false"),
            ("release_reentrant.lua", "owner, -1)", "owner, -2)"),
            (
                "release_reentrant.lua",
                "if redis.call('HDEL', KEYS[1], 'hold:' .. ARGV[2]) == 0",
                "if false",
            ),
        ],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::NoForeignRelease,
        faults: "pauses=1",
        programs: &[
            "@acquire_reentrant 1 lock:stock A one 10000;@release_reentrant 1 lock:stock A one ''",
            "@release_reentrant 1 lock:stock B one ''",
        ],
        mutants: &[(
            "release_reentrant.lua",
            "redis.call('HEXISTS', KEYS[1], owner)",
            "redis.call('EXISTS', KEYS[1])",
        )],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::NoImmortalLock,
        faults: "crashes=1",
        programs: &["@acquire_reentrant 1 lock:stock A one 10000;think", "GET n"],
        mutants: &[("acquire_reentrant.lua", "redis.call('PEXPIRE', KEYS[1], ARGV[3])", "")],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &[
            "@acquire_reentrant 1 lock:stock A one 9000;\
             @extend_reentrant 1 lock:stock A one 10000;SET begun 1",
            LATER,
        ],
        mutants: &[("extend_reentrant.lua", "'PEXPIRE'", "'EXPIRE'")],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &["@acquire_reentrant 1 lock:stock A one 10000;SET begun 1", LATER],
        mutants: &[("acquire_reentrant.lua", "'PEXPIRE'", "'EXPIRE'")],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: &[
            // The same request twice, as after an answer that was lost.
            "@acquire_reentrant 1 lock:stock A one 10000;\
             @acquire_reentrant 1 lock:stock A one 10000;\
             @release_reentrant 1 lock:stock A one '';SET begun 1 PX 1000",
            "GET begun;if reply is nil;  stop;SET lock:stock B NX PX 10000;\
             if not reply is OK;  write row = -1",
        ],
        mutants: &[
            ("acquire_reentrant.lua", ", 1) == 1 then", ", 1) then"),
            ("release_reentrant.lua", "redis.call('DEL', KEYS[1])", ""),
        ],
    },
    Story {
        algorithm: Algorithm::Reentrant,
        property: Property::CanBeTakenAgain,
        faults: "crashes=1",
        programs: &[
            "@extend_reentrant 1 lock:stock A two 10000;work 4s;retry",
            "@acquire_reentrant 1 lock:stock A one 10000",
        ],
        mutants: &[(
            "extend_reentrant.lua",
            "if redis.call('HEXISTS', KEYS[1], 'hold:' .. ARGV[2]) == 0",
            "if false",
        )],
    },
    Story {
        algorithm: Algorithm::Fair,
        property: Property::InBounds,
        faults: "crashes=1",
        programs: IN_TURN,
        mutants: &[
            ("acquire_fair.lua", "(not head or head == ARGV[1])", "true"),
            ("acquire_fair.lua", "head_until > now", "false"),
            ("acquire_fair.lua", "now + ARGV[3]", "now"),
            ("acquire_fair.lua", "local now = time[1] * 1000", "local now = time[1]"),
            ("acquire_fair.lua", "ARGV[3] ~= '0'", "false"),
        ],
    },
    Story {
        algorithm: Algorithm::Fair,
        property: Property::MutualExclusion,
        faults: "crashes=1",
        programs: &[
            "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters A 10000 6000;\
             if reply is 1;  enter shelf;  leave shelf",
            "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters B 10000 6000;\
             if reply is 1;  enter shelf;  leave shelf",
        ],
        mutants: &[("acquire_fair.lua", " and redis.call('EXISTS', KEYS[1]) == 0", "")],
    },
    Story {
        algorithm: Algorithm::Fair,
        property: Property::NoForeignRelease,
        faults: "pauses=1",
        programs: &[
            "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters A 10000 0;\
             @release_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters A ''",
            "@acquire_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters B 10000 0;\
             @release_fair 3 lock:stock {lock:stock}:queue {lock:stock}:waiters B ''",
        ],
        mutants: &[("release_fair.lua", "owner == ARGV[1]", "owner")],
    },
];
