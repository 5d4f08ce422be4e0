//! `course.toml`: the parts of the course.

use super::error::{LessonError, Place};
use super::manifest::Texts;
use super::read_text;
use crate::{Course, Entry, Lang, Lesson, Part};
use serde::Deserialize;
use std::path::Path;

/// What `course.toml` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseFile {
    parts: Vec<PartEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartEntry {
    id: String,
    name: Texts,
}

/// The course in every language: the lessons in the order of their folders,
/// which must also be that of the parts.
pub(super) fn read(root: &Path, lessons: &[Vec<Lesson>]) -> Result<Vec<Course>, LessonError> {
    let file = root.join("course.toml");
    let text = read_text(&file)?;
    let course: CourseFile =
        toml::from_str(&text).map_err(|error| LessonError::toml(&file, &text, &error))?;
    check(root, &course, lessons)?;
    let by_lang = Lang::ALL.into_iter().enumerate().map(|(index, lang)| {
        let told: Vec<_> = lessons.iter().filter_map(|languages| languages.get(index)).collect();
        let part = |part: &PartEntry| Part {
            id: part.id.clone(),
            name: part.name.of(lang).to_owned(),
            lessons: told.iter().filter(|l| l.part == part.id).map(|l| entry(l)).collect(),
        };
        Course { lang, parts: course.parts.iter().map(part).collect() }
    });
    Ok(by_lang.collect())
}

fn check(root: &Path, course: &CourseFile, lessons: &[Vec<Lesson>]) -> Result<(), LessonError> {
    let mut last = 0;
    for lesson in lessons.iter().filter_map(|languages| languages.first()) {
        let file = root.join(&lesson.id).join("lesson.toml");
        let text = read_text(&file)?;
        let error =
            |problem| Err(LessonError::at(&file, &text, Place::of_key(&text, &["part"]), problem));
        let Some(part) = course.parts.iter().position(|part| part.id == lesson.part) else {
            let known: Vec<_> = course.parts.iter().map(|part| part.id.as_str()).collect();
            let (found, known) = (&lesson.part, known.join(", "));
            return error(format!("course.toml has no part `{found}`; it has {known}"));
        };
        if part < last {
            let before = course.parts.get(last).map_or("", |part| part.id.as_str());
            return error(format!("a lesson with a lower number belongs to `{before}` already"));
        }
        last = part;
    }
    Ok(())
}

fn entry(lesson: &Lesson) -> Entry {
    Entry {
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        minutes: lesson.minutes,
        variants: lesson.variants.iter().map(|variant| variant.id.clone()).collect(),
        questions: lesson.questions.iter().map(|question| question.id.clone()).collect(),
        challenge: lesson.challenge.is_some(),
    }
}
