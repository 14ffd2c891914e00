//! Random codes of Mips.

use anyhow::Result;

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use crate::random::Random;

/// Mips with 32 and 64 bits, in both orders of bytes, and microMIPS.
pub struct Mips;

impl Codes for Mips {
    fn name(&self) -> &'static str {
        "mips"
    }

    fn tests(&self) -> &'static str {
        "Mips"
    }

    fn default_cpu(&self, _: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["mips", "mipsel", "mips64", "mips64el"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["elf32-mips", "elf64-mips"]
    }

    fn object_setting(&self, format: &str) -> Setting {
        // The reference does not say the order of bytes. Most machines have the little-endian one.
        match format.ends_with("elf64-mips") {
            true => setting("mips64el", "generic", "+mips64r2", true),
            false => setting("mipsel", "generic", "+mips32r2", true),
        }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        const WIDE: &[(&str, &str)] = &[
            ("mips64r2", ""),
            ("mips64r6", "+msa,+crc,+ginv,+virt,+dspr3"),
            ("i6400", ""),
            ("octeon+", ""),
            ("mips64r5", "+msa,+dspr2,+eva,+mt,+virt"),
            ("mips3", ""),
            ("mips4", ""),
            ("generic", "+ptr64"),
            ("mips64r6", "+ptr64"),
        ];
        const NARROW: &[(&str, &str)] = &[
            ("mips32r2", ""),
            ("mips32r5", "+msa,+dspr2,+eva,+mt,+virt,+fp64"),
            ("mips32r6", "+msa,+crc,+ginv"),
            ("mips1", ""),
            ("mips2", ""),
            ("p5600", "+micromips,+dspr2,+eva"),
            ("mips32r6", "+micromips,+dspr3"),
            ("mips32r2", "+micromips"),
            ("mips32r2", "+micromips,+fp64"),
        ];
        let (triple, (cpu, features)) = match random.below(2) {
            0 => (random.pick(&["mips64", "mips64el"]), random.pick(WIDE)),
            _ => (random.pick(&["mips", "mipsel"]), random.pick(NARROW)),
        };
        Ok(setting(triple, cpu, features, random.below(4) == 0))
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        loop {
            let bytes = any_code(disassembler, random);
            let decoded = disassembler.target.decode(&disassembler.subtarget, &bytes, 0);
            let name =
                decoded.ok().map(|it| disassembler.target.tables().opcode_name(it.inst.opcode));
            // Several lines stand for the former; of the latter, the reference decodes an operand too few and shows memory
            // behind the last.
            if !name.is_some_and(|name| name.starts_with("RDHWR") || name == "SC64_R6") {
                return bytes;
            }
        }
    }
}

/// Returns a code, any instruction's or none's.
fn any_code(disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
    let tables = disassembler.target.tables();
    let mut code = random.next() as u32;
    let mut length = 4;
    if random.below(4) > 0 {
        let row = &tables.encodings[random.below(tables.encodings.len())];
        length = usize::from(row.width_bits / 8);
        code = row.fixed_bits as u32 | code & !row.fixed_mask as u32;
        if random.below(8) == 0 {
            code ^= 1 << random.below(8 * length);
        }
    }
    let is_little_endian = disassembler.target.syntax().little_endian;
    let mut bytes = code.to_be_bytes()[4 - length..].to_vec();
    let micro = tables.feature_bit("FeatureMicroMips");
    let is_short = micro.is_some_and(|bit| disassembler.subtarget.features.contains(bit));
    if is_short && is_little_endian {
        bytes.chunks_mut(2).for_each(<[u8]>::reverse);
    } else if is_little_endian {
        bytes.reverse();
    }
    bytes.resize(4, 0);
    // The bytes behind a short instruction are another.
    match disassembler.target.decode(&disassembler.subtarget, &bytes, 0) {
        Ok(decoded) => bytes.truncate(decoded.length_bytes),
        Err(error) => bytes.truncate(error.skip_bytes()),
    }
    bytes
}

fn setting(triple: &str, cpu: &str, features: &str, is_hexadecimal: bool) -> Setting {
    Setting {
        triple: triple.to_owned(),
        cpu: cpu.to_owned(),
        features: features.to_owned(),
        dialect: 0,
        is_hexadecimal,
    }
}
