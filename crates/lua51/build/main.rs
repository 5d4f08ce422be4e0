//! Compiles Lua 5.1.5 for the target: the sources of the crate `lua-src`, with
//! the changes of `edits.rs`, and the C files beside this folder.

mod edits;
mod sources;
mod wasm;

use std::env;
use std::path::PathBuf;

type Error = Box<dyn std::error::Error>;

/// The files beside this folder that every target needs.
const OWN: &[&str] =
    &["bit.c", "cjson.c", "cjson_decode.c", "cjson_encode.c", "cmsgpack.c", "struct.c", "text.c"];

/// The files that reach into Lua: compiled as one with it, so that calls between
/// its parts cost nothing.
const INNER: &[&str] = &["lockstep.c", "run.c"];

fn main() -> Result<(), Error> {
    for watched in ["build", "c"] {
        println!("cargo:rerun-if-changed={watched}");
    }
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut sources = sources::edited(&PathBuf::from(env::var("OUT_DIR")?))?;
    sources.files.extend(INNER.iter().map(|name| here.join("c").join(name)));

    let mut build = cc::Build::new();
    build.include(here.join("c")).include(&sources.folder);
    build.file(sources.as_one()?).files(OWN.iter().map(|name| here.join("c").join(name)));
    build.warnings(false).force_frame_pointer(false).flag_if_supported("-fno-common");
    // Lua casts a number to see whether it is an integer. Else clang may take for
    // granted that it fits, and 2^31 and 2^63 become one key of a table.
    build.flag_if_supported("-fno-strict-float-cast-overflow");
    // Lua is an interpreter: without optimisation even tests of it crawl.
    build.opt_level(2);
    if env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        wasm::configure(&mut build, &here)?;
    }
    build.compile("lockstep_lua51");
    Ok(())
}
