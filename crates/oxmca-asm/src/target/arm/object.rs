//! Object files with code of A32 and Thumb.

use super::decode::THUMB;
use crate::decoder::InstructionSet;
use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{
    Mapping, ObjectCode, ObjectDetails, ObjectMachine, TableJump, word,
};

static CODE: ObjectCode = ObjectCode {
    features,
    // `R_ARM_GLOB_DAT` and `R_ARM_JUMP_SLOT`.
    table_relocations: &[21, 22],
    table_jumps: |code, address, _| jumps(code, address),
    mapping_symbol: |name| match name {
        [kind @ (b'a' | b't' | b'd'), rest @ ..] if rest.is_empty() || rest.starts_with(b".") => {
            Some(match kind {
                b'd' => Mapping::Data,
                kind => Mapping::Code(InstructionSet::Other(if *kind == b't' { THUMB } else { 0 })),
            })
        }
        _ => None,
    },
    // The lowest bit says that a function is one of Thumb.
    function_address: |address| {
        let number = if address & 1 != 0 { THUMB } else { 0 };
        (address & !1, Some(InstructionSet::Other(number)))
    },
    ..ObjectCode::PLAIN
};

const ELF: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 40,
    submachine: None,
    class_bits: Some(32),
    is_little_endian: true,
    address_bits: 32,
    triple: "armv7-unknown-linux-gnueabihf",
    code: &CODE,
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    ELF,
    ObjectMachine { is_little_endian: false, triple: "armebv7-unknown-linux-gnueabihf", ..ELF },
];

/// Features by the tag and value of a build attribute, as Arm's addenda to the ABI number them.
const FEATURES: &[(u64, u64, &str)] = &[
    // The version of the architecture.
    (6, 2, "+v4t"),
    (6, 3, "+v5t"),
    (6, 4, "+v5te"),
    (6, 5, "+v5te"),
    (6, 6, "+v6"),
    (6, 7, "+v6k"),
    (6, 8, "+v6t2"),
    (6, 9, "+v6k"),
    (6, 10, "+v7"),
    (6, 11, "+v6m"),
    (6, 12, "+v6m"),
    (6, 13, "+v7"),
    (6, 13, "+dsp"),
    (6, 14, "+v8"),
    (6, 15, "+v8"),
    (6, 16, "+v8m"),
    (6, 17, "+v8m.main"),
    (6, 21, "+v8.1m.main"),
    (6, 22, "+v9a"),
    // The profile, by its letter.
    (7, b'M' as u64, "+mclass"),
    (7, b'M' as u64, "+thumb-mode"),
    // Thumb-2.
    (9, 2, "+thumb2"),
    // Floating-point numbers and vectors.
    (10, 2, "+vfp2"),
    (10, 3, "+vfp3"),
    (10, 4, "+vfp3d16"),
    (10, 5, "+vfp4"),
    (10, 6, "+vfp4d16"),
    (10, 7, "+fp-armv8"),
    (10, 8, "+fp-armv8d16"),
    (12, 1, "+neon"),
    (12, 2, "+neon"),
    (12, 3, "+neon"),
    (12, 4, "+neon"),
    (36, 1, "+fp16"),
    (48, 1, "+mve"),
    (48, 2, "+mve.fp"),
    // Division, multiprocessing, signal processing.
    (42, 1, "+mp"),
    (44, 2, "+hwdiv"),
    (44, 2, "+hwdiv-arm"),
    (46, 1, "+dsp"),
    // Authentication of pointers.
    (50, 2, "+pacbti"),
    (52, 2, "+pacbti"),
    // Security and virtualization.
    (68, 1, "+trustzone"),
    (68, 2, "+virtualization"),
    (68, 3, "+trustzone"),
    (68, 3, "+virtualization"),
];

/// Returns the features that a file says its code uses.
fn features(file: &dyn ObjectDetails) -> Vec<String> {
    /// The type of the section of attributes.
    const ATTRIBUTES: u32 = 0x7000_0003;
    /// The flag of ELF's header for code that is little-endian beside big-endian data.
    const LITTLE_CODE: u32 = 0x0080_0000;
    /// The most attributes.
    const MAX_ATTRIBUTES: usize = 1 << 12;
    let mut found = Vec::new();
    let mut rest = attributes(file.elf_section(ATTRIBUTES)).unwrap_or_default();
    for _ in 0..MAX_ATTRIBUTES {
        let Some((tag, value)) = attribute(&mut rest) else { break };
        let known = FEATURES.iter().filter(|it| (it.0, it.1) == (tag, value));
        found.extend(known.map(|it| it.2.to_owned()));
    }
    if file.is_big_endian() && file.elf_flags() & LITTLE_CODE == 0 {
        found.push("+big-endian-instructions".to_owned());
    }
    found
}

/// Returns the attributes of the whole file that the ABI defines.
fn attributes(data: &[u8]) -> Option<&[u8]> {
    const FILE_TAG: u64 = 1;
    let mut rest = data.strip_prefix(b"A")?.get(4..)?;
    rest = rest.strip_prefix(b"aeabi\0")?;
    if uleb128(&mut rest)? != FILE_TAG {
        return None;
    }
    rest.get(4..)
}

/// Takes the next attribute: its tag, and its number; 0 of one that is a text.
fn attribute(rest: &mut &[u8]) -> Option<(u64, u64)> {
    let tag = uleb128(rest)?;
    // Names of CPUs and odd tags have a text, one tag a number before it.
    let has_number = tag == 32 || tag < 32 && tag != 4 && tag != 5 || tag > 32 && tag % 2 == 0;
    let has_text = tag == 32 || !has_number;
    let value = if has_number { uleb128(rest)? } else { 0 };
    if has_text {
        let end = rest.iter().position(|byte| *byte == 0)?;
        *rest = &rest[end + 1..];
    }
    Some((tag, value))
}

/// Takes a number of 7 bits a byte, the lowest first.
fn uleb128(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Finds two additions to the program counter that are followed by a load of it.
fn jumps(data: &[u8], start: u64) -> Vec<TableJump> {
    /// `bx pc` and `nop` of Thumb, by which its callers enter.
    const FROM_THUMB: u32 = 0x46c0_4778;
    let mut found = Vec::new();
    for at in (0..data.len()).step_by(4) {
        let next = |count: usize| word(data, at + 4 * count);
        let (Some(high), Some(middle), Some(load)) = (next(0), next(1), next(2)) else { break };
        let is_jump =
            high >> 8 == 0x00e2_8fc6 && middle >> 8 == 0x00e2_8cca && load >> 12 == 0x000e_5bcf;
        if !is_jump {
            continue;
        }
        let address = start.wrapping_add(at as u64);
        let distance = (high & 0xff) << 20 | (middle & 0xff) << 12 | load & 0xfff;
        let slot = address.wrapping_add(8).wrapping_add(distance.into()) & 0xffff_ffff;
        let has_entry = at >= 4 && word(data, at - 4) == Some(FROM_THUMB);
        found.push((if has_entry { address.wrapping_sub(4) } else { address }, slot));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_numbers_and_texts() {
        // CPU name "8-A", architecture 14, profile A, compatibility, FP 7, SIMD 3.
        let mut rest: &[u8] = b"\x058-A\0\x06\x0e\x07\x41\x20\x01x\0\x0a\x07\x0c\x03";
        let all: Vec<_> = std::iter::from_fn(|| attribute(&mut rest)).collect();
        assert_eq!(all, [(5, 0), (6, 14), (7, 65), (32, 1), (10, 7), (12, 3)]);
        assert!(attributes(b"A\x10\0\0\0aeabi\0\x01\x06\0\0\0\x06").is_some());
        assert!(attributes(b"A\x10\0\0\0gnu\0").is_none());
    }

    #[test]
    fn entries_of_linkage_tables_name_their_slots() {
        let words = [0x46c0_4778_u32, 0xe28f_c601, 0xe28c_ca02, 0xe5bc_f004, 0];
        let code: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        assert_eq!(jumps(&code, 0x1000), [(0x1000, 0x1004 + 8 + 0x0010_2004)]);
    }
}
