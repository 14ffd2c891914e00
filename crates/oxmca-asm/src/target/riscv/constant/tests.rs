//! Compares sequences with those of llvm-mc 22.1.8, and computes their values.

use super::*;

/// Sections of constants, each under the extensions it was assembled with: `CONSTANT: STEP, STEP`.
const SEQUENCES: &str = include_str!("sequences.txt");

/// Returns the extensions that the name of a section lists.
fn extensions(name: &str) -> Extensions {
    let mut found = Extensions::default();
    for word in name.split('-') {
        match word {
            "rv32" => found.rv64 = false,
            "rv64" => found.rv64 = true,
            "zba" => found.zba = true,
            "zbb" => found.zbb = true,
            "zbkb" => found.zbkb = true,
            "zbs" => found.zbs = true,
            "p" => found.packed = true,
            "xqcili" => found.xqcili = true,
            "xtheadbb" => found.xtheadbb = true,
            "fusion" => found.fuses_lui_addi = true,
            other => panic!("unknown extension {other}"),
        }
    }
    found
}

/// Returns each recorded constant with its extensions and the text of its steps.
fn recorded() -> impl Iterator<Item = (Extensions, i64, &'static str)> {
    let mut section = Extensions::default();
    SEQUENCES.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix("# ") {
            section = extensions(name);
            return None;
        }
        let (value, steps) = line.split_once(": ").unwrap();
        Some((section, value.parse().unwrap(), steps))
    })
}

fn text(steps: &[Step]) -> String {
    let step = |step: &Step| {
        let name = step.operation.opcode_name().to_lowercase().replace('_', ".");
        match step.operation.operands() {
            Operands::Immediate | Operands::SourceImmediate => format!("{name} {}", step.immediate),
            Operands::SourceTwice | Operands::SourceZero => name,
        }
    };
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Returns the value that a sequence leaves in the register.
fn computed(steps: &[Step], extensions: Extensions) -> i64 {
    let mut register = 0_i64;
    for Step { operation, immediate } in steps.iter().copied() {
        let bits = u32::try_from(immediate).unwrap_or(0);
        register = match operation {
            Operation::Lui => sign_extended(immediate << 12, 32),
            Operation::Addi => register.wrapping_add(immediate),
            Operation::Addiw => sign_extended(register.wrapping_add(immediate), 32),
            Operation::Xori => register ^ immediate,
            Operation::Slli => register << bits,
            Operation::Srli => ((register as u64) >> bits) as i64,
            Operation::SlliUw => (register & 0xffff_ffff) << bits,
            Operation::Rori | Operation::ThSrri => register.rotate_right(bits),
            Operation::Bseti => register | 1 << bits,
            Operation::Bclri => register & !(1 << bits),
            Operation::AddUw => register & 0xffff_ffff,
            Operation::Sh1add => register.wrapping_mul(3),
            Operation::Sh2add => register.wrapping_mul(5),
            Operation::Sh3add => register.wrapping_mul(9),
            Operation::Pack => register << 32 | register & 0xffff_ffff,
            Operation::PliB => (immediate & 0xff) * 0x0101_0101_0101_0101,
            Operation::PliH => (immediate & 0xffff).wrapping_mul(0x0001_0001_0001_0001),
            Operation::PliW => (immediate & 0xffff_ffff).wrapping_mul(0x0000_0001_0000_0001),
            Operation::QcLi | Operation::QcELi => immediate,
        };
        if !extensions.rv64 {
            register = sign_extended(register, 32);
        }
    }
    register
}

#[test]
fn sequences_are_those_of_llvm_mc() {
    for (extensions, value, steps) in recorded() {
        assert_eq!(text(&extensions.load(value)), steps, "{value} {extensions:?}");
    }
}

#[test]
fn sequences_compute_the_constant() {
    let all = Extensions {
        rv64: true,
        zba: true,
        zbb: true,
        zbkb: true,
        zbs: true,
        ..Extensions::default()
    };
    for (extensions, value, _) in recorded() {
        assert_eq!(computed(&extensions.load(value), extensions), value, "{extensions:?}");
        let steps = all.load(value);
        assert_eq!(computed(&steps, all), value, "{value}");
        assert!((1..=8).contains(&steps.len()), "{value}");
    }
}
