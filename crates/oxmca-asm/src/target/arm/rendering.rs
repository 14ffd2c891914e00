//! Machine operands of written ones.

use oxmca_tables::Reg;

use super::condition::{ALWAYS, VectorPredicate, opposite};
use super::immediate::{
    byte_mask_code, byte_of_16_code, byte_of_32_code, float_code, rotated_code, vector_element_code,
};
use super::matching_context::Matching;
use super::operand::{Memory, Offset, OperandKind, ParsedOperand};
use super::registers::{Class, part_of};
use super::render::{Change, Render};
use super::shift::{ByteOffset, MINUS_ZERO, Shift, ShiftedOffset, ShifterOperand};
use crate::inst::{Expr, Inst, Operand};

/// Adds the machine operands that a written one stands for.
pub fn render(
    matching: &Matching<'_>,
    method: Render,
    operand: &ParsedOperand<'_>,
    inst: &mut Inst,
) {
    match &operand.kind {
        OperandKind::Value(expr) | OperandKind::PoolValue(expr) => {
            render_value(method, expr, inst);
        }
        OperandKind::Memory(memory) => render_memory(method, memory, inst),
        OperandKind::Condition(code) => {
            let code = if method == Render::OppositeCondition { opposite(*code) } else { *code };
            push(inst, code);
            if method == Render::Condition {
                let registers = &matching.arm.registers;
                push_reg(inst, if code == ALWAYS { Reg::NONE } else { registers.flags });
            }
        }
        OperandKind::VectorPredicate(predicate) => {
            render_vector_predicate(matching, method, *predicate, inst);
        }
        OperandKind::SetsFlags(sets_flags) => {
            push_reg(inst, if *sets_flags { matching.arm.registers.flags } else { Reg::NONE });
        }
        OperandKind::BlockMask(number)
        | OperandKind::CoprocessorNumber(number)
        | OperandKind::CoprocessorRegister(number)
        | OperandKind::CoprocessorOption(number)
        | OperandKind::MemoryBarrier(number)
        | OperandKind::InstructionBarrier(number)
        | OperandKind::StatusMask(number)
        | OperandKind::BankedRegister(number)
        | OperandKind::InterruptFlags(number)
        | OperandKind::Lane(number) => push(inst, *number),
        OperandKind::TraceBarrier => push(inst, 0),
        OperandKind::Register(reg) => push_reg(inst, rendered_register(matching, method, *reg)),
        OperandKind::List(list) => {
            inst.operands.extend(list.registers.iter().map(|reg| Operand::Reg(*reg)));
        }
        OperandKind::Vectors(vectors) => {
            let first = match method {
                Render::MveVectors => mve_list(matching, vectors.first, vectors.count),
                _ => vectors.first,
            };
            push_reg(inst, first);
            if let (Render::VectorsWithLane, super::operand::Lanes::One(lane)) =
                (method, vectors.lanes)
            {
                push(inst, lane);
            }
        }
        OperandKind::ShiftedByRegister { reg, shift, by } => {
            push_reg(inst, *reg);
            push_reg(inst, *by);
            push(inst, ShifterOperand { shift: *shift, amount: 0 }.pack());
        }
        OperandKind::ShiftedByAmount { reg, shift, amount } => {
            push_reg(inst, *reg);
            // A shift by 32 has the code 0.
            push(inst, ShifterOperand { shift: *shift, amount: amount % 32 }.pack());
        }
        OperandKind::Shifter { is_asr, amount } => push(inst, i64::from(*is_asr) << 5 | amount),
        OperandKind::Rotation(bits) => push(inst, bits >> 3),
        OperandKind::Rotated { bits, rotation } => push(inst, bits | rotation << 7),
        OperandKind::BitField { lowest, width } => {
            let field = ((1_u64 << width) - 1) << lowest;
            push(inst, i64::from(!(field as u32)));
        }
        OperandKind::PostIndex { reg, is_negative, shift, amount } => {
            push_reg(inst, *reg);
            push(
                inst,
                match method {
                    Render::RegisterBehind => i64::from(!is_negative),
                    Render::Offset3 => ByteOffset { is_negative: *is_negative, amount: 0 }.pack(),
                    _ => {
                        let (is_negative, amount, shift) = (*is_negative, *amount, *shift);
                        ShiftedOffset { is_negative, amount, shift }.pack()
                    }
                },
            );
        }
        OperandKind::Token(_) => {}
    }
}

fn push(inst: &mut Inst, value: i64) {
    inst.operands.push(Operand::Imm(value));
}

fn push_reg(inst: &mut Inst, reg: Reg) {
    inst.operands.push(Operand::Reg(reg));
}

/// Adds an expression, as an immediate if it is a constant.
pub fn push_expr(inst: &mut Inst, expr: &Expr) {
    inst.operands.push(match expr {
        Expr::Constant(value) => Operand::Imm(*value),
        expr => Operand::Expr(Box::new(expr.clone())),
    });
}

fn render_value(method: Render, expr: &Expr, inst: &mut Inst) {
    let number = match expr {
        Expr::Constant(number) => *number,
        expr => {
            inst.operands.push(Operand::Expr(Box::new(expr.clone())));
            // A label stands for base and offset.
            match method {
                Render::Mode3 => {
                    push_reg(inst, Reg::NONE);
                    push(inst, 0);
                }
                Render::Mode5(_) | Render::BaseAndOffset(_) => push(inst, 0),
                _ => {}
            }
            return;
        }
    };
    match method {
        Render::Offset2 => {
            let ByteOffset { is_negative, amount } = ByteOffset::of_number(number);
            push_reg(inst, Reg::NONE);
            push(inst, ShiftedOffset { is_negative, amount, shift: Shift::None }.pack());
        }
        Render::Offset3 => {
            push_reg(inst, Reg::NONE);
            push(inst, ByteOffset::of_number(number).pack());
        }
        _ => push(inst, rendered_number(method, number)),
    }
}

/// Returns the number that a method makes of a written one.
fn rendered_number(method: Render, number: i64) -> i64 {
    match method {
        Render::Plus(addend) => number.wrapping_add(addend),
        Render::From(minuend) => minuend - number,
        Render::Divided(divisor) => number / divisor,
        Render::NegativeDivided(divisor) => -(number / divisor),
        Render::Modulo32 => number % 32,
        Render::Word(change) => i64::from(change.apply(number) as u32),
        Render::Rotated(change) => match change {
            Change::Same => number,
            change => rotated_code(change.apply(number)).unwrap_or(-1),
        },
        Render::Real => float_code(number).unwrap_or(-1),
        Render::OffsetBehind(divisor) => {
            let ByteOffset { is_negative, amount } = ByteOffset::of_number(number);
            (amount / divisor) | (i64::from(!is_negative) << 8)
        }
        Render::Byte => number | 0xe00,
        Render::RepeatedByte { is_inverted } => {
            (if is_inverted { !number } else { number }) & 0xff | 0xe00
        }
        Render::ByteOf16(change) => byte_of_16_code(change.apply(number)),
        Render::ByteOf32(change) => byte_of_32_code(change.apply(number)),
        Render::Element(change) => vector_element_code(i64::from(change.apply(number) as u32)),
        Render::RepeatedHalf => match number & 0xffff {
            half @ 0x100.. => half >> 8 | 0x200,
            half => half,
        },
        Render::Mask => byte_mask_code(number),
        Render::Angle { first, step } => (number - first) / step,
        Render::Saturation => i64::from(number == 48),
        _ => number,
    }
}

fn render_memory(method: Render, memory: &Memory, inst: &mut Inst) {
    if method != Render::OffsetOnly {
        push_reg(inst, memory.base);
    }
    match method {
        Render::Base => {}
        Render::Aligned => push(inst, memory.alignment),
        Render::Mode3 => {
            let (reg, is_negative) = match memory.offset {
                Offset::Register { reg, is_negative, .. } => (reg, is_negative),
                _ => (Reg::NONE, false),
            };
            push_reg(inst, reg);
            match &memory.offset {
                Offset::Value(Expr::Constant(number)) => {
                    push(inst, ByteOffset::of_number(*number).pack());
                }
                Offset::Value(expr) => push_expr(inst, expr),
                _ => push(inst, ByteOffset { is_negative, amount: 0 }.pack()),
            }
        }
        Render::Mode5(divisor) => match &memory.offset {
            Offset::Value(Expr::Constant(number)) => {
                let number = i64::from(*number as i32) / divisor;
                push(inst, ByteOffset::of_number(number).pack());
            }
            Offset::Value(expr) => push_expr(inst, expr),
            _ => push(inst, 0),
        },
        Render::TwoRegisters => {
            if let Offset::Register { reg, .. } = memory.offset {
                push_reg(inst, reg);
            }
        }
        Render::RegisterOffset | Render::ThumbRegisterOffset => {
            if let Offset::Register { reg, is_negative, shift, amount } = memory.offset {
                push_reg(inst, reg);
                push(
                    inst,
                    match method {
                        Render::ThumbRegisterOffset => amount,
                        _ => ShiftedOffset { is_negative, amount, shift }.pack(),
                    },
                );
            }
        }
        method => match &memory.offset {
            Offset::Value(Expr::Constant(number)) => {
                let divisor = match method {
                    Render::BaseAndOffset(divisor) if *number != MINUS_ZERO => divisor,
                    _ => 1,
                };
                push(inst, number / divisor);
            }
            Offset::Value(expr) => push_expr(inst, expr),
            _ => push(inst, 0),
        },
    }
}

/// Returns the register that a method makes of a written one: the pair of vectors that a whole vector is.
fn rendered_register(matching: &Matching<'_>, method: Render, reg: Reg) -> Reg {
    let (tables, registers) = (&matching.arm.tables, &matching.arm.registers);
    if method != Render::Vectors || !registers.is_in(tables, Class::Quad, reg) {
        return reg;
    }
    part_of(tables, reg, "dsub_0")
        .and_then(|part| registers.whole_of(tables, part, "dsub_0", Class::DoublePair))
        .unwrap_or(reg)
}

/// Returns the register that stands for a list of vectors of the M profile.
fn mve_list(matching: &Matching<'_>, first: Reg, count: u16) -> Reg {
    let (tables, registers) = (&matching.arm.tables, &matching.arm.registers);
    let class = if count == 2 { Class::MveQuadPair } else { Class::MveQuadQuadruple };
    registers.whole_of(tables, first, "qsub_0", class).unwrap_or(first)
}

fn render_vector_predicate(
    matching: &Matching<'_>,
    method: Render,
    predicate: VectorPredicate,
    inst: &mut Inst,
) {
    let (tables, registers) = (&matching.arm.tables, &matching.arm.registers);
    let is_on = predicate != VectorPredicate::None;
    push(inst, predicate.code());
    push_reg(inst, if is_on { registers.p0 } else { Reg::NONE });
    push_reg(inst, Reg::NONE);
    if let Render::VectorPredicate { has_inactive: true } = method {
        // Lanes that are off keep the result's value.
        let row = tables.operands(inst.opcode).get(inst.operands.len());
        let tied = row.and_then(|row| usize::try_from(row.tied_to).ok());
        let result = tied.and_then(|index| inst.operands.get(index)).and_then(Operand::reg);
        push_reg(inst, result.filter(|_| is_on).unwrap_or(Reg::NONE));
    }
}
