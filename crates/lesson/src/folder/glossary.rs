//! `glossary/en.md` and `zh.md`: the words of the field.
//!
//! ```text
//! # Glossary
//! ## fencing-token Fencing token     the name for links, and the word
//! what it means
//! ```

use super::error::{LessonError, Place};
use super::manifest::is_plain;
use super::read_text;
use super::sections::sections;
use crate::{Glossary, Lang, Term};
use std::path::Path;

/// The words in every language; all languages have the same, in their own
/// order.
pub(super) fn read(root: &Path) -> Result<Vec<Glossary>, LessonError> {
    let mut all: Vec<Glossary> = Vec::new();
    for lang in Lang::ALL {
        let file = root.join("glossary").join(lang.code()).with_extension("md");
        let text = read_text(&file)?;
        let glossary = parse(&file, &text, lang)?;
        if let Some(first) = all.first()
            && let Some(problem) = difference(&glossary, first)
        {
            return Err(LessonError::at(&file, &text, Place::start(), problem));
        }
        all.push(glossary);
    }
    Ok(all)
}

fn parse(file: &Path, text: &str, lang: Lang) -> Result<Glossary, LessonError> {
    let error = |(place, problem)| LessonError::at(file, text, place, problem);
    let mut glossary = Glossary { lang, title: String::new(), terms: Vec::new() };
    for (index, section) in sections(text).map_err(error)?.iter().enumerate() {
        if index == 0 {
            glossary.title.clone_from(&section.heading);
            continue;
        }
        let (id, name) = section.heading.split_once(' ').unwrap_or((&section.heading, ""));
        if !is_plain(id) || name.is_empty() {
            let problem = "write `## NAME WORD`: a name for links, of a-z, 0-9 and -, and the word";
            return Err(error((section.place, problem.to_owned())));
        }
        if glossary.terms.iter().any(|term| term.id == id) {
            return Err(error((section.place, format!("`{id}` is there twice"))));
        }
        let (id, name, text) = (id.to_owned(), name.to_owned(), section.html());
        glossary.terms.push(Term { id, name, text });
    }
    Ok(glossary)
}

fn difference(ours: &Glossary, theirs: &Glossary) -> Option<String> {
    let missing = theirs.terms.iter().find(|term| !ours.has(&term.id));
    let extra = ours.terms.iter().find(|term| !theirs.has(&term.id));
    let missing = missing.map(|term| format!("`{}` is missing, which is in en.md", term.id));
    missing.or_else(|| extra.map(|term| format!("`{}` is not in en.md", term.id)))
}
