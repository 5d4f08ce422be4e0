//! Lessons and all that belongs to them as pages of text, to be read without any
//! program.

mod interview;

pub use interview::{interview, sheet};

use crate::{Code, Glossary, Lang, Lesson, Question, Reply, StepText, Term, link};
use pulldown_cmark_escape::{StrWrite, escape_html};
use std::fmt;

/// The words of the page that are not the lesson's.
struct Words {
    step: fn(usize) -> String,
    remember: &'static str,
    play: &'static str,
    claims: &'static str,
    questions: &'static str,
    challenge: &'static str,
    code: &'static str,
    course: &'static str,
}

fn words(lang: Lang) -> Words {
    match lang {
        Lang::En => Words {
            step: |n| format!("Step {n}"),
            remember: "What to remember",
            play: "Play this lesson",
            claims: "You may have heard",
            questions: "Questions",
            challenge: "Your turn",
            code: "In your language",
            course: "All lessons",
        },
        Lang::Zh => Words {
            step: |n| format!("第 {n} 步"),
            remember: "要点",
            play: "动手走一遍",
            claims: "你可能听说过",
            questions: "思考题",
            challenge: "轮到你了",
            code: "换成你的语言",
            course: "全部课程",
        },
    }
}

/// The lesson as an HTML document. It lies one folder below the page, in
/// `lessons/`, and links to it and to the style sheet by relative addresses.
pub fn html(lesson: &Lesson) -> String {
    let mut lesson = lesson.clone();
    let lang = lesson.lang;
    lesson.each_text(|text| *text = link::in_reading(text, lang));
    let (words, code) = (words(lang), lang.code());
    let title = escaped(&lesson.title);
    let steps: String = lesson.steps.iter().map(|text| step(&lesson, text, &words)).collect();
    let Words { remember, play, course, .. } = words;
    let Lesson { id, intro, remember: to_remember, .. } = &lesson;
    let body = format!(
        "<h1>{title}</h1>\n{intro}\n\
         <p><a href=\"../index.html#/{id}?lang={code}\">{play}</a></p>\n\
         {steps}<h2>{remember}</h2>\n{to_remember}\n{}\
         <p><a href=\"../index.html#/?lang={code}\">{course}</a></p>\n",
        exercises(&lesson, &words)
    );
    document(lang, &title, "", &body)
}

/// The words of the field as an HTML document, beside the lessons.
pub fn glossary(glossary: &Glossary) -> String {
    let title = escaped(&glossary.title);
    let term = |term: &Term| {
        let (id, name) = (&term.id, escaped(&term.name));
        let text = link::in_reading(&term.text, glossary.lang);
        format!("<h2 id=\"{id}\">{name}</h2>\n{text}\n")
    };
    let terms: String = glossary.terms.iter().map(term).collect();
    let (course, code) = (words(glossary.lang).course, glossary.lang.code());
    let body = format!(
        "<h1>{title}</h1>\n{terms}<p><a href=\"../index.html#/?lang={code}\">{course}</a></p>\n"
    );
    document(glossary.lang, &title, "", &body)
}

/// A document one folder below the page, with a style class of its own.
pub(crate) fn document(lang: Lang, title: &str, class: &str, body: &str) -> String {
    let code = lang.code();
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Lockstep</title>\n\
         <link rel=\"icon\" href=\"../icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"../style.css\">\n\
         <link rel=\"stylesheet\" href=\"../print.css\" media=\"print\">\n\
         <main class=\"reading {class}\">\n{body}</main>\n</html>\n"
    )
}

fn step(lesson: &Lesson, told: &StepText, words: &Words) -> String {
    let number = (words.step)(told.step);
    let variant = told.variant.as_deref().and_then(|id| lesson.variant(id));
    let variant = variant.map(|variant| format!(" · {}", escaped(&variant.name)));
    format!("<h2>{number}{}</h2>\n{}\n", variant.unwrap_or_default(), told.text)
}

/// Claims, questions, the challenge and the programs, as far as there are any.
fn exercises(lesson: &Lesson, words: &Words) -> String {
    let section = |title: &str, body: String| match body.as_str() {
        "" => String::new(),
        body => format!("<h2>{title}</h2>\n{body}"),
    };
    let claims = lesson.claims.iter().map(|claim| format!("{}\n", claim.text)).collect();
    let questions = lesson.questions.iter().map(question).collect();
    let challenge = lesson.challenge.as_ref().map(|challenge| format!("{}\n", challenge.text));
    let code = |code: &Code| {
        let (name, text) = (escaped(&code.name), escaped(&code.text));
        format!("<h3>{name}</h3>\n<pre><code>{text}</code></pre>\n")
    };
    [
        section(words.claims, claims),
        section(words.questions, questions),
        section(words.challenge, challenge.unwrap_or_default()),
        section(words.code, lesson.code.iter().map(code).collect()),
    ]
    .concat()
}

/// What is said of each answer stays folded up until it is asked for.
fn question(question: &Question) -> String {
    let answer = |answer: &Reply| {
        format!("<details><summary>{}</summary>{}</details>\n", answer.text, answer.feedback)
    };
    let answers: String = question.answers.iter().map(answer).collect();
    format!("{}\n{answers}", question.text)
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
