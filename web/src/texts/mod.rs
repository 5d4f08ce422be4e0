//! Every word of the page itself, in every language. Lessons bring their own.
//!
//! One field a text, so that a language which lacks one does not compile.
//! Clients, keys and moments arrive as they are shown.

mod en;
mod told;
mod zh;

pub(crate) use told::{announcement, notes, pause, property, status, violation};

use lockstep_lesson::Lang;

/// A text with one name or number in it.
type With = fn(&str) -> String;
/// A text with two.
type With2 = fn(&str, &str) -> String;
/// A text with three.
type With3 = fn(&str, &str, &str) -> String;

/// The texts in one language.
pub(crate) struct Texts {
    /// The language's code in HTML.
    pub(crate) html_lang: &'static str,
    /// The language's own name.
    pub(crate) own_name: &'static str,
    pub(crate) language: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) minutes: With,
    pub(crate) keys: &'static str,

    pub(crate) variant: &'static str,
    pub(crate) timeline: &'static str,
    pub(crate) timeline_about: &'static str,
    pub(crate) step: &'static str,
    pub(crate) client: &'static str,
    pub(crate) go_to_step: With,

    pub(crate) not_started: &'static str,
    pub(crate) ready: &'static str,
    pub(crate) paused_since: With,
    pub(crate) working_until: With,
    pub(crate) retry_at: With,
    pub(crate) finished: &'static str,
    pub(crate) inside: With,
    pub(crate) relies_on: With2,
    pub(crate) relied_on: With2,
    pub(crate) relies_on_nothing: &'static str,

    pub(crate) clock: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    pub(crate) time_left: &'static str,
    pub(crate) owner: &'static str,
    pub(crate) no_keys: &'static str,
    pub(crate) for_ever: &'static str,
    pub(crate) free: &'static str,
    pub(crate) held_by: With2,

    pub(crate) was_paused: With,
    pub(crate) acquired: With,
    pub(crate) taken: With,
    pub(crate) refused: With,
    pub(crate) unanswered: With,
    pub(crate) will_retry: With,
    pub(crate) extended: With,
    pub(crate) released: With,
    pub(crate) not_owner: With,
    pub(crate) had_expired: With,
    pub(crate) nothing_held: With,
    pub(crate) entered: With,
    pub(crate) left: With,
    pub(crate) working: With,
    pub(crate) ended: &'static str,
    pub(crate) still_waiting: &'static str,
    pub(crate) expired: With2,
    pub(crate) deleted: With,
    pub(crate) time_passes: With,
    pub(crate) sends: With3,

    pub(crate) watched: &'static str,
    pub(crate) mutual_exclusion: &'static str,
    pub(crate) no_foreign_release: &'static str,
    pub(crate) no_immortal_lock: &'static str,
    pub(crate) holds: &'static str,
    pub(crate) violated: &'static str,
    pub(crate) two_inside: With2,
    pub(crate) foreign_release: With3,
    pub(crate) immortal_lock: With2,
    pub(crate) and: &'static str,

    pub(crate) take_over: &'static str,
    pub(crate) offer_client: With2,
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
    pub(crate) honesty: &'static str,
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
    pub(crate) try_first: &'static str,
}

/// The texts in `lang`.
pub(crate) fn of(lang: Lang) -> &'static Texts {
    match lang {
        Lang::En => &en::TEXTS,
        Lang::Zh => &zh::TEXTS,
    }
}
