//! The lock library's blocking face, on the sandbox and on a real Redis alike.

mod faults;
mod keeping;
mod kinds;
mod lab;
mod notices;
mod redlock;
mod stories;
mod threads;
