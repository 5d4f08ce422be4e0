//! Scripts of the lock library, changed a little: the explorer finds it, and
//! finds nothing as long as they are right.

use crate::stories::{STORIES, Story};
use crate::{Asked, violations};
use lockstep_lock::SCRIPTS;
use lockstep_scenario::{
    Answer, ClientSpec, Faults, Limit, LockSpec, Property, ResourceSpec, Scenario, Violation,
};
use std::collections::BTreeMap;

type Mutant = (&'static str, &'static str, &'static str);

const STATES: usize = 100_000;

/// A line of a story with its script written out as `redis-cli` reads it.
fn line(line: &str, mutant: Option<Mutant>) -> String {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let Some(call) = line.trim_start().strip_prefix('@') else { return line.to_owned() };
    let (name, rest) = call.split_once(' ').expect("keys");
    let script = SCRIPTS.iter().find(|script| script.name == format!("{name}.lua"));
    let mut body = script.unwrap_or_else(|| panic!("no script {name}")).body.to_owned();
    if let Some((_, from, to)) = mutant.filter(|(changed, ..)| *changed == format!("{name}.lua")) {
        assert!(body.contains(from), "{name} does not say {from}");
        body = body.replacen(from, to, 1);
    }
    let first = "local all = script()\nif type(all) == 'table' then return all[1] end\nreturn all";
    let whole = format!("local function script()\n{body}\nend\n{first}");
    let quoted = whole.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{indent}EVAL \"{quoted}\" {rest}")
}

fn scenario(story: &Story, mutant: Option<Mutant>) -> Scenario {
    let ttl = "10s".parse().expect("a length of time");
    let program = |text: &str| {
        let lines: Vec<_> = text.split(';').map(|text| line(text, mutant)).collect();
        ClientSpec { program: lines.join("\n"), like: None }
    };
    let clients = ["A", "B", "C"].into_iter().zip(story.programs);
    let row = ResourceSpec::Row { value: 0, min: Some(0), max: None, fenced: false };
    Scenario {
        locks: BTreeMap::from([(
            "stock".to_owned(),
            LockSpec::new(story.algorithm, "lock:stock", ttl),
        )]),
        resources: BTreeMap::from([("row".to_owned(), row)]),
        clients: clients.map(|(name, text)| (name.to_owned(), program(text))).collect(),
        properties: Property::all(),
        ..Scenario::default()
    }
}

fn ask(story: &Story, mutant: Option<Mutant>) -> Asked {
    let faults = Faults::parse(story.faults).expect("a budget");
    Asked::new(&scenario(story, mutant), faults, STATES)
}

#[test]
fn right_scripts_keep_what_each_story_promises() {
    for story in STORIES {
        let asked = ask(story, None);
        let answer = asked.verdict.answer(story.property);
        let told = asked
            .found(story.property)
            .map(|found| found.schedule.display(&asked.cast).to_string());
        // The fair lock's script looks at the time, which the explorer says it
        // has not proved when a program sends it; here its keys are known.
        let expected = match asked.verdict.limit {
            Some(Limit::TimeOfDay) => Answer::Open,
            _ => Answer::Holds,
        };
        assert_eq!(answer, Some(&expected), "{}: {told:?}", story.programs.join("\n"));
    }
}

#[test]
fn each_mutant_breaks_what_its_story_promises() {
    let mut unnoticed = Vec::new();
    for story in STORIES {
        for mutant in story.mutants {
            let asked = ask(story, Some(*mutant));
            let Some(found) = asked.found(story.property) else {
                unnoticed.push((mutant, story.property));
                continue;
            };
            let player = asked.play(found);
            if !matches!(found.violation, Violation::NeverFree { .. }) {
                let expected = [(player.len(), found.violation.clone())];
                assert_eq!(violations(&player, story.property), expected, "{mutant:?}");
            }
        }
    }
    assert!(unnoticed.is_empty(), "nothing notices {unnoticed:#?}");
}

#[test]
fn every_script_has_a_mutant() {
    let mutants = || STORIES.iter().flat_map(|story| story.mutants);
    for script in SCRIPTS {
        assert!(mutants().any(|(name, ..)| *name == script.name), "{}", script.name);
    }
}
