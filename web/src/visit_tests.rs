//! What each change makes of a visit.

use super::*;
use crate::interview::Told;
use crate::progress::Standing;
use lockstep_lesson::Entry;

/// Two clients that step in turn, a question before step 2 of the first
/// variant, and one at the end.
fn lesson(id: &str, lang: Lang) -> Rc<Lesson> {
    let code = lang.code();
    let answers = r#"[{ "text": "no", "right": false, "feedback": "" },
                      { "text": "yes", "right": true, "feedback": "" }]"#;
    let variant = |id: &str| {
        format!(
            r#"{{ "id": "{id}", "name": "{id}", "schedule": "v1: A B A", "violates": [],
                  "scenario": {{ "clients": {{ "A": {{ "program": "GET x\nGET x" }},
                                               "B": {{ "program": "GET x" }} }} }} }}"#
        )
    };
    let text = format!(
        r#"{{ "id": "{id}", "lang": "{code}", "title": "", "about": "", "part": "", "minutes": 1,
              "intro": "", "remember": "", "steps": [],
              "variants": [{}, {}],
              "questions": [
                {{ "id": "next", "text": "", "answers": {answers},
                   "prediction": {{ "variant": "first", "before": 2, "outcome": "harmless" }} }},
                {{ "id": "end", "text": "", "answers": {answers} }}] }}"#,
        variant("first"),
        variant("second"),
    );
    Rc::new(serde_json::from_str(&text).unwrap())
}

fn course(lang: Lang) -> Rc<Course> {
    Rc::new(Course { lang, parts: Vec::new() })
}

fn entry() -> Entry {
    Entry {
        id: "a".to_owned(),
        title: String::new(),
        about: String::new(),
        minutes: 1,
        variants: vec!["first".to_owned(), "second".to_owned()],
        questions: vec!["next".to_owned(), "end".to_owned()],
        challenge: false,
    }
}

fn standing(visit: &Visit) -> Standing {
    visit.progress().of(&entry())
}

/// A visit that came to lesson `a` from the list.
fn at(address: &str) -> Visit {
    let visit = Visit::new(Lang::En, Progress::default());
    let open = Change::Open(lesson("a", Lang::En), Address::parse(address));
    after(&visit, [Change::Course(course(Lang::En)), Change::List, open])
}

fn after(visit: &Visit, changes: impl IntoIterator<Item = Change>) -> Visit {
    changes.into_iter().fold(visit.clone(), |visit, change| visit.reduce(change))
}

fn acts(actions: &[Action]) -> impl Iterator<Item = Change> {
    actions.iter().cloned().map(Change::Act)
}

fn address(visit: &Visit) -> Option<String> {
    visit.address().map(|address| address.to_string())
}

#[test]
fn one_goes_from_the_list_to_a_lesson_and_back() {
    let visit = Visit::new(Lang::Zh, Progress::default());
    assert_eq!((visit.place(), visit.lang()), (Place::Nowhere, Lang::Zh));
    assert_eq!(visit.reduce(Change::List).place(), Place::Nowhere);
    let visit = after(&visit, [Change::Course(course(Lang::En)), Change::List]);
    assert_eq!((visit.place(), visit.from()), (Place::List, &Place::Nowhere));
    assert_eq!(address(&visit).as_deref(), Some("#/?lang=en"));
    let visit = at("#/a?step=2");
    assert_eq!((visit.place(), visit.from()), (Place::Lesson("a".to_owned()), &Place::List));
    assert_eq!(address(&visit).as_deref(), Some("#/a?variant=first&step=2&lang=en"));
    let visit = visit.reduce(Change::List);
    assert_eq!((visit.place(), visit.from()), (Place::List, &Place::Lesson("a".to_owned())));
}

#[test]
fn the_list_counts_in_the_language_of_the_lesson_only() {
    let visit = at("#/a");
    assert!(visit.course().is_some());
    let visit = after(&visit, acts(&[Action::Tell(lesson("a", Lang::Zh))]));
    assert_eq!((visit.lang(), visit.course().is_some()), (Lang::Zh, false));
    let visit = visit.reduce(Change::Course(course(Lang::Zh)));
    assert!(visit.course().is_some());
    assert_eq!(visit.from(), &Place::List);
}

#[test]
fn a_variant_is_played_when_its_last_step_is_taken() {
    use Action::*;
    let check = |from: &str, actions: &[Action], done: usize| {
        let visit = after(&at(from), acts(actions));
        assert_eq!(standing(&visit).played.done, done, "{from} {actions:?}");
    };
    check("#/a", &[Forward, Forward], 0);
    check("#/a", &[Forward, Forward, Forward], 1);
    check("#/a", &[Forward, Forward, Forward, Forward, Back, Forward], 1);
    check("#/a?step=2", &[TogglePlaying, Tick], 1);
    check("#/a?step=2", &[Seek(3)], 1);
    check("#/a?step=2", &[Forward, NextVariant], 1);
    check("#/a?step=2", &[Forward, NextVariant, Back, Forward], 2);
    // Jumping there is not playing.
    check("#/a", &[Last], 0);
    check("#/a?step=3", &[Forward], 0);
    check("#/a?step=3", &[NextVariant], 0);
    check("#/a?step=2&schedule=v1:%20A%20A%20B", &[Forward], 0);
}

#[test]
fn a_question_is_asked_before_its_step_of_its_variant() {
    let check = |from: &str, asked: &[&str]| {
        let visit = at(from);
        let ids: Vec<_> = visit.asked().map(|question| question.id.as_str()).collect();
        assert_eq!(ids, asked, "{from}");
    };
    check("#/a", &[]);
    check("#/a?step=1", &["next"]);
    check("#/a?step=2", &[]);
    check("#/a?step=1&variant=second", &[]);
    check("#/a?step=1&schedule=v1:%20A%20A%20B", &[]);
    let answers = ["end", "next"].map(|question| Change::Answer(question.to_owned(), 0));
    let visit = at("#/a?step=1").reduce(answers[0].clone());
    assert_eq!(visit.answers(), 0);
    assert!(visit.reduce(answers[1].clone()).answers() > 0);
}

#[test]
fn the_first_right_answer_counts_with_its_tries() {
    let answer = |question: &str, answer| Change::Answer(question.to_owned(), answer);
    let wrong = after(&at("#/a"), [answer("end", 0), answer("end", 0)]);
    assert_eq!(wrong.given("end"), Some(Given { answer: 0, tries: 2 }));
    assert!(!wrong.is_right("end"));
    let right = wrong.reduce(answer("end", 1));
    assert!(right.is_right("end") && !right.is_right("next"));
    // Whoever then looks what else is said loses nothing.
    let after_that = right.reduce(answer("end", 0));
    assert_eq!(after_that.given("end"), Some(Given { answer: 0, tries: 3 }));
    assert_eq!(standing(&after_that).right.done, 1);
    // Nothing there to be answered.
    let same = after(&at("#/a"), [answer("what", 0), answer("end", 9)]);
    assert_eq!((same.given("what"), same.given("end")), (None, None));
    // Another lesson has other questions, and the progress stays.
    let other = Change::Open(lesson("b", Lang::En), Address::default());
    let back = Change::Open(lesson("a", Lang::En), Address::default());
    let visit = after(&right, [other, back]);
    assert!(visit.given("end").is_none() && visit.is_right("end"));
}

#[test]
fn playing_by_itself_ends_where_something_is_asked() {
    use Action::*;
    let check = |changes: &[Change], at_step: usize, playing: bool| {
        let visit = after(&at("#/a"), changes.iter().cloned());
        let state = visit.state().expect("a lesson");
        assert_eq!((state.player().at(), state.playing()), (at_step, playing), "{changes:?}");
    };
    let (play, tick) = (Change::Act(TogglePlaying), Change::Act(Tick));
    let answer = Change::Answer("next".to_owned(), 0);
    check(&[play.clone(), tick.clone()], 1, false);
    // Nobody has to answer.
    check(&[play.clone(), tick.clone(), play.clone(), tick.clone()], 2, true);
    check(&[answer, play.clone(), tick.clone()], 1, true);
    check(&[Change::Act(NextVariant), play, tick], 1, true);
}

#[test]
fn what_went_wrong_is_told_until_one_goes_on_and_the_address_stays() {
    let notice = Change::Notice("no such lesson".to_owned());
    let visit = at("#/a").reduce(notice);
    assert_eq!((visit.notice(), visit.address()), (Some("no such lesson"), None));
    let check = |change: Change| assert_eq!(visit.reduce(change).notice(), None);
    check(Change::List);
    check(Change::Act(Action::Go(Address::default())));
    check(Change::Open(lesson("b", Lang::En), Address::default()));
    let mut empty = (*lesson("b", Lang::En)).clone();
    empty.variants.clear();
    let visit = at("#/a").reduce(Change::Open(Rc::new(empty), Address::default()));
    assert_eq!(visit.place(), Place::Lesson("a".to_owned()));
    let told = "The lesson “b” cannot be played: it has no variants";
    assert_eq!(visit.notice(), Some(told));
}

#[test]
fn what_was_done_elsewhere_is_added_or_takes_its_place() {
    let mut other = Progress::default();
    other.play("a", "second");
    let played = after(&at("#/a?step=2"), acts(&[Action::Forward]));
    let count = |change: Change| standing(&played.reduce(change)).played.done;
    assert_eq!(count(Change::Merge(other.clone())), 2);
    assert_eq!(count(Change::Replace(other)), 1);
    assert_eq!(count(Change::Replace(Progress::default())), 0);
}

/// One question, answered at step 2 of lesson `a`.
fn interview(lang: Lang) -> Rc<Interview> {
    let text = format!(
        r#"{{ "lang": "{}", "title": "", "intro": "", "topics": [],
              "questions": [{{ "id": "why", "topic": "", "level": "junior", "title": "", "short": "",
                "impressive": "", "follow_ups": "", "trap": "", "walkthrough":
                {{ "lesson": "a", "variant": "first", "stops": [{{ "step": 2, "text": "" }}] }} }}] }}"#,
        lang.code()
    );
    Rc::new(serde_json::from_str(&text).unwrap())
}

fn ask(address: &str) -> Change {
    Change::Ask(Address::parse(address).asked)
}

#[test]
fn one_goes_to_the_interview_and_to_the_steps_of_an_answer_and_back() {
    let visit = Visit::new(Lang::Zh, Progress::default());
    assert_eq!(visit.reduce(ask("#/interview?question=why")).place(), Place::Nowhere);
    let visit =
        after(&visit, [Change::Interview(interview(Lang::En)), ask("#/interview?question=why")]);
    let at_question = Place::Interview(Some("why".to_owned()));
    assert_eq!((visit.place(), visit.from()), (at_question.clone(), &Place::Nowhere));
    assert_eq!(address(&visit).as_deref(), Some("#/interview?question=why&lang=en"));
    let step = "#/a?variant=first&step=2&interview=why&lang=en";
    let told = after(&visit, [Change::Tell, Change::Tell]);
    let walk = told.reduce(Change::Open(lesson("a", Lang::En), Address::parse(step)));
    assert_eq!((walk.place(), walk.from()), (Place::Lesson("a".to_owned()), &at_question));
    assert_eq!(address(&walk).as_deref(), Some(step));
    assert_eq!(walk.walked().map(|question| question.id.as_str()), Some("why"));
    let back = walk.reduce(ask("#/interview?question=why"));
    assert_eq!((back.place(), back.sitting().told()), (at_question, Told::All));
    assert!(back.walked().is_none());
    let list = back.reduce(ask("#/interview"));
    assert_eq!((list.place(), list.sitting().told()), (Place::Interview(None), Told::Title));
    let home = after(&list, [Change::Course(course(Lang::En)), Change::List]);
    assert_eq!((home.place(), home.from()), (Place::List, &Place::Interview(None)));
}

#[test]
fn steps_answer_a_question_only_where_it_has_them() {
    let check = |id: &str, from: &str, walks: bool, walked: bool| {
        let open = Change::Open(lesson(id, Lang::En), Address::parse(from));
        let visit = after(&at("#/b"), [Change::Interview(interview(Lang::En)), open]);
        assert_eq!((visit.walks(), visit.walked().is_some()), (walks, walked), "{from}");
    };
    check("a", "#/a", false, false);
    check("a", "#/a?interview=why", true, true);
    check("a", "#/a?interview=who", true, false);
    check("b", "#/b?interview=why", true, false);
    // Another link within the lesson leads away from it.
    let visit = at("#/a?interview=why").reduce(Change::Interview(interview(Lang::En)));
    let gone = after(&visit, acts(&[Action::Go(Address::parse("#/a?step=1"))]));
    assert!(visit.walked().is_some() && !gone.walks());
    // In another language it is to be loaded again.
    let told = after(&visit, acts(&[Action::Tell(lesson("a", Lang::Zh))]));
    assert!(told.walks() && told.interview().is_none());
}

#[test]
fn the_question_shown_is_graded() {
    let visit = after(&at("#/a"), [Change::Interview(interview(Lang::En)), ask("#/interview")]);
    let nothing = visit.reduce(Change::Grade(Grade::Partly, 5));
    assert!(nothing.progress().is_empty());
    let graded = after(&visit, [ask("#/interview?question=why"), Change::Grade(Grade::Partly, 5)]);
    assert_eq!(graded.progress().grades().of("why"), Some(Grade::Partly));
    // The language is the interview's.
    let chinese = graded.reduce(Change::Interview(interview(Lang::Zh)));
    assert_eq!((chinese.lang(), chinese.course().is_some()), (Lang::Zh, false));
}
