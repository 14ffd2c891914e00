//! Machine code of x86 instructions in 16, 32 and 64 bits, taken apart as LLVM's disassembler does it: every
//! instruction that it knows exists, whatever the CPU, and codes that processors refuse may be instructions.
//!
//! [`prefixes`] reads what comes before the opcode byte, [`instruction`] asks the [`maps`] of the tables which
//! instruction it is, and [`operands`] reads the operands from the [`place`]s that the tables give.

mod code;
mod decoder;
mod instruction;
mod maps;
mod mode;
mod modrm;
mod operands;
mod place;
mod prefixes;
mod registers;

pub(super) use decoder::Decoder;
pub(super) use maps::KNOWN as KNOWN_MAPS;
pub(super) use place::KNOWN as KNOWN_PLACES;

use super::X86;
use super::encode::changes_address_size;
use super::flags::prefix;
use crate::decoder::{DecodeError, DecodedCode};
use crate::inst::Inst;
use crate::subtarget::Subtarget;
use code::{Code, Failure};
use instruction::Decoding;
use maps::Map;
use mode::Mode;
use modrm::ModRm;
use operands::Operands;
use prefixes::Prefixes;

/// The most bytes that an instruction has, prefixes included.
const MAX_LENGTH_BYTES: usize = 15;

/// Decodes the instruction at the start of `bytes` into one without operands.
///
/// # Errors
/// [`DecodeError`].
pub(super) fn decode(
    x86: &X86<'_>,
    subtarget: &Subtarget,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let decoder = x86.decoder.get_or_init(|| Decoder::new(&x86.tables));
    let features = &subtarget.features;
    let mode = if features.contains(x86.is_16_bit) {
        Mode::Bits16
    } else if features.contains(x86.is_32_bit) {
        Mode::Bits32
    } else {
        Mode::Bits64
    };
    let mut decoding = Decoding {
        tables: &x86.tables,
        maps: &decoder.maps,
        mode,
        code: Code::new(bytes),
        prefixes: Prefixes::NONE,
        map: Map::OneByte,
        opcode_byte: 0,
        has_modrm: false,
        modrm: ModRm::UNREAD,
    };
    match read(decoder, &mut decoding, inst) {
        Ok(()) if decoding.code.position() > MAX_LENGTH_BYTES => {
            Err(DecodeError::Unknown { skip_bytes: decoding.code.position() })
        }
        Ok(()) => {
            inst.flags = flags(&decoding.prefixes, decoding.opcode_byte);
            if decoding.prefixes.address_size && !changes_address_size(x86, subtarget, inst) {
                inst.flags |= prefix::ADDRESS_SIZE;
            }
            let length_bytes = decoding.code.position();
            Ok(DecodedCode { length_bytes, is_potentially_undefined: false })
        }
        Err(failure) => {
            let skip_bytes = decoding.code.position();
            Err(match failure {
                Failure::Truncated => DecodeError::Truncated { skip_bytes },
                Failure::Unknown => DecodeError::Unknown { skip_bytes },
            })
        }
    }
}

#[inline]
fn read<'d>(
    decoder: &'d Decoder,
    decoding: &mut Decoding<'d, '_>,
    inst: &mut Inst,
) -> Result<(), Failure> {
    decoding.prefixes.read(&mut decoding.code, decoding.mode)?;
    decoding.read_opcode()?;
    let opcode = decoding.instruction()?;
    let is_transactional = decoding.prefixes.is_transactional;
    let mut operands = Operands {
        decoding,
        places: &decoder.places,
        registers: &decoder.registers,
        out: &mut inst.operands,
        is_invalid: false,
    };
    operands.read(opcode)?;
    inst.opcode = opcode;
    if is_transactional {
        let pair = decoder.repeat_prefixes.iter().find(|(repeat, _)| *repeat == opcode);
        inst.opcode = pair.map_or(opcode, |(_, transactional)| *transactional);
    }
    Ok(())
}

/// Returns the prefixes that are shown beside the instruction.
#[inline]
fn flags(prefixes: &Prefixes, opcode_byte: u8) -> u32 {
    let mut flags = 0;
    if prefixes.mandatory == 0 {
        match prefixes.repeat {
            0xf2 => flags |= prefix::REPNE,
            // It is a part of `pause`.
            0xf3 if opcode_byte != 0x90 => flags |= prefix::REP,
            _ => {}
        }
        if prefixes.lock {
            flags |= prefix::LOCK;
        }
    }
    flags
}
