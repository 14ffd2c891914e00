//! Decoding of words by the rows of a target's tables (`Decoding`).
//!
//! The first row that fits the code and whose features are on is the instruction; an index of the rows finds the few
//! that can fit. The steps of a row make the operands. A target adds operands that are neither registers nor immediates
//! as they are, and conditions of its own, by [`DecoderMethods`].

use oxmca_tables::schema::{CodePart, DecodeStep, decode_step};
use oxmca_tables::{FeatureSet, Opcode, Reg, Tables};

use super::{Operands, clear};
use crate::inst::{Inst, Operand};

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

    /// Begins the operands of a row.
    fn begin(&self, _opcode: Opcode) {}

    /// Returns the opcode of the operands of a row, which is that of the row on most targets.
    fn decoded_opcode(&self, opcode: Opcode) -> Opcode {
        opcode
    }

    /// Returns whether some registers that rows name do not exist with these features.
    fn lacks_registers(&self, _features: &FeatureSet) -> bool {
        false
    }

    /// Returns whether a register exists where some do not.
    fn has_register(&self, _reg: Reg) -> bool {
        true
    }
}

/// Decodes the lowest `width_bits` bits of `code` into `inst`, which has no operands. Returns whether the instruction
/// may be undefined, as LLVM warns; `None` if there is none.
pub fn decode(
    tables: &Tables<'_>,
    methods: &impl DecoderMethods,
    features: &FeatureSet,
    code: u64,
    width_bits: u16,
    inst: &mut Inst,
) -> Option<bool> {
    by_rows(tables, methods, features, code, tables.decoding_candidates(width_bits, code), inst)
}

/// Decodes as [`decode`] by the rows of one table, which is tried by itself.
pub fn decode_separate(
    tables: &Tables<'_>,
    methods: &impl DecoderMethods,
    features: &FeatureSet,
    code: u64,
    table: u8,
    inst: &mut Inst,
) -> Option<bool> {
    let candidates = tables.separate_decoding_candidates(table, code);
    by_rows(tables, methods, features, code, candidates, inst)
}

/// Decodes by the first row that fits.
#[inline]
fn by_rows(
    tables: &Tables<'_>,
    methods: &impl DecoderMethods,
    features: &FeatureSet,
    code: u64,
    candidates: &[u16],
    inst: &mut Inst,
) -> Option<bool> {
    let lacks_registers = methods.lacks_registers(features);
    let mut refused_table = None;
    for index in candidates {
        let row = &tables.decodings[usize::from(*index)];
        if code & row.fixed_mask != row.fixed_bits
            || refused_table == Some(row.table)
            || !tables.decoding_enabled(row, features)
        {
            continue;
        }
        let steps = &tables.decode_steps[row.steps.range()];
        methods.begin(row.opcode);
        let setting = Setting { tables, methods, features, lacks_registers };
        if let Some(may_be_undefined) = setting.add_operands(code, steps, &mut inst.operands) {
            inst.opcode = methods.decoded_opcode(row.opcode);
            return Some(may_be_undefined);
        }
        clear(&mut inst.operands);
        if row.or_next == 0 {
            refused_table = Some(row.table);
        }
    }
    None
}

/// The tables, the target and the features, on which decoding depends beside the code.
struct Setting<'s, 't, M> {
    tables: &'s Tables<'t>,
    methods: &'s M,
    features: &'s FeatureSet,
    lacks_registers: bool,
}

impl<M: DecoderMethods> Setting<'_, '_, M> {
    /// Adds the operands of a row, or gives `None` if a step refuses the code. Returns whether the instruction may be
    /// undefined.
    #[inline]
    fn add_operands(
        &self,
        code: u64,
        steps: &[DecodeStep],
        operands: &mut Operands,
    ) -> Option<bool> {
        let mut may_be_undefined = false;
        for step in steps {
            let value = value(self.tables, step, code);
            let argument = u64::from(step.argument);
            let accepts = match step.kind {
                decode_step::REGISTER => {
                    let list = self.tables.decoder_registers[usize::from(step.argument)];
                    if value >= u64::from(list.len) {
                        return None;
                    }
                    let reg = self.tables.register_lists[list.start as usize + value as usize];
                    operands.push(Operand::Reg(reg));
                    reg.is_some() && (!self.lacks_registers || self.methods.has_register(reg))
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
                decode_step::SHOULD_BE => {
                    may_be_undefined |= value != argument;
                    true
                }
                decode_step::SHOULD_DIFFER_UNLESS => {
                    let half_bits = (step.width_bits / 2) & 31;
                    let (high, low) = (value >> half_bits, value & !(u64::MAX << half_bits));
                    may_be_undefined |= high == low && low != argument;
                    true
                }
                _ => {
                    let (method, features) = (step.argument, self.features);
                    self.methods.decode_operand(method, features, value, operands).is_some()
                }
            };
            if !accepts {
                return None;
            }
        }
        Some(may_be_undefined)
    }
}

/// Puts a step's value together.
#[inline]
fn value(tables: &Tables<'_>, step: &DecodeStep, code: u64) -> u64 {
    let ones = !(u64::MAX << (step.first_width_bits & 63));
    let first = code >> (step.code_bit & 63) & ones;
    match step.more_parts.is_empty() {
        true => first,
        false => with_more_parts(tables, step, code, first),
    }
}

/// Adds the other parts of a value to its first.
fn with_more_parts(tables: &Tables<'_>, step: &DecodeStep, code: u64, first: u64) -> u64 {
    let mut value = first;
    let mut at = u32::from(step.first_width_bits);
    for part in &tables.code_parts[step.more_parts.range()] {
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

/// Puts the value of a step together from machine code of up to 128 bits.
pub fn wide_value(tables: &Tables<'_>, step: &DecodeStep, code: u128) -> u64 {
    let ones = !(u64::MAX << (step.first_width_bits & 63));
    let mut value = code.wrapping_shr(step.code_bit.into()) as u64 & ones;
    let mut at = u32::from(step.first_width_bits);
    for part in &tables.code_parts[step.more_parts.range()] {
        let ones = u64::MAX >> (64 - u32::from(part.width_bits).clamp(1, 64));
        let bits = match part.code_bit {
            CodePart::ZEROS => 0,
            CodePart::ONES => ones,
            bit => code.wrapping_shr(bit.into()) as u64 & ones,
        };
        value |= bits.wrapping_shl(at);
        at += u32::from(part.width_bits);
    }
    value
}
