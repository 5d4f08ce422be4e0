//! `lockstep explore`: finds the shortest schedule that breaks a lock, or
//! proves that there is none.

mod progress;
mod report;

use crate::failure::Failure;
use crate::subject::SubjectArgs;
use clap::Args;
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Answer, Explorer, Faults, Limits, Property, Question, script_host};
use progress::Progress;
use report::Report;
use std::io::Write;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::thread::available_parallelism;

/// Finds the shortest schedule that breaks a lock, or proves that there is none.
///
/// Exit code 0: nothing is broken, 1: something is, 2: an error, or a limit was
/// reached before everything was looked at.
#[derive(Args)]
pub(crate) struct Explore {
    #[command(flatten)]
    subject: SubjectArgs,
    /// How often what may go wrong, such as pauses=1,crashes=1; what the
    /// scenario says if nothing is given.
    #[arg(long, value_parser = Faults::parse)]
    budget: Option<Faults>,
    /// Only this property; may be given several times.
    #[arg(long, value_parser = property)]
    property: Vec<Property>,
    /// The shortest schedule for every property, not for the first only.
    #[arg(long)]
    all: bool,
    /// Clients with the same program are interchangeable: states that differ
    /// only in who of them is who count as one.
    #[arg(long)]
    symmetry: bool,
    /// The most states to look at.
    #[arg(long, default_value_t = Limits::default().states)]
    max_states: usize,
    /// The most steps of a schedule.
    #[arg(long, default_value_t = Limits::default().depth)]
    max_steps: u32,
    /// The most megabytes of memory for states and for what is known of steps.
    #[arg(long, default_value_t = Limits::default().memory_bytes >> 20)]
    max_memory_mb: u64,
    /// How many cores look for it; all of them if nothing is given. The answer
    /// is the same.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn property(name: &str) -> Result<Property, String> {
    let all = Property::all();
    all.iter().copied().find(|property| property.name() == name).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|property| property.name()).collect();
        format!("there is no property `{name}`; there are {}", known.join(", "))
    })
}

/// How many states are looked at between two looks at the clock.
const SLICE: usize = 1 << 16;

impl Explore {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let subject = self.subject.find()?;
        let cast = Rc::new(subject.cast);
        let mut question = Question::of(&cast);
        question.faults = self.budget.unwrap_or(question.faults);
        question.all = self.all;
        question.symmetry = self.symmetry;
        question.limits = Limits {
            states: self.max_states,
            depth: self.max_steps,
            memory_bytes: self.max_memory_mb.saturating_mul(1 << 20),
        };
        if !self.property.is_empty() {
            question.properties.clone_from(&self.property);
        }
        let host = script_host();
        let threads = self.threads.map_or_else(available_parallelism, Ok);
        let explorer = Explorer::new(&cast, Rc::clone(&host), question);
        let mut explorer = explorer.on_cores(threads.unwrap_or(NonZeroUsize::MIN));
        let progress = Progress::start();
        while explorer.run(SLICE) {
            progress.tell(&explorer);
        }
        let took = progress.end();
        let verdict = explorer.verdict();
        let (name, variant) = (&subject.name, subject.variant.as_deref());
        let report = Report::new(name, variant, &cast, &verdict, self.symmetry, took);
        // What was found decides the exit code, whether or not it is read.
        let told = self.tell(&report, &subject.title, &host);
        told.or_else(|failure| if failure.is_unread() { Ok(()) } else { Err(failure) })?;
        if verdict.is_broken() {
            return Err(Failure::Told(1));
        }
        let open = verdict.answers.iter().any(|(_, answer)| *answer == Answer::Open);
        if open { Err(Failure::Told(2)) } else { Ok(()) }
    }

    fn tell(&self, report: &Report<'_>, title: &str, host: &Rc<ScriptHost>) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut out, &report.json(host))?;
            writeln!(out)?;
        } else {
            report.print(title, host, &mut out)?;
        }
        Ok(())
    }
}
