//! What stands above the rows: how every node is now, and what the locks
//! protect.

use super::{Part, moment_ms};
use lockstep_lock::NodeIndex;
use lockstep_scenario::{ClientIndex, Clients, Node, Player, Resource, ResourceIndex};

/// A Redis node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeCard {
    /// Its name, where it needs one.
    pub(crate) name: Option<String>,
    pub(crate) is_down: bool,
    /// Who cannot reach it.
    pub(crate) cut: Vec<ClientIndex>,
    /// How far its clock is ahead of the others.
    pub(crate) ahead_ms: i64,
    /// How many writes each replica lacks.
    pub(crate) lags: Vec<usize>,
    pub(crate) keys: Vec<NodeKey>,
}

/// A key that is alive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeKey {
    pub(crate) key: String,
    pub(crate) value: String,
    /// What is left of its time to live; `None` for ever.
    pub(crate) ttl_ms: Option<i64>,
    /// How much of its time to live is left.
    pub(crate) left: Part,
    /// Who wrote it, if it is a lock's.
    pub(crate) owner: Option<ClientIndex>,
}

/// Something that the locks protect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResourceCard {
    pub(crate) name: String,
    pub(crate) holds: Resource,
    /// Whether it looks at fencing numbers.
    pub(crate) fenced: bool,
}

/// The moment shown.
pub(crate) fn now_ms(player: &Player) -> i64 {
    moment_ms(player.world().now_ms())
}

/// The nodes as they are now.
pub(crate) fn nodes(player: &Player) -> Vec<NodeCard> {
    let nodes = (0u16..).map(NodeIndex).zip(player.world().nodes());
    nodes.map(|(index, node)| card(player, index, node)).collect()
}

fn card(player: &Player, index: NodeIndex, node: &Node) -> NodeCard {
    let cast = player.cast();
    let now_ms = player.world().now_ms().saturating_add(node.ahead_ms());
    let keys = node.keys(player.world().now_ms()).map(|view| {
        let lock = cast.lock_by_key(view.key).filter(|_| view.db == 0);
        let ttl_ms = view.expire_at_ms.map(|at_ms| at_ms.saturating_sub(now_ms));
        let left = view.expire_at_ms.zip(ttl_ms).map_or(Part::WHOLE, |(at_ms, ttl_ms)| {
            Part::of(ttl_ms, life_ms(player, index, view.db, view.key, at_ms))
        });
        NodeKey {
            key: String::from_utf8_lossy(view.key).into_owned(),
            value: view.value.clone(),
            ttl_ms,
            left,
            owner: lock.and_then(|lock| node.owner(lock)),
        }
    });
    NodeCard {
        name: (cast.node_count() > 1).then(|| cast.node_name(index)),
        is_down: node.is_down(),
        cut: Clients::iter(node.cut()).collect(),
        ahead_ms: node.ahead_ms(),
        lags: (0..cast.replica_count()).map(|replica| node.lag(replica)).collect(),
        keys: keys.collect(),
    }
}

/// How long the key was to live when it was given the expiry that it has now:
/// seen from the first of the worlds, going back, in which it had that expiry.
fn life_ms(player: &Player, index: NodeIndex, db: usize, key: &[u8], expire_at_ms: i64) -> i64 {
    let back = (0..=player.at()).rev().filter_map(|at| {
        let world = player.world_at(at)?;
        Some((world.now_ms(), world.nodes().get(usize::from(index.0))?))
    });
    let same = |(now_ms, node): &(i64, &Node)| {
        let mut keys = node.keys(*now_ms);
        keys.any(|k| k.db == db && **k.key == *key && k.expire_at_ms == Some(expire_at_ms))
    };
    back.take_while(same).last().map_or(0, |(now_ms, node)| {
        expire_at_ms.saturating_sub(now_ms.saturating_add(node.ahead_ms()))
    })
}

/// What the locks protect, as it is now.
pub(crate) fn resources(player: &Player) -> Vec<ResourceCard> {
    let (cast, shared) = (player.cast(), player.world().shared());
    let fenced = cast.locks.iter().any(|lock| lock.lock.fenced);
    let named = (0..).map(ResourceIndex).zip(&cast.resources);
    let card = named.filter_map(|(index, resource)| {
        let holds = shared.resource(index)?.clone();
        let fenced = fenced && matches!(holds, Resource::Row { .. });
        Some(ResourceCard { name: resource.name.clone(), holds, fenced })
    });
    card.collect()
}
