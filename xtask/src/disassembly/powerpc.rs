//! Random codes of PowerPC.

use anyhow::Result;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

/// PowerPC with 32 and 64 bits, in both orders of bytes.
pub struct PowerPc;

impl Codes for PowerPc {
    fn name(&self) -> &'static str {
        "powerpc"
    }

    fn tests(&self) -> &'static str {
        "PowerPC"
    }

    fn default_cpu(&self, triple: &str) -> &'static str {
        if triple.contains("64") { "ppc64" } else { "ppc" }
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["powerpc", "powerpc64le"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["powerpc", "powerpcle"]
    }

    fn object_setting(&self, format: &str) -> Setting {
        let triple = match format {
            _ if format.ends_with("elf64-powerpcle") => "powerpc64le",
            _ if format.ends_with("elf64-powerpc") => "powerpc64",
            _ if format.ends_with("powerpcle") => "powerpcle",
            _ => "powerpc",
        };
        Setting {
            triple: triple.to_owned(),
            cpu: "pwr10".to_owned(),
            features: String::new(),
            dialect: 0,
            is_hexadecimal: true,
        }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let triple =
            random.pick(&["powerpc64le", "powerpc64le", "powerpc64", "powerpc", "powerpcle"]);
        let cpu = random.pick(&["pwr10", "pwr10", "pwr9", "future", "ppc64", "440", "e500"]);
        let features = random.pick(&["", "", "", "+spe", "+booke", "+prefix-instrs"]);
        Ok(Setting {
            triple: triple.to_owned(),
            cpu: cpu.to_owned(),
            features: features.to_owned(),
            dialect: 0,
            is_hexadecimal: random.below(4) == 0,
        })
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        let tables = disassembler.target.tables();
        let mut code = random.next();
        let mut words = 1 + usize::from(random.below(4) == 0);
        if random.below(4) > 0 {
            let row = &tables.encodings[random.below(tables.encodings.len())];
            words = if row.width_bits == 64 { 2 } else { 1 };
            code = row.fixed_bits | code & !row.fixed_mask;
            if random.below(8) == 0 {
                code ^= 1 << random.below(32 * words);
            }
        }
        let is_little_endian = disassembler.target.syntax().little_endian;
        let halves = [(code >> 32) as u32, code as u32];
        let bytes = halves[2 - words..].iter().map(|half| match is_little_endian {
            true => half.to_le_bytes(),
            false => half.to_be_bytes(),
        });
        let mut code: Vec<u8> = bytes.flatten().collect();
        // The bytes behind an instruction are another.
        match disassembler.target.decode(&disassembler.subtarget, &code, 0) {
            Ok(decoded) => code.truncate(decoded.length_bytes),
            Err(_) => code.truncate(4),
        }
        code
    }
}
