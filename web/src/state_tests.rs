//! What each action makes of a state.

use super::*;
use lockstep_lesson::{Costs, Lang, StepText, Variant};
use lockstep_scenario::{ClientIndex, Property, script_host};

const A: Choice = Choice::Client(ClientIndex(0));
const B: Choice = Choice::Client(ClientIndex(1));

/// Two clients, each of which writes and deletes one key, and a schedule in
/// which B deletes what A has written.
fn lesson(lang: Lang) -> Rc<Lesson> {
    let variant = |id: &str, algorithm: &str| {
        let program = "acquire x\\nenter x\\nleave x\\nrelease x";
        let scenario = format!(
            r#"{{ "locks": {{ "x": {{ "algorithm": "{algorithm}", "key": "lock:x", "ttl": "1s" }} }},
                 "clients": {{ "A": {{ "program": "{program}" }}, "B": {{ "program": "DEL lock:x" }} }} }}"#
        );
        let scenario = serde_json::from_str(&scenario).unwrap();
        let schedule = "v1: A A B A".to_owned();
        let (id, name) = (id.to_owned(), id.to_owned());
        let (violates, breaks, errors) = (Vec::new(), None, Vec::new());
        let costs = Costs::default();
        Variant { id, name, scenario, schedule, borrowed: false, violates, breaks, errors, costs }
    };
    let text = |step, variant: Option<&str>, text: &str| {
        let (variant, text) = (variant.map(str::to_owned), text.to_owned());
        StepText { step, variant, text }
    };
    Rc::new(Lesson {
        id: "lesson".to_owned(),
        lang,
        title: String::new(),
        about: String::new(),
        part: String::new(),
        minutes: 1,
        intro: String::new(),
        variants: vec![variant("first", "naive"), variant("second", "token")],
        steps: vec![text(1, None, "both"), text(2, Some("second"), "only second")],
        remember: String::new(),
        claims: Vec::new(),
        questions: Vec::new(),
        challenge: None,
        code: Vec::new(),
        not_compared: None,
    })
}

fn open(address: &str) -> State {
    let host = script_host();
    State::open(lesson(Lang::En), host, &Address::parse(address)).expect("a lesson in order")
}

fn after(address: &str, actions: impl IntoIterator<Item = Action>) -> State {
    let state = open(address);
    actions.into_iter().fold(state, |state, action| state.reduce(action))
}

#[test]
fn actions_lead_to_addresses() {
    let check = |from: &str, actions: &[Action], to: &str| {
        let state = after(from, actions.iter().cloned());
        let address = state.address().to_string();
        let address = address.strip_prefix("#/lesson?variant=").expect(to);
        assert_eq!(address.replace("&lang=en", ""), to, "{from} {actions:?}");
    };
    use Action::*;
    check("#/", &[], "first");
    check("#/", &[Back], "first");
    check("#/", &[Forward, Forward], "first&step=2");
    check("#/", &[Last, Forward], "first&step=4");
    check("#/", &[Last, Back], "first&step=3");
    check("#/", &[Last, First], "first");
    check("#/", &[Seek(3)], "first&step=3");
    check("#/", &[Seek(usize::MAX)], "first&step=4");
    check("#/lesson?step=2", &[NextVariant], "second&step=2");
    check("#/lesson?step=2", &[NextVariant, NextVariant], "first&step=2");
    check("#/lesson?step=2", &[SetVariant(1)], "second&step=2");
    check("#/lesson?step=2", &[SetVariant(9)], "first&step=2");
    check("#/lesson?step=9&variant=third", &[], "first&step=4");
    check("#/lesson?schedule=v2%3A%20A", &[], "first");
    check("#/lesson?schedule=v1%3A%20Z&step=1", &[], "first&step=1");
    let fork = "first&step=2&schedule=v1%3A%20A%20B";
    check("#/lesson?step=1", &[Choose(B)], fork);
    check("#/lesson?step=1", &[Choose(A)], "first&step=2");
    check("#/lesson?step=1", &[Choose(B), Rejoin], "first&step=1");
    check("#/lesson?step=1", &[Choose(B), NextVariant], &fork.replace("first", "second"));
    check("#/lesson?step=1", &[Choose(B), Tell(lesson(Lang::En))], fork);
    check("#/lesson?step=1", &[Go(Address::parse(&format!("#/lesson?variant={fork}")))], fork);
    check("#/lesson?step=4", &[Choose(B)], "first&step=5&schedule=v1%3A%20A%20A%20B%20A%20B");
}

#[test]
fn a_variant_with_a_schedule_of_its_own_begins_it() {
    let mut lesson = (*lesson(Lang::En)).clone();
    lesson.variants[1].schedule = "v1: B A".to_owned();
    let lesson = Rc::new(lesson);
    let check = |actions: &[Action], to: &str| {
        let host = script_host();
        let address = Address::parse("#/lesson?step=1");
        let state = State::open(Rc::clone(&lesson), host, &address).unwrap();
        let state = actions.iter().cloned().fold(state, |state, action| state.reduce(action));
        assert_eq!(state.address().to_string(), format!("#/lesson?variant={to}"), "{actions:?}");
    };
    use Action::*;
    check(&[NextVariant], "second&lang=en");
    check(&[NextVariant, Forward], "second&step=1&lang=en");
    check(&[NextVariant, Forward, NextVariant], "first&lang=en");
    check(&[Choose(B), NextVariant], "second&step=2&lang=en&schedule=v1%3A%20A%20B");
}

#[test]
fn a_schedule_that_is_too_long_is_left_out() {
    let steps = " A".repeat(LONGEST_SCHEDULE);
    let address =
        |steps: &str| Address { schedule: Some(format!("v1:{steps}")), ..Address::default() };
    let len = |steps: &str| open(&address(steps).to_string()).player().len();
    assert_eq!(len(&steps), LONGEST_SCHEDULE);
    assert_eq!(len(&format!("{steps} A")), 4);
    let mut full = open(&address(&steps).to_string()).reduce(Action::Last);
    assert!(!full.may_choose());
    full = full.reduce(Action::Choose(A));
    assert_eq!(full.player().len(), LONGEST_SCHEDULE);
}

#[test]
fn playing_takes_a_step_at_each_tick_and_ends_at_the_end() {
    let check = |from: &str, actions: &[Action], at: usize, playing: bool| {
        let state = after(from, actions.iter().cloned());
        assert_eq!((state.player().at(), state.playing()), (at, playing), "{from} {actions:?}");
    };
    use Action::*;
    check("#/", &[Tick], 0, false);
    check("#/", &[TogglePlaying], 0, true);
    check("#/", &[TogglePlaying, Tick], 1, true);
    check("#/", &[TogglePlaying, Tick, SetPace(Pace::Fast), Tick], 2, true);
    check("#/", &[TogglePlaying, Tick, Tell(lesson(Lang::Zh)), Tick], 2, true);
    check("#/", &[TogglePlaying, Tick, TogglePlaying, Tick], 1, false);
    check("#/", &[TogglePlaying, Forward, Tick], 1, false);
    check("#/lesson?step=3", &[TogglePlaying, Tick], 4, false);
    check("#/lesson?step=4", &[TogglePlaying, Tick], 1, true);
}

#[test]
fn playing_ends_where_something_is_violated() {
    let ticks = [Action::TogglePlaying, Action::Tick, Action::Tick, Action::Tick];
    let state = after("#/", ticks);
    assert_eq!((state.player().at(), state.playing()), (3, false));
    let lamps = crate::view::lamps(state.player());
    let lit: Vec<_> = lamps.iter().filter(|lamp| !lamp.violations.is_empty()).collect();
    assert_eq!(lit[0].property, Property::NoForeignRelease);
    let state = state.reduce(Action::TogglePlaying).reduce(Action::Tick);
    assert_eq!(state.player().at(), 4);
}

#[test]
fn a_lesson_is_told_in_another_language_at_the_same_step() {
    let state = after("#/lesson?step=2&variant=second", [Action::Tell(lesson(Lang::Zh))]);
    assert_eq!(state.address().to_string(), "#/lesson?variant=second&step=2&lang=zh");
}

#[test]
fn what_is_told_is_the_variants_own_or_the_common_text_or_nothing() {
    let check = |address: &str, told: Option<&str>| {
        assert_eq!(open(address).narration(), told, "{address}");
    };
    check("#/", None);
    check("#/lesson?step=1", Some("both"));
    check("#/lesson?step=1&variant=second", Some("both"));
    check("#/lesson?step=2", None);
    check("#/lesson?step=2&variant=second", Some("only second"));
    // On a path of one's own it is told up to where the path begins.
    check("#/lesson?step=1&schedule=v1:%20A%20B", Some("both"));
    check("#/lesson?step=2&variant=second&schedule=v1:%20A%20B", None);
}

#[test]
fn a_lesson_that_is_not_in_order_changes_nothing() {
    let mut broken = (*lesson(Lang::En)).clone();
    broken.variants[0].schedule = "v1: Z".to_owned();
    let state =
        after("#/lesson?step=2", [Action::Open(Rc::new(broken.clone()), Address::default())]);
    assert_eq!(state.player().at(), 2);
    let refused = |lesson: Lesson| {
        let host = script_host();
        State::open(Rc::new(lesson), host, &Address::default()).err().map(|error| error.to_string())
    };
    let expected = "variant first: schedule: choice 1, `Z`: expected one of A, B, +MILLISECONDS from +1 on, \
         or one of these or redis with what happens to it, such as `A:crash`";
    assert_eq!(refused(broken.clone()).as_deref(), Some(expected));
    broken.variants.clear();
    assert_eq!(refused(broken).as_deref(), Some("it has no variants"));
}
