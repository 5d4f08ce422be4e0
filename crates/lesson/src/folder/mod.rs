//! Reads `lessons/NN-name/`.
//!
//! ```text
//! lesson.toml    format, minutes, schedule, variants, what each violates
//! en.md, zh.md   title, problem, a text for each step, what to remember
//! *.toml         one scenario for each variant
//! ```

mod error;
mod manifest;
mod narration;

pub use error::LessonError;

use crate::{Lang, Lesson, Variant};
use error::Place;
use lockstep_scenario::{Cast, Scenario, Schedule};
use manifest::{Manifest, VariantEntry};
use narration::Narration;
use std::fs;
use std::path::{Path, PathBuf};

/// The lessons below `root`, in the order of their folders' names, each in
/// every language.
///
/// # Errors
///
/// The first thing that is not in order, with file and line.
pub fn read_all(root: &Path) -> Result<Vec<Vec<Lesson>>, LessonError> {
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
    folders.iter().map(|folder| read(folder)).collect()
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
    for variant in &manifest.variants {
        let scenario = read_scenario(&folder.join(&variant.scenario))?;
        check_schedule(&manifest_file, &text, &manifest.schedule, &scenario)?;
        scenarios.push(scenario);
    }
    let narrations = narrations(folder)?;
    let lessons = Lang::ALL.into_iter().zip(narrations).map(|(lang, narration)| Lesson {
        id: id.clone(),
        lang,
        title: narration.title,
        minutes: manifest.minutes,
        intro: narration.intro,
        schedule: manifest.schedule.clone(),
        variants: variants(&manifest.variants, &scenarios, lang),
        steps: narration.steps,
        remember: narration.remember,
        not_compared: manifest.not_compared.as_ref().map(|reason| reason.of(lang).to_owned()),
    });
    Ok(lessons.collect())
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

fn check_schedule(
    file: &Path,
    text: &str,
    schedule: &str,
    scenario: &Scenario,
) -> Result<(), LessonError> {
    // `read_scenario` has made a cast of it before.
    let Ok(cast) = Cast::new(scenario) else { return Ok(()) };
    let place = Place::of_key(text, &["schedule"]);
    let error = |problem: String| LessonError::at(file, text, place, problem);
    Schedule::parse(schedule, &cast).map(|_| ()).map_err(|problem| error(problem.to_string()))
}

fn variants(entries: &[VariantEntry], scenarios: &[Scenario], lang: Lang) -> Vec<Variant> {
    let variants = entries.iter().zip(scenarios).map(|(entry, scenario)| Variant {
        id: entry.id.clone(),
        name: entry.name.of(lang).to_owned(),
        scenario: scenario.clone(),
        violates: entry.violates.clone(),
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
