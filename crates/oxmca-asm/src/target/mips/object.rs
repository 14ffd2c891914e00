//! Object files with Mips code.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{ObjectCode, ObjectDetails, ObjectMachine};

/// `R_MIPS_JUMP_SLOT`.
const JUMP_SLOT: u32 = 127;

static CODE: ObjectCode =
    ObjectCode { features, table_relocations: &[JUMP_SLOT], ..ObjectCode::PLAIN };

const ELF_64: ObjectMachine = ObjectMachine {
    format: Elf,
    machine: 8,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "mips64el-unknown-linux-gnuabi64",
    code: &CODE,
};

const ELF_32: ObjectMachine = ObjectMachine {
    class_bits: Some(32),
    address_bits: 32,
    triple: "mipsel-unknown-linux-gnu",
    ..ELF_64
};

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[
    ELF_64,
    ObjectMachine { is_little_endian: false, triple: "mips64-unknown-linux-gnuabi64", ..ELF_64 },
    ELF_32,
    ObjectMachine { is_little_endian: false, triple: "mips-unknown-linux-gnu", ..ELF_32 },
];

/// Returns the features that the flags of a file's header name: its architecture, and extensions.
fn features(details: &dyn ObjectDetails) -> Vec<String> {
    const ARCHITECTURES: [&str; 11] = [
        "", "mips2", "mips3", "mips4", "mips5", "mips32", "mips64", "mips32r2", "mips64r2",
        "mips32r6", "mips64r6",
    ];
    /// The processor with Cavium's extensions.
    const OCTEON: u32 = 0x8b;
    const OCTEON_2: u32 = 0x8d;
    let flags = details.elf_flags();
    let mut features = Vec::new();
    match ARCHITECTURES.get((flags >> 28) as usize) {
        Some(&"") | None => {}
        Some(name) => features.push((*name).to_owned()),
    }
    match flags >> 16 & 0xff {
        OCTEON => features.push("cnmips".to_owned()),
        OCTEON_2 => features.push("cnmipsp".to_owned()),
        _ => {}
    }
    if flags & 0x0400_0000 != 0 {
        features.push("mips16".to_owned());
    }
    if flags & 0x0200_0000 != 0 {
        features.push("micromips".to_owned());
    }
    features
}
