//! The statement that is being parsed.

use oxmca_tables::schema::MnemonicAlias;
use smallvec::SmallVec;

use crate::parser::{ParseResult, Parser};
use crate::target::riscv::features::Features;
use crate::target::riscv::operand::ParsedOperand;
use crate::target::riscv::target::RiscV;

/// The operands of a statement. Parentheses are operands, too.
pub type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// The beginning of a statement, and the features in force.
pub struct Statement<'s> {
    pub riscv: &'s RiscV<'s>,
    pub features: Features,
    pub mnemonic: &'s [u8],
}

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It was parsed.
    Parsed,
    /// It is none of the kind, and nothing was read.
    NoMatch,
}

pub type AttemptResult = ParseResult<Attempt>;

impl<'s> Statement<'s> {
    /// A statement that begins with a mnemonic.
    pub fn new(riscv: &'s RiscV<'s>, parser: &Parser<'_>, mnemonic: &'s [u8]) -> Self {
        let features = Features::of(&riscv.feature_bits, parser.features());
        Self { riscv, features, mnemonic }
    }

    /// Replaces the mnemonic by the one it stands for, which decides how operands are parsed.
    pub fn resolve_alias(&mut self, parser: &Parser<'_>) {
        let tables = &self.riscv.tables;
        let conditions = parser.match_conditions();
        let aliases = tables.mnemonic_aliases(0, self.mnemonic);
        let holds = |alias: &&MnemonicAlias| conditions.hold(tables.alias_required(alias));
        if let Some(alias) = aliases.iter().find(holds) {
            self.mnemonic = tables.bytes(alias.to);
        }
    }
}
