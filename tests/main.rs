//! The whole-system tests: one binary, a module for each part that is tested.

mod aio_locks;
mod browser;
mod chromium;
mod command;
mod conformance;
mod course;
mod explored;
mod failures;
mod house;
mod lesson_programs;
mod locks;
mod on_redis;
mod random;
mod real_locks;
mod redis;
mod replay;
mod replication;
mod wasm;
