//! The program that drives Chromium, and its commands beyond the standard.

use crate::program;
use anyhow::{Context as _, Result, bail};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use url::{ParseError, Url};

/// How long it may take to start.
const START_TIME: Duration = Duration::from_secs(20);

/// A running chromedriver; it is killed when this value is dropped.
pub(crate) struct Chromedriver {
    process: Child,
    /// Kept open, since a program that cannot print ends.
    _output: Lines<BufReader<ChildStdout>>,
    port: u16,
}

impl Chromedriver {
    /// Starts it on a free port.
    pub(crate) async fn start() -> Result<Self> {
        let mut process = Command::new(by_variable("CHROMEDRIVER", &["chromedriver"])?)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("starting chromedriver")?;
        let output = process.stdout.take().context("chromedriver's output")?;
        let mut output = BufReader::new(output).lines();
        let port = tokio::time::timeout(START_TIME, port(&mut output)).await;
        Ok(Self {
            process,
            _output: output,
            port: port.context("chromedriver does not tell its port")??,
        })
    }

    /// A new browser with an empty profile in `profile`.
    pub(crate) async fn open_browser(&self, profile: &Path) -> Result<Client> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let capabilities = json!({
            "goog:chromeOptions": { "binary": by_variable("CHROME", &names)?, "args": arguments },
            "goog:loggingPrefs": { "performance": "ALL", "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else {
            bail!("capabilities are an object");
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await;
        client.context("starting Chromium")
    }

    /// Ends it.
    pub(crate) async fn end(mut self) -> Result<()> {
        self.process.kill().await.context("ending chromedriver")
    }
}

/// The port from the line that says that it has started.
async fn port(output: &mut Lines<BufReader<ChildStdout>>) -> Result<u16> {
    while let Some(line) = output.next_line().await? {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            let port = port.trim_end_matches('.').parse();
            return port.with_context(|| format!("chromedriver said: {line}"));
        }
    }
    bail!("chromedriver ended without telling its port")
}

/// The program that the variable names, or the first of `names` that is there.
fn by_variable(variable: &str, names: &[&str]) -> Result<PathBuf> {
    match std::env::var_os(variable) {
        Some(path) => Ok(PathBuf::from(path)),
        None => program(names),
    }
}

/// A command that only chromedriver knows.
#[derive(Debug)]
pub(crate) struct Extra {
    path: &'static str,
    body: Value,
}

impl Extra {
    /// A command of the DevTools protocol.
    pub(crate) fn devtools(name: &str, parameters: &Value) -> Self {
        let body = json!({ "cmd": name, "params": parameters });
        let path = "goog/cdp/execute";
        Self { path, body }
    }

    /// What was logged since the last time: `browser` or `performance`.
    pub(crate) fn log(kind: &str) -> Self {
        let (path, body) = ("se/log", json!({ "type": kind }));
        Self { path, body }
    }
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
