//! What a learner can make of a challenge.

use crate::action::{Action, Trial};
use crate::address::Address;
use crate::state::{Check, State};
use lockstep_lesson::{Challenge, Costs, Judge, Judgement, Lang, Lesson, Task, Variant};
use lockstep_scenario::{Choice, ClientIndex, Property, Scenario, script_host};
use std::rc::Rc;

const A: ClientIndex = ClientIndex(0);
const B: ClientIndex = ClientIndex(1);
/// It deletes the lock, whoever has it by then.
const WRONG: &str = "acquire x\nenter x\nleave x\nDEL lock:x\n";
const RIGHT: &str = "acquire x\nenter x\nleave x\nrelease x\n";

/// Two clients with the same program, one pause and one crash.
fn scenario(program: &str) -> Scenario {
    let scenario = serde_json::json!({
        "properties": ["no_foreign_release"],
        "faults": { "pauses": 1, "crashes": 1 },
        "locks": { "x": { "algorithm": "token", "key": "lock:x", "ttl": "1s" } },
        "clients": { "A": { "program": program }, "B": { "like": "A" } },
    });
    serde_json::from_value(scenario).unwrap()
}

fn break_it() -> Task {
    let solution = "v1: A A A +1001 B A".to_owned();
    Task::Break { goal: Property::NoForeignRelease, solution }
}

fn repair_it() -> Task {
    Task::Repair { client: "A".to_owned(), solution: RIGHT.to_owned() }
}

fn lesson(task: Task, lang: Lang) -> Rc<Lesson> {
    let variant = Variant {
        id: "first".to_owned(),
        name: String::new(),
        scenario: scenario(RIGHT),
        schedule: "v1: A".to_owned(),
        borrowed: false,
        violates: Vec::new(),
        breaks: None,
        errors: Vec::new(),
        costs: Costs::default(),
    };
    let challenge = Challenge {
        text: String::new(),
        hints: vec![String::new(), String::new()],
        solved: String::new(),
        scenario: scenario(WRONG),
        task,
    };
    Rc::new(Lesson {
        id: "lesson".to_owned(),
        lang,
        title: String::new(),
        about: String::new(),
        part: String::new(),
        minutes: 1,
        intro: String::new(),
        variants: vec![variant],
        steps: Vec::new(),
        remember: String::new(),
        claims: Vec::new(),
        questions: Vec::new(),
        challenge: Some(challenge),
        code: Vec::new(),
        not_compared: None,
    })
}

fn open(task: Task, address: &str) -> State {
    let host = script_host();
    State::open(lesson(task, Lang::En), host, &Address::parse(address)).expect("a lesson in order")
}

fn after(state: State, actions: impl IntoIterator<Item = Action>) -> State {
    actions.into_iter().fold(state, |state, action| state.reduce(action))
}

fn go(client: ClientIndex) -> Action {
    Action::Choose(Choice::Client(client))
}

fn time(by_ms: u64) -> Action {
    Action::Choose(Choice::Time { by_ms })
}

/// Looks at the program in the editor to the end, as the page does.
fn judged(state: &State) -> State {
    let state = state.reduce(Action::Try(Trial::Check));
    let (challenge, attempt) = state.challenge().expect("a challenge");
    let (check, program) = attempt.running().expect("a program that can be read");
    let mut judge = Judge::new(challenge, program, state.host()).unwrap();
    while judge.run(100) {}
    let judged = Trial::Judged(check, Rc::clone(judge.cast()), judge.judgement());
    state.reduce(Action::Try(judged))
}

fn edit(program: &str) -> Action {
    Action::Try(Trial::Edit(program.into()))
}

fn check_of(state: &State) -> Check {
    state.challenge().expect("a challenge").1.check().clone()
}

fn is_solved(state: &State) -> bool {
    state.challenge().expect("a challenge").1.is_solved()
}

const CHALLENGE: &str = "#/lesson?challenge=1";
const BROKEN: &str =
    "#/lesson?challenge=1&step=6&lang=en&schedule=v1%3A%20A%20A%20A%20%2B1001%20B%20A";

#[test]
fn steps_chosen_break_it_and_are_in_the_address() {
    let steps = [go(A), go(A), go(A), time(1001), go(B)];
    let state = after(open(break_it(), CHALLENGE), steps);
    assert_eq!((state.broken_after(), is_solved(&state)), (None, false));
    let state = after(state, [go(A)]);
    assert_eq!((state.broken_after(), is_solved(&state)), (Some(6), true));
    assert_eq!(state.address().to_string(), BROKEN);
    let state = after(state, [go(B), Action::Back, Action::Back]);
    assert_eq!(state.broken_after(), None);
    let state = after(open(break_it(), BROKEN), [Action::Rejoin]);
    assert_eq!(state.address().to_string(), "#/lesson?challenge=1&lang=en");
}

#[test]
fn only_what_the_faults_allow_is_offered() {
    let check = |steps: &[Action], choice: Choice, affordable: Option<bool>| {
        let state = after(open(break_it(), CHALLENGE), steps.iter().cloned());
        let offer = state.offers().into_iter().find(|offer| offer.choice == choice);
        assert_eq!(offer.map(|offer| offer.is_affordable), affordable, "{steps:?} {choice:?}");
    };
    let by_ms = 1001;
    // Who has not begun is only late; who has is paused, once.
    check(&[go(A)], Choice::Time { by_ms }, Some(true));
    check(&[go(A), time(by_ms), go(B), go(A)], Choice::Time { by_ms }, Some(false));
    check(&[go(A), time(by_ms), go(B)], Choice::Client(A), Some(true));
    check(&[], Choice::Crash(A), None);
    check(&[go(A)], Choice::Crash(A), Some(true));
    check(&[go(A), go(B), Action::Choose(Choice::Crash(A))], Choice::Crash(B), None);
    check(&[go(A)], Choice::LoseReply(A), None);
    // Outside the challenge nobody counts, and nothing goes wrong.
    let state = after(open(break_it(), "#/lesson?step=1"), [time(by_ms), go(B), go(A)]);
    let offers = state.offers();
    assert!(offers.iter().all(|offer| offer.is_affordable && offer.pauses.is_empty()));
    assert!(!offers.iter().any(|offer| matches!(offer.choice, Choice::Crash(_))));
}

#[test]
fn an_address_takes_no_more_than_the_challenge_allows() {
    let check = |schedule: &str, steps: usize| {
        let address = Address {
            challenge: true,
            schedule: Some(schedule.to_owned()),
            step: usize::MAX,
            ..Address::default()
        };
        let state = open(break_it(), &address.to_string());
        assert_eq!(state.player().len(), steps, "{schedule}");
    };
    check("v1: A A A +1001 B A", 6);
    check("v1: A A:crash", 2);
    check("v1: A A:reply-lost", 0);
    check("v1: A +1001 B +1001", 0);
    check("v1: A +5", 0);
    check("v1: A redis:down", 0);
}

#[test]
fn a_solution_is_played_from_its_beginning_and_solves_nothing() {
    let reveal = Action::Try(Trial::Reveal);
    let state = after(open(break_it(), CHALLENGE), [go(B), reveal]);
    assert_eq!((state.player().at(), state.player().len()), (0, 6));
    let state = after(state, [Action::Last]);
    assert_eq!((state.broken_after(), is_solved(&state)), (Some(6), false));
    // Where something is to be repaired it is told and nothing is played.
    let state = after(open(repair_it(), CHALLENGE), [Action::Try(Trial::Reveal)]);
    assert!(state.player().is_empty());
    assert!(state.challenge().is_some_and(|(_, attempt)| attempt.is_revealed()));
}

#[test]
fn hints_come_one_after_the_other() {
    let hints = |asked: usize| {
        let state = open(break_it(), CHALLENGE);
        let state = after(state, vec![Action::Try(Trial::Hint); asked]);
        state.challenge().map(|(_, attempt)| attempt.hints())
    };
    assert_eq!([0, 1, 2, 3].map(hints), [0, 1, 2, 2].map(Some));
}

#[test]
fn a_program_that_breaks_is_shown_from_the_first_step_of_how() {
    let state = judged(&open(repair_it(), CHALLENGE));
    let Check::Done(Judgement::Broken { property, found }) = check_of(&state) else {
        panic!("{:?}", check_of(&state));
    };
    assert_eq!((property, state.player().at()), (Property::NoForeignRelease, 0));
    assert_eq!(state.player().schedule(), found.schedule);
    let state = after(state, [Action::Last]);
    assert!(state.player().timeline().last().is_some_and(|step| !step.events.is_empty()));
    // The same steps of a program in order, which breaks nothing.
    let state = judged(&after(state, [edit(RIGHT)]));
    assert!(matches!(check_of(&state), Check::Done(Judgement::Holds { .. })));
    assert_eq!((is_solved(&state), state.player().at()), (true, found.schedule.choices.len()));
    assert!(crate::view::lamps(state.player()).iter().all(|lamp| lamp.violations.is_empty()));
    assert_eq!(state.cast().clients[0].program.lines[3].text, "release x");
}

#[test]
fn what_cannot_be_read_or_does_nothing_is_told() {
    let state = after(open(repair_it(), CHALLENGE), [edit("acquire x\nfly"), check_it()]);
    assert!(matches!(check_of(&state), Check::Refused(_)), "{:?}", check_of(&state));
    let state = judged(&after(state, [edit("think\n")]));
    let expected = Check::Done(Judgement::NeverEnters { client: A });
    assert_eq!(check_of(&state), expected);
    let state = after(state, [Action::Try(Trial::Reset)]);
    assert_eq!(check_of(&state), Check::Unasked);
    assert_eq!(&**state.challenge().unwrap().1.program(), WRONG);
}

fn check_it() -> Action {
    Action::Try(Trial::Check)
}

#[test]
fn only_the_check_under_way_is_listened_to() {
    let state = after(open(repair_it(), CHALLENGE), [check_it()]);
    let number = state.challenge().unwrap().1.running().map(|(number, _)| number).unwrap();
    let looked = |number, states| Action::Try(Trial::Looked(number, states));
    let judgement = Judgement::Holds { states: 1 };
    let late = Action::Try(Trial::Judged(number, state.cast(), judgement));
    let state = after(state, [looked(number, 7)]);
    assert_eq!(check_of(&state), Check::Running(7));
    let state = after(state, [Action::Try(Trial::Stop), looked(number, 8), late.clone()]);
    assert_eq!(check_of(&state), Check::Stopped(7));
    let state = after(state, [check_it(), late]);
    assert_eq!((check_of(&state), is_solved(&state)), (Check::Running(0), false));
    // Whoever leaves does not go on looking.
    let state = after(state, [Action::Go(Address::default())]);
    let state = after(state, [Action::Go(Address::parse(CHALLENGE))]);
    assert_eq!(check_of(&state), Check::Stopped(0));
}

#[test]
fn nothing_is_lost_in_another_language_or_on_a_walk() {
    let state = judged(&after(open(repair_it(), CHALLENGE), [edit(RIGHT)]));
    let told = Action::Tell(lesson(repair_it(), Lang::Zh));
    let walk = [told, Action::Go(Address::default()), Action::Go(Address::parse(CHALLENGE))];
    let state = after(state, walk);
    let (_, attempt) = state.challenge().expect("a challenge");
    assert_eq!((&**attempt.program(), attempt.has_changed()), (RIGHT, false));
    assert!(matches!(attempt.check(), Check::Done(Judgement::Holds { .. })));
    // From another visit: the stage shows the program that was kept.
    let kept = Action::Try(Trial::Restore(RIGHT.into()));
    let state = after(open(repair_it(), "#/lesson?challenge=1&schedule=v1:%20A"), [kept]);
    assert_eq!(state.cast().clients[1].program.lines[3].text, "release x");
    assert_eq!(state.player().len(), 1);
}
