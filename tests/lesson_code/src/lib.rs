//! The Rust programs of the lessons, compiled: a reader who copies one has it
//! run.
#![expect(dead_code, reason = "readers call them")]

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));
