//! Random codes of SystemZ.

use anyhow::Result;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

pub struct SystemZ;

const TRIPLE: &str = "s390x-linux-gnu";

impl Codes for SystemZ {
    fn name(&self) -> &'static str {
        "systemz"
    }

    fn tests(&self) -> &'static str {
        "SystemZ"
    }

    fn default_cpu(&self, _: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &[TRIPLE]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["s390"]
    }

    fn object_setting(&self, _: &str) -> Setting {
        setting("generic", true)
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let cpus = ["z17", "z17", "z16", "z15", "z14", "z13", "zEC12", "z196", "z10", "generic"];
        Ok(setting(random.pick(&cpus), random.below(4) == 0))
    }

    /// Returns a code of the length that its two highest bits tell.
    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        let tables = disassembler.target.tables();
        let mut code = random.next();
        let mut length = 8;
        if random.below(4) > 0 {
            let row = &tables.encodings[random.below(tables.encodings.len())];
            length = usize::from(row.width_bits / 8);
            code = row.fixed_bits | code & !row.fixed_mask;
            if random.below(8) == 0 {
                code ^= 1 << random.below(8 * length);
            }
        }
        let bytes = code.to_be_bytes();
        let bytes = &bytes[8 - length..];
        let length = match bytes[0] >> 6 {
            0 => 2,
            1 | 2 => 4,
            _ => 6,
        };
        // A changed bit may make a code longer.
        let mut bytes = bytes.to_vec();
        bytes.resize(length, 0);
        bytes
    }
}

fn setting(cpu: &str, is_hexadecimal: bool) -> Setting {
    Setting {
        triple: TRIPLE.to_owned(),
        cpu: cpu.to_owned(),
        features: String::new(),
        dialect: 0,
        is_hexadecimal,
    }
}
