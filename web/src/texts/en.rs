//! English.

use super::Texts;

pub(super) static TEXTS: Texts = Texts {
    html_lang: "en",
    own_name: "English",
    language: "Language",
    skip: "Skip to the timeline",
    minutes: |minutes| format!("about {minutes} minutes"),
    keys: "Keys",

    variant: "The same steps, two programs",
    timeline: "Timeline",
    timeline_about: "One row for each step, oldest first: who did what, what Redis answered, \
                     and how long the lock still lives.",
    step: "Step",
    client: "Client",
    go_to_step: |step| format!("Go to step {step}"),

    not_started: "not started",
    ready: "ready",
    paused_since: |moment| format!("paused since {moment}"),
    working_until: |moment| format!("works until {moment}"),
    retry_at: |moment| format!("waits, asks again at {moment}"),
    finished: "finished",
    inside: |section| format!("inside {section}"),
    relies_on: |key, until| format!("relies on {key} until {until}"),
    relied_on: |key, until| format!("relied on {key} until {until}"),
    relies_on_nothing: "relies on no lock",

    clock: "clock",
    key: "key",
    value: "value",
    time_left: "time left",
    owner: "owner",
    no_keys: "no keys",
    for_ever: "no expiry",
    free: "free",
    held_by: |name, left| format!("{name}, {left} left"),

    was_paused: |length| format!("was paused for {length}"),
    acquired: |key| format!("now holds {key}"),
    taken: |key| format!("gives up: {key} is taken"),
    refused: |text| format!("is refused: {text}"),
    unanswered: |key| format!("got no answer about {key}"),
    will_retry: |moment| format!("asks again at {moment}"),
    extended: |key| format!("extended {key}"),
    released: |key| format!("released {key}"),
    not_owner: |key| format!("learns {key} is another’s"),
    had_expired: |key| format!("learns {key} had expired"),
    nothing_held: |key| format!("does not hold {key}"),
    entered: |section| format!("enters {section}"),
    left: |section| format!("leaves {section}"),
    working: |moment| format!("works until {moment}"),
    ended: "is finished",
    still_waiting: "still waiting",
    expired: |key, moment| format!("{key} expires at {moment}"),
    deleted: |key| format!("{key} is deleted"),
    time_passes: |length| format!("{length} pass"),
    sends: |name, command, reply| format!("{name} sends {command}. Redis answers {reply}."),

    watched: "Must always hold",
    mutual_exclusion: "only one client inside",
    no_foreign_release: "nobody deletes another’s lock",
    no_immortal_lock: "no lock is left for ever",
    holds: "holds so far",
    violated: "Violated",
    two_inside: |names, section| format!("{names} are inside {section} at the same time."),
    foreign_release: |by, owner, key| format!("{by} deleted {owner}’s lock ({key})."),
    immortal_lock: |owner, key| format!("{owner} has ended and left {key} without an expiry."),
    and: " and ",

    take_over: "or choose who goes on",
    offer_client: |name, line| format!("Let {name} go on: {line}"),
    offer_time: |length| format!("let {length} pass"),
    forked_after: |step| format!("Your own line, forked after step {step}"),
    rejoin: "back to the lesson’s line",
    own_line: "You choose who goes on. What must always hold is watched here too.",

    narration: "What happens",
    begin: "Nothing has happened yet. Press the right arrow key, or the button with the arrow, \
            to take the first step.",
    at_step: |step| format!("at step {step}"),
    step_of: |at, len| format!("Step {at} of {len}"),
    controls: "Steps",
    first: "To the beginning",
    back: "One step back",
    play: "Play",
    pause: "Pause",
    forward: "Next step",
    last: "To the end",
    pace: "Speed",
    slow: "slow",
    medium: "medium",
    fast: "fast",

    remember: "What to remember",
    honesty: "What is simplified here, and what is not",
    simplified: &[
        "A step is one command, applied at the server as one: sending it and receiving its \
         answer take no time here.",
        "Time stands still until a step moves it, and then it jumps.",
        "The server already knows the Lua scripts, as if another client had used them before.",
        "Tokens are short, such as A-1, so that you can read them. A real one is long and random.",
    ],
    compared: "The commands run on a real engine in this page, scripts in real Lua 5.1. For every \
               variant of this lesson, each reply was compared with that of Redis 7.0.15 on the \
               same clock.",
    not_compared: |reason| {
        format!("The replies of this lesson are not compared with Redis: {reason}")
    },

    help: "Keys",
    close: "Close",
    toggle_playing: "Play or pause",
    help_variant: "Show the other program at the same step",
    help_help: "Show this list",
    help_typing: "While a field or the slider has the focus, keys go there.",

    not_loaded: |lesson, error| format!("The lesson “{lesson}” could not be loaded ({error})."),
    unplayable: |lesson, error| format!("The lesson “{lesson}” cannot be played: {error}"),
    try_first: "Go to the first lesson",
};
