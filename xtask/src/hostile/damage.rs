//! Damage to texts and to bytes.

use crate::random::Random;

/// Lines, operands and numbers that programs stumble over.
const HOSTILE: [&str; 40] = [
    ".rept 1000\n.rept 1000\n.endr\n.endr",
    ".rept 70000\nnop\n.endr",
    ".macro m\nm\nm\n.endm\nm",
    ".irpc x,0123456789\n.rept \\x\\x\\x\nnop\n.endr\n.endr",
    "# LLVM-MCA-BEGIN",
    "# LLVM-MCA-BEGIN a",
    "# LLVM-MCA-END",
    "# LLVM-MCA-END a",
    "# LLVM-MCA-LATENCY 4294967295",
    "s0=s1+s1\ns1=s2+s2\ns2=s3+s3\ns3=s0+1\nmovl $s0, %eax",
    ".set x, y\n.set y, x\n.long x",
    ".if 1\n.if 0\n.else",
    ".fill 4294967295, 8, 1",
    ".zero 18446744073709551615",
    ".p2align 31",
    ".org 4294967295",
    ".skip -1",
    ".section a,\"axG\",@progbits,b,comdat",
    ".pushsection .text\n.popsection\n.popsection",
    ".cfi_startproc\n.cfi_startproc",
    ".intel_syntax noprefix",
    ".att_syntax",
    ".code16",
    ".code32",
    ".code64",
    ".altmacro",
    ".macro p a:vararg\n\\a\n.endm\np nop;nop",
    "1: jmp 1b\njmp 1f",
    "movl $(((((((((1))))))))), %eax",
    "movl $0x123456789abcdef0123456789, %eax",
    "vaddps (%rax,%rbx,8){1to16}, %zmm0, %zmm1{%k1}{z}",
    "lock; rep; movsb",
    "{evex} {vex} addl %eax, %ebx",
    ".byte '\\",
    ".ascii \"\\400\\x\"",
    "/* nop",
    "\"",
    "call *%rax\nret",
    "nop # LLVM-MCA-BEGIN b",
    ".print \"x\"",
];

/// Numbers at the ends of types.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "0x7fffffffffffffff",
];

/// Damages a text. `other` lends lines.
pub fn text(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let others: Vec<&[u8]> = other.split(|byte| *byte == b'\n').collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(lines.len());
        match random.below(10) {
            0 => lines.insert(at, random.pick(&HOSTILE).into()),
            1 => lines.insert(at, random.pick(&others).to_vec()),
            2 => lines[at] = with_number(random, &lines[at]),
            3 => {
                let line = lines[at].clone();
                lines[at] = [line.as_slice(), b"\n"].concat().repeat(1 + random.below(2000));
            }
            4 if lines.len() > 1 => drop(lines.remove(at)),
            5 => {
                let with = random.below(lines.len());
                lines.swap(at, with);
            }
            6 => {
                let count = random.pick(&["3", "100", "5000", "4294967296"]);
                lines.insert(at, format!(".rept {count}").into());
                let end = at + 1 + random.below(lines.len() - at);
                lines.insert(end, b".endr".to_vec());
            }
            7 => {
                let len = random.below(lines[at].len() + 1);
                lines[at].truncate(len);
            }
            _ => lines[at] = bytes(random, &lines[at]),
        }
        if lines.is_empty() {
            lines.push(Vec::new());
        }
    }
    lines.join(&b'\n')
}

/// Puts another number in the place of one.
fn with_number(random: &mut Random, line: &[u8]) -> Vec<u8> {
    let Some(start) = line.iter().position(u8::is_ascii_digit) else { return line.to_vec() };
    let len = line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = random.pick(&NUMBERS).as_bytes();
    [&line[..start], number, &line[start + len..]].concat()
}

/// Damages a few bytes.
pub fn bytes(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.insert(at, random.next() as u8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 => {
                let byte = random.pick(b"$%(),:.\\\"'@#{}[]+-*0\xff");
                bytes.insert(at, byte);
            }
            _ if at < bytes.len() => bytes[at] = random.next() as u8,
            _ => {}
        }
    }
    bytes
}

/// Damages numbers within bytes that have no text, whose length stays.
pub fn words(random: &mut Random, bytes: &[u8], from: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() <= from + 8 {
        return bytes;
    }
    for _ in 0..1 + random.below(4) {
        let at = from + random.below(bytes.len() - from - 8);
        match random.below(4) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
            2 => bytes[at..at + 4].copy_from_slice(&(random.next() as u32).to_le_bytes()),
            _ => {
                let value = random.pick(&[0, 1, u64::MAX, 1 << 31, 1 << 32, 1 << 63, 0xffff]);
                bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
    bytes
}

/// Returns bytes a part of which is another part of them.
pub fn moved(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut moved = bytes.to_vec();
    let len = 1 + random.below(bytes.len().min(64));
    let (from, to) = (random.below(bytes.len() - len + 1), random.below(bytes.len() - len + 1));
    moved.copy_within(from..from + len, to);
    moved
}

/// Damages single bytes: numbers of compact formats mostly have one.
pub fn numbers(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..1 + random.below(4) / 2 * random.below(3) {
        let at = random.below(damaged.len());
        damaged[at] = match random.below(4) {
            0 => random.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            1 => damaged[at].wrapping_add(1),
            2 => damaged[at] ^ 1 << random.below(8),
            _ => random.next() as u8,
        };
    }
    damaged
}
