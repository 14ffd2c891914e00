//! Object files with AArch64 code.

use crate::syntax::ObjectFormat::{Coff, Elf, MachO};
use crate::target::object_facts::{
    ExceptionTable, Mapping, ObjectCode, ObjectMachine, TableJump, word,
};

const CODE: ObjectCode = ObjectCode {
    // No header says which features are used.
    features: |_| vec!["+all".to_owned()],
    // `R_AARCH64_GLOB_DAT` and `R_AARCH64_JUMP_SLOT`.
    table_relocations: &[1025, 1026],
    table_jumps: |code, address, _| jumps(code, address),
    mapping_symbol: |name| match name {
        [kind @ (b'x' | b'd'), rest @ ..] if rest.is_empty() || rest.starts_with(b".") => {
            Some(Mapping::is_data(*kind == b'd'))
        }
        _ => None,
    },
    ..ObjectCode::PLAIN
};

static CODE_64: ObjectCode = ObjectCode {
    exception_table: Some(ExceptionTable {
        entry_bytes: 8,
        read: |entry| {
            let (first, unwinding) = (word(entry, 0)?, word(entry, 4)?);
            // Short descriptions are in the entry itself; others are not needed to know where it begins.
            let is_packed = unwinding & 3 != 0;
            let len_bytes = if is_packed { u64::from(unwinding >> 2 & 0x7ff) * 4 } else { 0 };
            Some((first, len_bytes))
        },
    }),
    ..CODE
};

static CODE_32: ObjectCode = CODE;

const ELF: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 183,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "aarch64-unknown-linux-gnu",
    code: &CODE_64,
};

const ELF_32: ObjectMachine = ObjectMachine {
    class_bits: Some(32),
    address_bits: 32,
    triple: "aarch64-unknown-linux-gnu_ilp32",
    code: &CODE_32,
    ..ELF
};

const MACH_O: ObjectMachine = ObjectMachine {
    format: MachO,
    machine: 0x0100_000c,
    class_bits: None,
    triple: "arm64-apple-macosx",
    ..ELF
};

const WINDOWS: ObjectMachine = ObjectMachine {
    format: Coff,
    machine: 0xaa64,
    class_bits: None,
    triple: "aarch64-pc-windows-msvc",
    ..ELF
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    ELF,
    ObjectMachine { is_little_endian: false, triple: "aarch64_be-unknown-linux-gnu", ..ELF },
    ELF_32,
    ObjectMachine {
        is_little_endian: false,
        triple: "aarch64_be-unknown-linux-gnu_ilp32",
        ..ELF_32
    },
    // With pointers that are signed.
    ObjectMachine { submachine: Some(2), triple: "arm64e-apple-macosx", ..MACH_O },
    MACH_O,
    ObjectMachine {
        machine: 0x0200_000c,
        address_bits: 32,
        triple: "arm64_32-apple-watchos",
        code: &CODE_32,
        ..MACH_O
    },
    WINDOWS,
    // Code that x86-64 programs can call.
    ObjectMachine { machine: 0xa641, ..WINDOWS },
];

/// Finds `adrp` followed by `ldr` of 64 bits; `bti c` may be before them.
fn jumps(data: &[u8], start: u64) -> Vec<TableJump> {
    const BTI_C: u32 = 0xd503_245f;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = word(data, at) {
        let page_at = if first == BTI_C { at + 4 } else { at };
        let address = start.wrapping_add(at as u64);
        at += 4;
        let (Some(page), Some(load)) = (word(data, page_at), word(data, page_at + 4)) else {
            break;
        };
        if page & 0x9f00_0000 == 0x9000_0000 && load >> 22 == 0x3e5 {
            let pages = (page >> 5 & 0x7_ffff) << 2 | page >> 29 & 3;
            // A signed number of 21 bits.
            let distance = i64::from((pages << 11) as i32 >> 11) << 12;
            let place = start.wrapping_add(page_at as u64) & !0xfff;
            let slot =
                place.wrapping_add_signed(distance).wrapping_add(u64::from(load >> 10 & 0xfff) * 8);
            found.push((address, slot));
            at = page_at + 8;
        }
    }
    found
}
