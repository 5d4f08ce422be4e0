//! Lessons as static files: for each lesson and language one for the page to
//! load and one to read; and the table of what is known of the locks. A lesson
//! that is not proved is not published.
//!
//! ```text
//! publish LESSONS SITE
//! ```

use anyhow::{Context as _, Result, bail};
use lockstep_lesson::{Lang, Lesson, folder, known, page, prove};
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

fn publish(lessons: &[Vec<Lesson>], out: &Path) -> Result<()> {
    let target = out.join("lessons");
    fs::create_dir_all(&target).with_context(|| format!("creating {}", target.display()))?;
    for languages in lessons {
        languages.first().map_or(Ok(()), check)?;
        for lesson in languages {
            let name = format!("{}.{}", lesson.id, lesson.lang.code());
            save(&target.join(format!("{name}.json")), &serde_json::to_string(lesson)?)?;
            save(&target.join(format!("{name}.html")), &page::html(lesson))?;
        }
    }
    publish_known(&out.join("known"))?;
    fill_index(&out.join("index.html"), lessons)
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
    let Err(flaws) = prove(lesson) else { return Ok(()) };
    let flaws: Vec<_> = flaws.iter().map(ToString::to_string).collect();
    bail!("lesson {} is not proved:\n{}", lesson.id, flaws.join("\n"))
}

/// Puts the titles and problems where the page shows them to whoever has no
/// WebAssembly, or not yet.
fn fill_index(file: &Path, lessons: &[Vec<Lesson>]) -> Result<()> {
    let index = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    if !index.contains(READING_MARK) {
        bail!("{} needs a line `{READING_MARK}`: the lessons' texts go there", file.display());
    }
    let english = lessons.iter().flatten().filter(|lesson| lesson.lang == Lang::En);
    let mut texts: String = english.map(reading).collect();
    texts.push_str(
        "<p><a href=\"known/en.html\">What breaks which lock</a> · \
         <a href=\"known/zh.html\" lang=\"zh\">哪种锁会被什么打破</a></p>\n",
    );
    save(file, &index.replace(READING_MARK, &texts))
}

fn reading(lesson: &Lesson) -> String {
    let Lesson { id, intro, .. } = lesson;
    let title = page::escaped(&lesson.title);
    format!(
        "<article>\n<h2>{title}</h2>\n{intro}\n<p>\
         <a href=\"lessons/{id}.en.html\">Read it step by step</a> · \
         <a href=\"lessons/{id}.zh.html\" lang=\"zh\">中文</a></p>\n</article>\n"
    )
}

fn save(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
