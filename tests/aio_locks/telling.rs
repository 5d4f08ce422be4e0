//! What is told to `metrics` and `tracing`.

use super::lab::{Lab, one_thread};
use lockstep_lock::{Released, Terms};
use metrics::{
    Counter, CounterFn, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder,
    SharedString, Unit,
};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::span;

/// One lock is waited for, held, extended, lost; another is given back.
async fn story() {
    let lab = Lab::sandbox();
    let terms = Terms::new().watchdog(Duration::from_secs(3600));
    let locks = lab.locks(terms).await;
    lab.type_in("SET lock:stock another PX 5");
    let waiting = locks.clone();
    let waiting = tokio::spawn(async move { waiting.acquire("stock").await });
    lab.elapse(20).await;
    let guard = waiting.await.expect("no panic").expect("it has ended");
    lab.elapse(10_000).await;
    lab.type_in("SET lock:stock another PX 30000");
    lab.elapse(10_000).await;
    assert!(!guard.is_valid());
    locks.try_acquire("stock").await.expect_err("it is held");
    let mut other = locks.acquire("another").await.expect("the lock was free");
    lab.elapse(2000).await;
    assert_eq!(other.release().await.expect("an answer"), Released::Released);
}

/// What each metric has come to; histograms say what was recorded.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<BTreeMap<String, Vec<f64>>>>);

struct One {
    name: String,
    seen: Seen,
}

impl One {
    fn see(&self, value: f64) {
        let mut seen = self.seen.0.lock().expect("no panic");
        seen.entry(self.name.clone()).or_default().push(value);
    }
}

impl CounterFn for One {
    fn increment(&self, value: u64) {
        self.see(f64::from(u32::try_from(value).expect("a small number")));
    }

    fn absolute(&self, _value: u64) {}
}

impl HistogramFn for One {
    fn record(&self, value: f64) {
        self.see(value);
    }
}

impl Seen {
    fn one(&self, key: &Key) -> Arc<One> {
        let labels = key.labels().map(|label| format!("{}={}", label.key(), label.value()));
        let labels: Vec<_> = labels.collect();
        let name = format!("{}{{{}}}", key.name(), labels.join(","));
        Arc::new(One { name, seen: self.clone() })
    }
}

impl Recorder for Seen {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.one(key))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.one(key))
    }
}

#[test]
fn metrics_count_and_time_the_locks() {
    let seen = Seen::default();
    metrics::with_local_recorder(&seen, || one_thread().block_on(story()));
    let seen = seen.0.lock().expect("no panic");
    let values = |name: &str| {
        let name = format!("lockstep_lock_{name}{{algorithm=token}}");
        seen.get(&name).cloned().unwrap_or_default()
    };
    let total = |name: &str| values(name).iter().sum::<f64>();
    assert!((total("acquired_total") - 2.0).abs() < 0.1, "{seen:?}");
    assert!((total("contended_total") - 3.0).abs() < 0.1, "{seen:?}");
    assert!((total("extended_total") - 1.0).abs() < 0.1, "{seen:?}");
    assert!((total("lost_total") - 1.0).abs() < 0.1, "{seen:?}");
    assert_eq!(values("wait_seconds"), [0.015, 0.0], "{seen:?}");
    assert!(values("hold_seconds").contains(&2.0), "{seen:?}");
}

#[test]
fn what_is_dropped_is_timed_and_what_fails_is_no_contention() {
    use lockstep_lock::blocking::{Locks, timer};
    use lockstep_sandbox::{Fault, Sandbox};
    let (seen, sandbox) = (Seen::default(), Sandbox::new());
    let (clock, hands) = (sandbox.clone(), sandbox.clone());
    let timer = timer(
        move || clock.now_ms().unsigned_abs(),
        move |at_ms| drop(hands.set(at_ms.cast_signed())),
    );
    let connection = sandbox.connect();
    let faults = connection.faults();
    let locks = Locks::new(connection, Terms::new()).with_timer(timer);
    metrics::with_local_recorder(&seen, || {
        faults.on("SET", Fault::Error("OOM command not allowed".to_owned()));
        locks.acquire("stock").expect_err("the server refused");
        let guard = locks.acquire("stock").expect("the lock was free");
        sandbox.advance(Duration::from_secs(2));
        drop(guard);
        locks.tend();
    });
    let seen = seen.0.lock().expect("no panic");
    let values = |name: &str| seen.get(&format!("lockstep_lock_{name}{{algorithm=token}}"));
    assert_eq!(values("hold_seconds"), Some(&vec![2.0]), "{seen:?}");
    assert_eq!(values("contended_total"), Some(&vec![0.0, 0.0]), "{seen:?}");
}

/// Collects the messages of events and the names of spans.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn push(&self, line: String) {
        self.0.lock().expect("no panic").push(line);
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0 += &format!(" {}={value:?}", field.name());
    }
}

impl tracing::Subscriber for Lines {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target().starts_with("lockstep_lock")
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        let mut line = Line(format!("span {}", attributes.metadata().name()));
        attributes.record(&mut line);
        self.push(line.0);
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.push(line.0);
    }
}

#[test]
fn traces_tell_what_happened_to_each_lock() {
    let lines = Lines::default();
    tracing::subscriber::with_default(lines.clone(), || one_thread().block_on(story()));
    let lines = lines.0.lock().expect("no panic");
    for expected in [
        "span acquire lock=\"stock\"",
        "DEBUG message=lock acquired key=lock:stock waited_ms=15 attempts=3",
        "TRACE message=lock extended key=lock:stock",
        "WARN message=lock lost key=lock:stock loss=another owner has the lock",
        "DEBUG message=lock not acquired key=lock:stock waited_ms=0 attempts=1 error=the lock lock:stock is taken, \
         1 attempts were made; try again later, or do without",
        "DEBUG message=lock released key=lock:another held_ms=2000 outcome=Released",
    ] {
        assert!(lines.iter().any(|line| line == expected), "no {expected:?} in {lines:#?}");
    }
}
