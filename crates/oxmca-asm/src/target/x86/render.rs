//! The conversion of x86 operands as written to machine operands.

use oxmca_tables::{Reg, Tables};

use super::operand::{Memory, OperandKind, ParsedOperand};
use super::registers::{Registers, kind};
use crate::inst::{Expr, Inst, Operand};
use crate::target::known_names::Known;

/// A render method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Render {
    /// The register.
    Register,
    /// The register's 32-bit part or itself.
    Gr32,
    /// The register's 16-bit part or itself.
    Gr16,
    /// The pair a mask register is in.
    MaskPair,
    /// The immediate.
    Immediate,
    /// Base, scale, index, displacement, segment.
    Memory,
    /// The displacement.
    Absolute,
    /// Base and segment.
    StringSource,
    /// Base.
    StringDestination,
    /// Displacement and segment.
    Offset,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Render> {
        Some(match name {
            "addRegOperands" => Render::Register,
            "addGR32orGR64Operands" => Render::Gr32,
            "addGR16orGR32orGR64Operands" => Render::Gr16,
            "addMaskPairOperands" => Render::MaskPair,
            "addImmOperands" | "addAVX512RCOperands" => Render::Immediate,
            "addMemOperands" => Render::Memory,
            "addAbsMemOperands" => Render::Absolute,
            "addSrcIdxOperands" => Render::StringSource,
            "addDstIdxOperands" => Render::StringDestination,
            "addMemOffsOperands" => Render::Offset,
            _ => return None,
        })
    }

    /// Adds the machine operands. An operand of another kind than the method is for adds nothing.
    pub fn apply(
        self,
        tables: &Tables<'_>,
        registers: &Registers,
        operand: &ParsedOperand<'_>,
        inst: &mut Inst,
    ) {
        match &operand.kind {
            OperandKind::Register(reg) => {
                let reg = match self {
                    Render::Gr32 if registers.is(*reg, kind::GR64) => {
                        registers.resized(tables, *reg, kind::GR32)
                    }
                    Render::Gr16 if registers.is(*reg, kind::GR32 | kind::GR64) => {
                        registers.resized(tables, *reg, kind::GR16)
                    }
                    Render::MaskPair => mask_pair(registers, *reg),
                    _ => *reg,
                };
                inst.operands.push(Operand::Reg(reg));
            }
            OperandKind::Immediate(value) => inst.operands.push(value_operand(value)),
            OperandKind::Memory(memory) => self.apply_memory(memory, inst),
            OperandKind::Token(_) | OperandKind::DxInParentheses => {}
        }
    }

    fn apply_memory(self, memory: &Memory, inst: &mut Inst) {
        let operands = &mut inst.operands;
        match self {
            Render::Absolute => operands.push(value_operand(&memory.displacement)),
            Render::StringSource => {
                operands.push(Operand::Reg(memory.base));
                operands.push(Operand::Reg(memory.segment));
            }
            Render::StringDestination => operands.push(Operand::Reg(memory.base)),
            Render::Offset => {
                operands.push(value_operand(&memory.displacement));
                operands.push(Operand::Reg(memory.segment));
            }
            _ => {
                operands.push(Operand::Reg(memory.base));
                operands.push(Operand::Imm(memory.scale.into()));
                operands.push(Operand::Reg(memory.index));
                operands.push(value_operand(&memory.displacement));
                operands.push(Operand::Reg(memory.segment));
            }
        }
    }
}

/// Returns a constant as an immediate, anything else as an expression.
fn value_operand(value: &Expr) -> Operand {
    match value {
        Expr::Constant(value) => Operand::Imm(*value),
        _ => Operand::Expr(Box::new(value.clone())),
    }
}

fn mask_pair(registers: &Registers, reg: Reg) -> Reg {
    let named = &registers.named;
    if !registers.is(reg, kind::MASK) {
        return reg;
    }
    match registers.encoding(reg) / 2 {
        0 => named.k0_k1,
        1 => named.k2_k3,
        2 => named.k4_k5,
        _ => named.k6_k7,
    }
}
