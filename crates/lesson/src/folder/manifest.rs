//! `lesson.toml`.

use super::error::{LessonError, Place};
use crate::{Costs, Lang, Outcome, Violates};
use lockstep_scenario::Property;
use serde::Deserialize;
use std::path::Path;

/// The version of the form that this code reads.
const FORMAT: u32 = 2;

/// What every version of the form begins with.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

/// What `lesson.toml` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    #[expect(dead_code, reason = "it has been looked at before")]
    format: u32,
    pub(super) part: String,
    pub(super) about: Texts,
    pub(super) minutes: u32,
    /// The order of steps of the variants that have none of their own.
    #[serde(default)]
    pub(super) schedule: Option<String>,
    pub(super) variants: Vec<VariantEntry>,
    #[serde(default)]
    pub(super) claims: Vec<ClaimEntry>,
    #[serde(default)]
    pub(super) predictions: Vec<PredictionEntry>,
    #[serde(default)]
    pub(super) challenge: Option<ChallengeEntry>,
    /// Why the replies are not compared with a real Redis.
    #[serde(default)]
    pub(super) not_compared: Option<Texts>,
}

/// A variant as `lesson.toml` names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariantEntry {
    pub(super) id: String,
    pub(super) name: Texts,
    /// The file of its scenario, beside `lesson.toml`.
    pub(super) scenario: String,
    #[serde(default)]
    pub(super) schedule: Option<String>,
    pub(super) violates: Vec<Violates>,
    #[serde(default)]
    pub(super) breaks: Option<Vec<Property>>,
    #[serde(default)]
    pub(super) errors: Vec<usize>,
    #[serde(default)]
    pub(super) costs: Costs,
}

/// Where a claim of the texts can be seen not to be so.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimEntry {
    pub(super) id: String,
    pub(super) variant: String,
    pub(super) step: usize,
}

/// When a question of the texts is asked, and what its right answer says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PredictionEntry {
    /// The question's name in the texts.
    pub(super) question: String,
    pub(super) variant: String,
    pub(super) before: usize,
    pub(super) outcome: Outcome,
}

/// Something to break or to repair.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ChallengeEntry {
    /// A schedule is to be found.
    Break { scenario: String, goal: Property, solution: String },
    /// A program is to be changed; `solution` is a scenario that holds.
    Repair { scenario: String, client: String, solution: String },
}

/// A short text in every language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Texts {
    en: String,
    zh: String,
}

impl Texts {
    pub(super) fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

impl Manifest {
    pub(super) fn parse(file: &Path, text: &str) -> Result<Self, LessonError> {
        let unread = |error| LessonError::toml(file, text, &error);
        // Another format has other keys, so it is looked at first.
        let Head { format } = toml::from_str(text).map_err(unread)?;
        if format != FORMAT {
            let problem = format!("format {format} is not known; write {FORMAT}");
            return Err(LessonError::at(file, text, Place::of_key(text, &["format"]), problem));
        }
        let manifest: Self = toml::from_str(text).map_err(unread)?;
        let wrong = |(path, problem): (String, String)| {
            let path: Vec<_> = path.split('.').collect();
            LessonError::at(file, text, Place::of_key(text, &path), problem)
        };
        manifest.check().map_err(wrong)?;
        Ok(manifest)
    }

    /// Whether it is in order; if not, where and why.
    fn check(&self) -> Result<(), (String, String)> {
        let error = |path: &str, problem: String| Err((path.to_owned(), problem));
        if self.variants.is_empty() {
            return error("variants", "a lesson needs at least one variant".to_owned());
        }
        for (index, variant) in self.variants.iter().enumerate() {
            let (id, at) = (&variant.id, format!("variants.{index}.id"));
            if !is_plain(id) {
                let problem = "stands in addresses: take a-z, 0-9 and -";
                return error(&at, format!("variant id `{id}` {problem}"));
            }
            if self.variants[..index].iter().any(|earlier| earlier.id == *id) {
                return error(&at, format!("variant id `{id}` is there twice"));
            }
            if variant.schedule.is_none() && self.schedule.is_none() {
                let problem = "neither the lesson nor this variant has a schedule".to_owned();
                return error(&at, problem);
            }
        }
        let claims = self.claims.iter().zip(0..);
        let claims = claims.map(|(claim, index)| (&claim.variant, format!("claims.{index}")));
        let predictions = self.predictions.iter().zip(0..);
        let predictions =
            predictions.map(|(asked, index)| (&asked.variant, format!("predictions.{index}")));
        for (variant, at) in claims.chain(predictions) {
            if !self.variants.iter().any(|known| known.id == *variant) {
                let problem = format!("there is no variant `{variant}`");
                return error(&format!("{at}.variant"), problem);
            }
        }
        Ok(())
    }

    /// The order of steps of a variant, and whether it was made for another.
    pub(super) fn schedule(&self, index: usize) -> (&str, bool) {
        let own = self.variants.get(index).and_then(|variant| variant.schedule.as_deref());
        let common = self.schedule.as_deref().unwrap_or_default();
        let first = self.variants.iter().position(|variant| variant.schedule.is_none());
        own.map_or((common, first != Some(index)), |own| (own, false))
    }

    /// Where the schedule of a variant stands.
    pub(super) fn schedule_place(&self, index: usize, text: &str) -> Place {
        let own = self.variants.get(index).is_some_and(|variant| variant.schedule.is_some());
        let index = index.to_string();
        let path = ["variants", &index, "schedule"];
        Place::of_key(text, if own { &path } else { &path[2..] })
    }
}

/// Whether a name can stand in addresses and file names as it is.
pub(super) fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !name.is_empty() && name.bytes().all(plain)
}
