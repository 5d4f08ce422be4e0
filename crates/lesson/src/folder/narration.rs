//! `en.md` and `zh.md`: the story, keyed to steps.
//!
//! ```text
//! # Title
//! the problem, in one screen
//! ## step 1            told after step 1, in three sentences at most
//! ## step 11 broken    the same, for one variant only
//! ## claim NAME        a claim that goes round, and what is true
//! ## question NAME     a question and its answers
//! ## challenge         what is to be broken or repaired
//! ## hint              the first hint; there can be several
//! ## solved            what is said to whoever has done it
//! ## remember          what to remember
//! ```

use super::asked::Asked;
use super::error::{LessonError, Place};
use super::sections::{Section, sections};
use crate::StepText;
use std::path::Path;

/// The most sentences of a step.
const MOST_SENTENCES: usize = 3;

/// A story, its texts as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Narration {
    pub(super) title: String,
    pub(super) intro: String,
    pub(super) steps: Vec<StepText>,
    /// Names and texts.
    pub(super) claims: Vec<(String, String)>,
    pub(super) questions: Vec<Asked>,
    pub(super) challenge: String,
    pub(super) hints: Vec<String>,
    pub(super) solved: String,
    pub(super) remember: String,
    /// Where its links lead, ordered by section.
    links: Vec<(String, Vec<String>)>,
}

impl Narration {
    pub(super) fn parse(file: &Path, text: &str) -> Result<Self, LessonError> {
        let error = |place, problem| LessonError::at(file, text, place, problem);
        let sections = sections(text).map_err(|(place, problem)| error(place, problem))?;
        let mut narration = Self::default();
        for (index, section) in sections.into_iter().enumerate() {
            let place = section.place;
            narration.add(index, &section).map_err(|problem| error(place, problem))?;
        }
        for (what, missing) in [
            ("a title, `# …`", narration.title.is_empty()),
            ("the problem, below the title", narration.intro.is_empty()),
            ("a section `## remember`", narration.remember.is_empty()),
        ] {
            if missing {
                return Err(error(Place::start(), format!("the text needs {what}")));
            }
        }
        narration.steps.sort_by_key(|text| text.step);
        narration.links.sort();
        Ok(narration)
    }

    fn add(&mut self, index: usize, section: &Section<'_>) -> Result<(), String> {
        let text = section.html();
        let name = if index == 0 { "" } else { &section.heading };
        let mut links: Vec<_> = section.links().collect();
        links.sort();
        if !links.is_empty() {
            self.links.push((name.to_owned(), links));
        }
        if index == 0 {
            (self.title, self.intro) = (section.heading.clone(), text);
            return Ok(());
        }
        if text.is_empty() {
            return Err("nothing stands below this heading".to_owned());
        }
        let words: Vec<_> = section.heading.split_whitespace().collect();
        let once = |slot: &mut String| match slot.as_str() {
            "" => {
                *slot = text.clone();
                Ok(())
            }
            _ => Err(format!("there is a section `{}` already", section.heading)),
        };
        match words.as_slice() {
            ["remember"] => once(&mut self.remember),
            ["challenge"] => once(&mut self.challenge),
            ["solved"] => once(&mut self.solved),
            ["hint"] => {
                self.hints.push(text);
                Ok(())
            }
            ["claim", id] => self.claim(id, text),
            ["question", id] => self.question(id, section),
            ["step", step] => self.step(step, None, text, section),
            ["step", step, variant] => self.step(step, Some(variant), text, section),
            _ => Err(unknown(&section.heading)),
        }
    }

    fn step(
        &mut self,
        step: &str,
        variant: Option<&str>,
        text: String,
        section: &Section<'_>,
    ) -> Result<(), String> {
        let step = step.parse().map_err(|_| unknown(&section.heading))?;
        let variant = variant.map(str::to_owned);
        if self.steps.iter().any(|told| told.step == step && told.variant == variant) {
            return Err("this step is told twice".to_owned());
        }
        if text.starts_with("<ol") {
            return Err("the text begins like a list; write the number in words".to_owned());
        }
        let sentences = section.sentences();
        if sentences > MOST_SENTENCES {
            return Err(format!(
                "this step is told in {sentences} sentences; {MOST_SENTENCES} are the most that \
                 is read beside a picture"
            ));
        }
        self.steps.push(StepText { step, variant, text });
        Ok(())
    }

    fn claim(&mut self, id: &str, text: String) -> Result<(), String> {
        if self.claims.iter().any(|(known, _)| known == id) {
            return Err(format!("claim `{id}` is there twice"));
        }
        self.claims.push((id.to_owned(), text));
        Ok(())
    }

    fn question(&mut self, id: &str, section: &Section<'_>) -> Result<(), String> {
        if self.questions.iter().any(|known| known.id == id) {
            return Err(format!("question `{id}` is there twice"));
        }
        self.questions.push(Asked::parse(id, section)?);
        Ok(())
    }

    /// Whether the texts of two languages have the same steps, claims,
    /// questions, answers, hints and links; if not, how they differ.
    pub(super) fn differs_from(&self, model: &Self, model_file: &Path) -> Option<String> {
        let (ours, theirs) = (self.shape(), model.shape());
        let missing = theirs.iter().find(|line| !ours.contains(line));
        let extra = ours.iter().find(|line| !theirs.contains(line));
        let file = model_file.display();
        let missing = missing.map(|line| format!("{line} is missing, which {file} has"));
        missing.or_else(|| extra.map(|line| format!("{line} is not in {file}")))
    }

    /// What the texts of all languages must have in common, a line for each.
    fn shape(&self) -> Vec<String> {
        let steps = self.steps.iter().map(|told| match &told.variant {
            None => format!("`## step {}`", told.step),
            Some(variant) => format!("`## step {} {variant}`", told.step),
        });
        let claims = self.claims.iter().map(|(id, _)| format!("`## claim {id}`"));
        let questions = self.questions.iter().map(|asked| {
            let (id, right, answers) = asked.shape();
            let right = right.map_or(0, |right| right + 1);
            format!("`## question {id}` with {answers} answers, number {right} of them right")
        });
        let hints = (1..=self.hints.len()).map(|number| format!("hint {number}"));
        let challenge = (!self.challenge.is_empty()).then(|| "`## challenge`".to_owned());
        let solved = (!self.solved.is_empty()).then(|| "`## solved`".to_owned());
        let links = self.links.iter().map(|(section, links)| {
            let below = if section.is_empty() { "the title" } else { section };
            format!("the links {} below {below}", links.join(" "))
        });
        let all = steps.chain(claims).chain(questions).chain(hints);
        all.chain(challenge).chain(solved).chain(links).collect()
    }
}

fn unknown(heading: &str) -> String {
    format!(
        "heading `{heading}`: expected `step NUMBER`, `step NUMBER VARIANT`, `claim NAME`, \
         `question NAME`, `challenge`, `hint`, `solved` or `remember`"
    )
}
