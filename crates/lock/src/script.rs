//! The Lua scripts of the locks.

use lockstep_resp::{Blob, Command, Reply};
use std::sync::LazyLock;

/// A Lua script with the SHA1 under which a server that has seen it knows it.
#[derive(Debug)]
pub struct Script {
    /// What people call it; the name of its file.
    pub name: &'static str,
    /// The Lua source.
    pub body: &'static str,
    sha: LazyLock<String>,
}

/// Deletes a lock if it is still ours.
pub(crate) static RELEASE: Script = Script {
    name: "release.lua",
    body: include_str!("scripts/release.lua"),
    sha: LazyLock::new(|| sha(RELEASE.body)),
};

/// Gives a lock a new time to live if it is still ours.
pub(crate) static EXTEND: Script = Script {
    name: "extend.lua",
    body: include_str!("scripts/extend.lua"),
    sha: LazyLock::new(|| sha(EXTEND.body)),
};

/// Every script that a lock may send.
pub static SCRIPTS: [&Script; 2] = [&EXTEND, &RELEASE];

fn sha(body: &str) -> String {
    sha1_smol::Sha1::from(body).digest().to_string()
}

impl Script {
    /// The SHA1 of the body: 40 hexadecimal digits in lower case.
    pub fn sha(&self) -> &str {
        &self.sha
    }

    /// The script that a command calls by its SHA1 or by its body, if it is
    /// one of [`SCRIPTS`].
    pub fn called_by(command: &Command) -> Option<&'static Script> {
        let [name, what, ..] = command.words() else {
            return None;
        };
        let by_sha = name.eq_ignore_ascii_case(b"EVALSHA");
        if !by_sha && !name.eq_ignore_ascii_case(b"EVAL") {
            return None;
        }
        SCRIPTS.into_iter().find(|script| {
            let ours = if by_sha { script.sha() } else { script.body };
            ours.as_bytes() == &**what
        })
    }
}

/// One call of a script with one key: by SHA1 first, with the whole body where
/// the server answers that it does not know it, and on no other error. A
/// server may forget its scripts at any time, so this holds for every call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ScriptCall {
    sha: &'static str,
    body: &'static str,
    key: Blob,
    args: Vec<Blob>,
    sent_body: bool,
}

impl ScriptCall {
    pub(crate) fn new(script: &'static Script, key: Blob, args: Vec<Blob>) -> Self {
        let (sha, body) = (script.sha(), script.body);
        Self { sha, body, key, args, sent_body: false }
    }

    /// What to send.
    pub(crate) fn command(&self) -> Command {
        let (name, what) = if self.sent_body { ("EVAL", self.body) } else { ("EVALSHA", self.sha) };
        let command = Command::new([name, what, "1"]).arg(&self.key);
        self.args.iter().fold(command, Command::arg)
    }

    /// Whether the answer means that the body has to be sent too; then
    /// [`ScriptCall::command`] holds it.
    pub(crate) fn needs_body(&mut self, reply: &Reply) -> bool {
        let unknown = !self.sent_body && reply.error_code() == Some(b"NOSCRIPT");
        self.sent_body |= unknown;
        unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_known_again_by_sha_and_by_body() {
        let check = |command: Command, name: Option<&str>| {
            assert_eq!(Script::called_by(&command).map(|s| s.name), name);
        };
        check(Command::new(["evalsha", RELEASE.sha(), "0"]), Some("release.lua"));
        check(Command::new(["EVAL", EXTEND.body, "0"]), Some("extend.lua"));
        check(Command::new(["EVAL", "return 1", "0"]), None);
        check(Command::new(["GET", RELEASE.sha()]), None);
        check(Command::new(["EVAL"]), None);
    }

    #[test]
    fn only_noscript_makes_it_send_the_body_and_only_once() {
        let mut call = ScriptCall::new(&RELEASE, Blob::from(&b"k"[..]), vec![]);
        assert!(!call.needs_body(&Reply::error("ERR NOSCRIPT")));
        assert!(call.needs_body(&Reply::error("NOSCRIPT No matching script.")));
        assert_eq!(call.command().name(), b"EVAL");
        assert!(!call.needs_body(&Reply::error("NOSCRIPT No matching script.")));
    }
}
