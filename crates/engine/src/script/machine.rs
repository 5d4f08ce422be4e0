//! A Lua machine: compiles scripts and runs them.
#![expect(unsafe_code, reason = "calls Lua where mlua would cost too much, or lose an error table")]

use super::answer::{fill, size};
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
    RunScript,
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
    /// # Safety
    ///
    /// `l` belongs to the machine of these names and has room for a value.
    pub(super) unsafe fn push(&self, l: *mut lua_State, name: Name) {
        let at = lua::lua_Integer::from(self.0[name as usize]);
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
                let functions: [lua::lua_CFunction; 3] =
                    [run_script, compile, ffi::lockstep_handler];
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
        Ok(Self { lua, state, names, compiled: BTreeMap::new() })
    }

    /// Whether it holds so much that a new machine should take its place.
    pub(super) fn is_full(&self, limits: ScriptLimits) -> bool {
        let is_full = || self.lua.used_memory() > limits.memory_bytes / 2;
        self.compiled.len() >= MAX_COMPILED
            || is_full() && (self.lua.gc_collect().is_err() || is_full())
    }

    /// The script as it is kept, compiled now unless it has been before.
    pub(super) fn compile(
        &mut self,
        sha: ScriptSha,
        body: &[u8],
    ) -> Result<Compiled, CommandError> {
        if let Some(&compiled) = self.compiled.get(&sha) {
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

    /// Runs the script of `run` with its keys and arguments.
    pub(super) fn run(&mut self, run: &mut Run<'_>, instructions: u64) -> Outcome {
        let l = self.state;
        let run: *mut Run<'_> = run;
        let mut request = RunRequest { run: run.cast(), names: &self.names, status: lua::LUA_OK };
        // SAFETY: `run` is not used otherwise until `lockstep_end`; `run_script`
        // gets what it expects; the stack is left as it was, and was made large
        // enough for the reader.
        unsafe {
            ffi::lockstep_begin(l, instructions, run.cast());
            let status = self.protected(Name::RunScript, (&raw mut request).cast());
            let out_of_instructions = ffi::lockstep_end(l) != 0;
            let outcome = if out_of_instructions {
                Outcome::OutOfInstructions
            } else if status == lua::LUA_OK && request.status == lua::LUA_OK {
                Outcome::Returned(Reader::new(l, &self.names, (*run).protocol()).reply())
            } else {
                Reader::new(l, &self.names, (*run).protocol()).error()
            };
            lua::lua_settop(l, -2);
            outcome
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

/// Sets a global to a list of strings: to a new table, or to the one of the
/// script before where that cannot be told from a new one. Nothing else of that
/// script is left that could have kept it.
///
/// # Safety
///
/// As for [`fill`]; the global is there.
unsafe fn set_words(l: *mut lua_State, names: &Names, name: Name, words: &[&[u8]]) {
    // SAFETY: see `run_script`.
    unsafe {
        names.push(l, name);
        lua::lua_rawget(l, lua::LUA_GLOBALSINDEX);
        let len = size(words.len());
        if ffi::lockstep_islist(lua::lua_topointer(l, -1), len) == 0 {
            let globals = lua::lua_topointer(l, lua::LUA_GLOBALSINDEX);
            names.push(l, name);
            lua::lua_createtable(l, len, 0);
            lua::lua_pushvalue(l, -1);
            lua::lua_replace(l, -4);
            // The global is there, so that setting it cannot fail in between.
            ffi::lockstep_setwritable(globals);
            lua::lua_rawset(l, lua::LUA_GLOBALSINDEX);
            ffi::lockstep_setreadonly(globals);
        }
        fill(l, words);
        lua::lua_settop(l, -2);
    }
}

struct RunRequest {
    run: *mut Run<'static>,
    names: *const Names,
    status: c_int,
}

/// Takes a [`RunRequest`] and runs its script; returns the result or the error.
unsafe extern "C-unwind" fn run_script(l: *mut lua_State) -> c_int {
    // SAFETY: `Machine::run` passes the request, which outlives this call;
    // nothing is owned when Lua raises an error, and no reference into the run
    // is alive while the script runs.
    unsafe {
        let request: *mut RunRequest = lua::lua_touserdata(l, 1).cast();
        let (run, names) = ((*request).run, &*(*request).names);
        lua::luaL_checkstack(l, READER_STACK, c"no memory to begin".as_ptr());
        set_words(l, names, Name::Keys, (*run).keys);
        set_words(l, names, Name::Argv, (*run).argv);
        names.push(l, Name::Handler);
        lua::lua_rawgeti(l, lua::LUA_REGISTRYINDEX, lua::lua_Integer::from((*run).function));
        (*request).status = lua::lua_pcall(l, 0, 1, -2);
        1
    }
}
