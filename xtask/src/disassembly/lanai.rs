//! Random codes of Lanai.

use anyhow::Result;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

pub struct Lanai;

const TRIPLE: &str = "lanai";

impl Codes for Lanai {
    fn name(&self) -> &'static str {
        "lanai"
    }

    fn tests(&self) -> &'static str {
        "Lanai"
    }

    fn default_cpu(&self, _: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &[TRIPLE]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["lanai"]
    }

    fn object_setting(&self, _: &str) -> Setting {
        setting()
    }

    fn setting(&self, _: &mut Random) -> Result<Setting> {
        Ok(setting())
    }

    /// Returns a word, mostly with the fixed bits of an instruction.
    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        let tables = disassembler.target.tables();
        let mut code = random.next() as u32;
        if random.below(4) > 0 {
            let row = &tables.encodings[random.below(tables.encodings.len())];
            code = row.fixed_bits as u32 | code & !row.fixed_mask as u32;
            if random.below(8) == 0 {
                code ^= 1 << random.below(32);
            }
        }
        // The reference crashes on operations of addresses that it has no name for.
        let is_indexed = code >> 29 == 0b101;
        if is_indexed && code >> 8 & 7 == 7 {
            code &= !(1 << 5);
        }
        code.to_be_bytes().to_vec()
    }
}

fn setting() -> Setting {
    Setting {
        triple: TRIPLE.to_owned(),
        cpu: "generic".to_owned(),
        features: String::new(),
        dialect: 0,
        is_hexadecimal: false,
    }
}
