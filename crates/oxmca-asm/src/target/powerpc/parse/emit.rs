//! From operands to instructions, or to an error.

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Opcode, Tables};

use crate::inst::{Expr, Inst, Operand};
use crate::matcher::{Mismatch, Request};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;
use crate::target::powerpc::extended::{ExtendedInstructions, may_be_extended};
use crate::target::powerpc::matching::Matching;
use crate::target::powerpc::operand::{Operands, ParsedOperand};
use crate::target::powerpc::target::PowerPc;

/// The flag of instructions whose second and third operand are an address.
const HAS_ADDRESS: u64 = 1 << 10;

/// The place of an address's base among operands.
const PLACE_OF_BASE: usize = 2;

/// Finds the instruction of a statement and emits it. Returns whether there is a warning about it.
pub(super) fn match_and_emit(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    operands: &Operands<'_>,
    loc: Loc,
) -> ParseResult<bool> {
    let tables = &powerpc.tables;
    let matching = Matching(powerpc);
    let conditions = parser.match_conditions();
    let request = Request { variant: 0, mnemonic, conditions };
    let mut inst = Inst::default();
    if powerpc.matcher.find(tables, &matching, &request, operands, &mut inst) {
        let is_deprecated =
            conditions.hold(&powerpc.deprecates_streams) && touches_stream(tables, inst.opcode);
        if is_deprecated {
            parser.warning(loc, "deprecated");
        }
        let conditions = parser.match_conditions();
        let has_address = tables.instruction(inst.opcode).target_flags & HAS_ADDRESS != 0;
        // Only addresses have a base.
        let is_right = |(at, operand): (usize, &ParsedOperand<'_>)| {
            operand.is_base() == (has_address && at == PLACE_OF_BASE)
        };
        if !operands.iter().enumerate().all(is_right) {
            return Err(parser.error(loc, "invalid operand for instruction"));
        }
        if is_strange_thread_call(powerpc, &inst) {
            return Err(parser.error(loc, "operands of this call are not supported"));
        }
        if inst.opcode == powerpc.mftb && conditions.hold(&powerpc.reads_time_base_as_register) {
            inst.opcode = powerpc.mfspr;
        }
        if may_be_extended(tables, inst.opcode) {
            let extended = powerpc.extended.get_or_init(|| ExtendedInstructions::new(tables));
            if !extended.replace(&mut inst) {
                return Err(parser.error(loc, "symbols are not supported here"));
            }
        }
        parser.emit(inst, loc);
        return Ok(is_deprecated);
    }
    let failure = powerpc.matcher.explain(tables, &matching, &request, operands);
    Err(match failure.mismatch {
        Mismatch::Mnemonic => {
            let message = format!("invalid instruction{}", did_you_mean(tables, &request));
            parser.error(loc, message)
        }
        Mismatch::Features(_) => {
            parser.error(loc, "instruction use requires an option to be enabled")
        }
        _ => match failure.operand.map(|at| operands.get(at)) {
            Some(None) => parser.error(loc, "too few operands for instruction"),
            Some(Some(operand)) => parser.error(operand.loc, "invalid operand for instruction"),
            None => parser.error(loc, "invalid operand for instruction"),
        },
    })
}

/// Returns whether an instruction is a call for a thread-local variable whose function is no symbol, which LLVM takes
/// and cannot show.
fn is_strange_thread_call(powerpc: &PowerPc<'_>, inst: &Inst) -> bool {
    let is_call = powerpc.tables.instruction(inst.opcode).flags & instr_flag::CALL != 0;
    let is_symbol = |expr: &Expr| matches!(expr, Expr::Symbol { .. });
    match &inst.operands[..] {
        [Operand::Imm(_), Operand::Imm(_) | Operand::Expr(_)] => is_call,
        [Operand::Expr(function), Operand::Imm(_) | Operand::Expr(_)] => {
            is_call
                && match &**function {
                    Expr::Binary(_, sides) => !is_symbol(&sides.0),
                    function => !is_symbol(function),
                }
        }
        _ => false,
    }
}

/// Returns whether an instruction begins or ends a stream of data that is loaded ahead.
fn touches_stream(tables: &Tables<'_>, opcode: Opcode) -> bool {
    let name = tables.opcode_name(opcode);
    name.starts_with("DST") || name.starts_with("DSS")
}
