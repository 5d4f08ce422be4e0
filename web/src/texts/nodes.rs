//! Nodes, replicas and what the locks protect, in words.

use super::of;
use crate::view::{self, node_name};
use lockstep_lesson::Lang;
use lockstep_lock::NodeIndex;
use lockstep_scenario::{Cast, Disk, NodeEvent, Resource, Unanswered};

/// What happened to a node.
pub(crate) fn node_event(lang: Lang, cast: &Cast, node: NodeIndex, event: NodeEvent) -> String {
    let texts = of(lang);
    let node = node_name(cast, node);
    match event {
        NodeEvent::Replicate { replica } => (texts.replicates)(&(replica + 1).to_string()),
        NodeEvent::Promote { replica } => (texts.promoted)(&(replica + 1).to_string()),
        NodeEvent::Down => (texts.goes_down)(&node),
        NodeEvent::Up => (texts.comes_up)(&node),
        NodeEvent::Restart => match cast.disk {
            Disk::None => (texts.restarts_empty)(&node),
            Disk::Everysec => (texts.restarts_behind)(&node),
            Disk::Always => (texts.restarts_whole)(&node),
        },
        NodeEvent::Jump { by_ms } => {
            let by_ms = i64::try_from(by_ms).unwrap_or(i64::MAX);
            (texts.jumps)(&node, &view::seconds(by_ms))
        }
        NodeEvent::Cut(client) => (texts.cut)(cast.name(client), &node),
        NodeEvent::Join(client) => (texts.joined)(cast.name(client), &node),
    }
}

/// Why a command has no answer.
pub(crate) fn unanswered(lang: Lang, cast: &Cast, node: NodeIndex, why: Unanswered) -> String {
    let texts = of(lang);
    let told = match why {
        Unanswered::RequestLost => texts.request_lost,
        Unanswered::ReplyLost => texts.reply_lost,
        Unanswered::Unreachable => texts.unreachable,
    };
    told(&node_name(cast, node))
}

/// How far a replica is, which lacks so many writes.
pub(crate) fn lag(lang: Lang, writes: usize) -> String {
    let texts = of(lang);
    match writes {
        0 => texts.up_to_date.to_owned(),
        _ => (texts.behind)(&writes.to_string()),
    }
}

/// What a resource holds.
pub(crate) fn resource(lang: Lang, resource: &Resource) -> String {
    let texts = of(lang);
    match resource {
        Resource::Row { value, .. } => value.to_string(),
        Resource::Table { names } if names.is_empty() => texts.empty.to_owned(),
        Resource::Table { names } => {
            names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
        }
        Resource::Queue { left } => (texts.jobs_left)(&left.to_string()),
    }
}
