//! Five who want the same lock: one has it, four wait.

use super::monitor::{BEGIN, COUNTED, END};
use crate::contest::now;
use redis::{Client, Connection};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a lock is held. Meanwhile who had it before comes back to wait.
pub(crate) const HOLD: Duration = Duration::from_millis(3);
/// How long hand-offs are timed.
const TIME: Duration = Duration::from_secs(3);
/// How many hand-offs pass before requests are counted.
const WARM_UP: usize = 20;

/// What the five share.
pub(crate) struct Crowd {
    state: Mutex<State>,
    /// How many hand-offs there were; the last number there is when it is over.
    handed_over: watch::Sender<usize>,
    /// Where the counting is marked; without one, hand-offs are timed.
    marks: Option<Mutex<Connection>>,
    began: Instant,
}

#[derive(Default)]
struct State {
    given_at: Option<Instant>,
    latencies_ms: Vec<f64>,
}

impl Crowd {
    pub(crate) fn timed() -> Arc<Self> {
        Self::new(None)
    }

    pub(crate) fn counted(client: &Client) -> Arc<Self> {
        Self::new(Some(client.get_connection().expect("a server")))
    }

    fn new(marks: Option<Connection>) -> Arc<Self> {
        let (handed_over, _) = watch::channel(0);
        let (state, marks) = (Mutex::default(), marks.map(Mutex::new));
        Arc::new(Self { state, handed_over, marks, began: now() })
    }

    pub(crate) fn latencies_ms(&self) -> Vec<f64> {
        self.state().latencies_ms.clone()
    }

    /// Somebody has it. `false` when it is over.
    pub(crate) fn taken(&self) -> bool {
        let at = now();
        let mut state = self.state();
        if let Some(given_at) = state.given_at {
            state.latencies_ms.push((at - given_at).as_secs_f64() * 1e3);
        }
        let count = state.latencies_ms.len();
        drop(state);
        if self.is_over() {
            return false;
        }
        if let Some(marks) = &self.marks {
            let mark = match count {
                WARM_UP => Some(BEGIN),
                n if n == WARM_UP + COUNTED => Some(END),
                _ => None,
            };
            if let Some(mark) = mark {
                let mut connection = marks.lock().expect("whole");
                let echo = redis::cmd("ECHO").arg(mark).query::<String>(&mut connection);
                echo.expect("an answer");
            }
        }
        let is_last = match self.marks {
            Some(_) => count >= WARM_UP + COUNTED,
            None => self.began.elapsed() > TIME,
        };
        self.handed_over.send_replace(if is_last { usize::MAX } else { count });
        !is_last
    }

    /// It is about to be given back. Answers how many hand-offs there were.
    pub(crate) fn gives(&self) -> usize {
        let mut state = self.state();
        state.given_at = Some(now());
        state.latencies_ms.len()
    }

    /// Another has it, after so many hand-offs.
    pub(crate) async fn next(&self, after: usize) {
        let mut handed_over = self.handed_over.subscribe();
        handed_over.wait_for(|&count| count > after).await.expect("the sender is here");
    }

    fn is_over(&self) -> bool {
        *self.handed_over.borrow() == usize::MAX
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("whole")
    }
}
