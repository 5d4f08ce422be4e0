//! What an exploration found, for people and for programs.

use crate::timeline::{self, Row};
use anstyle::{AnsiColor, Style};
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Answer, Cast, Found, Limit, Player, Property, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

/// What an exploration found.
pub(super) struct Report<'a> {
    name: &'a str,
    variant: Option<&'a str>,
    cast: &'a Rc<Cast>,
    verdict: &'a Verdict,
    /// Whether clients were to be interchangeable.
    symmetry: bool,
    took: Duration,
}

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct Json<'a> {
    subject: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    /// The faults that were allowed, by kind.
    budget: BTreeMap<&'static str, u8>,
    states: usize,
    transitions: u64,
    seconds: f64,
    /// Clients that were interchangeable; only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    interchangeable: Option<Vec<Vec<&'a str>>>,
    /// Why it ended before everything was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// Clients that never got a lock in any state.
    never_acquired: Vec<&'a str>,
    properties: Vec<JsonAnswer>,
}

/// What is known of a property.
#[derive(Serialize)]
struct JsonAnswer {
    property: &'static str,
    /// `holds`, `broken` or `open`.
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<JsonFound>,
}

/// The shortest way to violate a property.
#[derive(Serialize)]
struct JsonFound {
    /// The faults that it takes, by kind.
    faults: BTreeMap<&'static str, u8>,
    steps: usize,
    schedule: String,
    sentence: String,
    timeline: Vec<Row>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        name: &'a str,
        variant: Option<&'a str>,
        cast: &'a Rc<Cast>,
        verdict: &'a Verdict,
        symmetry: bool,
        took: Duration,
    ) -> Self {
        Self { name, variant, cast, verdict, symmetry, took }
    }

    /// The clients that were interchangeable, group by group.
    fn interchangeable(&self) -> Vec<Vec<&'a str>> {
        let groups = self.verdict.interchangeable.iter();
        groups.map(|group| group.iter().map(|client| self.cast.name(*client)).collect()).collect()
    }

    fn never_acquired(&self) -> Vec<&'a str> {
        let never = self.verdict.never_acquired(self.cast);
        never.into_iter().map(|client| self.cast.name(client)).collect()
    }

    fn player(&self, found: &Found, host: &Rc<ScriptHost>) -> Player {
        let (cast, host) = (Rc::clone(self.cast), Rc::clone(host));
        let mut player = Player::new(cast, host, found.schedule.clone());
        player.seek(usize::MAX);
        player
    }

    pub(super) fn json(&self, host: &Rc<ScriptHost>) -> Json<'a> {
        let answers = self.verdict.answers.iter();
        let properties = answers.map(|(property, answer)| JsonAnswer {
            property: property.name(),
            answer: match answer {
                Answer::Holds => "holds",
                Answer::Broken(_) => "broken",
                Answer::Open => "open",
            },
            found: match answer {
                Answer::Broken(found) => Some(JsonFound {
                    faults: found.faults.iter().filter(|(_, count)| *count > 0).collect(),
                    steps: found.schedule.choices.len(),
                    schedule: found.schedule.display(self.cast).to_string(),
                    sentence: found.violation.sentence(self.cast),
                    timeline: timeline::rows(&self.player(found, host)),
                }),
                Answer::Holds | Answer::Open => None,
            },
        });
        Json {
            subject: self.name,
            variant: self.variant,
            budget: self.verdict.faults.iter().filter(|(_, count)| *count > 0).collect(),
            states: self.verdict.states,
            transitions: self.verdict.transitions,
            seconds: self.took.as_secs_f64(),
            interchangeable: self.symmetry.then(|| self.interchangeable()),
            limit: self.verdict.limit.map(|limit| limit.to_string()),
            never_acquired: self.never_acquired(),
            properties: properties.collect(),
        }
    }

    pub(super) fn print(
        &self,
        title: &str,
        host: &Rc<ScriptHost>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(out, "{title}, with {}\n", self.verdict.faults.in_words())?;
        for (property, answer) in &self.verdict.answers {
            self.print_answer(*property, answer, host, out)?;
        }
        let never = self.never_acquired();
        if !never.is_empty() {
            writeln!(out, "! {} never got a lock in any state.", never.join(", "))?;
        }
        for group in self.interchangeable() {
            writeln!(out, "{} are interchangeable.", group.join(", "))?;
        }
        if self.symmetry && self.verdict.interchangeable.is_empty() {
            writeln!(out, "! No clients are interchangeable: each was looked at for itself.")?;
        }
        let dim = Style::new().dimmed();
        let Verdict { states, transitions, limit, .. } = self.verdict;
        let seconds = self.took.as_secs_f64();
        write!(out, "{dim}{states} states, {transitions} steps between them, {seconds:.1} s")?;
        match limit {
            None => writeln!(out, "; everything was looked at{dim:#}"),
            Some(limit) => writeln!(out, "; {limit}{dim:#}"),
        }
    }

    fn print_answer(
        &self,
        property: Property,
        answer: &Answer,
        host: &Rc<ScriptHost>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (red, green) = (AnsiColor::Red.on_default().bold(), AnsiColor::Green.on_default());
        match answer {
            Answer::Holds => writeln!(out, "{green}holds{green:#}   {property}"),
            Answer::Open if self.verdict.limit == Some(Limit::Answered) => {
                writeln!(out, "open    {property}: not looked for to the end; see --all")
            }
            Answer::Open => writeln!(out, "open    {property}: nothing was found so far"),
            Answer::Broken(found) => {
                let steps = found.schedule.choices.len();
                let faults = found.faults.in_words();
                writeln!(out, "{red}broken{red:#}  {property}, with {faults}, in {steps} steps:")?;
                writeln!(out, "        {}", found.violation.sentence(self.cast))?;
                writeln!(out, "        {}\n", found.schedule.display(self.cast))?;
                timeline::print(&timeline::rows(&self.player(found, host)), out)?;
                writeln!(out)
            }
        }
    }
}
