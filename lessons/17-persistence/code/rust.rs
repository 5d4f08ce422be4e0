use std::collections::BTreeMap;

/// What a restart of this server may forget. Worth a line in the log when the
/// program begins, since nobody can see it from the locks.
fn forgets(connection: &mut redis::Connection) -> redis::RedisResult<&'static str> {
    let settings: BTreeMap<String, String> =
        redis::cmd("CONFIG").arg("GET").arg("append*").query(connection)?;
    let is = |name: &str, value: &str| settings.get(name).is_some_and(|found| found == value);
    Ok(if !is("appendonly", "yes") {
        "everything since the last snapshot: do not restart it at once"
    } else if is("appendfsync", "always") {
        "nothing that it has answered"
    } else {
        "about the last second, if the machine goes down"
    })
}
