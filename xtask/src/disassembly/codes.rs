//! Random codes of targets.

use anyhow::Result;
use oxmca_asm::decoder::{DecodeError, InstructionSet};
use oxmca_asm::target;
use oxmca_asm::triple::Triple;
use oxmca_tables::Tables;

use super::setting::{Disassembler, Setting};
use crate::random::Random;

/// A target whose disassembler is compared.
pub trait Codes: Sync {
    /// Returns its name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the folder of LLVM's tests of its disassembler.
    fn tests(&self) -> &'static str;

    /// Returns the CPU of a triple where none is chosen.
    fn default_cpu(&self, triple: &str) -> &'static str;

    /// Returns the CPUs of a triple whose codes are recorded.
    fn recorded_cpus(&self, triple: &str) -> Vec<&'static str> {
        vec![self.default_cpu(triple)]
    }

    /// Returns the triples whose codes are recorded. Of targets whose code is words, these are one with narrow and
    /// one with wide registers.
    fn recorded_triples(&self) -> &'static [&'static str];

    /// Returns the end of the formats of object files with its code, as llvm-objdump names them.
    fn object_formats(&self) -> &'static [&'static str];

    /// Returns the setting with which llvm-objdump disassembles an object file of a format.
    fn object_setting(&self, format: &str) -> Setting;

    /// Returns the CPU that a line of llvm-objdump's says a file is for.
    fn named_cpu<'t>(&self, _line: &'t str) -> Option<&'t str> {
        None
    }

    /// Returns the instruction set of code that llvm-objdump shows in words of so many bytes.
    fn instruction_set(&self, _word_bytes: usize) -> InstructionSet {
        InstructionSet::Usual
    }

    /// Returns the number of bytes that llvm-mc skips behind an error; llvm-objdump skips what the error says.
    fn skipped_bytes(&self, _: &Disassembler, error: DecodeError) -> usize {
        error.skip_bytes()
    }

    /// Returns features that a test's setting gets in addition to those of its own, to be appended to them.
    fn more_features(&self, _: &Setting) -> &'static str {
        ""
    }

    /// Returns a random CPU with random features.
    fn setting(&self, random: &mut Random) -> Result<Setting>;

    /// Returns a random code that is one instruction at most.
    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8>;

    /// Returns whether the reference shows what is no instruction, by a text of its.
    fn is_undefined(&self, _text: &str) -> bool {
        false
    }
}

pub struct AArch64;

impl Codes for AArch64 {
    fn name(&self) -> &'static str {
        "aarch64"
    }

    fn tests(&self) -> &'static str {
        "AArch64"
    }

    fn default_cpu(&self, _triple: &str) -> &'static str {
        "generic"
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["aarch64"; 2]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["aarch64"]
    }

    fn object_setting(&self, _format: &str) -> Setting {
        Setting {
            triple: "aarch64".to_owned(),
            cpu: "generic".to_owned(),
            features: "+all".to_owned(),
            dialect: 0,
            is_hexadecimal: true,
        }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let triple = random.pick(&["aarch64", "aarch64", "aarch64_be", "arm64-apple-macosx"]);
        let cpus = ["cortex-a53", "neoverse-v2", "apple-m4", "a64fx", "cortex-r82"];
        let (cpu, features) = match random.below(8) {
            0..3 => ("generic", "+all".to_owned()),
            3 => ("generic", String::new()),
            4 => (random.pick(&cpus), String::new()),
            _ => ("generic", random_features(triple, 3, random)?),
        };
        let dialect = if random.below(4) == 0 { 1 } else { 0 };
        Ok(Setting {
            triple: triple.to_owned(),
            cpu: cpu.to_owned(),
            features,
            dialect,
            is_hexadecimal: random.below(4) == 0,
        })
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        word(disassembler.target.tables(), &[4], random)
    }
}

pub struct RiscV;

impl Codes for RiscV {
    fn name(&self) -> &'static str {
        "riscv"
    }

    fn tests(&self) -> &'static str {
        "RISCV"
    }

    fn default_cpu(&self, triple: &str) -> &'static str {
        if triple.starts_with("riscv64") { "generic-rv64" } else { "generic-rv32" }
    }

    fn recorded_triples(&self) -> &'static [&'static str] {
        &["riscv32", "riscv64"]
    }

    fn object_formats(&self) -> &'static [&'static str] {
        &["riscv", "riscv32", "riscv64"]
    }

    fn object_setting(&self, format: &str) -> Setting {
        let triple = if format.ends_with("32-littleriscv") { "riscv32" } else { "riscv64" };
        Setting {
            triple: triple.to_owned(),
            cpu: self.default_cpu(triple).to_owned(),
            // What programs for Linux are compiled for.
            features: "+m,+a,+f,+d,+c,+zicsr,+zifencei".to_owned(),
            dialect: 0,
            is_hexadecimal: true,
        }
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let (triple, cpu) = random.pick(&[
            ("riscv64", "generic-rv64"),
            ("riscv64", "generic-rv64"),
            ("riscv32", "generic-rv32"),
            ("riscv64be", "generic-rv64"),
            ("riscv32be", "generic-rv32"),
        ]);
        let cpus = ["sifive-p870-d", "spacemit-x60", "xiangshan-kunminghu", "veyron-v1"];
        let (cpu, features) = match random.below(8) {
            0 => (cpu, String::new()),
            1 => (cpu, "+m,+a,+f,+d,+c,+v,+zba,+zbb,+zbs,+zicsr".to_owned()),
            2 if triple.starts_with("riscv64") => (random.pick(&cpus), String::new()),
            // Few and many, since features of vendors hide standard codes.
            3 | 4 => (cpu, random_features(triple, 2, random)?),
            5 | 6 => (cpu, random_features(triple, 8, random)?),
            _ => (cpu, random_features(triple, 40, random)?),
        };
        Ok(Setting {
            triple: triple.to_owned(),
            cpu: cpu.to_owned(),
            features,
            dialect: 0,
            is_hexadecimal: random.below(4) == 0,
        })
    }

    fn code(&self, disassembler: &Disassembler, random: &mut Random) -> Vec<u8> {
        let length = random.pick(&[2, 2, 4, 4, 4, 4, 4, 6]);
        let mut code = word(disassembler.target.tables(), &[length], random);
        // The lowest bits tell the length.
        if code[0] & 0b11 != 0b11 {
            code.truncate(2);
        } else if code.len() == 2 {
            code[0] &= 0xfe;
        } else if code[0] & 0b1_1100 != 0b1_1100 {
            code.truncate(4);
        }
        if let Ok(decoded) = disassembler.target.decode(&disassembler.subtarget, &code, 0) {
            code.truncate(decoded.length_bytes);
        }
        code
    }
}

/// Returns each feature of a triple with a chance of one in `one_in`.
fn random_features(triple: &str, one_in: usize, random: &mut Random) -> Result<String> {
    let target = target::create(Triple::new(triple))?;
    let tables = target.tables();
    let features = tables.features.iter().map(|row| tables.text(row.name));
    // These are modes of the triple, and the first would switch on all others.
    let features =
        features.filter(|name| !["all", "64bit", "32bit", "rvi20u32", "rvi20u64"].contains(name));
    let chosen: Vec<String> =
        features.filter(|_| random.below(one_in) == 0).map(|name| format!("+{name}")).collect();
    Ok(chosen.join(","))
}

/// Returns a word that is random as a whole, or that has the fixed bits of an instruction of the tables, once in a
/// while with one of them changed.
fn word(tables: &Tables<'_>, lengths: &[usize], random: &mut Random) -> Vec<u8> {
    let length = random.pick(lengths);
    let mut code = random.next();
    if random.below(4) > 0 {
        let row = loop {
            let row = &tables.encodings[random.below(tables.encodings.len())];
            if usize::from(row.width_bits) == 8 * length {
                break row;
            }
        };
        code = row.fixed_bits | code & !row.fixed_mask;
        if random.below(8) == 0 {
            code ^= 1 << random.below(8 * length);
        }
    }
    code.to_le_bytes()[..length].to_vec()
}
