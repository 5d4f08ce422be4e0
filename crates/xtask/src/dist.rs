//! The page as a folder of static files.

use crate::workspace::{root, target};
use crate::{lessons, module, setup};
use anyhow::{Context as _, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What every folder of ours holds, and hardly another one.
const MARK: &str = "app_bg.wasm";

/// Builds the page into `out`.
pub(crate) fn run(out: &Path) -> Result<()> {
    setup::page()?;
    let folder = root().join(out);
    build(&folder)?;
    print_sizes(&folder)?;
    eprintln!("written to {}", folder.display());
    Ok(())
}

/// Where `serve` and `test` have the page.
pub(crate) fn site() -> PathBuf {
    target().join("site")
}

/// Builds the page into `out`. What an earlier build left there goes once the
/// new one is complete.
pub(crate) fn build(out: &Path) -> Result<()> {
    check_is_ours(out, MARK)?;
    let staged = target().join("staged-site");
    clear(&staged, MARK)?;
    module::write("lockstep-web", "app", &staged)?;
    copy(&root().join("web/static"), &staged)?;
    lessons::write(&staged)?;
    clear(out, MARK)?;
    copy(&staged, out)
}

/// An empty folder in place of what was there, which must be ours.
pub(crate) fn clear(folder: &Path, mark: &str) -> Result<()> {
    check_is_ours(folder, mark)?;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("emptying {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))
}

/// A folder is ours if it is not there, is empty, or holds `mark`.
fn check_is_ours(folder: &Path, mark: &str) -> Result<()> {
    let is_ours = !folder.exists() || folder.join(mark).exists() || files(folder)?.is_empty();
    ensure!(
        is_ours,
        "{} holds something else: name a new folder or empty this one",
        folder.display()
    );
    Ok(())
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from)?);
        let folder = target.parent().context("a file is in a folder")?;
        fs::create_dir_all(folder)?;
        let copied = fs::copy(&file, &target);
        copied.with_context(|| format!("copying {}", file.display()))?;
    }
    Ok(())
}

/// Every file below a folder, in the order of names.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Prints each file with its size as it is and as it travels.
fn print_sizes(folder: &Path) -> Result<()> {
    let mut rows = Vec::new();
    for file in files(folder)? {
        let bytes = fs::read(&file)?;
        let name = file.strip_prefix(folder)?.display().to_string();
        rows.push((name, bytes.len(), gzip_size(&bytes)?));
    }
    let sum = |size: fn(&(String, usize, usize)) -> usize| rows.iter().map(size).sum();
    rows.push(("in all".to_owned(), sum(|row| row.1), sum(|row| row.2)));
    println!("{:>10} {:>10}  file", "bytes", "gzip");
    for (name, raw, gzip) in rows {
        println!("{raw:>10} {gzip:>10}  {name}");
    }
    Ok(())
}

fn gzip_size(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let unique = format!("lockstep-dist-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(unique);
        fs::create_dir_all(folder.join("deep")).unwrap();
        folder
    }

    #[test]
    fn only_a_folder_of_ours_is_cleared() {
        let check = |name: &str, file: &str, cleared: bool| {
            let folder = folder(name);
            fs::write(folder.join(file), "old").unwrap();
            assert_eq!(clear(&folder, MARK).is_ok(), cleared, "{name}");
            assert_eq!(files(&folder).unwrap().is_empty(), cleared, "{name}");
            fs::remove_dir_all(folder).unwrap();
        };
        check("ours", MARK, true);
        check("somebody-elses", "thesis.txt", false);
    }

    #[test]
    fn a_folder_is_copied_with_what_is_deep_in_it() {
        let (from, to) = (folder("from"), folder("to"));
        fs::write(from.join("deep/a.txt"), "a").unwrap();
        copy(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("deep/a.txt")).unwrap(), "a");
        fs::remove_dir_all(from).unwrap();
        fs::remove_dir_all(to).unwrap();
    }
}
