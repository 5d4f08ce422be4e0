//! The engine in WebAssembly, in a real browser; and what the modules import.

use lockstep_tests::{in_browser, site, wasm_tests};
use std::path::Path;
use wasmparser::{Parser, Payload};

/// A module that imports from these was linked without part of its libc.
const FOREIGN: [&str; 2] = ["env", "wasi_snapshot_preview1"];

#[test]
fn the_modules_import_nothing_but_from_their_javascript() {
    let check = |folder: &Path, file: &str| {
        let path = folder.join(file);
        let module = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let imports = imports(&module);
        let foreign = imports.iter().filter(|(from, _)| FOREIGN.contains(&from.as_str()));
        assert_eq!(foreign.collect::<Vec<_>>(), Vec::<&(String, String)>::new(), "{file}");
    };
    check(&site().unwrap(), "app_bg.wasm");
    check(&wasm_tests().unwrap(), "tests_bg.wasm");
}

fn imports(module: &[u8]) -> Vec<(String, String)> {
    let mut imports = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(section) = payload.expect("a WebAssembly module") {
            for import in section.into_imports() {
                let import = import.expect("an import");
                imports.push((import.module.to_owned(), import.name.to_owned()));
            }
        }
    }
    imports
}

#[test]
fn every_transcript_gives_its_replies_on_the_engine_in_a_browser() {
    let run = in_browser(&wasm_tests().unwrap(), async |browser| {
        browser.open("index.html").await?;
        browser.wait_for("#report[data-failed]").await?;
        let report = browser.text("#report").await?;
        let count = async |name: &str| {
            let value = browser.find("#report").await?.attr(name).await?;
            anyhow::Ok(value.and_then(|value| value.parse::<usize>().ok()))
        };
        assert_eq!(count("data-failed").await?, Some(0), "{report}");
        assert!(count("data-passed").await? > Some(0), "{report}");
        browser.assert_no_console_errors().await?;
        browser.assert_only_loopback().await
    });
    run.unwrap();
}
