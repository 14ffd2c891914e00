//! Machine code of SystemZ without LLVM: recorded codes, and random codes of each row of the decoder that must survive.

use oxmca_asm::decoder::DecodeError;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, Target, target};

const TRIPLE: &str = "s390x-linux-gnu";
/// Random codes of each row.
const CODES: u64 = 20;

fn target_and_cpu(cpu: &str) -> (Box<dyn Target>, Subtarget) {
    let target = target::create(Triple::new(TRIPLE)).unwrap();
    let (subtarget, notices) = Subtarget::resolve(&*target, cpu, []);
    assert!(notices.is_empty(), "{notices:?}");
    (target, subtarget.unwrap())
}

fn bytes(text: &str) -> Vec<u8> {
    text.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn recorded_codes() {
    let mut made = target_and_cpu("generic");
    let (mut rows, mut differences) = (0, Vec::new());
    for line in include_str!("decode/systemz.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(words) = line.strip_prefix("target ") {
            made = target_and_cpu(words.split(' ').nth(1).unwrap());
            continue;
        }
        let (target, subtarget) = &made;
        let (code, expected) = line.split_once(" = ").unwrap();
        let text = match target.decode(subtarget, &bytes(code), 0) {
            Ok(decoded) => {
                let mut text = String::new();
                target.print_inst(subtarget, &decoded.inst, &PrintOptions::default(), &mut text);
                text.trim_start().replace('\t', " ")
            }
            Err(_) => "invalid".to_owned(),
        };
        rows += 1;
        if text != expected {
            differences.push(format!("{line}: {text}"));
        }
    }
    assert!(differences.is_empty(), "{} of {rows}:\n{}", differences.len(), differences.join("\n"));
    assert!(rows > 1000, "{rows} rows");
}

#[test]
fn instructions_survive() {
    let (target, subtarget) = target_and_cpu("z17");
    let tables = target.tables();
    let mut decoded_codes = 0;
    let mut random = 1_u64;
    for row in tables.decodings {
        let length = usize::from(tables.encoding(row.opcode).unwrap().width_bits / 8);
        for _ in 0..CODES {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let code = row.fixed_bits | random >> 16 & !row.fixed_mask;
            let code = code.to_be_bytes();
            let Ok(first) = target.decode(&subtarget, &code[8 - length..], 0) else { continue };
            decoded_codes += 1;
            assert_eq!(first.length_bytes, length);
            let mut again = Vec::new();
            target.encode(&subtarget, &first.inst, &mut again).unwrap();
            let second = target.decode(&subtarget, &again, 0).map(|it| it.inst);
            assert_eq!(second, Ok(first.inst), "{}", tables.opcode_name(row.opcode));
        }
    }
    assert!(decoded_codes > 30_000, "{decoded_codes} codes");
}

#[test]
fn the_first_byte_tells_the_length() {
    let (target, subtarget) = target_and_cpu("z14");
    let decode = |code: &[u8]| target.decode(&subtarget, code, 0).map(|it| it.length_bytes);
    assert_eq!(decode(&[0x07, 0xfe]), Ok(2));
    assert_eq!(decode(&[0xa7, 0xf4, 0, 8]), Ok(4));
    assert_eq!(decode(&[0xc0, 0xe5, 0, 0, 0, 0, 0xff]), Ok(6));
    assert_eq!(decode(&[0x07]), Err(DecodeError::Truncated { skip_bytes: 0 }));
    assert_eq!(decode(&[0xc0, 0xe5, 0]), Err(DecodeError::Truncated { skip_bytes: 3 }));
    assert_eq!(decode(&[0, 0]), Err(DecodeError::Unknown { skip_bytes: 2 }));
}
