//! What servers do to locks: replicas, and several independent ones.

use super::{Expected, Known, known};
use crate::Property;

pub(super) const KNOWN: &[Known] = &[
    known!("failover" MutualExclusion "failovers=1" breaks in 5, 284:
        "One primary, one replica: does a failover lose the lock?"
        "一主一从：主从切换会丢锁吗？"),
    known!("wait" MutualExclusion "failovers=2" holds, 9_630:
        "One replica, which confirms the lock (`WAIT 1`): does a failover lose it?"
        "一个从库，用 `WAIT 1` 确认：主从切换会丢锁吗？"),
    known!("wait_one_of_two" MutualExclusion "failovers=1" breaks in 9, 3_538:
        "Two replicas, one confirms (`WAIT 1`): can the other take over without the lock?"
        "两个从库、一个确认（`WAIT 1`）：另一个没有锁的从库会被提升吗？"),
    known!(more "wait" MutualExclusion "crashes=1,nodes_down=1" holds, 17_453:
        "`WAIT` without a failover: can a crash or an outage put two inside?"
        "有 `WAIT`、没有主从切换：崩溃或宕机会让两个客户端同时进入吗？"),
    known!(more "wait" MutualExclusion "pauses=1" breaks in 10, 1_636:
        "`WAIT`: can a pause?"
        "`WAIT`：一次停顿会吗？"),
    known!("redlock" MutualExclusion "nodes_down=1,crashes=1" holds, 26_526:
        "RedLock on three servers: can one that is down put two inside?"
        "三节点 RedLock：一个节点宕机会让两个客户端同时进入吗？"),
    known!("redlock" MutualExclusion "clock_jumps=1" breaks in 9, 2_886:
        "RedLock: can the clock of one server, jumping ahead?"
        "RedLock：一个节点的时钟向前跳会吗？"),
    known!("redlock" MutualExclusion "restarts=1" breaks in 9, 2_928:
        "RedLock: can one server that restarts empty?"
        "RedLock：一个节点空着重启会吗？"),
    known!("redlock_disk" MutualExclusion "restarts=2" holds, 79_045:
        "The same with every command on disk (`appendfsync always`): can it?"
        "同样情况，每条命令都落盘（`appendfsync always`）：会吗？"),
    known!("redlock" MutualExclusion "pauses=1" breaks in 9, 1_157:
        "RedLock: can a pause?"
        "RedLock：一次停顿会吗？"),
];
