//! The Lua scripts of the locks.

use crate::Lock;
use lockstep_resp::{Blob, Command, Reply};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// A Lua script with the SHA1 under which a server that has seen it knows it.
#[derive(Debug)]
pub struct Script {
    /// What people call it; the name of its file.
    pub name: &'static str,
    /// The Lua source.
    pub body: &'static str,
    sha: LazyLock<String>,
    /// The same as a word of a command, so that no call has to copy it.
    sha_word: LazyLock<Blob>,
}

macro_rules! scripts {
    ($($constant:ident $file:literal),* $(,)?) => {
        $(pub(crate) static $constant: Script = Script {
            name: $file,
            body: include_str!(concat!("scripts/", $file)),
            sha: LazyLock::new(|| sha1_smol::Sha1::from($constant.body).digest().to_string()),
            sha_word: LazyLock::new(|| Blob::from($constant.sha().as_bytes())),
        };)*

        /// Every script that a lock may send.
        pub static SCRIPTS: &[&Script] = &[$(&$constant),*];
    };
}

scripts! {
    ACQUIRE "acquire.lua",
    ACQUIRE_FAIR "acquire_fair.lua",
    ACQUIRE_NAMED "acquire_named.lua",
    ACQUIRE_REENTRANT "acquire_reentrant.lua",
    EXTEND "extend.lua",
    EXTEND_OR_RESTORE "extend_or_restore.lua",
    EXTEND_REENTRANT "extend_reentrant.lua",
    RAISE_FENCE "raise_fence.lua",
    RELEASE "release.lua",
    RELEASE_FAIR "release_fair.lua",
    RELEASE_NAMED "release_named.lua",
    RELEASE_REENTRANT "release_reentrant.lua",
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
        SCRIPTS.iter().copied().find(|script| {
            let ours = if by_sha { script.sha() } else { script.body };
            ours.as_bytes() == &**what
        })
    }
}

/// The word that most commands begin with.
static EVALSHA: LazyLock<Blob> = LazyLock::new(|| Blob::from(&b"EVALSHA"[..]));

/// A number as a word of a command.
pub(crate) fn decimal(number: u64) -> Blob {
    Blob::from(itoa::Buffer::new().format(number).as_bytes())
}

/// Two scripts are the same if they have the same name: there is one of each.
impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Script {}

impl Hash for Script {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// One call of a script: by SHA1 first, with the whole body where the server
/// answers that it does not know it, and on no other error. A server may
/// forget its scripts at any time, so this holds for every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScriptCall {
    script: &'static Script,
    /// What to send.
    pub(crate) command: Command,
    sent_body: bool,
}

/// The first words follow from the script.
impl Hash for ScriptCall {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.script, self.sent_body).hash(state);
        self.command.words().get(2..).hash(state);
    }
}

impl ScriptCall {
    /// Whether the answer means that the body has to be sent too; then it is
    /// what to send.
    pub(crate) fn needs_body(&mut self, reply: &Reply) -> bool {
        let unknown = !self.sent_body && reply.error_code() == Some(b"NOSCRIPT");
        if unknown {
            self.sent_body = true;
            let eval = [b"EVAL", self.script.body.as_bytes()].map(Blob::from);
            let others = self.command.words().iter().skip(eval.len()).cloned();
            self.command = eval.into_iter().chain(others).collect::<Vec<_>>().into();
        }
        unknown
    }
}

/// A call of a script, word by word.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    script: &'static Script,
    words: Vec<Blob>,
    keys: usize,
}

/// How many keys there are, as a word.
static KEYS: LazyLock<[Blob; 5]> = LazyLock::new(|| [0, 1, 2, 3, 4].map(decimal));

impl Draft {
    /// The words before the keys.
    const HEAD: usize = 3;

    pub(crate) fn new(script: &'static Script) -> Self {
        let mut words = Vec::with_capacity(10);
        words.extend([&*EVALSHA, &*script.sha_word, &KEYS[0]].map(Blob::clone));
        Self { script, words, keys: 0 }
    }

    pub(crate) fn key(mut self, key: Blob) -> Self {
        self.words.insert(Self::HEAD + self.keys, key);
        self.keys += 1;
        self.words[Self::HEAD - 1] =
            KEYS.get(self.keys).map_or_else(|| decimal(self.keys as u64), Blob::clone);
        self
    }

    pub(crate) fn arg(mut self, arg: Blob) -> Self {
        self.words.push(arg);
        self
    }

    /// A number as an argument.
    pub(crate) fn number(self, number: u64) -> Self {
        self.arg(decimal(number))
    }

    /// The key of the lock's fence, if it is fenced.
    pub(crate) fn fence(self, lock: &Lock) -> Self {
        if lock.fenced { self.key(lock.fence_key()) } else { self }
    }

    /// The lock's channel as an argument, empty if nobody is to be told.
    pub(crate) fn channel(self, lock: &Lock) -> Self {
        let channel = if lock.notifies { lock.channel() } else { Blob::default() };
        self.arg(channel)
    }

    /// The whole call.
    pub(crate) fn call(self) -> ScriptCall {
        ScriptCall { script: self.script, command: self.words.into(), sent_body: false }
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
        let mut call = Draft::new(&RELEASE).key(Blob::from(&b"k"[..])).call();
        assert!(!call.needs_body(&Reply::error("ERR NOSCRIPT")));
        assert!(call.needs_body(&Reply::error("NOSCRIPT No matching script.")));
        assert_eq!(call.command, Command::new(["EVAL", RELEASE.body, "1", "k"]));
        assert!(!call.needs_body(&Reply::error("NOSCRIPT No matching script.")));
    }
}
