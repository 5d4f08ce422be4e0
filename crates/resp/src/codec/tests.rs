//! The codec against bytes told by hand and against random values.

use super::*;
use crate::{Blob, Command, Reply};
use proptest::prelude::*;

fn command_bytes(command: &Command) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_command(command, &mut bytes);
    bytes
}

fn reply_bytes(reply: &Reply, protocol: Protocol) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_reply(&reply.clone().seen_by(protocol), protocol, &mut bytes);
    bytes
}

#[test]
fn commands_travel_as_arrays_of_bulk_strings() {
    let check = |line: &str, bytes: &[u8]| {
        let command = Command::parse(line).unwrap();
        assert_eq!(command_bytes(&command), bytes);
        assert_eq!(decode_command(bytes), Ok(Some((command, bytes.len()))));
    };
    check("PING", b"*1\r\n$4\r\nPING\r\n");
    check(r#"SET k """#, b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$0\r\n\r\n");
    check(r#"GET "\xff\r\n""#, b"*2\r\n$3\r\nGET\r\n$3\r\n\xff\r\n\r\n");
}

#[test]
fn commands_may_be_typed_by_hand() {
    let check = |bytes: &[u8], line: &str, used: usize| {
        let command = Command::parse(line).unwrap();
        assert_eq!(decode_command(bytes), Ok(Some((command, used))));
    };
    check(b"PING\r\nPING\r\n", "PING", 6);
    check(b"set k 'a b'\n", r#"set k "a b""#, 12);
    check(b"\r\nPING\r\n", "", 2);
    check(b"*0\r\nPING\r\n", "", 4);
    check(b"*-5\r\n", "", 5);
}

#[test]
fn a_bad_command_is_refused_in_the_words_of_redis() {
    let check = |bytes: &[u8], problem: &str| {
        assert_eq!(decode_command(bytes).unwrap_err().problem, problem);
    };
    check(b"*2147483648\r\n", "invalid multibulk length");
    check(b"*+1\r\n", "invalid multibulk length");
    check(b"*\r\n", "invalid multibulk length");
    check(b"*1\n", "invalid multibulk length");
    check(b"*1\r\nPING\r\n", "expected '$', got 'P'");
    check(b"*1\r\n$-1\r\n", "invalid bulk length");
    check(b"*1\r\n$536870913\r\n", "invalid bulk length");
    check(b"PING \"a\r\n", "unbalanced quotes in request");
    check(&[b'A'; 70_000], "too big inline request");
    check(&[b'*'; 70_000], "too big mbulk count string");
    let bulk_length = [b"*1\r\n$".as_slice(), &[b'1'; 70_000]].concat();
    check(&bulk_length, "too big bulk count string");
}

#[test]
fn every_reply_has_a_form_in_both_protocols() {
    let check = |reply: Reply, resp2: &str, resp3: &str| {
        for (protocol, expected) in [(Protocol::Resp2, resp2), (Protocol::Resp3, resp3)] {
            let bytes = reply_bytes(&reply, protocol);
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    };
    check(Reply::OK, "+OK\r\n", "+OK\r\n");
    check(Reply::error("ERR a\r\nb"), "-ERR a  b\r\n", "-ERR a  b\r\n");
    check(Reply::Integer(-7), ":-7\r\n", ":-7\r\n");
    check(Reply::Nil, "$-1\r\n", "_\r\n");
    check(Reply::NilArray, "*-1\r\n", "_\r\n");
    check(Reply::Boolean(true), ":1\r\n", "#t\r\n");
    check(Reply::Double(Blob::from(*b"1.5")), "$3\r\n1.5\r\n", ",1.5\r\n");
    check(Reply::BigNumber(Blob::from(*b"12")), "$2\r\n12\r\n", "(12\r\n");
    let verbatim = Reply::Verbatim(*b"txt", Blob::from(*b"hi"));
    check(verbatim, "$2\r\nhi\r\n", "=6\r\ntxt:hi\r\n");
    let one = || Reply::Integer(1);
    check(Reply::Set(vec![one()]), "*1\r\n:1\r\n", "~1\r\n:1\r\n");
    check(Reply::Push(vec![one()]), "*1\r\n:1\r\n", ">1\r\n:1\r\n");
    let map = Reply::Map(vec![(one(), Reply::Array(vec![]))]);
    check(map, "*2\r\n:1\r\n*0\r\n", "%1\r\n:1\r\n*0\r\n");
}

#[test]
fn replies_that_redis_sends_rarely_are_read_too() {
    let check = |bytes: &[u8], reply: Reply| {
        assert_eq!(decode_reply(bytes), Ok(Some((reply, bytes.len()))));
    };
    check(b"!5\r\nERR x\r\n", Reply::error("ERR x"));
    check(b"|1\r\n+ttl\r\n:1\r\n$1\r\nv\r\n", Reply::bulk("v"));
    check(b",inf\r\n", Reply::Double(Blob::from(*b"inf")));
    check(b"(-36893488147419103232\r\n", Reply::BigNumber(Blob::from(*b"-36893488147419103232")));
}

#[test]
fn bytes_that_are_no_reply_are_told_with_their_place() {
    let check = |bytes: &[u8], message: &str| {
        assert_eq!(decode_reply(bytes).unwrap_err().to_string(), message);
    };
    check(b"?\r\n", "byte 0: no reply begins with '?'");
    check(b"\xff", r"byte 0: no reply begins with '\u{ff}'");
    check(b":ten\r\n", "byte 0: not a value of its type");
    check(b"#x\r\n", "byte 0: not a value of its type");
    check(b"_x\r\n", "byte 0: not a value of its type");
    check(b",\r\n", "byte 0: not a value of its type");
    check(b"(1.5\r\n", "byte 0: not a value of its type");
    check(b"*2\r\n:1\r\n$-2\r\n", "byte 8: invalid length");
    check(b"%-1\r\n", "byte 0: invalid length");
    check(b"$9223372036854775807\r\n", "byte 0: invalid length");
    check(b"$1\r\nabc", "byte 5: a line must end with a carriage return and a line feed");
    check(b"=3\r\ntxt\r\n", "byte 0: a verbatim string begins with its format and ':'");
    check(&b"*1\r\n".repeat(1000), "byte 516: nested too deep");
    check(&b"|0\r\n".repeat(1000), "byte 516: nested too deep");
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..20)
}

fn reply() -> impl Strategy<Value = Reply> {
    let leaf = prop_oneof![
        "[^\r\n]{0,10}".prop_map(|text| Reply::Simple(text.into())),
        "[^\r\n]{0,10}".prop_map(Reply::error),
        any::<i64>().prop_map(Reply::Integer),
        bytes().prop_map(Reply::bulk),
        Just(Reply::Nil),
        any::<bool>().prop_map(Reply::Boolean),
        any::<f64>().prop_map(|n| Reply::Double(Blob::from(n.to_string().as_bytes()))),
        "-?[0-9]{1,30}".prop_map(|n| Reply::BigNumber(Blob::from(n.as_bytes()))),
        (any::<[u8; 3]>(), bytes()).prop_map(|(f, b)| Reply::Verbatim(f, Blob::from(b))),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        let items = || prop::collection::vec(inner.clone(), 0..5);
        let pairs = prop::collection::vec((inner.clone(), inner.clone()), 0..3);
        prop_oneof![
            items().prop_map(Reply::Array),
            items().prop_map(Reply::Set),
            items().prop_map(Reply::Push),
            pairs.prop_map(Reply::Map),
        ]
    })
}

proptest! {
    #[test]
    fn a_reply_comes_back_as_it_was_sent(reply in reply(), behind in bytes()) {
        let sent = reply_bytes(&reply, Protocol::Resp3);
        let arrived = [&sent[..], &behind].concat();
        prop_assert_eq!(decode_reply(&arrived), Ok(Some((reply, sent.len()))));
    }

    #[test]
    fn what_resp2_sends_is_read_to_its_end(reply in reply()) {
        let sent = reply_bytes(&reply, Protocol::Resp2);
        let (read, used) = decode_reply(&sent).unwrap().unwrap();
        prop_assert_eq!((reply_bytes(&read, Protocol::Resp2), used), (sent.clone(), sent.len()));
    }

    #[test]
    fn part_of_a_reply_asks_for_more(reply in reply()) {
        let sent = reply_bytes(&reply, Protocol::Resp3);
        for end in 0..sent.len() {
            prop_assert_eq!(decode_reply(&sent[..end]), Ok(None));
        }
    }

    #[test]
    fn a_command_comes_back_and_part_of_it_asks_for_more(words in prop::collection::vec(bytes(), 0..5)) {
        let command = Command::new(words);
        let sent = command_bytes(&command);
        for end in 0..sent.len() {
            prop_assert_eq!(decode_command(&sent[..end]), Ok(None));
        }
        prop_assert_eq!(decode_command(&sent), Ok(Some((command, sent.len()))));
    }

    #[test]
    fn no_bytes_lead_to_a_panic(
        reply in reply(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = reply_bytes(&reply, Protocol::Resp3);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        for used in [
            decode_reply(&bytes).ok().flatten().map(|(_, used)| used),
            decode_command(&bytes).ok().flatten().map(|(_, used)| used),
        ] {
            prop_assert!(used.is_none_or(|used| used > 0 && used <= bytes.len()));
        }
    }
}
