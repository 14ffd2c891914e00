//! The opcode maps of the tables, and the contexts in which they are looked at.

use oxmca_tables::Tables;
use oxmca_tables::schema::{ModRmDecision, OpcodeMap};

/// Facts about a code that choose among the instructions of an opcode byte, one bit each.
pub(super) mod attribute {
    pub const MODE_64: u16 = 1 << 0;
    pub const F3: u16 = 1 << 1;
    pub const F2: u16 = 1 << 2;
    pub const W: u16 = 1 << 3;
    pub const OPERAND_SIZE: u16 = 1 << 4;
    pub const ADDRESS_SIZE: u16 = 1 << 5;
    pub const VEX: u16 = 1 << 6;
    pub const LENGTH_256: u16 = 1 << 7;
    pub const EVEX: u16 = 1 << 8;
    pub const LENGTH_512: u16 = 1 << 9;
    pub const MASK: u16 = 1 << 10;
    pub const ZEROING_MASK: u16 = 1 << 11;
    pub const EVEX_B: u16 = 1 << 12;
    pub const REX2: u16 = 1 << 13;
    pub const NO_FLAGS: u16 = 1 << 14;
    pub const EVEX_U: u16 = 1 << 15;
}
use crate::target::known_names::Known;
use attribute::*;

/// The bytes that come before the opcode byte, or the field of a prefix that stands for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Map {
    OneByte,
    Escape0f,
    Escape0f38,
    Escape0f3a,
    ThreeDNow,
    Map4,
    Map5,
    Map6,
    Map7,
    Xop8,
    Xop9,
    Xopa,
}

const MAPS: usize = 12;

/// The names of maps in the order of [`Map`], after the name of a space and a dot.
const NAMES: [&str; MAPS] =
    ["1", "0f", "0f38", "0f3a", "0f0f", "4", "5", "6", "7", "xop8", "xop9", "xopa"];

/// Kinds of prefixes that have maps of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    Legacy,
    Vex,
    Evex,
    /// EVEX with rounding of 256-bit vectors.
    EvexU,
    /// EVEX that leaves the flags alone.
    EvexNoFlags,
    /// EVEX after `67`, where that selects the instruction.
    EvexAddress,
}

const SPACES: [&str; 6] = ["legacy", "vex", "evex", "evex-u", "evex-nf", "evex-67"];

/// The names of maps that [`Maps`] has.
pub(in crate::target::x86) const KNOWN: Known = Known {
    knows: |_, it| {
        let name = it.text.split_once('.');
        name.is_some_and(|(space, name)| SPACES.contains(&space) && NAMES.contains(&name))
    },
    file: file!(),
};

/// The maps of each space.
#[derive(Debug)]
pub(super) struct Maps([[Option<OpcodeMap>; MAPS]; SPACES.len()]);

impl Maps {
    pub fn new(tables: &Tables<'_>) -> Maps {
        let map = |space: &str, name: &str| tables.opcode_map(&format!("{space}.{name}")).copied();
        Maps(SPACES.map(|space| NAMES.map(|name| map(space, name))))
    }

    /// Returns the instructions of an opcode byte; `None` if the map has none at all.
    #[inline]
    pub fn decision(
        &self,
        tables: &Tables<'_>,
        map: Map,
        opcode: u8,
        space: Space,
        context: usize,
    ) -> Option<ModRmDecision> {
        match &self.0[space as usize][map as usize] {
            Some(row) if context < row.contexts as usize => {
                Some(tables.modrm_decision(row, opcode, context))
            }
            _ => None,
        }
    }
}

/// Returns the space and the context of an instruction in 64-bit mode with no prefix but REX.
#[inline]
pub(super) fn plain_context(map: Map, w: bool) -> (Space, usize) {
    let w = usize::from(w);
    let context = match map {
        Map::OneByte => (2 << 3 | w) << 1,
        _ => 3 << 3 | w,
    };
    (Space::Legacy, context)
}

/// Returns the space of attributes, and the context: a number whose digits are the fields in the order of the
/// tables.
#[inline]
pub(super) fn context(map: Map, attributes: u16) -> (Space, usize) {
    let has = |attribute: u16| usize::from(attributes & attribute != 0);
    let is = |attribute: u16| attributes & attribute != 0;
    let prefix = || match () {
        () if is(OPERAND_SIZE) => 1,
        () if is(F2) => 3,
        () if is(F3) => 2,
        () => 0,
    };
    if attributes & (VEX | EVEX) == 0 {
        let sizes = has(OPERAND_SIZE) << 2 | has(ADDRESS_SIZE) << 1 | has(W);
        if map == Map::OneByte {
            let context = has(MODE_64) << 1 | has(F3);
            return (Space::Legacy, (context << 3 | sizes) << 1 | has(REX2));
        }
        let repeat = if is(F3) { 1 } else { 2 * has(F2) };
        return (Space::Legacy, (3 * has(MODE_64) + repeat) << 3 | sizes);
    }
    if is(VEX) {
        return (Space::Vex, prefix() << 2 | has(W) << 1 | has(LENGTH_256));
    }
    if is(ADDRESS_SIZE) && attributes & (OPERAND_SIZE | F2 | F3) != 0 {
        let prefix = match () {
            () if is(OPERAND_SIZE) => 0,
            () if is(F2) => 2,
            () => 1,
        };
        return (Space::EvexAddress, prefix);
    }
    let context = prefix() << 1 | has(W);
    if is(NO_FLAGS) {
        return (Space::EvexNoFlags, context << 1 | has(EVEX_B));
    }
    let mask = if is(ZEROING_MASK) { 2 } else { has(MASK) };
    if is(EVEX_B) && is(EVEX_U) {
        return (Space::EvexU, context * 3 + mask);
    }
    let length = if is(LENGTH_512) { 2 } else { has(LENGTH_256) };
    (Space::Evex, ((context * 3 + length) * 3 + mask) << 1 | has(EVEX_B))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_contexts_are_those_of_their_attributes() {
        for map in [Map::OneByte, Map::Escape0f, Map::Escape0f38, Map::Escape0f3a, Map::ThreeDNow] {
            for (w, attributes) in [(false, MODE_64), (true, MODE_64 | W)] {
                assert_eq!(plain_context(map, w), context(map, attributes));
            }
        }
    }
}
