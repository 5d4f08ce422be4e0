//! The browser that the tests of the page stand on: it does what it is told,
//! and sees what a test must see.

use fantoccini::key::Key;
use lockstep_tests::{Browser, in_browser};
use serde_json::json;
use std::fs;

const PAGE: &str = r#"<!doctype html>
<html lang="en"><title>A page</title><link rel="icon" href="data:,">
<input id="name"><button id="greet">greet</button><p id="said">nothing</p>
<script>
  const said = document.getElementById('said');
  document.getElementById('greet').onclick = () => setTimeout(() => {
    said.textContent = 'hello ' + document.getElementById('name').value;
  }, 50);
  document.onkeydown = (event) => { if (event.key === 'Escape') said.textContent = 'escaped'; };
</script></html>"#;

fn on_the_page(test: impl AsyncFnOnce(&mut Browser) -> anyhow::Result<()>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("index.html"), PAGE).expect("a file");
    let run = in_browser(folder.path(), async |browser| {
        browser.open("index.html").await?;
        test(browser).await
    });
    run.expect("a browser");
}

#[test]
fn the_browser_does_what_it_is_told() {
    on_the_page(async |browser| {
        browser.wait_for("#greet").await?;
        browser.type_into("#name", "Ada").await?;
        browser.click("#greet").await?;
        browser.wait_for_text("#said", "hello Ada").await?;
        browser.press(&char::from(Key::Escape).to_string()).await?;
        assert_eq!(browser.text("#said").await?, "escaped");
        assert_eq!(browser.count("button").await?, 1);

        let matches =
            async |query: &str| browser.run(&format!("return matchMedia('{query}').matches")).await;
        assert_eq!(matches("(prefers-color-scheme: dark)").await?, json!(false));
        browser.emulate_media(&[("prefers-color-scheme", "dark")]).await?;
        assert_eq!(matches("(prefers-color-scheme: dark)").await?, json!(true));

        browser.set_size(360, 640, true).await?;
        let file = tempfile::NamedTempFile::new()?;
        browser.screenshot(file.path()).await?;
        // Width and height stand at fixed places in a PNG.
        let png = fs::read(file.path())?;
        assert_eq!((&png[16..20], &png[20..24]), (&[0, 0, 1, 104][..], &[0, 0, 2, 128][..]));

        browser.assert_no_console_errors().await?;
        browser.assert_only_loopback().await
    });
}

#[test]
fn errors_in_the_page_and_addresses_elsewhere_are_seen() {
    on_the_page(async |browser| {
        browser.run("setTimeout(() => { throw new Error('broken'); })").await?;
        browser.run("console.error('told')").await?;
        let error = browser.assert_no_console_errors().await.unwrap_err().to_string();
        assert!(error.contains("broken") && error.contains("told"), "{error}");
        browser.assert_only_loopback().await?;
        browser.run("new Image().src = 'http://localhost:9/pixel.png'").await?;
        let error = browser.assert_only_loopback().await.unwrap_err().to_string();
        assert!(error.contains("http://localhost:9/pixel.png"), "{error}");
        Ok(())
    });
}

#[test]
fn a_missing_element_is_told_by_its_selector() {
    on_the_page(async |browser| {
        let error = browser.click("#absent").await.unwrap_err().to_string();
        assert_eq!(error, "finding `#absent`");
        Ok(())
    });
}
