//! `lockstep play`: plays a schedule and prints what happens.

use crate::failure::Failure;
use crate::subject::SubjectArgs;
use crate::timeline::{self, Row};
use clap::Args;
use lockstep_lesson::CastError;
use lockstep_scenario::{Player, Schedule, script_host};
use serde::Serialize;
use std::io::Write;
use std::rc::Rc;

/// Plays a lesson, or a scenario with a schedule, and prints what happens, step
/// by step.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    subject: SubjectArgs,
    /// The schedule, such as "v1: A B +30001 A"; the lesson's own if none is
    /// given.
    #[arg(long)]
    schedule: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    /// The lesson, or the scenario's file.
    subject: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    schedule: String,
    timeline: Vec<Row>,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let subject = self.subject.find()?;
        let schedule = match &self.schedule {
            Some(text) => Schedule::parse(text, &subject.cast).map_err(CastError::from)?,
            None => subject.schedule.clone().ok_or_else(|| {
                Failure::Usage(format!(
                    "{} has no schedule of its own; give one with --schedule, or let \
                     `lockstep explore` find one",
                    subject.name
                ))
            })?,
        };
        let written = schedule.display(&subject.cast).to_string();
        let mut player = Player::new(Rc::new(subject.cast), script_host(), schedule);
        player.seek(usize::MAX);
        let timeline = timeline::rows(&player);
        let mut out = anstream::stdout().lock();
        if self.json {
            let (variant, schedule) = (subject.variant.as_deref(), written);
            let report = Report { subject: &subject.name, variant, schedule, timeline };
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}\n", subject.title)?;
            timeline::print(&timeline, &mut out)?;
        }
        Ok(())
    }
}
