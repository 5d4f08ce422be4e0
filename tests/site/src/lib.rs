//! Serves a folder on loopback as the page's host would: static files, no more.

use anyhow::{Context as _, Result};
use axum::Router;
use axum::http::{HeaderValue, header};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use tokio::net::TcpListener;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// A socket on 127.0.0.1 with this port, or with a free one where it is taken;
/// port 0 asks for a free one.
///
/// # Errors
///
/// No port is free.
pub async fn listen(port: u16) -> Result<TcpListener> {
    let address = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if let Ok(listener) = TcpListener::bind(address(port)).await {
        return Ok(listener);
    }
    let listener = TcpListener::bind(address(0)).await;
    listener.context("no free port on 127.0.0.1")
}

/// Serves `folder` for as long as the future is polled.
///
/// Browsers ask again for each file (`Cache-Control: no-cache`), so that a
/// rebuilt page is seen at once.
///
/// # Errors
///
/// The socket fails.
pub async fn serve(listener: TcpListener, folder: &Path) -> Result<()> {
    let no_cache = HeaderValue::from_static("no-cache");
    let fresh = SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, no_cache);
    let files = Router::new().fallback_service(ServeDir::new(folder));
    let server = axum::serve(listener, files.layer(fresh));
    server.await.context("serving the page")
}
