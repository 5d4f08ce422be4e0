//! The known failures of distributed locks, each as a story: a wrong way that
//! fails, and ours that holds. Every story runs on the sandbox and on a real
//! Redis; then with each script changed a little, where some story must fail.

mod client;
mod fair;
mod mutants;
mod named;
mod names;
mod one_node;
mod quorum;
mod reentrant;
mod stage;
mod time;
mod wake_up;
