//! The course as a list, and the interview below it.

use super::icon::{self, Icon};
use super::{interview, keep, masthead, notice};
use crate::address::Address;
use crate::hooks::{INTERVIEW_ENTRY, TITLE, entry_id};
use crate::interview::Asked;
use crate::progress::{Share, Standing};
use crate::texts::{self, Texts};
use crate::visit::{Change, Visit};
use lockstep_lesson::{Course, Entry, Lang, Part};
use yew::prelude::*;

pub(super) fn draw(visit: &Visit, change: &Callback<Change>, tell: &Callback<Lang>) -> Html {
    let lang = visit.lang();
    let texts = texts::of(lang);
    let code = lang.code();
    let parts = visit.course().map(|course| {
        let parts = course.parts.iter().filter(|part| !part.lessons.is_empty());
        html! { <>{ next(visit, course) }{ for parts.map(|it| part(visit, course, it)) }</> }
    });
    html! {
        <>
            <a class="skip" href="#lessons" onclick={|event: MouseEvent| skip(&event)}>
                { texts.skip_to_list }
            </a>
            { masthead::draw(lang, tell, None) }
            { notice::draw(texts, lang, visit) }
            <main class="home">
                <h1 id={TITLE} tabindex="-1">{ texts.course_title }</h1>
                <p class="lead">{ texts.course_intro }</p>
                { for parts }
                { asked(visit) }
                <nav class="further" aria-label={texts.further}>
                    <a href={format!("lessons/glossary.{code}.html")}>{ texts.glossary }</a>
                    <a href={format!("known/{code}.html")}>{ texts.known }</a>
                </nav>
                { keep::draw(texts, visit.progress(), change) }
            </main>
        </>
    }
}

/// The list, which the skip link leads to.
const LIST: &str = "lessons";

fn skip(event: &MouseEvent) {
    event.prevent_default();
    crate::browser::focus_on(LIST);
}

/// Where to go on, and how far one has come.
fn next(visit: &Visit, course: &Course) -> Html {
    let (lang, progress) = (course.lang, visit.progress());
    let texts = texts::of(lang);
    let standing = |lesson: &Entry| progress.of(lesson);
    let done = course.lessons().filter(|lesson| standing(lesson).is_done()).count();
    let of = course.lessons().count();
    let next = course.lessons().find(|lesson| !standing(lesson).is_done());
    let begun = course.lessons().any(|lesson| standing(lesson).is_begun());
    html! {
        <div class="next" id={LIST} tabindex="-1">
            if let Some(next) = next {
                <a class="primary" href={lesson(&next.id, lang)}>
                    { if begun { (texts.go_on)(&next.title) } else { (texts.begin_with)(&next.title) } }
                </a>
            } else {
                <strong>{ texts.all_done }</strong>
            }
            if begun {
                <span class="so-far">{ (texts.lessons_done)(&done.to_string(), &of.to_string()) }</span>
            }
            <a href={interview_address(lang)}>{ texts::interview(lang).title }</a>
        </div>
    }
}

fn part(visit: &Visit, course: &Course, part: &Part) -> Html {
    let entry = |lesson: &Entry| entry(visit, course.lang, lesson);
    html! {
        <section class="part" key={part.id.clone()}>
            <h2>{ &part.name }</h2>
            <ol>{ for part.lessons.iter().map(entry) }</ol>
        </section>
    }
}

fn entry(visit: &Visit, lang: Lang, entry: &Entry) -> Html {
    let texts = texts::of(lang);
    let standing = visit.progress().of(entry);
    // The number in its name, by which people speak of it.
    let number = entry.id.split('-').next().unwrap_or_default().to_owned();
    let class = classes!("entry", standing.is_done().then_some("is-done"));
    html! {
        <li {class}>
            <span class="entry-number" aria-hidden="true">{ number }</span>
            <div class="entry-text">
                <a id={entry_id(&entry.id)} href={lesson(&entry.id, lang)}>{ &entry.title }</a>
                <p>{ &entry.about }</p>
            </div>
            <div class="entry-facts">
                <span class="minutes">{ (texts.minutes)(&entry.minutes.to_string()) }</span>
                { marks(texts, standing) }
            </div>
        </li>
    }
}

/// The way to the interview.
fn asked(visit: &Visit) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    html! {
        <section class="part">
            <h2>{ texts.heading }</h2>
            <div class="entry">
                <span class="entry-number" aria-hidden="true">{ "?" }</span>
                <div class="entry-text">
                    <a id={INTERVIEW_ENTRY} href={interview_address(lang)}>{ texts.title }</a>
                    <p>{ texts.about }</p>
                </div>
                <div class="entry-facts">{ interview::counts(lang, visit.progress().grades(), None) }</div>
            </div>
        </section>
    }
}

fn interview_address(lang: Lang) -> String {
    Address::of_interview(Asked::default(), lang).to_string()
}

/// What is done of a lesson, in words; nothing before it is begun.
fn marks(texts: &Texts, standing: Standing) -> Html {
    if !standing.is_begun() {
        return Html::default();
    }
    let share = |share: Share, told: fn(&str, &str) -> String| {
        let told = told(&share.done.to_string(), &share.of.to_string());
        (share.of > 0).then(|| mark(share.is_full(), told))
    };
    let challenge = standing
        .solved
        .map(|solved| mark(solved, if solved { texts.solved } else { texts.unsolved }.to_owned()));
    html! {
        <ul class="marks">
            if standing.is_done() {
                <li class="mark is-done"><strong>{ icon::draw(Icon::Holds) }{ texts.done }</strong></li>
            } else {
                { for share(standing.played, texts.played_of) }
                { for share(standing.right, texts.right_of) }
                { for challenge }
            }
        </ul>
    }
}

pub(super) fn mark(done: bool, told: String) -> Html {
    let class = classes!("mark", done.then_some("is-done"));
    let icon = icon::draw(if done { Icon::Holds } else { Icon::Open });
    html! { <li {class}>{ icon }{ told }</li> }
}

/// The address of a lesson.
pub(super) fn lesson(id: &str, lang: Lang) -> String {
    let (lesson, lang) = (Some(id.to_owned()), Some(lang));
    Address { lesson, lang, ..Address::default() }.to_string()
}
