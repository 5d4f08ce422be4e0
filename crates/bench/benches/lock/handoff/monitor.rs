//! Which requests reach the server, as `MONITOR` shows them. Commands within
//! scripts are no requests.

use lockstep_resp::Reply;
use lockstep_tests::RedisServer;
use std::collections::BTreeMap;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// For how many hand-offs requests are counted.
pub(crate) const COUNTED: usize = 60;
/// What is echoed when the counting begins.
pub(crate) const BEGIN: &str = "the counting begins";
/// What is echoed when it ends.
pub(crate) const END: &str = "the counting ends";

pub(crate) struct Monitor(JoinHandle<BTreeMap<String, usize>>);

impl Monitor {
    pub(crate) fn start(server: &RedisServer) -> Self {
        let mut connection = server.connect().expect("a server");
        assert_eq!(connection.type_in("MONITOR").expect("an answer"), Reply::OK);
        Self(thread::spawn(move || {
            let mut counts = None;
            loop {
                let line = connection.receive(Duration::from_secs(60)).expect("a server");
                let Some(Reply::Simple(line)) = line else { panic!("{line:?} from MONITOR") };
                let line = line.into_owned();
                if line.contains(BEGIN) {
                    counts = Some(BTreeMap::new());
                } else if line.contains(END) {
                    return counts.expect("the beginning before the end");
                } else if let Some(counts) = &mut counts
                    && !line.contains("[0 lua]")
                {
                    let name = line.split('"').nth(1).unwrap_or_default().to_uppercase();
                    *counts.entry(name).or_default() += 1;
                }
            }
        }))
    }

    /// How many requests there were for each hand-off, all told and by name.
    pub(crate) fn ends(self) -> (f64, String) {
        let counts = self.0.join().expect("no panic");
        let each = |count: usize| count as f64 / COUNTED as f64;
        let names: Vec<String> =
            counts.iter().map(|(name, &count)| format!("{name} {:.2}", each(count))).collect();
        (each(counts.values().sum()), names.join(", "))
    }
}
