//! Machine code of Arm's 32-bit architecture without LLVM: recorded codes, which are decoded one after the other as they
//! were recorded, and encoded again.

use std::collections::BTreeMap;

use oxmca_asm::decoder::{DecodeContext, DecodeError, InstructionSet};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, Target, target};

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
}

fn bytes(text: &str) -> Vec<u8> {
    text.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// Returns the text of an instruction as recorded codes have it.
fn text(cpu: &Cpu, code: &[u8], context: &mut DecodeContext) -> String {
    let decoded = match cpu.target.decode_in(&cpu.subtarget, code, 0, context) {
        Ok(decoded) if decoded.length_bytes == code.len() => decoded,
        Ok(decoded) => return format!("{} bytes", decoded.length_bytes),
        Err(_) => return "invalid".to_owned(),
    };
    let mut text = String::new();
    let options = PrintOptions::default();
    cpu.target.print_inst(&cpu.subtarget, &decoded.inst, &options, &mut text);
    let mark = if decoded.is_potentially_undefined { " (potentially undefined)" } else { "" };
    text.trim().replace('\t', " ") + mark
}

#[test]
fn recorded_codes() {
    let mut cpu = None;
    let mut context = DecodeContext::default();
    let (mut rows, mut differences) = (0, Vec::new());
    for line in include_str!("decode/arm.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(words) = line.strip_prefix("target ") {
            let mut words = words.split(' ');
            let mut word = || words.next().unwrap_or_default();
            cpu = Some(Cpu::new(word(), word(), word()));
            context = DecodeContext::default();
            continue;
        }
        let (code, expected) = line.split_once(" = ").unwrap();
        rows += 1;
        let text = text(cpu.as_ref().unwrap(), &bytes(code), &mut context);
        if text != expected {
            differences.push(format!("{line}: {text}"));
        }
    }
    assert!(differences.is_empty(), "{} of {rows}:\n{}", differences.len(), differences.join("\n"));
    assert!(rows > 4000, "{rows} rows");
}

/// Codes that mean the same instruction as others, of which the encoder writes another one: bits that processors ignore.
const MOST_OTHER_CODES: usize = 48;

#[test]
fn decoded_codes_encode_to_themselves() {
    let mut cpu = None;
    let (mut rows, mut others, mut wrong) = (0, BTreeMap::new(), Vec::new());
    for line in include_str!("decode/arm.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(words) = line.strip_prefix("target ") {
            let mut words = words.split(' ');
            let mut word = || words.next().unwrap_or_default();
            cpu = Some(Cpu::new(word(), word(), word()));
            continue;
        }
        let code = bytes(line.split_once(" = ").unwrap().0);
        let cpu = cpu.as_ref().unwrap();
        let Ok(decoded) = cpu.target.decode(&cpu.subtarget, &code, 0) else { continue };
        if decoded.is_potentially_undefined || decoded.length_bytes != code.len() {
            continue;
        }
        let name = cpu.target.tables().opcode_name(decoded.inst.opcode);
        let mut encoded = Vec::new();
        rows += 1;
        if cpu.target.encode(&cpu.subtarget, &decoded.inst, &mut encoded).is_err() {
            wrong.push(format!("{line}: {name} is not encoded"));
        } else if encoded != code {
            others.insert(name.to_owned(), line);
            // At least it is the same instruction.
            let again = cpu.target.decode(&cpu.subtarget, &encoded, 0);
            if again.is_ok_and(|again| again.inst != decoded.inst) {
                wrong.push(format!("{line}: {name} becomes {encoded:02x?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows > 3000, "{rows} rows");
    assert!(others.len() < MOST_OTHER_CODES, "{} of {rows}: {others:#?}", others.len());
}

#[test]
fn the_context_chooses_the_instruction_set_and_has_conditions() {
    let cpu = Cpu::new("armv7a", "cortex-a9", "");
    let decode = |code: &[u8], context: &mut DecodeContext| text(&cpu, code, context);
    let mut thumb = DecodeContext::of(InstructionSet::Other(1));
    assert_eq!(
        decode(&[0x70, 0x47, 0, 0], &mut DecodeContext::of(InstructionSet::Other(1))),
        "2 bytes"
    );
    assert_eq!(decode(&[0x04, 0xbf], &mut thumb), "itt eq");
    assert_eq!(decode(&[0x01, 0x20], &mut thumb), "moveq r0, #1");
    assert_eq!(decode(&[0x70, 0x47], &mut thumb), "bxeq lr");
    assert_eq!(decode(&[0x01, 0x20], &mut thumb), "movs r0, #1");
    let mut arm = DecodeContext::default();
    assert_eq!(decode(&[0x1e, 0xff, 0x2f, 0xe1], &mut arm), "bx lr");
    let truncated = |code: &[u8]| cpu.target.decode(&cpu.subtarget, code, 0);
    assert_eq!(truncated(&[0x1e, 0xff, 0x2f]), Err(DecodeError::Truncated { skip_bytes: 0 }));
}

#[test]
fn big_endian_code_has_its_highest_byte_first() {
    for (triple, code) in [
        ("armebv7", [0xe1, 0x2f, 0xff, 0x1e].as_slice()),
        ("armv7", &[0x1e, 0xff, 0x2f, 0xe1]),
        ("thumbebv7", &[0xf3, 0xaf, 0x80, 0x00]),
        ("thumbv7", &[0xaf, 0xf3, 0x00, 0x80]),
    ] {
        let big = if triple.contains("eb") { "+big-endian-instructions" } else { "" };
        let cpu = Cpu::new(triple, "cortex-a9", big);
        let decoded = cpu.target.decode(&cpu.subtarget, code, 0).unwrap();
        let mut encoded = Vec::new();
        cpu.target.encode(&cpu.subtarget, &decoded.inst, &mut encoded).unwrap();
        assert_eq!(encoded, code, "{triple}");
    }
}
