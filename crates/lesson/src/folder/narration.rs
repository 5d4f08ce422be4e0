//! `en.md` and `zh.md`: the story, keyed to steps.
//!
//! ```text
//! # Title
//! the problem, in one screen
//! ## step 1            told after step 1
//! ## step 11 broken    the same, for one variant only
//! ## remember          what to remember; the last section
//! ```

use super::error::{LessonError, Place};
use crate::StepText;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd, html};
use std::ops::Range;
use std::path::Path;

/// A story, its texts as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Narration {
    pub(super) title: String,
    pub(super) intro: String,
    pub(super) steps: Vec<StepText>,
    pub(super) remember: String,
}

/// A heading and what follows it up to the next.
struct Section<'a> {
    level: HeadingLevel,
    heading: String,
    place: Place,
    body: Vec<Event<'a>>,
}

impl Narration {
    pub(super) fn parse(file: &Path, text: &str) -> Result<Self, LessonError> {
        let error = |place, problem| LessonError::at(file, text, place, problem);
        let sections = sections(text).map_err(|(place, problem)| error(place, problem))?;
        let mut narration = Self::default();
        for (index, section) in sections.into_iter().enumerate() {
            let place = section.place;
            narration.add(index, section).map_err(|problem| error(place, problem))?;
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
        Ok(narration)
    }

    fn add(&mut self, index: usize, section: Section<'_>) -> Result<(), String> {
        let text = to_html(section.body);
        if (section.level == HeadingLevel::H1) != (index == 0) {
            return Err("the first heading, and no other, is the title, `# …`".to_owned());
        }
        if index == 0 {
            (self.title, self.intro) = (section.heading, text);
            return Ok(());
        }
        if text.is_empty() {
            return Err("nothing stands below this heading".to_owned());
        }
        let words: Vec<_> = section.heading.split_whitespace().collect();
        let (step, variant) = match words.as_slice() {
            ["remember"] if self.remember.is_empty() => {
                self.remember = text;
                return Ok(());
            }
            ["step", step] => (step.parse::<usize>().ok(), None),
            ["step", step, variant] => (step.parse::<usize>().ok(), Some((*variant).to_owned())),
            _ => (None, None),
        };
        let Some(step) = step else {
            let found = section.heading;
            return Err(format!(
                "heading `{found}`: expected `step NUMBER`, `step NUMBER VARIANT`, \
                 or once `remember`"
            ));
        };
        if self.steps.iter().any(|t| t.step == step && t.variant == variant) {
            return Err("this step is told twice".to_owned());
        }
        self.steps.push(StepText { step, variant, text });
        self.steps.sort_by_key(|text| text.step);
        Ok(())
    }

    /// Whether the texts of two languages are keyed alike; if not, how they
    /// differ.
    pub(super) fn differs_from(&self, model: &Self, model_file: &Path) -> Option<String> {
        let keys = |narration: &Self| {
            let keys = narration.steps.iter().map(|t| (t.step, t.variant.clone()));
            keys.collect::<Vec<_>>()
        };
        let (ours, theirs) = (keys(self), keys(model));
        let name = |(step, variant): &(usize, Option<String>)| {
            let variant = variant.as_deref().map(|v| format!(" {v}")).unwrap_or_default();
            format!("`## step {step}{variant}`")
        };
        let missing = theirs.iter().find(|key| !ours.contains(key));
        let extra = ours.iter().find(|key| !theirs.contains(key));
        let file = model_file.display();
        let missing = missing.map(|key| format!("{} is missing, which {file} has", name(key)));
        missing.or_else(|| extra.map(|key| format!("{} is not in {file}", name(key))))
    }
}

fn sections(text: &str) -> Result<Vec<Section<'_>>, (Place, String)> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut in_heading = false;
    for (event, Range { start, .. }) in Parser::new(text).into_offset_iter() {
        let place = Place::at(start);
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => {
                in_heading = true;
                sections.push(Section { level, heading: String::new(), place, body: Vec::new() });
            }
            Event::End(TagEnd::Heading(level)) if level <= HeadingLevel::H2 => in_heading = false,
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err((place, "HTML is not read here; write Markdown".to_owned()));
            }
            event => {
                let Some(section) = sections.last_mut() else {
                    return Err((place, "a lesson begins with its title, `# …`".to_owned()));
                };
                match event {
                    Event::Text(text) | Event::Code(text) if in_heading => {
                        section.heading.push_str(&text);
                    }
                    event => section.body.push(event),
                }
            }
        }
    }
    Ok(sections)
}

fn to_html(events: Vec<Event<'_>>) -> String {
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out.trim_end().to_owned()
}
