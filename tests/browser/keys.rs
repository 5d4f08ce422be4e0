//! Without a mouse, and without eyes.

use super::{BROKEN, at, on_the_page, press};
use fantoccini::key::Key;
use serde_json::json;

#[test]
fn everything_can_be_done_without_a_mouse() {
    on_the_page(&format!("{BROKEN}0"), async |browser| {
        for step in 1..=9 {
            press(browser, Key::Right).await?;
            at(browser, step).await?;
        }
        browser.wait_for_text("#now", "A deleted B’s lock").await?;
        browser.press("v").await?;
        browser.wait_for_text("#now .reply", "(integer) 0").await?;
        press(browser, Key::Left).await?;
        at(browser, 8).await?;
        press(browser, Key::End).await?;
        at(browser, 12).await?;
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
        at(browser, 12).await?;
        browser.press("v").await?;
        browser.run("document.querySelector('.controls .back').focus()").await?;
        browser.press(" ").await?;
        at(browser, 11).await?;
        press(browser, Key::Left).await?;
        at(browser, 10).await?;
        browser.run("document.querySelector('.segments input:checked').focus()").await?;
        press(browser, Key::Right).await?;
        browser.wait_for(".segments label:last-child input:checked").await?;
        at(browser, 10).await
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
        let first = "Step 1 of 12. A sends SET lock:stock A-1 NX EX 30. Redis answers OK. \
                     A now holds lock:stock.";
        assert_eq!(told(1).await?, first);
        assert_eq!(told(2).await?, "Step 2 of 12. A enters stock. A works until +5.0 s.");
        let rest = [told(3).await?, told(4).await?, told(5).await?];
        let fifth = "Step 5 of 12. 25.001 s pass. lock:stock expires at +30.001 s.";
        assert_eq!(rest[2], fifth);
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
        at(browser, 12).await?;
        press(browser, Key::Home).await?;
        at(browser, 0).await
    });
}
