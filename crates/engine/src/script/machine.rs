//! A Lua machine as a script finds it.
#![expect(unsafe_code, reason = "calls Lua where mlua would cost too much, or lose an error table")]

use super::answer::{self, push_words};
use super::redis::{FUNCTIONS, NUMBERS, REDIS_VERSION};
use super::result::{Outcome, READER_STACK, Reader};
use super::run::Run;
use super::{ScriptLimits, ScriptSha};
use crate::CommandError;
use lockstep_lua51::{ffi, set_readonly};
use lockstep_resp::Blob;
use mlua::{Lua, LuaOptions, LuaString, StdLib, Table, Value};
use mlua_sys as lua;
use mlua_sys::lua_State;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The globals of Redis 7.0, less the libraries that are not there yet.
const GLOBALS: &[&str] = &[
    "_G",
    "_VERSION",
    "assert",
    "collectgarbage",
    "coroutine",
    "error",
    "gcinfo",
    "getmetatable",
    "ipairs",
    "load",
    "loadstring",
    "math",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "unpack",
    "xpcall",
];

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
    compiled: BTreeMap<ScriptSha, c_int>,
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

    /// The script in the form in which [`Run`] names it.
    pub(super) fn compile(&mut self, sha: ScriptSha, body: &[u8]) -> Result<c_int, CommandError> {
        if let Some(&function) = self.compiled.get(&sha) {
            return Ok(function);
        }
        let mut request = CompileRequest { body, function: 0 };
        // SAFETY: `compile` gets what it expects, and the stack is left as it was.
        let message = unsafe {
            let status = self.protected(Name::Compile, (&raw mut request).cast());
            let message = bytes_at(self.state, -1).map(<[u8]>::to_vec);
            lua::lua_settop(self.state, -2);
            (status != lua::LUA_OK).then_some(message)
        };
        let Some(message) = message else {
            self.compiled.insert(sha, request.function);
            return Ok(request.function);
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
                Outcome::Returned(Reader::new(l, &self.names).reply())
            } else {
                Reader::new(l, &self.names).error()
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

/// Lays out the globals, and makes them read-only.
fn furnish(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    let names = globals.pairs::<LuaString, Value>().map(|pair| Ok(pair?.0));
    for name in names.collect::<mlua::Result<Vec<_>>>()? {
        if !GLOBALS.iter().any(|global| name == *global) {
            globals.raw_set(name, Value::Nil)?;
        }
    }
    let function = |function: lua::lua_CFunction, upvalue: usize| {
        // SAFETY: runs in a protected call, owns nothing, and leaves one value.
        unsafe {
            lua.exec_raw::<mlua::Function>((), |l| {
                lua::lua_pushnumber(l, upvalue as f64);
                lua::lua_pushcclosure(l, function, 1);
            })
        }
    };
    let redis = lua.create_table()?;
    for (at, (name, _)) in FUNCTIONS.iter().enumerate() {
        redis.raw_set(*name, function(redis_function, at)?)?;
    }
    for &(name, number) in NUMBERS {
        redis.raw_set(name, number)?;
    }
    redis.raw_set("REDIS_VERSION", REDIS_VERSION)?;
    globals.raw_set("redis", redis)?;
    globals.raw_set("pcall", function(ffi::lockstep_pcall, 0)?)?;
    globals.raw_set("__redis__err__handler", function(ffi::lockstep_handler, 0)?)?;
    globals.raw_set("KEYS", lua.create_table()?)?;
    globals.raw_set("ARGV", lua.create_table()?)?;
    let metatable = lua.create_table()?;
    metatable.raw_set("__index", function(ffi::lockstep_missing, 0)?)?;
    globals.set_metatable(Some(metatable))?;
    let mut done = Vec::new();
    if let Some(strings) = lua.type_metatable::<LuaString>() {
        protect(&strings, &mut done)?;
    }
    protect(&globals, &mut done)
}

/// Makes a table, and all that can be reached from it, read-only.
fn protect(table: &Table, done: &mut Vec<*const c_void>) -> mlua::Result<()> {
    if done.contains(&table.to_pointer()) {
        return Ok(());
    }
    done.push(table.to_pointer());
    set_readonly(table);
    for pair in table.pairs::<Value, Value>() {
        if let Value::Table(inner) = pair?.1 {
            protect(&inner, done)?;
        }
    }
    table.metatable().map_or(Ok(()), |metatable| protect(&metatable, done))
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
        let globals = lua::lua_topointer(l, lua::LUA_GLOBALSINDEX);
        for (name, words) in [(Name::Keys, (*run).keys), (Name::Argv, (*run).argv)] {
            names.push(l, name);
            push_words(l, words);
            // The global is there, so that setting it cannot fail in between.
            ffi::lockstep_setwritable(globals);
            lua::lua_rawset(l, lua::LUA_GLOBALSINDEX);
            ffi::lockstep_setreadonly(globals);
        }
        names.push(l, Name::Handler);
        lua::lua_rawgeti(l, lua::LUA_REGISTRYINDEX, lua::lua_Integer::from((*run).function));
        (*request).status = lua::lua_pcall(l, 0, 1, -2);
        1
    }
}

/// A function of the table `redis`; its upvalue says which.
unsafe extern "C-unwind" fn redis_function(l: *mut lua_State) -> c_int {
    // SAFETY: a script runs, so there is a run, which outlives it and is used by
    // nobody else; `answer` returns before Lua can raise an error.
    unsafe {
        ffi::lockstep_charge(l, 1);
        let run: *mut Run<'_> = ffi::lockstep_host(l).cast();
        let which = lua::lua_tonumber(l, lua::lua_upvalueindex(1)) as usize;
        answer(l, which, &mut *run);
        let pushed = answer::push(l, &(*run).answer.value);
        if (*run).answer.raise {
            lua::lua_error(l);
        }
        pushed
    }
}

/// Lets a function answer into the run. A panic waits there until Lua is left.
fn answer(l: *mut lua_State, which: usize, run: &mut Run<'_>) {
    // SAFETY: counting the arguments cannot fail.
    let len = unsafe { lua::lua_gettop(l) };
    let len = usize::try_from(len).unwrap_or_default();
    let arguments = Arguments { l, len, on_stack: PhantomData };
    let (_, function) = FUNCTIONS[which];
    let answered = catch_unwind(AssertUnwindSafe(|| function(&arguments, run)));
    run.answer = answered.unwrap_or_else(|panic| {
        run.park_panic(panic);
        answer::Answer::error("internal error").raised()
    });
}

/// The arguments of a function that Lua has called.
pub(super) struct Arguments<'a> {
    l: *mut lua_State,
    len: usize,
    on_stack: PhantomData<&'a ()>,
}

/// One of them.
pub(super) enum Argument<'a> {
    Text(&'a [u8]),
    Number(f64),
    Other,
}

impl Arguments<'_> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Counted from 0.
    pub(super) fn get(&self, at: usize) -> Argument<'_> {
        let index = Self::index(at);
        // SAFETY: reading arguments makes no Lua value, so it cannot fail, and
        // they stay on the stack while `self` is borrowed.
        unsafe {
            match lua::lua_type(self.l, index) {
                lua::LUA_TSTRING => Argument::Text(bytes_at(self.l, index).unwrap_or_default()),
                lua::LUA_TNUMBER => Argument::Number(lua::lua_tonumber(self.l, index)),
                _ => Argument::Other,
            }
        }
    }

    /// The number that an argument is or, if a text, looks like.
    pub(super) fn number(&self, at: usize) -> Option<f64> {
        let index = Self::index(at);
        // SAFETY: as for `get`.
        unsafe {
            let is_number = lua::lua_isnumber(self.l, index) != 0;
            is_number.then(|| lua::lua_tonumber(self.l, index))
        }
    }

    fn index(at: usize) -> c_int {
        c_int::try_from(at + 1).unwrap_or(c_int::MAX)
    }
}

/// The bytes of a string; `None` for another value.
///
/// # Safety
///
/// The index is valid, and the value stays on the stack for the lifetime that
/// the caller gives the bytes.
pub(super) unsafe fn bytes_at<'a>(l: *mut lua_State, index: c_int) -> Option<&'a [u8]> {
    // SAFETY: Lua does not move strings, and reading one makes nothing.
    unsafe {
        if lua::lua_type(l, index) != lua::LUA_TSTRING {
            return None;
        }
        let mut len = 0;
        let bytes = lua::lua_tolstring(l, index, &raw mut len);
        (!bytes.is_null()).then(|| std::slice::from_raw_parts(bytes.cast(), len))
    }
}
