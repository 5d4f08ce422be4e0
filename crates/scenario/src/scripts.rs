//! The machine for the scripts of a scenario.

use lockstep_engine::{ScriptHost, ScriptLimits};
use std::rc::Rc;

/// How many instructions a script of a scenario may run. Those of a lock run
/// some dozen. In a browser so many take some 3 ms, or 20 where each of them
/// raises errors, and an exploration may come to several such scripts before it
/// can look at the time.
const INSTRUCTIONS: u64 = 50_000;

/// A machine for the scripts of scenarios, the same for whoever plays, explores
/// or checks one: where it differs, a script that loops for long ends elsewhere.
pub fn script_host() -> Rc<ScriptHost> {
    let limits = ScriptLimits { instructions: INSTRUCTIONS, ..ScriptLimits::default() };
    Rc::new(ScriptHost::with_limits(limits))
}
