//! Lua's sources: where they are, which are compiled, how they are changed.

use crate::{Error, edits};
use cargo_metadata::MetadataCommand;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files to compile and the folder with their headers.
pub(crate) struct Sources {
    pub(crate) folder: PathBuf,
    pub(crate) files: Vec<PathBuf>,
}

/// Programs, and libraries that touch the system: no script gets them.
const LEFT_OUT: &[&str] =
    &["lua.c", "luac.c", "print.c", "linit.c", "liolib.c", "loslib.c", "loadlib.c", "ldblib.c"];

/// Copies Lua's sources into `out` and changes them there.
pub(crate) fn edited(out: &Path) -> Result<Sources, Error> {
    let original = lua_src()?.join("lua-5.1.5");
    println!("cargo:rerun-if-changed={}", original.display());
    let folder = out.join("lua-5.1.5");
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    let mut changes: Vec<_> = edits::all().collect();
    for entry in fs::read_dir(&original)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let mut text = fs::read_to_string(&path)?;
        changes.retain(|change| change.file != name || !apply(change, &mut text));
        let copy = folder.join(name);
        fs::write(&copy, text)?;
        if name.ends_with(".c") && !LEFT_OUT.contains(&name) {
            files.push(copy);
        }
    }
    if let Some(change) = changes.first() {
        let (file, old, folder) = (change.file, change.old, original.display());
        return Err(format!(
            "{folder}/{file} does not have this text exactly once, which build/edits.rs changes:\n{old}"
        )
        .into());
    }
    files.sort();
    Ok(Sources { folder, files })
}

impl Sources {
    /// A file that includes all of them. What they need of each other need not be
    /// seen from outside then: Lua's headers know this way by its macro.
    pub(crate) fn as_one(&self) -> Result<PathBuf, Error> {
        // One of Lua's macros has the name of a function of stdio.h.
        let mut text = "#include <stdio.h>\n#define luaall_c\n".to_owned();
        for file in &self.files {
            let _ = writeln!(text, "#include {:?}", file.display().to_string());
        }
        let one = self.folder.join("all.c");
        fs::write(&one, text)?;
        Ok(one)
    }
}

/// Answers whether the text was there exactly once.
fn apply(change: &edits::Edit, text: &mut String) -> bool {
    let once = text.matches(change.old).count() == 1;
    if once {
        *text = text.replacen(change.old, change.new, 1);
    }
    once
}

/// The folder of the crate `lua-src`, which cargo has fetched for this build.
fn lua_src() -> Result<PathBuf, Error> {
    let metadata = |flags: &[&str]| {
        let mut command = MetadataCommand::new();
        command.cargo_path(env::var("CARGO")?);
        command.current_dir(env::var("CARGO_MANIFEST_DIR")?);
        command.other_options(flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>());
        Ok::<_, Error>(command.exec()?)
    };
    // Offline it fails where cargo has not yet fetched the packages of another
    // part of the workspace.
    let metadata = metadata(&["--locked", "--offline"]).or_else(|_| metadata(&["--locked"]))?;
    let package = metadata.packages.iter().find(|package| package.name == "lua-src");
    let manifest = package.map(|package| package.manifest_path.as_std_path());
    let folder = manifest.and_then(Path::parent);
    Ok(folder.ok_or("cargo metadata does not list the package lua-src")?.to_owned())
}
