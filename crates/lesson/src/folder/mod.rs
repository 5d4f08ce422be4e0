//! Reads `lessons/`; [its README](../../../../lessons/README.md) describes every
//! file.
//!
//! ```text
//! course.toml           the parts of the course
//! glossary/en.md zh.md  the words of the field
//! interview/            questions that recur in interviews
//! NN-name/lesson.toml   variants, what each violates, predictions, the challenge
//! NN-name/en.md zh.md   title, problem, a text for each step, questions, …
//! NN-name/*.toml        scenarios of variants and challenge
//! NN-name/code/         the same in Rust, Python, …
//! ```

mod asked;
mod code;
mod course;
mod error;
mod exercise;
mod glossary;
mod interview;
mod links;
mod manifest;
mod narration;
mod sections;

pub use error::LessonError;

use crate::{Course, Glossary, Interview, Lang, Lesson, Variant};
use error::Place;
use exercise::Exercise;
use lockstep_scenario::{Cast, Scenario, Schedule};
use manifest::Manifest;
use narration::Narration;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything in the folder of the lessons.
#[derive(Clone, Debug, PartialEq)]
pub struct Library {
    /// The lessons in the order of their folders' names, each in every
    /// language.
    pub lessons: Vec<Vec<Lesson>>,
    /// The course in every language.
    pub courses: Vec<Course>,
    /// The words of the field in every language.
    pub glossaries: Vec<Glossary>,
    /// What is asked in interviews, in every language; empty if there is no
    /// folder for it.
    pub interviews: Vec<Interview>,
}

/// Everything below `root`.
///
/// # Errors
///
/// The first thing that is not in order, with file and line.
pub fn read_all(root: &Path) -> Result<Library, LessonError> {
    let entries = fs::read_dir(root).map_err(|error| LessonError::file(root, &error))?;
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| LessonError::file(root, &error))?.path();
        if path.join("lesson.toml").is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    if folders.is_empty() {
        return Err(LessonError::no_lessons(root));
    }
    let lessons: Vec<_> = folders.iter().map(|folder| read(folder)).collect::<Result<_, _>>()?;
    let courses = course::read(root, &lessons)?;
    let glossaries = glossary::read(root)?;
    let interviews = interview::read(root, &lessons)?;
    let library = Library { lessons, courses, glossaries, interviews };
    links::check(root, &library)?;
    Ok(library)
}

/// One lesson in every language.
///
/// # Errors
///
/// The first thing that is not in order, with file and line.
pub fn read(folder: &Path) -> Result<Vec<Lesson>, LessonError> {
    let manifest_file = folder.join("lesson.toml");
    let text = read_text(&manifest_file)?;
    let manifest = Manifest::parse(&manifest_file, &text)?;
    let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut scenarios = Vec::new();
    for (index, variant) in manifest.variants.iter().enumerate() {
        let scenario = read_scenario(&folder.join(&variant.scenario))?;
        let place = manifest.schedule_place(index, &text);
        let schedule = manifest.schedule(index).0;
        check_schedule(&scenario, schedule)
            .map_err(|problem| LessonError::at(&manifest_file, &text, place, problem))?;
        scenarios.push(scenario);
    }
    let exercise = Exercise { folder, manifest: &manifest, file: &manifest_file, text: &text };
    let code = code::read(folder)?;
    let mut lessons = Vec::new();
    for (lang, narration) in Lang::ALL.into_iter().zip(narrations(folder)?) {
        lessons.push(Lesson {
            id: id.clone(),
            lang,
            about: manifest.about.of(lang).to_owned(),
            part: manifest.part.clone(),
            minutes: manifest.minutes,
            variants: variants(&manifest, &scenarios, lang),
            claims: exercise.claims(&narration)?,
            questions: exercise.questions(&narration)?,
            challenge: exercise.challenge(&narration)?,
            code: code.clone(),
            title: narration.title,
            intro: narration.intro,
            steps: narration.steps,
            remember: narration.remember,
            not_compared: manifest.not_compared.as_ref().map(|reason| reason.of(lang).to_owned()),
        });
    }
    Ok(lessons)
}

/// One scenario from a TOML file.
///
/// # Errors
///
/// What is not in order in the file, in a program, or between the two, with
/// file and line.
pub fn read_scenario(file: &Path) -> Result<Scenario, LessonError> {
    let text = read_text(file)?;
    let scenario: Scenario =
        toml::from_str(&text).map_err(|error| LessonError::toml(file, &text, &error))?;
    match Cast::new(&scenario) {
        Ok(_) => Ok(scenario),
        Err(error) => Err(LessonError::scenario(file, &text, &error)),
    }
}

fn read_text(file: &Path) -> Result<String, LessonError> {
    fs::read_to_string(file).map_err(|error| LessonError::file(file, &error))
}

fn check_schedule(scenario: &Scenario, schedule: &str) -> Result<(), String> {
    // `read_scenario` has made a cast of it before.
    let Ok(cast) = Cast::new(scenario) else { return Ok(()) };
    Schedule::parse(schedule, &cast).map(|_| ()).map_err(|problem| problem.to_string())
}

fn variants(manifest: &Manifest, scenarios: &[Scenario], lang: Lang) -> Vec<Variant> {
    let entries = manifest.variants.iter().zip(scenarios).enumerate();
    let variants = entries.map(|(index, (entry, scenario))| {
        let (schedule, borrowed) = manifest.schedule(index);
        Variant {
            id: entry.id.clone(),
            name: entry.name.of(lang).to_owned(),
            scenario: scenario.clone(),
            schedule: schedule.to_owned(),
            borrowed,
            violates: entry.violates.clone(),
            breaks: entry.breaks.clone(),
            errors: entry.errors.clone(),
            costs: entry.costs.clone(),
        }
    });
    variants.collect()
}

/// The texts in every language; all must be keyed alike.
fn narrations(folder: &Path) -> Result<Vec<Narration>, LessonError> {
    let mut all: Vec<(PathBuf, String, Narration)> = Vec::new();
    for lang in Lang::ALL {
        let file = folder.join(lang.code()).with_extension("md");
        let text = read_text(&file)?;
        let narration = Narration::parse(&file, &text)?;
        if let Some((first, _, model)) = all.first()
            && let Some(problem) = narration.differs_from(model, first)
        {
            return Err(LessonError::at(&file, &text, Place::start(), problem));
        }
        all.push((file, text, narration));
    }
    Ok(all.into_iter().map(|(_, _, narration)| narration).collect())
}
