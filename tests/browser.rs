//! The page in a real browser: a lesson is stepped through, by mouse, by
//! keyboard, on a phone, from anywhere, in both languages.

use anyhow::{Result, ensure};
use fantoccini::key::Key;
use lockstep_tests::{Browser, in_browser, site};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const BROKEN: &str = "index.html#/04-wrong-delete?lang=en&variant=broken&step=";
const FIXED: &str = "index.html#/04-wrong-delete?lang=en&variant=fixed&step=";

/// Opens a page of the site, runs `test`, and looks whether the page complained
/// or asked anybody else for anything.
fn on_the_page(address: &str, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) {
    let run = in_browser(&site().expect("the built page"), async |browser| {
        // Without movement, so that what is clicked stays where it is.
        browser.emulate_media(&[("prefers-reduced-motion", "reduce")]).await?;
        browser.set_size(1280, 800, false).await?;
        browser.open(address).await?;
        browser.wait_for(".stage").await?;
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
        for step in 1..=10 {
            browser.click(".controls .forward").await?;
            at(browser, step).await?;
        }
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (0, 0));
        browser.click(".controls .forward").await?;
        at(browser, 11).await?;
        browser.wait_for("#now.is-violated").await?;
        browser.wait_for_text("#now", "A deleted B’s lock (lock:stock).").await?;
        browser.wait_for_text("#now .reply", "(integer) 1").await?;
        browser.wait_for_text(".banner", "A deleted B’s lock").await?;
        browser.wait_for_text(".narration", "that was B's lock").await?;
        assert_eq!(violated(browser).await?, 1);
        for step in 12..=14 {
            browser.click(".controls .forward").await?;
            at(browser, step).await?;
        }
        browser.wait_for_text("#now", "B and C are inside stock at the same time.").await?;
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (2, 2));
        browser.click(".controls .back").await?;
        at(browser, 13).await?;
        assert_eq!(violated(browser).await?, 1);
        browser.click(".controls .first").await?;
        at(browser, 0).await?;
        assert_eq!((violated(browser).await?, browser.count("tr.step").await?), (0, 0));
        Ok(())
    });
}

#[test]
fn the_fixed_release_answers_0_and_c_still_waits() {
    on_the_page(&format!("{FIXED}11"), async |browser| {
        browser.wait_for_text("#now .reply", "(integer) 0").await?;
        browser.wait_for_text("#now", "EVALSHA release.lua 1 lock:stock A-1").await?;
        browser.click("#now .script summary").await?;
        browser.wait_for_text("#now .script pre", "redis.call('GET', KEYS[1])").await?;
        at(browser, 11).await?;
        browser.click(".controls .last").await?;
        at(browser, 14).await?;
        browser.wait_for_text("#now", "still waiting").await?;
        browser.wait_for_text(".client-card.hue-2", "waits, asks again at +32.001 s").await?;
        assert_eq!((violated(browser).await?, browser.count(".is-violated").await?), (0, 0));
        // The same step of the other program, chosen by its name.
        browser.click(".segments label:first-child").await?;
        browser.wait_for("#now.is-violated").await?;
        at(browser, 14).await
    });
}

#[test]
fn what_is_shown_is_in_the_address_and_comes_back_from_it() {
    on_the_page(&format!("{FIXED}7"), async |browser| {
        at(browser, 7).await?;
        browser.click(".controls .forward").await?;
        at(browser, 8).await?;
        let hash = "#/04-wrong-delete?variant=fixed&step=8&lang=en";
        assert_eq!(browser.run("return location.hash").await?, json!(hash));
        browser.run("location.reload()").await?;
        at(browser, 8).await?;
        browser.wait_for_text("#now", "enters stock").await?;
        assert_eq!(browser.run("return location.hash").await?, json!(hash));
        browser.run("location.hash = '#/04-wrong-delete?variant=broken&step=11&lang=en'").await?;
        browser.wait_for("#now.is-violated").await?;
        Ok(())
    });
}

#[test]
fn nonsense_in_the_address_shows_what_makes_sense_of_it() {
    on_the_page("index.html#/04-wrong-delete?lang=en", async |browser| {
        for (nonsense, step) in [
            ("", 0),
            ("#", 0),
            ("#/%", 0),
            ("#/../../x?step=3", 3),
            ("#/04-wrong-delete?step=-1", 0),
            ("#/04-wrong-delete?step=99999999999999999999", 0),
            ("#/04-wrong-delete?step=99", 14),
            ("#/04-wrong-delete?variant=%00&step=2&lang=xx", 2),
            ("#/04-wrong-delete?schedule=v9%3A+A&step=4", 4),
            ("#/04-wrong-delete?schedule=%E0%A4%A&step=5", 5),
        ] {
            browser.run(&format!("location.hash = {}", Value::from(nonsense))).await?;
            at(browser, step).await?;
        }
        Ok(())
    });
}

#[test]
fn a_lesson_that_is_not_there_is_told_and_the_first_one_offered() {
    let run = in_browser(&site().expect("the built page"), async |browser| {
        browser.open("index.html#/no-such-lesson?lang=en").await?;
        browser.wait_for_text("#failure", "no-such-lesson.en.json: 404").await?;
        browser.click("#failure a").await?;
        at(browser, 0).await?;
        press(browser, Key::End).await?;
        browser.run("location.hash = '#/no-such-lesson?lang=zh'").await?;
        browser.wait_for_text(".notice", "no-such-lesson").await?;
        browser.click(".notice a").await?;
        at(browser, 0).await?;
        assert_eq!(browser.count(".notice").await?, 0);
        Ok(())
    });
    run.expect("a page that works");
}

#[test]
fn everything_can_be_done_without_a_mouse() {
    on_the_page(&format!("{BROKEN}0"), async |browser| {
        for step in 1..=11 {
            press(browser, Key::Right).await?;
            at(browser, step).await?;
        }
        browser.wait_for_text("#now", "A deleted B’s lock").await?;
        browser.press("v").await?;
        browser.wait_for_text("#now .reply", "(integer) 0").await?;
        press(browser, Key::Left).await?;
        at(browser, 10).await?;
        press(browser, Key::End).await?;
        at(browser, 14).await?;
        press(browser, Key::Home).await?;
        at(browser, 0).await?;
        browser.press(" ").await?;
        browser.wait_for(".controls .play[aria-label=Pause]").await?;
        browser.press(" ").await?;
        browser.wait_for(".controls .play[aria-label=Play]").await?;
        browser.press("?").await?;
        browser.wait_for("dialog[open]").await?;
        press(browser, Key::Right).await?;
        press(browser, Key::Escape).await?;
        browser.wait_for("dialog:not([open])").await?;
        at(browser, 0).await?;
        press(browser, Key::Right).await?;
        at(browser, 1).await?;
        // The first tab stop leads past everything else.
        press(browser, Key::Tab).await?;
        press(browser, Key::Enter).await?;
        let focused = browser.run("return document.activeElement.id").await?;
        assert_eq!(focused, json!("timeline"));
        at(browser, 1).await
    });
}

#[test]
fn buttons_and_the_slider_keep_their_own_keys() {
    on_the_page(&format!("{BROKEN}3"), async |browser| {
        browser.run("document.querySelector('.controls input').focus()").await?;
        press(browser, Key::Right).await?;
        at(browser, 4).await?;
        press(browser, Key::End).await?;
        at(browser, 14).await?;
        browser.press("v").await?;
        browser.run("document.querySelector('.controls .back').focus()").await?;
        browser.press(" ").await?;
        at(browser, 13).await?;
        press(browser, Key::Left).await?;
        at(browser, 12).await?;
        browser.run("document.querySelector('.segments input:checked').focus()").await?;
        press(browser, Key::Right).await?;
        browser.wait_for(".segments label:last-child input:checked").await?;
        at(browser, 12).await
    });
}

#[test]
fn the_learner_can_take_over_and_come_back() {
    on_the_page(&format!("{BROKEN}5"), async |browser| {
        // A gives its lock back at once, while it is still its own.
        browser.click(".offers .hue-0 button").await?;
        browser.wait_for_text("#now", "DEL lock:stock").await?;
        browser.wait_for_text(".fork", "forked after step 5").await?;
        assert_eq!(violated(browser).await?, 0);
        browser.click(".offers .hue-2 button").await?;
        browser.wait_for_text("#now .reply", "OK").await?;
        let hash = browser.run("return location.hash").await?;
        let schedule = "schedule=v1%3A%20A%20A%20A%20%2B5000%20A%20A%20C";
        assert!(hash.as_str().is_some_and(|hash| hash.ends_with(schedule)), "{hash}");
        browser.run("location.reload()").await?;
        browser.wait_for_text("#now .reply", "OK").await?;
        assert!(browser.find(".offers .hue-0 button").await?.attr("disabled").await?.is_some());
        browser.click(".fork button").await?;
        at(browser, 5).await?;
        browser.wait_for_text(".step-of", "of 14").await?;
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
    on_the_page(&format!("{BROKEN}11"), async |browser| {
        browser.click(".languages button[lang=zh-Hans]").await?;
        browser.wait_for_text("h1", "误删别人的锁").await?;
        browser.wait_for_text("#now", "A 删掉了 B 的锁（lock:stock）。").await?;
        browser.wait_for_text(".step-of", "第 11 步，共 14 步").await?;
        let lang = browser.run("return document.documentElement.lang + document.title").await?;
        assert_eq!(lang, json!("zh-Hans误删别人的锁 · Lockstep"));
        browser.open("index.html?again#/04-wrong-delete?step=2").await?;
        browser.wait_for_text(".step-of", "第 2 步").await?;
        browser.click(".languages button[lang=en]").await?;
        at(browser, 2).await
    });
}

#[test]
fn each_step_is_told_to_those_who_listen() {
    on_the_page(&format!("{BROKEN}0"), async |browser| {
        let told = async |step: usize| {
            browser.run("document.querySelector('.controls .forward').click()").await?;
            at(browser, step).await?;
            let script = "return document.querySelector('[role=status]').textContent.trim()";
            anyhow::Ok(browser.run(script).await?.as_str().unwrap_or_default().to_owned())
        };
        let first = "Step 1 of 14. A sends SET lock:stock A-1 NX EX 30. Redis answers OK. \
                     A now holds lock:stock.";
        assert_eq!(told(1).await?, first);
        assert_eq!(told(2).await?, "Step 2 of 14. A enters stock.");
        let rest = [told(3).await?, told(4).await?, told(5).await?, told(6).await?];
        let sixth = "Step 6 of 14. 25.001 s pass. lock:stock expires at +30.001 s.";
        assert_eq!(rest[3], sixth);
        Ok(())
    });
}

#[test]
fn it_plays_by_itself_up_to_the_first_violation() {
    on_the_page(&format!("{BROKEN}9"), async |browser| {
        browser.run("document.querySelector('.pace').selectedIndex = 2").await?;
        let changed =
            "document.querySelector('.pace').dispatchEvent(new Event('change', { bubbles: true }))";
        browser.run(changed).await?;
        browser.click(".controls .play").await?;
        at(browser, 11).await?;
        browser.wait_for(".controls .play[aria-label=Play]").await?;
        Ok(())
    });
}

#[test]
fn keys_pressed_in_a_hurry_and_windows_pulled_about_do_no_harm() {
    on_the_page(&format!("{BROKEN}0"), async |browser| {
        let (right, left) = (char::from(Key::Right), char::from(Key::Left));
        let hurry: String =
            [right, right, 'v', left, right, ' ', right].repeat(20).iter().collect();
        browser.press(&hurry).await?;
        for (width, height) in [(320, 480), (2400, 300), (721, 900), (719, 900), (1280, 800)] {
            browser.set_size(width, height, false).await?;
            browser.press(&right.to_string()).await?;
        }
        press(browser, Key::End).await?;
        at(browser, 14).await?;
        press(browser, Key::Home).await?;
        at(browser, 0).await
    });
}

#[test]
fn nothing_scrolls_sideways_on_a_phone() {
    for lang in ["en", "zh"] {
        on_the_page(&format!("index.html#/04-wrong-delete?lang={lang}"), async |browser| {
            browser.set_size(360, 640, true).await?;
            for variant in ["broken", "fixed"] {
                for step in [0, 6, 11, 14] {
                    let hash =
                        format!("#/04-wrong-delete?variant={variant}&step={step}&lang={lang}");
                    browser.run(&format!("location.hash = '{hash}'")).await?;
                    browser.wait_for_text(".step-of", &step.to_string()).await?;
                    let width = browser.run("return document.documentElement.scrollWidth").await?;
                    ensure!(width == json!(360), "{hash} is {width} wide");
                }
            }
            Ok(())
        });
    }
}

/// The built page with something changed.
fn on_a_changed_site(
    change: impl FnOnce(&Path) -> Result<()>,
    test: impl AsyncFnOnce(&mut Browser) -> Result<()>,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("some/folder");
    let run = copy(&site().expect("the built page"), &deep)
        .and_then(|()| change(&deep))
        .and_then(|()| in_browser(folder.path(), test));
    run.expect("a page that works");
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[test]
fn it_works_from_any_folder() {
    on_a_changed_site(
        |_| Ok(()),
        async |browser| {
            browser.open("some/folder/#/04-wrong-delete?lang=en&step=3").await?;
            browser.wait_for(".stage").await?;
            at(browser, 3).await?;
            browser.assert_no_console_errors().await?;
            browser.assert_only_loopback().await
        },
    );
}

#[test]
fn without_the_program_or_the_lesson_an_error_is_shown_above_the_text() {
    let check = |missing: &'static str, told: &'static str| {
        let remove = move |site: &Path| Ok(fs::remove_file(site.join(missing))?);
        on_a_changed_site(remove, async |browser| {
            browser.open("some/folder/index.html#/04-wrong-delete?lang=en").await?;
            browser.wait_for("#failure:not([hidden])").await?;
            browser.wait_for_text("#failure-detail", told).await?;
            browser.wait_for_text("#app", "The wrong delete").await
        });
    };
    check("app_bg.wasm", "");
    check("app.js", "");
    check("lessons/04-wrong-delete.en.json", "The lesson “04-wrong-delete” could not be loaded");
}

#[test]
fn pictures_of_it_are_kept_to_be_looked_at() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    on_the_page("index.html#/04-wrong-delete?lang=en", async |browser| {
        browser.emulate_media(&[("prefers-reduced-motion", "reduce")]).await?;
        for (name, width, height) in [("wide", 1280, 800), ("narrow", 390, 844)] {
            browser.set_size(width, height, width < 720).await?;
            for (lang, scheme) in [("en", "light"), ("zh", "dark")] {
                let media =
                    [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
                browser.emulate_media(&media).await?;
                for step in [0, 6, 11, 14] {
                    let hash = format!("#/04-wrong-delete?variant=broken&step={step}&lang={lang}");
                    browser.run(&format!("location.hash = '{hash}'")).await?;
                    browser
                        .wait_for(&format!(".controls input[aria-valuetext*='{step} ']"))
                        .await?;
                    browser.wait_for(&format!("html[lang^={lang}]")).await?;
                    let file = folder.join(format!("{name}-{lang}-{scheme}-{step:02}.png"));
                    browser.screenshot(&file).await?;
                    assert!(fs::metadata(&file)?.len() > 10_000, "{}", file.display());
                }
            }
        }
        Ok(())
    });
}
