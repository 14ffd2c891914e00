//! Machine code of targets whose tables describe it as rows of bit fields ([`Encoding`]).
//!
//! The tables say which bits of an operand's value are which bits of the machine code. The value of most
//! operands is [`plain_value`]; a target gives that of the others by [`EncoderMethods`].

use oxmca_tables::Tables;
use oxmca_tables::schema::{Encoding, EncodingField};

use crate::inst::{Inst, Operand};

/// The methods of a target that the rows name, by their number in `encoder_methods`.
pub trait EncoderMethods {
    /// Returns the value that a method other than 0 gives for machine operand `operand` of an instruction,
    /// or `None` if the operand cannot be encoded.
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64>;

    /// Returns the value of the operand of a field that has no method: [`plain_value`] on most targets.
    fn plain(&self, tables: &Tables<'_>, operand: &Operand, _: &EncodingField) -> Option<u64> {
        plain_value(tables, operand)
    }

    /// Changes the finished machine code of an instruction that has a method for that.
    fn finish(&self, _method: u16, _inst: &Inst, code: u64) -> Option<u64> {
        Some(code)
    }
}

/// The machine code of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MachineCode {
    /// The bits.
    pub bits: u64,
    /// Their number, a multiple of 8.
    pub width_bits: u16,
}

impl MachineCode {
    /// Returns the bytes, the one with the lowest bits first.
    pub fn little_endian(self) -> impl ExactSizeIterator<Item = u8> + DoubleEndedIterator {
        let bytes = self.bits.to_le_bytes();
        (0..usize::from(self.width_bits / 8).min(bytes.len())).map(move |at| bytes[at])
    }
}

/// Returns the machine code of an instruction, or `None` if the tables have none for its opcode or an operand
/// cannot be encoded.
pub fn encode(
    tables: &Tables<'_>,
    methods: &impl EncoderMethods,
    inst: &Inst,
) -> Option<MachineCode> {
    let row: &Encoding = tables.encoding(inst.opcode)?;
    let mut bits = row.fixed_bits;
    let mut value_of: Option<(u8, u64)> = None;
    for field in &tables.encoding_fields[row.fields.range()] {
        let value = match value_of {
            Some((operand, value)) if operand == field.operand => value,
            _ => field_operand(tables, methods, inst, field)?,
        };
        value_of = Some((field.operand, value));
        let ones = u64::MAX >> (64 - u32::from(field.width_bits).clamp(1, 64));
        bits |= (value >> field.operand_bit & ones) << field.code_bit;
    }
    if row.post_method != Encoding::NO_METHOD {
        bits = methods.finish(row.post_method, inst, bits)?;
    }
    Some(MachineCode { bits, width_bits: row.width_bits })
}

/// Returns the value of a field's operand. All fields of an operand have the same method.
fn field_operand(
    tables: &Tables<'_>,
    methods: &impl EncoderMethods,
    inst: &Inst,
    field: &EncodingField,
) -> Option<u64> {
    let operand = usize::from(field.operand);
    match field.method {
        0 => methods.plain(tables, inst.operands.get(operand)?, field),
        method => methods.operand_value(method, inst, operand),
    }
}

/// Returns the hardware encoding of a register, or an immediate as it is; `None` of an expression.
pub fn plain_value(tables: &Tables<'_>, operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Reg(reg) => Some(tables.register(*reg).encoding.into()),
        Operand::Imm(value) => Some(*value as u64),
        Operand::Expr(_) => None,
    }
}
