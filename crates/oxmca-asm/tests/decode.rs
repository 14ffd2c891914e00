//! Decoding without LLVM: recorded codes of all targets, and random ones of targets whose machine code is words.

use std::collections::BTreeSet;

use oxmca_asm::decoder::{DecodeError, Decoded};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Subtarget, Target, target};
use oxmca_tables::Tables;
use oxmca_tables::schema::{Decoding, Encoding};

/// A target and a CPU.
struct Cpu {
    target: Box<dyn Target>,
    subtarget: Subtarget,
}

impl Cpu {
    fn new(triple: &str, cpu: &str, features: &str) -> Self {
        let target = target::create(Triple::new(triple)).unwrap();
        let (subtarget, notices) = Subtarget::resolve(&*target, cpu, features.split(','));
        assert!(notices.is_empty(), "{notices:?}");
        Cpu { subtarget: subtarget.unwrap(), target }
    }

    fn decode(&self, code: &[u8]) -> Result<Decoded, DecodeError> {
        self.target.decode(&self.subtarget, code, 0)
    }

    fn encode(&self, inst: &Inst) -> Vec<u8> {
        let mut code = Vec::new();
        self.target.encode(&self.subtarget, inst, &mut code).unwrap();
        code
    }

    fn print(&self, inst: &Inst, options: &PrintOptions) -> String {
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, inst, options, &mut text);
        text
    }
}

fn bytes(text: &str) -> Vec<u8> {
    text.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// Decodes recorded codes: `target TRIPLE CPU FEATURES`, and below it `BYTE... = TEXT`.
fn check_recorded(recorded: &str) {
    let mut cpu = None;
    let (mut rows, mut differences) = (0, Vec::new());
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        if let Some(words) = line.strip_prefix("target ") {
            let mut words = words.split(' ');
            let mut word = || words.next().unwrap_or_default();
            cpu = Some(Cpu::new(word(), word(), word()));
            continue;
        }
        let (code, expected) = line.split_once(" = ").unwrap();
        let (cpu, code) = (cpu.as_ref().unwrap(), bytes(code));
        rows += 1;
        let text = match cpu.decode(&code) {
            Ok(decoded) if decoded.length_bytes == code.len() => {
                let text = cpu.print(&decoded.inst, &PrintOptions::default());
                let text = text.split(" //").next().unwrap_or_default();
                let mark = match decoded.is_potentially_undefined {
                    true => " (potentially undefined)",
                    false => "",
                };
                text.trim_start().replace('\t', " ") + mark
            }
            Ok(decoded) => format!("{} bytes", decoded.length_bytes),
            Err(_) => "invalid".to_owned(),
        };
        if text != expected {
            differences.push(format!("{line}: {text}"));
        }
    }
    assert!(differences.is_empty(), "{} of {rows}:\n{}", differences.len(), differences.join("\n"));
    assert!(rows > 1000, "{rows} rows");
}

#[test]
fn recorded_codes_of_aarch64() {
    check_recorded(include_str!("decode/aarch64.txt"));
}

#[cfg(feature = "amdgpu")]
#[test]
fn recorded_codes_of_amdgpu() {
    check_recorded(include_str!("decode/amdgpu.txt"));
}

#[cfg(feature = "lanai")]
#[test]
fn recorded_codes_of_lanai() {
    check_recorded(include_str!("decode/lanai.txt"));
}

#[cfg(feature = "mips")]
#[test]
fn recorded_codes_of_mips() {
    check_recorded(include_str!("decode/mips.txt"));
}

#[test]
fn recorded_codes_of_powerpc() {
    check_recorded(include_str!("decode/powerpc.txt"));
}

#[test]
fn recorded_codes_of_riscv() {
    check_recorded(include_str!("decode/riscv.txt"));
}

#[test]
fn recorded_codes_of_x86() {
    check_recorded(include_str!("decode/x86.txt"));
}

/// A small deterministic generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

/// Random codes of each instruction.
const CODES: usize = 20;

/// Features with which a row's condition holds, and whether the registers are narrow.
fn features(tables: &Tables<'_>, row: &Decoding) -> (String, bool) {
    let literals = &tables.feature_literals[row.condition.range()];
    let last = literals.chunk_by(|a, b| a.group == b.group).filter_map(|group| group.last());
    let (mut names, mut is_narrow) = (Vec::new(), false);
    for literal in last {
        let feature = tables.features.iter().find(|feature| feature.bit == literal.bit).unwrap();
        match (tables.text(feature.name), literal.negated) {
            ("64bit", is_negated) => is_narrow = is_negated != 0,
            (name, 0) => names.push(format!("+{name}")),
            _ => {}
        }
    }
    (names.join(","), is_narrow)
}

/// Checks that the index finds the rows that match a code, in their order, and that it leaves few others to try.
fn check_index(tables: &Tables<'_>, code: &[u8]) {
    let width_bits = 8 * code.len() as u16;
    let value = code.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    let matches = |row: &Decoding| value & row.fixed_mask == row.fixed_bits;
    let width_of = |row: &Decoding| tables.encoding(row.opcode).unwrap().width_bits;
    let rows = tables.decodings.iter().enumerate();
    let expected: Vec<usize> = rows
        .filter(|(_, row)| matches(row) && width_of(row) == width_bits)
        .map(|(index, _)| index)
        .collect();
    let candidates = tables.decoding_candidates(width_bits, value);
    let found = candidates.iter().map(|index| usize::from(*index));
    let found: Vec<usize> = found.filter(|index| matches(&tables.decodings[*index])).collect();
    assert_eq!(found, expected, "{code:02x?}");
    assert!(candidates.len() <= 32, "{code:02x?}: {} rows", candidates.len());
}

/// Decodes random codes of every row of a target's decoder, encodes what they are and decodes that again: it must be
/// the same instruction. Gives the names of those that are decoded to another at least once.
fn check_round_trips(cpu_of: impl Fn(&str, bool) -> Cpu, tables: &Tables<'_>) -> BTreeSet<String> {
    let mut random = Random(1);
    let mut others = BTreeSet::new();
    let mut cpu: Option<((String, bool), Cpu)> = None;
    let mut decoded_codes = 0;
    for row in tables.decodings {
        let encoding: &Encoding = tables.encoding(row.opcode).unwrap();
        let wanted = features(tables, row);
        if cpu.as_ref().is_none_or(|(known, _)| *known != wanted) {
            let made = cpu_of(&wanted.0, wanted.1);
            cpu = Some((wanted, made));
        }
        let (_, cpu) = cpu.as_ref().unwrap();
        let length = usize::from(encoding.width_bits / 8);
        let name = tables.opcode_name(row.opcode);
        for _ in 0..CODES {
            let code = row.fixed_bits | random.next() & !row.fixed_mask;
            // Bits that nothing decodes are encoded as zeros.
            let code = &code.to_le_bytes()[..length];
            check_index(tables, code);
            let Ok(first) = cpu.decode(code) else { continue };
            decoded_codes += 1;
            assert_eq!(first.length_bytes, length, "{name}: {code:02x?}");
            // A row before this one matches, or a step of this one refuses the code.
            if first.inst.opcode != row.opcode {
                others.insert(name.to_owned());
            }
            let again = cpu.encode(&first.inst);
            let second = cpu.decode(&again).map(|it| (it.inst, it.length_bytes));
            let first = (first.inst, first.length_bytes);
            assert_eq!(second, Ok(first), "{name}: {code:02x?}, then {again:02x?}");
        }
    }
    assert!(decoded_codes > CODES * tables.decodings.len() / 2, "{decoded_codes} codes");
    others
}

#[test]
fn instructions_of_aarch64_survive() {
    let tables = target::create(Triple::new("aarch64")).unwrap();
    let others = check_round_trips(|_, _| Cpu::new("aarch64", "generic", "+all"), tables.tables());
    let expected = "ADDSXrx ADDWri ADDXri ADDXrx HINT MRS MSR MSRR MSRpstateImm1 MSRpstateImm4 MSRpstatesvcrImm1 \
                    PRFMroW PRFMroX RETABSPPCr SMOVvi16to32 SMOVvi16to64 SMOVvi32to64 SMOVvi8to32 SMOVvi8to64 \
                    SUBSXrx SUBXri SUBXrx UMOVvi16 UMOVvi32 UMOVvi64 UMOVvi8";
    assert_eq!(others, expected.split_whitespace().map(str::to_owned).collect());
}

#[test]
fn instructions_of_riscv_survive() {
    let tables = target::create(Triple::new("riscv64")).unwrap();
    let cpu_of = |features: &str, is_narrow: bool| match is_narrow {
        true => Cpu::new("riscv32", "generic-rv32", features),
        false => Cpu::new("riscv64", "generic-rv64", features),
    };
    let others = check_round_trips(cpu_of, tables.tables());
    let expected = "CM_JALT C_ADD C_JALR C_MV QC_CM_JALT QC_EXTDUR QC_INSBPR QC_INSBR";
    assert_eq!(others, expected.split_whitespace().map(str::to_owned).collect());
}

#[test]
fn ends_and_lengths() {
    let cpu = Cpu::new("riscv64", "generic-rv64", "+c");
    let skip = |code: &[u8]| match cpu.decode(code) {
        Err(DecodeError::Unknown { skip_bytes }) => Some(skip_bytes),
        Err(DecodeError::Truncated { .. }) => None,
        Ok(decoded) => panic!("{decoded:?}"),
    };
    assert_eq!(skip(&[]), None);
    assert_eq!(skip(&[0]), None);
    assert_eq!(skip(&[0x13]), None);
    assert_eq!(skip(&[0x13, 0, 0]), None);
    assert_eq!(skip(&[0x07, 0, 0]), None);
    assert_eq!(skip(&[0x7b, 0, 0, 0]), Some(4));
    assert_eq!(skip(&[0x1f, 0, 0, 0, 0]), None);
    assert_eq!(skip(&[0x1f, 0, 0, 0, 0, 0]), Some(6));
    assert_eq!(skip(&[0x3f, 0, 0, 0, 0, 0, 0, 0]), Some(8));
    assert_eq!(skip(&[0x7f, 0x10, 0, 0, 0, 0, 0, 0, 0, 0]), None);
    assert_eq!(skip(&[&[0x7f, 0x10][..], &[0; 10]].concat()), Some(12));
    assert_eq!(skip(&[0xff, 0xff, 0, 0, 0, 0]), Some(1));
    let cpu = Cpu::new("aarch64_be", "generic", "");
    assert_eq!(cpu.decode(&[0x1f, 0x20, 0x03]), Err(DecodeError::Truncated { skip_bytes: 0 }));
    let nop = cpu.decode(&[0x1f, 0x20, 0x03, 0xd5, 0xff]).unwrap();
    assert_eq!(cpu.print(&nop.inst, &PrintOptions::default()), "\tnop");
    assert_eq!(cpu.decode(&[0xff; 8]), Err(DecodeError::Unknown { skip_bytes: 4 }));
}

#[test]
fn targets_are_shown_as_addresses() {
    let print = |cpu: &Cpu, code: &[u8], address| {
        let decoded = cpu.decode(code).unwrap();
        cpu.print(&decoded.inst, &PrintOptions { address, ..PrintOptions::default() })
    };
    let arm = Cpu::new("aarch64", "generic", "");
    let (branch, page) = ([0xff, 0xff, 0xff, 0x17], [0x00, 0x00, 0x00, 0xb0]);
    assert_eq!(print(&arm, &branch, None), "\tb\t#-4");
    assert_eq!(print(&arm, &branch, Some(0x1000)), "\tb\t0xffc");
    assert_eq!(print(&arm, &page, None), "\tadrp\tx0, #4096");
    assert_eq!(print(&arm, &page, Some(0x1234)), "\tadrp\tx0, 0x2000");
    let narrow = Cpu::new("riscv32", "generic-rv32", "");
    let jump = [0x6f, 0x00, 0x80, 0x00];
    assert_eq!(print(&narrow, &jump, None), "\tj\t8");
    assert_eq!(print(&narrow, &jump, Some(0xffff_fffc)), "\tj\t0x4");
    let wide = Cpu::new("riscv64", "generic-rv64", "");
    assert_eq!(print(&wide, &jump, Some(0xffff_fffc)), "\tj\t0x100000004");
}
