//! Instructions that match and yet do not exist, for operands that overlap.

use super::statement::{Operands, Statement};
use crate::inst::{Inst, Operand};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::riscv::operand::ParsedOperand;
use oxmca_tables::Reg;
use oxmca_tables::schema::OperandInfo;

/// Bits of the tables' flag words: the destination must not overlap the named source.
mod constraint {
    pub const SECOND_SOURCE: u64 = 1 << 5;
    pub const FIRST_SOURCE: u64 = 1 << 6;
    pub const MASK: u64 = 1 << 7;
    pub const ANY: u64 = SECOND_SOURCE | FIRST_SOURCE | MASK;
}

const OVERLAPS_SOURCE: &str =
    "the destination vector register group cannot overlap the source vector register group";
const OVERLAPS_MASK: &str =
    "the destination vector register group cannot overlap the mask register";

/// Checks the operands of an instruction that matched.
///
/// # Errors
/// When no such instruction exists, which is then reported.
pub(super) fn validate(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
    operands: &Operands<'_>,
    inst: &Inst,
) -> ParseResult {
    let tables = &statement.riscv.tables;
    let row = tables.instruction(inst.opcode);
    let name = tables.text(row.name);
    let loc_of = |index: usize| operands.get(index).map_or(Loc::NONE, |operand| operand.loc);
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
    let wrong = match name {
        "PseudoVMSGEU_VX_M_T" | "PseudoVMSGE_VX_M_T" if reg(0) == reg(1) => {
            let loc = operands.last().map_or(Loc::NONE, |operand: &ParsedOperand<'_>| operand.loc);
            Some((
                loc,
                "the temporary vector register cannot be the same as the destination register",
            ))
        }
        "TH_LDD" | "TH_LWUD" | "TH_LWD"
            if reg(2) == reg(0) || reg(2) == reg(1) || reg(0) == reg(1) =>
        {
            Some((loc_of(0), "rs1, rd1, and rd2 cannot overlap"))
        }
        "CM_MVSA01" | "QC_CM_MVSA01" if reg(0) == reg(1) => {
            Some((loc_of(0), "rs1 and rs2 must be different"))
        }
        _ if row.target_flags & constraint::ANY == 0 => None,
        "SF_VC_V_XVW" | "SF_VC_V_IVW" | "SF_VC_V_FVW" | "SF_VC_V_VVW" => {
            let from_end = |count| inst.operands.len().checked_sub(count).and_then(reg);
            let overlaps = |flag, count| {
                row.target_flags & flag != 0 && reg(0).is_some() && reg(0) == from_end(count)
            };
            let overlaps =
                overlaps(constraint::FIRST_SOURCE, 1) || overlaps(constraint::SECOND_SOURCE, 2);
            overlaps.then(|| (loc_of(1), OVERLAPS_SOURCE))
        }
        name => {
            let is_tied = |operand: &OperandInfo| operand.tied_to == 0;
            let first = 1 + usize::from(tables.operands(inst.opcode).get(1).is_some_and(is_tied));
            let message =
                overlap(row.target_flags, name, first, inst, statement.riscv.registers.v0);
            message.map(|message| (loc_of(0), message))
        }
    };
    match wrong {
        Some((loc, message)) => Err(parser.error(loc, message)),
        None => Ok(()),
    }
}

/// Returns the message for a destination that overlaps a source; `first` is the place of the first
/// source.
fn overlap(flags: u64, name: &str, first: usize, inst: &Inst, v0: Reg) -> Option<&'static str> {
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
    let destination = reg(0)?;
    let is_destination = |index| reg(index) == Some(destination);
    if flags & constraint::SECOND_SOURCE != 0 && is_destination(first)
        || flags & constraint::FIRST_SOURCE != 0 && is_destination(first + 1)
    {
        return Some(OVERLAPS_SOURCE);
    }
    if flags & constraint::MASK == 0 || destination != v0 {
        return None;
    }
    // Their mask is a source like any other.
    let takes_carry = ["VADC_V", "VSBC_V", "VMERGE_V", "VFMERGE_V"];
    if takes_carry.iter().any(|stem| name.starts_with(stem)) {
        return Some("the destination vector register group cannot be V0");
    }
    is_destination(inst.operands.len() - 1).then_some(OVERLAPS_MASK)
}
