//! A lesson as a page of text, to be read without any program.

use crate::{Lang, Lesson, StepText};
use pulldown_cmark_escape::{StrWrite, escape_html};
use std::fmt;

/// The words of the page that are not the lesson's.
struct Words {
    step: fn(usize) -> String,
    remember: &'static str,
    play: &'static str,
}

fn words(lang: Lang) -> Words {
    match lang {
        Lang::En => Words {
            step: |n| format!("Step {n}"),
            remember: "What to remember",
            play: "Play this lesson",
        },
        Lang::Zh => {
            Words { step: |n| format!("第 {n} 步"), remember: "要点", play: "动手走一遍" }
        }
    }
}

/// The lesson as an HTML document. It lies one folder below the page, in
/// `lessons/`, and links to it and to the style sheet by relative addresses.
pub fn html(lesson: &Lesson) -> String {
    let (words, lang) = (words(lesson.lang), lesson.lang.code());
    let title = escaped(&lesson.title);
    let steps: String = lesson.steps.iter().map(|text| step(lesson, text, &words)).collect();
    let Words { remember, play, .. } = words;
    let Lesson { id, intro, remember: to_remember, .. } = lesson;
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Lockstep</title>\n\
         <link rel=\"icon\" href=\"../icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"../style.css\">\n\
         <main class=\"reading\">\n<h1>{title}</h1>\n{intro}\n\
         <p><a href=\"../index.html#/{id}?lang={lang}\">{play}</a></p>\n\
         {steps}<h2>{remember}</h2>\n{to_remember}\n</main>\n</html>\n"
    )
}

fn step(lesson: &Lesson, told: &StepText, words: &Words) -> String {
    let number = (words.step)(told.step);
    let variant = told.variant.as_deref().and_then(|id| lesson.variant(id));
    let variant = variant.map(|variant| format!(" · {}", escaped(&variant.name)));
    format!("<h2>{number}{}</h2>\n{}\n", variant.unwrap_or_default(), told.text)
}

/// Text that stands for itself in HTML.
pub fn escaped(text: &str) -> String {
    struct Sink(String);
    impl StrWrite for Sink {
        type Error = fmt::Error;

        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push_str(text);
            Ok(())
        }

        fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> fmt::Result {
            fmt::Write::write_fmt(&mut self.0, args)
        }
    }
    let mut out = Sink(String::new());
    escape_html(&mut out, text).expect("writing to a string cannot fail");
    out.0
}
