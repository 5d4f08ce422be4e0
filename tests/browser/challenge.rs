//! Challenges: something is broken by choosing steps, something is repaired by
//! changing a program.

use super::{at, on_the_page, press};
use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use lockstep_lesson::{Challenge, Course, Lesson, Task};
use lockstep_scenario::Schedule;
use lockstep_tests::{Browser, site};
use serde_json::{Value, json};
use std::fs;

/// A published file.
fn published(name: &str) -> String {
    let file = site().expect("the built page").join("lessons").join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The first lesson of the course with a challenge of that kind.
fn first(is_wanted: impl Fn(&Task) -> bool) -> (String, Challenge) {
    let course: Course = serde_json::from_str(&published("course.en.json")).expect("a course");
    let mut lessons = course.lessons().filter(|lesson| lesson.challenge);
    let found = lessons.find_map(|entry| {
        let text = published(&format!("{}.en.json", entry.id));
        let lesson: Lesson = serde_json::from_str(&text).expect("a lesson");
        let challenge = lesson.challenge.filter(|challenge| is_wanted(&challenge.task))?;
        Some((lesson.id, challenge))
    });
    found.expect("a lesson of the course with such a challenge")
}

fn to_break() -> (String, Challenge) {
    first(|task| matches!(task, Task::Break { .. }))
}

fn to_repair() -> (String, Challenge) {
    first(|task| matches!(task, Task::Repair { .. }))
}

fn address(lesson: &str) -> String {
    format!("index.html#/{lesson}?challenge=1&lang=en")
}

/// The words of the shortest way to break it.
fn solution(challenge: &Challenge) -> Vec<String> {
    let Task::Break { solution, .. } = &challenge.task else { panic!("nothing to break") };
    let cast = challenge.cast().expect("a challenge in order");
    let choices = Schedule::parse(solution, &cast).expect("a schedule").choices;
    choices.iter().map(|choice| choice.display(&cast).to_string()).collect()
}

/// The program as the reader finds it, and one that is in order.
fn programs(challenge: &Challenge) -> (&str, &str) {
    let Task::Repair { client, solution } = &challenge.task else { panic!("nothing to repair") };
    (&challenge.scenario.clients[client].program, solution)
}

/// Clicks by a script: the bar at the bottom may lie over the place.
async fn click(browser: &Browser, css: &str) -> Result<()> {
    browser.wait_for(css).await?;
    let script = format!("document.querySelector({}).click()", Value::from(css));
    browser.run(&script).await.map(drop)
}

async fn choose(browser: &Browser, word: &str) -> Result<()> {
    click(browser, &format!(".offers [data-choice='{word}']:not(:disabled)")).await
}

async fn write(browser: &Browser, program: &str) -> Result<()> {
    let script = format!(
        "const editor = document.getElementById('program');
         editor.value = {};
         editor.dispatchEvent(new Event('input', {{ bubbles: true }}));",
        Value::from(program)
    );
    browser.run(&script).await.map(drop)
}

async fn written(browser: &Browser) -> Result<String> {
    let value = browser.run("return document.getElementById('program').value").await?;
    Ok(value.as_str().context("a program")?.to_owned())
}

async fn is_solved(browser: &Browser, lesson: &str) -> Result<Value> {
    let script = format!(
        "const kept = JSON.parse(localStorage.getItem('lockstep-progress') ?? '{{}}');
         return kept.lessons?.[{}]?.solved ?? false;",
        Value::from(lesson)
    );
    browser.run(&script).await
}

#[test]
fn a_promise_is_broken_by_choosing_steps() {
    let (lesson, challenge) = to_break();
    let (words, hints) = (solution(&challenge), challenge.hints.len());
    let shortest = words.len();
    on_the_page(&address(&lesson), async |browser| {
        let score = format!("0 steps so far, the shortest way has {shortest}");
        browser.wait_for_text(".score", &score).await?;
        browser.wait_for_text(".goal", "Choose the steps so that").await?;
        for (word, step) in words.iter().zip(1..) {
            assert_eq!(browser.count(".solved").await?, 0, "before step {step}");
            choose(browser, word).await?;
            at(browser, step).await?;
        }
        browser.wait_for_text(".solved", "exactly the shortest way").await?;
        assert_eq!(is_solved(browser, &lesson).await?, json!(true));
        browser.run("location.reload()").await?;
        browser.wait_for_text(".solved", "exactly the shortest way").await?;
        press(browser, Key::Left).await?;
        at(browser, shortest - 1).await?;
        assert_eq!(browser.count(".solved").await?, 0);
        click(browser, ".score button").await?;
        browser.wait_for_text(".step-of", "Step 0 of 0").await?;
        for hint in 1..=hints {
            click(browser, ".hints-end > button").await?;
            browser.wait_for(&format!(".hints li:nth-child({hint})")).await?;
        }
        assert_eq!(browser.count(".hints-end > button").await?, 0);
        click(browser, ".solution summary").await?;
        click(browser, ".solution button").await?;
        browser.wait_for_text(".step-of", &format!("Step 1 of {shortest}")).await?;
        browser.wait_for(".controls .play[aria-label=Pause]").await?;
        Ok(())
    });
}

#[test]
fn a_program_is_repaired_and_kept() {
    let (lesson, challenge) = to_repair();
    let (given, repaired) = programs(&challenge);
    on_the_page(&address(&lesson), async |browser| {
        browser.wait_for("#program").await?;
        assert_eq!(written(browser).await?, given);
        click(browser, ".editor-end .primary").await?;
        browser.wait_for_text("#verdict .is-bad", "It breaks, with").await?;
        browser.wait_for_text(".step-of", "Step 0 of").await?;
        click(browser, "#verdict .plain-button").await?;
        at(browser, 1).await?;
        press(browser, Key::End).await?;
        browser.wait_for("#now").await?;

        write(browser, "think\n fly").await?;
        browser.wait_for_text("#verdict", "You have changed the program since.").await?;
        click(browser, ".editor-end .primary").await?;
        browser.wait_for_text("#verdict", "Line 2, column 2:").await?;
        browser.wait_for("#program[aria-invalid=true][aria-describedby=verdict]").await?;
        click(browser, "#verdict .link").await?;
        let selected = "const { selectionStart: from, selectionEnd: to } = document.activeElement;
                        return [from, to];";
        assert_eq!(browser.run(selected).await?, json!([7, 10]));

        write(browser, repaired).await?;
        click(browser, ".editor-end .primary").await?;
        browser.wait_for_text("#verdict .solved", "It holds in all").await?;
        assert_eq!(is_solved(browser, &lesson).await?, json!(true));
        browser.run("location.reload()").await?;
        browser.wait_for(".stage").await?;
        browser.wait_for("#program").await?;
        assert_eq!(written(browser).await?, repaired);
        click(browser, ".editor-end .link").await?;
        assert_eq!(written(browser).await?, given);
        browser.run("location.reload()").await?;
        browser.wait_for("#program").await?;
        assert_eq!(written(browser).await?, given);
        Ok(())
    });
}

#[test]
fn a_check_can_be_stopped_and_nothing_is_lost() {
    let (lesson, challenge) = to_repair();
    // So many places at which each client can stand that it takes a while.
    let long = format!("{}\n", programs(&challenge).1) + &"think\n".repeat(600);
    on_the_page(&address(&lesson), async |browser| {
        browser.wait_for("#program").await?;
        write(browser, &long).await?;
        // In the page itself, so that it comes in time however busy the machine is.
        let stop = "new MutationObserver((_, observer) => {
            const looking = document.querySelector('.looking')?.textContent ?? '';
            if (/[1-9]\\d* states/.test(looking)) {
              observer.disconnect();
              document.querySelector('.editor-end .plain-button').click();
            }
          }).observe(document.body, { subtree: true, childList: true, characterData: true });";
        browser.run(stop).await?;
        click(browser, ".editor-end .primary").await?;
        browser.wait_for_text("#verdict", "Stopped after").await?;
        assert_eq!(written(browser).await?, long);
        click(browser, ".languages button[lang=zh-Hans]").await?;
        browser.wait_for_text("#verdict", "个状态后停止").await?;
        assert_eq!(written(browser).await?, long);
        Ok(())
    });
}

#[test]
fn the_editor_has_its_keys_and_lets_the_tab_key_go() {
    let (lesson, _) = to_repair();
    on_the_page(&address(&lesson), async |browser| {
        browser.wait_for("#program").await?;
        let focused = async || browser.run("return document.activeElement.id").await;
        assert_eq!(focused().await?, json!(""));
        browser.run("document.getElementById('program').focus()").await?;
        press(browser, Key::Home).await?;
        browser.press("v ?").await?;
        press(browser, Key::Right).await?;
        assert_eq!(browser.count("dialog[open]").await?, 0);
        browser.wait_for_text(".step-of", "Step 0 of 0").await?;
        assert!(written(browser).await?.contains("v ?"));
        press(browser, Key::Tab).await?;
        let left = browser.run("return document.activeElement.tagName").await?;
        assert_eq!(left, json!("BUTTON"));
        Ok(())
    });
}

#[test]
fn challenges_are_found_from_their_lessons_and_fit_on_a_phone() {
    for (lesson, _) in [to_break(), to_repair()] {
        on_the_page(&format!("index.html#/{lesson}?lang=en"), async |browser| {
            browser.set_size(360, 640, true).await?;
            click(browser, ".invitation a").await?;
            browser.wait_for(".challenge h1").await?;
            for lang in ["en", "zh-Hans"] {
                click(browser, &format!(".languages button[lang={lang}]")).await?;
                browser.wait_for(&format!("html[lang={lang}]")).await?;
                let width = browser.run("return document.documentElement.scrollWidth").await?;
                ensure!(width == json!(360), "{lesson} in {lang} is {width} wide");
            }
            click(browser, ".challenge .up a").await?;
            browser.wait_for(".prologue h1").await?;
            Ok(())
        });
    }
}
