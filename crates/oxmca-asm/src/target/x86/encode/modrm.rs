//! The ModRM byte, the SIB byte and the displacement.

use oxmca_tables::Reg;

use super::bytes::Bytes;
use super::context::Context;
use super::fields::{Fields, Memory, Rm};
use super::layout::FixedSize;
use crate::inst::{Expr, Operand};
use crate::target::EncodeError;
use crate::target::x86::flags::{Encoding, prefix};

/// `RM` that says a SIB byte follows; as index, that there is none.
const SIB: u8 = 4;
/// `RM` or SIB base that, with mode 0, says there is no base but 32 bits of displacement.
const NO_BASE: u8 = 5;
/// `RM` that says so of 16-bit addresses.
const NO_BASE_16: u8 = 6;

/// The form in which an address's displacement is written, if it is.
#[derive(Clone, Copy)]
enum Displacement {
    Absent,
    /// One byte of this value.
    Byte(i64),
    /// 32 bits (16 in 16-bit addresses).
    Full,
}

impl Displacement {
    /// Returns the `mod` field.
    fn mode(self) -> u8 {
        match self {
            Displacement::Absent => 0,
            Displacement::Byte(_) => 1,
            Displacement::Full => 2,
        }
    }
}

/// Writes what follows the opcode byte, up to the immediates.
///
/// # Errors
/// [`EncodeError::Operands`] for an address that cannot be encoded.
pub(super) fn write(
    context: &Context<'_>,
    fields: &Fields<'_>,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let reg = fields.reg.map_or(fields.digit, |reg| context.number(reg));
    match &fields.rm {
        Rm::Absent | Rm::Opcode(_) => Ok(()),
        Rm::Fixed(number) => {
            code.push(modrm(3, reg, *number));
            Ok(())
        }
        Rm::Register(rm) => {
            code.push(modrm(3, reg, context.number(*rm)));
            Ok(())
        }
        Rm::Memory(memory) => address(context, memory, reg, code),
    }
}

fn modrm(mode: u8, reg: u8, rm: u8) -> u8 {
    mode << 6 | (reg & 7) << 3 | rm & 7
}

fn address(
    context: &Context<'_>,
    memory: &Memory<'_>,
    reg: u8,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let named = &context.registers.named;
    if memory.base.is_some() && (memory.base == named.rip || memory.base == named.eip) {
        if memory.index.is_some() || memory.force_sib {
            return Err(EncodeError::Operands);
        }
        code.push(modrm(0, reg, NO_BASE));
        full_displacement(memory, 4, code);
        return Ok(());
    }
    let is_fixed_16 = context.mode.is_32_bit && context.flags.address_size() == FixedSize::Bits16;
    if is_fixed_16 || memory.is_16_bit(context) {
        address_16(context, memory, reg, code)
    } else {
        address_32(context, memory, reg, code)
    }
}

/// Writes a 16-bit address: `bx`, `bp`, `si`, `di` or a pair of one of each kind.
fn address_16(
    context: &Context<'_>,
    memory: &Memory<'_>,
    reg: u8,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let (displacement, mode, rm) = if memory.base.is_some() {
        let rm = rm_16(context, memory.base, memory.index).ok_or(EncodeError::Operands)?;
        let displacement = match memory.displacement.imm() {
            Some(0) if rm != NO_BASE_16 => Displacement::Absent,
            Some(value) if i8::try_from(value).is_ok() => Displacement::Byte(value),
            _ => Displacement::Full,
        };
        (displacement, displacement.mode(), rm)
    } else if memory.index.is_some() {
        return Err(EncodeError::Operands);
    } else {
        (Displacement::Full, 0, NO_BASE_16)
    };
    code.push(modrm(mode, reg, rm));
    write_displacement(memory, displacement, 2, code);
    Ok(())
}

/// Returns the `RM` field for a base and an index, in either order.
fn rm_16(context: &Context<'_>, base: Reg, index: Reg) -> Option<u8> {
    let named = &context.registers.named;
    let none = Reg::NONE;
    let combinations = [
        (named.bx, named.si),
        (named.bx, named.di),
        (named.bp, named.si),
        (named.bp, named.di),
        (named.si, none),
        (named.di, none),
        (named.bp, none),
        (named.bx, none),
    ];
    let rm = combinations
        .into_iter()
        .position(|(one, other)| (base, index) == (one, other) || (base, index) == (other, one));
    rm.map(|rm| rm as u8)
}

/// Writes a 32-bit or 64-bit address.
fn address_32(
    context: &Context<'_>,
    memory: &Memory<'_>,
    reg: u8,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let base = memory.base.is_some().then(|| context.number(memory.base));
    let needs_sib = memory.force_sib
        || memory.index.is_some()
        || match base {
            Some(number) => number == SIB,
            // Without a SIB byte, the form without a base is relative to `rip` in 64-bit mode.
            None => context.mode.is_64_bit,
        };
    let displacement = match base {
        Some(number) => choose_displacement(context, memory, number, needs_sib),
        None => Displacement::Full,
    };
    let mode = if base.is_some() { displacement.mode() } else { 0 };
    let base = base.unwrap_or(NO_BASE);
    if needs_sib {
        code.push(modrm(mode, reg, SIB));
        code.push(sib(context, memory, base)?);
    } else {
        code.push(modrm(mode, reg, base));
    }
    write_displacement(memory, displacement, 4, code);
    Ok(())
}

fn sib(context: &Context<'_>, memory: &Memory<'_>, base: u8) -> Result<u8, EncodeError> {
    let scale = match memory.scale {
        1 => 0,
        2 => 1,
        4 => 2,
        8 => 3,
        _ => return Err(EncodeError::Operands),
    };
    let named = &context.registers.named;
    let index = if memory.index.is_some() {
        // The stack pointer's number stands for no index.
        if memory.index == named.esp || memory.index == named.rsp {
            return Err(EncodeError::Operands);
        }
        context.number(memory.index)
    } else {
        SIB
    };
    Ok(modrm(scale, index, base))
}

/// Returns the shortest displacement that the prefixes asked for allow, for an address with a base.
fn choose_displacement(
    context: &Context<'_>,
    memory: &Memory<'_>,
    base: u8,
    has_sib: bool,
) -> Displacement {
    let asked = context.prefixes & (prefix::USE_DISP8 | prefix::USE_DISP32);
    let can_be_absent = base != NO_BASE;
    match memory.displacement {
        Operand::Imm(0) if can_be_absent && asked == 0 => Displacement::Absent,
        Operand::Imm(value) if asked & prefix::USE_DISP32 == 0 => {
            compressed(context, *value).map_or(Displacement::Full, Displacement::Byte)
        }
        // Marks a call for the linker and adds nothing to the address.
        Operand::Expr(expr) if can_be_absent && !has_sib && is_tls_call(expr) => {
            Displacement::Absent
        }
        _ => Displacement::Full,
    }
}

fn is_tls_call(expr: &Expr) -> bool {
    matches!(expr, Expr::Symbol { specifier: Some(specifier), .. } if &**specifier == "tlscall")
}

/// Returns the displacement as one byte, if it fits: under EVEX, a multiple of the memory operand's
/// size.
fn compressed(context: &Context<'_>, value: i64) -> Option<i64> {
    // Addresses wrap at 32 bits or have been checked to be no larger.
    let value = value as i32;
    let scale = match context.flags.encoding() {
        Encoding::Evex => context.flags.displacement_scale(),
        _ => 1,
    };
    let is_multiple = value % scale == 0;
    i8::try_from(value / scale).ok().filter(|_| is_multiple).map(i64::from)
}

fn write_displacement(
    memory: &Memory<'_>,
    displacement: Displacement,
    full_bytes: usize,
    code: &mut Bytes,
) {
    match displacement {
        Displacement::Absent => {}
        Displacement::Byte(value) => code.push_number(value, 1),
        Displacement::Full => full_displacement(memory, full_bytes, code),
    }
}

/// Writes the displacement, or zeros for one that the linker knows.
fn full_displacement(memory: &Memory<'_>, size_bytes: usize, code: &mut Bytes) {
    code.push_number(memory.displacement.imm().unwrap_or(0), size_bytes);
}
