//! From what the engine answers to Lua values.
#![expect(unsafe_code, reason = "Lua values are made on Lua's stack")]

use lockstep_resp::{Protocol, Reply};
use mlua_sys as lua;
use mlua_sys::lua_State;
use std::ffi::{CStr, c_char, c_int};

/// What a function of the table `redis` answers.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) value: Value,
    /// Whether the value is raised as an error.
    pub(super) raise: bool,
}

/// A value for Lua.
#[derive(Debug)]
pub(super) enum Value {
    /// The reply of a command, or no value at all.
    Reply(Option<Reply>),
    /// `{ok = …}`
    Status(Vec<u8>),
    /// `{err = …}`
    Error(Vec<u8>),
}

impl Answer {
    pub(super) const NOTHING: Self = Self::value(Value::Reply(None));

    pub(super) const fn value(value: Value) -> Self {
        Self { value, raise: false }
    }

    /// An error table with the code `ERR`.
    pub(super) fn error(message: &str) -> Self {
        Self::value(Value::Error(format!("ERR {message}").into_bytes()))
    }

    pub(super) fn raised(self) -> Self {
        Self { raise: true, ..self }
    }
}

/// Pushes the value; answers how many values that are, 0 or 1.
///
/// # Safety
///
/// `l` is a Lua thread inside a protected call. An error of Lua jumps over the
/// caller, which must own nothing that has to be freed.
pub(super) unsafe fn push(l: *mut lua_State, value: &Value, protocol: Protocol) -> c_int {
    // SAFETY: a C function has room for 20 values; no callee owns anything.
    unsafe {
        match value {
            Value::Reply(None) => return 0,
            Value::Reply(Some(reply)) => push_reply(l, reply, protocol),
            Value::Status(text) => push_table_of(l, c"ok", text),
            Value::Error(text) => push_table_of(l, c"err", text),
        }
    }
    1
}

/// Pushes a reply in the form in which Redis gives it to scripts that have
/// chosen this protocol.
///
/// # Safety
///
/// As for [`push`].
unsafe fn push_reply(l: *mut lua_State, reply: &Reply, protocol: Protocol) {
    // SAFETY: a level that has parts makes room for itself and for parts that have
    // none, and leaves one value; only borrowed values cross the calls.
    unsafe {
        match reply {
            Reply::Nil | Reply::NilArray if protocol == Protocol::Resp3 => lua::lua_pushnil(l),
            Reply::Nil | Reply::NilArray => lua::lua_pushboolean(l, 0),
            Reply::Integer(n) => lua::lua_pushnumber(l, *n as f64),
            Reply::Bulk(bytes) => push_bytes(l, bytes),
            Reply::Simple(text) => push_table_of(l, c"ok", text.as_bytes()),
            Reply::Error(text) => push_error(l, text),
            Reply::Array(items) | Reply::Push(items) => {
                make_room(l);
                // A nil leaves a hole, and Lua's `#` sees how large the table was made.
                let room = if protocol == Protocol::Resp3 { 0 } else { size(items.len()) };
                lua::lua_createtable(l, room, 0);
                for (at, item) in items.iter().enumerate() {
                    push_reply(l, item, protocol);
                    lua::lua_rawseti(l, -2, at as lua::lua_Integer + 1);
                }
            }
            Reply::Boolean(b) => lua::lua_pushboolean(l, c_int::from(*b)),
            Reply::BigNumber(text) => push_table_of(l, c"big_number", text),
            Reply::Double(text) => {
                lua::lua_createtable(l, 0, 1);
                push_bytes(l, text);
                lua::lua_pushnumber(l, lua::lua_tonumber(l, -1));
                lua::lua_setfield(l, -3, c"double".as_ptr());
                lua::lua_settop(l, -2);
            }
            Reply::Verbatim(format, text) => {
                lua::lua_createtable(l, 0, 1);
                push_table_of(l, c"string", text);
                push_bytes(l, format);
                lua::lua_setfield(l, -2, c"format".as_ptr());
                lua::lua_setfield(l, -2, c"verbatim_string".as_ptr());
            }
            Reply::Map(pairs) => {
                make_room(l);
                push_pairs(l, c"map", pairs.iter().map(|(k, v)| (k, v)), protocol);
            }
            Reply::Set(items) => {
                make_room(l);
                let pairs = items.iter().map(|item| (item, &Reply::Boolean(true)));
                push_pairs(l, c"set", pairs, protocol);
            }
        }
    }
}

/// Makes room for what one level of a reply pushes, down to the parts below.
///
/// # Safety
///
/// As for [`push`].
unsafe fn make_room(l: *mut lua_State) {
    // SAFETY: see `push_reply`.
    unsafe { lua::luaL_checkstack(l, 8, c"a reply that is too deep".as_ptr()) };
}

/// Pushes `{<name> = {<key> = <value>, …}}`.
///
/// # Safety
///
/// As for [`push`].
unsafe fn push_pairs<'a>(
    l: *mut lua_State,
    name: &CStr,
    pairs: impl Iterator<Item = (&'a Reply, &'a Reply)>,
    protocol: Protocol,
) {
    // SAFETY: see `push_reply`; the iterator borrows.
    unsafe {
        lua::lua_createtable(l, 0, 1);
        lua::lua_createtable(l, 0, 0);
        for (key, value) in pairs {
            push_reply(l, key, protocol);
            push_reply(l, value, protocol);
            lua::lua_rawset(l, -3);
        }
        lua::lua_setfield(l, -2, name.as_ptr());
    }
}

/// Pushes the error table of a command. Redis marks it as already counted in its
/// statistics, and puts `ERR` before an error that has no code.
///
/// # Safety
///
/// As for [`push`].
unsafe fn push_error(l: *mut lua_State, text: &[u8]) {
    // SAFETY: see `push_reply`.
    unsafe {
        lua::lua_createtable(l, 0, 2);
        push_bytes(l, if text.contains(&b' ') { b"" } else { b"ERR " });
        push_bytes(l, text);
        lua::lua_concat(l, 2);
        lua::lua_setfield(l, -2, c"err".as_ptr());
        lua::lua_pushboolean(l, 1);
        lua::lua_setfield(l, -2, c"ignore_error_stats_update".as_ptr());
    }
}

/// Pushes `{<field> = <text>}`.
///
/// # Safety
///
/// As for [`push`].
unsafe fn push_table_of(l: *mut lua_State, field: &CStr, text: &[u8]) {
    // SAFETY: see `push_reply`.
    unsafe {
        lua::lua_createtable(l, 0, 1);
        push_bytes(l, text);
        lua::lua_setfield(l, -2, field.as_ptr());
    }
}

/// # Safety
///
/// As for [`push`].
unsafe fn push_bytes(l: *mut lua_State, bytes: &[u8]) {
    // SAFETY: Lua copies the bytes, so the slice only has to live for the call.
    unsafe { lua::lua_pushlstring_(l, bytes.as_ptr().cast::<c_char>(), bytes.len()) };
}

/// How large to make a table at first.
pub(super) fn size(len: usize) -> c_int {
    c_int::try_from(len).unwrap_or(c_int::MAX)
}
