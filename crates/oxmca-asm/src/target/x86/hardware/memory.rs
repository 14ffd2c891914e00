//! The memory operand of an instruction.

use super::super::X86;
use super::super::registers::kind;
use super::register_part::part;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{Address, symbol_and_offset};
use oxmca_tables::Reg;
use oxmca_tables::schema::{AsmPiece, operand_type};

/// Machine operands that make up a memory operand: base, scale, index, displacement, segment.
pub(super) const PARTS: usize = 5;

/// A memory operand.
pub(super) struct Memory {
    pub address: Address,
    pub size_bytes: u16,
}

/// Returns the position of the first machine operand of the memory operand of an instruction.
pub(in crate::target::x86) fn position(x86: &X86<'_>, inst: &Inst) -> Option<usize> {
    let described = x86.tables.operands(inst.opcode);
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let found = described.iter().position(|it| it.kind == operand_type::MEMORY);
    // Of an address that is not accessed, the parts are not described as memory.
    let is_address = |at: usize| inst.operands.len() == at + PARTS && described.len() == at + PARTS;
    found.or_else(|| is_address(num_defs).then_some(num_defs))
}

/// Returns the memory operand of an instruction. Of those that only name one register, such as string instructions', it is
/// none.
pub(super) fn operand(x86: &X86<'_>, inst: &Inst) -> Option<Memory> {
    let first = position(x86, inst)?;
    let [base, scale, index, displacement, _] = inst.operands.get(first..first + PARTS)? else {
        return None;
    };
    let (base, index) = (base.reg()?, index.reg()?);
    let (symbol, offset) = match displacement {
        Operand::Imm(value) => (0, *value),
        Operand::Expr(expr) => symbol_and_offset(expr),
        Operand::Reg(_) => return None,
    };
    let named = &x86.registers.named;
    let is_relative_to_next = base == named.rip || base == named.eip;
    let is_gather = index.is_some() && x86.registers.is(index, kind::VECTOR);
    let operands = [(base, first), (index, first + 2)]
        .map(|(reg, at)| (reg.is_some() && !is_pointer_to_next(x86, reg)).then_some(at as u8));
    let needs_displacement = base.is_some() && x86.registers.encoding(base) & 7 == 5;
    let address = Address {
        operands,
        base: part(x86, base),
        index: part(x86, index),
        is_gather,
        scale: scale.imm().and_then(|it| u8::try_from(it).ok()).unwrap_or(1),
        displacement: offset,
        has_displacement: symbol != 0 || offset != 0 || needs_displacement,
        updates_base: false,
        symbol,
        is_relative_to_next,
    };
    Some(Memory { address, size_bytes: size_bytes(x86, inst, first) })
}

fn is_pointer_to_next(x86: &X86<'_>, reg: Reg) -> bool {
    let named = &x86.registers.named;
    [named.rip, named.eip, named.riz, named.eiz].contains(&reg)
}

/// Returns the size that Intel's syntax shows for the memory operand, in bytes; 0 if it shows none.
pub(in crate::target::x86) fn size_bytes(x86: &X86<'_>, inst: &Inst, first: usize) -> u16 {
    let tables = &x86.tables;
    let row = tables.instruction_syntax(inst.opcode);
    let pieces = &tables.asm_pieces[row.syntax[1].range()];
    let piece = pieces
        .iter()
        .find(|piece| piece.method != AsmPiece::LITERAL && usize::from(piece.operand) == first);
    let method = piece.and_then(|piece| tables.print_methods.get(usize::from(piece.method)));
    match method.map(|name| tables.text(*name)) {
        Some("printbytemem") => 1,
        Some("printwordmem") => 2,
        Some("printdwordmem") => 4,
        Some("printqwordmem") => 8,
        Some("printtbytemem") => 10,
        Some("printxmmwordmem") => 16,
        Some("printymmwordmem") => 32,
        Some("printzmmwordmem") => 64,
        _ => 0,
    }
}
