//! Brings what is missing. Everything is looked for first, so that a second run
//! does nothing.

use crate::packages::{self, Package};
use crate::workspace::{self, WASM};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest clang that names the functions behind `setjmp` as we do.
pub(crate) const OLDEST_CLANG: u32 = 19;
const NEWEST_CLANG: u32 = 30;

/// Where the C library for WebAssembly comes from.
const WASI: &str = "wasm32-wasip1";

/// Where a Python is looked for that has redis-py; the tests look there too. The
/// system's own may stand behind another one on PATH.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// For the page.
pub(crate) fn page() -> Result<()> {
    rust(&[WASM, WASI], &[])?;
    system(&[Package::Clang])
}

/// For recording transcripts.
pub(crate) fn redis() -> Result<()> {
    system(&[Package::Redis])
}

/// For linting.
pub(crate) fn lint() -> Result<()> {
    rust(&[WASM, WASI], &["rustfmt", "clippy"])?;
    system(&[Package::Clang])
}

/// For everything.
pub(crate) fn everything() -> Result<()> {
    rust(&[WASM, WASI], &["rustfmt", "clippy"])?;
    system(&[
        Package::Clang,
        Package::Redis,
        Package::Chromium,
        Package::Chromedriver,
        Package::RedisPy,
    ])?;
    eprintln!("setup: all is there");
    Ok(())
}

fn rust(targets: &[&str], components: &[&str]) -> Result<()> {
    let sysroot = workspace::output(Command::new("rustc").args(["--print", "sysroot"]));
    let sysroot = PathBuf::from(sysroot.context("running `rustc --print sysroot`")?.trim());
    for target in targets {
        if !sysroot.join("lib/rustlib").join(target).exists() {
            rustup(&["target", "add", target])?;
        }
    }
    for component in components {
        if !has_component(&sysroot, component) {
            rustup(&["component", "add", component])?;
        }
    }
    Ok(())
}

fn has_component(sysroot: &Path, component: &str) -> bool {
    let program = match component {
        "rustfmt" => "rustfmt",
        other => &format!("cargo-{other}"),
    };
    which::which_in(program, Some(sysroot.join("bin")), ".").is_ok()
}

fn rustup(arguments: &[&str]) -> Result<()> {
    eprintln!("setup: rustup {}", arguments.join(" "));
    let told = arguments.join(" ");
    workspace::run(Command::new("rustup").args(arguments))
        .with_context(|| format!("without rustup, bring by other means what `rustup {told}` would"))
}

fn system(packages: &[Package]) -> Result<()> {
    let missing = |packages: &[Package]| -> Vec<Package> {
        packages.iter().copied().filter(|package| !package.is_there()).collect()
    };
    let wanted = missing(packages);
    if wanted.is_empty() {
        return Ok(());
    }
    packages::install(&wanted)?;
    let still = missing(&wanted);
    ensure!(still.is_empty(), "installed, but not found on PATH: {}", names(&still));
    Ok(())
}

/// The packages in words.
pub(crate) fn names(packages: &[Package]) -> String {
    let names: Vec<_> = packages.iter().map(|package| package.name()).collect();
    names.join(", ")
}

impl Package {
    fn is_there(self) -> bool {
        match self {
            Self::Clang => clang().is_ok(),
            Self::Redis => any_on_path(&["redis-server"]),
            Self::Chromium => {
                let names = ["chromium", "chromium-browser", "google-chrome"];
                std::env::var_os("CHROME").is_some() || any_on_path(&names)
            }
            Self::Chromedriver => {
                std::env::var_os("CHROMEDRIVER").is_some() || any_on_path(&["chromedriver"])
            }
            Self::RedisPy => PYTHONS.iter().any(|python| {
                workspace::output(Command::new(python).args(["-c", "import redis"])).is_some()
            }),
        }
    }
}

fn any_on_path(names: &[&str]) -> bool {
    names.iter().any(|name| which::which(name).is_ok())
}

/// The clang that the build of Lua takes, if its `llvm-ar` is there too.
fn clang() -> Result<()> {
    if std::env::var_os("LOCKSTEP_CLANG").is_some() {
        return Ok(());
    }
    let versioned = (OLDEST_CLANG..=NEWEST_CLANG).map(|version| format!("clang-{version}"));
    let names = std::iter::once("clang".to_owned()).chain(versioned);
    let version = names.filter_map(|name| clang_version(&name)).find(|&v| v >= OLDEST_CLANG);
    let version = version.context("no clang")?;
    let archivers = [format!("llvm-ar-{version}"), "llvm-ar".to_owned()];
    if !archivers.iter().any(|name| which::which(name).is_ok()) {
        bail!("no llvm-ar beside clang {version}");
    }
    Ok(())
}

fn clang_version(name: &str) -> Option<u32> {
    let program = which::which(name).ok()?;
    let text = workspace::output(Command::new(program).arg("--version"))?;
    let (_, rest) = text.split_once("clang version ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}
