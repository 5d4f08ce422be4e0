//! Lua 5.1.5 as Redis needs it, compiled for the host and for WebAssembly.
//!
//! The build script takes the sources of the crate `lua-src`, changes them as
//! listed in `build/edits.rs`, and compiles them together with the files in `c`.
//! The result is the Lua that `mlua` runs on in every crate that depends on
//! this one. What differs from plain Lua 5.1.5:
//!
//! - Tables can be made read-only, as in Redis 7: [`set_readonly`].
//! - A script has fuel: it counts instructions, and what C functions do in long
//!   loops. Without fuel it ends, whatever it tries: [`ffi::lockstep_begin`].
//! - Pattern matching has a bounded depth, `pattern too complex` beyond it.
//! - `math.random` is the same everywhere, and as in Redis.
//! - `pairs` meets long strings in the same order as in Redis: their hash takes
//!   every byte.
//! - A string of more than 4096 bytes is not read as a number.
//! - `loadstring` takes no byte code, as in Redis.
//! - There is no `io`, `os`, `package` and `debug`.
//! - There are the libraries `bit`, `cjson`, `cmsgpack` and `struct`, as in Redis.
//!
//! # WebAssembly
//!
//! The target `wasm32-unknown-unknown` needs clang 19 or newer with its
//! `llvm-ar`, and the target `wasm32-wasip1` installed for its C library. The
//! finished module imports nothing for Lua's sake. Lua nests at most 200 calls
//! of C functions; they fit in the stack of one mebibyte that rustc gives a
//! module, so that a final crate needs no flags.
//!
//! What is deliberately absent: any other change to Lua, and anything that
//! knows Redis's commands.

use std::ffi::c_int;

/// The functions of `c/lockstep.c`, for those who call Lua without `mlua`.
pub mod ffi {
    use mlua_sys::lua_State;
    use std::ffi::{c_char, c_int, c_void};
    use std::mem::MaybeUninit;

    /// How many strings [`Called`] has at most.
    pub const TEXTS: usize = 8;

    /// What a function of C was called with: see [`lockstep_called`].
    #[repr(C)]
    pub struct Called {
        /// What the running script works on, as [`lockstep_begin`] was told.
        pub host: *mut c_void,
        /// The number that is the function's upvalue.
        pub function: c_int,
        /// How many arguments there are.
        pub count: c_int,
        /// How many of the first are strings, up to [`TEXTS`].
        pub leading: c_int,
        /// So many of them are there.
        pub texts: [MaybeUninit<Text>; TEXTS],
    }

    /// The bytes of a string of Lua.
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Text {
        /// Where they are, followed by a zero byte.
        pub bytes: *const c_char,
        /// How many they are without that.
        pub len: usize,
    }

    #[expect(unsafe_code, reason = "declares the functions of c/lockstep.c as they are there")]
    unsafe extern "C-unwind" {
        /// Makes the table that `lua_topointer` gave read-only.
        pub fn lockstep_setreadonly(table: *const c_void);
        /// Runs a function with an error handler, both given by their places in the
        /// registry, after `prepare` in the same protection; at least `room` values
        /// can be pushed when it is over. Pushes a value, and above it the one result or
        /// the error; answers Lua's status.
        pub fn lockstep_run(
            state: *mut lua_State,
            handler: c_int,
            function: c_int,
            room: c_int,
            prepare: unsafe extern "C-unwind" fn(*mut lua_State, *mut c_void),
            request: *mut c_void,
        ) -> c_int;
        /// Makes a global, whose name is in the registry, a list of that length to be
        /// filled by [`lockstep_setword`]; `which` is 0 or 1 and always goes with the same
        /// name. A script cannot tell it from a new table.
        pub fn lockstep_list(
            state: *mut lua_State,
            which: c_int,
            name: c_int,
            len: c_int,
        ) -> *mut c_void;
        /// Sets a string in a list that [`lockstep_list`] gave, counted from 0.
        pub fn lockstep_setword(
            state: *mut lua_State,
            list: *mut c_void,
            at: c_int,
            bytes: *const c_char,
            len: usize,
        );
        /// Tells what the running C function was called with, all fields but those of
        /// `texts` that no string is for. The function has one upvalue, a number. Takes a
        /// step from the fuel, and raises a Lua error once there is none.
        pub fn lockstep_called(state: *mut lua_State, called: *mut Called);
        /// The bytes of an argument of the running C function, counted from 0; null
        /// if it is not a string.
        pub fn lockstep_text(state: *mut lua_State, at: c_int, len: *mut usize) -> *const c_char;
        /// Starts a script: its fuel, fresh random numbers, an undisturbed
        /// garbage collector, the options of `cjson` as at first, and what it works on.
        pub fn lockstep_begin(state: *mut lua_State, fuel: u64, host: *mut c_void);
        /// Ends a script; answers what is left of its fuel.
        pub fn lockstep_end(state: *mut lua_State) -> u64;
        /// Makes the globals `bit`, `cjson`, `cmsgpack` and `struct`.
        pub fn lockstep_open_libraries(state: *mut lua_State);
        /// `pcall` as in Redis 7: of an error table it gives the text.
        pub fn lockstep_pcall(state: *mut lua_State) -> c_int;
        /// Redis 7's error handler: an error becomes a table that says where.
        pub fn lockstep_handler(state: *mut lua_State) -> c_int;
        /// `__index` of globals that may not be read before they exist.
        pub fn lockstep_missing(state: *mut lua_State) -> c_int;
        /// Writes a number as C's `%.<digits>g` does, with at most 17 digits, into
        /// room for 32 bytes; answers how many it wrote.
        pub fn lockstep_format(text: *mut c_char, digits: c_int, number: f64) -> c_int;
    }
}

/// Makes a table read-only for good: writing to it and giving it another
/// metatable raise `Attempt to modify a readonly table`, through `rawset` too.
pub fn set_readonly(table: &mlua::Table) {
    // SAFETY: the pointer is that of a table which `table` keeps alive, in a
    // machine whose code is this crate's.
    #[expect(unsafe_code, reason = "sets one byte in a table")]
    unsafe {
        ffi::lockstep_setreadonly(table.to_pointer());
    }
}

/// A number as C's `%.<digits>g` writes it. Lua's own `tostring` takes 14
/// digits, the arguments of a Redis command 17, beyond which there are none.
///
/// ```
/// use lockstep_lua51::format_number;
///
/// assert_eq!(format_number(0.1, 14), b"0.1");
/// assert_eq!(format_number(0.1, 17), b"0.10000000000000001");
/// assert_eq!(format_number(1e17, 17), b"1e+17");
/// ```
pub fn format_number(number: f64, digits: u8) -> Vec<u8> {
    let mut text = [0_u8; 32];
    // SAFETY: 17 digits with sign, point and exponent need 25 bytes with the
    // terminating zero.
    #[expect(unsafe_code, reason = "C writes into a buffer")]
    let len = unsafe {
        ffi::lockstep_format(text.as_mut_ptr().cast(), c_int::from(digits.min(17)), number)
    };
    let len = usize::try_from(len).unwrap_or_default();
    text[..len.min(text.len())].to_vec()
}
