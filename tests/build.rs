//! Compiles what is preloaded into redis-server, a shared library (Linux only).

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=support/preload.c");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let library = out.join("preload.so");
    let compiler = cc::Build::new().warnings(true).get_compiler();
    let status = compiler
        .to_command()
        .args(["-shared", "-fPIC", "-O2", "-o"])
        .arg(&library)
        .args(["support/preload.c", "-ldl", "-pthread"])
        .status()
        .unwrap_or_else(|error| panic!("running the C compiler: {error}"));
    assert!(status.success(), "the C compiler refused support/preload.c");
    let library = fs::canonicalize(library).expect("the compiler has just written it");
    println!("cargo:rustc-env=LOCKSTEP_PRELOAD={}", library.display());
}
