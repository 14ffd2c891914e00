//! Machine code.

use oxmca_tables::schema::EncodingField;
use oxmca_tables::{FeatureSet, Opcode, Tables};

use super::encoder_method::EncoderMethod;
use super::opcodes::Op;
use super::target::Mips;
use crate::bit_fields::{self, EncoderMethods, plain_value};
use crate::inst::{Expr, Inst, Operand};
use crate::target::EncodeError;

/// Constants that `andi16` has, by their number.
pub const MASKS: [i64; 16] = [128, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 255, 32768, 65535];

/// The numbers of registers that `movep` moves, by their number in its code.
pub const MOVED: [usize; 8] = [0, 17, 2, 3, 16, 18, 19, 20];

/// The pairs of registers that `movep` moves to, by their number in its code.
pub const PAIRS: [(usize, usize); 8] =
    [(5, 6), (5, 7), (6, 7), (4, 21), (4, 22), (4, 5), (4, 6), (4, 7)];

/// Appends the machine code of an instruction.
pub(super) fn encode(
    mips: &Mips<'_>,
    features: &FeatureSet,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let mut inst = inst.clone();
    let name = mips.tables.opcode_name(inst.opcode);
    lower_shift(mips, name, &mut inst);
    order_registers(mips, name, &mut inst);
    let is_short = features.contains(mips.bits.short);
    if is_short && let Some(opcode) = short_form(mips, features, inst.opcode) {
        inst.opcode = opcode;
    }
    let code = bit_fields::encode(&mips.tables, mips, &inst).ok_or(EncodeError::Operands)?;
    let mut bits = code.bits as u32;
    if is_short && matches!(name, "MOVEP_MM" | "MOVEP_MMR6") {
        let number = |at: usize| {
            let reg = inst.operands.get(at).and_then(Operand::reg);
            reg.and_then(|reg| mips.registers.general_number(reg))
        };
        let pair = number(0).zip(number(1));
        let pair = PAIRS.iter().position(|it| Some(*it) == pair).unwrap_or_default();
        bits = bits & 0xffff_fc7f | (pair as u32) << 7;
    }
    let is_little = mips.syntax.little_endian;
    let mut half = |bits: u32| {
        let bits = bits as u16;
        out.extend(if is_little { bits.to_le_bytes() } else { bits.to_be_bytes() });
    };
    if code.width_bits == 16 {
        half(bits);
    } else if is_short || !is_little {
        half(bits >> 16);
        half(bits);
    } else {
        out.extend(bits.to_le_bytes());
    }
    Ok(())
}

/// Returns whether an operand is an expression where the code has a number that no linker fills in. LLVM reports that
/// when it makes the code, in which there are zeros then.
pub(super) fn lacks_number(mips: &Mips<'_>, features: &FeatureSet, inst: &Inst) -> bool {
    /// The format of instructions with 16 bits that a linker fills in, and the bits that tell formats apart.
    const WITH_IMMEDIATE: u64 = 2;
    const FORMATS: u64 = 15;
    let is_plain = |operand: &Operand| match operand {
        Operand::Expr(expr) => !matches!(**expr, Expr::Specifier { .. }),
        _ => false,
    };
    if !inst.operands.iter().any(is_plain) {
        return false;
    }
    let tables = &mips.tables;
    let is_short = features.contains(mips.bits.short);
    let short = is_short.then(|| short_form(mips, features, inst.opcode)).flatten();
    let opcode = short.unwrap_or(inst.opcode);
    if tables.instruction(opcode).target_flags & FORMATS == WITH_IMMEDIATE {
        return false;
    }
    let Some(row) = tables.encoding(opcode) else { return false };
    let last = inst.operands.len().saturating_sub(1);
    let has_list = tables.operands(inst.opcode).len() < inst.operands.len();
    tables.encoding_fields[row.fields.range()].iter().any(|field| {
        let operand = usize::from(field.operand);
        let method = tables.encoder_methods.get(usize::from(field.method));
        let name = method.filter(|_| field.method != 0).map_or("", |name| tables.text(*name));
        let number = match EncoderMethod::named(name) {
            _ if name.is_empty() => operand,
            // Jumps of MIPS16 are linked.
            Some(EncoderMethod::Value) if name == "getJumpOffset16OpValue" => return false,
            Some(EncoderMethod::Value) => operand,
            Some(EncoderMethod::LastOffset) => last,
            Some(EncoderMethod::Memory { .. } | EncoderMethod::Offset { .. }) if has_list => last,
            Some(EncoderMethod::Memory { .. } | EncoderMethod::Offset { .. }) => operand + 1,
            _ => return false,
        };
        inst.operands.get(number).is_some_and(is_plain)
    })
}

/// Replaces a shift of a doubleword by 32 bits or more.
fn lower_shift(mips: &Mips<'_>, name: &str, inst: &mut Inst) {
    let op = match name {
        "DSLL" => Op::Dsll32,
        "DSRL" => Op::Dsrl32,
        "DSRA" => Op::Dsra32,
        "DROTR" => Op::Drotr32,
        _ => return,
    };
    if let Some(Operand::Imm(distance @ 32..)) = inst.operands.get_mut(2) {
        *distance -= 32;
        inst.opcode = mips.opcodes().get(op);
    }
}

/// Puts the registers of a branch in the order that its code has.
fn order_registers(mips: &Mips<'_>, name: &str, inst: &mut Inst) {
    let is_ordered: fn(u16, u16) -> bool = match name {
        "BEQC" | "BNEC" | "BEQC64" | "BNEC64" => |first, second| first < second,
        "BOVC" | "BNVC" => |first, second| first >= second,
        "BOVC_MMR6" | "BNVC_MMR6" => |first, second| second >= first,
        _ => return,
    };
    if let [Operand::Reg(first), Operand::Reg(second), ..] = inst.operands[..] {
        let number = |reg| mips.tables.register(reg).encoding;
        if !is_ordered(number(first), number(second)) {
            inst.operands.swap(0, 1);
        }
    }
}

/// Returns the instruction of microMIPS whose code an instruction has there.
fn short_form(mips: &Mips<'_>, features: &FeatureSet, opcode: Opcode) -> Option<Opcode> {
    let table = mips.tables.named_table("MicroMips")?;
    let case = i64::from(features.contains(mips.bits.mips_32_r6));
    let mut rows = table.rows_with(0, i64::from(opcode.0));
    rows.find(|row| row.number(1) == case)?.opcode(2)
}

/// Returns the lower half of an operand's value.
fn low_value(tables: &Tables<'_>, operand: &Operand) -> Option<u64> {
    match operand {
        // The linker fills it in.
        Operand::Expr(_) => Some(0),
        operand => plain_value(tables, operand).map(|it| it & 0xffff_ffff),
    }
}

impl EncoderMethods for Mips<'_> {
    fn plain(&self, tables: &Tables<'_>, operand: &Operand, _: &EncodingField) -> Option<u64> {
        low_value(tables, operand)
    }

    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let tables = &self.tables;
        let method = EncoderMethod::named(tables.text(tables.encoder_methods[usize::from(method)]));
        let end = inst.operands.len().saturating_sub(2);
        let value = |at: usize| low_value(tables, inst.operands.get(at)?);
        let shifted = |at: usize, shift: u32| {
            Some(match inst.operands.get(at)? {
                Operand::Imm(value) => (*value >> shift) as u64,
                _ => value(at)?,
            })
        };
        // Lists of registers move the address to the end.
        let has_list = tables.operands(inst.opcode).len() < inst.operands.len();
        let address = if has_list { end } else { operand };
        Some(match method? {
            EncoderMethod::Value => value(operand)?,
            EncoderMethod::Shifted { shift } => shifted(operand, shift)?,
            EncoderMethod::Memory { base_bit, shift, mask } => {
                value(address)? << base_bit | shifted(address + 1, shift)? & mask
            }
            EncoderMethod::Offset { shift, mask } => shifted(address + 1, shift)? & mask,
            EncoderMethod::LastOffset => shifted(end + 1, 2)? & 0xf,
            EncoderMethod::LastBit => {
                value(operand.checked_sub(1)?)?.wrapping_add(value(operand)?).wrapping_sub(1)
            }
            EncoderMethod::Above { offset } => value(operand)?.wrapping_sub(offset as u64),
            EncoderMethod::StackAdjustment => {
                let bits = shifted(operand, 2)? & 0xffff;
                (bits & 0x8000) >> 7 | bits & 0xff
            }
            EncoderMethod::Modulo8 => (inst.operands.get(operand)?.imm()? % 8) as u64,
            EncoderMethod::Mask => {
                let mask = inst.operands.get(operand)?.imm()?;
                MASKS.iter().position(|it| *it == mask)? as u64
            }
            EncoderMethod::Moved => {
                let number = self.registers.general_number(inst.operands.get(operand)?.reg()?)?;
                MOVED.iter().position(|it| *it == number)? as u64
            }
            EncoderMethod::RegisterList => {
                const RETURN_ADDRESS: u64 = 31;
                let mut code = 0;
                for at in operand..end {
                    match value(at)? {
                        RETURN_ADDRESS => code |= 0x10,
                        _ => code += 1,
                    }
                }
                code
            }
            EncoderMethod::ShortRegisterList => inst.operands.len().checked_sub(4)? as u64,
        })
    }
}
