//! Instructions that match and yet do not exist, for operands that overlap.

use std::borrow::Cow;

use super::statement::{Operands, Statement};
use crate::inst::{Inst, Operand};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::riscv::operand::ParsedOperand;
use oxmca_tables::{Reg, Tables};

/// Bits of the tables' flag words: the destination must not overlap the named source, or no operand the mask of
/// SpacemiT's matrix instructions.
mod constraint {
    pub const SECOND_SOURCE: u64 = 1 << 5;
    pub const FIRST_SOURCE: u64 = 1 << 6;
    pub const MASK: u64 = 1 << 7;
    pub const MATRIX_MASK: u64 = 1 << 32;
    pub const ANY: u64 = SECOND_SOURCE | FIRST_SOURCE | MASK | MATRIX_MASK;
}

/// Bits of machine code before which the numbers of the two sources of vector instructions end. Those of aligned groups
/// lack the lowest bits.
const FIRST_SOURCE_END: u8 = 20;
const SECOND_SOURCE_END: u8 = 25;

const OVERLAPS_SOURCE: &str =
    "the destination vector register group cannot overlap the source vector register group";
const OVERLAPS_MASK: &str =
    "the destination vector register group cannot overlap the mask register";

/// Matrix instructions whose sources have factors in `v0`, beside those whose names end with `_SCALE`.
const SCALED: [&str; 3] = ["VFWIMMACC_VV", "VFQIMMACC_VV", "VF8WIMMACC_VV"];

/// Checks the operands of an instruction that matched.
///
/// # Errors
/// When no such instruction exists, which is then reported.
pub(super) fn validate(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
    operands: &Operands<'_>,
    inst: &Inst,
    loc: Loc,
) -> ParseResult {
    let tables = &statement.riscv.tables;
    let row = tables.instruction(inst.opcode);
    let name = tables.text(row.name);
    let loc_of = |index: usize| operands.get(index).map_or(Loc::NONE, |operand| operand.loc);
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
    let v0 = statement.riscv.registers.v0;
    let wrong: Option<(Loc, Cow<'_, str>)> = match name {
        "PseudoVMSGEU_VX_M_T" | "PseudoVMSGE_VX_M_T" if reg(0) == reg(1) => {
            let loc = operands.last().map_or(Loc::NONE, |operand: &ParsedOperand<'_>| operand.loc);
            Some((
                loc,
                "the temporary vector register cannot be the same as the destination register"
                    .into(),
            ))
        }
        "PseudoVMSGEU_VX_M" | "PseudoVMSGE_VX_M" if reg(0) == Some(v0) && reg(3) == Some(v0) => {
            let loc = operands.last().map_or(Loc::NONE, |operand: &ParsedOperand<'_>| operand.loc);
            let message = "the destination vector register cannot overlap the mask register unless a \
                           temporary register is provided";
            Some((loc, message.into()))
        }
        "TH_LDD" | "TH_LWUD" | "TH_LWD"
            if reg(2) == reg(0) || reg(2) == reg(1) || reg(0) == reg(1) =>
        {
            Some((loc_of(0), "rs1, rd1, and rd2 cannot overlap".into()))
        }
        "CM_MVSA01" | "QC_CM_MVSA01" if reg(0) == reg(1) => {
            Some((loc_of(0), "rs1 and rs2 must be different".into()))
        }
        name if name.ends_with("MMACC_VV_SCALE") || SCALED.contains(&name) => {
            // The destination is also a source.
            let overlapping = [0, 2, 3].into_iter().position(|operand| reg(operand) == Some(v0));
            let message = "vd, vs1, and vs2 cannot overlap v0.scale";
            overlapping.map(|written| (loc_of(written), message.into()))
        }
        _ if row.target_flags & constraint::ANY == 0 => None,
        name => {
            let checked = Checked { statement, inst, flags: row.target_flags };
            // An immediate may be written before the destination.
            let destination = usize::from(operands[0].register().is_none());
            match checked.overlap(name) {
                Some(message) => Some((loc_of(destination), message.into())),
                None => checked.overlap_of_matrix_mask(loc, operands),
            }
        }
    };
    match wrong {
        Some((loc, message)) => Err(parser.error(loc, message.into_owned())),
        None => Ok(()),
    }
}

/// An instruction with constraints.
struct Checked<'c> {
    statement: &'c Statement<'c>,
    inst: &'c Inst,
    flags: u64,
}

impl Checked<'_> {
    fn tables(&self) -> &Tables<'_> {
        &self.statement.riscv.tables
    }

    fn reg(&self, operand: usize) -> Option<Reg> {
        self.inst.operands.get(operand).and_then(Operand::reg)
    }

    /// Returns the machine operand whose number ends before a bit of the machine code.
    fn operand_before(&self, code_bit: u8) -> Option<usize> {
        let tables = self.tables();
        let row = tables.encoding(self.inst.opcode)?;
        let fields = &tables.encoding_fields[row.fields.range()];
        let field = fields.iter().find(|field| field.code_bit + field.width_bits == code_bit);
        field.map(|field| usize::from(field.operand))
    }

    /// Returns whether a group of `count` registers from `reg` has the first register of another.
    fn is_in_group(&self, reg: Reg, count: u16, other: Reg) -> bool {
        let encoding = |reg: Reg| self.tables().register(reg).encoding;
        (encoding(reg)..encoding(reg) + count).contains(&encoding(other))
    }

    /// Returns the message for a destination that overlaps a source.
    fn overlap(&self, name: &str) -> Option<&'static str> {
        let registers = &self.statement.riscv.registers;
        let destination = self.reg(0)?;
        let size = registers.group_size(self.tables(), destination);
        let overlaps = |flag: u64, code_bit: u8, count: u16| {
            self.flags & flag != 0
                && self.operand_before(code_bit).and_then(|operand| self.reg(operand)).is_some_and(
                    |source| {
                        registers.is_vector(self.tables(), source)
                            && self.is_in_group(destination, count, source)
                    },
                )
        };
        let second_count = size.max(fields_of_load(name));
        if overlaps(constraint::SECOND_SOURCE, SECOND_SOURCE_END, second_count)
            || overlaps(constraint::FIRST_SOURCE, FIRST_SOURCE_END, size)
        {
            return Some(OVERLAPS_SOURCE);
        }
        if self.flags & constraint::MASK == 0 || destination != registers.v0 {
            return None;
        }
        let last = self.inst.operands.len() - 1;
        let tables = self.tables();
        let fields = tables.encoding(self.inst.opcode).map(|row| row.fields.range());
        let fields = &tables.encoding_fields[fields?];
        // A carry, or a mask that selects between sources, is always there and not encoded.
        if !fields.iter().any(|field| usize::from(field.operand) == last) {
            return Some("the destination vector register group cannot be V0");
        }
        (self.reg(last) == Some(registers.v0)).then_some(OVERLAPS_MASK)
    }

    /// Returns the place and message for a mask of a matrix instruction that is no mask, or that overlaps an operand.
    fn overlap_of_matrix_mask(
        &self,
        loc: Loc,
        operands: &Operands<'_>,
    ) -> Option<(Loc, Cow<'static, str>)> {
        if self.flags & constraint::MATRIX_MASK == 0 {
            return None;
        }
        // The operands are the destination, the same as a source, two sources and the mask.
        const MASK: usize = 4;
        let loc_of = |operand: usize| match operand.checked_sub(1) {
            Some(written) => operands.get(written).map_or(Loc::NONE, |operand| operand.loc),
            None => loc,
        };
        let registers = &self.statement.riscv.registers;
        let mask = self.reg(MASK)?;
        if self.tables().register(mask).encoding > 1 {
            return Some((loc_of(MASK), "vmask operand only supports v0 or v1".into()));
        }
        let overlapping = [1, 2, 3].into_iter().find(|operand| {
            self.reg(*operand).is_some_and(|reg| {
                self.is_in_group(reg, registers.group_size(self.tables(), reg), mask)
            })
        });
        overlapping.map(|operand| {
            let name = self.tables().printed_name(mask);
            (loc_of(operand), format!("register conflicts with vmask register {name}").into())
        })
    }
}

/// Returns the number of registers that an indexed load of several fields writes; 1 for other instructions.
fn fields_of_load(name: &str) -> u16 {
    let stem = ["VLOXSEG", "VLUXSEG"].into_iter().find_map(|stem| name.strip_prefix(stem));
    let digit = stem.and_then(|rest| rest.chars().next()).and_then(|digit| digit.to_digit(10));
    digit.map_or(1, |digit| digit as u16)
}
