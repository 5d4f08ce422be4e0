//! English.

use super::Challenge;

pub(super) static TEXTS: Challenge = Challenge {
    heading: "Your turn",
    break_it: "break it",
    repair_it: "repair it",
    take_up: "Take up the challenge",
    back: |lesson| format!("Back to the lesson: {lesson}"),
    titled: |lesson, task| format!("{lesson}: {task}"),

    goal: |property| format!("Choose the steps so that this promise is broken: {property}."),
    promises: |properties| format!("Whatever happens, this must hold: {properties}."),
    allowed: |faults| format!("What may go wrong meanwhile: {faults}."),
    none_allowed: "Nothing goes wrong meanwhile: the order is all you have.",
    left: |faults| format!("Faults left: {faults}"),
    none_left: "Faults left: none",
    steps: |steps, shortest| {
        let steps = counted(steps, "one step", "steps");
        format!("{steps} so far, the shortest way has {shortest}")
    },
    start_over: "start over",
    done: |steps, shortest| {
        let steps = counted(steps, "one step", "steps");
        format!("Broken in {steps}. The shortest way takes {shortest}.")
    },
    done_shortest: |steps| {
        format!("Broken in {}: exactly the shortest way.", counted(steps, "one step", "steps"))
    },
    try_out: "The stage plays the program. Choose who goes on, or check every order.",

    hint: |number, all| format!("Hint {number} of {all}"),
    first_hint: "Give me a hint",
    next_hint: "One more hint",
    solution: "Show a solution",
    sure_break: "Once it is shown there is nothing left to find. Its steps take the place of yours.",
    sure_repair: "Once it is shown there is nothing left to find. Your own program stays as it is.",
    show_it: "Show it anyway",
    one_solution: "A program that holds",

    choose: "you choose who goes on",
    of_client: |name, what| format!("{name}: {what}"),
    crash: "crashes",
    request_lost: "request gets lost",
    reply_lost: "reply gets lost",
    watchdog_request_lost: "watchdog's request gets lost",
    watchdog_reply_lost: "watchdog's reply gets lost",
    falls_behind: "clock falls behind",
    jumps_ahead: "clock jumps ahead",
    stands_still: |names| format!("{names} could go on: a pause"),
    no_pause_left: |names| format!("{names} could go on, and no pause is left"),

    program: |client| format!("The program of {client}"),
    alike: |names| format!("{names}: the same program. In it, $me is each one’s own name."),
    facts: "What is given",
    words: "Words that a line can begin with",
    commands_too: "or a Redis command in capitals. The lines of an if are indented.",
    check: "Check every order",
    check_again: "Check again",
    stop: "Stop",
    reset: "Back to the program as it was",
    is_looking: "Looking at every order of steps.",
    looking: |states| format!("{states} states so far"),
    stopped: |states| format!("Stopped after {states} states: nothing is known of this program."),
    at_line: |line| format!("Line {line}: "),
    at_column: |line, column| format!("Line {line}, column {column}: "),
    go_to_line: |line| format!("go to line {line}"),
    empty: "The program is empty. Write what the client does, a line each.",
    changed: "You have changed the program since.",
    broken: |sentence, steps, faults| {
        let steps = counted(steps, "one step", "steps");
        format!("It breaks, with {faults} in {steps}: {sentence}")
    },
    step_through: "Watch it from the first step",
    never_enters: |name| {
        format!(
            "Nothing breaks, but {name} does not get anywhere any more, even alone and without \
             a fault. A lock that nobody gets is safe, and of no use."
        )
    },
    keeps_lock: |name| {
        format!(
            "Nothing breaks, but {name} does not give the lock back any more. It did before: the others have to wait until the lock ends by itself."
        )
    },
    holds: |states| format!("It holds in all {states} states: every order, every fault allowed."),
    too_many_states: |states| {
        format!(
            "Not decided: there are more than {states} states. Nothing broke in those looked at. \
             A shorter program, or fewer retries, can be looked at to the end."
        )
    },
    too_much_memory: "Not decided: this takes too much memory. Nothing broke in what was looked \
                      at. A shorter program, or fewer retries, can be looked at to the end.",
    too_many_steps: |steps| {
        format!(
            "Not decided: some ways are longer than {steps} steps. Nothing broke in those looked \
             at. A shorter program, or fewer retries, can be looked at to the end."
        )
    },
    time_of_day: "Not decided: the program goes by the time of day, or by how long a key has \
                  left. No two moments are alike then, and there is no end to them.",
    not_shown: "Not decided: something was found that cannot be played. That is a mistake of this \
                page, not of your program.",
    not_finished: "Not decided: it was ended before everything was looked at.",

    nothing: "no fault",
    pauses: |n| counted(n, "one pause", "pauses"),
    crashes: |n| counted(n, "one crash", "crashes"),
    lost_requests: |n| counted(n, "one lost request", "lost requests"),
    lost_replies: |n| counted(n, "one lost reply", "lost replies"),
    nodes_down: |n| counted(n, "one node down", "nodes down"),
    restarts: |n| counted(n, "one restart", "restarts"),
    partitions: |n| counted(n, "one partition", "partitions"),
    failovers: |n| counted(n, "one failover", "failovers"),
    clock_jumps: |n| counted(n, "one clock jump", "clock jumps"),
    client_clock_jumps: |n| counted(n, "one client clock jump", "client clock jumps"),
    comma: ", ",
    and: " and ",
};

fn counted(count: &str, one: &str, many: &str) -> String {
    if count == "1" { one.to_owned() } else { format!("{count} {many}") }
}
