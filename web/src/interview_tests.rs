//! Which questions are asked, in which order, and what is said at which step.

use super::*;
use crate::grades::Grade;
use lockstep_lesson::{Lang, Topic};

/// Four questions of two topics.
fn interview() -> Interview {
    let question = |id: &str, topic: &str, level, lesson: &str| InterviewQuestion {
        id: id.to_owned(),
        topic: topic.to_owned(),
        level,
        disputed: false,
        title: String::new(),
        short: String::new(),
        impressive: String::new(),
        follow_ups: String::new(),
        trap: String::new(),
        walkthrough: walk(lesson),
    };
    let topic = |id: &str| Topic { id: id.to_owned(), name: String::new() };
    Interview {
        lang: Lang::En,
        title: String::new(),
        intro: String::new(),
        topics: vec![topic("basics"), topic("time")],
        questions: vec![
            question("a", "basics", Level::Junior, "01-x"),
            question("b", "basics", Level::Staff, "02-y"),
            question("c", "time", Level::Junior, "02-y"),
            question("d", "time", Level::Senior, "01-x"),
        ],
    }
}

fn walk(lesson: &str) -> Walkthrough {
    let stop = |step| Stop { step, outcome: None, text: String::new() };
    let stops = vec![stop(2), stop(5)];
    Walkthrough { lesson: lesson.to_owned(), variant: "fixed".to_owned(), stops }
}

/// `c` was graded before `a`, both to be repeated; `d` was known.
fn grades() -> Grades {
    let mut grades = Grades::default();
    grades.grade("a", Grade::Partly, 20);
    grades.grade("c", Grade::NotYet, 10);
    grades.grade("d", Grade::Knew, 5);
    grades
}

fn asked(again: bool) -> Asked {
    Asked { again, ..Asked::default() }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn the_list_has_what_is_wanted() {
    let check = |asked: Asked, expected: &[&str]| {
        let interview = interview();
        let found = asked.questions(&interview, &grades());
        let ids: Vec<_> = found.iter().map(|question| question.id.as_str()).collect();
        assert_eq!(ids, expected, "{asked:?}");
    };
    check(Asked::default(), &["a", "b", "c", "d"]);
    check(Asked { topic: some("time"), ..Asked::default() }, &["c", "d"]);
    check(Asked { level: Some(Level::Junior), ..Asked::default() }, &["a", "c"]);
    check(Asked { shown: some("02-y"), ..Asked::default() }, &["b", "c"]);
    check(Asked { shown: some("09-z"), ..Asked::default() }, &[]);
    check(asked(true), &["c", "a"]);
    check(Asked { topic: some("basics"), ..asked(true) }, &["a"]);
}

#[test]
fn one_goes_from_question_to_question_of_the_list() {
    let check = |asked: Asked, id: &str, around: (Option<&str>, Option<&str>)| {
        let mut sitting = Sitting::default();
        sitting.go(&interview(), asked.at(id), &grades());
        assert_eq!((sitting.before(), sitting.after()), around, "{asked:?} {id}");
    };
    check(Asked::default(), "a", (None, Some("b")));
    check(Asked::default(), "b", (Some("a"), Some("c")));
    check(Asked::default(), "d", (Some("c"), None));
    check(asked(true), "c", (None, Some("a")));
    check(asked(true), "a", (Some("c"), None));
    // A question that the list does not have leads to its first one.
    check(asked(true), "b", (None, Some("c")));
}

#[test]
fn grading_leaves_nobody_out() {
    let (interview, mut grades, mut sitting) = (interview(), grades(), Sitting::default());
    sitting.go(&interview, asked(true), &grades);
    sitting.go(&interview, asked(true).at("c"), &grades);
    grades.grade("c", Grade::Knew, 30);
    assert_eq!((sitting.after(), sitting.place()), (Some("a"), Some((1, 2))));
    sitting.go(&interview, asked(true).at("a"), &grades);
    assert_eq!((sitting.before(), sitting.place()), (Some("c"), Some((2, 2))));
    // The list begins anew.
    sitting.go(&interview, asked(true), &grades);
    sitting.go(&interview, asked(true).at("a"), &grades);
    assert_eq!((sitting.before(), sitting.place()), (None, Some((1, 1))));
}

#[test]
fn an_answer_is_told_bit_by_bit_and_stays_told_on_the_way_back() {
    let (interview, grades, mut sitting) = (interview(), grades(), Sitting::default());
    let go = |sitting: &mut Sitting, id: &str| {
        sitting.go(&interview, Asked::default().at(id), &grades);
        sitting.told()
    };
    assert_eq!(go(&mut sitting, "a"), Told::Title);
    sitting.tell();
    assert_eq!(sitting.told(), Told::Short);
    sitting.tell();
    sitting.tell();
    assert_eq!(sitting.told(), Told::All);
    assert_eq!(go(&mut sitting, "a"), Told::All);
    assert_eq!(go(&mut sitting, "b"), Told::Title);
    assert_eq!(go(&mut sitting, "a"), Told::Title);
}

#[test]
fn what_the_interview_does_not_have_is_left_out() {
    let check = |wanted: Asked, expected: Asked| {
        let mut sitting = Sitting::default();
        sitting.go(&interview(), wanted, &grades());
        assert_eq!(sitting.asked(), &expected);
    };
    check(Asked::default().at("nobody"), Asked::default());
    check(Asked { topic: some("cooking"), ..asked(true) }, asked(true));
}

#[test]
fn there_is_something_to_say_at_the_stops_of_the_variant() {
    let check = |variant: &str, step: usize, here: bool, next: Option<usize>| {
        let walk = walk("01-x");
        let at = stop_at(&walk, variant, step).map(|stop| stop.step);
        assert_eq!(at, here.then_some(step), "{variant} {step}");
        let after = next_stop(&walk, variant, step).map(|stop| stop.step);
        assert_eq!(after, next, "{variant} {step}");
    };
    check("fixed", 0, false, Some(2));
    check("fixed", 2, true, Some(5));
    check("fixed", 4, false, Some(5));
    check("fixed", 5, true, None);
    check("broken", 5, false, Some(2));
}
