//! A Lua machine: compiles scripts and runs them.
#![expect(unsafe_code, reason = "calls Lua where mlua would cost too much, or lose an error table")]

use super::answer::size;
use super::entry::bytes_at;
use super::globals::furnish;
use super::result::{Outcome, READER_STACK, Reader};
use super::run::Run;
use super::shebang::{self, Declared};
use super::{ScriptLimits, ScriptSha};
use crate::CommandError;
use lockstep_lua51::ffi;
use lockstep_resp::Blob;
use mlua::{Lua, LuaOptions, StdLib};
use mlua_sys as lua;
use mlua_sys::lua_State;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

/// More compiled scripts than this are forgotten together.
const MAX_COMPILED: usize = 1000;

/// Things that Lua keeps for the engine, to be had without making a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    Compile,
    Handler,
    Keys,
    Argv,
    Err,
    Ok,
    Double,
    Map,
    Set,
    BigNumber,
    VerbatimString,
    Format,
    String,
    Source,
    Line,
}

/// The strings among them, in their order.
const STRINGS: &[&[u8]] = &[
    b"KEYS",
    b"ARGV",
    b"err",
    b"ok",
    b"double",
    b"map",
    b"set",
    b"big_number",
    b"verbatim_string",
    b"format",
    b"string",
    b"source",
    b"line",
];

/// Where each [`Name`] is in Lua's registry.
pub(super) struct Names([c_int; NAMES]);

const NAMES: usize = Name::Line as usize + 1;

impl Names {
    /// Where the registry has it.
    fn at(&self, name: Name) -> c_int {
        self.0[name as usize]
    }

    /// # Safety
    ///
    /// `l` belongs to the machine of these names and has room for a value.
    pub(super) unsafe fn push(&self, l: *mut lua_State, name: Name) {
        let at = lua::lua_Integer::from(self.at(name));
        // SAFETY: reading an element of a table makes nothing.
        unsafe { lua::lua_rawgeti(l, lua::LUA_REGISTRYINDEX, at) };
    }
}

/// One Lua machine with the scripts that it has compiled.
pub(super) struct Machine {
    lua: Lua,
    /// The main thread of `lua`, alive as long as that.
    state: *mut lua_State,
    names: Names,
    compiled: BTreeMap<ScriptSha, Compiled>,
    /// The one of them that was asked for last, and mostly is again.
    last: Option<(ScriptSha, Compiled)>,
}

/// A script that is ready to run.
#[derive(Clone, Copy)]
pub(super) struct Compiled {
    /// Where Lua's registry has its function.
    pub(super) function: c_int,
    pub(super) declared: Declared,
}

impl Machine {
    pub(super) fn new(limits: ScriptLimits) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        furnish(&lua)?;
        let (mut state, mut names) = (std::ptr::null_mut(), Names([0; NAMES]));
        let refs = &mut names.0;
        // SAFETY: runs in a protected call, owns nothing, and pops what it pushes.
        unsafe {
            lua.exec_raw::<()>((), |l| {
                state = l;
                let functions: [lua::lua_CFunction; 2] = [compile, ffi::lockstep_handler];
                for (at, function) in functions.into_iter().enumerate() {
                    lua::lua_pushcclosure(l, function, 0);
                    refs[at] = lua::luaL_ref(l, lua::LUA_REGISTRYINDEX);
                }
                for (at, string) in STRINGS.iter().enumerate() {
                    lua::lua_pushlstring_(l, string.as_ptr().cast(), string.len());
                    refs[at + functions.len()] = lua::luaL_ref(l, lua::LUA_REGISTRYINDEX);
                }
            })?;
        }
        // For mlua a limit of 0 is none.
        lua.set_memory_limit(limits.memory_bytes.max(1))?;
        Ok(Self { lua, state, names, compiled: BTreeMap::new(), last: None })
    }

    /// Whether it holds so much that a new machine should take its place.
    pub(super) fn is_full(&self, limits: ScriptLimits) -> bool {
        let is_full = || self.lua.used_memory() > limits.memory_bytes / 2;
        self.compiled.len() >= MAX_COMPILED
            || is_full() && (self.lua.gc_collect().is_err() || is_full())
    }

    /// The script as it is kept, if it has been compiled.
    #[inline]
    pub(super) fn compiled(&mut self, sha: ScriptSha) -> Option<Compiled> {
        match self.last {
            Some((last, compiled)) if last == sha => Some(compiled),
            _ => {
                let compiled = *self.compiled.get(&sha)?;
                self.last = Some((sha, compiled));
                Some(compiled)
            }
        }
    }

    /// The script as it is kept, compiled now unless it has been before.
    pub(super) fn compile(
        &mut self,
        sha: ScriptSha,
        body: &[u8],
    ) -> Result<Compiled, CommandError> {
        if let Some(compiled) = self.compiled(sha) {
            return Ok(compiled);
        }
        let (declared, body) = shebang::split(body)?;
        let mut request = CompileRequest { body, function: 0 };
        // SAFETY: `compile` gets what it expects, and the stack is left as it was.
        let message = unsafe {
            let status = self.protected(Name::Compile, (&raw mut request).cast());
            let message = bytes_at(self.state, -1).map(<[u8]>::to_vec);
            lua::lua_settop(self.state, -2);
            (status != lua::LUA_OK).then_some(message)
        };
        let Some(message) = message else {
            let compiled = Compiled { function: request.function, declared };
            self.compiled.insert(sha, compiled);
            return Ok(compiled);
        };
        let mut text = b"ERR Error compiling script (new function): ".to_vec();
        text.extend(message.unwrap_or_default());
        let one_line = text.iter().map(|&b| if matches!(b, b'\r' | b'\n') { b' ' } else { b });
        Err(CommandError::Text(one_line.collect::<Blob>()))
    }

    /// Runs the script of `run` with its keys and arguments. Answers what came
    /// of it, and how many instructions it ran.
    pub(super) fn run(&mut self, run: &mut Run<'_>, instructions: u64) -> (Outcome, u64) {
        let l = self.state;
        let run: *mut Run<'_> = run;
        let mut words = Words { run, names: &self.names };
        // SAFETY: `run` is not used otherwise until `lockstep_end`; `prepare` gets
        // what it expects; the stack is left as it was, and was made large enough
        // for the reader.
        unsafe {
            let (handler, function) = (self.names.at(Name::Handler), (*run).function);
            ffi::lockstep_begin(l, instructions, run.cast());
            let words = (&raw mut words).cast();
            let status = ffi::lockstep_run(l, handler, function, READER_STACK, prepare, words);
            let left = ffi::lockstep_end(l);
            let mut reader = Reader::new(l, &self.names, (*run).protocol());
            let outcome = if left == 0 {
                Outcome::OutOfInstructions
            } else if status == lua::LUA_OK {
                Outcome::Returned(reader.reply())
            } else {
                reader.error()
            };
            lua::lua_settop(l, -3);
            (outcome, instructions.saturating_sub(left))
        }
    }

    /// Calls a function with one argument and pushes its one result, or the
    /// error; answers Lua's status.
    ///
    /// # Safety
    ///
    /// The function finds at `argument` what it expects.
    unsafe fn protected(&self, function: Name, argument: *mut c_void) -> c_int {
        // SAFETY: between two scripts the stack is empty, with room for 20 values.
        unsafe {
            self.names.push(self.state, function);
            lua::lua_pushlightuserdata(self.state, argument);
            lua::lua_pcall(self.state, 1, 1, 0)
        }
    }
}

struct CompileRequest<'a> {
    body: &'a [u8],
    function: c_int,
}

/// Takes a [`CompileRequest`] and keeps the compiled script; raises what the
/// compiler says.
unsafe extern "C-unwind" fn compile(l: *mut lua_State) -> c_int {
    // SAFETY: `Machine::compile` passes the request, which outlives this call;
    // nothing is owned when Lua raises an error.
    unsafe {
        let request: *mut CompileRequest<'_> = lua::lua_touserdata(l, 1).cast();
        let body = (*request).body;
        let (text, len) = (body.as_ptr().cast(), body.len());
        if lua::luaL_loadbuffer(l, text, len, c"@user_script".as_ptr()) != lua::LUA_OK {
            lua::lua_error(l);
        }
        (*request).function = lua::luaL_ref(l, lua::LUA_REGISTRYINDEX);
        0
    }
}

/// What [`prepare`] needs.
struct Words<'a> {
    run: *const Run<'a>,
    names: *const Names,
}

/// Takes [`Words`] and sets the globals `KEYS` and `ARGV`.
unsafe extern "C-unwind" fn prepare(l: *mut lua_State, words: *mut c_void) {
    // SAFETY: `Machine::run` passes the words, which outlive this call; nothing is
    // owned when Lua raises an error, and no reference into the run is alive
    // while the script runs.
    unsafe {
        let words: *const Words<'_> = words.cast();
        let (run, names) = (&*(*words).run, &*(*words).names);
        for (which, name, words) in [(0, Name::Keys, run.keys), (1, Name::Argv, run.argv)] {
            let list = ffi::lockstep_list(l, which, names.at(name), size(words.len()));
            for (at, word) in words.iter().enumerate() {
                ffi::lockstep_setword(l, list, size(at), word.as_ptr().cast(), word.len());
            }
        }
    }
}
