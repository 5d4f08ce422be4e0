//! The address of what is shown: `#/04-wrong-delete?variant=fixed&step=7`.
//!
//! An address comes from anywhere, so nothing in it is believed: what cannot be
//! read counts as not said.

use crate::interview::{Asked, INTERVIEW};
use lockstep_lesson::{Lang, Level};
use std::fmt;

/// What an address says; everything in it can be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address {
    /// The lesson's folder name; the interview's in its place.
    pub(crate) lesson: Option<String>,
    /// The variant's name.
    pub(crate) variant: Option<String>,
    /// Whether the lesson's challenge is shown.
    pub(crate) challenge: bool,
    /// How many steps have been taken.
    pub(crate) step: usize,
    /// The language.
    pub(crate) lang: Option<Lang>,
    /// The order of steps, where it is not the lesson's own.
    pub(crate) schedule: Option<String>,
    /// The question of the interview that the steps answer.
    pub(crate) interview: Option<String>,
    /// What is shown of the interview.
    pub(crate) asked: Asked,
}

/// More than a schedule of a few hundred steps needs.
const LONGEST: usize = 8192;

impl Address {
    /// The address of something in the interview.
    pub(crate) fn of_interview(asked: Asked, lang: Lang) -> Self {
        let (lesson, lang) = (Some(INTERVIEW.to_owned()), Some(lang));
        Self { lesson, lang, asked, ..Self::default() }
    }

    /// Reads the part of an address from `#` on.
    pub(crate) fn parse(hash: &str) -> Self {
        let mut address = Self::default();
        if hash.len() > LONGEST {
            return address;
        }
        let Some(rest) = hash.strip_prefix("#/") else {
            return address;
        };
        let (lesson, query) = rest.split_once('?').unwrap_or((rest, ""));
        address.lesson = name(lesson);
        for pair in query.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decode(value);
            match key {
                "variant" => address.variant = name(&value),
                "challenge" => address.challenge = value == "1",
                "step" => address.step = value.parse().unwrap_or(0),
                "lang" => address.lang = Lang::from_code(&value),
                "interview" => address.interview = name(&value),
                "topic" => address.asked.topic = name(&value),
                "level" => address.asked.level = Level::from_code(&value),
                "shown" => address.asked.shown = name(&value),
                "again" => address.asked.again = value == "1",
                "question" => address.asked.question = name(&value),
                "schedule" => address.schedule = Some(value).filter(|text| !text.is_empty()),
                _ => {}
            }
        }
        address
    }
}

/// In the form that [`Address::parse`] reads.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#/{}", self.lesson.as_deref().unwrap_or_default())?;
        let step = (self.step > 0).then(|| self.step.to_string());
        let asked = &self.asked;
        let pairs = [
            ("variant", self.variant.as_deref()),
            ("challenge", self.challenge.then_some("1")),
            ("step", step.as_deref()),
            ("interview", self.interview.as_deref()),
            ("topic", asked.topic.as_deref()),
            ("level", asked.level.map(Level::code)),
            ("shown", asked.shown.as_deref()),
            ("again", asked.again.then_some("1")),
            ("question", asked.question.as_deref()),
            ("lang", self.lang.map(Lang::code)),
            ("schedule", self.schedule.as_deref()),
        ];
        let said = pairs.into_iter().filter_map(|(key, value)| Some((key, value?)));
        for (index, (key, value)) in said.enumerate() {
            let mark = if index == 0 { '?' } else { '&' };
            write!(f, "{mark}{key}={}", encode(value))?;
        }
        Ok(())
    }
}

/// A name of a file or of a variant. Anything else could lead a request astray.
fn name(text: &str) -> Option<String> {
    let letters = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (letters && !text.is_empty()).then(|| text.to_owned())
}

fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A `%` without two digits behind it stands for itself, as in browsers.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                bytes.push(high << 4 | low);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    let digit = char::from(digit).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Address {
        Address {
            lesson: Some("04-wrong-delete".to_owned()),
            variant: Some("fixed".to_owned()),
            challenge: false,
            step: 7,
            lang: Some(Lang::Zh),
            schedule: Some("v1: A +5000 B".to_owned()),
            ..Address::default()
        }
    }

    /// Everything that can be said of the interview.
    fn asked() -> Asked {
        let some = |text: &str| Some(text.to_owned());
        let (topic, shown, question) = (some("03-time"), some("08-ttl"), some("why-any-ttl"));
        Asked { topic, level: Some(Level::Senior), shown, again: true, question }
    }

    #[test]
    fn an_address_is_read_as_it_was_written() {
        let check = |address: Address, text: &str| {
            assert_eq!(address.to_string(), text);
            assert_eq!(Address::parse(text), address);
        };
        check(
            full(),
            "#/04-wrong-delete?variant=fixed&step=7&lang=zh&schedule=v1%3A%20A%20%2B5000%20B",
        );
        check(
            Address { schedule: None, lang: None, ..full() },
            "#/04-wrong-delete?variant=fixed&step=7",
        );
        check(
            Address { step: 0, variant: None, schedule: None, ..full() },
            "#/04-wrong-delete?lang=zh",
        );
        check(
            Address { challenge: true, variant: None, schedule: None, lang: None, ..full() },
            "#/04-wrong-delete?challenge=1&step=7",
        );
        check(Address::default(), "#/");
        let interview = Some("why-any-ttl".to_owned());
        check(
            Address { interview, variant: None, lang: None, schedule: None, ..full() },
            "#/04-wrong-delete?step=7&interview=why-any-ttl",
        );
        check(
            Address::of_interview(asked(), Lang::En),
            "#/interview?topic=03-time&level=senior&shown=08-ttl&again=1&question=why-any-ttl&lang=en",
        );
    }

    #[test]
    fn what_cannot_be_read_counts_as_not_said() {
        let check =
            |text: &str, address: Address| assert_eq!(Address::parse(text), address, "{text}");
        let lesson = |id: &str| Address { lesson: Some(id.to_owned()), ..Address::default() };
        for nonsense in
            ["", "#", "x", "#04", "#/", "#/?", "#/../../secret", "#/a/b", "#/%2e%2e", "#/锁"]
        {
            check(nonsense, Address::default());
        }
        check("#/a?step=-1", lesson("a"));
        check("#/a?step=99999999999999999999", lesson("a"));
        check("#/a?step=1e3&lang=fr&variant=%2F&what=ever&&=&schedule=", lesson("a"));
        check("#/a?challenge=0&challenge", lesson("a"));
        check("#/a?level=boss&topic=%2F&again=2&question=&interview=a.b", lesson("a"));
        check("#/a?schedule=%", Address { schedule: Some("%".to_owned()), ..lesson("a") });
        check("#/a?schedule=%zz%4", Address { schedule: Some("%zz%4".to_owned()), ..lesson("a") });
        check("#/a?schedule=%FF", Address { schedule: Some("\u{fffd}".to_owned()), ..lesson("a") });
        check(&format!("#/a?schedule={}", "A".repeat(LONGEST)), Address::default());
    }

    #[test]
    fn the_last_of_two_wins() {
        assert_eq!(Address::parse("#/a?step=2&step=3").step, 3);
    }
}
