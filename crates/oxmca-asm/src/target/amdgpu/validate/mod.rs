//! Checks of instructions whose operands fit one by one.

mod image;
mod literal;
mod matrix;
mod memory;
pub(super) mod pairs;
mod policy;
mod source;

use oxmca_tables::{Reg, Tables};

use super::matching::Matching;
use super::names::Name;
use super::operand::{ImmKind, ParsedOperand};
use crate::inst::{Inst, Operand};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// A mistake, and its place.
type Problem = (Loc, String);

/// An instruction that is checked.
struct Check<'c, 'p> {
    matching: &'c Matching<'c>,
    parser: &'c Parser<'p>,
    inst: &'c Inst,
    /// The mnemonic.
    loc: Loc,
    flags: u64,
    name: &'c str,
    problems: Vec<Problem>,
    /// Errors that are reported though the instruction is taken.
    complaints: Vec<Problem>,
}

/// Checks an instruction.
///
/// # Errors
/// When the processor does not take its operands together, which is then reported.
pub fn validate(
    matching: &Matching<'_>,
    parser: &mut Parser<'_>,
    inst: &Inst,
    loc: Loc,
) -> ParseResult {
    let tables = &matching.gpu.tables;
    let flags = tables.instruction(inst.opcode).target_flags;
    let name = tables.opcode_name(inst.opcode);
    let mut check = Check {
        matching,
        parser,
        inst,
        loc,
        flags,
        name,
        problems: Vec::new(),
        complaints: Vec::new(),
    };
    check.run();
    let mut result = Ok(());
    let Check { problems, complaints, .. } = check;
    for (loc, message) in complaints {
        parser.error(loc, message);
    }
    for (loc, message) in problems {
        result = Err(parser.error(loc, message));
    }
    result
}

impl Check<'_, '_> {
    /// Runs the checks up to the first that fails.
    fn run(&mut self) -> bool {
        self.lds_direct()
            && self.true16_halves()
            && self.scalar_literals()
            && self.vector_literals()
            && self.constant_bus()
            && self.pair()
            && self.clamp()
            && self.op_sel()
            && self.negation(Name::NegLo, ImmKind::NegLo, "invalid neg_lo operand")
            && self.negation(Name::NegHi, ImmKind::NegHi, "invalid neg_hi operand")
            && self.lanes()
            && self.image()
            && self.relative_source()
            && self.offset()
            && self.accumulator_write()
            && self.matrix_inline()
            && self.matrix_registers()
            && self.cache_policy()
            && self.accumulator_access()
            && self.alignment()
            && self.data_share()
            && self.matrix_negation()
            && self.division()
            && self.wait_register()
            && self.failure_result()
            && self.matrix_formats()
    }

    fn tables(&self) -> &Tables<'_> {
        &self.matching.gpu.tables
    }

    fn is(&self, flags: u64) -> bool {
        self.flags & flags != 0
    }

    fn index(&self, name: Name) -> Option<usize> {
        self.matching.gpu.names.index(self.tables(), self.inst.opcode, name)
    }

    fn operand(&self, name: Name) -> Option<&Operand> {
        self.inst.operands.get(self.index(name)?)
    }

    fn imm(&self, name: Name) -> Option<i64> {
        self.operand(name).and_then(Operand::imm)
    }

    /// Returns the register of a name, as texts name it.
    fn reg(&self, name: Name) -> Option<Reg> {
        let reg = self.operand(name)?.reg()?;
        Some(self.matching.gpu.registers.written(reg))
    }

    fn is_scalar(&self, reg: Reg) -> bool {
        self.matching.gpu.registers.is_scalar(self.tables(), reg)
    }

    /// Notes a problem. Returns that the check fails.
    fn fail(&mut self, loc: Loc, message: impl Into<String>) -> bool {
        self.problems.push((loc, message.into()));
        false
    }

    /// Notes a problem with which the instruction is taken all the same.
    fn complain(&mut self, loc: Loc, message: &str) {
        self.complaints.push((loc, message.to_owned()));
    }

    /// Returns where the operand of a name is written.
    fn place(&self, name: Name) -> Loc {
        self.index(name).map_or(self.loc, |index| self.place_at(index))
    }

    fn place_at(&self, index: usize) -> Loc {
        self.matching.place_of(index).unwrap_or(self.loc)
    }

    /// Returns where the last keyword of a kind is written, or else the mnemonic.
    fn keyword(&self, kind: ImmKind) -> Loc {
        self.last(&|it| it.imm_of(kind).is_some())
    }

    fn last(&self, is_wanted: &dyn Fn(&ParsedOperand<'_>) -> bool) -> Loc {
        let mut operands = self.matching.operands.iter().rev();
        operands.find(|it| is_wanted(it)).map_or(self.loc, |it| it.loc)
    }

    /// Returns the number of 32-bit words of a register.
    fn words(&self, reg: Reg) -> u32 {
        let name = self.tables().printed_name(reg);
        let range = name.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']'));
        let bounds = range.and_then(|it| it.split_once(':'));
        let number = |text: &str| text.parse::<u32>().ok();
        match bounds.map(|(first, last)| (number(first), number(last))) {
            Some((Some(first), Some(last))) => last.saturating_sub(first) + 1,
            _ if range.is_some() => 1,
            _ => match self.tables().sub_registers(reg).iter().any(|it| self.is_scalar(it.reg)) {
                true => 2,
                false => 1,
            },
        }
    }

    /// Returns the number of a register, or of its first part.
    fn number(&self, reg: Reg) -> Option<u32> {
        let name = self.tables().printed_name(reg);
        let digits = name.trim_start_matches(|it: char| !it.is_ascii_digit());
        let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    }

    /// Returns the place of a word in the text from a position.
    fn word(&self, loc: Loc, word: &str) -> Loc {
        let text = self.parser.text_from(loc).unwrap_or_default();
        let found = text.windows(word.len()).position(|it| it == word.as_bytes());
        found.map_or(loc, |at| loc.offset(at))
    }

    /// Returns whether the name of the instruction begins with one of these, which a suffix of an encoding follows.
    fn is_named(&self, stems: &[&str]) -> bool {
        stems.iter().any(|stem| {
            self.name
                .strip_prefix(stem)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        })
    }
}
