//! Instructions that are shown in a way of their own.

use oxmca_tables::{Opcode, Tables};

use super::registers::File;

/// A way to show an instruction that depends on its registers, or that needs more than the tables say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// `b` if both registers are 0, or the name if the second one is.
    Branch { file: File, name: &'static str, is_alone: bool },
    /// The name if the first register is the one that is meant most often.
    First { file: File, number: usize, name: &'static str },
    /// `jr` or `jalr` without the register that is written.
    Jump { file: File },
    /// The name if the third register is 0.
    Third { file: File, name: &'static str },
    /// An instruction that LLVM surrounds with directives.
    Hardware,
    /// An instruction of MIPS16 that saves or restores registers.
    Frame { name: &'static str, is_short: bool },
}

const SHOWN: &[(&str, Show)] = &[
    ("BEQ", Show::Branch { file: File::General, name: "beqz", is_alone: true }),
    ("BEQ_MM", Show::Branch { file: File::General, name: "beqz", is_alone: true }),
    ("BEQ64", Show::Branch { file: File::Wide, name: "beqz", is_alone: false }),
    ("BNE", Show::Branch { file: File::General, name: "bnez", is_alone: false }),
    ("BNE_MM", Show::Branch { file: File::General, name: "bnez", is_alone: false }),
    ("BNE64", Show::Branch { file: File::Wide, name: "bnez", is_alone: false }),
    ("BGEZAL", Show::First { file: File::General, number: 0, name: "bal" }),
    ("BC1T", Show::First { file: File::Condition, number: 0, name: "bc1t" }),
    ("BC1F", Show::First { file: File::Condition, number: 0, name: "bc1f" }),
    ("JALR", Show::Jump { file: File::General }),
    ("JALR64", Show::Jump { file: File::Wide }),
    ("NOR", Show::Third { file: File::General, name: "not" }),
    ("NOR_MM", Show::Third { file: File::General, name: "not" }),
    ("NOR_MMR6", Show::Third { file: File::General, name: "not" }),
    ("NOR64", Show::Third { file: File::Wide, name: "not" }),
    ("OR", Show::Third { file: File::General, name: "move" }),
    ("ADDu", Show::Third { file: File::General, name: "move" }),
    ("RDHWR", Show::Hardware),
    ("RDHWR64", Show::Hardware),
    ("Save16", Show::Frame { name: "save", is_short: true }),
    ("SaveX16", Show::Frame { name: "save", is_short: false }),
    ("Restore16", Show::Frame { name: "restore", is_short: true }),
    ("RestoreX16", Show::Frame { name: "restore", is_short: false }),
];

/// The instructions that are shown in a way of their own, by opcode.
#[derive(Debug)]
pub struct Special(Vec<(Opcode, Show)>);

impl Special {
    /// Looks the instructions up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let named =
            |(name, show): &(&str, Show)| Some((tables.opcode_named(name.as_bytes())?, *show));
        let mut found: Vec<_> = SHOWN.iter().filter_map(named).collect();
        found.sort_unstable_by_key(|(opcode, _)| *opcode);
        Special(found)
    }

    /// Returns the way to show the instructions of an opcode.
    pub fn of(&self, opcode: Opcode) -> Option<Show> {
        let at = self.0.binary_search_by_key(&opcode, |(opcode, _)| *opcode).ok()?;
        Some(self.0[at].1)
    }
}
