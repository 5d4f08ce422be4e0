//! Lists the transcripts for the module, which has no files to read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&root).with_file_name("conformance");
    println!("cargo:rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("tests/conformance is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("tests/conformance can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(list, "(\"tests/conformance/{name}\", include_str!({file:?})),")
            .expect("writing to a string cannot fail");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("transcripts.rs"), list).expect("OUT_DIR can be written");
}
