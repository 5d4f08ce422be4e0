//! The interview: its list, its questions, how one's answers were, and the steps
//! that prove them.

use super::{at, in_page, press};
use anyhow::{Context as _, Result, ensure};
use fantoccini::key::Key;
use lockstep_lesson::{Interview, InterviewQuestion, Lang, Level};
use lockstep_tests::{Browser, site};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const LIST: &str = "index.html#/interview?lang=en";

fn interview(lang: Lang) -> Interview {
    let file = format!("lessons/interview.{}.json", lang.code());
    let file = site().expect("the built page").join(file);
    let text = fs::read_to_string(&file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).expect("an interview")
}

/// The first question of the interview.
fn first(interview: &Interview) -> &InterviewQuestion {
    interview.questions.first().expect("a question")
}

fn at_the_list(address: &str, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) {
    in_page(address, ".interview", test);
}

async fn go(browser: &Browser, hash: &str) -> Result<()> {
    browser.run(&format!("location.hash = {}", Value::from(hash))).await?;
    Ok(())
}

/// Goes to a question, looks at the short answer, and grades: 1 knew it, 2
/// partly, 3 not yet.
async fn grade(browser: &Browser, hash: &str, grade: usize) -> Result<()> {
    go(browser, hash).await?;
    browser.click(".asking .more.primary").await?;
    let button = format!(".grades .choice:nth-child({grade})");
    browser.click(&button).await?;
    browser.wait_for(&format!("{button}[aria-pressed=true]")).await?;
    Ok(())
}

fn hash(list: &str, question: &InterviewQuestion) -> String {
    let joint = if list.is_empty() { "" } else { "&" };
    format!("#/interview?{list}{joint}question={}&lang=en", question.id)
}

async fn width(browser: &Browser) -> Result<Value> {
    browser.run("return document.documentElement.scrollWidth").await
}

#[test]
fn one_comes_from_the_course_and_the_whole_list_is_there() {
    in_page("index.html#/?lang=en", ".home", async |browser| {
        let interview = interview(Lang::En);
        browser.click("a#interview").await?;
        browser.wait_for_text(".interview h1", &interview.title).await?;
        assert_eq!(browser.run("return location.hash").await?, json!("#/interview?lang=en"));
        assert_eq!(browser.run("return document.activeElement.id").await?, json!("title"));
        assert_eq!(browser.count(".entry").await?, interview.questions.len());
        assert_eq!(browser.count(".part").await?, interview.topics.len());
        browser.run("history.back()").await?;
        browser.wait_for_text("h1", "Redis locks").await?;
        assert_eq!(browser.run("return document.activeElement.id").await?, json!("interview"));
        Ok(())
    });
}

#[test]
fn an_answer_is_told_bit_by_bit_by_keys_alone() {
    at_the_list(LIST, async |browser| {
        let focus = "return document.activeElement.id";
        let id = format!("interview-{}", first(&interview(Lang::En)).id);
        browser.run(&format!("document.getElementById('{id}').focus()")).await?;
        press(browser, Key::Enter).await?;
        browser.wait_for(".asking").await?;
        assert_eq!(browser.run(focus).await?, json!("title"));
        assert_eq!(browser.count(".answer-part, .grades").await?, 0);
        press(browser, Key::Tab).await?;
        press(browser, Key::Enter).await?;
        browser.wait_for("#short-answer").await?;
        assert_eq!(browser.run(focus).await?, json!("short-answer"));
        assert_eq!(browser.count(".answer-part").await?, 1);
        press(browser, Key::Tab).await?;
        press(browser, Key::Enter).await?;
        browser.wait_for("#rest-of-answer").await?;
        assert_eq!(browser.run(focus).await?, json!("rest-of-answer"));
        assert_eq!(browser.count(".answer-part").await?, 5);
        // Back at the list, where one was.
        browser.run("document.querySelector('.up a').focus()").await?;
        press(browser, Key::Enter).await?;
        browser.wait_for(".interview").await?;
        assert_eq!(browser.run(focus).await?, json!(id));
        Ok(())
    });
}

#[test]
fn the_list_has_only_what_is_wanted() {
    let interview = interview(Lang::En);
    let count = |is_in: &dyn Fn(&InterviewQuestion) -> bool| {
        interview.questions.iter().filter(|question| is_in(question)).count()
    };
    let topic = &interview.topics[1];
    let at_level = |level| count(&|question| question.level == level);
    let both = count(&|it| it.level == Level::Senior && it.topic == topic.id);
    let lesson = &first(&interview).walkthrough.lesson;
    let shown = count(&|question| question.walkthrough.lesson == *lesson);
    at_the_list(LIST, async |browser| {
        let entries = async |count: usize| -> Result<()> {
            let told = format!("{count} of {} questions", interview.questions.len());
            browser.wait_for_text(".listed", &told).await?;
            let found = browser.count(".entry").await?;
            ensure!(found == count, "{found} questions, and not {count}");
            Ok(())
        };
        browser.click(".levels label:nth-child(3)").await?;
        entries(at_level(Level::Senior)).await?;
        let choose = "const topics = document.querySelector('.topics'); topics.selectedIndex = 2; \
                      topics.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.run(choose).await?;
        browser.wait_for_text(".part h2", &topic.name).await?;
        entries(both).await?;
        let hash = format!("#/interview?topic={}&level=senior&lang=en", topic.id);
        assert_eq!(browser.run("return location.hash").await?, json!(hash));
        browser.run("location.reload()").await?;
        browser.wait_for(".levels label:nth-child(3) input:checked").await?;
        entries(both).await?;
        go(browser, &format!("#/interview?shown={lesson}")).await?;
        browser.wait_for(".shown-by").await?;
        entries(shown).await?;
        browser.click(".shown-by a").await?;
        browser.wait_for(".levels label:nth-child(1) input:checked").await?;
        entries(interview.questions.len()).await?;
        go(browser, "#/interview?topic=cooking&level=boss&question=what").await?;
        browser.wait_for(".interview").await?;
        entries(interview.questions.len()).await
    });
}

#[test]
fn grades_are_kept_and_what_did_not_come_comes_again_oldest_first() {
    let interview = interview(Lang::En);
    let [a, b, c] = [0, 1, 2].map(|index| &interview.questions[index]);
    at_the_list(LIST, async |browser| {
        grade(browser, &hash("", b), 2).await?;
        grade(browser, &hash("", a), 3).await?;
        grade(browser, &hash("", c), 1).await?;
        go(browser, "#/interview?lang=en").await?;
        let told = ["1 knew it", "1 partly", "1 not yet"];
        for (place, told) in (1..).zip(told) {
            browser.wait_for_text(&format!("main > .marks li:nth-child({place})"), told).await?;
        }
        browser.click(".again").await?;
        browser.wait_for_text(".again[aria-pressed=true]", "To repeat (2)").await?;
        assert_eq!(browser.count(".entry").await?, 2);
        browser.run("location.reload()").await?;
        browser.wait_for(&format!(".entry:nth-child(1) #interview-{}", b.id)).await?;
        browser.wait_for(&format!(".entry:nth-child(2) #interview-{}", a.id)).await?;
        // Whoever knows it now goes on to the other one all the same.
        browser.click(".interview .primary").await?;
        browser.wait_for_text(".of-question", "question 1 of 2").await?;
        grade(browser, &hash("again=1", b), 1).await?;
        browser.click(".asking .next-question").await?;
        browser.wait_for_text(".of-question", "question 2 of 2").await?;
        browser.wait_for_text(".asking .further", "the last question of this list").await?;
        browser.click(".up a").await?;
        browser.wait_for_text(".again", "To repeat (1)").await?;
        assert_eq!(browser.count(".entry").await?, 1);
        let kept = browser.run("return localStorage.getItem('lockstep-progress')").await?;
        let kept: Value = serde_json::from_str(kept.as_str().context("something kept")?)?;
        assert_eq!(kept["interview"][&a.id]["grade"], json!("not_yet"));
        assert_eq!(kept["interview"][&b.id]["grade"], json!("knew"));
        Ok(())
    });
}

#[test]
fn the_steps_of_an_answer_say_what_to_say_and_lead_on_and_back() {
    let interview = interview(Lang::En);
    let question = first(&interview);
    let steps: Vec<_> = question.walkthrough.stops.iter().map(|stop| stop.step).collect();
    at_the_list(LIST, async |browser| {
        go(browser, &hash("", question)).await?;
        browser.click(".asking .more").await?;
        browser.click(".asking .more.plain-button").await?;
        browser.click(".stops li:first-child .stop").await?;
        for (index, step) in steps.iter().enumerate() {
            at(browser, *step).await?;
            browser.wait_for_text(".walk .say", "Say:").await?;
            if index + 1 < steps.len() {
                browser.click(".walk .next-stop").await?;
            }
        }
        browser.wait_for_text(".walk", "That was the last step of the answer.").await?;
        // It is there after a reload, and at other steps only the way on is.
        browser.run("location.reload()").await?;
        browser.wait_for(".walk .say").await?;
        press(browser, Key::Home).await?;
        at(browser, 0).await?;
        browser.wait_for_text(".walk .next-stop", &format!("On to step {}", steps[0])).await?;
        assert_eq!(browser.count(".walk .say").await?, 0);
        browser.click(".walk .to-question").await?;
        browser.wait_for(".asking").await?;
        assert_eq!(browser.run("return location.hash").await?, json!(hash("", question)));
        // A lesson tells which questions it answers.
        go(browser, &format!("#/{}?lang=en", question.walkthrough.lesson)).await?;
        browser.wait_for(".stage").await?;
        assert_eq!(browser.count(".walk").await?, 0);
        browser.run("document.querySelector('.asked-about').click()").await?;
        browser.wait_for(&format!("#interview-{}", question.id)).await?;
        Ok(())
    });
}

#[test]
fn it_is_there_in_both_languages_and_on_a_phone() {
    at_the_list(LIST, async |browser| {
        browser.set_size(360, 640, true).await?;
        for lang in Lang::ALL {
            let (interview, code) = (interview(lang), lang.code());
            browser.click(&format!(".languages button[lang^={code}]")).await?;
            browser.wait_for_text("h1", &interview.title).await?;
            ensure!(width(browser).await? == json!(360), "the list in {code} is too wide");
            for question in &interview.questions {
                let hash = format!("#/interview?question={}&lang={code}", question.id);
                go(browser, &hash).await?;
                browser.wait_for(".more.primary").await?;
                browser.run("document.querySelector('.more').click()").await?;
                browser.wait_for("#short-answer").await?;
                browser.run("document.querySelector('.more').click()").await?;
                browser.wait_for("#rest-of-answer").await?;
                ensure!(width(browser).await? == json!(360), "{hash} is too wide");
            }
            go(browser, &format!("#/interview?lang={code}")).await?;
            browser.wait_for(".interview").await?;
        }
        Ok(())
    });
}

#[test]
fn pictures_of_it_are_kept_to_be_looked_at() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    let interview = interview(Lang::En);
    let question = interview.questions.iter().find(|question| question.disputed);
    let question = question.expect("a disputed question");
    let (walk, id) = (&question.walkthrough, &question.id);
    at_the_list(LIST, async |browser| {
        for (name, width, height) in [("wide", 1280, 800), ("narrow", 360, 640)] {
            browser.set_size(width, height, width < 720).await?;
            for (lang, scheme) in [("en", "light"), ("zh", "dark")] {
                browser.emulate_media(&[("prefers-color-scheme", scheme)]).await?;
                let file = |what: &str| folder.join(format!("interview-{name}-{lang}-{what}.png"));
                go(browser, &format!("#/interview?lang={lang}")).await?;
                browser.wait_for(&format!("html[lang^={lang}] .interview")).await?;
                browser.screenshot(&file("list")).await?;
                go(browser, &format!("#/interview?question={id}&lang={lang}")).await?;
                browser.wait_for(".asking").await?;
                browser.screenshot(&file("question")).await?;
                browser.run("document.querySelector('.more').click()").await?;
                browser.wait_for("#short-answer").await?;
                browser.run("document.querySelector('.more').click()").await?;
                browser.wait_for("#rest-of-answer").await?;
                browser.screenshot(&file("answer")).await?;
                browser.run("document.querySelector('.grades').scrollIntoView()").await?;
                browser.screenshot(&file("grades")).await?;
                let (lesson, variant, step) = (&walk.lesson, &walk.variant, walk.stops[0].step);
                let hash =
                    format!("#/{lesson}?variant={variant}&step={step}&interview={id}&lang={lang}");
                go(browser, &hash).await?;
                browser.wait_for(".walk .say").await?;
                browser.screenshot(&file("walk")).await?;
                assert!(fs::metadata(file("walk"))?.len() > 10_000);
            }
        }
        Ok(())
    });
}
