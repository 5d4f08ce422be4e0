//! Lessons as static files: for each lesson and language one for the page to
//! load and one to read; the list of them, the words of the field, and the table
//! of what is known of the locks. A lesson that is not proved is not published.
//!
//! ```text
//! publish LESSONS SITE
//! ```

use anyhow::{Context as _, Result, bail};
use lockstep_lesson::folder::{self, Library};
use lockstep_lesson::{
    Course, Entry, Flaw, Lang, Lesson, Part, known, link, page, prove, prove_interview,
};
use std::env::args_os;
use std::fs;
use std::path::{Path, PathBuf};

/// Where `index.html` tells what can be read before the program has arrived.
const READING_MARK: &str = "<!-- lessons -->";

fn main() -> Result<()> {
    let folders: Vec<PathBuf> = args_os().skip(1).map(PathBuf::from).collect();
    let [lessons, site] = folders.as_slice() else { bail!("usage: publish LESSONS SITE") };
    publish(&folder::read_all(lessons)?, site)
}

fn publish(library: &Library, out: &Path) -> Result<()> {
    let target = out.join("lessons");
    fs::create_dir_all(&target).with_context(|| format!("creating {}", target.display()))?;
    let told: Vec<_> = library.lessons.iter().filter_map(|languages| languages.first()).collect();
    if let Some(interview) = library.interviews.first() {
        let told: Vec<Lesson> = told.into_iter().cloned().collect();
        proved("interview", prove_interview(interview, &told))?;
    }
    for languages in &library.lessons {
        languages.first().map_or(Ok(()), check)?;
        for lesson in languages {
            let name = format!("{}.{}", lesson.id, lesson.lang.code());
            save(&target.join(format!("{name}.html")), &page::html(lesson))?;
            let mut lesson = lesson.clone();
            let lang = lesson.lang;
            lesson.each_text(|text| *text = link::in_app(text, lang));
            save(&target.join(format!("{name}.json")), &serde_json::to_string(&lesson)?)?;
        }
    }
    for course in &library.courses {
        let file = target.join(format!("course.{}.json", course.lang.code()));
        save(&file, &serde_json::to_string(course)?)?;
    }
    for glossary in &library.glossaries {
        let file = target.join(format!("glossary.{}.html", glossary.lang.code()));
        save(&file, &page::glossary(glossary))?;
    }
    for interview in &library.interviews {
        let code = interview.lang.code();
        save(&target.join(format!("interview.{code}.html")), &page::interview(interview))?;
        save(&target.join(format!("interview-sheet.{code}.html")), &page::sheet(interview))?;
        let mut interview = interview.clone();
        let lang = interview.lang;
        interview.each_text(|text| *text = link::in_app(text, lang));
        let file = target.join(format!("interview.{code}.json"));
        save(&file, &serde_json::to_string(&interview)?)?;
    }
    publish_known(&out.join("known"))?;
    fill_index(&out.join("index.html"), &library.courses)
}

/// What is known of the locks, with the scenarios in which it was found.
fn publish_known(target: &Path) -> Result<()> {
    fs::create_dir_all(target).with_context(|| format!("creating {}", target.display()))?;
    for lang in Lang::ALL {
        save(&target.join(format!("{}.html", lang.code())), &known::html(lang))?;
    }
    for (file, text) in known::scenarios() {
        save(&target.join(file), text)?;
    }
    Ok(())
}

fn check(lesson: &Lesson) -> Result<()> {
    proved(&lesson.id, prove(lesson))
}

fn proved<T>(name: &str, proof: Result<T, Vec<Flaw>>) -> Result<()> {
    let Err(flaws) = proof else { return Ok(()) };
    let flaws: Vec<_> = flaws.iter().map(ToString::to_string).collect();
    bail!("{name} is not proved:\n{}", flaws.join("\n"))
}

/// Puts the list of the lessons where the page shows it to whoever has no
/// WebAssembly, or not yet.
fn fill_index(file: &Path, courses: &[Course]) -> Result<()> {
    let index = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    if !index.contains(READING_MARK) {
        bail!("{} needs a line `{READING_MARK}`: the lessons' titles go there", file.display());
    }
    let mut texts: String = courses.iter().map(reading).collect();
    texts.push_str(
        "<p><a href=\"known/en.html\">What breaks which lock</a> · \
         <a href=\"known/zh.html\" lang=\"zh\">哪种锁会被什么打破</a></p>\n",
    );
    save(file, &index.replace(READING_MARK, &texts))
}

fn reading(course: &Course) -> String {
    let code = course.lang.code();
    let entry = |entry: &Entry| {
        let (id, title) = (&entry.id, page::escaped(&entry.title));
        let about = page::escaped(&entry.about);
        format!("<li><a href=\"lessons/{id}.{code}.html\">{title}</a> {about}</li>\n")
    };
    let part = |part: &Part| {
        let lessons: String = part.lessons.iter().map(entry).collect();
        format!("<h2>{}</h2>\n<ol>\n{lessons}</ol>\n", page::escaped(&part.name))
    };
    let parts = course.parts.iter().filter(|part| !part.lessons.is_empty());
    let parts: String = parts.map(part).collect();
    format!("<article lang=\"{code}\">\n{parts}</article>\n")
}

fn save(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
