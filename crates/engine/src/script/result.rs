//! From what a script returns to a reply.
#![expect(unsafe_code, reason = "Lua values are read on Lua's stack")]

use super::entry::bytes_at;
use super::machine::{Name, Names};
use super::{ScriptLimits, ScriptSha};
use lockstep_lua51::format_number;
use lockstep_resp::{Blob, Protocol, Reply};
use mlua_sys as lua;
use mlua_sys::lua_State;

/// How a script ended.
pub(super) enum Outcome {
    /// It returned this.
    Returned(Reply),
    /// It raised an error, where that is known: the text, and `source:line`.
    Raised { text: Vec<u8>, place: Option<Vec<u8>> },
    /// It, or Lua itself, failed in a way that no error handler sees.
    Failed(Vec<u8>),
    /// It passed its limit of instructions.
    OutOfInstructions,
}

impl Outcome {
    #[inline]
    pub(super) fn into_reply(self, sha: ScriptSha, limits: ScriptLimits) -> Reply {
        match self {
            Self::Returned(reply) => reply,
            Self::Raised { text, place: None } => error(&text),
            Self::Raised { text, place: Some(place) } => {
                let script = format!(" script: {sha}, on ");
                error(&[&text, script.as_bytes(), &place, b"."].concat())
            }
            Self::Failed(message) => {
                let script = format!("ERR Error running script {sha}, ");
                error(&[script.as_bytes(), &message[..message.len().min(100)]].concat())
            }
            Self::OutOfInstructions => {
                let limit = limits.instructions;
                let text = format!(
                    "ERR Error running script {sha}, it passed its limit of {limit} instructions"
                );
                Reply::error(text)
            }
        }
    }
}

/// An error travels on one line, and loses the line breaks at its end.
fn error(text: &[u8]) -> Reply {
    let end = text.iter().rposition(|b| !matches!(b, b'\r' | b'\n')).map_or(0, |at| at + 1);
    Reply::Error(one_line(&text[..end]).collect())
}

fn one_line(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter().map(|&b| if matches!(b, b'\r' | b'\n') { b' ' } else { b })
}

/// Redis passes these texts on as strings of C, which end at a zero byte.
fn c_string(text: &[u8]) -> &[u8] {
    text.split(|&b| b == 0).next().unwrap_or_default()
}

/// Reads values from the top of the stack. No step of it makes a Lua value, so
/// that none can raise an error.
pub(super) struct Reader<'a> {
    l: *mut lua_State,
    names: &'a Names,
    protocol: Protocol,
    parts: usize,
}

/// How deep a reply may nest.
const MAX_DEPTH: usize = 128;

/// How many parts a reply may have.
const MAX_PARTS: usize = 1_000_000;

/// Stack that [`Reader`] needs for the deepest reply.
pub(super) const READER_STACK: i32 = 4 * (MAX_DEPTH as i32 + 1);

impl<'a> Reader<'a> {
    /// # Safety
    ///
    /// `l` has room for [`READER_STACK`] values, a value on top, and no limit of
    /// instructions in force; `names` are its names.
    pub(super) unsafe fn new(l: *mut lua_State, names: &'a Names, protocol: Protocol) -> Self {
        Self { l, names, protocol, parts: 0 }
    }

    /// The value on top as a reply, by the rules for the protocol that the
    /// script has chosen.
    pub(super) fn reply(&mut self) -> Reply {
        self.value(0)
    }

    /// The value on top as the error of a script.
    pub(super) fn error(&self) -> Outcome {
        if self.kind() != lua::LUA_TTABLE {
            let message = self.text().unwrap_or(b"execution failure");
            return Outcome::Failed(c_string(message).to_vec());
        }
        let text = self.field(Name::Err, Self::printed);
        let text = text.unwrap_or_else(|| b"ERR unknown error".to_vec());
        let source = self.field(Name::Source, Self::printed);
        let line = self.field(Name::Line, Self::printed);
        let place = source.zip(line).map(|(source, line)| [&source[..], b":", &line].concat());
        Outcome::Raised { text: c_string(&text).to_vec(), place }
    }

    fn value(&mut self, depth: usize) -> Reply {
        self.parts += 1;
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return Reply::error("ERR reached lua stack limit");
        }
        match self.kind() {
            lua::LUA_TSTRING => self.text().map_or(Reply::Nil, Reply::bulk),
            lua::LUA_TNUMBER => Reply::Integer(integer(self.number())),
            lua::LUA_TBOOLEAN => self.boolean(),
            lua::LUA_TTABLE => self.table(depth),
            _ => Reply::Nil,
        }
    }

    fn boolean(&self) -> Reply {
        // SAFETY: reading a boolean cannot fail.
        let is_true = unsafe { lua::lua_toboolean(self.l, -1) } != 0;
        match self.protocol {
            Protocol::Resp3 => Reply::Boolean(is_true),
            Protocol::Resp2 if is_true => Reply::Integer(1),
            Protocol::Resp2 => Reply::Nil,
        }
    }

    fn table(&mut self, depth: usize) -> Reply {
        let line = |text: &[u8]| one_line(c_string(text)).collect::<Vec<u8>>();
        if let Some(text) = self.field(Name::Err, Self::owned_text) {
            return error(c_string(&text));
        }
        if let Some(text) = self.field(Name::Ok, Self::owned_text) {
            return Reply::Simple(String::from_utf8_lossy(&line(&text)).into_owned().into());
        }
        if let Some(number) = self.field(Name::Double, Self::owned_number) {
            return Reply::Double(Blob::from(format_number(number, 17)));
        }
        if let Some(map) = self.field_mut(Name::Map, |this| this.map(depth)) {
            return map;
        }
        if let Some(set) = self.field_mut(Name::Set, |this| this.set(depth)) {
            return set;
        }
        if let Some(text) = self.field(Name::BigNumber, Self::owned_text) {
            return Reply::BigNumber(one_line(&text).collect::<Blob>());
        }
        if let Some(verbatim) = self.field(Name::VerbatimString, Self::verbatim) {
            return verbatim;
        }
        self.list(depth)
    }

    fn verbatim(&self) -> Option<Reply> {
        if self.kind() != lua::LUA_TTABLE {
            return None;
        }
        let format = self.field(Name::Format, Self::owned_text)?;
        let text = self.field(Name::String, Self::owned_text)?;
        let mut three = [b' '; 3];
        for (place, byte) in three.iter_mut().zip(c_string(&format)) {
            *place = *byte;
        }
        Some(Reply::Verbatim(three, Blob::from(text)))
    }

    /// The elements from 1 on, up to the first nil.
    fn list(&mut self, depth: usize) -> Reply {
        let mut items = Vec::new();
        for at in 1..=MAX_PARTS {
            // SAFETY: there is a table on top and room for a value.
            let kind = unsafe { lua::lua_rawgeti(self.l, -1, at as lua::lua_Integer) };
            let item = (kind != lua::LUA_TNIL).then(|| self.value(depth + 1));
            self.pop();
            let Some(item) = item else { break };
            items.push(item);
            if self.parts > MAX_PARTS {
                break;
            }
        }
        Reply::Array(items)
    }

    fn map(&mut self, depth: usize) -> Option<Reply> {
        let mut pairs = Vec::new();
        self.each(|this| {
            let value = this.value(depth + 1);
            this.pop();
            pairs.push((this.value(depth + 1), value));
        })?;
        Some(Reply::Map(pairs))
    }

    /// The keys of the table on top.
    fn set(&mut self, depth: usize) -> Option<Reply> {
        let mut items = Vec::new();
        self.each(|this| {
            this.pop();
            items.push(this.value(depth + 1));
        })?;
        Some(Reply::Set(items))
    }

    /// Goes through the table on top; `None` if none is there. `read` finds a
    /// value on top with its key below, and takes off the value.
    fn each(&mut self, mut read: impl FnMut(&mut Self)) -> Option<()> {
        if self.kind() != lua::LUA_TTABLE {
            return None;
        }
        // SAFETY: there is a table on top, and a key that came from it.
        unsafe { lua::lua_pushnil(self.l) };
        while unsafe { lua::lua_next(self.l, -2) } != 0 {
            read(self);
            if self.parts > MAX_PARTS {
                self.pop();
                break;
            }
        }
        Some(())
    }

    /// What `read` makes of a field of the table on top.
    fn field<T>(&self, name: Name, read: impl FnOnce(&Self) -> Option<T>) -> Option<T> {
        // SAFETY: there is a table on top and room for a value.
        unsafe {
            self.names.push(self.l, name);
            lua::lua_rawget(self.l, -2);
        }
        let read = read(self);
        self.pop();
        read
    }

    fn field_mut<T>(&mut self, name: Name, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        // SAFETY: see `field`.
        unsafe {
            self.names.push(self.l, name);
            lua::lua_rawget(self.l, -2);
        }
        let read = read(self);
        self.pop();
        read
    }

    fn kind(&self) -> i32 {
        // SAFETY: asking for the type cannot fail.
        unsafe { lua::lua_type(self.l, -1) }
    }

    fn number(&self) -> f64 {
        // SAFETY: reading a number cannot fail.
        unsafe { lua::lua_tonumber(self.l, -1) }
    }

    fn text(&self) -> Option<&[u8]> {
        // SAFETY: the value stays on the stack while `self` is borrowed.
        unsafe { bytes_at(self.l, -1) }
    }

    fn owned_text(&self) -> Option<Vec<u8>> {
        self.text().map(<[u8]>::to_vec)
    }

    fn owned_number(&self) -> Option<f64> {
        (self.kind() == lua::LUA_TNUMBER).then(|| self.number())
    }

    /// A text, or a number as Lua prints it.
    fn printed(&self) -> Option<Vec<u8>> {
        self.owned_text().or_else(|| Some(format_number(self.owned_number()?, 14)))
    }

    fn pop(&self) {
        // SAFETY: each call takes off what its caller pushed.
        unsafe { lua::lua_settop(self.l, -2) };
    }
}

/// A number as an integer: the fraction is dropped, and what does not fit, NaN
/// included, is the lowest integer, as on x86-64.
fn integer(number: f64) -> i64 {
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number);
    if fits { number as i64 } else { i64::MIN }
}
