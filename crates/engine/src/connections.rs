//! All connections of a server.

use crate::ConnectionId;
use crate::connection::Connection;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What a server remembers of its connections. Most commands change nothing of
/// it, so clones of a state share it: it is copied when somebody writes to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Connections(Arc<BTreeMap<ConnectionId, Connection>>);

impl Deref for Connections {
    type Target = BTreeMap<ConnectionId, Connection>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Connections {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(&mut self.0)
    }
}

impl FromIterator<(ConnectionId, Connection)> for Connections {
    fn from_iter<T: IntoIterator<Item = (ConnectionId, Connection)>>(connections: T) -> Self {
        Self(Arc::new(connections.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Output, ScriptHost, State};
    use lockstep_resp::Command;
    use std::sync::Arc;

    #[test]
    fn a_command_that_changes_no_connection_leaves_them_shared() {
        let check = |line: &str, shared: bool| {
            let mut state = State::default();
            let connection = state.connect();
            let before = state.clone();
            let (command, mut output) = (Command::parse(line).unwrap(), Output::default());
            state.submit(&ScriptHost::new(), connection, &command.as_slices(), 1, &mut output);
            let is_shared = Arc::ptr_eq(&before.connections.0, &state.connections.0);
            assert_eq!(is_shared, shared, "{line}");
            assert_eq!(before.connections == state.connections, shared, "{line}");
        };
        check("SET lock:stock a NX PX 1000", true);
        check("EVAL \"return redis.call('del', 'lock:stock')\" 0", true);
        check("GET", true);
        check("SELECT 1", false);
        check("MULTI", false);
        check("SUBSCRIBE news", false);
        check("BLPOP list 0", false);
    }
}
