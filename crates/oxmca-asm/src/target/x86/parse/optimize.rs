//! Replaces a matched instruction by an equivalent one, as LLVM's assembler does before encoding.

use oxmca_tables::{Opcode, Tables};

use super::state::Mode;
use crate::inst::{Inst, Operand};
use crate::target::x86::X86;
use crate::target::x86::flags::{Encoding, EncodingFlags, form, opcode_map, prefix};
use crate::target::x86::pseudo_prefixes::{Displacement, OpcodePrefix, PseudoPrefixes};
use crate::target::x86::registers::kind;
use oxmca_tables::schema::instr_flag;

/// Applies every replacement that fits.
pub(super) fn optimize(
    x86: &X86<'_>,
    pseudo_prefixes: &PseudoPrefixes,
    mode: Mode,
    inst: &mut Inst,
) {
    let tables = &x86.tables;
    if pseudo_prefixes.opcode_prefix != Some(OpcodePrefix::Vex3) {
        prefer_short_vex(x86, inst);
    }
    shift_by_one(tables, inst);
    let name = tables.bytes(tables.instruction(inst.opcode).name);
    match name {
        // The operand is as large as after relaxation, which in 16-bit mode is 16 bits.
        b"JMP_1" | b"JCC_1" if pseudo_prefixes.displacement == Some(Displacement::Bits32) => {
            let long = if mode == Mode::Bits16 { b'2' } else { b'4' };
            rename(tables, inst, &[&name[..4], &[long]].concat());
        }
        b"INT" if inst.operands.first() == Some(&Operand::Imm(3)) => {
            rename(tables, inst, b"INT3");
            inst.operands.clear();
        }
        _ => {}
    }
    if pseudo_prefixes.opcode_prefix == Some(OpcodePrefix::Evex) {
        compare_conditionally(tables, inst);
    }
}

/// Changes `{evex} cmp` to the conditional comparison whose condition is always true.
fn compare_conditionally(tables: &Tables<'_>, inst: &mut Inst) {
    let name = tables.bytes(tables.instruction(inst.opcode).name);
    let is_comparison = name.starts_with(b"CMP") || name.starts_with(b"TEST");
    if is_comparison && rename(tables, inst, &[b"C", name].concat()) {
        inst.flags &= !prefix::USE_EVEX;
        inst.operands.push(Operand::Imm(0));
        inst.operands.push(Operand::Imm(10));
    }
}

/// Changes the opcode to the one of that name; `false` if there is none.
fn rename(tables: &Tables<'_>, inst: &mut Inst, name: &[u8]) -> bool {
    let opcode: Option<Opcode> = tables.opcode_named(name);
    inst.opcode = opcode.unwrap_or(inst.opcode);
    opcode.is_some()
}

/// Exchanges source registers, or takes the form with source and destination exchanged, where that
/// leaves a VEX prefix of two bytes: it can extend the register in ModRM.reg only.
fn prefer_short_vex(x86: &X86<'_>, inst: &mut Inst) {
    let tables = &x86.tables;
    let row = tables.instruction(inst.opcode);
    let flags = EncodingFlags(row.target_flags);
    if flags.encoding() != Encoding::Vex {
        return;
    }
    let extended = |at: usize| {
        let reg = inst.operands.get(at).and_then(Operand::reg);
        reg.is_some_and(|reg| x86.registers.is(reg, kind::EXTENDED))
    };
    let longer = |first, second| !extended(first) && extended(second);
    if !extended(1) && !extended(2) {
        return;
    }
    let name = tables.bytes(row.name);
    let (first, second, other_form): (usize, usize, Option<&[u8]>) = match name {
        b"VMOVZPQILo2PQIrr" => (0, 1, Some(b"VMOVPQI2QIrr")),
        b"VMOVAPDrr" | b"VMOVAPDYrr" | b"VMOVAPSrr" | b"VMOVAPSYrr" | b"VMOVDQArr"
        | b"VMOVDQAYrr" | b"VMOVDQUrr" | b"VMOVDQUYrr" | b"VMOVUPDrr" | b"VMOVUPDYrr"
        | b"VMOVUPSrr" | b"VMOVUPSYrr" => (0, 1, Some(b"_REV")),
        b"VMOVSDrr" | b"VMOVSSrr" => (0, 2, Some(b"_REV")),
        b"VCMPPDrri" | b"VCMPPDYrri" | b"VCMPPSrri" | b"VCMPPSYrri" | b"VCMPSDrri"
        | b"VCMPSSrri" => match inst.operands.get(3) {
            // Equal, unordered, and their opposites are symmetric. LLVM takes an expression for equal.
            Some(Operand::Imm(code)) if !matches!(code & 7, 0 | 3 | 4 | 7) => return,
            _ => (1, 2, None),
        },
        // Marked commutable, but are so only when operands are exchanged with other changes.
        b"VMOVHLPSrr" | b"VUNPCKHPDrr" => return,
        _ => {
            let commutes = row.flags & instr_flag::COMMUTABLE != 0
                && flags.opcode_map() == opcode_map::TWO_BYTE
                && flags.form() == form::REG_RM_REGISTER
                && !flags.w()
                && flags.has_vvvv()
                && inst.operands.len() == 3;
            if !commutes {
                return;
            }
            (1, 2, None)
        }
    };
    if !longer(first, second) {
        return;
    }
    match other_form {
        None => inst.operands.swap(first, second),
        Some(b"_REV") => {
            rename(tables, inst, &[name, b"_REV"].concat());
        }
        Some(other) => {
            rename(tables, inst, other);
        }
    }
}

/// Shifts and rotates by an immediate 1 have a form without the immediate: `SHL32ri` and `SHL32r1`.
fn shift_by_one(tables: &Tables<'_>, inst: &mut Inst) {
    if inst.operands.last() != Some(&Operand::Imm(1)) {
        return;
    }
    let name = tables.bytes(tables.instruction(inst.opcode).name);
    let Some((stem, rest)) = name.split_at_checked(3) else { return };
    let shifts: [&[u8]; 7] = [b"RCL", b"RCR", b"ROL", b"ROR", b"SAR", b"SHL", b"SHR"];
    if !shifts.contains(&stem) {
        return;
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let [b'r' | b'm', b'i', variant @ ..] = &rest[digits..] else { return };
    if digits == 0 || !(variant.is_empty() || variant.starts_with(b"_")) {
        return;
    }
    let mut by_one = name.to_vec();
    by_one[stem.len() + digits + 1] = b'1';
    if rename(tables, inst, &by_one) {
        inst.operands.pop();
    }
}
