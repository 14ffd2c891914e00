//! Instructions that are shown in a way of their own.

use oxmca_tables::{Opcode, Tables};

/// A way to show an instruction that depends on its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// A rotation of words, which may be a shift.
    WordRotation,
    /// A rotation of doublewords, which may be a shift.
    DoublewordRotation,
    /// A hint that data will be loaded or stored.
    Touch { name: &'static str },
    /// A flush of data.
    Flush,
}

const SPECIAL: &[(&str, Special)] = &[
    ("RLWINM", Special::WordRotation),
    ("RLDICR", Special::DoublewordRotation),
    ("RLDICR_32", Special::DoublewordRotation),
    ("DCBT", Special::Touch { name: "dcbt" }),
    ("DCBTST", Special::Touch { name: "dcbtst" }),
    ("DCBF", Special::Flush),
];

impl Special {
    /// Returns the instructions that are shown in a way of their own, by opcode.
    pub fn by_opcode(tables: &Tables<'_>) -> Vec<(Opcode, Special)> {
        let named = |(name, special): &(&str, Special)| {
            Some((tables.opcode_named(name.as_bytes())?, *special))
        };
        SPECIAL.iter().filter_map(named).collect()
    }
}
