//! Headless Chromium with a page served to it.

use crate::chromedriver::Extra;
use anyhow::{Context as _, Result, bail, ensure};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use url::Url;

/// How long the page may take until it shows what is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in headless Chromium, which only [`in_browser`] opens.
///
/// ```no_run
/// # fn main() -> anyhow::Result<()> {
/// lockstep_tests::in_browser(&lockstep_tests::site()?, async |browser| {
///     browser.open("index.html").await?;
///     browser.wait_for("main").await?;
///     browser.click("button.step").await?;
///     assert_eq!(browser.text("h1").await?, "Lockstep");
///     browser.assert_no_console_errors().await?;
///     browser.assert_only_loopback().await
/// })
/// # }
/// ```
pub struct Browser {
    pub(crate) client: Client,
    address: SocketAddr,
    console: Vec<ConsoleMessage>,
    requests: Vec<String>,
}

/// A line of the page's console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleMessage {
    /// `SEVERE`, `WARNING` or `INFO`.
    pub level: String,
    /// What it says, with its place first.
    pub text: String,
}

impl Browser {
    /// A browser for the page served at `address`.
    pub(crate) fn new(client: Client, address: SocketAddr) -> Self {
        let (console, requests) = (Vec::new(), Vec::new());
        Self { client, address, console, requests }
    }

    /// Goes to an address relative to the served folder.
    ///
    /// # Errors
    ///
    /// As for every method here: the browser has ended or refuses.
    pub async fn open(&self, relative: &str) -> Result<()> {
        let url = format!("http://{}/{relative}", self.address);
        self.client.goto(&url).await.with_context(|| format!("opening {url}"))
    }

    /// Waits until an element is there.
    ///
    /// # Errors
    ///
    /// It is not there after twenty seconds.
    pub async fn wait_for(&self, css: &str) -> Result<Element> {
        let wait = self.client.wait().at_most(PATIENCE);
        let element = wait.for_element(Locator::Css(css)).await;
        element.with_context(|| format!("waiting for `{css}`"))
    }

    /// Waits until an element's text contains `text`.
    ///
    /// # Errors
    ///
    /// It does not after twenty seconds; the message tells what it says instead.
    pub async fn wait_for_text(&self, css: &str, text: &str) -> Result<()> {
        let mut seen = String::new();
        let waiting = async {
            loop {
                seen = self.text(css).await.unwrap_or_else(|error| format!("{error:#}"));
                if seen.contains(text) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(()) => Ok(()),
            Err(_) => bail!("`{css}` does not say {text:?} but {seen:?}"),
        }
    }

    /// The element, which must be there now.
    ///
    /// # Errors
    ///
    /// It is not.
    pub async fn find(&self, css: &str) -> Result<Element> {
        let element = self.client.find(Locator::Css(css)).await;
        element.with_context(|| format!("finding `{css}`"))
    }

    /// How many elements there are now.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn count(&self, css: &str) -> Result<usize> {
        Ok(self.client.find_all(Locator::Css(css)).await?.len())
    }

    /// The text of an element as a reader sees it.
    ///
    /// # Errors
    ///
    /// There is no such element.
    pub async fn text(&self, css: &str) -> Result<String> {
        Ok(self.find(css).await?.text().await?)
    }

    /// Clicks on an element.
    ///
    /// # Errors
    ///
    /// There is no such element, or it cannot be clicked.
    pub async fn click(&self, css: &str) -> Result<()> {
        let clicked = self.find(css).await?.click().await;
        clicked.with_context(|| format!("clicking `{css}`"))
    }

    /// Types into an element; keys without a letter are in `fantoccini::key`.
    ///
    /// # Errors
    ///
    /// There is no such element, or it takes no keys.
    pub async fn type_into(&self, css: &str, keys: &str) -> Result<()> {
        let typed = self.find(css).await?.send_keys(keys).await;
        typed.with_context(|| format!("typing into `{css}`"))
    }

    /// Presses keys wherever the focus is.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn press(&self, keys: &str) -> Result<()> {
        let focused = self.client.active_element().await?;
        Ok(focused.send_keys(keys).await?)
    }

    /// Runs JavaScript, the body of a function, and answers what it returns.
    ///
    /// # Errors
    ///
    /// It threw.
    pub async fn run(&self, script: &str) -> Result<Value> {
        let result = self.client.execute(script, Vec::new()).await;
        result.with_context(|| format!("running `{script}`"))
    }

    /// Writes what the window shows to a PNG file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        let png = self.client.screenshot().await?;
        std::fs::write(path, png).with_context(|| path.display().to_string())
    }

    /// Makes the page that large, in CSS pixels; `mobile` also makes it a phone's.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn set_size(&self, width: u32, height: u32, mobile: bool) -> Result<()> {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", &size).await?;
        Ok(())
    }

    /// Makes media queries answer so: `[("prefers-color-scheme", "dark")]`.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn emulate_media(&self, features: &[(&str, &str)]) -> Result<()> {
        let features = features.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let media = json!({ "features": features.collect::<Vec<_>>() });
        self.devtools("Emulation.setEmulatedMedia", &media).await?;
        Ok(())
    }

    /// Sends a command of the DevTools protocol.
    ///
    /// # Errors
    ///
    /// The browser refuses it.
    pub async fn devtools(&self, name: &str, parameters: &Value) -> Result<Value> {
        let answer = self.client.issue_cmd(Extra::devtools(name, parameters)).await;
        answer.with_context(|| name.to_owned())
    }

    /// Everything that the console has shown so far.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn console(&mut self) -> Result<&[ConsoleMessage]> {
        for entry in self.log("browser").await? {
            let (level, text) = (told(&entry["level"]), told(&entry["message"]));
            self.console.push(ConsoleMessage { level, text });
        }
        Ok(&self.console)
    }

    /// Every address that the page has asked for so far.
    ///
    /// # Errors
    ///
    /// The browser has ended or refuses.
    pub async fn requests(&mut self) -> Result<&[String]> {
        for entry in self.log("performance").await? {
            let event: Value = serde_json::from_str(&told(&entry["message"]))?;
            let event = &event["message"];
            let parameters = &event["params"];
            match event["method"].as_str() {
                // The browser's own start page is not the page.
                Some("Network.requestWillBeSent")
                    if !told(&parameters["documentURL"]).starts_with("chrome:") =>
                {
                    self.requests.push(told(&parameters["request"]["url"]));
                }
                Some("Network.webSocketCreated") => {
                    self.requests.push(told(&parameters["url"]));
                }
                _ => {}
            }
        }
        Ok(&self.requests)
    }

    /// Fails if the console has shown an error.
    ///
    /// # Errors
    ///
    /// The errors.
    pub async fn assert_no_console_errors(&mut self) -> Result<()> {
        let console = self.console().await?.iter();
        let errors: Vec<_> = console.filter(|message| message.level == "SEVERE").collect();
        ensure!(errors.is_empty(), "the console shows errors: {errors:#?}");
        Ok(())
    }

    /// Fails if the page has asked anybody but its own host for anything.
    ///
    /// # Errors
    ///
    /// The addresses; also if it has asked for nothing at all.
    pub async fn assert_only_loopback(&mut self) -> Result<()> {
        let requests = self.requests().await?;
        ensure!(!requests.is_empty(), "the page has asked for nothing");
        let foreign: Vec<_> = requests.iter().filter(|request| !is_own(request)).collect();
        ensure!(foreign.is_empty(), "the page asked elsewhere: {foreign:#?}");
        Ok(())
    }

    async fn log(&self, kind: &str) -> Result<Vec<Value>> {
        match self.client.issue_cmd(Extra::log(kind)).await? {
            Value::Array(entries) => Ok(entries),
            other => bail!("the log is no list: {other}"),
        }
    }
}

fn told(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// On loopback, or nowhere on a network.
fn is_own(request: &str) -> bool {
    Url::parse(request).is_ok_and(|url| match url.scheme() {
        "data" | "blob" => true,
        _ => url.host_str() == Some("127.0.0.1"),
    })
}
