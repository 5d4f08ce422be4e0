//! The words of challenges, in every language.

mod en;
mod zh;

use super::{With, With2, With3, property, violation};
use lockstep_lesson::{Lang, Task};
use lockstep_scenario::{Cast, Faults, Found, Limit};

/// The texts of challenges in one language.
pub(crate) struct Challenge {
    pub(crate) heading: &'static str,
    pub(crate) break_it: &'static str,
    pub(crate) repair_it: &'static str,
    pub(crate) take_up: &'static str,
    pub(crate) back: With,
    pub(crate) titled: With2,

    pub(crate) goal: With,
    pub(crate) promises: With,
    pub(crate) allowed: With,
    pub(crate) none_allowed: &'static str,
    pub(crate) left: With,
    pub(crate) none_left: &'static str,
    pub(crate) steps: With2,
    pub(crate) start_over: &'static str,
    pub(crate) done: With2,
    pub(crate) done_shortest: With,
    pub(crate) try_out: &'static str,

    pub(crate) hint: With2,
    pub(crate) first_hint: &'static str,
    pub(crate) next_hint: &'static str,
    pub(crate) solution: &'static str,
    pub(crate) sure_break: &'static str,
    pub(crate) sure_repair: &'static str,
    pub(crate) show_it: &'static str,
    pub(crate) one_solution: &'static str,

    pub(crate) choose: &'static str,
    pub(crate) of_client: With2,
    pub(crate) crash: &'static str,
    pub(crate) request_lost: &'static str,
    pub(crate) reply_lost: &'static str,
    pub(crate) watchdog_request_lost: &'static str,
    pub(crate) watchdog_reply_lost: &'static str,
    pub(crate) falls_behind: &'static str,
    pub(crate) jumps_ahead: &'static str,
    pub(crate) stands_still: With,
    pub(crate) no_pause_left: With,

    pub(crate) program: With,
    pub(crate) alike: With,
    pub(crate) facts: &'static str,
    pub(crate) words: &'static str,
    pub(crate) commands_too: &'static str,
    pub(crate) check: &'static str,
    pub(crate) check_again: &'static str,
    pub(crate) stop: &'static str,
    pub(crate) reset: &'static str,
    pub(crate) is_looking: &'static str,
    pub(crate) looking: With,
    pub(crate) stopped: With,
    pub(crate) at_line: With,
    pub(crate) at_column: With2,
    pub(crate) go_to_line: With,
    pub(crate) empty: &'static str,
    pub(crate) changed: &'static str,
    pub(crate) broken: With3,
    pub(crate) step_through: &'static str,
    pub(crate) never_enters: With,
    pub(crate) keeps_lock: With,
    pub(crate) holds: With,
    pub(crate) too_many_states: With,
    pub(crate) too_much_memory: &'static str,
    pub(crate) too_many_steps: With,
    pub(crate) time_of_day: &'static str,
    pub(crate) not_shown: &'static str,
    pub(crate) not_finished: &'static str,

    pub(crate) nothing: &'static str,
    pub(crate) pauses: With,
    pub(crate) crashes: With,
    pub(crate) lost_requests: With,
    pub(crate) lost_replies: With,
    pub(crate) nodes_down: With,
    pub(crate) restarts: With,
    pub(crate) partitions: With,
    pub(crate) failovers: With,
    pub(crate) clock_jumps: With,
    pub(crate) client_clock_jumps: With,
    pub(crate) comma: &'static str,
    pub(crate) and: &'static str,
}

/// The texts of challenges in `lang`.
pub(crate) fn challenge(lang: Lang) -> &'static Challenge {
    match lang {
        Lang::En => &en::TEXTS,
        Lang::Zh => &zh::TEXTS,
    }
}

/// What is to be done, in two words.
pub(crate) fn task(lang: Lang, task: &Task) -> &'static str {
    let texts = challenge(lang);
    match task {
        Task::Break { .. } => texts.break_it,
        Task::Repair { .. } => texts.repair_it,
    }
}

/// What is to be reached: the property that is to be violated, or those that
/// are to hold.
pub(crate) fn goal(lang: Lang, cast: &Cast, task: &Task) -> String {
    let texts = challenge(lang);
    match task {
        Task::Break { goal, .. } => (texts.goal)(property(lang, *goal)),
        Task::Repair { .. } => {
            let promises = cast.properties.iter().map(|promise| property(lang, *promise));
            (texts.promises)(&promises.collect::<Vec<_>>().join(super::of(lang).semicolon))
        }
    }
}

/// Faults in words: one pause and two crashes.
pub(crate) fn faults(lang: Lang, faults: &Faults) -> String {
    let texts = challenge(lang);
    // Taken apart, so that none can be forgotten.
    let Faults {
        pauses,
        crashes,
        lost_requests,
        lost_replies,
        nodes_down,
        restarts,
        partitions,
        failovers,
        clock_jumps,
        client_clock_jumps,
    } = *faults;
    let kinds = [
        (pauses, texts.pauses),
        (crashes, texts.crashes),
        (lost_requests, texts.lost_requests),
        (lost_replies, texts.lost_replies),
        (nodes_down, texts.nodes_down),
        (restarts, texts.restarts),
        (partitions, texts.partitions),
        (failovers, texts.failovers),
        (clock_jumps, texts.clock_jumps),
        (client_clock_jumps, texts.client_clock_jumps),
    ];
    let told = kinds.iter().filter(|(count, _)| *count > 0);
    let told: Vec<_> = told.map(|(count, tell)| tell(&count.to_string())).collect();
    match told.as_slice() {
        [] => texts.nothing.to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{}{}{last}", most.join(texts.comma), texts.and),
    }
}

/// What may go wrong in a challenge.
pub(crate) fn allowed(lang: Lang, allowed: &Faults) -> String {
    let texts = challenge(lang);
    if allowed.is_none() {
        return texts.none_allowed.to_owned();
    }
    (texts.allowed)(&faults(lang, allowed))
}

/// What may still go wrong.
pub(crate) fn left(lang: Lang, left: &Faults) -> String {
    let texts = challenge(lang);
    if left.is_none() {
        return texts.none_left.to_owned();
    }
    (texts.left)(&faults(lang, left))
}

/// How a program breaks, in a sentence or two.
pub(crate) fn broken(lang: Lang, cast: &Cast, found: &Found) -> String {
    let steps = found.schedule.choices.len().to_string();
    let sentence = violation(lang, cast, &found.violation);
    (challenge(lang).broken)(&sentence, &steps, &faults(lang, &found.faults))
}

/// Why nothing is known of a program.
pub(crate) fn undecided(lang: Lang, limit: Limit) -> String {
    let texts = challenge(lang);
    match limit {
        Limit::States(states) => (texts.too_many_states)(&states.to_string()),
        Limit::Memory(_) => texts.too_much_memory.to_owned(),
        Limit::Depth(steps) => (texts.too_many_steps)(&steps.to_string()),
        Limit::TimeOfDay => texts.time_of_day.to_owned(),
        Limit::NotReplayed => texts.not_shown.to_owned(),
        Limit::Cancelled | Limit::Answered => texts.not_finished.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_as_people_say_them() {
        let check = |text: &str, en: &str, zh: &str| {
            let budget = Faults::parse(text).unwrap();
            assert_eq!(faults(Lang::En, &budget), en);
            assert_eq!(faults(Lang::En, &budget), budget.in_words());
            assert_eq!(faults(Lang::Zh, &budget), zh);
        };
        check("", "no fault", "没有故障");
        check("pauses=1", "one pause", "1 次停顿");
        check("pauses=2,crashes=1", "2 pauses and one crash", "2 次停顿和 1 次崩溃");
        check(
            "pauses=1,lost_replies=1,nodes_down=2",
            "one pause, one lost reply and 2 nodes down",
            "1 次停顿、1 次回复丢失和 2 次节点下线",
        );
        let all = Faults::names().map(|name| format!("{name}=1")).collect::<Vec<_>>().join(",");
        let all = Faults::parse(&all).unwrap();
        assert_eq!(faults(Lang::En, &all), all.in_words());
    }
}
