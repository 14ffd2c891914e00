//! x86-64.
//!
//! Instructions with effects that tables do not describe run only if they are listed here: new ones are refused until
//! somebody looked at them.

use oxmca::{Inst, Session};
use oxmca_asm::Operand;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::HardwareFacts;
use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Reg, Tables};

use super::{FarBranch, Machine, is_listed};
use crate::decision::{Decision, Value};
use crate::error::Refusal;
use crate::field::Field;
use crate::job::{FixedPlace, Fixup, Unit};
use crate::registers::x86_64::NUM_REGISTERS;

/// Machines with x86-64.
pub(crate) static X86_64: Machine = Machine {
    arch: "x86_64",
    register_number,
    refusal,
    decision,
    append_with_distance,
    far_branch,
    unused_register: |_, _| Ok(None),
    named_addresses: Some(0x0800_0000),
    straight_bytes,
    repeats_straight_code: false,
    shares_cores: true,
    // Cores with fewer execute in order.
    least_nops_per_cycle: 3.0,
};

/// Returns the bytes of straight code. Micro-op caches of Intel do not hold what comes after the `nop`s before it, however short it
/// is, so that both programs can be well within 32 KiB of instructions, some of which others use (measured on Emerald Rapids: with
/// 15 and 31 kB `nop` of four bytes take three quarters longer, with 9 and 18 kB one block in five a sixth). Those of AMD hold less
/// than 15 kB.
fn straight_bytes() -> usize {
    if is_of_intel() { 5_000 } else { 15_500 }
}

#[cfg(target_arch = "x86_64")]
fn is_of_intel() -> bool {
    let vendor = raw_cpuid::CpuId::new().get_vendor_info();
    vendor.is_some_and(|it| it.as_str() == "GenuineIntel")
}

#[cfg(not(target_arch = "x86_64"))]
fn is_of_intel() -> bool {
    false
}

fn register_number(tables: &Tables<'_>, reg: Reg) -> Option<usize> {
    let number = usize::from(tables.register(reg).encoding);
    (number < NUM_REGISTERS).then_some(number)
}

/// Mnemonics with effects that tables do not describe, which are harmless all the same. `*` stands for any end.
const HARMLESS: [&str; 50] = [
    "f*",
    "lfence",
    "mfence",
    "sfence",
    "pause",
    "clc",
    "cld",
    "cmc",
    "stc",
    "cpuid",
    "rdtsc*",
    "rdrand*",
    "rdseed*",
    "emms",
    "prefetch*",
    "bt*",
    "lods*",
    "stos*",
    "movs*",
    "scas*",
    "cmps*",
    "rep*",
    "cmpxchg*",
    "leave*",
    "enter*",
    "endbr*",
    "vzero*",
    "xadd*",
    "lahf",
    "divb",
    "divw",
    "divl",
    "divq",
    "idiv*",
    "movq",
    "movd",
    "movq2dq",
    "movdq2q",
    "movnt*",
    "maskmov*",
    "vmaskmov*",
    "vpcompress*",
    "vcompress*",
    "vpexpand*",
    "vexpand*",
    "vgatherpf*",
    "vcom*",
    "vucom*",
    "vmovw",
    "wait",
];

/// The same, whose names begin as those of instructions that load or store whole states.
const EXCHANGES: [&str; 3] = ["fxch", "fxam", "fxtract"];

/// Mnemonics that are refused although tables describe their effects.
const CHANGES_PROCESS: [&str; 8] =
    ["popf*", "std", "xrstor*", "fldenv*", "frstor*", "fldcw*", "ldmxcsr", "vldmxcsr"];

fn refusal(session: &Session, inst: &Inst) -> Option<Refusal> {
    let mut text = String::new();
    session.print_inst(inst, &PrintOptions::default(), &mut text);
    if text.contains("%fs") || text.contains("%gs") {
        return Some(Refusal::ThreadMemory);
    }
    if text.contains("%cr") || text.contains("%dr") {
        return Some(Refusal::System);
    }
    let mut words = text.split_ascii_whitespace().filter(|it| *it != "lock");
    let mnemonic = words.next().unwrap_or_default();
    if is_listed(mnemonic, &CHANGES_PROCESS) {
        return Some(Refusal::ChangesProcess);
    }
    let flags = session.tables().instruction(inst.opcode).flags;
    let has_effects = flags & instr_flag::SIDE_EFFECTS != 0;
    let is_harmless = match mnemonic.starts_with("fx") {
        true => is_listed(mnemonic, &EXCHANGES),
        false => is_listed(mnemonic, &HARMLESS),
    };
    (has_effects && !is_harmless).then_some(Refusal::System)
}

fn decision(session: &Session, inst: &Inst, facts: &HardwareFacts) -> Option<Decision> {
    if !facts.addresses.is_empty() {
        return None;
    }
    let mut text = String::new();
    session.print_inst(inst, &PrintOptions::default(), &mut text);
    let mnemonic = text.split_ascii_whitespace().next()?;
    let name = mnemonic.trim_end_matches(['b', 'w', 'l', 'q']);
    let tables = session.tables();
    let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
    let opcode = tables.opcode_name(inst.opcode);
    let bits = [64, 32, 16, 8].into_iter().find(|it| opcode.contains(&it.to_string()))?;
    let mut values = inst.operands.iter().skip(num_defs).map(|operand| match operand {
        Operand::Imm(number) => Some(Value::Number(*number)),
        Operand::Reg(reg) => {
            // Upper halves of 16 bits have the numbers of other registers.
            let name = tables.text(tables.register(*reg).name).to_ascii_lowercase();
            let is_upper = ["ah", "bh", "ch", "dh"].contains(&&*name);
            register_number(tables, *reg).filter(|_| !is_upper).map(Value::Register)
        }
        Operand::Expr(_) => None,
    });
    let (one, other) = match (values.next()??, values.next().flatten()) {
        // The short code for the accumulator names a constant only.
        (constant @ Value::Number(_), None) => (Value::Register(0), Some(constant)),
        values => values,
    };
    let (other, factor) = match (name, other) {
        ("cmp" | "su" | "sub", Some(other)) => (other, -1),
        ("add" | "ad", Some(other)) => (other, 1),
        ("test", Some(other)) if other == one => (Value::Number(0), 1),
        ("dec", None) => (Value::Number(1), -1),
        ("inc", None) => (Value::Number(1), 1),
        _ => return None,
    };
    Some(Decision { one, other, factor, bits })
}

fn append_with_distance(
    session: &Session,
    inst: &Inst,
    operand: usize,
    place: FixedPlace,
    unit: &mut Unit,
) -> Option<()> {
    let code_with = |distance: i64| {
        let mut inst = inst.clone();
        inst.operands[operand] = Operand::Imm(distance);
        let mut code = Vec::new();
        session.encode(&inst, &mut code).ok().map(|()| code)
    };
    let (one, two) = (code_with(0x1111_1111).or_else(|| code_with(0x11))?, code_with(0x22)?);
    // Of data, the bytes that differ are those of the distance; branches end with theirs, which only linkers know.
    let (first, width) = match one.iter().zip(&two).position(|(one, two)| one != two) {
        Some(first) => (first, 4),
        None if one.len() == SHORT_BRANCH_BYTES => (one.len() - 1, 1),
        None => (one.len().checked_sub(4)?, 4),
    };
    let to_next_bytes = u8::try_from(one.len().checked_sub(first + usize::from(width))?).ok()?;
    unit.fixups.push(Fixup {
        offset: (unit.code.len() + first) as u32,
        field: Field::Bytes { width, to_next_bytes },
        place,
    });
    unit.code.extend(one);
    Some(())
}

/// Bytes back from its end that a short branch reaches.
const SHORT_REACH_BYTES: usize = 128;
/// Bytes of a branch whose distance has one byte.
const SHORT_BRANCH_BYTES: usize = 2;

/// Returns the near form of a short branch: of one to the beginning only if that is out of reach.
fn far_branch(fixup: &Fixup, opcode: u8, back_bytes: usize) -> Option<FarBranch> {
    let Field::Bytes { width: 1, to_next_bytes } = fixup.field else { return None };
    let is_meant = match fixup.place {
        FixedPlace::Start => back_bytes + 1 > SHORT_REACH_BYTES,
        FixedPlace::Exit => true,
        FixedPlace::Next | FixedPlace::Constant(_) | FixedPlace::Page(_) => false,
    };
    let opcode = match opcode {
        0x70..=0x7f => vec![0x0f, opcode + 0x10], // jcc
        0xeb => vec![0xe9],                       // jmp
        _ => return None,
    };
    is_meant.then_some(FarBranch { opcode, field: Field::Bytes { width: 4, to_next_bytes } })
}

/// Returns whether machine code begins as only instructions do that this machine has not: those with the prefix of AVX-512
/// and APX, and with the prefix of APX.
#[cfg_attr(target_arch = "aarch64", allow(dead_code, reason = "tests of the rest run there, too"))]
pub(crate) fn is_missing_here(code: &[u8]) -> bool {
    const EVEX: u8 = 0x62;
    const REX2: u8 = 0xd5;
    match code.iter().find(|it| !LEGACY_PREFIXES.contains(it)) {
        Some(&EVEX) => !has_avx512(),
        Some(&REX2) => true,
        _ => false,
    }
}

const LEGACY_PREFIXES: [u8; 4] = [0x66, 0x67, 0xf2, 0xf3];

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_not_run_is_refused() {
        let session = Session::new("x86_64-unknown-unknown", "znver3", []).unwrap();
        let of = |text: &str| {
            let code = session.parse(text).unwrap();
            let insts = code.first_region().unwrap().instructions().into_owned();
            crate::refusal::refusal(&X86_64, &session, &insts[0], false)
        };
        for text in ["addq %rax, %rbx", "lfence", "cpuid", "rep movsb", "lock incl (%rax)"] {
            assert_eq!(of(text), None, "{text}");
        }
        for text in ["fsqrt", "vzeroupper", "btsq %rax, (%rbx)", "xchgq %rax, (%rbx)", "popq %rax"]
        {
            assert_eq!(of(text), None, "{text}");
        }
        for text in ["syscall", "int $0x80", "hlt", "inb $1, %al", "rdmsr", "wrpkru", "int3"] {
            assert_eq!(of(text), Some(Refusal::System), "{text}");
        }
        for text in ["sysenter", "xgetbv", "wrgsbase %rax", "monitorx", "swapgs", "clzero"] {
            assert_eq!(of(text), Some(Refusal::System), "{text}");
        }
        for text in ["movq %rax, %cr0", "movq %cr3, %rax", "movq %rax, %dr7"] {
            assert_eq!(of(text), Some(Refusal::System), "{text}");
        }
        for text in ["popfq", "std", "ldmxcsr (%rax)"] {
            assert_eq!(of(text), Some(Refusal::ChangesProcess), "{text}");
        }
        for text in ["ret", "call *%rax", "jmp *%rax", "jne 1f\n1:", "ud2"] {
            assert_eq!(of(text), Some(Refusal::Leaves), "{text}");
        }
        assert_eq!(of("movq %fs:40, %rax"), Some(Refusal::ThreadMemory));
    }
}
