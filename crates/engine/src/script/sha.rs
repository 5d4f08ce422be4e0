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
        let hex: &[u8; 40] = hex.try_into().ok()?;
        // No branch stands between two digits, so that many are read at once.
        let (mut values, mut wrong) = ([0; 40], 0);
        for (value, &digit) in values.iter_mut().zip(hex) {
            let decimal = digit.wrapping_sub(b'0');
            let letter = (digit | 0x20).wrapping_sub(b'a');
            wrong |= u8::from(decimal > 9) & u8::from(letter > 5);
            *value = if decimal > 9 { letter.wrapping_add(10) } else { decimal };
        }
        let mut sha = [0; 20];
        for (byte, [high, low]) in sha.iter_mut().zip(values.as_chunks().0) {
            *byte = high << 4 | low;
        }
        (wrong == 0).then_some(Self(sha))
    }
}

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
