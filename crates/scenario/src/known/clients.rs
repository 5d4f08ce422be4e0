//! What clients do to each other on a single server.

use super::{Expected, Known, known};
use crate::Property;

pub(super) const KNOWN: &[Known] = &[
    // Giving it back.
    known!("naive" NoForeignRelease "pauses=1" breaks in 7, 129:
        "`SET NX`, given back by `DEL`: can a late `DEL` remove another's lock?"
        "`SET NX` 加锁、`DEL` 解锁：迟到的 `DEL` 会删掉别人的锁吗？"),
    known!(more "overrun_naive" MutualExclusion "" breaks in 8, 175:
        "A job that takes longer than its lock, then `DEL`: does it let two others inside?"
        "任务比锁的有效期更长，最后 `DEL`：会让另外两个客户端同时进入吗？"),
    known!("get_then_del" NoForeignRelease "pauses=1" breaks in 6, 56:
        "`GET`, compare in the client, `DEL`: can it remove another's lock?"
        "先 `GET`，在客户端比较，再 `DEL`：会删掉别人的锁吗？"),
    known!(more "compare_and_delete" NoForeignRelease "pauses=4,crashes=2" holds, 100:
        "The same in one Lua script: can it remove another's lock?"
        "同样的比较放进一个 Lua 脚本：会删掉别人的锁吗？"),
    known!("token" NoForeignRelease "pauses=4,crashes=2" holds, 2_333:
        "The token lock: can a late release remove another's lock?"
        "带令牌的锁：迟到的释放会删掉别人的锁吗？"),
    known!(more "overrun_token" MutualExclusion "crashes=1" holds, 1_370:
        "A job that takes longer than its token lock: does it let two others inside?"
        "任务比带令牌的锁更长：会让另外两个客户端同时进入吗？"),
    // Extending it.
    known!("extend_naive" MutualExclusion "" breaks in 7, 40:
        "`PEXPIRE` without looking: does an owner that is late believe it still has the lock?"
        "不看归属直接 `PEXPIRE`：迟到的持有者会以为锁还是自己的吗？"),
    known!("extend_token" MutualExclusion "crashes=2" holds, 192:
        "Compare, then `PEXPIRE`, in a script: does it?"
        "在脚本里先比较再 `PEXPIRE`：会吗？"),
    // Locks that never end.
    known!("setnx_expire" NoImmortalLock "crashes=1" breaks in 2, 90:
        "`SETNX`, then `EXPIRE`: can a crash leave a lock without an end?"
        "先 `SETNX` 再 `EXPIRE`：崩溃会留下永不过期的锁吗？"),
    known!("setnx_expire" NoImmortalLock "lost_replies=1" breaks in 1, 72:
        "`SETNX`, then `EXPIRE`: can a lost reply?"
        "先 `SETNX` 再 `EXPIRE`：丢一个回复呢？"),
    known!("token" CanBeTakenAgain "lost_requests=1,lost_replies=2,crashes=1" holds, 855:
        "`SET NX PX`: can what got lost, or a crash, leave a lock for ever?"
        "`SET NX PX`：丢请求、丢回复或崩溃会留下永远的锁吗？"),
    known!(more "reentrant" CanBeTakenAgain "crashes=2" holds, 253:
        "The reentrant lock: can crashes leave it taken for ever?"
        "可重入锁：崩溃会让它永远被占用吗？"),
    known!("fair_queue" CanBeTakenAgain "crashes=2" holds, 50_804:
        "The fair lock: can a waiter that died block the queue for ever?"
        "公平锁：死掉的等待者会永远堵住队列吗？"),
    known!(more "notify" CanBeTakenAgain "crashes=1,lost_requests=1" holds, 4_943:
        "Waiting for a message: can a lost one leave a waiter waiting for ever?"
        "靠通知等待：通知丢了会让等待者永远等下去吗？"),
    known!("watchdog" CanBeTakenAgain "crashes=2" holds, 372:
        "A watchdog: can a crash of its process leave the lock taken for ever?"
        "看门狗：进程崩溃会让锁永远被占用吗？"),
    known!("twice_token" CanBeTakenAgain "" breaks in 1, 29:
        "Taking a lock twice that is not reentrant, with a watchdog: does the owner wait for itself for ever?"
        "带看门狗的不可重入锁拿两次：持有者会永远等自己吗？"),
    known!(more "twice_reentrant" CanBeTakenAgain "crashes=1" holds, 230:
        "Taking a reentrant lock twice: does it?"
        "可重入锁拿两次：会吗？"),
    known!("deadlock_watchdog" CanBeTakenAgain "" breaks in 2, 57:
        "Two locks in opposite orders, workers stuck, watchdogs not: locked for ever?"
        "两把锁顺序相反，工作线程卡住而看门狗没有：永远锁死吗？"),
    known!("deadlock_max_lease" CanBeTakenAgain "pauses=1,crashes=1" holds, 12_763:
        "The same with a longest lease: locked for ever?"
        "同样情况，加上最长租期：永远锁死吗？"),
    known!(more "deadlock_ttl" CanBeTakenAgain "pauses=1,crashes=1" holds, 1_070:
        "The same without watchdogs: locked for ever?"
        "同样情况，没有看门狗：永远锁死吗？"),
    // A pause inside.
    known!("token" MutualExclusion "pauses=1" breaks in 5, 83:
        "The token lock: can a pause put two inside?"
        "带令牌的锁：一次停顿会让两个客户端同时进入吗？"),
    known!(more "reentrant" MutualExclusion "pauses=1" breaks in 5, 83:
        "The reentrant lock: can a pause?"
        "可重入锁：一次停顿会吗？"),
    known!(more "fair" MutualExclusion "pauses=1" breaks in 5, 103:
        "The fair lock: can a pause?"
        "公平锁：一次停顿会吗？"),
    known!("watchdog" MutualExclusion "pauses=1" breaks in 6, 189:
        "A watchdog: can a pause of the whole process?"
        "看门狗：整个进程停顿会吗？"),
    known!("token" MutualExclusion "crashes=2,lost_requests=1,lost_replies=1" holds, 893:
        "The token lock without a pause: can crashes or what gets lost put two inside?"
        "带令牌的锁、没有停顿：崩溃或丢包会让两个客户端同时进入吗？"),
    // What the lock protects.
    known!("row_under_lock" NoLostUpdate "crashes=2,lost_replies=1" holds, 397:
        "Read and write under the token lock, without a pause: can an update get lost?"
        "在带令牌的锁里读和写、没有停顿：会丢更新吗？"),
    known!("row_under_lock" NoLostUpdate "pauses=1" breaks in 7, 126:
        "With a pause, and without fencing: can it?"
        "有一次停顿、没有栅栏号：会吗？"),
    known!("unfenced_row" FencesInOrder "pauses=1" breaks in 7, 130:
        "A row that does not check fencing numbers: does it take a late write?"
        "数据行不检查栅栏号：会接受迟到的写吗？"),
    known!("fenced_write" FencesInOrder "pauses=3,crashes=1" holds, 1_647:
        "A row that checks the number at each write: does it take a late write?"
        "数据行在每次写时检查栅栏号：会接受迟到的写吗？"),
    known!("fenced_write" NoLostUpdate "pauses=1" breaks in 7, 128:
        "The same: can an update still get lost, between another's read and its write?"
        "同样情况：在别人的读与写之间，更新还会丢失吗？"),
    known!("fenced_read" NoLostUpdate "pauses=3,crashes=1" holds, 1_651:
        "A row that notes the number at each read too: can an update get lost?"
        "数据行在读时也记下栅栏号：更新还会丢失吗？"),
    known!("looks_first" FencesInOrder "client_clock_jumps=1" breaks in 8, 239:
        "A client looks at its own clock before it writes: can it still write late, if that clock fell behind?"
        "客户端写之前先按自己的时钟看锁是否有效：时钟落后时，还会迟到地写入吗？"),
    known!("looks_first_fenced" FencesInOrder "pauses=1,crashes=1,client_clock_jumps=2" holds, 10_189:
        "The same with a row that checks the number: does it take the late write?"
        "同样情况，数据行检查栅栏号：会接受这次迟到的写吗？"),
    known!("released_early" NoLostUpdate "" breaks in 8, 36:
        "Giving the lock back before the last write: can an update get lost?"
        "最后一次写之前就释放锁：会丢更新吗？"),
    known!(more "read_before" NoLostUpdate "" breaks in 7, 37:
        "Reading before taking the lock: can an update get lost?"
        "拿锁之前就读：会丢更新吗？"),
    known!("no_lock" NoLostUpdate "" breaks in 4, 28:
        "No lock, read and then write: can an update get lost?"
        "没有锁，先读后写：会丢更新吗？"),
    known!("conditional_update" InBounds "pauses=2,crashes=1" holds, 16:
        "No lock, a conditional update: can stock fall below zero?"
        "没有锁，条件更新：库存会变负吗？"),
    known!(more "version_check" NoLostUpdate "pauses=2,crashes=1" holds, 200:
        "No lock, written only if unchanged: can an update get lost?"
        "没有锁，未变才写（乐观锁）：会丢更新吗？"),
    known!("unique" InBounds "pauses=2,crashes=1" holds, 61:
        "No lock, a unique constraint: can an order that is sent three times count twice?"
        "没有锁，唯一约束：同一订单发三次，会算两次吗？"),
    known!("three_layers" InBounds "pauses=2,crashes=1" holds, 77_751:
        "Lock, fenced row and unique constraint: can a repeated order count twice?"
        "锁、栅栏号加唯一约束：重复的订单会算两次吗？"),
];
