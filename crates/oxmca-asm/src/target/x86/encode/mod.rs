//! Machine code of x86 instructions, as llvm-mca shows it: nothing is relaxed, and the bytes of
//! whatever is known only after linking are zero.
//!
//! [`fields`] says which operand goes into which field of the code; [`prefixes`], [`modrm`] and
//! [`immediates`] write the fields. Everything is driven by the opcode's flag word; no opcode is
//! treated apart.

mod bytes;
mod context;
mod fields;
mod immediates;
mod layout;
mod modrm;
mod prefixes;
#[cfg(test)]
mod tests;

use super::X86;
use super::flags::{EncodingFlags, form, opcode_map};
use crate::inst::Inst;
use crate::subtarget::Subtarget;
use crate::target::EncodeError;
use bytes::Bytes;
use context::{Context, Mode};
use fields::Fields;

/// Most bytes an instruction may have.
const LIMIT_BYTES: usize = 15;

/// Returns the facts that all writers of fields of an instruction need.
fn context<'c>(
    x86: &'c X86<'_>,
    subtarget: &Subtarget,
    flags: EncodingFlags,
    inst: &Inst,
) -> Context<'c> {
    let features = &subtarget.features;
    let mode = Mode {
        is_16_bit: features.contains(x86.is_16_bit),
        is_32_bit: features.contains(x86.is_32_bit),
        is_64_bit: features.contains(x86.is_64_bit),
        is_x32: features.contains(x86.is_x32),
    };
    Context { registers: &x86.registers, mode, flags, prefixes: inst.flags }
}

/// Returns whether the operands of an instruction, or its opcode, need the prefix for the address size.
pub(super) fn changes_address_size(x86: &X86<'_>, subtarget: &Subtarget, inst: &Inst) -> bool {
    let row = x86.tables.instruction(inst.opcode);
    let context = context(x86, subtarget, EncodingFlags(row.target_flags), inst);
    let described = &x86.tables.operands[row.operands.range()];
    Fields::assign(&context, &row, described, &inst.operands)
        .is_ok_and(|fields| prefixes::changes_address_size(&context, &fields))
}

/// Appends the machine code of `inst` to `out`. Pseudo-instructions have none.
///
/// # Errors
/// [`EncodeError`]; except with [`EncodeError::TooLong`], nothing is appended.
pub(super) fn encode(
    x86: &X86<'_>,
    subtarget: &Subtarget,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let tables = &x86.tables;
    if inst.opcode.index() >= tables.instructions.len() {
        return Err(EncodeError::Operands);
    }
    let row = tables.instruction(inst.opcode);
    let flags = EncodingFlags(row.target_flags);
    if flags.form() == form::PSEUDO {
        return Ok(());
    }
    let context = context(x86, subtarget, flags, inst);
    let described = &tables.operands[row.operands.range()];
    let fields = Fields::assign(&context, &row, described, &inst.operands)?;

    let mut code = Bytes::default();
    prefixes::write(&context, &fields, &mut code)?;
    let is_3dnow = flags.opcode_map() == opcode_map::THREE_D_NOW;
    let opcode = if is_3dnow { 0x0f } else { flags.opcode() };
    code.push(opcode.wrapping_add(fields.opcode_addend));
    modrm::write(&context, &fields, &mut code)?;
    immediates::write(&context, &fields, &mut code)?;
    if is_3dnow {
        // The byte that says which instruction it is comes last.
        code.push(flags.opcode());
    }
    let code = code.as_slice().ok_or(EncodeError::Operands)?;
    out.extend_from_slice(code);
    match code.len() {
        0..=LIMIT_BYTES => Ok(()),
        _ => Err(EncodeError::TooLong { limit_bytes: LIMIT_BYTES }),
    }
}
