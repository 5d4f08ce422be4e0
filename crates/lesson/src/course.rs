//! The course: which lessons there are, in which order.

use crate::Lang;
use serde::{Deserialize, Serialize};

/// The course in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The language.
    pub lang: Lang,
    /// Its parts in order.
    pub parts: Vec<Part>,
}

/// A part of the course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name in the files.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its lessons in order.
    pub lessons: Vec<Entry>,
}

/// A lesson, as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of its folder.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// How many minutes it takes.
    pub minutes: u32,
    /// The names of its variants in addresses.
    pub variants: Vec<String>,
    /// The names of its questions.
    pub questions: Vec<String>,
    /// Whether it has a challenge.
    pub challenge: bool,
}

impl Course {
    /// The lessons in order.
    pub fn lessons(&self) -> impl Iterator<Item = &Entry> {
        self.parts.iter().flat_map(|part| &part.lessons)
    }

    /// The lesson after this one, if there is one.
    pub fn after(&self, id: &str) -> Option<&Entry> {
        self.lessons().skip_while(|lesson| lesson.id != id).nth(1)
    }
}
