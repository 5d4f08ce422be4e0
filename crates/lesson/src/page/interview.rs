//! The questions of an interview as pages of text: all of it, and one sheet to
//! print.

use super::document;
use crate::{Interview, InterviewQuestion, Lang, Level, Stop, Topic, link};

/// The words of the pages that are not the interview's.
struct Words {
    levels: [&'static str; 3],
    disputed: &'static str,
    impressive: &'static str,
    follow_ups: &'static str,
    trap: &'static str,
    walkthrough: &'static str,
    step: fn(usize) -> String,
    sheet: &'static str,
}

fn words(lang: Lang) -> Words {
    match lang {
        Lang::En => Words {
            levels: ["junior", "senior", "staff"],
            disputed: "disputed",
            impressive: "The answer that impresses",
            follow_ups: "What comes next",
            trap: "The trap",
            walkthrough: "Show it",
            step: |n| format!("Step {n}"),
            sheet: "One sheet to print",
        },
        Lang::Zh => Words {
            levels: ["初级", "高级", "资深"],
            disputed: "有争议",
            impressive: "加分回答",
            follow_ups: "追问",
            trap: "容易踩的坑",
            walkthrough: "演示给面试官看",
            step: |n| format!("第 {n} 步"),
            sheet: "可打印的一页纸",
        },
    }
}

/// Everything, beside the lessons.
pub fn interview(interview: &Interview) -> String {
    let mut interview = interview.clone();
    let lang = interview.lang;
    interview.each_text(|text| *text = link::in_reading(text, lang));
    let words = words(lang);
    let topics = by_topic(&interview, |question| full(question, lang, &words));
    let Interview { title, intro, .. } = &interview;
    let (sheet, code) = (words.sheet, lang.code());
    let body = format!(
        "<h1>{title}</h1>\n{intro}\n\
         <p><a href=\"interview-sheet.{code}.html\">{sheet}</a></p>\n{topics}"
    );
    document(lang, title, "", &body)
}

/// The short answers and the traps, close together.
pub fn sheet(interview: &Interview) -> String {
    let mut interview = interview.clone();
    let lang = interview.lang;
    interview.each_text(|text| *text = link::in_reading(text, lang));
    let words = words(lang);
    let brief = |question: &InterviewQuestion| {
        let InterviewQuestion { title, short, trap, .. } = question;
        let name = words.trap;
        format!(
            "<section>\n<h3>{title}</h3>\n{short}\n\
             <div class=\"trap\"><b>{name}</b> {trap}</div>\n</section>\n"
        )
    };
    let topics = by_topic(&interview, brief);
    let title = &interview.title;
    document(lang, title, "sheet", &format!("<h1>{title}</h1>\n{topics}"))
}

fn by_topic(interview: &Interview, told: impl Fn(&InterviewQuestion) -> String) -> String {
    let topic = |topic: &Topic| {
        let questions = interview.questions.iter().filter(|question| question.topic == topic.id);
        let questions: String = questions.map(&told).collect();
        format!("<h2>{}</h2>\n{questions}", super::escaped(&topic.name))
    };
    interview.topics.iter().map(topic).collect()
}

fn full(question: &InterviewQuestion, lang: Lang, words: &Words) -> String {
    let InterviewQuestion { id, title, short, impressive, follow_ups, trap, .. } = question;
    let level = Level::ALL.iter().position(|level| *level == question.level);
    let level = level.and_then(|level| words.levels.get(level)).copied().unwrap_or_default();
    let disputed = if question.disputed { words.disputed } else { "" };
    let walk = &question.walkthrough;
    let stop = |stop: &Stop| {
        let (step, text, code) = (stop.step, &stop.text, lang.code());
        let (lesson, variant) = (&walk.lesson, &walk.variant);
        let address = format!("#/{lesson}?variant={variant}&amp;step={step}&amp;lang={code}");
        let name = (words.step)(step);
        format!("<li><a href=\"../index.html{address}\">{name}</a> {text}</li>\n")
    };
    let stops: String = walk.stops.iter().map(stop).collect();
    let Words { impressive: best, follow_ups: next, trap: beware, walkthrough: show, .. } = words;
    format!(
        "<section id=\"{id}\">\n<h3>{title}</h3>\n<p class=\"level\">{level} {disputed}</p>\n\
         {short}\n<h4>{best}</h4>\n{impressive}\n<h4>{next}</h4>\n{follow_ups}\n\
         <h4>{beware}</h4>\n{trap}\n<h4>{show}</h4>\n<ol>\n{stops}</ol>\n</section>\n"
    )
}
