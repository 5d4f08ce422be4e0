//! The page on this machine.

use crate::{dist, setup};
use anyhow::{Context as _, Result};
use tokio::{runtime, signal};

/// Builds the page and serves it until Ctrl-C. The address is the one line on
/// standard output.
pub(crate) fn run(port: u16) -> Result<()> {
    setup::page()?;
    let site = dist::site();
    dist::build(&site)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = lockstep_site::listen(port).await?;
        let address = listener.local_addr()?;
        if address.port() != port {
            eprintln!("port {port} is taken");
        }
        println!("http://{address}/");
        eprintln!("Ctrl-C ends it");
        tokio::select! {
            ended = lockstep_site::serve(listener, &site) => ended,
            pressed = signal::ctrl_c() => pressed.context("waiting for Ctrl-C"),
        }
    })
}
