//! Decoding is the inverse of encoding. The codes are the recorded ones of `tests/encode`, and codes of every
//! opcode of every map with random prefixes and operands.

use std::collections::BTreeSet;

use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Decoded, Inst, Operand, Options, Sources, Subtarget, Target, parse, target};
use oxmca_tables::schema::operand_flag;
use oxmca_tables::{Opcode, RegClassId, Tables};
use oxmca_testing::machine_code::{Rows, hex};
use oxmca_testing::trials;

/// A target and the CPU that is decoded for.
struct Machine {
    target: Box<dyn Target>,
    subtarget: Subtarget,
}

impl Machine {
    fn new(triple: &str, features: &str) -> Machine {
        let target = target::create(Triple::new(triple)).expect("a target");
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", features.split(','));
        Machine { subtarget: subtarget.expect("a CPU"), target }
    }

    fn text(&self, inst: &Inst, dialect: u8) -> String {
        let options = PrintOptions { dialect, ..PrintOptions::default() };
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, inst, &options, &mut text);
        text
    }

    fn encode(&self, inst: &Inst) -> Vec<u8> {
        let mut code = Vec::new();
        let _ = self.target.encode(&self.subtarget, inst, &mut code);
        code
    }

    /// The instruction that a code is. LLVM's disassembler looks at bytes after some instructions.
    fn decode_padded(&self, code: &[u8]) -> Option<Inst> {
        let padded: Vec<u8> = code.iter().copied().chain([0x90; 2]).collect();
        let decoded = self.target.decode(&self.subtarget, &padded, 0).ok()?;
        (decoded.length_bytes == code.len()).then_some(decoded.inst)
    }
}

/// Words that are instructions of their own to the decoder, or ask for a code that is not the shortest.
const PREFIX_WORDS: [&str; 8] =
    ["lock", "notrack", "xacquire", "xrelease", "addr32", "cs", "ds", "{"];

#[test]
fn recorded_codes_survive_decoding() {
    let folder = trials::folder("crates/oxmca-asm/tests/encode");
    let mut rows = 0;
    let mut wrong = Vec::new();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let file = Rows::parse(&std::fs::read_to_string(&path).expect("a text")).expect("rows");
        // In 16-bit mode LLVM's disassembler does not know all that its assembler writes.
        if file.triple.starts_with("riscv") || file.triple.ends_with("code16") {
            continue;
        }
        let machine = Machine::new(&file.triple, &file.features);
        for row in &file.rows {
            let sources = Sources::new("row", row.text.as_bytes()).expect("a short text");
            let parsed = parse(&sources, &*machine.target, machine.subtarget, &Options::default());
            let [inst] = &parsed.insts[..] else { continue };
            let has_symbol = inst.operands.iter().any(|it| matches!(it, Operand::Expr(_)));
            let code = machine.encode(inst);
            // LLVM's assembler does not scale displacements of 16-bit addresses, and its disassembler does.
            let is_unscaled = code.starts_with(&[0x67, 0x62]) && file.triple.starts_with("i");
            if has_symbol
                || is_unscaled
                || PREFIX_WORDS.iter().any(|word| row.text.starts_with(word))
            {
                continue;
            }
            rows += 1;
            let again = machine.decode_padded(&code).map(|inst| machine.encode(&inst));
            if again.as_ref() != Some(&code) {
                let again = again.map(|code| hex(&code));
                wrong.push(format!("{}: {} {}: {again:?}", path.display(), row.text, row.bytes));
            }
        }
    }
    assert!(rows > 400, "{rows} rows");
    assert!(wrong.is_empty(), "{} of {rows}\n{}", wrong.len(), wrong.join("\n"));
}

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn byte(&mut self) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
    }

    fn one_of(&mut self, bytes: &[u8]) -> u8 {
        bytes[usize::from(self.byte()) % bytes.len()]
    }
}

/// The prefixes of a code, of a kind below [`KINDS`]. The bits of `choices` decide which instructions there can be.
fn prefixes(random: &mut Random, kind: u8, choices: u8, is_64_bit: bool) -> Vec<u8> {
    let mut code = Vec::new();
    if kind < 6 {
        match random.byte() % 8 {
            0 => code.push(0x66),
            1 => code.push(0xf2),
            2 => code.push(0xf3),
            3 => code.extend([0x66, random.one_of(&[0xf2, 0xf3])]),
            _ => {}
        }
        if random.byte().is_multiple_of(8) {
            code.insert(0, 0x67);
        }
        if is_64_bit && random.byte().is_multiple_of(2) {
            code.push(0x40 | random.byte() & 0xf);
        }
    }
    // Inverted registers are ones where there is none.
    let inverted = if is_64_bit { random.byte() | random.one_of(&[0, 0x80, 0xc0]) } else { 0xe0 };
    let vvvv = random.byte() & 0x78;
    let vvvv = random.one_of(&[0x78, 0x78, vvvv]);
    let (low, high) = (choices, choices >> 3);
    // W, the length and the mandatory prefix of VEX.
    let fields = (high & 1) << 7 | low & 7 | vvvv;
    match kind {
        0 => {}
        1 => code.push(0x0f),
        2 => code.extend([0x0f, 0x38]),
        3 => code.extend([0x0f, 0x3a]),
        4 if is_64_bit => code.extend([0xd5, random.byte()]),
        5 if is_64_bit => code.extend([0xd5, random.byte() & 0x7f]),
        6..=11 => {
            let map = [1, 2, 3, 5, 6, 7][usize::from(kind - 6)];
            code.extend([0xc4, inverted & 0xe0 | map, fields]);
        }
        12..=14 => code.extend([0x8f, inverted & 0xe0 | (kind - 4), fields]),
        FIRST_EVEX..=21 => {
            let map = kind - 14;
            let base_16 = if is_64_bit && random.byte().is_multiple_of(8) { 8 } else { 0 };
            let not_u = if random.byte().is_multiple_of(4) { 0 } else { 4 };
            // Zeroing, length, broadcast, V' and the mask.
            let mask = if high & 1 == 0 { 0 } else { random.one_of(&[1, 4, 4, 7]) };
            let last = (high & 2) << 6 | (high & 0xc) << 3 | high & 0x10 | mask;
            let last = last | random.one_of(&[8, 8, 8, 0]);
            let registers = inverted & 0xe0 | random.one_of(&[0x10, 0x10, 0]);
            let second = (low & 4) << 5 | low & 3 | vvvv | not_u;
            code.extend([0x62, registers | base_16 | map, second, last]);
        }
        _ => {}
    }
    code
}

const KINDS: u8 = 22;
const FIRST_EVEX: u8 = 15;

/// Returns whether an instruction has registers only that its description allows. Prefixes can make others.
fn has_registers_of_its_classes(tables: &Tables<'_>, inst: &Inst) -> bool {
    let described = tables.operands(inst.opcode);
    described.iter().zip(&inst.operands).all(|(described, operand)| {
        let by_mode = described.flags & operand_flag::LOOKUP_BY_HW_MODE != 0;
        let class = u16::try_from(described.reg_class).ok().filter(|_| !by_mode);
        match (class, operand) {
            (Some(class), Operand::Reg(reg)) => {
                !reg.is_some() || tables.class_contains(RegClassId(class), *reg)
            }
            _ => true,
        }
    })
}

/// Returns whether LLVM's disassembler knows a code that its encoder may write.
fn is_known_to_llvm(is_16_bit: bool, kind: u8, name: &str, code: &[u8]) -> bool {
    const FIRST_XOP: u8 = 12;
    // In 16-bit mode, immediates of XOP have another size, displacements of EVEX another scale, and addresses of
    // `enqcmd` too.
    !(is_16_bit && (kind >= FIRST_XOP || name.starts_with("ENQCMD")))
        // `66` is no part of an opcode that REX2 begins.
        && !code.windows(2).any(|bytes| bytes == [0x66, 0xd5])
        // The exchange of a register with itself is `nop`.
        && name != "XCHG64ar"
}

#[test]
fn every_instruction_survives_encoding() {
    let mut seen = BTreeSet::new();
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for triple in ["x86_64", "i386", "i386-unknown-unknown-code16"] {
        let machine = Machine::new(triple, "");
        let is_16_bit = triple.ends_with("code16");
        let tables = machine.target.tables();
        known.extend(tables.modrm_opcodes.iter().filter(|opcode| opcode.0 != 0));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for kind in 0..KINDS {
            let is_64_bit = triple == "x86_64";
            let rounds = match (is_64_bit, kind >= FIRST_EVEX) {
                (true, true) => 1 << 20,
                (true, false) => 1 << 18,
                (false, _) => 1 << 16,
            };
            for round in 0_u32..rounds {
                let choices = if kind >= FIRST_EVEX { (round >> 12) as u8 } else { random.byte() };
                let mut code = prefixes(&mut random, kind, choices, is_64_bit);
                let modrm = if kind < FIRST_EVEX {
                    (round >> 8) as u8
                } else {
                    let mode = if round >> 8 & 8 == 0 { random.byte() & 0x80 } else { 0xc0 };
                    let rm = random.byte();
                    // A vector as index is in a SIB byte.
                    let rm = random.one_of(&[4, rm & 7, rm & 7]);
                    mode | ((round >> 8 & 7) as u8) << 3 | rm
                };
                code.extend([round as u8, modrm]);
                code.extend((0..14).map(|_| random.byte()));
                let decoded = machine.target.decode(&machine.subtarget, &code, 0);
                let Ok(Decoded { inst, .. }) = decoded else { continue };
                seen.insert(inst.opcode);
                let name = tables.opcode_name(inst.opcode);
                let code = machine.encode(&inst);
                let is_prefixed = inst.flags != 0 || name.ends_with("_PREFIX");
                if is_prefixed
                    || !has_registers_of_its_classes(tables, &inst)
                    || !is_known_to_llvm(is_16_bit, kind, name, &code)
                {
                    continue;
                }
                let again = machine.decode_padded(&code);
                if again.as_ref().map(|inst| machine.encode(inst)).as_ref() != Some(&code) {
                    let again = again.map(|inst| machine.text(&inst, 0));
                    let text = machine.text(&inst, 0);
                    wrong.push(format!("{triple} {name} {}:{text}: {again:?}", hex(&code)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    let tables = Machine::new("x86_64", "");
    let name = |opcode: &Opcode| tables.target.tables().opcode_name(*opcode).to_owned();
    let missing: Vec<String> = known.difference(&seen).map(name).collect();
    // Some have one code in millions.
    assert!(missing.len() * 100 < known.len(), "{} of {}: {missing:?}", missing.len(), known.len());
}
