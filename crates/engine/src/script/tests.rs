//! Scripts and their replies, as the real server gave them.

use super::cases::ENGINE_ONLY;
use super::{ScriptHost, ScriptLimits, ScriptSha};
use crate::{Message, Output, State};
use lockstep_resp::{Command, Reply};

const NOW_MS: i64 = 1_700_000_000_000;

/// One connection to one server.
struct Lab {
    host: ScriptHost,
    state: State,
}

impl Lab {
    fn new() -> Self {
        Self::with_limits(ScriptLimits::default())
    }

    fn with_limits(limits: ScriptLimits) -> Self {
        Self { host: ScriptHost::with_limits(limits), state: State::default() }
    }

    fn send(&mut self, words: &[&[u8]]) -> Output {
        let mut output = Output::default();
        let connection = self.state.connect();
        self.state.submit(&self.host, connection, words, NOW_MS, &mut output);
        self.state.disconnect(connection);
        output
    }

    fn command(&mut self, line: &str) -> String {
        let command = Command::parse(line).unwrap();
        printed(self.send(&command.as_slices()))
    }

    fn eval(&mut self, script: &str) -> String {
        printed(self.send(&[b"EVAL", script.as_bytes(), b"0"]))
    }
}

fn printed(output: Output) -> String {
    let replies = output.messages.into_iter().map(|Message { reply, .. }| reply.to_string());
    replies.collect::<Vec<_>>().join("\n")
}

/// Where the error of a one-line script says that it happened.
fn at(script: &str, message: &str) -> String {
    format!("(error) {message} script: {}, on @user_script:1.", ScriptSha::of(script.as_bytes()))
}

#[test]
fn lua_values_become_replies_as_in_redis() {
    let check = |script: &str, reply: &str| assert_eq!(Lab::new().eval(script), reply, "{script}");
    check("return 3.99", "(integer) 3");
    check("return -3.99", "(integer) -3");
    check("return 0/0", "(integer) -9223372036854775808");
    check("return {1, {false, true, {}}, 'a', nil, 5}", {
        "1) (integer) 1\n2) 1) (nil)\n   2) (integer) 1\n   3) (empty array)\n3) \"a\""
    });
    check("return {ok = 'FINE\\n'}", "FINE ");
    check("return {err = 'MY error\\n', ok = 'x'}", "(error) MY error");
    check("return {err = {}, ok = 1}", "(empty array)");
    check("return {map = {a = 1}}", "1) \"a\"\n2) (integer) 1");
    check("return {double = 1e20}", "\"1e+20\"");
    check("return function() end", "(nil)");
    check("return 'a\\0b\\255'", "\"a\\x00b\\xff\"");
}

#[test]
fn errors_say_where_they_were_raised() {
    let check = |script: &str, error: &str| {
        assert_eq!(Lab::new().eval(script), at(script, error), "{script}");
    };
    check("error('boom')", "ERR user_script:1: boom");
    check("error('boom', 0)", "ERR boom");
    check("error({err = 'MY error'})", "MY error");
    check("redis.call('nope')", "ERR Unknown Redis command called from script");
    check("redis.call('get')", "ERR Wrong number of args calling Redis command from script");
    check("redis.call('eval', 'return 1', 0)", "ERR This Redis command is not allowed from script");
    check("x = 1", "ERR user_script:1: Attempt to modify a readonly table");
    check("rawset(_G, 'x', 1)", "ERR Attempt to modify a readonly table");
    check("return os", {
        "ERR user_script:1: Script attempted to access nonexistent global variable 'os'"
    });
}

#[test]
fn redis_answers_scripts_as_redis_does() {
    let check = |script: &str, reply: &str| assert_eq!(Lab::new().eval(script), reply, "{script}");
    check("return redis.call('get', 'none') == false", "(integer) 1");
    check("return redis.call('set', 'k', 'v').ok", "\"OK\"");
    check("redis.call('set', 'k', 1/3) return redis.call('get', 'k')", "\"0.33333333333333331\"");
    check("redis.call('set', 'k', -0.0) return redis.call('get', 'k')", "\"-0\"");
    check("return redis.pcall('nope')", "(error) ERR Unknown Redis command called from script");
    check("return redis.pcall('nope').ignore_error_stats_update", "(integer) 1");
    check("return {pcall(redis.call, 'nope')}", {
        "1) (nil)\n2) \"ERR Unknown Redis command called from script\""
    });
    check("return redis.error_reply('oops')", "(error) ERR oops");
    check("return redis.error_reply('-MY error')", "(error) MY error");
    check("return redis.status_reply('FINE')", "FINE");
    check("return redis.sha1hex('')", "\"da39a3ee5e6b4b0d3255bfef95601890afd80709\"");
    check("return redis.log(redis.LOG_WARNING, 'x')", "(nil)");
    check("return redis.REDIS_VERSION", "\"7.0.15\"");
    check("return redis.REDIS_VERSION_NUM", "(integer) 458767");
}

#[test]
fn what_no_other_server_survives_ends_with_an_error() {
    let host = ScriptHost::new();
    let failures = ENGINE_ONLY.iter().filter_map(|case| case.run(&host).err());
    assert_eq!(failures.collect::<Vec<_>>().join("\n"), "");
}

#[test]
fn limits_are_those_of_the_host() {
    let limits = ScriptLimits { instructions: 1000, memory_bytes: 200_000 };
    let check = |script: &str, reply: &str| {
        let sha = ScriptSha::of(script.as_bytes()).to_string();
        let reply = reply.replace("<sha>", &sha);
        assert_eq!(Lab::with_limits(limits).eval(script), reply, "{script}");
    };
    check("for i = 1, 100 do end return 'short'", "\"short\"");
    check("for i = 1, 1001 do end", {
        "(error) ERR Error running script <sha>, it passed its limit of 1000 instructions"
    });
    check("return #('x'):rep(1000)", "(integer) 1000");
    let large = "local s = 'x' for i = 1, 20 do s = s .. s end";
    check(
        large,
        "(error) ERR Error running script <sha>, it passed its limit of 1000 instructions",
    );
    let mut small = Lab::with_limits(ScriptLimits { memory_bytes: 200_000, ..Default::default() });
    let sha = ScriptSha::of(large.as_bytes());
    let out = format!("(error) ERR Error running script {sha}, not enough memory");
    assert_eq!(small.eval(large), out);
    assert_eq!(small.eval("return 'usable'"), "\"usable\"");
}

#[test]
fn no_limit_is_too_small_to_answer() {
    for memory_bytes in [0, 1, 1000, 20_000, 40_000, 60_000] {
        for instructions in [0, 1, 10] {
            let mut lab = Lab::with_limits(ScriptLimits { instructions, memory_bytes });
            let reply = lab.eval("local t = {} for i = 1, 1e6 do t[i] = {} end");
            assert!(reply.starts_with("(error) ERR "), "{reply}");
        }
    }
}

#[test]
fn nothing_that_a_script_does_outlives_it() {
    let mut lab = Lab::new();
    let check = |lab: &mut Lab, script: &str, reply: &str| {
        assert_eq!(lab.eval(script), reply, "{script}");
    };
    check(&mut lab, "KEYS.x = 1 KEYS[1] = 'x' return #KEYS", "(integer) 1");
    check(&mut lab, "return {#KEYS, KEYS.x}", "1) (integer) 0");
    let numbers = "return tostring(math.random())";
    check(&mut lab, numbers, "\"0.39646477363839\"");
    check(&mut lab, numbers, "\"0.39646477363839\"");
    check(&mut lab, "collectgarbage('stop') return collectgarbage('setpause', 1000000)", {
        "(integer) 200"
    });
    check(&mut lab, "return collectgarbage('setpause', 7)", "(integer) 200");
    check(&mut lab, "return cjson.encode_max_depth(7)", "(integer) 7");
    check(&mut lab, "return cjson.encode_max_depth()", "(integer) 1000");
    check(&mut lab, "cjson.encode_invalid_numbers('null') return cjson.encode(0/0)", "\"null\"");
    check(&mut lab, "return cjson.encode_invalid_numbers()", "(nil)");
    let select = "redis.call('select', 3) return redis.call('set', 'k', 'v')";
    lab.eval("return redis.call('set', 'k', 'v')");
    lab.command("SELECT 0");
    assert_eq!(lab.eval(select), "OK");
    assert_eq!(lab.state.key(3, b"k", NOW_MS).map(|key| key.value), Some("\"v\"".to_owned()));
    check(&mut lab, "return redis.call('get', 'k')", "\"v\"");
}

#[test]
fn the_words_of_a_call_are_its_own() {
    let mut lab = Lab::new();
    let words = "local told = {#KEYS, KEYS[1], KEYS[2], #ARGV, ARGV[1]} \
                 told[#told + 1] = tostring(ARGV.x) .. tostring(getmetatable(ARGV)) return told";
    let sha = ScriptSha::of(words.as_bytes());
    lab.command(&format!("SCRIPT LOAD \"{words}\""));
    let mut check = |before: &str, words: &str, reply: &str| {
        lab.command(&format!("EVAL \"{before}\" {words}"));
        let told = lab.command(&format!("EVALSHA {sha} {words}"));
        assert_eq!(told.replace('\n', " "), reply, "{before}");
    };
    let two = "1) (integer) 2 2) \"a\" 3) \"b\" 4) (integer) 1 5) \"c\" 6) \"nilnil\"";
    for before in [
        "KEYS[1] = 'x' ARGV[1] = 'x'",
        "KEYS[1] = nil KEYS[2] = nil ARGV[1] = nil",
        "KEYS[3] = 'x' ARGV[2] = 'x'",
        "KEYS.x = 'x' ARGV.x = 'x'",
        "ARGV.x = 'x' ARGV.x = nil",
        "for i = 1, 100 do KEYS[i] = i ARGV[i] = i end",
        "table.remove(KEYS) table.remove(ARGV)",
        "table.insert(KEYS, 1, 'x') table.sort(KEYS)",
        "setmetatable(ARGV, {__index = function() return 'x' end})",
        "local keys = KEYS coroutine.wrap(function() keys[1] = 'x' coroutine.yield() end)()",
        "ARGV[1] = KEYS KEYS[1] = ARGV KEYS[2] = KEYS",
        "KEYS[1] = 'x' error('late')",
        "KEYS = {} ",
        "rawset(_G, 'KEYS', {})",
        "ARGV[1] = 'x' while true do end",
    ] {
        check(before, "2 a b c", two);
    }
    check(
        "KEYS[1] = 'x'",
        "2 b a d",
        &two.replace("\"a\" 3) \"b\"", "\"b\" 3) \"a\"").replace('c', "d"),
    );
}

#[test]
fn a_script_changes_its_own_state_and_no_other() {
    let mut lab = Lab::new();
    let before = lab.state.clone();
    let output = lab.send(&[b"EVAL", b"redis.call('set', 'k', 'v') error('late')", b"0"]);
    let events: Vec<_> = output.events.iter().map(|event| (event.name, &event.key[..])).collect();
    assert_eq!(events, [("set", &b"k"[..])]);
    assert!(lab.state.key(0, b"k", NOW_MS).is_some());
    assert!(before.key(0, b"k", NOW_MS).is_none());
    // The other one knows neither the key nor the body.
    let sha = lab.command("SCRIPT LOAD \"return redis.call('exists', 'k')\"");
    let evalsha = format!("EVALSHA {sha} 0");
    assert_eq!(lab.command(&evalsha), "(integer) 1");
    lab.state = before;
    assert_eq!(lab.command(&evalsha), "(error) NOSCRIPT No matching script. Please use EVAL.");
}

#[test]
fn many_scripts_fit_on_one_host() {
    let mut lab = Lab::new();
    for n in 0..2500 {
        assert_eq!(lab.eval(&format!("return {n}")), format!("(integer) {n}"));
    }
}

#[test]
fn byte_code_is_not_run() {
    let reply = Lab::new().eval("return (loadstring(string.dump(function() end)))");
    assert_eq!(reply, Reply::Nil.to_string());
}

#[test]
fn a_script_that_was_kept_is_compiled_when_it_is_called() {
    let check = |script: &str, reply: &str| {
        let mut lab = Lab::new();
        let sha = lab.state.keep_script(script.as_bytes());
        assert_eq!(lab.command(&format!("SCRIPT EXISTS {sha}")), "1) (integer) 1");
        assert_eq!(lab.command(&format!("EVALSHA {sha} 0")), reply, "{script}");
    };
    check("return 'yes'", "\"yes\"");
    check("return return", {
        "(error) ERR Error compiling script (new function): user_script:1: \
         unexpected symbol near 'return'"
    });
}
