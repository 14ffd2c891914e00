//! Random x86 codes.

use anyhow::Result;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

pub struct X86;

/// Legacy prefixes, frequent ones more than once.
const PREFIXES: [u8; 13] =
    [0x66, 0x66, 0x67, 0xf2, 0xf3, 0xf2, 0xf3, 0xf0, 0x2e, 0x3e, 0x26, 0x64, 0x65];

/// Most bytes of a code.
const LIMIT_BYTES: usize = 15;

impl Codes for X86 {
    fn name(&self) -> &'static str {
        "x86"
    }

    fn tests(&self) -> &'static str {
        "X86"
    }

    fn default_cpu(&self, _triple: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["x86_64", "i386", "i386-unknown-unknown-code16"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["x86-64", "elf32-i386", "i386"]
    }

    fn object_setting(&self, format: &str) -> Setting {
        let triple = if format.ends_with("x86-64") { "x86_64" } else { "i386" };
        Setting {
            triple: triple.to_owned(),
            cpu: "generic".to_owned(),
            is_hexadecimal: true,
            ..Setting::default()
        }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let triples = ["x86_64", "x86_64", "i386", "i386-unknown-unknown-code16"];
        Ok(Setting {
            triple: random.pick(&triples).to_owned(),
            cpu: "generic".to_owned(),
            dialect: random.below(2) as u8,
            is_hexadecimal: random.below(4) == 0,
            ..Setting::default()
        })
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        let mut code = begin(random);
        while code.len() < LIMIT_BYTES {
            code.push(random.next() as u8);
        }
        if let Ok(decoded) = disassembler.target.decode(&disassembler.subtarget, &code, 0) {
            code.truncate(decoded.length_bytes);
        }
        code
    }
}

/// Prefixes and escape bytes, or nothing.
fn begin(random: &mut Random) -> Vec<u8> {
    let mut code = Vec::new();
    if random.below(5) == 0 {
        return code;
    }
    for _ in 0..random.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3, 4]) {
        let rex = 0x40 | (random.next() & 0xf) as u8;
        code.push(if random.below(5) == 0 { rex } else { random.pick(&PREFIXES) });
    }
    // Inverted registers that are ones where there is none.
    let inverted = random.next() as u8 | random.pick(&[0, 0xc0, 0xe0]);
    let fields = random.next() as u8 | random.pick(&[0, 0x78]);
    match random.below(9) {
        0 => code.push(0x0f),
        1 => code.extend([0x0f, random.pick(&[0x38, 0x3a, 0x0f])]),
        2 => code.extend([0xc5, fields | random.pick(&[0, 0xc0])]),
        3 => code.extend([0xc4, inverted & 0xe0 | (1 + random.below(7) as u8), fields]),
        4 => code.extend([0x8f, inverted & 0xe0 | (8 + random.below(3) as u8), fields]),
        5 => code.extend([0xd5, random.next() as u8]),
        6 | 7 => {
            let map = 1 + random.below(7) as u8;
            let second = fields | random.pick(&[0, 4, 4, 4]);
            let last = random.next() as u8 & random.pick(&[0xff, 0x7f, 0x1f, 0x78]);
            let last = last | random.pick(&[0, 8]);
            code.extend([0x62, inverted & 0xf0 | map | random.pick(&[0, 0, 8]), second, last]);
        }
        _ => {}
    }
    code
}
