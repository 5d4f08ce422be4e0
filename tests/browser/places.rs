//! In any folder, at any address, on any screen, with something missing.

use super::{at, on_the_page};
use anyhow::{Result, ensure};
use lockstep_tests::{Browser, in_browser, site};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

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
fn nonsense_in_the_address_shows_what_makes_sense_of_it() {
    on_the_page("index.html#/04-wrong-delete?lang=en", async |browser| {
        for (nonsense, step) in [
            ("#/04-wrong-delete?step=-1", 0),
            ("#/04-wrong-delete?step=99999999999999999999", 0),
            ("#/04-wrong-delete?step=99", 12),
            ("#/04-wrong-delete?variant=%00&step=2&lang=xx", 2),
            ("#/04-wrong-delete?schedule=v9%3A+A&step=4", 4),
            ("#/04-wrong-delete?schedule=%E0%A4%A&step=5", 5),
        ] {
            browser.run(&format!("location.hash = {}", Value::from(nonsense))).await?;
            at(browser, step).await?;
        }
        for nonsense in ["", "#/%", "#/../../x?step=3", "#/?step=3&schedule=%00"] {
            browser.run("location.hash = '#/04-wrong-delete'").await?;
            browser.wait_for(".stage").await?;
            browser.run(&format!("location.hash = {}", Value::from(nonsense))).await?;
            browser.wait_for(".home").await?;
        }
        Ok(())
    });
}

#[test]
fn a_lesson_that_is_not_there_is_told_above_the_list() {
    let run = in_browser(&site().expect("the built page"), async |browser| {
        browser.open("index.html#/no-such-lesson?lang=en").await?;
        browser.wait_for_text(".notice", "There is no lesson “no-such-lesson”.").await?;
        // The address stays, so that a reload asks for the same.
        let hash = browser.run("return location.hash").await?;
        assert_eq!(hash, json!("#/no-such-lesson?lang=en"));
        browser.click(".entry a").await?;
        at(browser, 0).await?;
        assert_eq!(browser.count(".notice").await?, 0);
        browser.run("location.hash = '#/no-such-lesson?lang=zh'").await?;
        browser.wait_for_text(".notice", "没有“no-such-lesson”这一课").await?;
        browser.wait_for(".home").await?;
        Ok(())
    });
    run.expect("a page that works");
}

#[test]
fn nothing_scrolls_sideways_on_a_phone() {
    for lang in ["en", "zh"] {
        on_the_page(&format!("index.html#/04-wrong-delete?lang={lang}"), async |browser| {
            browser.set_size(360, 640, true).await?;
            for variant in ["broken", "fixed"] {
                for step in [0, 5, 9, 12] {
                    let hash =
                        format!("#/04-wrong-delete?variant={variant}&step={step}&lang={lang}");
                    browser.run(&format!("location.hash = '{hash}'")).await?;
                    browser.wait_for_text(".step-of", &step.to_string()).await?;
                    let width = browser.run("return document.documentElement.scrollWidth").await?;
                    ensure!(width == json!(360), "{hash} is {width} wide");
                }
            }
            browser.run(&format!("location.hash = '#/?lang={lang}'")).await?;
            browser.wait_for(".home").await?;
            browser.run("document.querySelector('.keep').open = true").await?;
            let width = browser.run("return document.documentElement.scrollWidth").await?;
            ensure!(width == json!(360), "the list in {lang} is {width} wide");
            Ok(())
        });
    }
}

#[test]
fn what_is_known_of_the_locks_can_be_read_in_both_languages() {
    for (lang, title, row) in [
        ("en", "What breaks which lock", "can a late DEL remove another's lock?"),
        ("zh", "哪种锁会被什么打破", "DEL 会删掉别人的锁吗？"),
    ] {
        on_the_page(&format!("index.html#/04-wrong-delete?lang={lang}"), async |browser| {
            browser.set_size(360, 640, true).await?;
            // The step bar lies over the lower end of the screen.
            let centre = "document.querySelector('.known').scrollIntoView({block: 'center'})";
            browser.run(centre).await?;
            browser.click(".known").await?;
            browser.wait_for_text("h1", title).await?;
            browser.wait_for_text("tbody tr", row).await?;
            let width = browser.run("return document.documentElement.scrollWidth").await?;
            ensure!(width == json!(360), "the table in {lang} is {width} wide");
            let scenarios = browser.count("tbody a[href$='.toml']").await?;
            ensure!(scenarios > 40, "only {scenarios} scenarios are linked");
            Ok(())
        });
    }
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
fn without_the_program_an_error_is_shown_above_the_text_of_the_lesson() {
    let check = |missing: &'static str| {
        let remove = move |site: &Path| Ok(fs::remove_file(site.join(missing))?);
        on_a_changed_site(remove, async |browser| {
            browser.open("some/folder/index.html#/04-wrong-delete?lang=zh").await?;
            browser.wait_for("#failure:not([hidden])").await?;
            browser.wait_for_text("#reading h1", "误删别人的锁").await?;
            browser.wait_for_text("#reading", "第 9 步").await?;
            // Its links lead where they did.
            browser.click("#reading a[href*='glossary.zh.html'], #reading a[href$='lang=zh']").await
        });
    };
    check("app_bg.wasm");
    check("app.js");
}

#[test]
fn without_the_program_the_list_is_there_to_be_read() {
    let remove = |site: &Path| Ok(fs::remove_file(site.join("app_bg.wasm"))?);
    on_a_changed_site(remove, async |browser| {
        browser.open("some/folder/index.html#/?lang=zh").await?;
        browser.wait_for("#failure:not([hidden])").await?;
        browser.wait_for_text("#reading article:not([hidden])", "误删别人的锁").await?;
        assert_eq!(browser.count("#reading article:not([hidden])").await?, 1);
        browser.click("#reading a[href='lessons/04-wrong-delete.zh.html']").await?;
        browser.wait_for_text("h1", "误删别人的锁").await
    });
}

#[test]
fn without_the_program_the_interview_is_there_to_be_read() {
    let remove = |site: &Path| Ok(fs::remove_file(site.join("app_bg.wasm"))?);
    on_a_changed_site(remove, async |browser| {
        browser.open("some/folder/index.html#/interview?lang=zh").await?;
        browser.wait_for("#failure:not([hidden])").await?;
        browser.wait_for_text("#reading h1", "分布式锁面试题").await?;
        browser.click("#reading a[href$='/lessons/interview-sheet.zh.html']").await?;
        browser.wait_for(".sheet .trap").await?;
        // On paper it is close together.
        browser.devtools("Emulation.setEmulatedMedia", &json!({ "media": "print" })).await?;
        let columns = "return getComputedStyle(document.querySelector('.sheet')).columnCount";
        assert_eq!(browser.run(columns).await?, json!("3"));
        Ok(())
    });
}

#[test]
fn an_interview_that_cannot_be_loaded_is_told_above_the_list() {
    let remove = |site: &Path| Ok(fs::remove_file(site.join("lessons/interview.en.json"))?);
    on_a_changed_site(remove, async |browser| {
        browser.open("some/folder/index.html#/interview?lang=en").await?;
        browser.wait_for_text(".notice", "The interview could not be loaded").await?;
        browser.wait_for_text(".home", "The wrong delete").await?;
        // Steps can do without it.
        browser.run("location.hash = '#/04-wrong-delete?step=3&interview=any'").await?;
        at(browser, 3).await
    });
}

#[test]
fn a_lesson_that_cannot_be_loaded_is_told_above_the_list() {
    let file = "lessons/04-wrong-delete.en.json";
    let remove = move |site: &Path| Ok(fs::remove_file(site.join(file))?);
    on_a_changed_site(remove, async |browser| {
        browser.open("some/folder/index.html#/04-wrong-delete?lang=en").await?;
        let told = "The lesson “04-wrong-delete” could not be loaded";
        browser.wait_for_text(".notice", told).await?;
        browser.wait_for_text(".home", "The wrong delete").await
    });
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
                for step in [0, 5, 9, 12] {
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
                browser.run(&format!("location.hash = '#/?lang={lang}'")).await?;
                browser.wait_for(".home").await?;
                browser.screenshot(&folder.join(format!("{name}-{lang}-{scheme}.png"))).await?;
                browser.run(&format!("location.hash = '#/04-wrong-delete?lang={lang}'")).await?;
                browser.wait_for(".stage").await?;
            }
        }
        Ok(())
    });
}
