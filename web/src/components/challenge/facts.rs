//! What a program can rely on: who runs it, the locks, what they protect.

use crate::components::Scene;
use crate::texts;
use lockstep_lesson::Challenge;
use lockstep_scenario::{LockSpec, Nodes, Program, ResourceSpec, Scenario};
use yew::prelude::*;

/// In the words of the scenario language, which are those of its README.
pub(super) fn draw(scene: &Scene<'_>, challenge: &Challenge, client: &str) -> Html {
    let (texts, scenario) = (texts::challenge(scene.lang), &challenge.scenario);
    let alike = scenario.clients.iter().filter(|(_, spec)| spec.like.as_deref() == Some(client));
    let alike: Vec<_> = alike.map(|(name, _)| name.as_str()).collect();
    let fact = |(name, told): (String, String)| {
        html! { <><dt><code>{ name }</code></dt><dd><code>{ told }</code></dd></> }
    };
    html! {
        <div class="facts">
            <h2>{ texts.facts }</h2>
            if !alike.is_empty() {
                <p>{ (texts.alike)(&alike.join(scene.texts.and)) }</p>
            }
            <dl>{ for facts(scenario).into_iter().map(fact) }</dl>
            <details>
                <summary>{ texts.words }</summary>
                <p><code>{ Program::WORDS.join(" · ") }</code>{ " " }{ texts.commands_too }</p>
            </details>
        </div>
    }
}

fn facts(scenario: &Scenario) -> Vec<(String, String)> {
    let nodes = match scenario.nodes {
        Nodes::One => None,
        Nodes::Replicas(replicas) => Some(format!("replicas = {replicas}")),
        Nodes::Independent(nodes) => Some(format!("independent = {nodes}")),
    };
    let nodes = nodes.map(|told| ("nodes".to_owned(), told));
    let locks = scenario.locks.iter().map(|(name, spec)| (name.clone(), lock(spec)));
    let resources = scenario.resources.iter().map(|(name, spec)| (name.clone(), resource(spec)));
    nodes.into_iter().chain(locks).chain(resources).collect()
}

fn lock(spec: &LockSpec) -> String {
    let span = |name: &str, span: Option<lockstep_scenario::Span>| {
        span.map(|span| format!("{name} {span}"))
    };
    let flag = |name: &str, set: bool| set.then(|| name.to_owned());
    let told = [
        Some(spec.algorithm.name().to_owned()),
        Some(spec.key.clone()),
        span("ttl", Some(spec.ttl)),
        span("retry", spec.retry),
        flag("notify", spec.notify),
        flag("fenced", spec.fenced),
        flag("watchdog", spec.watchdog),
        span("max_lease", spec.max_lease),
        span("patience", spec.patience),
        spec.replicas.map(|replicas| format!("replicas {replicas}")),
        span("answer_within", spec.answer_within),
    ];
    told.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn resource(spec: &ResourceSpec) -> String {
    match spec {
        ResourceSpec::Row { value, min, max, fenced } => {
            let told = [
                Some(format!("row {value}")),
                min.map(|min| format!("min {min}")),
                max.map(|max| format!("max {max}")),
                fenced.then(|| "fenced".to_owned()),
            ];
            told.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
        ResourceSpec::Table {} => "table".to_owned(),
        ResourceSpec::Queue { jobs } => format!("queue {jobs}"),
    }
}
