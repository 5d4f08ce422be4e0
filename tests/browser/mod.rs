//! The page in a real browser: a lesson is stepped through. The list and what is
//! asked: `course`; the questions of an `interview`; what is to be done:
//! `challenge`; without a mouse: `keys`; on a phone, from any folder, with something
//! missing: `places`.

mod challenge;
mod course;
mod interview;
mod keys;
mod places;

use anyhow::Result;
use fantoccini::key::Key;
use lockstep_tests::{Browser, in_browser, site};
use serde_json::json;

const BROKEN: &str = "index.html#/04-wrong-delete?lang=en&variant=broken&step=";
const FIXED: &str = "index.html#/04-wrong-delete?lang=en&variant=fixed&step=";

/// Opens a lesson and runs `test`.
fn on_the_page(address: &str, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) {
    in_page(address, ".stage", test);
}

/// Opens a page of the site, runs `test` once `ready` is there, and looks whether
/// the page complained or asked anybody else for anything.
fn in_page(address: &str, ready: &str, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) {
    let run = in_browser(&site().expect("the built page"), async |browser| {
        // Without movement, so that what is clicked stays where it is.
        browser.emulate_media(&[("prefers-reduced-motion", "reduce")]).await?;
        browser.set_size(1280, 800, false).await?;
        browser.open(address).await?;
        browser.wait_for(ready).await?;
        test(browser).await?;
        browser.assert_no_console_errors().await?;
        browser.assert_only_loopback().await
    });
    run.expect("a page that works");
}

/// Waits until this step is the one shown.
async fn at(browser: &Browser, step: usize) -> Result<()> {
    browser.wait_for_text(".step-of", &format!("Step {step} of")).await
}

async fn press(browser: &Browser, key: Key) -> Result<()> {
    browser.press(&char::from(key).to_string()).await
}

/// How many properties are told to be violated.
async fn violated(browser: &Browser) -> Result<usize> {
    browser.count(".lamps .violated").await
}

#[test]
fn the_broken_release_deletes_another_lock_and_lets_two_inside() {
    on_the_page("index.html#/04-wrong-delete?lang=en", async |browser| {
        browser.wait_for_text("h1", "The wrong delete").await?;
        for step in 1..=8 {
            browser.click(".controls .forward").await?;
            at(browser, step).await?;
        }
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (0, 0));
        browser.click(".controls .forward").await?;
        at(browser, 9).await?;
        browser.wait_for("#now.is-violated").await?;
        browser.wait_for_text("#now", "A deleted B’s lock (lock:stock).").await?;
        browser.wait_for_text("#now .reply", "(integer) 1").await?;
        browser.wait_for_text(".banner", "A deleted B’s lock").await?;
        browser.wait_for_text(".narration", "that was B's lock").await?;
        assert_eq!(violated(browser).await?, 1);
        for step in 10..=12 {
            browser.click(".controls .forward").await?;
            at(browser, step).await?;
        }
        browser.wait_for_text("#now", "B and C are inside stock at the same time.").await?;
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (2, 2));
        browser.click(".controls .back").await?;
        at(browser, 11).await?;
        assert_eq!(violated(browser).await?, 1);
        browser.click(".controls .first").await?;
        at(browser, 0).await?;
        assert_eq!((violated(browser).await?, browser.count("tr.step").await?), (0, 0));
        Ok(())
    });
}

#[test]
fn the_fixed_release_answers_0_and_c_still_waits() {
    on_the_page(&format!("{FIXED}9"), async |browser| {
        browser.wait_for_text("#now .reply", "(integer) 0").await?;
        browser.wait_for_text("#now", "EVALSHA release.lua 1 lock:stock A-1").await?;
        browser.click("#now .script summary").await?;
        browser.wait_for_text("#now .script pre", "redis.call('GET', KEYS[1])").await?;
        at(browser, 9).await?;
        browser.click(".controls .last").await?;
        at(browser, 12).await?;
        browser.wait_for_text("#now", "still waiting").await?;
        browser
            .wait_for_text(".client-card.hue-2", "waits, goes on at +32.001 s at the latest")
            .await?;
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (0, 0));
        // The same step of the other program, chosen by its name.
        browser.click(".segments label:first-child").await?;
        browser.wait_for("#now.is-violated").await?;
        at(browser, 12).await
    });
}

#[test]
fn what_is_shown_is_in_the_address_and_comes_back_from_it() {
    on_the_page(&format!("{FIXED}6"), async |browser| {
        at(browser, 6).await?;
        browser.click(".controls .forward").await?;
        at(browser, 7).await?;
        let hash = "#/04-wrong-delete?variant=fixed&step=7&lang=en";
        assert_eq!(browser.run("return location.hash").await?, json!(hash));
        browser.run("location.reload()").await?;
        at(browser, 7).await?;
        browser.wait_for_text("#now", "enters stock").await?;
        assert_eq!(browser.run("return location.hash").await?, json!(hash));
        browser.run("location.hash = '#/04-wrong-delete?variant=broken&step=9&lang=en'").await?;
        browser.wait_for("#now.is-violated").await?;
        Ok(())
    });
}

#[test]
fn the_learner_can_take_over_and_come_back() {
    on_the_page(&format!("{BROKEN}4"), async |browser| {
        // A gives its lock back at once, while it is still its own.
        browser.click(".offers .hue-0 button").await?;
        browser.wait_for_text("#now", "DEL lock:stock").await?;
        browser.wait_for_text(".fork", "forked after step 4").await?;
        assert_eq!(violated(browser).await?, 0);
        browser.click(".offers .hue-2 button").await?;
        browser.wait_for_text("#now .reply", "OK").await?;
        let hash = browser.run("return location.hash").await?;
        let schedule = "schedule=v1%3A%20A%20A%20%2B5000%20A%20A%20C";
        assert!(hash.as_str().is_some_and(|hash| hash.ends_with(schedule)), "{hash}");
        browser.run("location.reload()").await?;
        browser.wait_for_text("#now .reply", "OK").await?;
        assert!(browser.find(".offers .hue-0 button").await?.attr("disabled").await?.is_some());
        browser.click(".fork button").await?;
        at(browser, 4).await?;
        browser.wait_for_text(".step-of", "of 12").await?;
        assert_eq!(browser.count(".fork").await?, 0);
        // Time goes to the next event: just after the end of A's lock.
        browser.click(".offers .reply button").await?;
        browser.wait_for_text("#now", "lock:stock expires at +30.001 s").await?;
        assert_eq!(browser.count(".fork").await?, 0);
        Ok(())
    });
}

#[test]
fn the_language_changes_at_the_same_step_and_is_kept() {
    on_the_page(&format!("{BROKEN}9"), async |browser| {
        browser.click(".languages button[lang=zh-Hans]").await?;
        browser.wait_for_text("h1", "误删别人的锁").await?;
        browser.wait_for_text("#now", "A 删掉了 B 的锁（lock:stock）。").await?;
        browser.wait_for_text(".step-of", "第 9 步，共 12 步").await?;
        let lang = browser.run("return document.documentElement.lang + document.title").await?;
        assert_eq!(lang, json!("zh-Hans误删别人的锁 · Lockstep"));
        browser.open("index.html?again#/04-wrong-delete?step=2").await?;
        browser.wait_for_text(".step-of", "第 2 步").await?;
        browser.click(".languages button[lang=en]").await?;
        at(browser, 2).await
    });
}

#[test]
fn it_plays_by_itself_up_to_the_first_violation() {
    on_the_page(&format!("{BROKEN}8"), async |browser| {
        browser.run("document.querySelector('.pace').selectedIndex = 2").await?;
        let changed =
            "document.querySelector('.pace').dispatchEvent(new Event('change', { bubbles: true }))";
        browser.run(changed).await?;
        browser.click(".controls .play").await?;
        at(browser, 9).await?;
        browser.wait_for(".controls .play[aria-label=Play]").await?;
        Ok(())
    });
}
