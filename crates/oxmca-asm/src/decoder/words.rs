//! Decoding of words by the rows of a target's tables ([`Decoding`]).
//!
//! The first row that fits the code and whose features are on is the instruction; an index of the rows finds the few
//! that can fit. The steps of a row make the operands. A target adds operands that are neither registers nor immediates
//! as they are, and conditions of its own, by [`DecoderMethods`].

use oxmca_tables::schema::{CodePart, DecodeStep, Decoding, decode_step};
use oxmca_tables::{FeatureSet, Reg, Tables};
use smallvec::SmallVec;

use crate::inst::{Inst, Operand};

/// The operands of an instruction while they are decoded.
pub type Operands = SmallVec<[Operand; 8]>;

/// The methods of a target that the rows name, by their number in `decoder_methods`.
pub trait DecoderMethods {
    /// Adds the operand that a value stands for, or checks the value. `None` if no instruction has it.
    fn decode_operand(
        &self,
        method: u16,
        features: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()>;

    /// Returns whether some registers that rows name do not exist with these features.
    fn lacks_registers(&self, _features: &FeatureSet) -> bool {
        false
    }

    /// Returns whether a register exists where some do not.
    fn has_register(&self, _reg: Reg) -> bool {
        true
    }
}

/// Returns the instruction whose code is the lowest `width_bits` bits of `code`, if a row has one.
pub fn decode(
    tables: &Tables<'_>,
    methods: &impl DecoderMethods,
    features: &FeatureSet,
    code: u64,
    width_bits: u16,
) -> Option<Inst> {
    let mut refused_table = None;
    for index in tables.decoding_candidates(width_bits, code) {
        let row = &tables.decodings[usize::from(*index)];
        if code & row.fixed_mask != row.fixed_bits
            || refused_table == Some(row.table)
            || !tables.decoding_enabled(row, features)
        {
            continue;
        }
        let mut inst = Inst { opcode: row.opcode, ..Inst::default() };
        if add_operands(tables, methods, features, code, row, &mut inst.operands).is_some() {
            return Some(inst);
        }
        if row.or_next == 0 {
            refused_table = Some(row.table);
        }
    }
    None
}

/// Adds the operands of a row, or gives `None` if a step refuses the code.
fn add_operands(
    tables: &Tables<'_>,
    methods: &impl DecoderMethods,
    features: &FeatureSet,
    code: u64,
    row: &Decoding,
    operands: &mut Operands,
) -> Option<()> {
    let lacks_registers = methods.lacks_registers(features);
    for step in &tables.decode_steps[row.steps.range()] {
        let value = value(tables, step, code);
        let argument = u64::from(step.argument);
        let accepts = match step.kind {
            decode_step::REGISTER => {
                let list = tables.decoder_registers[usize::from(step.argument)];
                let list = &tables.register_lists[list.range()];
                let reg = *list.get(usize::try_from(value).ok()?)?;
                operands.push(Operand::Reg(reg));
                reg.is_some() && (!lacks_registers || methods.has_register(reg))
            }
            decode_step::IMM => {
                operands.push(Operand::Imm(value as i64));
                true
            }
            decode_step::SIGNED_IMM => {
                let unused = 64 - u32::from(step.width_bits).clamp(1, 64);
                operands.push(Operand::Imm((value << unused) as i64 >> unused));
                true
            }
            decode_step::PLUS => {
                operands.push(Operand::Imm(value.wrapping_add(argument) as i64));
                true
            }
            decode_step::MINUS_FROM => {
                operands.push(Operand::Imm(argument.wrapping_sub(value) as i64));
                true
            }
            decode_step::IS => value == argument,
            decode_step::NOT => value != argument,
            decode_step::AT_LEAST => value >= argument,
            decode_step::AT_MOST => value <= argument,
            _ => methods.decode_operand(step.argument, features, value, operands).is_some(),
        };
        if !accepts {
            return None;
        }
    }
    Some(())
}

/// Puts a step's value together.
#[inline]
fn value(tables: &Tables<'_>, step: &DecodeStep, code: u64) -> u64 {
    let mut value = 0;
    let mut at = 0_u32;
    for part in &tables.code_parts[step.parts.range()] {
        let ones = u64::MAX >> (64 - u32::from(part.width_bits).clamp(1, 64));
        let bits = match part.code_bit {
            CodePart::ZEROS => 0,
            CodePart::ONES => ones,
            bit => code.wrapping_shr(bit.into()) & ones,
        };
        value |= bits.wrapping_shl(at);
        at += u32::from(part.width_bits);
    }
    value
}
