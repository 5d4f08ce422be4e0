//! A question in a text.
//!
//! ```text
//! What does Redis answer?
//!
//! - [ ] `0`
//!
//!   What is said to whoever chooses this.
//!
//! - [x] `1`
//!
//!   The same for the right answer, which is marked.
//! ```

use super::sections::{Section, items, to_html};
use crate::Reply;
use pulldown_cmark::{Event, Tag, TagEnd};

/// A question as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) answers: Vec<Reply>,
}

impl Asked {
    pub(super) fn parse(id: &str, section: &Section<'_>) -> Result<Self, String> {
        let list = |event: &Event<'_>| matches!(event, Event::Start(Tag::List(_)));
        let Some(at) = section.body.iter().position(list) else {
            return Err("a question needs answers: a list of `- [ ] …` and one `- [x] …`".into());
        };
        let (question, list) = section.body.split_at(at);
        let text = to_html(question);
        if text.is_empty() {
            return Err("a question needs a text before its answers".to_owned());
        }
        let answers: Vec<_> = items(list)?.into_iter().map(reply).collect::<Result<_, _>>()?;
        if answers.len() < 2 {
            return Err("a question needs two answers or more to choose from".to_owned());
        }
        match answers.iter().filter(|answer| answer.right).count() {
            1 => Ok(Self { id: id.to_owned(), text, answers }),
            right => Err(format!("one answer is right, `- [x] …`; here {right} are")),
        }
    }

    /// Which answer is right, and how many there are.
    pub(super) fn shape(&self) -> (&str, Option<usize>, usize) {
        let right = self.answers.iter().position(|answer| answer.right);
        (&self.id, right, self.answers.len())
    }
}

fn reply(item: &[Event<'_>]) -> Result<Reply, String> {
    let shape = "an answer is `- [ ] …` with a paragraph below it, indented and after an empty \
                 line, for whoever chooses it";
    let [Event::Start(Tag::Paragraph), Event::TaskListMarker(right), rest @ ..] = item else {
        return Err(shape.to_owned());
    };
    let end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Paragraph));
    let end = rest.iter().position(end).ok_or(shape)?;
    let (text, feedback) = (to_html(&rest[..end]), to_html(&rest[end + 1..]));
    if text.is_empty() || feedback.is_empty() {
        return Err(shape.to_owned());
    }
    Ok(Reply { text, right: *right, feedback })
}
