//! Rules about matched instructions that operand classes cannot express.

use oxmca_tables::{Reg, Tables};

use super::statement::Statement;
use crate::inst::{Inst, Operand};
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::target::x86::X86;
use crate::target::x86::flags::{Encoding, EncodingFlags};
use crate::target::x86::pseudo_prefixes::OpcodePrefix;
use crate::target::x86::registers::{Registers, kind};

/// The position of the index among the five machine operands of a memory reference.
const INDEX: usize = 2;
/// The number of machine operands of a memory reference.
const MEMORY_OPERANDS: usize = 5;

fn reg(inst: &Inst, at: usize) -> Option<Reg> {
    inst.operands.get(at).and_then(Operand::reg)
}

/// Warns about doubtful register choices and rejects impossible ones.
pub(super) fn validate(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    inst: &Inst,
) -> ParseResult {
    let tables = &x86.tables;
    let row = tables.instruction(inst.opcode);
    let name = tables.bytes(row.name);
    let flags = EncodingFlags(row.target_flags);
    let loc = statement.mnemonic_loc;
    match name {
        [b'V', ..] => {
            if let Some(warning) = vector_warning(&x86.registers, tables, name, flags, inst) {
                parser.warning(loc, warning);
            }
        }
        [b'T', ..] if needs_distinct_tiles(name) => {
            let tiles = [reg(inst, 0), reg(inst, 2), reg(inst, 3)];
            if tiles[0] == tiles[1] || tiles[0] == tiles[2] || tiles[1] == tiles[2] {
                return Err(parser.error(loc, "all tmm registers must be distinct"));
            }
        }
        _ => {}
    }

    // The bytes `ah` to `dh` have no encoding where a prefix extends registers.
    let encoding = flags.encoding();
    if !matches!(encoding, Encoding::Vex | Encoding::Xop) {
        let registers = &x86.registers;
        let operands = || inst.operands.iter().filter_map(Operand::reg);
        let high = operands().rfind(|reg| registers.is(*reg, kind::HIGH_BYTE));
        if let Some(high) = high {
            let extended = kind::REX_LOW_BYTE | kind::EXTENDED;
            let pseudo_prefixes = statement.pseudo_prefixes.opcode_prefix;
            let has_prefix = encoding == Encoding::Evex
                || matches!(pseudo_prefixes, Some(OpcodePrefix::Rex | OpcodePrefix::Rex2))
                || flags.w()
                || operands().any(|reg| registers.is(reg, extended));
            if has_prefix {
                let high = tables.bytes(tables.register(high).asm_name);
                let message = message![
                    "can't encode '",
                    high,
                    "' in an instruction requiring EVEX/REX2/REX prefix"
                ];
                return Err(parser.error(loc, message));
            }
        }
    }

    let quoted = match name {
        b"PREFETCHIT0" => "'prefetchit0'",
        b"PREFETCHIT1" => "'prefetchit1'",
        _ => return Ok(()),
    };
    if reg(inst, 0) != Some(x86.registers.named.rip) {
        parser.warning(loc, message![quoted, " only supports RIP-relative address"]);
    }
    Ok(())
}

fn vector_warning(
    registers: &Registers,
    tables: &Tables<'_>,
    name: &[u8],
    flags: EncodingFlags,
    inst: &Inst,
) -> Option<Vec<u8>> {
    let begins = |stems: &[&str]| stems.iter().any(|stem| name.starts_with(stem.as_bytes()));
    let destination = reg(inst, 0);
    let first_source = if begins(&["VFCMADDC", "VFMADDC"]) {
        2
    } else if begins(&["VFCMULC", "VFMULC"]) {
        // Under a mask, the mask and perhaps the tied destination come first.
        1 + usize::from(flags.has_mask())
    } else if begins(&["V4FMADD", "V4FNMADD", "VP4DPWSSD"]) {
        let source = reg(inst, inst.operands.len().checked_sub(MEMORY_OPERANDS + 1)?)?;
        return source_group_warning(registers, tables, source);
    } else if begins(&["VGATHERD", "VGATHERQ", "VPGATHERD", "VPGATHERQ"]) {
        return gather_warning(registers, flags, inst);
    } else {
        return None;
    };
    let sources = inst.operands.iter().skip(first_source);
    let repeated = sources.filter_map(Operand::reg).any(|source| Some(source) == destination);
    repeated.then(|| b"Destination register should be distinct from source registers".to_vec())
}

/// Warns about instructions that read four consecutive registers, the first of which has a number that is a
/// multiple of four.
fn source_group_warning(
    registers: &Registers,
    tables: &Tables<'_>,
    source: Reg,
) -> Option<Vec<u8>> {
    let number = registers.encoding(source);
    if number.is_multiple_of(4) {
        return None;
    }
    let name = tables.bytes(tables.register(source).asm_name);
    let kind = name.get(..3)?;
    let first = (number / 4 * 4).to_string();
    let last = (number / 4 * 4 + 3).to_string();
    Some(message![
        "source register '",
        name,
        "' implicitly denotes '",
        kind,
        first,
        "' to '",
        kind,
        last,
        "' source group"
    ])
}

fn gather_warning(registers: &Registers, flags: EncodingFlags, inst: &Inst) -> Option<Vec<u8>> {
    let number = |at| reg(inst, at).map(|reg| registers.encoding(reg));
    if flags.encoding() == Encoding::Evex {
        let distinct = number(0)? != number(4 + INDEX)?;
        return (!distinct).then(|| b"index and destination registers should be distinct".to_vec());
    }
    let (destination, mask, index) = (number(0)?, number(1)?, number(3 + INDEX)?);
    let distinct = destination != mask && destination != index && mask != index;
    (!distinct).then(|| b"mask, index, and destination registers should be distinct".to_vec())
}

fn needs_distinct_tiles(name: &[u8]) -> bool {
    matches!(
        name,
        b"TCMMIMFP16PS"
            | b"TCMMRLFP16PS"
            | b"TDPBF16PS"
            | b"TDPFP16PS"
            | b"TDPBSSD"
            | b"TDPBSUD"
            | b"TDPBUSD"
            | b"TDPBUUD"
    )
}
