//! The course as a whole: what every lesson has.

use lockstep_lesson::folder::{self, Library};
use lockstep_lesson::{Lesson, prove, prove_interview};
use std::path::Path;

fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    folder::read_all(&root).unwrap_or_else(|error| panic!("{error}"))
}

/// What a lesson lacks.
fn missing(lesson: &Lesson) -> Vec<&'static str> {
    let predictions = lesson.questions.iter().filter(|q| q.prediction.is_some()).count();
    let remembered = lesson.remember.matches("<li>").count();
    let has = |name: &str| lesson.code.iter().any(|code| code.name.starts_with(name));
    let wanted = [
        ((2..=3).contains(&lesson.questions.len()), "two or three questions"),
        (predictions > 0, "a prediction"),
        (remembered == 3, "three lines to remember"),
        (lesson.challenge.is_some(), "a challenge"),
        // A lesson about other services has programs for those.
        (has("Rust") || lesson.not_compared.is_some(), "a program in Rust"),
        (has("Python"), "a program in Python"),
        ((5..=10).contains(&lesson.minutes), "five to ten minutes"),
        (lesson.about.chars().count() <= 120, "a short sentence for the list"),
    ];
    wanted.into_iter().filter_map(|(there, what)| (!there).then_some(what)).collect()
}

#[test]
fn every_lesson_has_what_a_lesson_has() {
    let lacking = library().lessons.into_iter().flatten().filter_map(|lesson| {
        let missing = missing(&lesson);
        let (id, lang) = (&lesson.id, lesson.lang.code());
        (!missing.is_empty()).then(|| format!("{id}, {lang}: {}", missing.join(", ")))
    });
    let lacking: Vec<_> = lacking.collect();
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn every_lesson_and_the_interview_prove_what_they_say() {
    let library = library();
    let lessons = library.lessons.into_iter().filter_map(|languages| languages.into_iter().next());
    let lessons: Vec<Lesson> = lessons.collect();
    let mut flaws = Vec::new();
    for lesson in &lessons {
        let found = prove(lesson).err().unwrap_or_default();
        flaws.extend(found.into_iter().map(|flaw| format!("{}: {flaw}", lesson.id)));
    }
    for interview in library.interviews.iter().take(1) {
        let found = prove_interview(interview, &lessons).err().unwrap_or_default();
        flaws.extend(found.into_iter().map(|flaw| format!("interview: {flaw}")));
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}
