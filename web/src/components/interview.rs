//! The interview as a list: by topic, and only what one wants to be asked.

use super::home::mark;
use super::question::html;
use super::{masthead, notice};
use crate::address::Address;
use crate::grades::{Grade, Grades};
use crate::hooks::{TITLE, asked_id};
use crate::interview::Asked;
use crate::texts::{self, grade, level};
use crate::visit::{Change, Visit};
use lockstep_lesson::{Interview, InterviewQuestion, Lang, Level, Topic};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The list, which the skip link leads to.
const LIST: &str = "asked";

pub(super) fn draw(
    visit: &Visit,
    interview: &Interview,
    change: &Callback<Change>,
    tell: &Callback<Lang>,
) -> Html {
    let lang = interview.lang;
    let (common, texts) = (texts::of(lang), texts::interview(lang));
    let asked = visit.sitting().asked();
    let grades = visit.progress().grades();
    let questions = asked.questions(interview, grades);
    let (code, open) = (lang.code(), open(interview, grades));
    let of = interview.questions.len().to_string();
    let listed = (texts.listed)(&questions.len().to_string(), &of);
    html! {
        <>
            <a class="skip" href="#asked" onclick={|event: MouseEvent| skip(&event)}>{ texts.skip }</a>
            { masthead::draw(lang, tell, None) }
            { notice::draw(common, lang, visit) }
            <main class="home interview">
                <p class="up"><a href={notice::list(lang)}>{ common.all_lessons }</a></p>
                <h1 id={TITLE} tabindex="-1">{ &interview.title }</h1>
                <div class="lead">{ html(&interview.intro) }</div>
                <nav class="further" aria-label={common.further}>
                    { ask_me(visit, asked, &questions) }
                    <a class="sheet" href={format!("lessons/interview-sheet.{code}.html")}>{ texts.sheet }</a>
                    <a class="as-text" href={format!("lessons/interview.{code}.html")}>{ texts.as_text }</a>
                </nav>
                { counts(lang, grades, Some(open)) }
                { filter(visit, interview, change) }
                <p class="so-far listed" role="status">{ listed }</p>
                <div id={LIST} tabindex="-1">{ list(visit, interview, &questions) }</div>
            </main>
        </>
    }
}

fn skip(event: &MouseEvent) {
    event.prevent_default();
    crate::browser::focus_on(LIST);
}

/// How many questions of the interview have no grade.
fn open(interview: &Interview, grades: &Grades) -> usize {
    interview.questions.iter().filter(|question| grades.of(&question.id).is_none()).count()
}

/// How the answers were, and how many are to come, if that is known; nothing
/// before the first.
pub(super) fn counts(lang: Lang, grades: &Grades, open: Option<usize>) -> Html {
    let texts = texts::interview(lang);
    let count = |grade: Grade| {
        let told = (texts.counted)(&grades.count(grade).to_string(), texts::grade(lang, grade));
        mark(grade == Grade::Knew, told)
    };
    html! {
        if !grades.is_empty() {
            <ul class="marks">
                { for Grade::ALL.into_iter().map(count) }
                { for open.map(|open| html! { <li class="mark">{ (texts.open)(&open.to_string()) }</li> }) }
            </ul>
        }
    }
}

/// To the first question of the list that has no grade, or to the first of all.
fn ask_me(visit: &Visit, asked: &Asked, questions: &[&InterviewQuestion]) -> Html {
    let grades = visit.progress().grades();
    let open = questions.iter().find(|question| grades.of(&question.id).is_none());
    let next = open.or(questions.first()).map(|question| {
        let lang = visit.lang();
        let address = Address::of_interview(asked.at(&question.id), lang).to_string();
        html! { <a class="primary" href={address}>{ texts::interview(lang).ask_me }</a> }
    });
    html! { <>{ for next }</> }
}

/// What is to be in the list.
fn filter(visit: &Visit, interview: &Interview, change: &Callback<Change>) -> Html {
    let texts = texts::interview(interview.lang);
    let (asked, grades) = (visit.sitting().asked(), visit.progress().grades());
    let due = Asked { again: true, ..Asked::default() }.questions(interview, grades).len();
    let toggled = Asked { again: !asked.again, ..asked.clone() };
    let pressed = asked.again.to_string();
    html! {
        <>
            <div class="filter">
                { topics(asked, interview, change) }
                { levels(asked, interview.lang, change) }
                <button
                    type="button"
                    class="plain-button again"
                    aria-pressed={pressed}
                    onclick={change.reform(move |_: MouseEvent| Change::Ask(toggled.clone()))}
                >
                    { (texts.again)(&due.to_string()) }
                </button>
            </div>
            { for asked.shown.as_ref().map(|lesson| shown_by(visit, asked, lesson)) }
        </>
    }
}

fn topics(asked: &Asked, interview: &Interview, change: &Callback<Change>) -> Html {
    let texts = texts::interview(interview.lang);
    let ids: Vec<_> = interview.topics.iter().map(|topic| topic.id.clone()).collect();
    let wanted = asked.clone();
    let choose = change.reform(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let index = usize::try_from(select.selected_index()).unwrap_or_default();
        let topic = index.checked_sub(1).and_then(|index| ids.get(index)).cloned();
        Change::Ask(Asked { topic, ..wanted.clone() })
    });
    let option = |topic: &Topic| {
        let chosen = asked.topic.as_ref() == Some(&topic.id);
        html! { <option selected={chosen}>{ &topic.name }</option> }
    };
    html! {
        <select class="topics" aria-label={texts.topic} onchange={choose}>
            <option selected={asked.topic.is_none()}>{ texts.all_topics }</option>
            { for interview.topics.iter().map(option) }
        </select>
    }
}

fn levels(asked: &Asked, lang: Lang, change: &Callback<Change>) -> Html {
    let texts = texts::interview(lang);
    let option = |wanted: Option<Level>| {
        let next = Asked { level: wanted, ..asked.clone() };
        let choose = change.reform(move |_: Event| Change::Ask(next.clone()));
        let name = wanted.map_or(texts.all_levels, |wanted| level(lang, wanted));
        html! {
            <label>
                <input type="radio" name="level" checked={asked.level == wanted} onchange={choose} />
                <span>{ name }</span>
            </label>
        }
    };
    let all = std::iter::once(None).chain(Level::ALL.into_iter().map(Some));
    html! {
        <fieldset class="variants levels">
            <legend class="visually-hidden">{ texts.level }</legend>
            <div class="segments">{ for all.map(option) }</div>
        </fieldset>
    }
}

/// That the list has only what one lesson answers, and the way out of that.
fn shown_by(visit: &Visit, asked: &Asked, lesson: &str) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    let all = Address::of_interview(Asked { shown: None, ..asked.clone() }, lang);
    html! {
        <p class="shown-by">
            { (texts.only_shown_by)(&lesson_title(visit, lesson)) }{ " " }
            <a href={all.to_string()}>{ texts.of_all_lessons }</a>
        </p>
    }
}

/// What a lesson is called; its name in the files until the course is there.
pub(super) fn lesson_title(visit: &Visit, id: &str) -> String {
    let lesson = visit.course().and_then(|course| course.lessons().find(|lesson| lesson.id == id));
    lesson.map_or(id, |lesson| &lesson.title).to_owned()
}

fn list(visit: &Visit, interview: &Interview, questions: &[&InterviewQuestion]) -> Html {
    let texts = texts::interview(interview.lang);
    let again = visit.sitting().asked().again;
    if questions.is_empty() {
        let told = if again { texts.nothing_again } else { texts.nothing };
        return html! { <p class="nothing">{ told }</p> };
    }
    if again {
        return part(visit, "again", texts.oldest_first, questions);
    }
    let topic = |topic: &Topic| {
        let of_topic = questions.iter().filter(|question| question.topic == topic.id);
        let of_topic: Vec<_> = of_topic.copied().collect();
        (!of_topic.is_empty()).then(|| part(visit, &topic.id, &topic.name, &of_topic))
    };
    html! { <>{ for interview.topics.iter().filter_map(topic) }</> }
}

fn part(visit: &Visit, key: &str, name: &str, questions: &[&InterviewQuestion]) -> Html {
    html! {
        <section class="part" key={key.to_owned()}>
            <h2>{ name.to_owned() }</h2>
            <ol>{ for questions.iter().map(|question| entry(visit, question)) }</ol>
        </section>
    }
}

fn entry(visit: &Visit, question: &InterviewQuestion) -> Html {
    let lang = visit.lang();
    let asked = visit.sitting().asked().at(&question.id);
    let given = visit.progress().grades().of(&question.id);
    let address = Address::of_interview(asked, lang).to_string();
    html! {
        <li class="entry" key={question.id.clone()}>
            <div class="entry-text">
                <a id={asked_id(&question.id)} href={address}>{ html(&question.title) }</a>
            </div>
            <div class="entry-facts">
                <span class="minutes">{ level(lang, question.level) }</span>
                if question.disputed {
                    <span class="minutes">{ texts::interview(lang).disputed }</span>
                }
                { for given.map(|given| mark(given == Grade::Knew, grade(lang, given).to_owned())) }
            </div>
        </li>
    }
}
