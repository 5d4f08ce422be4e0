//! The lock library's tokio face: on the sandbox in virtual time, on a real
//! Redis in virtual time, and on a real Redis in real time.

mod dropping;
mod gate;
mod holding;
mod lab;
mod listening;
mod quorum;
mod stalling;
mod telling;
mod waiting;
mod watching;
