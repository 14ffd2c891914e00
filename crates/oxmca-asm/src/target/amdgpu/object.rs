//! Object files with code of AMD's graphics processors.

use crate::syntax::ObjectFormat::Elf;
use crate::target::object_facts::{ObjectCode, ObjectDetails, ObjectMachine, StatedCpu};

static CODE: ObjectCode = ObjectCode { cpu, ..ObjectCode::PLAIN };

/// The kinds of object files.
pub(super) static MACHINES: &[ObjectMachine] = &[ObjectMachine {
    format: Elf,
    machine: 224,
    submachine: None,
    class_bits: Some(64),
    is_little_endian: true,
    address_bits: 64,
    triple: "amdgcn-amd-amdhsa",
    code: &CODE,
}];

/// The part of ELF's flags that is the number of a CPU (`EF_AMDGPU_MACH`).
const NUMBER: u32 = 0xff;

/// The number of the first CPU below; those before it are of the architecture `r600`.
const FIRST: u32 = 0x20;

/// CPUs by their numbers, as `EF_AMDGPU_MACH` in `ELF.h` of LLVM 23 has them; empty where none has the number.
#[rustfmt::skip]
const CPUS: &[&str] = &[
    "gfx600", "gfx601", "gfx700", "gfx701", "gfx702", "gfx703", "gfx704", "", "gfx801", "gfx802",
    "gfx803", "gfx810", "gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90c",
    "gfx1010", "gfx1011", "gfx1012", "gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx602", "gfx705",
    "gfx805", "gfx1035", "gfx1034", "gfx90a", "", "gfx1100", "gfx1013", "gfx1150", "gfx1103",
    "gfx1036", "gfx1101", "gfx1102", "gfx1200", "gfx1250", "gfx1151", "", "gfx942", "", "gfx1201",
    "gfx950", "gfx1310", "gfx9-generic", "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic",
    "gfx1152", "", "gfx1154", "gfx1153", "gfx12-generic", "gfx1251", "gfx12-5-generic", "gfx1172",
    "gfx1170", "gfx1171", "gfx9-4-generic", "", "", "gfx11-7-generic", "gfx13-generic",
];

/// Returns the CPU that the flags of a file's header name.
fn cpu(details: &dyn ObjectDetails) -> StatedCpu {
    let number = details.elf_flags() & NUMBER;
    let row = number.checked_sub(FIRST).and_then(|row| CPUS.get(row as usize));
    match row {
        _ if number == 0 => StatedCpu::None,
        Some(name) if !name.is_empty() => StatedCpu::Named(name),
        _ => StatedCpu::Unknown(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Flags(u32);

    impl ObjectDetails for Flags {
        fn elf_flags(&self) -> u32 {
            self.0
        }

        fn is_big_endian(&self) -> bool {
            false
        }

        fn elf_section(&self, _: u32) -> &[u8] {
            &[]
        }
    }

    #[test]
    fn flags_name_the_cpu() {
        assert_eq!(cpu(&Flags(0)), StatedCpu::None);
        assert_eq!(cpu(&Flags(0x20)), StatedCpu::Named("gfx600"));
        // With `xnack` and `sramecc`.
        assert_eq!(cpu(&Flags(0x0000_053f)), StatedCpu::Named("gfx90a"));
        assert_eq!(cpu(&Flags(0x63)), StatedCpu::Named("gfx13-generic"));
        for number in [0x01, 0x27, 0x40, 0x64, 0xff] {
            assert_eq!(cpu(&Flags(number)), StatedCpu::Unknown(number));
        }
    }
}
