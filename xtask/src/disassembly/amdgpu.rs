//! Random codes of AMD's graphics processors.

use anyhow::Result;
use oxmca_tables::Opcode;
use oxmca_tables::schema::EncodingForm;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

/// The generations that LLVM disassembles.
pub struct AmdGpu;

/// Most bytes behind an instruction's own code.
const LITERAL_BYTES: usize = 12;

impl Codes for AmdGpu {
    fn name(&self) -> &'static str {
        "amdgpu"
    }

    fn tests(&self) -> &'static str {
        "AMDGPU"
    }

    fn default_cpu(&self, _: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["amdgcn"]
    }

    fn recorded_cpus(&self, _: &str) -> Vec<&'static str> {
        vec!["gfx803", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1200"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["elf64-amdgpu"]
    }

    fn object_setting(&self, _: &str) -> Setting {
        setting("gfx1100", "")
    }

    fn named_cpu<'t>(&self, line: &'t str) -> Option<&'t str> {
        // Modes may follow the name.
        let (_, name) = line.split_once(".amdgcn_target")?.1.split_once("-unknown-")?;
        name.split([':', '"']).next()
    }

    // LLVM has no scalar sources of 96 and 1,024 bits where vectors are described, and takes any register; constants in
    // place of matrices of some formats it takes for registers.
    fn is_undefined(&self, text: &str) -> bool {
        let is_matrix = text.contains("f8f6f4") && text.contains("/*Invalid immediate*/");
        const WIDE: [&str; 2] = ["scc/*Invalid register", "ttmp[0:15]/*Invalid register"];
        is_matrix || WIDE.iter().any(|it| text.contains(it))
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        const SETTINGS: &[(&str, &str)] = &[
            ("gfx803", ""),
            ("gfx810", ""),
            ("gfx900", ""),
            ("gfx906", ""),
            ("gfx908", ""),
            ("gfx90a", ""),
            ("gfx942", ""),
            ("gfx950", ""),
            ("gfx1010", ""),
            ("gfx1010", "+wavefrontsize64"),
            ("gfx1030", ""),
            ("gfx1030", "+wavefrontsize64"),
            ("gfx1100", ""),
            ("gfx1100", "+real-true16"),
            ("gfx1100", "-real-true16"),
            ("gfx1100", "+wavefrontsize64"),
            ("gfx1150", ""),
            ("gfx1170", ""),
            ("gfx1200", ""),
            ("gfx1200", "-real-true16"),
            ("gfx1200", "+wavefrontsize64"),
            ("gfx1250", ""),
            ("gfx1250", "-real-true16"),
            ("gfx1310", ""),
        ];
        let (cpu, features) = random.pick(SETTINGS);
        Ok(setting(cpu, features))
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        loop {
            let bytes = any_code(disassembler, random);
            if !crashes_reference(disassembler, &bytes) {
                return bytes;
            }
        }
    }
}

/// Returns whether LLVM's printer crashes on a code: one with a part of a register, or a treatment of the rest, that does
/// not exist.
fn crashes_reference(disassembler: &Disassembler, bytes: &[u8]) -> bool {
    let decoded = disassembler.target.decode(&disassembler.subtarget, bytes, 0);
    let Ok(decoded) = decoded else { return false };
    let name = disassembler.target.tables().opcode_name(decoded.inst.opcode);
    let [.., result, first, second] = bytes.get(4..8).unwrap_or_default() else { return false };
    name.contains("_sdwa")
        && (result & 7 == 7 || result >> 3 & 3 == 3 || first & 7 == 7 || second & 7 == 7)
}

/// Returns a code: mostly of an instruction that the CPU has, else random words.
fn any_code(disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
    let tables = disassembler.target.tables();
    let mut code = u128::from(random.next()) | u128::from(random.next()) << 64;
    let mut length = 4 * (1 + random.below(3));
    let attempts = if random.below(8) == 0 { 0 } else { 500 };
    for _ in 0..attempts {
        let opcode = Opcode(random.below(tables.instructions.len()) as u16);
        let Some((form, bits)) = tables.encoding_form(opcode) else { continue };
        let way = tables.decoding_way(opcode);
        let features = &disassembler.subtarget.features;
        if !way.is_some_and(|way| tables.way_enabled(way, features)) {
            continue;
        }
        code = bits | code & !EncodingForm::number(form.fixed_mask);
        length = usize::from(form.width_bits / 8);
        if random.below(8) == 0 {
            code ^= 1 << random.below(8 * length);
        }
        break;
    }
    let mut bytes = code.to_le_bytes()[..length].to_vec();
    bytes.extend((0..LITERAL_BYTES).map(|_| random.next() as u8));
    // Other instructions would follow.
    match disassembler.target.decode(&disassembler.subtarget, &bytes, 0) {
        Ok(decoded) => bytes.truncate(decoded.length_bytes),
        Err(_) => bytes.truncate(length),
    }
    bytes
}

fn setting(cpu: &str, features: &str) -> Setting {
    Setting {
        triple: "amdgcn".to_owned(),
        cpu: cpu.to_owned(),
        features: features.to_owned(),
        dialect: 0,
        is_hexadecimal: false,
    }
}
