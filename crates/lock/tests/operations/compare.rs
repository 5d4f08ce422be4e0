//! Comparing an owner without Lua, where the server can.

use crate::story::{NOSCRIPT, check, grant, lock};
use lockstep_lock::{Algorithm, Compare, Discover, Extend, Lock, Release};

const DELEX: &str = "0> DELEX lock:stock IFEQ A-1\n";
const IFEQ: &str = "0> SET lock:stock A-1 IFEQ A-1 PX 30000\n";
const RELEASE: &str = "release.lua 1 lock:stock A-1 \"\"\n";
const EXTEND: &str = "extend.lua 1 lock:stock A-1 30000\n";

fn by(compare: Compare) -> Lock {
    Lock { compare, ..lock(Algorithm::Token) }
}

#[test]
fn one_command_releases_and_the_script_tells_why_not() {
    let told = |rest: &str| {
        check(Release::new(&by(Compare::Delex), &grant()), &format!("{DELEX}{rest}"));
    };
    told("0< 1\n= Released");
    told(&format!("0< 0\n0> EVALSHA {RELEASE}0< 0\n= NotOwner"));
    told(&format!("0< 0\n0> EVALSHA {RELEASE}0< -1\n= Expired"));
    told(&format!("0< 0\n0> EVALSHA {RELEASE}0< -{NOSCRIPT}\n0> EVAL {RELEASE}0< -1\n= Expired"));
    told("0< lost\n= Indeterminate");
    told("0< 2\n= node 0 refused: (integer) 2");
    told("0< -WRONGTYPE no\n= node 0 refused: WRONGTYPE no");
    let delifeq = "0> DELIFEQ lock:stock A-1\n0< 1\n= Released";
    check(Release::new(&by(Compare::Delifeq), &grant()), delifeq);
}

#[test]
fn a_command_that_is_unknown_is_replaced_by_the_script() {
    for error in [
        "ERR unknown command 'DELEX', with args beginning with: 'lock:stock' 'IFEQ' 'A-1' ",
        "ERR unknown command `DELEX`, with args beginning with: `lock:stock`, ",
        "ERR syntax error",
    ] {
        let story = format!("{DELEX}0< -{error}\n0> EVALSHA {RELEASE}0< 1\n= Released");
        check(Release::new(&by(Compare::Delex), &grant()), &story);
        let story = format!("{IFEQ}0< -{error}\n0> EVALSHA {EXTEND}0< 1\n= extended until 29698");
        check(Extend::new(&by(Compare::Delifeq), &grant()), &story);
    }
    for error in ["ERR syntax", "ERR wrong number of arguments for 'delex' command", "NOPERM no"] {
        let story = format!("{DELEX}0< -{error}\n= node 0 refused: {error}");
        check(Release::new(&by(Compare::Delex), &grant()), &story);
    }
}

#[test]
fn one_command_extends_and_the_script_tells_why_not() {
    let told = |rest: &str| {
        check(Extend::new(&by(Compare::Delex), &grant()), &format!("{IFEQ}{rest}"));
    };
    told("0< OK\n= extended until 29698");
    told(&format!("0< nil\n0> EVALSHA {EXTEND}0< 0\n= NotOwner"));
    told(&format!("0< nil\n0> EVALSHA {EXTEND}0< -1\n= Expired"));
    told("0< QUEUED\n= node 0 refused: QUEUED");
}

#[test]
fn a_release_that_is_told_is_the_script_on_every_server() {
    let notifies = Lock { notifies: true, ..by(Compare::Delex) };
    let asks = "0> EVALSHA release.lua 1 lock:stock A-1 {lock:stock}:released\n0< 1\n= Released";
    check(Release::new(&notifies, &grant()), asks);
}

#[test]
fn a_server_says_what_it_can() {
    let told = |answer: &str, compare: &str| {
        let story = format!("0> COMMAND INFO DELEX DELIFEQ\n0< {answer}\n= {compare}");
        check(Discover, &story);
    };
    told("[[\"delex\"], nil]", "Delex");
    told("[nil, [\"delifeq\"]]", "Delifeq");
    told("[nil, nil]", "Lua");
    told("nil", "Lua");
    told("QUEUED", "Lua");
    told("-NOPERM no", "Lua");
    told("lost", "Lua");
    check(Discover, "0> COMMAND INFO DELEX DELIFEQ\ndeadline\nwoken");
}
