//! Random codes of Arm's 32-bit architecture.

use anyhow::Result;
use oxmca_asm::decoder::{DecodeError, InstructionSet};
use oxmca_tables::Tables;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

/// Triples with CPUs of many features.
const MACHINES: &[(&str, &str, &str)] = &[
    ("armv8a", "cortex-a57", "+fullfp16,+fp16fml,+dotprod,+bf16,+i8mm,+crypto,+ras,+sb"),
    ("armv8a", "cortex-a57", ""),
    ("armv7a", "cortex-a9", "+fp16,+neon"),
    ("armv6", "arm1136jf-s", ""),
    ("thumbv8a", "cortex-a57", "+fullfp16,+fp16fml,+dotprod,+bf16,+i8mm,+crypto,+ras,+sb"),
    ("thumbv7a", "cortex-a9", "+fp16,+neon"),
    ("thumbv8r", "cortex-r52", ""),
    ("thumbv6m", "cortex-m0", ""),
    ("thumbv7em", "cortex-m4", ""),
    ("thumbv7em", "cortex-m7", ""),
    ("thumbv8m.main", "cortex-m33", ""),
    ("thumbv8.1m.main", "cortex-m55", "+cdecp0,+cdecp3"),
    ("thumbv8.1m.main", "cortex-m85", ""),
    ("thumbv8.1m.main", "cortex-m85", "+cdecp1,+pacbti"),
];

pub struct Arm;

impl Codes for Arm {
    fn name(&self) -> &'static str {
        "arm"
    }

    fn tests(&self) -> &'static str {
        "ARM"
    }

    fn default_cpu(&self, triple: &str) -> &'static str {
        MACHINES.iter().find(|it| it.0 == triple).map_or("generic", |it| it.1)
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["armv8a", "thumbv8a", "thumbv8.1m.main"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["littlearm"]
    }

    fn object_setting(&self, _format: &str) -> Setting {
        Setting {
            triple: "armv8a".to_owned(),
            cpu: "cortex-a57".to_owned(),
            is_hexadecimal: true,
            ..Setting::default()
        }
    }

    fn instruction_set(&self, word_bytes: usize) -> InstructionSet {
        // llvm-objdump shows halves of Thumb and words of A32.
        InstructionSet::Other(if word_bytes == 2 { 1 } else { 0 })
    }

    fn skipped_bytes(&self, disassembler: &Disassembler, error: DecodeError) -> usize {
        match is_thumb(disassembler) {
            true => 1,
            false => error.skip_bytes(),
        }
    }

    fn more_features(&self, setting: &Setting) -> &'static str {
        // Debian's programs leave them out of version 7, which has them in LLVM.
        let has_vectors = setting.triple.contains("v7") || setting.cpu.starts_with("cortex-a");
        let is_decided = setting.features.contains("neon");
        if has_vectors && !is_decided && !setting.triple.contains("v7m") { ",+neon" } else { "" }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let (triple, cpu, features) = random.pick(MACHINES);
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
        if !is_thumb(disassembler) {
            return word(tables, random, false).to_le_bytes().to_vec();
        }
        if random.below(3) == 0 {
            // Blocks are rare among random codes.
            let half = match random.below(16) {
                0 => 0xbf00 | random.below(256) as u16,
                _ => half(tables, random),
            };
            if half < 0xe800 {
                return half.to_le_bytes().to_vec();
            }
        }
        let word = word(tables, random, true);
        let (first, second) = ((word >> 16) as u16, word as u16);
        let mut code = first.to_le_bytes().to_vec();
        if first >= 0xe800 {
            code.extend(second.to_le_bytes());
        }
        code
    }
}

/// Returns whether codes are Thumb's.
fn is_thumb(disassembler: &Disassembler) -> bool {
    let triple = disassembler.target.triple().arch().map(|it| it.canonical());
    triple.is_some_and(|it| it.starts_with("thumb"))
}

/// Returns a half that is random, or has the fixed bits of an instruction.
fn half(tables: &Tables<'_>, random: &mut Random) -> u16 {
    let code = random.next();
    if random.below(4) == 0 {
        return code as u16;
    }
    fixed(tables, random, code, 16, |_| true) as u16
}

/// Returns a word that is random, or has the fixed bits of an instruction of an instruction set.
fn word(tables: &Tables<'_>, random: &mut Random, is_thumb: bool) -> u32 {
    let code = random.next();
    if random.below(5) == 0 {
        return code as u32;
    }
    let is_only_of_thumb = |name: &str| name.starts_with("t2") || name.starts_with("MVE_");
    let wants_own = is_thumb && random.below(4) > 0;
    let code = fixed(tables, random, code, 32, |name| is_only_of_thumb(name) == wants_own) as u32;
    if wants_own || !is_thumb {
        // Most conditions are the one that always holds.
        let is_conditional = !is_thumb && code >> 28 < 15 && random.below(2) == 0;
        return if is_conditional { code & 0x0fff_ffff | 0xe000_0000 } else { code };
    }
    // Thumb has the codes of vectors and floating-point numbers with other bits at the top.
    match code >> 24 {
        0xf2 | 0xf3 => code & 0xe0ff_ffff | (code & 1 << 24) << 4 | 0x0f00_0000,
        0xf4 => code & 0xf0ff_ffff | 0x0900_0000,
        _ => code & 0x0fff_ffff | 0xe000_0000,
    }
}

/// Returns a random code with the fixed bits of an instruction whose name is wanted, perhaps with one of them changed.
fn fixed(
    tables: &Tables<'_>,
    random: &mut Random,
    code: u64,
    width_bits: u16,
    is_wanted: impl Fn(&str) -> bool,
) -> u64 {
    let row = loop {
        let row = &tables.encodings[random.below(tables.encodings.len())];
        if row.width_bits == width_bits && is_wanted(tables.opcode_name(row.opcode)) {
            break row;
        }
    };
    let code = row.fixed_bits | code & !row.fixed_mask;
    match random.below(8) {
        0 => code ^ 1 << random.below(width_bits.into()),
        _ => code,
    }
}
