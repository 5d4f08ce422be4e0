//! `lockstep check`: proves every lesson.

use crate::failure::Failure;
use clap::Args;
use lockstep_lesson::{Interview, Lesson, Violates, folder, prove, prove_interview};
use std::io::Write;
use std::path::PathBuf;

/// Proves every lesson: each variant violates what it says and nothing else.
#[derive(Args)]
pub(crate) struct Check {
    /// The folder of the lessons, or that of a single one, whose links are not
    /// followed then.
    #[arg(default_value = "lessons")]
    lessons: PathBuf,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        let mut flaws = 0;
        let (lessons, interview) = if self.lessons.join("lesson.toml").is_file() {
            (vec![folder::read(&self.lessons)?], None)
        } else {
            let library = folder::read_all(&self.lessons)?;
            (library.lessons, library.interviews.into_iter().next())
        };
        // The languages of a lesson share everything that a proof looks at.
        let lessons = lessons.into_iter().filter_map(|languages| languages.into_iter().next());
        let lessons: Vec<_> = lessons.collect();
        for lesson in &lessons {
            flaws += check(lesson, &mut out)?;
        }
        if let Some(interview) = interview {
            flaws += check_interview(&interview, &lessons, &mut out)?;
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
                let states = proof.states.map(|states| format!("; explored, {states} states"));
                let (variant, steps) = (&proof.variant, proof.steps);
                let states = states.unwrap_or_default();
                writeln!(out, "  {variant}, {steps} steps: {violated}{states}")?;
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

fn check_interview(
    interview: &Interview,
    lessons: &[Lesson],
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let flaws = prove_interview(interview, lessons).err().unwrap_or_default();
    let state = if flaws.is_empty() { "proved" } else { "not proved" };
    writeln!(out, "interview, {} questions: {state}", interview.questions.len())?;
    for flaw in &flaws {
        writeln!(out, "  {flaw}")?;
    }
    Ok(flaws.len())
}

fn violation(violates: &Violates) -> String {
    format!("{} after step {}", violates.property, violates.step)
}
