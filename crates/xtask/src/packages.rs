//! The system's packages.

use crate::setup::{OLDEST_CLANG, names};
use crate::workspace::{self, told};
use anyhow::{Context as _, Result, bail, ensure};
use std::process::Command;

/// What only the system's package manager brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// A clang that is new enough, with its `llvm-ar`.
    Clang,
    /// `redis-server`.
    Redis,
    /// Chromium or Chrome.
    Chromium,
    /// The program that drives it.
    Chromedriver,
    /// Python with redis-py, in which lessons have programs.
    RedisPy,
}

impl Package {
    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clang => "clang with llvm-ar",
            Self::Redis => "redis-server",
            Self::Chromium => "Chromium",
            Self::Chromedriver => "chromedriver",
            Self::RedisPy => "Python with redis-py",
        }
    }
}

/// A package manager that we know how to ask.
struct Installer {
    program: &'static str,
    install: &'static [&'static str],
    /// Whether it installs for everybody and must be root for it.
    as_root: bool,
    /// What it calls clang with `llvm-ar`, redis-server, Chromium, chromedriver,
    /// redis-py; empty for what it does not have under one name.
    names: [&'static str; 5],
    /// What a person has to do after it.
    then: &'static str,
}

/// The first that is there is asked.
const INSTALLERS: [Installer; 4] = [
    Installer {
        program: "apt-get",
        install: &["install", "-y", "-qq", "--no-install-recommends"],
        as_root: true,
        names: ["", "redis-server", "chromium", "chromium-driver", "python3-redis"],
        then: "",
    },
    Installer {
        program: "dnf",
        install: &["install", "-y"],
        as_root: true,
        names: ["clang llvm", "redis", "chromium", "chromedriver", "python3-redis"],
        then: "",
    },
    Installer {
        program: "pacman",
        install: &["-S", "--noconfirm", "--needed"],
        as_root: true,
        names: ["clang llvm", "redis", "chromium", "chromium", "python-redis"],
        then: "",
    },
    Installer {
        program: "brew",
        install: &["install"],
        as_root: false,
        names: ["llvm", "redis", "chromium", "chromedriver", ""],
        then: "set PATH to \"$(brew --prefix llvm)/bin:$PATH\" for clang",
    },
];

/// Installs them.
///
/// # Errors
///
/// Where we may not, the message is the command to type.
pub(crate) fn install(missing: &[Package]) -> Result<()> {
    let installer = INSTALLERS.iter().find(|m| which::which(m.program).is_ok());
    let Some(installer) = installer else {
        bail!("install by hand: {} (clang {OLDEST_CLANG} or newer)", names(missing));
    };
    let may = may_install(installer);
    if installer.program == "apt-get" && may {
        eprintln!("setup: apt-get update");
        workspace::run(&mut command(installer, &["update", "-qq"]))?;
    }
    let mut words = installer.install.to_vec();
    let packages: Vec<String> =
        missing.iter().map(|&package| installer.packages(package)).collect::<Result<_>>()?;
    words.extend(packages.iter().flat_map(|names| names.split(' ')));
    let mut command = command(installer, &words);
    if !may {
        let sudo = if installer.as_root { "sudo " } else { "" };
        let line = [&[installer.program], &words[..]].concat().join(" ");
        bail!("missing: {}. Type this, then try again:\n    {sudo}{line}", names(missing));
    }
    eprintln!("setup: {}", told(&command));
    workspace::run(&mut command)?;
    if !installer.then.is_empty() {
        eprintln!("setup: {}", installer.then);
    }
    Ok(())
}

impl Installer {
    fn packages(&self, package: Package) -> Result<String> {
        let index = match package {
            Package::Clang if self.program == "apt-get" => return newest_clang_of_apt(),
            Package::Clang => 0,
            Package::Redis => 1,
            Package::Chromium => 2,
            Package::Chromedriver => 3,
            Package::RedisPy => 4,
        };
        let name = self.names.get(index).copied().unwrap_or_default();
        ensure!(
            !name.is_empty(),
            "{} has no package for {}: install it by hand (`python3 -m pip install redis`)",
            self.program,
            package.name()
        );
        Ok(name.to_owned())
    }
}

/// Debian and Ubuntu have a package for each version.
fn newest_clang_of_apt() -> Result<String> {
    let mut search = Command::new("apt-cache");
    search.args(["search", "--names-only", "^clang-[0-9]+$"]);
    let found = workspace::output(&mut search).context("running apt-cache")?;
    let version = newest_clang(&found).with_context(|| {
        format!(
            "this system's packages have no clang from {OLDEST_CLANG} on: install one by \
             hand and set LOCKSTEP_CLANG and LOCKSTEP_LLVM_AR to it and its llvm-ar"
        )
    })?;
    Ok(format!("clang-{version} llvm-{version}"))
}

/// From lines such as `clang-19 - C, C++ and Objective-C compiler`.
fn newest_clang(found: &str) -> Option<u32> {
    let names = found.lines().filter_map(|line| line.split(' ').next());
    let versions = names.filter_map(|name| name.strip_prefix("clang-")?.parse().ok());
    versions.filter(|&version| version >= OLDEST_CLANG).max()
}

fn may_install(installer: &Installer) -> bool {
    let without_password = || workspace::output(Command::new("sudo").args(["-n", "true"]));
    !installer.as_root || is_root() || without_password().is_some()
}

fn is_root() -> bool {
    workspace::output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

/// The installer's command, as root where it must be, asking nothing.
fn command(installer: &Installer, words: &[&str]) -> Command {
    let mut command = if installer.as_root && !is_root() {
        let mut command = Command::new("sudo");
        command.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", installer.program]);
        command
    } else {
        let mut command = Command::new(installer.program);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    command.args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_clang_that_will_do_is_taken() {
        let check = |found: &str, version| assert_eq!(newest_clang(found), version, "{found:?}");
        check("clang-9 - C\nclang-21 - C\nclang-19 - C\n", Some(21));
        check("clang-14 - C\n", None);
        check("clang-tools-22 - tools\n", None);
        check("", None);
    }
}
