//! From a written operand to a machine operand.

use crate::inst::{Inst, Operand};
use crate::target::amdgpu::matching::Matching;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, Modifiers, OperandKind, ParsedOperand};
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
                    let is_short = of.is_fp64() && imm.is_real && bits as u32 == 0;
                    if is_short && imm.value as u32 != 0 {
                        matching.shortened.set(matching.shortened.get() + 1);
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

/// Adds the modifiers of an operand and the operand.
pub fn push_with_modifiers(matching: &Matching<'_>, operand: &ParsedOperand<'_>, inst: &mut Inst) {
    inst.operands.push(Operand::Imm(operand.modifiers.bits()));
    push(matching, operand, false, inst);
}
