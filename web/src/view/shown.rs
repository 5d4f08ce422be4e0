//! Commands as people read them.

use lockstep_lock::Script;
use lockstep_resp::{Command, cli};

/// A command as people read it: a script goes by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// What stands before the script's name; the whole command if there is none.
    pub(crate) before: String,
    /// The script that it calls.
    pub(crate) script: Option<ScriptText>,
    /// What stands behind the script's name.
    pub(crate) behind: String,
}

/// A Lua script to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScriptText {
    /// The name of its file.
    pub(crate) name: &'static str,
    /// Its source.
    pub(crate) body: &'static str,
}

impl Shown {
    pub(crate) fn new(command: &Command) -> Self {
        let Some(script) = Script::called_by(command) else {
            let (before, behind) = (command.to_string(), String::new());
            return Self { before, script: None, behind };
        };
        let script = ScriptText { name: script.name, body: script.body };
        let before = String::from_utf8_lossy(command.name()).into_owned();
        let behind = command.args().iter().skip(1).map(|word| cli::quote_if_needed(word));
        let behind = behind.collect::<Vec<_>>().join(" ");
        Self { before, script: Some(script), behind }
    }

    /// All of it in one line.
    pub(crate) fn line(&self) -> String {
        match self.script {
            Some(script) => format!("{} {} {}", self.before, script.name, self.behind),
            None => self.before.clone(),
        }
    }
}
