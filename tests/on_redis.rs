//! What a player played, command by command, on a real Redis that has the same
//! virtual clock.

use lockstep_resp::{Command, Reply};
use lockstep_scenario::{
    Cast, Choice, ClientIndex, Event, EventKind, NodeEvent, Nodes, Player, STARTED_AT_MS,
    Unanswered, World,
};
use lockstep_tests::{RedisConnection, RedisServer, VirtualClock};
use std::time::Duration;

/// How long something may take to arrive, in real time.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Replayed {
    /// How many commands and messages were compared.
    pub(crate) compared: usize,
    /// Where Redis said something else, with the step counted from 1.
    pub(crate) differences: Vec<String>,
}

/// Plays what `player` has played, on a server of its own.
///
/// # Errors
///
/// The scenario, or a step of it, is nothing that can be had here; says which.
pub(crate) fn replay(player: &Player) -> Result<Replayed, String> {
    let cast = player.cast();
    if cast.nodes != Nodes::One {
        return Err("only one server is replayed, without replicas".to_owned());
    }
    for (index, step) in player.timeline().iter().enumerate() {
        if let Some(why) = refusal(step.choice) {
            let choice = step.choice.display(cast);
            return Err(format!("step {}, {choice}: {why}", index + 1));
        }
    }
    let mut redis = OnRedis::start(cast);
    for (index, step) in player.timeline().iter().enumerate() {
        redis.step = index + 1;
        redis.server.set_clock(step.to_ms).expect("a server that lives");
        for event in &step.events {
            redis.event(event);
        }
    }
    Ok(redis.replayed)
}

/// Why a choice cannot be had on this server. A request that gets lost is never
/// sent; nothing is sent to a node that cannot be reached.
fn refusal(choice: Choice) -> Option<&'static str> {
    match choice {
        Choice::Node(_, NodeEvent::Jump { .. }) => Some("the server has the clock of the world"),
        Choice::Node(_, NodeEvent::Restart) => Some("the server would come back with nothing"),
        Choice::Node(_, NodeEvent::Replicate { .. } | NodeEvent::Promote { .. }) => {
            Some("there are no replicas")
        }
        _ => None,
    }
}

struct OnRedis {
    server: RedisServer,
    operator: RedisConnection,
    clients: Vec<Connections>,
    step: usize,
    replayed: Replayed,
}

/// The connections of a client.
struct Connections {
    main: RedisConnection,
    /// For messages; a new one for each operation that listens.
    listener: Option<RedisConnection>,
    /// A command of it has no answer yet.
    waits: bool,
}

impl OnRedis {
    fn start(cast: &Cast) -> Self {
        let clock = VirtualClock::new(STARTED_AT_MS).expect("a clock");
        let server = RedisServer::start(clock).expect("a server");
        let mut operator = server.connect().expect("a server");
        for command in World::setup_commands() {
            operator.call(&command).expect("an answer");
        }
        let main = || server.connect().expect("a server");
        let clients = cast.clients.iter();
        let clients = clients.map(|_| Connections { main: main(), listener: None, waits: false });
        let (clients, replayed) = (clients.collect(), Replayed::default());
        Self { server, operator, clients, step: 0, replayed }
    }

    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Command { client, command, reply, .. } if is_listening(command) => {
                let mut listener = self.server.connect().expect("a server");
                let real = listener.call(command).expect("an answer");
                self.clients[client.0].listener = Some(listener);
                self.compare(&command.to_string(), Some(&real), reply.as_ref());
            }
            EventKind::Command { client, command, reply: Some(reply), .. } => {
                let real = self.clients[client.0].main.call(command).expect("an answer");
                self.compare(&command.to_string(), Some(&real), Some(reply));
            }
            EventKind::Command { client, command, reply: None, .. } => {
                self.send(*client, command);
                self.clients[client.0].waits = true;
            }
            EventKind::Lost { client, command, why: Unanswered::ReplyLost, .. } => {
                // The answer goes the way of the connection on which it comes.
                self.send(*client, command);
                self.clients[client.0].main = self.server.connect().expect("a server");
            }
            EventKind::Arrived { client, reply, .. } => self.arrived(*client, reply.as_ref()),
            _ => {}
        }
    }

    /// Sends a command whose answer is not waited for. The server has seen it
    /// once it answers another.
    fn send(&mut self, client: ClientIndex, command: &Command) {
        self.clients[client.0].main.send(command).expect("a server that lives");
        self.operator.call(&Command::new(["PING"])).expect("an answer");
    }

    fn arrived(&mut self, client: ClientIndex, expected: Option<&Reply>) {
        let connections = &mut self.clients[client.0];
        let waits = std::mem::take(&mut connections.waits);
        let listener = connections.listener.as_mut().filter(|_| !waits);
        let connection = listener.unwrap_or(&mut connections.main);
        let real = connection.receive(PATIENCE).expect("a server that lives");
        self.compare("what arrived later", real.as_ref(), expected);
    }

    fn compare(&mut self, what: &str, real: Option<&Reply>, expected: Option<&Reply>) {
        self.replayed.compared += 1;
        if real != expected {
            let told = |reply: Option<&Reply>| {
                reply.map_or_else(|| "nothing".to_owned(), ToString::to_string)
            };
            let (expected, real, step) = (told(expected), told(real), self.step);
            let difference = format!("step {step}: {what}\n  played: {expected}\n  Redis: {real}");
            self.replayed.differences.push(difference);
        }
    }
}

fn is_listening(command: &Command) -> bool {
    command.as_slices().first().is_some_and(|name| *name == b"SUBSCRIBE")
}
