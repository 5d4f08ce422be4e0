//! From a package to a WebAssembly module with its JavaScript.

use crate::order;
use crate::workspace::{self, WASM, cargo};
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs};
use wasm_bindgen_cli_support::Bindgen;

/// Builds `package` for the browser and writes `NAME.js` and `NAME_bg.wasm`.
pub(crate) fn write(package: &str, name: &str, out: &Path) -> Result<()> {
    let built = compile(package)?;
    check_versions()?;
    Bindgen::new()
        .input_path(&built)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_producers_section(true)
        .generate(out)
        .with_context(|| format!("wasm-bindgen on {}", built.display()))?;
    let file = out.join(format!("{name}_bg.wasm"));
    let module = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    let ordered = order::by_name(&module)?;
    fs::write(&file, ordered).with_context(|| format!("writing {}", file.display()))
}

/// The module as cargo leaves it.
fn compile(package: &str) -> Result<PathBuf> {
    eprintln!("building {package} for {WASM}");
    let remap = format!("target.{WASM}.rustflags=[{}]", remapped_paths().join(","));
    let mut build = cargo(&["build", "--package", package, "--target", WASM]);
    build.args(["--profile", "page", "--config", &remap]);
    build.args(["--message-format", "json-render-diagnostics"]);
    let output = build.stderr(Stdio::inherit()).output();
    let output = output.context("running cargo build")?;
    ensure!(output.status.success(), "building {package} for {WASM} failed");
    let messages = String::from_utf8(output.stdout).context("cargo's messages")?;
    let modules = messages.lines().flat_map(|line| modules(line, package));
    modules.last().with_context(|| format!("{package} builds no .wasm"))
}

/// Paths of this machine, which panics would tell, in neutral words: the same
/// sources give the same bytes wherever they are built.
fn remapped_paths() -> Vec<String> {
    let home = env::home_dir().unwrap_or_default().join(".cargo");
    let cargo_home = env::var_os("CARGO_HOME").map_or(home, PathBuf::from);
    let pairs = [(cargo_home, "cargo"), (workspace::root(), "lockstep")];
    let flags = pairs.map(|(from, to)| {
        // A string of TOML is one of JSON here.
        Value::from(format!("--remap-path-prefix={}=/{to}", from.display())).to_string()
    });
    flags.into()
}

/// The .wasm files that a message of cargo says `package` has become.
fn modules(message: &str, package: &str) -> Vec<PathBuf> {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    let id = message["package_id"].as_str().unwrap_or_default();
    let is_package = id.split(['/', '#', '@']).any(|part| part == package);
    let files = message["filenames"].as_array().filter(|_| is_package);
    let files = files.into_iter().flatten().filter_map(Value::as_str);
    let modules = files.filter(|file| file.ends_with(".wasm"));
    modules.map(PathBuf::from).collect()
}

/// wasm-bindgen in the module and here must be of one version.
fn check_versions() -> Result<()> {
    let lock = fs::read_to_string(workspace::root().join("Cargo.lock")).context("Cargo.lock")?;
    let (library, tool) = (
        locked_version(&lock, "wasm-bindgen")?,
        locked_version(&lock, "wasm-bindgen-cli-support")?,
    );
    ensure!(
        library == tool,
        "wasm-bindgen {library} and wasm-bindgen-cli-support {tool} differ: give both the same \
         version, in Cargo.toml and crates/xtask/Cargo.toml"
    );
    Ok(())
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Result<&'a str> {
    let entry = format!("name = \"{package}\"\nversion = \"");
    let version = lock.split_once(&entry).and_then(|(_, rest)| rest.split('"').next());
    version.with_context(|| format!("{package} is not in Cargo.lock"))
}
