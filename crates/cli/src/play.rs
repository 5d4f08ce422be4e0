//! `lockstep play`: plays a lesson and prints what happens.

use crate::failure::Failure;
use crate::timeline::{self, Row};
use clap::Args;
use lockstep_engine::ScriptHost;
use lockstep_lesson::{Lesson, folder};
use lockstep_scenario::Player;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Plays a lesson and prints what happens, step by step.
#[derive(Args)]
pub(crate) struct Play {
    /// The lesson: the name of its folder, or its number.
    lesson: String,
    /// The variant; the lesson's first if none is named.
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The folder of the lessons.
    #[arg(long, default_value = "lessons")]
    lessons: PathBuf,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    lesson: &'a str,
    variant: &'a str,
    schedule: &'a str,
    timeline: Vec<Row>,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let lesson = find(&self.lessons, &self.lesson)?;
        let variant = match &self.variant {
            None => lesson.variants.first(),
            Some(id) => lesson.variant(id),
        };
        let variant = variant.ok_or_else(|| {
            let known: Vec<_> = lesson.variants.iter().map(|v| v.id.as_str()).collect();
            let asked = self.variant.as_deref().unwrap_or_default();
            let known = known.join(", ");
            Failure::Usage(format!("{} has no variant `{asked}`; it has {known}", lesson.id))
        })?;
        let (cast, schedule) = variant.cast(&lesson.schedule)?;
        let mut player = Player::new(Rc::new(cast), Rc::new(ScriptHost::new()), schedule);
        player.seek(usize::MAX);
        let timeline = timeline::rows(&player);
        let mut out = anstream::stdout().lock();
        if self.json {
            let (lesson, schedule) = (lesson.id.as_str(), lesson.schedule.as_str());
            let report = Report { lesson, variant: &variant.id, schedule, timeline };
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{} · {}\n", lesson.title, variant.name)?;
            timeline::print(&timeline, &mut out)?;
        }
        Ok(())
    }
}

/// The lesson in English, by the name of its folder, or by its number.
fn find(lessons: &Path, asked: &str) -> Result<Lesson, Failure> {
    let all = folder::read_all(lessons)?;
    let mut all: Vec<_> = all.into_iter().filter_map(|langs| langs.into_iter().next()).collect();
    let number = |id: &str| id.split('-').next().and_then(|n| n.parse::<u32>().ok());
    let asked_number = asked.parse::<u32>().ok();
    let hit = all.iter().position(|lesson| {
        lesson.id == asked || (asked_number.is_some() && number(&lesson.id) == asked_number)
    });
    hit.map(|at| all.swap_remove(at)).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|lesson| lesson.id.as_str()).collect();
        let known = known.join(", ");
        Failure::Usage(format!("there is no lesson `{asked}`; there are {known}"))
    })
}
