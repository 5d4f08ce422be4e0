//! A string with the form in which Redis keeps it.

use lockstep_resp::Blob;
use std::ops::Deref;

/// The longest string that Redis keeps in one piece with its header.
const EMBEDDED_LENGTH: usize = 44;
/// Below this Redis keeps one object for each integer, which all keys share.
const SHARED_INTEGERS: i64 = 10_000;

/// A byte string; numbers are strings that look like numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StringValue {
    bytes: Blob,
    form: Form,
}

/// How Redis keeps a string, which `OBJECT` tells. It follows from the bytes
/// until a command changes them in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// An integer, in an object that all keys share.
    SharedInteger,
    Integer,
    Embedded,
    Raw,
}

impl StringValue {
    /// A string as a command brings it whole.
    pub(crate) fn new(bytes: impl Into<Blob>) -> Self {
        let bytes = bytes.into();
        let form = match crate::args::parse_i64(&bytes) {
            Some(0..SHARED_INTEGERS) => Form::SharedInteger,
            Some(_) => Form::Integer,
            None => return Self::text(bytes),
        };
        Self { bytes, form }
    }

    /// A string that stays a text even if it looks like an integer.
    pub(crate) fn text(bytes: impl Into<Blob>) -> Self {
        let bytes = bytes.into();
        let form = if bytes.len() <= EMBEDDED_LENGTH { Form::Embedded } else { Form::Raw };
        Self { bytes, form }
    }

    /// A string that has been changed in place and may be so again.
    pub(crate) fn edited(bytes: impl Into<Blob>) -> Self {
        Self { bytes: bytes.into(), form: Form::Raw }
    }

    /// Takes so many milliseconds from it, if it is an integer.
    pub(crate) fn shift(&mut self, by_ms: i64) {
        let Some(at_ms) = crate::args::parse_i64(&self.bytes) else { return };
        let at_ms = at_ms.saturating_sub(by_ms).to_string().into_bytes();
        match self.form {
            Form::SharedInteger | Form::Integer => *self = Self::new(at_ms),
            Form::Embedded | Form::Raw => self.bytes = at_ms.into(),
        }
    }

    /// The string for another key: an object of its own.
    pub(crate) fn duplicate(&self) -> Self {
        let form = if self.form == Form::SharedInteger { Form::Integer } else { self.form };
        Self { bytes: self.bytes.clone(), form }
    }

    pub(crate) fn bytes(&self) -> &Blob {
        &self.bytes
    }

    /// What `OBJECT ENCODING` answers.
    pub(crate) fn encoding(&self) -> &'static str {
        match self.form {
            Form::SharedInteger | Form::Integer => "int",
            Form::Embedded => "embstr",
            Form::Raw => "raw",
        }
    }

    /// What `OBJECT REFCOUNT` answers: a shared object is never counted.
    pub(crate) fn refcount(&self) -> i64 {
        if self.form == Form::SharedInteger { i64::from(i32::MAX) } else { 1 }
    }
}

impl Default for StringValue {
    fn default() -> Self {
        Self::text(&[][..])
    }
}

impl Deref for StringValue {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
