//! Scripts that no server survives unharmed, for tests of this engine on every
//! target. Real Redis hangs, crashes or runs out of memory on most of them, so
//! they are in no transcript.

use crate::{Output, ScriptHost, ScriptSha, State};

/// A script and its reply as `redis-cli` prints it.
#[derive(Clone, Copy, Debug)]
pub struct ScriptCase {
    /// The script, to be run with default limits, without keys and arguments.
    pub script: &'static str,
    /// The reply; `<sha>` stands for the SHA1 of the script.
    pub reply: &'static str,
}

impl ScriptCase {
    /// Runs the script on a fresh server and compares the reply.
    ///
    /// # Errors
    ///
    /// Says which script gave which reply instead.
    pub fn run(&self, host: &ScriptHost) -> Result<(), String> {
        let (mut state, mut output) = (State::default(), Output::default());
        let connection = state.connect();
        let words: [&[u8]; 3] = [b"EVAL", self.script.as_bytes(), b"0"];
        state.submit(host, connection, &words, 0, &mut output);
        let reply = output.messages.first().map(|message| message.reply.to_string());
        let sha = ScriptSha::of(self.script.as_bytes()).to_string();
        let expected = self.reply.replace("<sha>", &sha);
        if reply.as_ref() == Some(&expected) {
            return Ok(());
        }
        let reply = reply.unwrap_or_default();
        Err(format!("{}\n  should reply {expected}\n  replies      {reply}", self.script))
    }
}

const fn case(script: &'static str, reply: &'static str) -> ScriptCase {
    ScriptCase { script, reply }
}

const TOO_LONG: &str =
    "(error) ERR Error running script <sha>, it passed its limit of 5000000 instructions";
const TOO_LARGE: &str = "(error) ERR Error running script <sha>, not enough memory";
const C_STACK: &str = "(error) ERR C stack overflow script: <sha>, on @user_script:1.";

/// All of them. They may run one after another on one host.
pub const ENGINE_ONLY: &[ScriptCase] = &[
    // Endless, and what keeps an endless script alive elsewhere.
    case("while true do end", TOO_LONG),
    case("local function f() while true do end end while true do pcall(f) end", TOO_LONG),
    case("local function f() while true do end end while true do xpcall(f, f) end", TOO_LONG),
    case("local function f() while true do end end coroutine.wrap(f)()", TOO_LONG),
    case(
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        TOO_LONG,
    ),
    case("local function f() return f() end f()", TOO_LONG),
    case("local function f() pcall(f) f() end f()", TOO_LONG),
    case("while true do redis.pcall('PING') end", TOO_LONG),
    case("while true do pcall(redis.call) end", TOO_LONG),
    // One call into C that takes for ever, or many that take long.
    case("return string.find(('a'):rep(300), ('a?'):rep(150) .. ('a'):rep(300))", TOO_LONG),
    case("return string.find(('a'):rep(50000), ('(.-)'):rep(20) .. 'b')", TOO_LONG),
    case("return string.find(('a'):rep(30), ('a*'):rep(15) .. 'b')", TOO_LONG),
    case("for i = 1, 1e6 do string.rep('', 2147483647) end", TOO_LONG),
    case("for i = 1, 1e6 do collectgarbage() end", TOO_LONG),
    case("while true do pcall(string.rep, 'x', 50000000) end", TOO_LONG),
    case("local t = {} for i = 1, 1e5 do t[i] = i end while true do table.concat(t) end", TOO_LONG),
    case("local t = {} for i = 1, 1e5 do t[i] = 1 end while true do table.sort(t) end", TOO_LONG),
    case(
        "local t = {} for i = 1, 1e5 do t[i] = i end while true do t[1] = nil next(t) table.insert(t, 1, 1) end",
        TOO_LONG,
    ),
    case("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", TOO_LONG),
    case("local t = {} for i = 1, 1e5 do t[i] = i end while true do cjson.encode(t) end", TOO_LONG),
    case("while true do cjson.decode('[1,2,3]') end", TOO_LONG),
    case("local t = {1} for i = 1, 40 do t = {t, t} end return cjson.encode(t)", TOO_LONG),
    case("cjson.encode_sparse_array(false, 0) return cjson.encode({[2147483647] = 1})", TOO_LONG),
    case("local s = '[' .. ('1,'):rep(1e6) while true do pcall(cjson.decode, s) end", TOO_LONG),
    case("while true do pcall(cjson.decode, ' ' .. ('\t'):rep(1e6)) end", TOO_LONG),
    case(
        "local t = {1} for i = 1, 14 do t = {t, t, t, t, t, t} end return cmsgpack.pack(t)",
        TOO_LONG,
    ),
    case(
        "while true do pcall(cmsgpack.unpack, '\\221\\255\\255\\255\\255' .. ('\\1'):rep(1e6)) end",
        TOO_LONG,
    ),
    case("while true do struct.size(('b'):rep(1e6)) end", TOO_LONG),
    case("while true do bit.tobit(1) end", TOO_LONG),
    // Large.
    case(
        "local s = ('x'):rep(2e6) s = s .. s .. s .. s .. s .. s return cmsgpack.pack({s, s})",
        TOO_LARGE,
    ),
    case(
        "local s = ('x'):rep(2e6) s = s .. s .. s .. s .. s .. s return cjson.encode({s, s})",
        TOO_LARGE,
    ),
    case("local s = 'x' while true do s = s .. s end", TOO_LARGE),
    case("local t = {} for i = 1, 1e9 do t[i] = {} end", TOO_LARGE),
    case("return pcall(function() local s = 'x' while true do s = s .. s end end)", "(nil)"),
    case(
        "local x = ('x'):rep(1000000) for i = 1, 200 do local s = x .. i end return 'garbage is freed'",
        "\"garbage is freed\"",
    ),
    case(
        "local t = {1} for i = 1, 12 do t = {t, t} end local r = t for i = 1, 200 do r = {r} end return type(r)",
        "\"table\"",
    ),
    // Deep.
    case("local function f() local ok, e = pcall(f) error(e, 0) end f()", C_STACK),
    case("local function f() return (string.gsub('a', 'a', f)) end f()", C_STACK),
    case("local function f() table.sort({1, 2, 3}, f) end f()", C_STACK),
    case(
        "local function f() return 1 + f() end return f()",
        "(error) ERR user_script:1: stack overflow script: <sha>, on @user_script:1.",
    ),
    case(
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k + 1] end return t[1]",
        "(error) ERR user_script:1: C stack overflow script: <sha>, on @user_script:1.",
    ),
    case(
        "return select(2, loadstring('return ' .. ('('):rep(1e5) .. 1 .. (')'):rep(1e5))):match('chunk.*')",
        "\"chunk has too many syntax levels\"",
    ),
    case(
        "return string.find(('a'):rep(300000), ('a?'):rep(300000))",
        "(error) ERR user_script:1: pattern too complex script: <sha>, on @user_script:1.",
    ),
    case(
        "local t = {} t[1] = t cjson.encode_max_depth(1e6) return cjson.encode(t)",
        "(error) ERR user_script:1: Cannot serialise, excessive nesting (1001) script: <sha>, on @user_script:1.",
    ),
    case(
        "cjson.decode_max_depth(1e6) return cjson.decode(('['):rep(1e5))",
        "(error) ERR user_script:1: Found too many nested data structures (1001) at character 1001 script: <sha>, on @user_script:1.",
    ),
    case(
        "local function f(n) if n == 0 then return cjson.decode(('['):rep(1000) .. (']'):rep(1000)) end return select(2, pcall(f, n - 1)) end local t = f(180) return #cjson.encode(t)",
        "(integer) 2000",
    ),
    case(
        "local function f(n) if n == 0 then return cmsgpack.unpack(('\\145'):rep(999) .. '\\1') end return select(2, pcall(f, n - 1)) end return type(f(180))",
        "\"table\"",
    ),
    // Crashes Redis 7.0.15.
    case("error({})", "(error) ERR unknown error script: <sha>, on @user_script:1."),
    case("error({err = {}})", "(error) ERR unknown error script: <sha>, on @user_script:1."),
    // Afterwards all is as before.
    case("return #KEYS + #ARGV", "(integer) 0"),
];
