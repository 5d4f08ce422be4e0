//! Who is subscribed to which channel and pattern.

use crate::glob;
use crate::{ConnectionId, State};
use lockstep_resp::Blob;
use std::collections::BTreeMap;

/// What a connection can subscribe to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A channel by its name.
    Channel,
    /// All channels whose names a pattern matches.
    Pattern,
}

/// Who is subscribed to which channel and pattern; each name has those who are
/// in the order in which they came, and that is how they get a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Subscribers {
    channels: BTreeMap<Blob, Vec<ConnectionId>>,
    patterns: BTreeMap<Blob, Vec<ConnectionId>>,
}

impl Subscribers {
    fn of(&mut self, topic: Topic) -> &mut BTreeMap<Blob, Vec<ConnectionId>> {
        match topic {
            Topic::Channel => &mut self.channels,
            Topic::Pattern => &mut self.patterns,
        }
    }

    /// The channels to which somebody is subscribed by name, in order.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Blob> {
        self.channels.keys()
    }

    /// How many are subscribed to this channel by name.
    pub(crate) fn channel_len(&self, channel: &[u8]) -> usize {
        self.channels.get(channel).map_or(0, Vec::len)
    }

    /// How many different patterns somebody is subscribed to.
    pub(crate) fn pattern_len(&self) -> usize {
        self.patterns.len()
    }

    /// Who gets a message that goes to this channel: those who are subscribed to
    /// it, then those to a pattern, with the pattern. Redis leaves the order of
    /// different patterns to a hash table; here it is that of names.
    pub(crate) fn receivers(&self, channel: &[u8]) -> Vec<(ConnectionId, Option<Blob>)> {
        let by_name = self.channels.get(channel).into_iter().flatten();
        let mut receivers: Vec<_> = by_name.map(|&connection| (connection, None)).collect();
        for (pattern, connections) in &self.patterns {
            if glob::matches(pattern, channel) {
                let each = connections.iter();
                receivers.extend(each.map(|&connection| (connection, Some(pattern.clone()))));
            }
        }
        receivers
    }
}

impl State {
    /// Subscribes a connection; answers to how many channels and patterns it is
    /// subscribed now. Doing it again changes nothing.
    pub(crate) fn subscribe(
        &mut self,
        connection: ConnectionId,
        topic: Topic,
        name: &[u8],
    ) -> usize {
        let Some(open) = self.connections.get_mut(&connection) else { return 0 };
        let name = Blob::from(name);
        if !open.topics(topic).contains(&name) {
            open.topics(topic).push(name.clone());
            self.subscribers.of(topic).entry(name).or_default().push(connection);
        }
        open.subscriptions()
    }

    /// Ends a subscription, if there is one; answers to how many channels and
    /// patterns the connection is still subscribed.
    pub(crate) fn unsubscribe(
        &mut self,
        connection: ConnectionId,
        topic: Topic,
        name: &[u8],
    ) -> usize {
        let Some(open) = self.connections.get_mut(&connection) else { return 0 };
        open.topics(topic).retain(|theirs| **theirs != *name);
        let left = open.subscriptions();
        let subscribers = self.subscribers.of(topic);
        if let Some(connections) = subscribers.get_mut(name) {
            connections.retain(|theirs| *theirs != connection);
            if connections.is_empty() {
                subscribers.remove(name);
            }
        }
        left
    }

    /// Ends all subscriptions of a connection without a word.
    pub(crate) fn unsubscribe_all(&mut self, connection: ConnectionId) {
        for topic in [Topic::Channel, Topic::Pattern] {
            let Some(open) = self.connections.get_mut(&connection) else { return };
            for name in std::mem::take(open.topics(topic)) {
                self.unsubscribe(connection, topic, &name);
            }
        }
    }
}
