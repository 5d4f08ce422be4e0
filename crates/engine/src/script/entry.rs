//! Where Lua calls the engine.
#![expect(unsafe_code, reason = "Lua values are read and made on Lua's stack")]

use super::answer::{self, Answer};
use super::redis::{FUNCTIONS, Function, command};
use super::run::Run;
use lockstep_lua51::ffi::{self, Called, TEXTS, Text};
use mlua_sys as lua;
use mlua_sys::lua_State;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A function of the table `redis`; its upvalue says which.
pub(super) unsafe extern "C-unwind" fn redis_function(l: *mut lua_State) -> c_int {
    let mut called = MaybeUninit::uninit();
    // SAFETY: `lockstep_called` fills all fields but texts that need not be there,
    // or raises an error while nothing is owned. A script runs, so there is a run,
    // which outlives it and is used by nobody else; `respond` returns before Lua
    // can raise an error.
    unsafe {
        ffi::lockstep_called(l, called.as_mut_ptr());
        let called = called.assume_init_ref();
        let run: *mut Run<'_> = called.host.cast();
        respond(&Arguments { l, called }, &mut *run);
        let pushed = answer::push(l, &(*run).answer.value, (*run).protocol());
        if (*run).answer.raise {
            lua::lua_error(l);
        }
        pushed
    }
}

/// Lets a function answer into the run. A panic waits there until Lua is left.
fn respond(arguments: &Arguments<'_>, run: &mut Run<'_>) {
    let (_, function) = &FUNCTIONS[arguments.called.function as usize];
    let answered = catch_unwind(AssertUnwindSafe(|| match function {
        Function::Command { raises } => command(arguments, run, *raises),
        Function::Other(function) => run.answer = function(arguments, run),
    }));
    if let Err(panic) = answered {
        run.park_panic(panic);
        run.answer = Answer::error("internal error").raised();
    }
}

/// The arguments of a function that Lua has called.
pub(super) struct Arguments<'a> {
    l: *mut lua_State,
    called: &'a Called,
}

/// One of them.
pub(super) enum Argument<'a> {
    Text(&'a [u8]),
    Number(f64),
    Other,
}

impl Arguments<'_> {
    pub(super) fn len(&self) -> usize {
        usize::try_from(self.called.count).unwrap_or_default()
    }

    /// All arguments, if they are strings and fit into `room`.
    #[inline]
    pub(super) fn texts<'s>(
        &'s self,
        room: &'s mut [MaybeUninit<&'s [u8]>; TEXTS],
    ) -> Option<&'s [&'s [u8]]> {
        if self.called.leading != self.called.count {
            return None;
        }
        let room = room.get_mut(..self.len())?;
        for (place, text) in room.iter_mut().zip(&self.called.texts) {
            // SAFETY: as many texts are there as are leading. Lua does not move
            // strings, and the arguments stay on the stack while `self` is borrowed.
            place.write(unsafe {
                let Text { bytes, len } = text.assume_init();
                std::slice::from_raw_parts(bytes.cast(), len)
            });
        }
        // SAFETY: every place has been written to.
        Some(unsafe { room.assume_init_ref() })
    }

    /// The argument if it is a string, counted from 0.
    fn text(&self, at: usize) -> Option<&[u8]> {
        let (at, mut len) = (c_int::try_from(at).unwrap_or(c_int::MAX), 0);
        // SAFETY: as for `get` and `texts`.
        unsafe {
            let bytes = ffi::lockstep_text(self.l, at, &raw mut len);
            (!bytes.is_null()).then(|| std::slice::from_raw_parts(bytes.cast(), len))
        }
    }

    /// Counted from 0.
    pub(super) fn get(&self, at: usize) -> Argument<'_> {
        if let Some(text) = self.text(at) {
            return Argument::Text(text);
        }
        let index = Self::index(at);
        // SAFETY: reading arguments makes no Lua value, so it cannot fail.
        unsafe {
            match lua::lua_type(self.l, index) {
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
