//! `interview/`: a folder for each topic. `questions.toml` says what can be
//! checked of each question, `en.md` and `zh.md` have the words.
//!
//! ```text
//! en.md zh.md              # Interview, and how to use it
//! NN-topic/questions.toml
//! NN-topic/en.md zh.md     # Topic, and then for each question:
//!     ## why-nx-and-px Why must `NX` and `PX` be one command?
//!     ### short   ### impressive   ### follow-ups   ### trap
//!     ### walkthrough    a list: what to say at each step of questions.toml
//! ```

use super::error::{LessonError, Place};
use super::manifest::is_plain;
use super::read_text;
use super::sections::{Section, items, sections, to_html};
use crate::{Interview, InterviewQuestion, Lang, Lesson, Level, Outcome, Stop, Topic, Walkthrough};
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What `questions.toml` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionsFile {
    questions: Vec<QuestionEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionEntry {
    id: String,
    level: Level,
    #[serde(default)]
    disputed: bool,
    lesson: String,
    variant: String,
    steps: Vec<StepEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    at: usize,
    #[serde(default)]
    outcome: Option<Outcome>,
}

const QUESTIONS: &str = "questions.toml";
/// The sections of a question.
const PARTS: [&str; 5] = ["short", "impressive", "follow-ups", "trap", "walkthrough"];

/// The questions in every language; nothing if there is no folder for them.
pub(super) fn read(root: &Path, lessons: &[Vec<Lesson>]) -> Result<Vec<Interview>, LessonError> {
    let root = root.join("interview");
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(&root).map_err(|error| LessonError::file(&root, &error))? {
        let path = entry.map_err(|error| LessonError::file(&root, &error))?.path();
        if path.join(QUESTIONS).is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    let mut topics = Vec::new();
    let mut known = BTreeSet::new();
    for folder in &folders {
        topics.push((folder, questions(folder, lessons, &mut known)?));
    }
    Lang::ALL.into_iter().map(|lang| in_language(&root, &topics, lang)).collect()
}

fn questions(
    folder: &Path,
    lessons: &[Vec<Lesson>],
    known: &mut BTreeSet<String>,
) -> Result<QuestionsFile, LessonError> {
    let file = folder.join(QUESTIONS);
    let text = read_text(&file)?;
    let questions: QuestionsFile =
        toml::from_str(&text).map_err(|error| LessonError::toml(&file, &text, &error))?;
    for (question, index) in questions.questions.iter().zip(0_usize..) {
        let index = index.to_string();
        check(question, lessons, known).map_err(|(key, problem)| {
            let place = Place::of_key(&text, &["questions", &index, key]);
            LessonError::at(&file, &text, place, problem)
        })?;
    }
    Ok(questions)
}

fn check(
    question: &QuestionEntry,
    lessons: &[Vec<Lesson>],
    known: &mut BTreeSet<String>,
) -> Result<(), (&'static str, String)> {
    let QuestionEntry { id, lesson, variant, .. } = question;
    if !is_plain(id) {
        return Err(("id", format!("`{id}` stands in addresses: take a-z, 0-9 and -")));
    }
    if !known.insert(id.clone()) {
        return Err(("id", format!("`{id}` is there twice")));
    }
    let Some(lesson) = lessons.iter().flatten().find(|known| known.id == *lesson) else {
        return Err(("lesson", format!("there is no lesson `{lesson}`")));
    };
    if lesson.variant(variant).is_none() {
        return Err(("variant", format!("{} has no variant `{variant}`", lesson.id)));
    }
    if question.steps.is_empty() {
        return Err(("steps", "a walkthrough needs steps".to_owned()));
    }
    Ok(())
}

fn in_language(
    root: &Path,
    topics: &[(&PathBuf, QuestionsFile)],
    lang: Lang,
) -> Result<Interview, LessonError> {
    let file = root.join(lang.code()).with_extension("md");
    let text = read_text(&file)?;
    let error = |(place, problem)| LessonError::at(&file, &text, place, problem);
    let first = sections(&text).map_err(error)?.into_iter().next();
    let first = first.ok_or_else(|| error((Place::start(), "it needs a title".to_owned())))?;
    let (intro, title) = (first.html(), first.heading);
    let mut interview = Interview { lang, title, intro, topics: Vec::new(), questions: Vec::new() };
    for (folder, questions) in topics {
        let file = folder.join(lang.code()).with_extension("md");
        let text = read_text(&file)?;
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        told(id, questions, &text, &mut interview)
            .map_err(|(place, problem)| LessonError::at(&file, &text, place, problem))?;
    }
    Ok(interview)
}

/// Adds a topic with its questions.
fn told(
    topic: String,
    file: &QuestionsFile,
    text: &str,
    interview: &mut Interview,
) -> Result<(), (Place, String)> {
    let mut sections = sections(text)?.into_iter();
    let mut entries = file.questions.iter();
    let missing = || (Place::start(), "the text needs a title, `# …`".to_owned());
    let name = sections.next().ok_or_else(missing)?.heading;
    for section in sections {
        let told = |problem| (section.place, problem);
        let id = section.heading.split(' ').next().unwrap_or_default();
        let entry = entries.next().filter(|entry| entry.id == id).ok_or_else(|| {
            told(format!("`{id}` is not the next question of {QUESTIONS}; keep its order"))
        })?;
        interview.questions.push(question(&topic, entry, &section).map_err(told)?);
    }
    interview.topics.push(Topic { id: topic, name });
    match entries.next() {
        None => Ok(()),
        Some(entry) => Err((Place::start(), format!("`## {} …` is missing", entry.id))),
    }
}

fn question(
    topic: &str,
    entry: &QuestionEntry,
    section: &Section<'_>,
) -> Result<InterviewQuestion, String> {
    let parts = parts(&section.body)?;
    let [short, impressive, follow_ups, trap, walkthrough] = parts;
    let said = items(walkthrough)?;
    if said.len() != entry.steps.len() {
        return Err(format!(
            "questions.toml names {} steps for the walkthrough, and {} are told here",
            entry.steps.len(),
            said.len()
        ));
    }
    let stops = entry.steps.iter().zip(said).map(|(step, text)| Stop {
        step: step.at,
        outcome: step.outcome.clone(),
        text: to_html(text),
    });
    let (lesson, variant) = (entry.lesson.clone(), entry.variant.clone());
    let title = section.title_html();
    Ok(InterviewQuestion {
        id: entry.id.clone(),
        topic: topic.to_owned(),
        level: entry.level,
        disputed: entry.disputed,
        title: title.split_once(' ').map_or("", |(_, title)| title).to_owned(),
        short: to_html(short),
        impressive: to_html(impressive),
        follow_ups: to_html(follow_ups),
        trap: to_html(trap),
        walkthrough: Walkthrough { lesson, variant, stops: stops.collect() },
    })
}

/// What stands below each heading of [`PARTS`].
fn parts<'a, 'b>(body: &'b [Event<'a>]) -> Result<[&'b [Event<'a>]; 5], String> {
    let mut found: [Option<&[Event<'_>]>; 5] = [None; 5];
    let starts = body.iter().enumerate().filter_map(|(at, event)| {
        let start = Event::Start(Tag::Heading {
            level: HeadingLevel::H3,
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        });
        (*event == start).then_some(at)
    });
    let starts: Vec<_> = starts.collect();
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(body.len());
        let part = &body[start..end];
        let close = |event: &Event<'_>| *event == Event::End(TagEnd::Heading(HeadingLevel::H3));
        let close = part.iter().position(close).unwrap_or(0);
        let name = to_text(&part[..close]);
        let place = PARTS.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| {
            let known = PARTS.join(", ### ");
            format!("heading `### {name}`: expected one of ### {known}")
        })?;
        found[place] = Some(&part[close + 1..]);
    }
    let mut all: [&[Event<'_>]; 5] = [&[]; 5];
    for (slot, (part, name)) in all.iter_mut().zip(found.into_iter().zip(PARTS)) {
        *slot = part
            .filter(|part| !part.is_empty())
            .ok_or_else(|| format!("the question needs a section `### {name}`"))?;
    }
    Ok(all)
}

fn to_text(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
}
