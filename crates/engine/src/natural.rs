//! Natural numbers of any length, as far as reading and printing floats needs
//! them.

use std::cmp::Ordering;

/// A natural number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Natural {
    /// Digits of 32 bits, the least significant first; the last is not zero.
    digits: Vec<u32>,
}

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Self::trimmed(vec![number as u32, (number >> 32) as u32])
    }
}

impl Natural {
    fn trimmed(mut digits: Vec<u32>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// How many bits it has, the highest of which is 1.
    pub(crate) fn bits(&self) -> usize {
        let leading = self.digits.last().map_or(0, |digit| digit.leading_zeros() as usize);
        self.digits.len() * 32 - leading
    }

    fn bit(&self, index: usize) -> bool {
        self.digits.get(index / 32).is_some_and(|digit| digit >> (index % 32) & 1 == 1)
    }

    /// The lowest 64 bits.
    pub(crate) fn low_u64(&self) -> u64 {
        let digit = |index| u64::from(self.digits.get(index).copied().unwrap_or_default());
        digit(1) << 32 | digit(0)
    }

    /// Multiplies by `factor` and adds `addend`.
    pub(crate) fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for digit in &mut self.digits {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.digits.push(carry as u32);
        }
    }

    /// Multiplies by ten to the power of `exponent`.
    pub(crate) fn multiply_by_power_of_ten(&mut self, exponent: usize) {
        for _ in 0..exponent / 9 {
            self.multiply_add(1_000_000_000, 0);
        }
        for _ in 0..exponent % 9 {
            self.multiply_add(10, 0);
        }
    }

    /// Divides by `divisor`, which is not zero; answers the remainder.
    pub(crate) fn divide(&mut self, divisor: u32) -> u32 {
        let (mut remainder, divisor) = (0, u64::from(divisor));
        for digit in self.digits.iter_mut().rev() {
            let dividend = remainder << 32 | u64::from(*digit);
            *digit = (dividend / divisor) as u32;
            remainder = dividend % divisor;
        }
        *self = Self::trimmed(std::mem::take(&mut self.digits));
        remainder as u32
    }

    /// The number times two to the power of `bits`.
    pub(crate) fn shifted_left(&self, bits: usize) -> Self {
        let mut digits = vec![0; bits / 32];
        let mut carry = 0;
        for digit in &self.digits {
            let wide = u64::from(*digit) << (bits % 32) | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        digits.push(carry as u32);
        Self::trimmed(digits)
    }

    /// The number divided by two to the power of `bits`, to the nearest; from
    /// the middle between two to the even one, unless `more` says that it is
    /// really a little more than what is written here.
    pub(crate) fn rounded_right(&self, bits: usize, more: bool) -> Self {
        let Some(half) = bits.checked_sub(1) else { return self.clone() };
        let shifted = self.digits.iter().skip(bits / 32);
        let next = self.digits.iter().skip(bits / 32 + 1).chain([&0]);
        let narrow = |(low, high): (&u32, &u32)| {
            ((u64::from(*high) << 32 | u64::from(*low)) >> (bits % 32)) as u32
        };
        let mut rounded = Self::trimmed(shifted.zip(next).map(narrow).collect());
        let above_half = more || (0..half).any(|index| self.bit(index));
        if self.bit(half) && (above_half || rounded.bit(0)) {
            rounded = rounded.plus(&Self::from(1));
        }
        rounded
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (mut digits, mut carry) = (Vec::new(), 0);
        for index in 0..self.digits.len().max(other.digits.len()) {
            let digit = |of: &Self| u64::from(of.digits.get(index).copied().unwrap_or_default());
            carry += digit(self) + digit(other);
            digits.push(carry as u32);
            carry >>= 32;
        }
        digits.push(carry as u32);
        Self::trimmed(digits)
    }

    /// The difference; `other` is not greater.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut borrow = false;
        let mut digits = Vec::new();
        for (index, digit) in self.digits.iter().enumerate() {
            let other = other.digits.get(index).copied().unwrap_or_default();
            let (less, first) = digit.overflowing_sub(other);
            let (less, second) = less.overflowing_sub(u32::from(borrow));
            digits.push(less);
            borrow = first || second;
        }
        Self::trimmed(digits)
    }

    /// In decimal digits, none for zero.
    pub(crate) fn into_decimal(mut self) -> String {
        let mut groups = Vec::new();
        while !self.is_zero() {
            groups.push(format!("{:09}", self.divide(1_000_000_000)));
        }
        let text: String = groups.into_iter().rev().collect();
        text.trim_start_matches('0').to_owned()
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let length = self.digits.len().cmp(&other.digits.len());
        length.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}
