//! The name of a script.

use sha1_smol::Sha1;
use std::fmt;

/// The SHA1 of a script's body, under which `EVALSHA` finds it. `Display` is
/// 40 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScriptSha([u8; 20]);

impl ScriptSha {
    /// The name of the script with this body.
    pub fn of(body: &[u8]) -> Self {
        Self(Sha1::from(body).digest().bytes())
    }

    /// Reads 40 hexadecimal digits in any case; `None` for anything else.
    ///
    /// ```
    /// use lockstep_engine::ScriptSha;
    ///
    /// let sha = ScriptSha::parse(b"E0E1F9FABFC9D4800C877A703B823AC0578FF8DB").unwrap();
    /// assert_eq!(sha, ScriptSha::of(b"return 1"));
    /// assert_eq!(sha.to_string(), "e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    /// ```
    pub fn parse(hex: &[u8]) -> Option<Self> {
        let (pairs, rest) = hex.as_chunks::<2>();
        let mut sha = [0; 20];
        if pairs.len() != sha.len() || !rest.is_empty() {
            return None;
        }
        for (byte, &[high, low]) in sha.iter_mut().zip(pairs) {
            let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
            if high == NO_DIGIT || low == NO_DIGIT {
                return None;
            }
            *byte = high << 4 | low;
        }
        Some(Self(sha))
    }
}

/// The value of each hexadecimal digit; every script is looked up through it.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789abcdef"[value];
        digits[digit as usize] = value as u8;
        digits[digit.to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    digits
};

const NO_DIGIT: u8 = 0xff;

impl fmt::Display for ScriptSha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ScriptSha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScriptSha({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_forty_hexadecimal_digits_are_a_name() {
        let check = |hex: &str| assert_eq!(ScriptSha::parse(hex.as_bytes()), None, "{hex}");
        check("");
        check("e0e1f9fabfc9d4800c877a703b823ac0578ff8d");
        check("e0e1f9fabfc9d4800c877a703b823ac0578ff8db0");
        check("e0e1f9fabfc9d4800c877a703b823ac0578ff8dg");
        check("+0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    }
}
