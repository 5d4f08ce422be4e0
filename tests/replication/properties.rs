//! Whatever is sent to a set, its primary answers as a server alone would, and
//! its replicas have what the primary had.

use crate::random::template::Template;
use lockstep_engine::{ConnectionId, Keep, Output, ReplicaSet, ScriptHost, State};
use lockstep_resp::Command;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Where the clock stands at the beginning, in Unix milliseconds.
const START_MS: i64 = 1_700_000_000_000;

#[derive(Clone, Debug)]
enum Step {
    Command { other: bool, command: Command },
    Advance { by_ms: i64 },
    Replicate { replica: usize, writes: usize },
    Promote { replica: usize },
    Restart { keep: Keep<'static> },
}

/// Commands from the lines of the random tests for which `is_fit` holds.
fn command(is_fit: fn(&str) -> bool) -> impl Strategy<Value = Command> {
    let text = include_str!("../random/commands.txt");
    let fit: String = text.split_inclusive('\n').filter(|line| is_fit(line)).collect();
    let templates = Template::all(&fit);
    (0..templates.len(), any::<u64>().no_shrink())
        .prop_map(move |(index, seed)| templates[index].fill(seed))
}

fn steps(is_fit: fn(&str) -> bool) -> impl Strategy<Value = Vec<Step>> {
    let advance = prop::sample::select(vec![1, 99, 100, 101, 1000, 5000]);
    let (replica, writes) = (0..2usize, prop::sample::select(vec![1, 1, 2, 99]));
    let keep = prop::sample::select(vec![Keep::Everything, Keep::Nothing]);
    let step = prop_oneof![
        30 => (prop::bool::weighted(0.3), command(is_fit))
            .prop_map(|(other, command)| Step::Command { other, command }),
        4 => advance.prop_map(|by_ms| Step::Advance { by_ms }),
        8 => (replica, writes).prop_map(|(replica, writes)| Step::Replicate { replica, writes }),
        1 => (0..2usize).prop_map(|replica| Step::Promote { replica }),
        1 => keep.prop_map(|keep| Step::Restart { keep }),
    ];
    prop::collection::vec(step, 1..80)
}

/// A set beside a server alone that is told the same. What the server was after
/// each write is kept, so that it can be what a promoted replica is.
struct Pair {
    host: ScriptHost,
    set: ReplicaSet,
    alone: State,
    connections: [ConnectionId; 2],
    now_ms: i64,
    /// How many writes each replica has got.
    applied: [usize; 2],
    /// The server alone after so many writes.
    after: BTreeMap<usize, State>,
}

impl Pair {
    fn new() -> Self {
        let mut alone = State::default();
        let connections = [alone.connect(), alone.connect()];
        Self {
            host: ScriptHost::new(),
            set: ReplicaSet::new(alone.clone(), 2),
            after: BTreeMap::from([(0, alone.clone())]),
            alone,
            connections,
            now_ms: START_MS,
            applied: [0; 2],
        }
    }

    /// Does the step to both; answers what came of it from each.
    fn take(&mut self, step: &Step) -> [Output; 2] {
        let Self { host, set, alone, now_ms, .. } = self;
        let (mut ours, mut theirs) = (Output::default(), Output::default());
        match step {
            Step::Command { other, command } => {
                let (id, words) = (self.connections[usize::from(*other)], command.as_slices());
                set.submit(host, id, &words, *now_ms, &mut ours);
                alone.submit(host, id, &words, *now_ms, &mut theirs);
            }
            Step::Advance { by_ms } => {
                *now_ms += by_ms;
                set.advance(host, *now_ms, &mut ours);
                alone.advance(host, *now_ms, &mut theirs);
            }
            Step::Replicate { replica, writes } => {
                self.applied[*replica] += set.lag(*replica).min(*writes);
                set.replicate(host, *replica, *writes, *now_ms, &mut ours);
            }
            Step::Promote { replica } => {
                // Some commands are more than one write: then all of it comes.
                if !self.after.contains_key(&self.applied[*replica]) {
                    self.applied[*replica] += set.lag(*replica);
                    set.replicate(host, *replica, usize::MAX, *now_ms, &mut ours);
                }
                *alone = self.after[&self.applied[*replica]].clone();
                set.promote(host, *replica, *now_ms, &mut ours);
                alone.restart(Keep::Everything);
                alone.advance(host, *now_ms, &mut theirs);
                self.begin_anew();
            }
            Step::Restart { keep } => {
                assert_eq!(set.restart(*keep), alone.restart(*keep));
                self.begin_anew();
            }
        }
        self.after.insert(self.applied[0] + self.set.lag(0), self.alone.clone());
        [ours, theirs]
    }

    fn begin_anew(&mut self) {
        self.applied = [0; 2];
        self.after.clear();
    }
}

/// All keys, those included whose time is over.
fn keys(state: &State) -> Vec<String> {
    state.keys(i64::MIN).map(|key| format!("{key:?}")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_set_answers_as_a_server_alone_and_replicas_have_what_that_had(
        steps in steps(|_| true),
    ) {
        let mut pair = Pair::new();
        for step in &steps {
            let [ours, theirs] = pair.take(step);
            prop_assert_eq!(ours, theirs, "{:?}", step);
            prop_assert_eq!(keys(pair.set.primary()), keys(&pair.alone), "{:?}", step);
            prop_assert_eq!(pair.set.next_deadline_ms(), pair.alone.next_deadline_ms());
            for (replica, applied) in pair.applied.iter().enumerate() {
                let state = pair.set.replica(replica).expect("there are two");
                if let Some(then) = pair.after.get(applied) {
                    prop_assert_eq!(keys(state), keys(then), "{:?}", step);
                }
                prop_assert!(pair.set.lag(replica) > 0 || pair.after.contains_key(applied));
            }
        }
    }

    #[test]
    fn shifted_and_asked_earlier_it_answers_alike(
        steps in steps(|line| !["AT", "{at", "EXPIRETIME"].iter().any(|at| line.contains(at))),
        by_ms in prop::sample::select(vec![1, 500, 1_000, 1_699_999_999_999, -3_600_000]),
        after in 0..40usize,
    ) {
        let (mut stays, mut moves) = (Pair::new(), Pair::new());
        for (at, step) in steps.iter().enumerate() {
            if at == after {
                moves.now_ms -= by_ms;
                moves.set.shift(by_ms, &|_| false);
                moves.alone.shift(by_ms, &|_| false);
                moves.after.values_mut().for_each(|then| then.shift(by_ms, &|_| false));
            }
            let [expected, _] = stays.take(step);
            let [mut moved, _] = moves.take(step);
            if at >= after {
                moved.events.iter_mut().for_each(|event| event.at_ms += by_ms);
            }
            prop_assert_eq!(moved, expected, "{:?}", step);
        }
        if steps.len() > after {
            moves.set.shift(-by_ms, &|_| false);
        }
        prop_assert!(moves.set == stays.set);
        prop_assert_eq!(hash(&moves.set), hash(&stays.set));
    }
}

fn hash(set: &ReplicaSet) -> u64 {
    let mut hasher = DefaultHasher::new();
    set.hash(&mut hasher);
    hasher.finish()
}
