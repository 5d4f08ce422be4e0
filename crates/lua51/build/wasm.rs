//! What `wasm32-unknown-unknown` needs beyond a C compiler: a clang that turns
//! `longjmp` into a WebAssembly exception, and a C library.
//!
//! The headers are in `c/include`; the library is the one that rustup installs
//! with the target `wasm32-wasip1`. So clang is the only system package.

use crate::Error;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Older ones name the runtime functions of `setjmp` differently.
const OLDEST_CLANG: u32 = 19;
const NEWEST_CLANG: u32 = 30;

/// Renamed at compile time to the functions of `c/wasm.c`.
const NOT_FROM_LIBC: &[&str] = &[
    "fopen", "freopen", "fclose", "getc", "ungetc", "feof", "ferror", "fread", "fputs", "fprintf",
    "realloc", "free", "exit",
];

pub(crate) fn configure(build: &mut cc::Build, here: &Path) -> Result<(), Error> {
    let (clang, version) = find_clang()?;
    let archiver = find_archiver(version)?;
    build.compiler(clang).archiver(archiver);
    build.flag("-nostdlibinc").flag(format!("-isystem{}", here.join("c/include").display()));
    build.flag("-fno-builtin").flag("-mllvm").flag("-wasm-enable-sjlj");
    for name in NOT_FROM_LIBC {
        build.define(name, Some(format!("nolibc_{name}").as_str()));
    }
    // A third smaller, and scripts of a few lines are as fast.
    build.opt_level_str("s");
    build.file(here.join("c/wasm.c"));
    let libc = libc_folder()?;
    println!("cargo:rustc-link-search=native={}", libc.display());
    println!("cargo:rustc-link-lib=static=c");
    Ok(())
}

/// A clang that is new enough, with its version: `LOCKSTEP_CLANG`, else `clang`
/// and the versioned names, the oldest that will do first.
fn find_clang() -> Result<(String, u32), Error> {
    println!("cargo:rerun-if-env-changed=LOCKSTEP_CLANG");
    println!("cargo:rerun-if-env-changed=PATH");
    if let Ok(clang) = env::var("LOCKSTEP_CLANG") {
        return match clang_version(&clang) {
            Some(version) if version >= OLDEST_CLANG => Ok((clang, version)),
            Some(version) => Err(format!(
                "LOCKSTEP_CLANG={clang} is clang {version}: at least {OLDEST_CLANG} is needed"
            )
            .into()),
            None => Err(format!("LOCKSTEP_CLANG={clang} does not run as clang").into()),
        };
    }
    let versioned = (OLDEST_CLANG..=NEWEST_CLANG).map(|version| format!("clang-{version}"));
    let names = std::iter::once("clang".to_owned()).chain(versioned);
    let found = names
        .filter_map(|name| clang_version(&name).map(|version| (name, version)))
        .find(|&(_, version)| version >= OLDEST_CLANG);
    found.ok_or_else(|| {
        format!(
            "Lua for WebAssembly needs clang {OLDEST_CLANG} or newer, and there is none.\n\
             Install it with `cargo xtask setup`, or on Debian and Ubuntu with\n\
             \x20   sudo apt-get install clang-22 llvm-22\n\
             and elsewhere set LOCKSTEP_CLANG and LOCKSTEP_LLVM_AR to the two programs."
        )
        .into()
    })
}

/// The major version that `clang --version` tells.
fn clang_version(clang: &str) -> Option<u32> {
    let output = Command::new(clang).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once("clang version ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// GNU ar writes no index for WebAssembly objects, so it must be LLVM's.
fn find_archiver(version: u32) -> Result<String, Error> {
    println!("cargo:rerun-if-env-changed=LOCKSTEP_LLVM_AR");
    if let Ok(archiver) = env::var("LOCKSTEP_LLVM_AR") {
        return Ok(archiver);
    }
    let names = [format!("llvm-ar-{version}"), "llvm-ar".to_owned()];
    let runs = |name: &String| Command::new(name).arg("--version").output().is_ok();
    names.into_iter().find(runs).ok_or_else(|| {
        format!(
            "Lua for WebAssembly needs llvm-ar beside clang {version}, and there is none.\n\
             Install it with `cargo xtask setup`, or on Debian and Ubuntu with\n\
             \x20   sudo apt-get install llvm-{version}\n\
             and elsewhere set LOCKSTEP_LLVM_AR to the program."
        )
        .into()
    })
}

/// The folder with the `libc.a` of the target `wasm32-wasip1`.
fn libc_folder() -> Result<PathBuf, Error> {
    let output = Command::new(env::var("RUSTC")?).args(["--print", "sysroot"]).output()?;
    let sysroot = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    let folder = sysroot.join("lib/rustlib/wasm32-wasip1/lib/self-contained");
    if folder.join("libc.a").exists() {
        return Ok(folder);
    }
    Err("Lua for WebAssembly takes its C library from the target wasm32-wasip1, which is not \
         installed.\nInstall it with `cargo xtask setup`, or with\n\
         \x20   rustup target add wasm32-unknown-unknown wasm32-wasip1"
        .into())
}
