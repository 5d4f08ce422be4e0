//! The conformance transcripts, and the scripts that no real server survives, on
//! the engine in WebAssembly.

use lockstep_engine::{ENGINE_ONLY, ScriptHost};
use lockstep_transcript::{EngineBackend, Transcript, mismatches, play};
use std::fmt::Write as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// Name and text of every file in `tests/conformance`.
const TRANSCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/transcripts.rs"));

/// What came of the transcripts and scripts.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A line for each file, and all that went wrong.
    pub text: String,
    /// How many steps and scripts gave what they should.
    pub passed: usize,
    /// How many did not; a file that cannot be read counts as one.
    pub failed: usize,
}

/// Plays every transcript and runs every script.
#[wasm_bindgen]
pub fn run() -> Report {
    let mut report = Report::default();
    let mut engine = EngineBackend::default();
    for &(file, text) in TRANSCRIPTS {
        report.play(file, text, &mut engine);
    }
    report.run_scripts();
    report
}

impl Report {
    fn play(&mut self, file: &str, text: &str, engine: &mut EngineBackend) {
        let transcript = match Transcript::parse(file, text) {
            Ok(transcript) => transcript,
            Err(error) => {
                self.failed += 1;
                return self.say(&error.to_string());
            }
        };
        let played = play(&transcript, engine);
        let wrong = mismatches::<EngineBackend>(&transcript, &played);
        let steps = played.iter().map(Vec::len).sum::<usize>();
        self.failed += wrong.len();
        self.passed += steps - wrong.len();
        self.say(&format!("{file}: {} of {steps} steps differ", wrong.len()));
        for wrong in wrong {
            self.say(&format!("\n{wrong}"));
        }
    }

    fn run_scripts(&mut self) {
        let host = ScriptHost::new();
        let wrong: Vec<_> = ENGINE_ONLY.iter().filter_map(|case| case.run(&host).err()).collect();
        self.failed += wrong.len();
        self.passed += ENGINE_ONLY.len() - wrong.len();
        self.say(&format!("scripts: {} of {} differ", wrong.len(), ENGINE_ONLY.len()));
        wrong.iter().for_each(|wrong| self.say(&format!("\n{wrong}")));
    }

    fn say(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("writing to a string cannot fail");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_and_what_fails_is_counted() {
        let mut report = Report::default();
        let mut engine = EngineBackend::default();
        report.play("a.txt", "# c\n> GET k\n(nil)\n> GET k\n\"v\"\n", &mut engine);
        report.play("b.txt", "# c\nnonsense\n", &mut engine);
        assert_eq!((report.passed, report.failed), (1, 2));
        assert!(report.text.contains("a.txt: 1 of 2 steps differ"), "{}", report.text);
        assert!(report.text.contains("b.txt:2: "), "{}", report.text);
    }
}
