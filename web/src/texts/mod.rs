//! Every word of the page itself, in every language. Lessons bring their own.
//!
//! One field a text, so that a language which lacks one does not compile.
//! Clients, keys and moments arrive as they are shown.

mod challenge;
mod en;
mod interview;
mod nodes;
mod notes;
mod plain;
mod told;
mod violated;
mod zh;

pub(crate) use challenge::{allowed, broken, challenge, goal, left, task, undecided};
pub(crate) use interview::{grade, interview, level};
pub(crate) use nodes::{lag, node_event, resource, unanswered};
pub(crate) use notes::notes;
pub(crate) use plain::plain;
pub(crate) use told::{announcement, clock, mover, pause, status};
pub(crate) use violated::{property, violation};

use lockstep_lesson::Lang;
use lockstep_resp::Blob;

/// A text with one name or number in it.
type With = fn(&str) -> String;
/// A text with two.
type With2 = fn(&str, &str) -> String;
/// A text with three.
type With3 = fn(&str, &str, &str) -> String;
/// A text with four.
type With4 = fn(&str, &str, &str, &str) -> String;

/// The texts in one language.
pub(crate) struct Texts {
    /// The language's code in HTML.
    pub(crate) html_lang: &'static str,
    /// The language's own name.
    pub(crate) own_name: &'static str,
    pub(crate) language: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) skip_to_list: &'static str,
    pub(crate) minutes: With,
    pub(crate) keys: &'static str,

    pub(crate) course_title: &'static str,
    pub(crate) course_intro: &'static str,
    pub(crate) begin_with: With,
    pub(crate) go_on: With,
    pub(crate) all_done: &'static str,
    pub(crate) lessons_done: With2,
    pub(crate) done: &'static str,
    pub(crate) played_of: With2,
    pub(crate) right_of: With2,
    pub(crate) solved: &'static str,
    pub(crate) unsolved: &'static str,
    pub(crate) further: &'static str,
    pub(crate) all_lessons: &'static str,
    pub(crate) glossary: &'static str,

    pub(crate) progress: &'static str,
    pub(crate) progress_about: &'static str,
    pub(crate) save: &'static str,
    pub(crate) read_in: &'static str,
    pub(crate) unreadable: &'static str,
    pub(crate) forget: &'static str,
    pub(crate) forget_sure: &'static str,
    pub(crate) forget_now: &'static str,

    pub(crate) variant: &'static str,
    pub(crate) ways: &'static str,
    pub(crate) timeline: &'static str,
    pub(crate) timeline_about: &'static str,
    pub(crate) step: &'static str,
    pub(crate) client: &'static str,
    pub(crate) watchdog: With,
    pub(crate) go_to_step: With,

    pub(crate) not_started: &'static str,
    pub(crate) ready: &'static str,
    pub(crate) paused_since: With,
    pub(crate) working_until: With,
    pub(crate) waits_until: With,
    pub(crate) waits: &'static str,
    pub(crate) finished: &'static str,
    pub(crate) has_crashed: &'static str,
    pub(crate) inside: With,
    pub(crate) relies_on: With2,
    pub(crate) relied_on: With2,
    pub(crate) with_number: With2,
    pub(crate) knows_lost: With,
    pub(crate) relies_on_nothing: &'static str,
    pub(crate) has_read: With2,

    pub(crate) clock: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    pub(crate) time_left: &'static str,
    pub(crate) owner: &'static str,
    pub(crate) no_keys: &'static str,
    pub(crate) for_ever: &'static str,
    pub(crate) free: &'static str,
    pub(crate) held_by: With2,
    pub(crate) down: &'static str,
    pub(crate) cut_off: With,
    pub(crate) ahead: With,
    pub(crate) clock_behind: With,
    pub(crate) replica: With,
    pub(crate) up_to_date: &'static str,
    pub(crate) behind: With,
    pub(crate) resources: &'static str,
    pub(crate) highest_fence: With,
    pub(crate) empty: &'static str,
    pub(crate) jobs_left: With,

    pub(crate) was_paused: With,
    pub(crate) acquired: With,
    pub(crate) taken: With,
    pub(crate) too_few: With3,
    pub(crate) not_replicated: With3,
    pub(crate) too_late: With,
    pub(crate) refused: With,
    pub(crate) unanswered: With,
    pub(crate) will_retry: With,
    pub(crate) extended: With,
    pub(crate) released: With,
    pub(crate) not_owner: With,
    pub(crate) had_expired: With,
    pub(crate) lease_over: With,
    pub(crate) no_majority: With,
    pub(crate) not_extended: With,
    pub(crate) no_quorum: With3,
    pub(crate) still_held: With2,
    pub(crate) nothing_held: With,
    pub(crate) entered: With,
    pub(crate) left: With,
    pub(crate) working: With,
    pub(crate) thought: &'static str,
    pub(crate) read: With2,
    pub(crate) read_refused: With,
    pub(crate) wrote: With2,
    pub(crate) write_refused: With2,
    pub(crate) inserted: With2,
    pub(crate) already_there: With2,
    pub(crate) took: With,
    pub(crate) no_job: With,
    pub(crate) arrived: With,
    pub(crate) closed: &'static str,
    pub(crate) crashed: &'static str,
    pub(crate) falls_behind: With,
    pub(crate) jumps_ahead: With,
    pub(crate) ended: &'static str,
    pub(crate) still_waiting: &'static str,
    pub(crate) at_its_end: &'static str,
    pub(crate) expired: With2,
    pub(crate) deleted: With,
    pub(crate) time_passes: With,
    pub(crate) later: With,
    pub(crate) request_lost: With,
    pub(crate) reply_lost: With,
    pub(crate) unreachable: With,
    pub(crate) replicates: With,
    pub(crate) promoted: With,
    pub(crate) goes_down: With,
    pub(crate) comes_up: With,
    pub(crate) restarts_empty: With,
    pub(crate) restarts_behind: With,
    pub(crate) restarts_whole: With,
    pub(crate) jumps: With2,
    pub(crate) cut: With2,
    pub(crate) joined: With2,
    pub(crate) sends: With2,
    pub(crate) answers: With2,

    pub(crate) watched: &'static str,
    pub(crate) mutual_exclusion: &'static str,
    pub(crate) no_foreign_release: &'static str,
    pub(crate) no_immortal_lock: &'static str,
    pub(crate) no_lost_update: &'static str,
    pub(crate) in_bounds: &'static str,
    pub(crate) fences_in_order: &'static str,
    pub(crate) can_be_taken_again: &'static str,
    pub(crate) holds: &'static str,
    pub(crate) violated: &'static str,
    pub(crate) two_inside: With2,
    pub(crate) foreign_release: With3,
    pub(crate) immortal_lock: With2,
    pub(crate) lost_update: With2,
    pub(crate) out_of_bounds: With3,
    pub(crate) stale_write: With4,
    pub(crate) never_free: With,
    pub(crate) and: &'static str,
    pub(crate) semicolon: &'static str,

    pub(crate) take_over: &'static str,
    pub(crate) offer_client: With2,
    pub(crate) offer_watchdog: With,
    pub(crate) offer_write: With,
    pub(crate) offer_time: With,
    pub(crate) forked_after: With,
    pub(crate) rejoin: &'static str,
    pub(crate) own_line: &'static str,

    pub(crate) narration: &'static str,
    pub(crate) begin: &'static str,
    pub(crate) at_step: With,
    pub(crate) step_of: With2,
    pub(crate) controls: &'static str,
    pub(crate) first: &'static str,
    pub(crate) back: &'static str,
    pub(crate) play: &'static str,
    pub(crate) pause: &'static str,
    pub(crate) forward: &'static str,
    pub(crate) last: &'static str,
    pub(crate) pace: &'static str,
    pub(crate) slow: &'static str,
    pub(crate) medium: &'static str,
    pub(crate) fast: &'static str,

    pub(crate) remember: &'static str,
    pub(crate) claims: &'static str,
    pub(crate) see_at: With2,
    pub(crate) questions: &'static str,
    pub(crate) check: &'static str,
    pub(crate) check_again: &'static str,
    pub(crate) right: &'static str,
    pub(crate) wrong: &'static str,
    pub(crate) was_right: &'static str,
    pub(crate) not_yet_right: &'static str,
    pub(crate) on_the_way: &'static str,
    pub(crate) before_step: With2,
    pub(crate) costs: &'static str,
    pub(crate) cost_program: &'static str,
    pub(crate) cost_commands: &'static str,
    pub(crate) cost_waited: &'static str,
    pub(crate) cost_lasted: &'static str,
    pub(crate) cost_untold: &'static str,
    pub(crate) code: &'static str,
    pub(crate) copy: &'static str,
    pub(crate) copied: &'static str,
    pub(crate) next_lesson: With,
    pub(crate) last_lesson: &'static str,
    pub(crate) honesty: &'static str,
    pub(crate) known: &'static str,
    pub(crate) simplified: &'static [&'static str],
    pub(crate) compared: &'static str,
    pub(crate) not_compared: With,

    pub(crate) help: &'static str,
    pub(crate) close: &'static str,
    pub(crate) toggle_playing: &'static str,
    pub(crate) help_variant: &'static str,
    pub(crate) help_help: &'static str,
    pub(crate) help_typing: &'static str,

    pub(crate) not_loaded: With2,
    pub(crate) unplayable: With2,
    pub(crate) no_list: With,
    pub(crate) no_lesson: With,
}

/// The texts in `lang`.
pub(crate) fn of(lang: Lang) -> &'static Texts {
    match lang {
        Lang::En => &en::TEXTS,
        Lang::Zh => &zh::TEXTS,
    }
}

fn lossy(text: &Blob) -> String {
    String::from_utf8_lossy(text).into_owned()
}
