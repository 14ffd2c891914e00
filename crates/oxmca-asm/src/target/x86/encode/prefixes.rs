//! Everything before the opcode byte: legacy prefixes, escape bytes, and the prefixes that extend
//! register numbers.

use oxmca_tables::Reg;

use super::bytes::Bytes;
use super::context::Context;
use super::fields::{Fields, Memory, Rm};
use super::layout::FixedSize;
use crate::inst::{Expr, Operand};
use crate::target::EncodeError;
use crate::target::x86::flags::{Encoding, form, opcode_map, prefix};
use crate::target::x86::registers::kind;

/// `ah` and its like exist only without a REX prefix.
pub(super) const HIGH_BYTE_WITH_REX: EncodeError = EncodeError::Incompatible {
    reason: "cannot encode high byte register in REX-prefixed instruction",
};

/// Segment override prefixes by the encoding of the segment register.
const SEGMENT_OVERRIDES: [u8; 6] = [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65];
/// Encoding of `ds`.
const DS: u16 = 3;

/// Mandatory prefixes by the value of the `pp` field.
const MANDATORY: [Option<u8>; 4] = [None, Some(0x66), Some(0xf3), Some(0xf2)];

/// Writes all prefixes.
///
/// # Errors
/// [`HIGH_BYTE_WITH_REX`], and [`EncodeError::Operands`] for a segment that is none.
pub(super) fn write(
    context: &Context<'_>,
    fields: &Fields<'_>,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let flags = context.flags;
    if let Some(memory) = fields.memory() {
        segment_override(context, memory.segment, code)?;
    }
    if flags.repeat() || context.prefixes & prefix::REP != 0 {
        code.push(0xf3);
    }
    if context.prefixes & prefix::REPNE != 0 {
        code.push(0xf2);
    }
    let is_asked_for = context.prefixes & prefix::ADDRESS_SIZE != 0;
    if is_asked_for || changes_address_size(context, fields) {
        code.push(0x67);
    }
    let segment = fields.address.segment;
    // `ds` is what string instructions use anyway.
    if flags.form() == form::RAW_OFFSET || context.registers.encoding(segment) != DS {
        segment_override(context, segment, code)?;
    }
    let extension = Extension::of(context, fields);
    match flags.encoding() {
        Encoding::Legacy => legacy(context, fields, &extension, code)?,
        Encoding::Vex => vex(context, &extension, code),
        Encoding::Xop => extension.write_vex3(0x8f, context, code),
        Encoding::Evex => evex(context, fields, &extension, code),
    }
    Ok(())
}

fn segment_override(
    context: &Context<'_>,
    segment: Reg,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    if segment.is_some() {
        let number = usize::from(context.registers.encoding(segment));
        let known = SEGMENT_OVERRIDES.get(number);
        let is_segment = context.registers.is(segment, kind::SEGMENT);
        code.push(*known.filter(|_| is_segment).ok_or(EncodeError::Operands)?);
    }
    Ok(())
}

/// Returns whether the address is of another size than the mode's.
pub(super) fn changes_address_size(context: &Context<'_>, fields: &Fields<'_>) -> bool {
    let mode = context.mode;
    match context.flags.address_size() {
        FixedSize::Bits16 if mode.is_32_bit => return true,
        FixedSize::Bits32 if mode.is_16_bit || mode.is_64_bit => return true,
        _ => {}
    }
    let registers = context.registers;
    let string = fields.address.register;
    if string.is_some() {
        return registers.is(string, if mode.is_32_bit { kind::GR16 } else { kind::GR32 });
    }
    let Some(memory) = fields.memory() else { return false };
    if mode.is_64_bit {
        let named = &registers.named;
        memory.base == named.eip
            || memory.index.is_some() && memory.index == named.eiz
            || registers.is(memory.base, kind::GR32)
            || registers.is(memory.index, kind::GR32)
    } else {
        memory.is_16_bit(context) == mode.is_32_bit
    }
}

impl Memory<'_> {
    /// Returns whether the address is computed in 16 bits.
    pub(super) fn is_16_bit(&self, context: &Context<'_>) -> bool {
        context.mode.is_16_bit && !self.base.is_some() && !self.index.is_some()
            || context.registers.is(self.base, kind::GR16)
            || context.registers.is(self.index, kind::GR16)
    }
}

/// The bits that prefixes add to the register numbers in other fields. Letters are those of the REX, REX2 and
/// EVEX fields; 3 is a bit of weight 8, 4 one of weight 16.
#[derive(Clone, Copy, Default)]
struct Extension {
    w: bool,
    r3: bool,
    x3: bool,
    b3: bool,
    r4: bool,
    x4: bool,
    b4: bool,
    /// Low four bits of the register in `vvvv`.
    vvvv: u8,
    v4: bool,
}

impl Extension {
    fn of(context: &Context<'_>, fields: &Fields<'_>) -> Extension {
        let mut extension = Extension { w: context.flags.w(), ..Extension::default() };
        if let Some(reg) = fields.reg {
            extension.r3 = context.encoding_bit(reg, 3);
            extension.r4 = context.encoding_bit(reg, 4);
        }
        if let Some(reg) = fields.vvvv {
            extension.vvvv = (context.registers.encoding(reg) & 15) as u8;
            extension.v4 = context.encoding_bit(reg, 4);
        }
        match &fields.rm {
            Rm::Absent | Rm::Fixed(_) => {}
            Rm::Opcode(reg) | Rm::Register(reg) => {
                extension.b3 = context.encoding_bit(*reg, 3);
                // There is no index beside a register: a vector takes the index's bit for weight 16.
                let bit4 = context.encoding_bit(*reg, 4);
                let general = context.is_extended_general(*reg);
                extension.b4 = bit4 && general;
                extension.x3 = bit4 && !general;
            }
            Rm::Memory(memory) => {
                extension.b3 = context.encoding_bit(memory.base, 3);
                extension.b4 = context.is_extended_general(memory.base);
                extension.x3 = context.encoding_bit(memory.index, 3);
                let bit4 = context.encoding_bit(memory.index, 4);
                let general = context.is_extended_general(memory.index);
                extension.x4 = bit4 && general;
                extension.v4 |= bit4 && !general;
            }
        }
        extension
    }

    /// Returns `WRXB`, as REX and the second byte of REX2 end.
    fn wrxb(&self) -> u8 {
        bit(self.w, 3) | bit(self.r3, 2) | bit(self.x3, 1) | bit(self.b3, 0)
    }

    /// Returns the inverted `RXB` of VEX, XOP and EVEX.
    fn inverted_rxb(&self) -> u8 {
        bit(!self.r3, 7) | bit(!self.x3, 6) | bit(!self.b3, 5)
    }

    /// Returns the inverted `vvvv`, in place.
    fn inverted_vvvv(&self) -> u8 {
        (!self.vvvv & 15) << 3
    }

    /// Writes the three-byte form of VEX, or XOP.
    fn write_vex3(&self, first: u8, context: &Context<'_>, code: &mut Bytes) {
        code.push(first);
        code.push(self.inverted_rxb() | map_field(context));
        code.push(bit(self.w, 7) | self.vex_tail(context));
    }

    /// Returns `vvvv`, `L` and `pp`, as every VEX and XOP prefix ends.
    fn vex_tail(&self, context: &Context<'_>) -> u8 {
        let flags = context.flags;
        self.inverted_vvvv() | bit(flags.is_256_bits(), 2) | flags.mandatory_prefix()
    }
}

fn bit(set: bool, position: u32) -> u8 {
    u8::from(set) << position
}

fn map_field(context: &Context<'_>) -> u8 {
    opcode_map::FIELD[(context.flags.opcode_map() & 15) as usize]
}

/// Writes operand size, `lock`, `notrack`, mandatory prefix, REX or REX2, escape bytes.
fn legacy(
    context: &Context<'_>,
    fields: &Fields<'_>,
    extension: &Extension,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let flags = context.flags;
    let prefixed_size = if context.mode.is_16_bit { FixedSize::Bits32 } else { FixedSize::Bits16 };
    if flags.operand_size() == prefixed_size {
        code.push(0x66);
    }
    if flags.lock() || context.prefixes & prefix::LOCK != 0 {
        code.push(0xf0);
    }
    if flags.notrack() || context.prefixes & prefix::NOTRACK != 0 {
        code.push(0x3e);
    }
    if let Some(mandatory) = MANDATORY[usize::from(flags.mandatory_prefix() & 3)] {
        code.push(mandatory);
    }
    let map = flags.opcode_map();
    let has_rex2 = context.mode.is_64_bit && rex(context, fields, extension, code)?;
    match map {
        opcode_map::TWO_BYTE if !has_rex2 => code.push(0x0f),
        opcode_map::THREE_BYTE_38 => code.push_number(0x380f, 2),
        opcode_map::THREE_BYTE_3A => code.push_number(0x3a0f, 2),
        opcode_map::THREE_D_NOW => code.push(0x0f),
        _ => {}
    }
    Ok(())
}

/// Returns REX or REX2 if any is needed or asked for; whether it is REX2, which has the opcode map
/// in it.
fn rex(
    context: &Context<'_>,
    fields: &Fields<'_>,
    extension: &Extension,
    code: &mut Bytes,
) -> Result<bool, EncodeError> {
    let mut has_high_byte = false;
    let mut needs_rex = context.prefixes & prefix::USE_REX != 0;
    for operand in fields.operands {
        match operand {
            Operand::Reg(reg) => {
                has_high_byte |= context.registers.is(*reg, kind::HIGH_BYTE);
                needs_rex |= context.registers.is(*reg, kind::REX_LOW_BYTE);
            }
            // Linkers that rewrite such an instruction need room for a prefix.
            Operand::Expr(expr) => needs_rex |= context.mode.is_x32 && is_tls_load(expr),
            Operand::Imm(_) => {}
        }
    }
    let wrxb = extension.wrxb();
    let rxb4 = bit(extension.r4, 6) | bit(extension.x4, 5) | bit(extension.b4, 4);
    let has_rex2 =
        rxb4 != 0 || context.flags.needs_rex2() || context.prefixes & prefix::USE_REX2 != 0;
    if !has_rex2 && !needs_rex && wrxb == 0 {
        return Ok(false);
    }
    if has_high_byte {
        return Err(HIGH_BYTE_WITH_REX);
    }
    if has_rex2 {
        code.push(0xd5);
        let two_byte_map = context.flags.opcode_map() == opcode_map::TWO_BYTE;
        code.push(bit(two_byte_map, 7) | rxb4 | wrxb);
    } else {
        code.push(0x40 | wrxb);
    }
    Ok(has_rex2)
}

fn is_tls_load(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Symbol { specifier: Some(specifier), .. }
            if matches!(&**specifier, "GOTTPOFF" | "tlsdesc")
    )
}

/// Writes VEX in two bytes if that holds everything and three were not asked for.
fn vex(context: &Context<'_>, extension: &Extension, code: &mut Bytes) {
    let needs_three = extension.w
        || extension.x3
        || extension.b3
        || context.flags.opcode_map() != opcode_map::TWO_BYTE;
    if needs_three || context.prefixes & prefix::USE_VEX3 != 0 {
        extension.write_vex3(0xc4, context, code);
    } else {
        code.push(0xc5);
        code.push(bit(!extension.r3, 7) | extension.vex_tail(context));
    }
}

fn evex(context: &Context<'_>, fields: &Fields<'_>, extension: &Extension, code: &mut Bytes) {
    let flags = context.flags;
    // The vector length, or the rounding mode in its place: `L'L`.
    let length = match fields.rounding {
        Some(rounding) => rounding,
        None => bit(flags.is_512_bits(), 1) | bit(flags.is_256_bits(), 0),
    };
    // `vvvv`, `v'` (both inverted) and `aaa`: registers, or what conditional compares put there.
    let (vvvv, inverted_v4, aaa) = match (fields.conditional_compare, fields.mask) {
        (Some((set_flags, condition)), _) => {
            (set_flags << 3, condition >> 3 & 1 != 0, condition & 7)
        }
        (None, mask) => {
            let aaa = match mask {
                Some(reg) => context.number(reg),
                None => bit(flags.no_flags(), 2),
            };
            (extension.inverted_vvvv(), !extension.v4, aaa)
        }
    };
    let zeroes = flags.has_mask() && flags.zeroes_masked();
    code.push(0x62);
    code.push(
        extension.inverted_rxb()
            | bit(!extension.r4, 4)
            | bit(extension.b4, 3)
            | map_field(context),
    );
    code.push(
        bit(extension.w, 7)
            | vvvv
            | bit(!(extension.x4 || flags.evex_u()), 2)
            | flags.mandatory_prefix(),
    );
    code.push(bit(zeroes, 7) | length << 5 | bit(flags.evex_b(), 4) | bit(inverted_v4, 3) | aaa);
}
