//! What a script finds: the globals, all of them read-only.
#![expect(unsafe_code, reason = "makes functions of C, which no function of Rust can replace")]

use super::entry::redis_function;
use super::redis::{FUNCTIONS, NUMBERS, REDIS_VERSION};
use lockstep_lua51::{ffi, set_readonly};
use mlua::{Lua, LuaString, Table, Value};
use mlua_sys as lua;
use std::ffi::c_void;

/// The globals of Redis 7.0 that Lua brings.
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

/// Lays out the globals, and makes them read-only.
pub(super) fn furnish(lua: &Lua) -> mlua::Result<()> {
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
    // SAFETY: runs in a protected call, owns nothing, and leaves the stack as it was.
    unsafe { lua.exec_raw::<()>((), |l| ffi::lockstep_open_libraries(l))? };
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
