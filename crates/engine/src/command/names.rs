//! Finding a command by its name.

use super::CommandSpec;
use crate::COMMANDS;

/// The record with this name, in upper or lower case.
#[inline]
pub(crate) fn find(name: &[u8]) -> Option<&'static CommandSpec> {
    let letters = letters(name);
    let at = place_of(letters, name.len());
    let Place { letters: there, row, exact } = TABLE[at];
    if there == letters && usize::from(exact) == name.len() && row > 0 {
        return Some(COMMANDS[usize::from(row) - 1]);
    }
    find_from(at, name, letters)
}

/// As [`find`], from a place on.
#[cold]
fn find_from(mut at: usize, name: &[u8], letters: u64) -> Option<&'static CommandSpec> {
    // Some places are free, so this ends.
    loop {
        let place = &TABLE[at];
        let spec = COMMANDS[usize::from(place.row.checked_sub(1)?)];
        if place.letters == letters && spec.name.as_bytes().eq_ignore_ascii_case(name) {
            return Some(spec);
        }
        at = (at + 1) % PLACES;
    }
}

/// A place in the hash table of names.
#[derive(Clone, Copy)]
struct Place {
    letters: u64,
    /// 1 more than a row of `COMMANDS`; 0 in a free place.
    row: u16,
    /// The length of a name that is all in its letters: what has as many bytes and
    /// the same letters is this name. 0 for another name.
    exact: u8,
}

/// How many places the hash table of names has: a power of two, and some four
/// for each name, so that most names are found at the first look.
const PLACES: usize = 1024;

/// A hash table of names, made at compile time: this is the way to every
/// command of every script.
static TABLE: [Place; PLACES] = {
    let mut table = [Place { letters: 0, row: 0, exact: 0 }; PLACES];
    let mut row = 0;
    while row < COMMANDS.len() {
        let name = COMMANDS[row].name.as_bytes();
        let letters = letters(name);
        let mut at = place_of(letters, name.len());
        while table[at].row != 0 {
            at = (at + 1) % PLACES;
        }
        row += 1;
        let exact = if is_exact(name) { name.len() as u8 } else { 0 };
        table[at] = Place { letters, row: row as u16, exact };
    }
    table
};

/// Whether all of a name is in its [`letters`], and nothing but letters, which
/// no other byte becomes there.
const fn is_exact(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        if !name[at].is_ascii_uppercase() {
            return false;
        }
        at += 1;
    }
    name.len() <= 8
}

/// The first eight bytes of a name, letters in upper case; of a shorter one all,
/// in an order that follows from its length.
const fn letters(name: &[u8]) -> u64 {
    let bytes = match (name.first_chunk(), name.first_chunk(), name.last_chunk()) {
        (Some(eight), _, _) => u64::from_le_bytes(*eight),
        (None, Some(first), Some(last)) => {
            (u32::from_le_bytes(*first) as u64) << 32 | u32::from_le_bytes(*last) as u64
        }
        _ => match *name {
            [first, second, third] => (first as u64) << 16 | (second as u64) << 8 | third as u64,
            [first, second] => (first as u64) << 8 | second as u64,
            [first] => first as u64,
            _ => 0,
        },
    };
    bytes & 0xDFDF_DFDF_DFDF_DFDF
}

/// Where a name is looked for first.
const fn place_of(letters: u64, len: usize) -> usize {
    let number = letters ^ len as u64;
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES.ilog2())) as usize
}
