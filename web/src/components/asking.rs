//! A question of the interview: its answer bit by bit, and how one's own was.

use super::home::lesson;
use super::interview::lesson_title;
use super::question::html;
use super::{masthead, notice};
use crate::address::Address;
use crate::browser;
use crate::grades::Grade;
use crate::hooks::{REST, SHORT, TITLE};
use crate::interview::{Told, find};
use crate::texts::{self, grade, level};
use crate::visit::{Change, Visit};
use lockstep_lesson::{Interview, InterviewQuestion, Lang, Stop};
use yew::prelude::*;

/// The question that the visit is at.
pub(super) fn question<'a>(
    visit: &Visit,
    interview: &'a Interview,
) -> Option<&'a InterviewQuestion> {
    find(interview, visit.sitting().asked().question.as_ref()?)
}

pub(super) fn draw(
    visit: &Visit,
    question: &InterviewQuestion,
    change: &Callback<Change>,
    tell: &Callback<Lang>,
) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    let list = Address::of_interview(visit.sitting().asked().list(), lang).to_string();
    html! {
        <>
            { masthead::draw(lang, tell, None) }
            { notice::draw(texts::of(lang), lang, visit) }
            <main class="home asking" key={question.id.clone()}>
                <p class="up"><a href={list}>{ texts.all_questions }</a></p>
                <h1 id={TITLE} tabindex="-1">{ html(&question.title) }</h1>
                { facts(visit, question) }
                { answer(visit, question, change) }
                { on(visit, question) }
            </main>
        </>
    }
}

/// Where in the interview one is.
fn facts(visit: &Visit, question: &InterviewQuestion) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    let topics = visit.interview().map(|interview| interview.topics.as_slice());
    let mut topics = topics.unwrap_or_default().iter();
    let topic = topics.find(|topic| topic.id == question.topic).map(|topic| topic.name.clone());
    let place = visit.sitting().place();
    let facts = [
        topic,
        Some(level(lang, question.level).to_owned()),
        question.disputed.then(|| texts.disputed.to_owned()),
        place.map(|(place, of)| (texts.place)(&place.to_string(), &of.to_string())),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    html! { <p class="minutes of-question">{ facts.join(" · ") }</p> }
}

fn answer(visit: &Visit, question: &InterviewQuestion, change: &Callback<Change>) -> Html {
    let (lang, told) = (visit.lang(), visit.sitting().told());
    let texts = texts::interview(lang);
    let more = match told {
        Told::Title => Some(("primary more", texts.tell_short)),
        Told::Short => Some(("plain-button more", texts.tell_rest)),
        Told::All => None,
    };
    let more = more.map(|(class, name)| {
        let tell = change.reform(|_: MouseEvent| Change::Tell);
        html! { <button type="button" {class} onclick={tell}>{ name }</button> }
    });
    html! {
        <>
            if told == Told::Title {
                <p>{ texts.aloud }</p>
            } else {
                { part(Some(SHORT), texts.short, &question.short) }
            }
            if told == Told::All {
                { part(Some(REST), texts.impressive, &question.impressive) }
                { part(None, texts.follow_ups, &question.follow_ups) }
                { part(None, texts.trap, &question.trap) }
                { walkthrough(visit, question) }
            }
            { for more }
            if told > Told::Title {
                { grades(visit, question, change) }
            }
        </>
    }
}

fn part(id: Option<&'static str>, name: &'static str, text: &str) -> Html {
    html! {
        <section class="answer-part">
            <h2 {id} tabindex={id.map(|_| "-1")}>{ name }</h2>
            <div class="prose">{ html(text) }</div>
        </section>
    }
}

/// The steps that prove it, with what to say at each.
fn walkthrough(visit: &Visit, question: &InterviewQuestion) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    let walk = &question.walkthrough;
    let stop = |stop: &Stop| {
        let address = visit.stop_address(question, stop.step).to_string();
        html! {
            <li>
                <a class="stop" href={address}>{ (texts.stop)(&stop.step.to_string()) }</a>
                <div class="prose">{ html(&stop.text) }</div>
            </li>
        }
    };
    html! {
        <section class="answer-part">
            <h2>{ texts.walkthrough }</h2>
            <p>
                <a href={lesson(&walk.lesson, lang)}>
                    { (texts.played_in)(&lesson_title(visit, &walk.lesson)) }
                </a>
            </p>
            <ol class="stops">{ for walk.stops.iter().map(stop) }</ol>
        </section>
    }
}

fn grades(visit: &Visit, question: &InterviewQuestion, change: &Callback<Change>) -> Html {
    let lang = visit.lang();
    let texts = texts::interview(lang);
    let given = visit.progress().grades().of(&question.id);
    let button = |offered: Grade| {
        let choose = change.reform(move |_: MouseEvent| Change::Grade(offered, browser::wall_ms()));
        let pressed = (given == Some(offered)).to_string();
        html! {
            <button type="button" class="choice" aria-pressed={pressed} onclick={choose}>
                { grade(lang, offered) }
            </button>
        }
    };
    let kept = given.map(|given| match given {
        Grade::Knew => texts.kept,
        Grade::Partly | Grade::NotYet => texts.kept_again,
    });
    html! {
        <div class="grades" role="group" aria-labelledby="how">
            <h2 id="how">{ texts.how }</h2>
            <div class="choices">{ for Grade::ALL.into_iter().map(button) }</div>
            <p class="kept" role="status">{ kept.unwrap_or_default() }</p>
        </div>
    }
}

/// To the questions beside this one.
fn on(visit: &Visit, question: &InterviewQuestion) -> Html {
    let (lang, sitting) = (visit.lang(), visit.sitting());
    let texts = texts::interview(lang);
    let to = |id: &str| Address::of_interview(sitting.asked().at(id), lang).to_string();
    let graded = visit.progress().grades().of(&question.id).is_some();
    let class = if graded { "next-question primary" } else { "next-question plain-button" };
    let before = sitting.before();
    html! {
        <nav class="further" aria-label={texts::of(lang).further}>
            if let Some(after) = sitting.after() {
                <a {class} href={to(after)}>{ texts.next }</a>
            } else {
                <span>{ texts.was_last }</span>
            }
            if let Some(before) = before {
                <a class="previous-question" href={to(before)}>{ texts.previous }</a>
            }
        </nav>
    }
}
