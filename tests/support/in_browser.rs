//! A browser from its start to its end.

use crate::Browser;
use crate::chromedriver::Chromedriver;
use anyhow::{Context as _, Result};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use tokio::runtime;

/// Serves `folder` on loopback, opens a fresh browser, runs `test` in it and
/// ends both, also when the test fails.
///
/// # Errors
///
/// The test's own; also a missing Chromium or chromedriver.
pub fn in_browser(folder: &Path, test: impl AsyncFnOnce(&mut Browser) -> Result<()>) -> Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let profile = tempfile::tempdir().context("a folder for the browser's profile")?;
    let (driver, mut browser) = runtime.block_on(async {
        let listener = lockstep_site::listen(0).await?;
        let address = listener.local_addr()?;
        let folder = folder.to_owned();
        tokio::spawn(async move { lockstep_site::serve(listener, &folder).await });
        let driver = Chromedriver::start().await?;
        let client = driver.open_browser(profile.path()).await?;
        let browser = Browser::new(client, address);
        anyhow::Ok((driver, browser))
    })?;
    // Chromium outlives a chromedriver that is killed, so a panic waits.
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browser))));
    let ended = runtime.block_on(async {
        let closed = browser.client.close().await;
        driver.end().await?;
        closed.context("closing Chromium")
    });
    result.unwrap_or_else(|panic| resume_unwind(panic)).and(ended)
}
