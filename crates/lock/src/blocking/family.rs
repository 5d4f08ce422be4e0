//! What the clones of one `Locks`, their guards and their threads share.

use super::driver::{drive, no_such_node};
use super::keeper::Keeper;
use super::listener::{Ear, Listener};
use super::node::{Answer, Node};
use super::timer::Time;
use crate::{Algorithm, Compare, Discover, Lock, NodeIndex, Terms};
use lockstep_resp::Command;
use std::sync::{Arc, OnceLock};

/// What the threads need too: it outlives the last guard for as long as there
/// is something to finish.
pub(super) struct Shared {
    pub(super) nodes: Arc<[Node]>,
    pub(super) time: Time,
}

impl Shared {
    /// Whether nodes are asked by threads of their own.
    pub(super) fn fans_out(&self) -> bool {
        self.nodes.len() > 1 && !self.time.is_injected()
    }

    pub(super) fn call(&self, node: NodeIndex, command: &Command) -> Answer {
        self.nodes.get(usize::from(node.0)).map_or_else(no_such_node, |node| node.call(command))
    }

    pub(super) fn post(
        &self,
        node: NodeIndex,
        command: Command,
        deliver: impl FnOnce(Answer) + Send + 'static,
    ) {
        match self.nodes.get(usize::from(node.0)) {
            Some(node) => node.post(command, deliver),
            None => deliver(no_such_node()),
        }
    }
}

/// A family of locks: ends with its last clone or guard.
pub(super) struct Family {
    pub(super) shared: Arc<Shared>,
    pub(super) terms: Terms,
    pub(super) keeper: Keeper,
    pub(super) listener: Option<Listener>,
    /// How the server compares owners, once it was asked.
    compare: OnceLock<Compare>,
}

impl Family {
    pub(super) fn new(
        nodes: Arc<[Node]>,
        time: Time,
        terms: Terms,
        listener: Option<Listener>,
    ) -> Self {
        let shared = Arc::new(Shared { nodes, time });
        let keeper = Keeper::new(Arc::clone(&shared));
        Self { shared, terms, keeper, listener, compare: OnceLock::new() }
    }

    /// Whether there is no node at all.
    pub(super) fn is_nowhere(&self) -> bool {
        self.shared.nodes.is_empty()
    }

    /// The lock of this name.
    pub(super) fn lock(&self, name: &str) -> Lock {
        let nodes = u16::try_from(self.shared.nodes.len()).unwrap_or(u16::MAX);
        let lock = self.terms.lock(name, nodes, Compare::Lua);
        let inbox = self.listener.as_ref().map(Listener::inbox);
        Lock { inbox, compare: self.compare(&lock), ..lock }
    }

    /// How owners are compared. The server is asked once, and only where a
    /// command of its own would replace a script: a release that tells the
    /// waiters is the script in any case.
    fn compare(&self, lock: &Lock) -> Compare {
        let by_token =
            matches!(lock.algorithm, Algorithm::Token | Algorithm::Fair | Algorithm::Replicated);
        let only_scripts = lock.notifies && !self.terms.has_watchdog();
        if !by_token || only_scripts || self.is_nowhere() {
            return Compare::Lua;
        }
        *self.compare.get_or_init(|| drive(&mut Discover, &self.shared, &mut Ear::none()).0)
    }

    /// Where releases are heard, if they are.
    pub(super) fn ear<'a>(&'a self, token: &'a crate::Token) -> Ear<'a> {
        match &self.listener {
            Some(listener) => Ear::new(listener, &self.shared, token),
            None => Ear::none(),
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        if let Some(listener) = &self.listener {
            listener.close(&self.shared);
        }
        self.keeper.close();
    }
}
