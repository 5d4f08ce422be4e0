//! Chinese.

use super::Challenge;

pub(super) static TEXTS: Challenge = Challenge {
    heading: "轮到你了",
    break_it: "打破它",
    repair_it: "修好它",
    take_up: "接受挑战",
    back: |lesson| format!("回到课程：{lesson}"),
    titled: |lesson, task| format!("{lesson}：{task}"),

    goal: |property| format!("由你安排步骤，打破这条性质：{property}。"),
    promises: |properties| format!("无论发生什么，都必须成立：{properties}。"),
    allowed: |faults| format!("其间允许出的故障：{faults}。"),
    none_allowed: "其间不出任何故障：你能动的只有顺序。",
    left: |faults| format!("剩余故障：{faults}"),
    none_left: "剩余故障：无",
    steps: |steps, shortest| format!("已走 {steps} 步，最短的走法是 {shortest} 步"),
    start_over: "重新来过",
    done: |steps, shortest| format!("用 {steps} 步打破了它。最短的走法是 {shortest} 步。"),
    done_shortest: |steps| format!("用 {steps} 步打破了它，正是最短的走法。"),
    try_out: "时间线上跑的就是这段程序。可以自己选谁继续，也可以让它查遍所有顺序。",

    hint: |number, all| format!("提示 {number}/{all}"),
    first_hint: "给个提示",
    next_hint: "再给一个提示",
    solution: "看一种解法",
    sure_break: "看过之后就没有悬念了。它的步骤会替换掉你走的步骤。",
    sure_repair: "看过之后就没有悬念了。你写的程序不会被改动。",
    show_it: "还是要看",
    one_solution: "一段站得住的程序",

    choose: "由你来选谁继续",
    of_client: |name, what| format!("{name}：{what}"),
    crash: "崩溃",
    request_lost: "请求丢失",
    reply_lost: "回复丢失",
    watchdog_request_lost: "看门狗的请求丢失",
    watchdog_reply_lost: "看门狗的回复丢失",
    falls_behind: "时钟落后",
    jumps_ahead: "时钟跳快",
    stands_still: |names| format!("{names} 本可继续：算一次停顿"),
    no_pause_left: |names| format!("{names} 本可继续，而停顿已经用完"),

    program: |client| format!("{client} 的程序"),
    alike: |names| format!("程序相同的还有 {names}；$me 是各自的名字。"),
    facts: "已知条件",
    words: "一行可以这样开头",
    commands_too: "或者大写的 Redis 命令。if 管的行要缩进。",
    check: "查遍所有顺序",
    check_again: "再查一遍",
    stop: "停止",
    reset: "恢复原来的程序",
    is_looking: "正在查遍所有步骤顺序。",
    looking: |states| format!("已查 {states} 个状态"),
    stopped: |states| format!("查了 {states} 个状态后停止：这段程序是否成立，还不知道。"),
    at_line: |line| format!("第 {line} 行："),
    at_column: |line, column| format!("第 {line} 行第 {column} 列："),
    go_to_line: |line| format!("转到第 {line} 行"),
    empty: "程序是空的。请写出客户端要做的事，一行一件。",
    changed: "此后你又改过程序。",
    broken: |sentence, steps, faults| format!("被打破了（{faults}，{steps} 步）：{sentence}"),
    step_through: "从第一步看起",
    never_enters: |name| {
        format!(
            "没有东西被打破，但 {name} 即使独自运行、没有任何故障，也什么都做不成了。\
             谁也拿不到的锁当然安全，但没有用。"
        )
    },
    keeps_lock: |name| {
        format!("没有东西被打破，但 {name} 不再归还锁了，原来是还的：别人只能干等到锁自己过期。")
    },
    holds: |states| format!("在全部 {states} 个状态里都成立：所有顺序，所有允许的故障。"),
    too_many_states: |states| {
        format!(
            "没有结论：状态超过了 {states} 个，查过的部分没有问题。\
             把程序写短一些，或者少重试几次，就能查完。"
        )
    },
    too_much_memory: "没有结论：内存不够了，查过的部分没有问题。\
                      把程序写短一些，或者少重试几次，就能查完。",
    too_many_steps: |steps| {
        format!(
            "没有结论：有的走法超过 {steps} 步，查过的部分没有问题。\
             把程序写短一些，或者少重试几次，就能查完。"
        )
    },
    time_of_day: "没有结论：程序要看当前时刻，或者看键还剩多少时间。没有两个时刻是一样的，永远查不完。",
    not_shown: "没有结论：找到的走法无法重放。这是本页的错，不是你的程序的错。",
    not_finished: "没有结论：还没查完就结束了。",

    nothing: "没有故障",
    pauses: |n| format!("{n} 次停顿"),
    crashes: |n| format!("{n} 次崩溃"),
    lost_requests: |n| format!("{n} 次请求丢失"),
    lost_replies: |n| format!("{n} 次回复丢失"),
    nodes_down: |n| format!("{n} 次节点下线"),
    restarts: |n| format!("{n} 次重启"),
    partitions: |n| format!("{n} 次网络分区"),
    failovers: |n| format!("{n} 次主从切换"),
    clock_jumps: |n| format!("{n} 次时钟跳变"),
    client_clock_jumps: |n| format!("{n} 次客户端时钟跳变"),
    comma: "、",
    and: "和 ",
};
