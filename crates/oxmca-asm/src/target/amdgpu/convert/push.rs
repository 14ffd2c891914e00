//! From a written operand to a machine operand.

use crate::inst::{Inst, Operand};
use crate::target::amdgpu::expression::of_literal;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::immediate::is_inline_64;
use crate::target::amdgpu::matching::Matching;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{
    ImmKind, Immediate, Literal, Modifiers, OperandKind, ParsedOperand,
};
use crate::target::amdgpu::operand_type::OperandType;

/// Adds the machine operand of a register or constant, the latter with its modifiers unless they are an operand of
/// their own.
pub fn push(
    matching: &Matching<'_>,
    operand: &ParsedOperand<'_>,
    applies_modifiers: bool,
    inst: &mut Inst,
) {
    let gpu = matching.gpu;
    if operand.loc.is_some() {
        matching.placed.borrow_mut().push((inst.operands.len(), operand.loc));
    }
    match &operand.kind {
        OperandKind::Register(reg) => {
            let reg = gpu.registers.encoded(*reg, matching.generation);
            inst.operands.push(Operand::Reg(reg));
        }
        OperandKind::Expression(expr) => inst.operands.push(Operand::Expr(Box::new(expr.clone()))),
        OperandKind::Immediate(imm) => {
            let row = gpu.tables.operands(inst.opcode).get(inst.operands.len());
            let of = row.and_then(OperandType::of).filter(|it| it.is_source());
            let value = match of {
                Some(of) => {
                    let applied = applies_modifiers && imm.kind == ImmKind::None;
                    let modifiers = if applied { operand.modifiers } else { Modifiers::default() };
                    let name = |name| gpu.names.index(&gpu.tables, inst.opcode, name);
                    let row = gpu.tables.instruction(inst.opcode);
                    let takes_64 = matching.generation.has_literals64() && row.size_bytes == 4;
                    let bits = matching.constants().source_bits(
                        *imm,
                        modifiers,
                        of,
                        name(Name::Imm).is_some(),
                        takes_64,
                    );
                    let keeps_low = takes_64 || name(Name::Imm).is_some();
                    let is_short = match imm.literal {
                        Some(_) => !keeps_low,
                        None => bits as u32 == 0,
                    };
                    if of.is_fp64() && imm.is_real && is_short && imm.value as u32 != 0 {
                        matching.shortened.set(matching.shortened.get() + 1);
                    }
                    let is_short_form = row.target_flags & (flag::VOP3 | flag::VOP3P) == 0;
                    let may_be_64 = matching.generation.has_literals64() && is_short_form;
                    let is_implied = may_be_64 && needs_64(matching, *imm, of, bits);
                    let implied = is_implied.then_some(Literal::Bits64);
                    if let Some(literal) = imm.literal.or(implied) {
                        inst.operands.push(Operand::Expr(Box::new(of_literal(literal, bits))));
                        return;
                    }
                    bits
                }
                None => imm.value,
            };
            inst.operands.push(Operand::Imm(value));
        }
        OperandKind::Token(_) => {}
    }
}

/// Returns whether the bits of a real number could be taken for those of its upper half.
fn needs_64(matching: &Matching<'_>, imm: Immediate, of: OperandType, bits: i64) -> bool {
    use OperandType::{ImmFp64, InlineAcFp64, InlineFp64, Kimm64};
    let may_be_inline = match of {
        Kimm64 => false,
        ImmFp64 | InlineFp64 | InlineAcFp64 => true,
        _ => return false,
    };
    let is_32 = i32::try_from(bits).is_ok() || u32::try_from(bits).is_ok();
    let is_inline = || is_inline_64(bits, matching.generation.has_inv2pi());
    imm.is_real && imm.literal.is_none() && is_32 && !(may_be_inline && is_inline())
}

/// Adds the modifiers of an operand and the operand.
pub fn push_with_modifiers(matching: &Matching<'_>, operand: &ParsedOperand<'_>, inst: &mut Inst) {
    inst.operands.push(Operand::Imm(operand.modifiers.bits()));
    push(matching, operand, false, inst);
}
