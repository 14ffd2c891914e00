//! Object files with x86 code.

use crate::syntax::ObjectFormat::{Coff, Elf, MachO};
use crate::target::object_facts::{ExceptionTable, ObjectCode, ObjectMachine, TableJump, word};

/// The bytes of `jmp *place`.
const JUMP_BYTES: usize = 6;

/// `R_386_GLOB_DAT` and `R_386_JMP_SLOT`; x86-64 has the same numbers.
const TABLE_RELOCATIONS: &[u32] = &[6, 7];

static CODE_32: ObjectCode = ObjectCode {
    table_relocations: TABLE_RELOCATIONS,
    table_jumps: |code, address, table| {
        jumps(code, address, |distance, code, _| match code {
            // jmp *disp(%ebx)
            0xa3 => Some(table.wrapping_add_signed(distance.into()) & 0xffff_ffff),
            // jmp *disp
            0x25 => Some(u64::from(distance as u32)),
            _ => None,
        })
    },
    distances_begin_after_field: true,
    coff_has_underscores: true,
    ..ObjectCode::PLAIN
};

static CODE_64: ObjectCode = ObjectCode {
    table_relocations: TABLE_RELOCATIONS,
    table_jumps: |code, address, _| {
        jumps(code, address, |distance, code, next| {
            // jmp *disp(%rip)
            (code == 0x25).then(|| next.wrapping_add_signed(distance.into()))
        })
    },
    distances_begin_after_field: true,
    exception_table: Some(ExceptionTable {
        entry_bytes: 12,
        read: |entry| {
            let (first, end) = (word(entry, 0)?, word(entry, 4)?);
            Some((first, u64::from(end.checked_sub(first)?)))
        },
    }),
    ..ObjectCode::PLAIN
};

const I386: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 3,
    submachine: None,
    class_bits: None,
    is_little_endian: true,
    address_bits: 32,
    triple: "i386-unknown-linux-gnu",
    code: &CODE_32,
};

const X86_64: ObjectMachine = ObjectMachine {
    machine: 62,
    class_bits: Some(64),
    address_bits: 64,
    triple: "x86_64-unknown-linux-gnu",
    code: &CODE_64,
    ..I386
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    X86_64,
    ObjectMachine {
        class_bits: Some(32),
        address_bits: 32,
        triple: "x86_64-unknown-linux-gnux32",
        ..X86_64
    },
    I386,
    ObjectMachine {
        format: MachO,
        machine: 0x0100_0007,
        class_bits: None,
        triple: "x86_64-apple-macosx",
        ..X86_64
    },
    ObjectMachine { format: MachO, machine: 7, triple: "i386-apple-macosx", ..I386 },
    ObjectMachine {
        format: Coff,
        machine: 0x8664,
        class_bits: None,
        triple: "x86_64-pc-windows-msvc",
        ..X86_64
    },
    ObjectMachine { format: Coff, machine: 0x14c, triple: "i386-pc-windows-msvc", ..I386 },
];

/// Finds indirect jumps, and what calls of them begin at: a landing pad (`endbr64`, `endbr32`) and a prefix (`bnd`) can be
/// before them. `slot` gives the place that one reads, by its displacement, the byte that says how that is meant, and the
/// address of the next instruction.
fn jumps(data: &[u8], start: u64, slot: impl Fn(i32, u8, u64) -> Option<u64>) -> Vec<TableJump> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some([first, code, a, b, c, d]) = data.get(at..at + JUMP_BYTES) {
        let entry = at - before_jump_bytes(&data[..at]);
        let address = start.wrapping_add(at as u64);
        let distance = i32::from_le_bytes([*a, *b, *c, *d]);
        let next = address.wrapping_add(JUMP_BYTES as u64);
        let slot = if *first == 0xff { slot(distance, *code, next) } else { None };
        at += if slot.is_some() { JUMP_BYTES } else { 1 };
        found.extend(slot.map(|it| (start.wrapping_add(entry as u64), it)));
    }
    found
}

/// Returns the number of bytes at the end of `code` that belong to a jump after it.
fn before_jump_bytes(code: &[u8]) -> usize {
    let landing_pads: [&[u8]; 2] = [b"\xf3\x0f\x1e\xfa", b"\xf3\x0f\x1e\xfb"];
    let rest = code.strip_suffix(b"\xf2").unwrap_or(code);
    let rest = landing_pads.iter().find_map(|it| rest.strip_suffix(*it)).unwrap_or(rest);
    code.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_begin_at_their_landing_pads() {
        let code = b"\xf3\x0f\x1e\xfa\xf2\xff\x25\x00\x01\x00\x00\x90\xff\x25\x10\x01\x00\x00";
        let found = (CODE_64.table_jumps)(code, 0x1000, 0);
        assert_eq!(found, [(0x1000, 0x110b), (0x100c, 0x1122)]);
    }
}
