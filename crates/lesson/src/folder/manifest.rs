//! `lesson.toml`.

use super::error::{LessonError, Place};
use crate::{Lang, Violates};
use serde::Deserialize;
use std::path::Path;

/// The version of the form that this code reads.
const FORMAT: u32 = 1;

/// What `lesson.toml` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: u32,
    pub(super) minutes: u32,
    pub(super) schedule: String,
    pub(super) variants: Vec<VariantEntry>,
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
    pub(super) violates: Vec<Violates>,
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
        let manifest: Self =
            toml::from_str(text).map_err(|error| LessonError::toml(file, text, &error))?;
        let error = |key: &str, problem: String| {
            Err(LessonError::at(file, text, Place::of_key(text, &[key]), problem))
        };
        if manifest.format != FORMAT {
            let found = manifest.format;
            return error("format", format!("format {found} is not known; write {FORMAT}"));
        }
        if manifest.variants.is_empty() {
            return error("variants", "a lesson needs at least one variant".to_owned());
        }
        for (index, variant) in manifest.variants.iter().enumerate() {
            let id = &variant.id;
            let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
            if id.is_empty() || !id.bytes().all(plain) {
                let problem = "stands in addresses: take a-z, 0-9 and -";
                return error("variants", format!("variant id `{id}` {problem}"));
            }
            if manifest.variants[..index].iter().any(|earlier| earlier.id == *id) {
                return error("variants", format!("variant id `{id}` is there twice"));
            }
        }
        Ok(manifest)
    }
}
