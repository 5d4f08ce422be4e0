//! `lockstep check`: proves every lesson.

use crate::failure::Failure;
use clap::Args;
use lockstep_lesson::{Lesson, Violates, folder, prove};
use std::io::Write;
use std::path::PathBuf;

/// Proves every lesson: each variant violates what it says and nothing else.
#[derive(Args)]
pub(crate) struct Check {
    /// The folder of the lessons.
    #[arg(default_value = "lessons")]
    lessons: PathBuf,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        let mut flaws = 0;
        let lessons = folder::read_all(&self.lessons)?;
        // The languages of a lesson share everything that a proof looks at.
        for lesson in lessons.iter().filter_map(|languages| languages.first()) {
            flaws += check(lesson, &mut out)?;
        }
        match flaws {
            0 => Ok(()),
            n => Err(Failure::Found(format!("{n} flaws; the lessons are not proved"))),
        }
    }
}

fn check(lesson: &Lesson, out: &mut impl Write) -> Result<usize, Failure> {
    match prove(lesson) {
        Ok(proofs) => {
            writeln!(out, "{}: proved", lesson.id)?;
            for proof in proofs {
                let violated = match proof.violated.as_slice() {
                    [] => "nothing is violated".to_owned(),
                    some => some.iter().map(violation).collect::<Vec<_>>().join(", "),
                };
                writeln!(out, "  {}, {} steps: {violated}", proof.variant, proof.steps)?;
            }
            Ok(0)
        }
        Err(flaws) => {
            writeln!(out, "{}: not proved", lesson.id)?;
            for flaw in &flaws {
                writeln!(out, "  {flaw}")?;
            }
            Ok(flaws.len())
        }
    }
}

fn violation(violates: &Violates) -> String {
    format!("{} after step {}", violates.property, violates.step)
}
