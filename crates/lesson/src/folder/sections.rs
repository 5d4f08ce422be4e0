//! A Markdown text in sections.

use super::error::Place;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::ops::Range;

/// What of Markdown is read beside the plain.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_TASKLISTS);

/// A heading and what follows it up to the next.
pub(super) struct Section<'a> {
    pub(super) level: HeadingLevel,
    pub(super) heading: String,
    /// The same with its code and emphasis.
    marked: Vec<Event<'a>>,
    pub(super) place: Place,
    pub(super) body: Vec<Event<'a>>,
}

impl Section<'_> {
    /// What stands below the heading, as HTML.
    pub(super) fn html(&self) -> String {
        to_html(&self.body)
    }

    /// The heading, as HTML.
    pub(super) fn title_html(&self) -> String {
        to_html(&self.marked)
    }

    /// Where its links lead, in order.
    pub(super) fn links(&self) -> impl Iterator<Item = String> {
        self.body.iter().filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
            _ => None,
        })
    }

    /// How many sentences it has. What stands in code counts as a word.
    pub(super) fn sentences(&self) -> usize {
        let mut text = String::new();
        for event in &self.body {
            match event {
                Event::Text(part) => text.push_str(part),
                Event::Code(_) => text.push('x'),
                Event::SoftBreak => text.push(' '),
                Event::End(TagEnd::Paragraph | TagEnd::Item) => text.push('\n'),
                _ => {}
            }
        }
        let mut sentences = 0;
        let mut rest = text.trim_end().chars().peekable();
        while let Some(char) = rest.next() {
            let next = rest.peek().copied();
            let before_space = next.is_none_or(char::is_whitespace);
            let stops = matches!(char, '.' | '!' | '?') && before_space;
            let stops_wide = matches!(char, '。' | '！' | '？') && next != Some(char);
            sentences += usize::from(stops || stops_wide);
        }
        sentences
    }
}

/// The sections of a text, the first of which has the title.
pub(super) fn sections(text: &str) -> Result<Vec<Section<'_>>, (Place, String)> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut in_heading = false;
    for (event, Range { start, .. }) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        let place = Place::at(start);
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => {
                in_heading = true;
                let (heading, marked, body) = (String::new(), Vec::new(), Vec::new());
                sections.push(Section { level, heading, marked, place, body });
            }
            Event::End(TagEnd::Heading(level)) if level <= HeadingLevel::H2 => in_heading = false,
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err((place, "HTML is not read here; write Markdown".to_owned()));
            }
            event => {
                let Some(section) = sections.last_mut() else {
                    return Err((place, "a text begins with its title, `# …`".to_owned()));
                };
                if in_heading {
                    if let Event::Text(text) | Event::Code(text) = &event {
                        section.heading.push_str(text);
                    }
                    section.marked.push(event);
                } else {
                    section.body.push(event);
                }
            }
        }
    }
    if let Some(section) = sections.iter().skip(1).find(|s| s.level == HeadingLevel::H1) {
        let problem = "the first heading, and no other, is the title, `# …`";
        return Err((section.place, problem.to_owned()));
    }
    if let Some(first) = sections.first().filter(|section| section.level != HeadingLevel::H1) {
        return Err((first.place, "the first heading is the title, `# …`".to_owned()));
    }
    Ok(sections)
}

/// The items of the list of which these events are, and nothing else.
pub(super) fn items<'a, 'b>(list: &'b [Event<'a>]) -> Result<Vec<&'b [Event<'a>]>, String> {
    let (mut items, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, event) in list.iter().enumerate() {
        match event {
            Event::Start(Tag::List(_)) => depth += 1,
            Event::End(TagEnd::List(_)) => depth = depth.saturating_sub(1),
            Event::Start(Tag::Item) if depth == 1 => from = at + 1,
            Event::End(TagEnd::Item) if depth == 1 => items.push(&list[from..at]),
            _ if depth == 0 => return Err("nothing but a list may stand here".to_owned()),
            _ => {}
        }
    }
    Ok(items)
}

pub(super) fn to_html(events: &[Event<'_>]) -> String {
    let mut out = String::new();
    html::push_html(&mut out, events.iter().cloned());
    out.trim_end().to_owned()
}
