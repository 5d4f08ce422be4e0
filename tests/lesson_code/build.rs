//! Finds the Rust programs of the lessons and makes a module of each.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons");
    println!("cargo:rerun-if-changed={}", lessons.display());
    let folders = fs::read_dir(&lessons).expect("the folder of the lessons");
    let folders = folders.map(|entry| entry.expect("a folder of it").path());
    let mut files: Vec<PathBuf> = folders.map(|folder| folder.join("code/rust.rs")).collect();
    files.retain(|file| file.is_file());
    files.sort();
    let modules = files.iter().enumerate().map(|(number, file)| {
        let file = file.canonicalize().expect("a file that is there");
        format!("#[path = {file:?}]\nmod lesson_{number};\n")
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("lessons.rs"), modules.collect::<String>()).expect("a new file");
}
