//! The words of the field.

use crate::Lang;

/// The words in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glossary {
    /// The language.
    pub lang: Lang,
    /// What it is called.
    pub title: String,
    /// The words, in the order of the language.
    pub terms: Vec<Term>,
}

/// A word and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in links.
    pub id: String,
    /// The word.
    pub name: String,
    /// What it means, as HTML.
    pub text: String,
}

impl Glossary {
    /// Whether it has a word with this name.
    pub fn has(&self, id: &str) -> bool {
        self.terms.iter().any(|term| term.id == id)
    }
}
