//! Whether the links of the texts lead somewhere.

use super::error::{LessonError, Place};
use super::{Library, read_text};
use crate::{Lang, Lesson, link};
use std::path::Path;

/// Checks the links of every text: in what they are written with, Markdown.
pub(super) fn check(root: &Path, library: &Library) -> Result<(), LessonError> {
    for lesson in library.lessons.iter().flatten() {
        let mut targets = Vec::new();
        lesson.clone().each_text(|html| targets.extend(link::targets(html).map(str::to_owned)));
        check_file(&root.join(&lesson.id), lesson.lang, &targets, library)?;
    }
    for interview in &library.interviews {
        for topic in &interview.topics {
            let mut targets = Vec::new();
            let mut told = interview.clone();
            told.questions.retain(|question| question.topic == topic.id);
            told.each_text(|html| targets.extend(link::targets(html).map(str::to_owned)));
            let folder = root.join("interview").join(&topic.id);
            check_file(&folder, interview.lang, &targets, library)?;
        }
    }
    for glossary in &library.glossaries {
        let texts = glossary.terms.iter().map(|term| term.text.as_str());
        let targets: Vec<_> = texts.flat_map(link::targets).map(str::to_owned).collect();
        check_file(&root.join("glossary"), glossary.lang, &targets, library)?;
    }
    Ok(())
}

fn check_file(
    folder: &Path,
    lang: Lang,
    targets: &[String],
    library: &Library,
) -> Result<(), LessonError> {
    let Some(target) = targets.iter().find(|target| !is_known(target, library)) else {
        return Ok(());
    };
    let file = folder.join(lang.code()).with_extension("md");
    let text = read_text(&file)?;
    let written = format!("({})", target.replace("&amp;", "&"));
    let place = text.find(&written).map_or(Place::start(), |at| Place::at(at + 1));
    let problem = format!(
        "the link `{target}` leads nowhere; write `glossary:WORD`, \
         `lesson:NN-NAME?variant=NAME&step=N`, `known` or an address with https"
    );
    Err(LessonError::at(&file, &text, place, problem))
}

fn is_known(target: &str, library: &Library) -> bool {
    match target.split_once(':') {
        Some((link::GLOSSARY, term)) => library.glossaries.iter().all(|g| g.has(term)),
        Some((link::LESSON, address)) => leads_to_a_step(&library.lessons, address),
        Some(("https", _)) => true,
        _ => target == link::KNOWN,
    }
}

/// Whether `NN-name?variant=fixed&step=7` is there.
fn leads_to_a_step(lessons: &[Vec<Lesson>], address: &str) -> bool {
    let (id, query) = address.split_once('?').unwrap_or((address, ""));
    let lesson = lessons.iter().flatten().find(|lesson| lesson.id == id);
    let Some(lesson) = lesson else { return false };
    let query = query.replace("&amp;", "&");
    let (mut variant, mut step) = (lesson.variants.first(), 0);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("variant", id)) => variant = lesson.variant(id),
            Some(("step", number)) => step = number.parse().unwrap_or(usize::MAX),
            _ => return false,
        }
    }
    // Behind its version a schedule has a word for each step.
    variant.is_some_and(|variant| step < variant.schedule.split_whitespace().count())
}
