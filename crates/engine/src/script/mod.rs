//! `EVAL`: the Lua machine, and what a script sees of the engine.
//!
//! # Layout
//!
//! - [`ScriptHost`]: one machine, made with the first script, and remade when
//!   its memory fills up.
//! - `machine`: a Lua machine; compiles scripts and runs them.
//! - `globals`: what a script finds there.
//! - `entry`: where Lua calls the engine. `redis`: the functions of that table.
//! - `answer`: from replies to Lua values. `result`: from Lua values to replies.
//! - `shebang`: the line `#!lua` of a script.
//!
//! The libraries `bit`, `cjson`, `cmsgpack` and `struct` are in `lockstep-lua51`.
//!
//! # What holds for every script
//!
//! Nothing that it does outlives it, except for what its commands wrote: the
//! globals are read-only, the random numbers begin anew, and what it sets about
//! the garbage collector or in `cjson` is undone. Writes before an error are
//! kept, as in Redis.
//!
//! It ends at its [`ScriptLimits`], whatever it tries: `pcall`, coroutines,
//! error handlers, long loops inside a function of C. One thing is not counted:
//! keys of a table that were chosen to collide in its hash.
//!
//! # What differs from Redis 7.0
//!
//! - `error({})` without a text is `ERR unknown error`; Redis 7.0.15 crashes.
//! - The random numbers of every script begin where those of the first script
//!   on a fresh server begin; Redis goes on from script to script.
//! - The options of `cjson` are the same at the start of every script; Redis
//!   keeps what a script sets for those that come after it.
//! - `cjson`, and `cmsgpack` as it unpacks, nest at most 1000 tables, whatever
//!   the options say.
//! - A reply nests at most 128 tables and has at most 1,000,000 parts.
//! - `redis.log`, `redis.set_repl`, `redis.breakpoint` and `redis.debug` check
//!   their arguments and do nothing: there is no log, no replica, no debugger.
//!   `redis.acl_check_cmd` allows every command that there is. `SCRIPT DEBUG`
//!   refuses `YES` and `SYNC`.
//! - A first line `#!` that is not UTF-8 is an invalid one.
//!
//! # Where unsafe code stands
//!
//! Lua raises an error by a long jump, which runs no destructor on its way. So a
//! function that can raise one owns nothing at that moment: what has to be freed
//! is parked in the `run::Run`, which lives outside of Lua.

mod answer;
#[cfg(any(test, feature = "testing"))]
mod cases;
mod entry;
mod globals;
mod machine;
mod redis;
mod result;
mod run;
mod sha;
mod shebang;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "testing"))]
pub use cases::{ENGINE_ONLY, ScriptCase};
pub use sha::ScriptSha;

use crate::CommandError;
use crate::call::Call;
use lockstep_resp::{Blob, Reply};
use machine::Machine;
use run::{Run, Script};
use shebang::Declared;
use std::cell::{Cell, RefCell};
use std::fmt;

/// The Lua machine with its compiled scripts: one a thread, shared by any
/// number of states, part of none.
///
/// The machine is made with the first script, so a host that runs none costs
/// nothing.
#[derive(Default)]
pub struct ScriptHost {
    limits: ScriptLimits,
    machine: RefCell<Option<Machine>>,
    instructions: Cell<u64>,
}

/// When a script is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptLimits {
    /// How many Lua instructions one script may run; it can overrun by 100.
    /// Work done in functions of C counts too, by its length, and an error
    /// that is raised counts 50. Beyond it the
    /// script ends with
    /// `ERR Error running script <sha>, it passed its limit of <n> instructions`.
    pub instructions: u64,
    /// How many bytes the Lua machine may hold, of which it needs about 50,000
    /// itself. Beyond it an allocation raises the Lua error `not enough memory`;
    /// a script that does not catch it ends with
    /// `ERR Error running script <sha>, not enough memory`.
    pub memory_bytes: usize,
}

impl Default for ScriptLimits {
    fn default() -> Self {
        Self { instructions: 5_000_000, memory_bytes: 64 << 20 }
    }
}

impl ScriptHost {
    /// A host with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// A host with these limits.
    pub fn with_limits(limits: ScriptLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// How many instructions all scripts have run on it, to the hundred: work
    /// that a caller may want to share out over time. Too many begin at 0 again.
    pub fn instructions(&self) -> u64 {
        self.instructions.get()
    }

    /// Compiles a script unless it has been before.
    ///
    /// # Errors
    ///
    /// What the compiler says, under `ERR Error compiling script`.
    pub(crate) fn compile(&self, sha: ScriptSha, body: &[u8]) -> Result<(), CommandError> {
        self.with_machine(|machine| machine.compile(sha, body).map(|_| ()))
    }

    /// Runs a script that the state of `call` has, on that state.
    ///
    /// # Errors
    ///
    /// What the compiler says, and that a script which declares nothing about
    /// writing was called by a command for reading.
    pub(crate) fn run(
        &self,
        call: &mut Call<'_>,
        sha: ScriptSha,
        access: Access,
        (keys, argv): (&[&[u8]], &[&[u8]]),
    ) -> Result<Reply, CommandError> {
        self.with_machine(|machine| {
            let compiled = match machine.compiled(sha) {
                Some(compiled) => compiled,
                None => {
                    let body = call.state.scripts.get(sha).ok_or(CommandError::NoScript)?;
                    machine.compile(sha, body)?
                }
            };
            let is_read_only = match (compiled.declared, access) {
                (Declared::Writes, Access::Reads) => return Err(refuses_to_read()),
                (Declared::NoWrites, _) | (_, Access::Reads) => true,
                (Declared::Nothing | Declared::Writes, Access::Writes) => false,
            };
            let script = Script { function: compiled.function, is_read_only };
            let mut run = Run::new(call, script, keys, argv);
            let (outcome, instructions) = machine.run(&mut run, self.limits.instructions);
            run.resume_panic();
            self.instructions.set(self.instructions.get().wrapping_add(instructions));
            Ok(outcome.into_reply(sha, self.limits))
        })
    }

    fn with_machine<T>(
        &self,
        work: impl FnOnce(&mut Machine) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        // A script cannot get here: EVAL and its like are not for scripts.
        let mut slot = self.machine.try_borrow_mut().map_err(|_| CommandError::NotFromScript)?;
        if slot.as_ref().is_some_and(|machine| machine.is_full(self.limits)) {
            *slot = None;
        }
        match &mut *slot {
            Some(machine) => work(machine),
            empty => {
                let machine = Machine::new(self.limits).map_err(|error| {
                    let text = format!("ERR Error creating the Lua machine: {error}");
                    CommandError::Text(Blob::from(text.as_bytes()))
                })?;
                work(empty.insert(machine))
            }
        }
    }
}

/// What the command that runs a script may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// `EVAL` and `EVALSHA`.
    Writes,
    /// `EVAL_RO` and `EVALSHA_RO`.
    Reads,
}

fn refuses_to_read() -> CommandError {
    let text = b"ERR Can not execute a script with write flag using *_ro command.";
    CommandError::Text(Blob::from(&text[..]))
}

impl fmt::Debug for ScriptHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptHost").field("limits", &self.limits).finish_non_exhaustive()
    }
}
