//! The course: from the list to a lesson and back, what is asked, and what has
//! been done.

use super::{at, in_page, on_the_page, press};
use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use lockstep_lesson::{Course, Lang, Lesson, Question};
use lockstep_tests::{Browser, site};
use serde_json::{Value, json};
use std::fs;

const LIST: &str = "index.html#/?lang=en";

fn read(file: &str) -> String {
    let file = site().expect("the built page").join("lessons").join(file);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn course(lang: Lang) -> Course {
    serde_json::from_str(&read(&format!("course.{}.json", lang.code()))).expect("a course")
}

/// The first lesson of the course for which `which` has something.
fn first<T>(what: &str, which: impl Fn(&Lesson) -> Option<T>) -> (Lesson, T) {
    let course = course(Lang::En);
    let mut lessons = course.lessons().map(|entry| {
        let text = read(&format!("{}.en.json", entry.id));
        serde_json::from_str::<Lesson>(&text).expect("a lesson")
    });
    let found = lessons.find_map(|lesson| which(&lesson).map(|found| (lesson, found)));
    found.unwrap_or_else(|| panic!("no lesson has {what}"))
}

/// The places of a right and of a wrong answer, counted from 1.
fn places(question: &Question) -> (usize, usize) {
    let place = |right| question.answers.iter().position(|reply| reply.right == right);
    let (right, wrong) = (place(true), place(false));
    (right.expect("a right answer") + 1, wrong.expect("a wrong answer") + 1)
}

/// How many steps a variant has.
fn steps(lesson: &Lesson, variant: usize) -> usize {
    let (_, schedule) = lesson.variants[variant].cast().expect("a variant in order");
    schedule.choices.len()
}

fn at_the_list(address: &str, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) {
    in_page(address, ".home", test);
}

async fn kept(browser: &Browser) -> Result<Value> {
    browser.run("return localStorage.getItem('lockstep-progress')").await
}

#[test]
fn one_goes_from_the_list_to_a_lesson_and_comes_back() {
    at_the_list(LIST, async |browser| {
        let course = course(Lang::En);
        ensure!(browser.count("ol .entry").await? == course.lessons().count());
        let entry = course.lessons().next().context("a lesson")?;
        browser.wait_for_text(".primary", &format!("Begin: {}", entry.title)).await?;
        browser.click(".entry a").await?;
        browser.wait_for(".stage").await?;
        browser.wait_for_text("h1", &entry.title).await?;
        let focus = "return document.activeElement.id";
        assert_eq!(browser.run(focus).await?, json!("title"));
        browser.run("history.back()").await?;
        browser.wait_for(".home").await?;
        assert_eq!(browser.run("return location.hash").await?, json!("#/?lang=en"));
        assert_eq!(browser.run(focus).await?, json!(format!("lesson-{}", entry.id)));
        // From the end of a lesson to the next one.
        let next = course.lessons().nth(1);
        browser.click(".entry a").await?;
        match next {
            Some(next) => {
                browser.wait_for_text(".further .primary", &next.title).await?;
                browser.run("document.querySelector('.further .primary').click()").await?;
                browser.wait_for_text("h1", &next.title).await?;
                assert_eq!(browser.run("return scrollY").await?, json!(0));
            }
            None => browser.wait_for_text(".further", "That was the last lesson.").await?,
        }
        browser.click(".wordmark").await?;
        browser.wait_for(".home").await?;
        Ok(())
    });
}

#[test]
fn what_was_played_is_kept_until_it_is_forgotten() {
    let (lesson, of) = first("a variant", |lesson| Some(lesson.variants.len()));
    at_the_list(LIST, async |browser| {
        let last = steps(&lesson, 0) - 1;
        // The end itself, come to by its address, counts for nothing.
        let hash = |step: usize| format!("location.hash = '#/{}?lang=en&step={step}'", lesson.id);
        browser.run(&hash(last + 1)).await?;
        at(browser, last + 1).await?;
        assert_eq!(kept(browser).await?, Value::Null);
        browser.run(&hash(last)).await?;
        at(browser, last).await?;
        press(browser, Key::Right).await?;
        at(browser, last + 1).await?;
        browser.wait_for(".remember[open]").await?;
        browser.click(".wordmark").await?;
        let mark = format!("#lesson-{}", lesson.id);
        let told = format!("played 1 of {of}");
        let entry = format!(".entry:has({mark})");
        browser.wait_for_text(&entry, &told).await?;
        browser.run("location.reload()").await?;
        browser.wait_for_text(&entry, &told).await?;
        browser.wait_for_text(".primary", &format!("Go on: {}", lesson.title)).await?;
        browser.run("localStorage.setItem('lockstep-program-04', 'stop')").await?;
        browser.run("document.querySelector('.keep').open = true").await?;
        browser.click(".forget summary").await?;
        browser.click(".forget button").await?;
        browser.wait_for_text(".primary", "Begin: ").await?;
        assert_eq!(kept(browser).await?, Value::Null);
        let programs = "return localStorage.getItem('lockstep-program-04')";
        assert_eq!(browser.run(programs).await?, Value::Null);
        assert_eq!(browser.count(".mark").await?, 0);
        Ok(())
    });
}

#[test]
fn progress_that_cannot_be_read_or_kept_is_no_progress() {
    at_the_list(LIST, async |browser| {
        for broken in ["{", "null", r#"{"version":9,"lessons":{}}"#, r#"{"version":1,"lessons":3}"#]
        {
            let text = Value::from(broken);
            browser.run(&format!("localStorage.setItem('lockstep-progress', {text})")).await?;
            browser.run("location.reload()").await?;
            browser.wait_for_text(".primary", "Begin: ").await?;
        }
        // Whoever does more in another window sees it here.
        let (lesson, _) = first("a variant", |lesson| lesson.variants.first().cloned());
        let done = json!({ "version": 1, "lessons": { &lesson.id: {
            "played": [&lesson.variants[0].id] } } });
        let script = format!(
            "localStorage.setItem('lockstep-progress', JSON.stringify({done})); \
             dispatchEvent(new StorageEvent('storage'))"
        );
        browser.run(&script).await?;
        browser.wait_for_text(".primary", "Go on: ").await
    });
}

#[test]
fn progress_goes_to_another_browser_by_a_file() {
    at_the_list(LIST, async |browser| {
        let course = course(Lang::En);
        let entry = course.lessons().next().context("a lesson")?;
        let done = json!({ "version": 1, "lessons": { &entry.id: { "solved": true } } });
        let folder = tempfile::tempdir()?;
        let add = async |text: &str| {
            let file = folder.path().join("progress.json");
            fs::write(&file, text)?;
            browser.run("document.querySelector('.keep').open = true").await?;
            browser.type_into(".keep input", &file.display().to_string()).await
        };
        add("nobody's progress").await?;
        browser.wait_for_text(".notice", "This file does not hold anybody’s progress").await?;
        assert_eq!(kept(browser).await?, Value::Null);
        add(&done.to_string()).await?;
        browser.wait_for_text(".primary", "Go on: ").await?;
        let href = browser.run("return document.querySelector('a[download]').href").await?;
        let decode = format!("return decodeURIComponent({href}).replace(/^[^,]*,/, '')");
        let text = browser.run(&decode).await?;
        assert_eq!(text, kept(browser).await?);
        let text: Value = serde_json::from_str(text.as_str().context("a text")?)?;
        assert_eq!(text["lessons"][&entry.id]["solved"], json!(true));
        Ok(())
    });
}

#[test]
fn a_prediction_is_asked_before_its_step_and_answered_or_not() {
    let (lesson, question) = first("a prediction", |lesson| {
        lesson.questions.iter().find(|question| question.prediction.is_some()).cloned()
    });
    let prediction = question.prediction.as_ref().expect("a prediction");
    let (right, wrong) = places(&question);
    let before = prediction.before;
    let address = format!(
        "index.html#/{}?lang=en&variant={}&step={}",
        lesson.id,
        prediction.variant,
        before - 1
    );
    on_the_page(&address, async |browser| {
        browser.wait_for(".prediction").await?;
        assert_eq!(browser.count(".choice").await?, question.answers.len());
        // Nobody has to answer.
        press(browser, Key::Right).await?;
        at(browser, before).await?;
        press(browser, Key::Left).await?;
        browser.click(&format!(".choice:nth-child({wrong})")).await?;
        browser.wait_for_text(".feedback[role=status] .is-wrong", "Not so.").await?;
        browser.click(&format!(".choice:nth-child({right})")).await?;
        browser.wait_for_text(".feedback .is-right", "Right.").await?;
        browser.wait_for(&format!(".choice:nth-child({right})[aria-pressed=true]")).await?;
        press(browser, Key::Right).await?;
        at(browser, before).await?;
        browser.wait_for(".on-the-way").await?;
        let kept = kept(browser).await?;
        let kept: Value = serde_json::from_str(kept.as_str().context("something kept")?)?;
        assert_eq!(kept["lessons"][&lesson.id]["right"][&question.id], json!(2));
        Ok(())
    });
}

#[test]
fn a_question_at_the_end_is_answered_by_keys_alone() {
    let (lesson, question) = first("a question at the end", |lesson| {
        lesson.questions.iter().find(|question| question.prediction.is_none()).cloned()
    });
    let (right, wrong) = places(&question);
    let last = steps(&lesson, 0);
    on_the_page(&format!("index.html#/{}?lang=en&step={last}", lesson.id), async |browser| {
        browser.wait_for(".questions[open]").await?;
        let form = format!("form:has(#question-{})", question.id);
        let choose = |place: usize| {
            format!("document.querySelector('{form} label:nth-child({place}) input').focus()")
        };
        for (place, told) in [(wrong, ".is-wrong"), (right, ".is-right")] {
            browser.run(&choose(place)).await?;
            browser.press(" ").await?;
            let scrolled = browser.run("return scrollY").await?;
            press(browser, Key::Enter).await?;
            browser.wait_for(&format!("{form} .feedback {told}")).await?;
            assert_eq!(browser.run("return scrollY").await?, scrolled);
        }
        // The arrow keys were the question's own.
        press(browser, Key::Left).await?;
        at(browser, last).await?;
        browser.run("location.reload()").await?;
        browser.wait_for_text(&form, "answered right").await
    });
}

#[test]
fn the_language_changes_in_the_list_and_in_a_lesson() {
    at_the_list(LIST, async |browser| {
        let (english, chinese) = (course(Lang::En), course(Lang::Zh));
        let title = |course: &Course| course.lessons().next().map(|entry| entry.title.clone());
        let (english, chinese) = (title(&english), title(&chinese));
        let (english, chinese) = (english.context("a lesson")?, chinese.context("a lesson")?);
        browser.click(".languages button[lang=zh-Hans]").await?;
        browser.wait_for_text(".entry a", &chinese).await?;
        assert_eq!(browser.run("return location.hash").await?, json!("#/?lang=zh"));
        browser.click(".entry a").await?;
        browser.wait_for(".stage").await?;
        browser.wait_for_text("h1", &chinese).await?;
        browser.click(".languages button[lang=en]").await?;
        browser.wait_for_text("h1", &english).await?;
        browser.click(".up a").await?;
        browser.wait_for_text(".entry a", &english).await?;
        // Kept for whoever comes without a word of it in the address.
        browser.open("index.html?again").await?;
        browser.wait_for_text(".entry a", &english).await
    });
}
