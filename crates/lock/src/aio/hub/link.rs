//! The task that listens: one subscription connection, opened when somebody
//! waits and opened again when it breaks.

use super::routes::Want;
use super::{Call, Hall};
use crate::Happened;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use lockstep_resp::Blob;
use redis::aio::{PubSub, PubSubSink, PubSubStream};
use redis::{Client, RedisResult};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, MissedTickBehavior, Sleep, interval_at, timeout};

/// How long a channel without waiters stays subscribed, at least: a hot lock
/// must not subscribe for each hand-off.
const LINGER: Duration = Duration::from_secs(1);
/// How long connecting may take, and the answer to a subscription.
const PATIENCE: Duration = Duration::from_secs(1);
/// The first pause after a failed connection, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// How often the connection is asked whether it lives: one that died without a
/// word would cost each waiter the rest of a lock's life.
const LOOK: Duration = Duration::from_secs(10);

/// The task's state.
struct Listener {
    client: Client,
    hall: Arc<Hall>,
    link: Link,
    /// How many connections there were.
    links: u64,
    /// What is asked of the server.
    under_way: FuturesUnordered<BoxFuture<'static, Event>>,
    sweep: Option<Pin<Box<Sleep>>>,
}

enum Link {
    Down,
    /// Connecting, after this pause; the first time without one.
    Connecting {
        pause: Duration,
    },
    Up {
        sink: PubSubSink,
        stream: Box<PubSubStream>,
    },
}

/// An answer from the server.
enum Event {
    Connected(Option<Box<PubSub>>),
    Subscribed {
        link: u64,
        channel: Blob,
        succeeded: bool,
    },
    Unsubscribed {
        link: u64,
        channel: Blob,
    },
    Alive,
    /// It did not answer in time: the connection may be dead without knowing.
    Stalled {
        link: u64,
    },
}

/// Listens until nobody can call any more.
pub(super) async fn run(client: Client, mut calls: UnboundedReceiver<Call>, hall: Arc<Hall>) {
    let mut listener = Listener {
        client,
        hall,
        link: Link::Down,
        links: 0,
        under_way: FuturesUnordered::new(),
        sweep: None,
    };
    let mut look = interval_at(Instant::now() + LOOK, LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let Listener { link, under_way, sweep, .. } = &mut listener;
        let is_up = matches!(link, Link::Up { .. });
        tokio::select! {
            call = calls.recv() => match call {
                Some(call) => listener.called(call),
                None => return,
            },
            message = message(link) => match message {
                Some(message) => {
                    let name = message.get_channel::<Vec<u8>>().unwrap_or_default();
                    listener.heard(&name, message.get_payload_bytes());
                }
                None => listener.broke(),
            },
            Some(event) = under_way.next(), if !under_way.is_empty() => listener.answered(event),
            _ = look.tick(), if is_up => listener.look(),
            () = due(sweep) => {
                listener.sweep = None;
                let wants = listener.hall.routes().sweep();
                listener.ask(wants);
            }
        }
        if listener.sweep.is_none() && listener.hall.routes().has_idle() {
            listener.sweep = Some(Box::pin(tokio::time::sleep(LINGER)));
        }
    }
}

/// The next message; `None` when the connection breaks.
async fn message(link: &mut Link) -> Option<redis::Msg> {
    match link {
        Link::Up { stream, .. } => stream.next().await,
        _ => std::future::pending().await,
    }
}

async fn due(sweep: &mut Option<Pin<Box<Sleep>>>) {
    match sweep {
        Some(sleep) => sleep.await,
        None => std::future::pending().await,
    }
}

impl Drop for Listener {
    /// Nobody waits for what a task that is gone would have told.
    fn drop(&mut self) {
        self.hall.routes().down();
    }
}

impl Listener {
    fn heard(&mut self, channel: &[u8], payload: &[u8]) {
        let mut routes = self.hall.routes();
        if *channel == *self.hall.inbox {
            routes.called(payload);
        } else {
            routes.message(channel, payload);
        }
    }

    fn called(&mut self, call: Call) {
        match call {
            Call::Listen { channel, waiter, ear } => {
                match self.link {
                    Link::Down => self.connect(Duration::ZERO),
                    // It failed before: nobody waits for it.
                    Link::Connecting { pause } if !pause.is_zero() => {
                        let _ = ear.line.send(Happened::Deaf);
                    }
                    _ => {}
                }
                let is_up = matches!(self.link, Link::Up { .. });
                let want = self.hall.routes().listen(channel, waiter, ear, is_up);
                self.ask(want);
            }
            Call::Leave { channel, waiter, pass_on } => {
                self.hall.routes().leave(&channel, waiter, pass_on);
            }
            // The loop sees to it.
            Call::Idle => {}
        }
    }

    fn answered(&mut self, event: Event) {
        match event {
            Event::Connected(Some(pubsub)) => {
                let (sink, stream) = pubsub.split();
                self.links += 1;
                self.link = Link::Up { sink, stream: Box::new(stream) };
                let wants = self.hall.routes().up();
                self.ask(wants);
            }
            Event::Connected(None) => self.broke(),
            Event::Subscribed { link, channel, succeeded } if link == self.links => {
                self.hall.routes().subscribed(&channel, succeeded);
            }
            Event::Unsubscribed { link, channel } if link == self.links => {
                let want = self.hall.routes().unsubscribed(&channel);
                self.ask(want);
            }
            Event::Stalled { link } if link == self.links => self.broke(),
            Event::Alive => {}
            // Of a connection that is gone.
            Event::Subscribed { .. } | Event::Unsubscribed { .. } | Event::Stalled { .. } => {}
        }
    }

    /// The connection broke, or could not be had.
    fn broke(&mut self) {
        let (first, longest) = PAUSES;
        let pause = match self.link {
            Link::Connecting { pause } => (pause * 2).clamp(first, longest),
            _ => first,
        };
        self.link = Link::Down;
        // Answers of that connection are none any more.
        self.links += 1;
        self.hall.routes().down();
        if self.hall.routes().has_waiters() {
            self.connect(pause);
        }
    }

    fn connect(&mut self, pause: Duration) {
        self.link = Link::Connecting { pause };
        let (client, hall) = (self.client.clone(), Arc::clone(&self.hall));
        self.under_way.push(Box::pin(async move {
            tokio::time::sleep(pause).await;
            let connecting = async {
                let mut pubsub = client.get_async_pubsub().await?;
                // Whoever listens to any channel is heard by name too.
                pubsub.subscribe(&*hall.inbox).await?;
                RedisResult::Ok(pubsub)
            };
            let connected = timeout(PATIENCE, connecting).await;
            Event::Connected(connected.ok().and_then(Result::ok).map(Box::new))
        }));
    }

    /// Asks whether the connection lives.
    fn look(&mut self) {
        let Link::Up { sink, .. } = &self.link else { return };
        let (link, mut sink) = (self.links, sink.clone());
        self.under_way.push(Box::pin(async move {
            // An error is an answer too, as where a server does not allow it.
            let answer = timeout(PATIENCE, sink.ping::<redis::Value>()).await;
            answer.map_or(Event::Stalled { link }, |_| Event::Alive)
        }));
    }

    fn ask(&mut self, wants: impl IntoIterator<Item = Want>) {
        let Link::Up { sink, .. } = &self.link else { return };
        let link = self.links;
        for want in wants {
            let mut sink = sink.clone();
            self.under_way.push(match want {
                Want::Subscribe(channel) => Box::pin(async move {
                    let answer = timeout(PATIENCE, sink.subscribe(&*channel)).await;
                    answer.map_or(Event::Stalled { link }, |answer| Event::Subscribed {
                        link,
                        channel,
                        succeeded: answer.is_ok(),
                    })
                }),
                Want::Unsubscribe(channel) => Box::pin(async move {
                    let answer = timeout(PATIENCE, sink.unsubscribe(&*channel)).await;
                    answer
                        .map_or(Event::Stalled { link }, |_| Event::Unsubscribed { link, channel })
                }),
            });
        }
    }
}
