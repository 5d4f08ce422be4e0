//! What a command is about: a lesson's variant, or a scenario of one's own.

use crate::failure::Failure;
use clap::Args;
use lockstep_lesson::{Lesson, folder};
use lockstep_scenario::{Cast, Schedule};
use std::path::{Path, PathBuf};

/// What a command is about.
#[derive(Args)]
pub(crate) struct SubjectArgs {
    /// A lesson, by the name of its folder or its number, or a scenario: a
    /// file that ends in .toml.
    subject: String,
    /// The variant of a lesson; its first if none is named.
    #[arg(long)]
    variant: Option<String>,
    /// The folder of the lessons.
    #[arg(long, default_value = "lessons")]
    lessons: PathBuf,
}

/// What was found.
pub(crate) struct Subject {
    /// The name of the lesson or of the file.
    pub(crate) name: String,
    /// The variant's name in the files.
    pub(crate) variant: Option<String>,
    /// What people call it.
    pub(crate) title: String,
    pub(crate) cast: Cast,
    /// The lesson's schedule; a scenario has none.
    pub(crate) schedule: Option<Schedule>,
}

impl SubjectArgs {
    pub(crate) fn find(&self) -> Result<Subject, Failure> {
        let file = Path::new(&self.subject);
        if file.extension().is_some_and(|extension| extension == "toml") {
            return self.scenario(file);
        }
        let lesson = find_lesson(&self.lessons, &self.subject)?;
        let variant = match &self.variant {
            None => lesson.variants.first(),
            Some(id) => lesson.variant(id),
        };
        let variant = variant.ok_or_else(|| {
            let known: Vec<_> = lesson.variants.iter().map(|v| v.id.as_str()).collect();
            let asked = self.variant.as_deref().unwrap_or_default();
            let known = known.join(", ");
            Failure::Usage(format!("{} has no variant `{asked}`; it has {known}", lesson.id))
        })?;
        let (cast, schedule) = variant.cast()?;
        Ok(Subject {
            name: lesson.id.clone(),
            variant: Some(variant.id.clone()),
            title: format!("{} · {}", lesson.title, variant.name),
            cast,
            schedule: Some(schedule),
        })
    }

    fn scenario(&self, file: &Path) -> Result<Subject, Failure> {
        if let Some(variant) = &self.variant {
            let problem = format!("a scenario has no variants; leave out `--variant {variant}`");
            return Err(Failure::Usage(problem));
        }
        let scenario = folder::read_scenario(file)?;
        let cast = Cast::new(&scenario).map_err(lockstep_lesson::CastError::from)?;
        let name = file.display().to_string();
        Ok(Subject { title: name.clone(), name, variant: None, cast, schedule: None })
    }
}

/// The lesson in English, by the name of its folder, or by its number.
fn find_lesson(lessons: &Path, asked: &str) -> Result<Lesson, Failure> {
    let all = folder::read_all(lessons)?.lessons;
    let mut all: Vec<_> = all.into_iter().filter_map(|langs| langs.into_iter().next()).collect();
    let number = |id: &str| id.split('-').next().and_then(|n| n.parse::<u32>().ok());
    let asked_number = asked.parse::<u32>().ok();
    let hit = all.iter().position(|lesson| {
        lesson.id == asked || (asked_number.is_some() && number(&lesson.id) == asked_number)
    });
    hit.map(|at| all.swap_remove(at)).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|lesson| lesson.id.as_str()).collect();
        let known = known.join(", ");
        Failure::Usage(format!(
            "there is no lesson `{asked}`; there are {known}, or give a scenario's .toml file"
        ))
    })
}
