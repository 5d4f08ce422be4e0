//! The whole-system tests: one binary, a module for each part that is tested.

mod browser;
mod chromium;
mod command;
mod conformance;
mod house;
mod locks;
mod random;
mod redis;
mod replay;
mod wasm;
