//! Object files with RISC-V code.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{
    DebugRelocation, Mapping, ObjectCode, ObjectDetails, ObjectMachine, TableJump, word,
};

/// `R_RISCV_32` and `R_RISCV_64`: addresses of a width.
const ADDRESS: [u32; 2] = [1, 2];
/// `R_RISCV_JUMP_SLOT`.
const JUMP_SLOT: u32 = 5;

const CODE: ObjectCode = ObjectCode {
    features,
    table_relocations: &[ADDRESS[1], JUMP_SLOT],
    // With the bits of `ld`.
    table_jumps: |code, address, _| jumps(code, address, 0x3003),
    mapping_symbol: |name| match name {
        // The name of the instruction set may follow.
        [b'x', ..] => Some(Mapping::is_data(false)),
        [b'd', rest @ ..] if rest.is_empty() || rest.starts_with(b".") => {
            Some(Mapping::is_data(true))
        }
        _ => None,
    },
    debug_relocation,
    ..ObjectCode::PLAIN
};

static CODE_64: ObjectCode = CODE;

static CODE_32: ObjectCode = ObjectCode {
    table_relocations: &[ADDRESS[0], JUMP_SLOT],
    // With the bits of `lw`.
    table_jumps: |code, address, _| jumps(code, address, 0x2003),
    ..CODE
};

const MACHINE_64: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 243,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "riscv64-unknown-linux-gnu",
    code: &CODE_64,
};

const MACHINE_32: ObjectMachine = ObjectMachine {
    class_bits: Some(32),
    address_bits: 32,
    triple: "riscv32-unknown-linux-gnu",
    code: &CODE_32,
    ..MACHINE_64
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    MACHINE_64,
    ObjectMachine { is_little_endian: false, triple: "riscv64be-unknown-linux-gnu", ..MACHINE_64 },
    MACHINE_32,
    ObjectMachine { is_little_endian: false, triple: "riscv32be-unknown-linux-gnu", ..MACHINE_32 },
];

/// Returns what a relocation does to debug information, by its number in RISC-V's ELF specification.
fn debug_relocation(kind: u32) -> Option<DebugRelocation> {
    let set = |_, value| value;
    let (size_bits, change): (u8, fn(u64, u64) -> u64) = match kind {
        // 32, 64
        1 => (32, set),
        2 => (64, set),
        // ADD8, ADD16, ADD32, ADD64
        33..=36 => (8 << (kind - 33), u64::wrapping_add),
        // SUB8, SUB16, SUB32, SUB64
        37..=40 => (8 << (kind - 37), u64::wrapping_sub),
        // SUB6, SET6
        52 => (8, |old, value| old & !0x3f | old.wrapping_sub(value) & 0x3f),
        53 => (8, |old, value| old & !0x3f | value & 0x3f),
        // SET8, SET16, SET32
        54..=56 => (8 << (kind - 54), set),
        // SET_ULEB128, SUB_ULEB128
        60 => return Some(DebugRelocation { size_bits: None, change: set }),
        61 => return Some(DebugRelocation { size_bits: None, change: u64::wrapping_sub }),
        _ => return None,
    };
    Some(DebugRelocation { size_bits: Some(size_bits), change })
}

/// Finds entries of `auipc` and a load that has the bits `load_code`. They follow a header of two entries.
fn jumps(data: &[u8], start: u64, load_code: u32) -> Vec<TableJump> {
    const HEADER_BYTES: usize = 32;
    const ENTRY_BYTES: usize = 16;
    let mut found = Vec::new();
    for (number, entry) in
        data.get(HEADER_BYTES..).unwrap_or_default().chunks_exact(ENTRY_BYTES).enumerate()
    {
        let address = start.wrapping_add((HEADER_BYTES + number * ENTRY_BYTES) as u64);
        let (Some(upper), Some(load)) = (word(entry, 0), word(entry, 4)) else { break };
        if upper & 0x7f == 0x17 && load & 0x707f == load_code {
            let upper = i64::from((upper & 0xffff_f000) as i32);
            let lower = i64::from(load as i32 >> 20);
            found.push((address, address.wrapping_add_signed(upper + lower)));
        }
    }
    found
}

/// Returns the extensions that a file says it uses.
fn features(file: &dyn ObjectDetails) -> Vec<String> {
    /// Flags of ELF's header: compressed instructions, and the embedded set of registers.
    const FLAGS: [(u32, &str); 2] = [(1, "+zca"), (8, "+e")];
    /// The type of the section of attributes.
    const ATTRIBUTES: u32 = 0x7000_0003;
    let flags = FLAGS.iter().filter(|(flag, _)| file.elf_flags() & flag != 0);
    let mut features: Vec<String> = flags.map(|(_, feature)| (*feature).to_owned()).collect();
    if let Some(name) = architecture(file.elf_section(ATTRIBUTES)) {
        features.extend(extensions(&name).map(|it| format!("+{it}")));
    }
    features
}

/// Returns the architecture string of attributes (tag 5), as `rv64i2p1_m2p0_c2p0`.
fn architecture(data: &[u8]) -> Option<String> {
    const FILE_TAG: u64 = 1;
    const ARCHITECTURE_TAG: u64 = 5;
    /// More than all extensions together.
    const MAX_NAME_BYTES: usize = 1 << 14;
    let mut rest = data.strip_prefix(b"A")?.get(4..)?;
    rest = rest.strip_prefix(b"riscv\0")?;
    if uleb128(&mut rest)? != FILE_TAG {
        return None;
    }
    rest = rest.get(4..)?;
    loop {
        let tag = uleb128(&mut rest)?;
        // Even tags have a number, odd ones a text.
        if tag % 2 == 0 {
            uleb128(&mut rest)?;
            continue;
        }
        let len = rest.iter().position(|it| *it == 0)?;
        if tag == ARCHITECTURE_TAG {
            return String::from_utf8(rest.get(..len.min(MAX_NAME_BYTES))?.to_vec()).ok();
        }
        rest = &rest[len + 1..];
    }
}

/// Returns the extensions of an architecture string, without their versions.
fn extensions(name: &str) -> impl Iterator<Item = &str> {
    let rest = name.get(4..).unwrap_or_default();
    let without_version = |it: &'_ str| -> usize {
        let minor = it.trim_end_matches(|it: char| it.is_ascii_digit());
        let major = minor.strip_suffix('p').unwrap_or(it);
        let end = major.trim_end_matches(|it: char| it.is_ascii_digit());
        if major.len() < it.len() && end.len() < major.len() { end.len() } else { it.len() }
    };
    rest.split('_').filter(|it| !it.is_empty()).map(move |it| &it[..without_version(it)])
}

fn uleb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_have_names_and_versions() {
        let found: Vec<&str> =
            extensions("rv64i2p1_m2p0_zve32f1p0_zicsr2p0_zvl128b1p0_xfoo").collect();
        assert_eq!(found, ["i", "m", "zve32f", "zicsr", "zvl128b", "xfoo"]);
        let found: Vec<&str> = extensions("rv32").collect();
        assert!(found.is_empty());
    }

    #[test]
    fn the_architecture_is_found_among_attributes() {
        let mut data = b"A\x20\0\0\0riscv\0\x01\x16\0\0\0\x04\x10\x05rv32i2p1_m2p0\0".to_vec();
        assert_eq!(architecture(&data).as_deref(), Some("rv32i2p1_m2p0"));
        data.pop();
        assert_eq!(architecture(&data), None);
    }
}
