//! AArch64.
//!
//! Instructions with effects that tables do not describe run only if they are listed here: new ones are refused until
//! somebody looked at them.

use oxmca::{Inst, Session};
use oxmca_asm::Operand;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::HardwareFacts;
use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Reg, Tables};

use super::{Machine, is_listed};
use crate::decision::{Decision, Value};
use crate::error::{MeasureError, Refusal};
use crate::field::{BitRange, Field};
use crate::job::{FixedPlace, Fixup, Unit};
use crate::registers::aarch64::{FRAME_POINTER, NUM_REGISTERS, STACK_POINTER};

/// The register that calls leave the address of the next instruction in.
const LINK_REGISTER: usize = 30;

/// Pages of their own that names have; further names share them.
pub(crate) const NUM_PAGES: usize = 16;

/// Machines with AArch64.
pub(crate) static AARCH64: Machine = Machine {
    arch: "aarch64",
    register_number,
    refusal,
    decision,
    append_with_distance,
    // Assemblers do not choose forms.
    far_branch: |_, _, _| None,
    unused_register: |session, insts| {
        unused_register(session, insts).map(Some).ok_or(MeasureError::NoUnusedRegister)
    },
    named_addresses: None,
    straight_bytes: || 15_500,
    repeats_straight_code: true,
    // Very few processors have several threads of a core, and it was not seen how many `nop` the widest cores do.
    shares_cores: false,
    // Cores that execute in order are frequent.
    least_nops_per_cycle: 1.0,
};

fn register_number(tables: &Tables<'_>, reg: Reg) -> Option<usize> {
    number_of_name(tables.text(tables.register(reg).name))
}

/// Returns the number of a register by its name; `None` if it is the zero register or not a general purpose register.
fn number_of_name(name: &str) -> Option<usize> {
    match name {
        "SP" | "WSP" => Some(STACK_POINTER),
        "FP" => Some(FRAME_POINTER),
        "LR" => Some(LINK_REGISTER),
        _ => name.strip_prefix(['X', 'W'])?.parse().ok().filter(|it| *it < STACK_POINTER),
    }
}

/// Registers in the order in which one that code does not use is looked for: those that are used most seldom first, none of those
/// that instructions use without naming them.
const RARELY_USED: [usize; 24] =
    [18, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 29, 3];

/// Returns a general purpose register that no instruction uses.
fn unused_register(session: &Session, insts: &[Inst]) -> Option<u8> {
    let tables = session.tables();
    let mut is_used = [false; NUM_REGISTERS];
    for inst in insts {
        let named = inst.operands.iter().filter_map(Operand::reg);
        let implied =
            tables.implicit_uses(inst.opcode).iter().chain(tables.implicit_defs(inst.opcode));
        for reg in named.chain(implied.copied()).filter(|it| it.is_some()) {
            // Some names are of several registers.
            let name = tables.text(tables.register(reg).name);
            name.split('_').filter_map(number_of_name).for_each(|it| is_used[it] = true);
        }
    }
    RARELY_USED.into_iter().find(|it| !is_used[*it]).map(|it| it as u8)
}

/// Mnemonics with effects that tables do not describe, which are harmless all the same. `*` stands for any end.
const HARMLESS: [&str; 74] = [
    "nop", "yield", "csdb", "dgh", "bti", "xpaclri", "pac*", "aut*", "ldra*", "dmb", "dsb", "isb",
    "sb", "clrex", "cfinv", "axflag", "xaflag", "rmif", "setf8", "setf16", "cas*", "swp", "ldadd*",
    "ldclr*", "ldeor*", "ldset*", "ldsmax*", "ldsmin*", "ldumax*", "ldumin*", "stadd*", "stclr*",
    "steor*", "stset*", "stsmax*", "stsmin*", "stumax*", "stumin*", "ldar*", "ldlar*", "ldapur*",
    "ldap1", "ldxr*", "ldxp", "ldaxr*", "ldaxp", "stlr*", "stllr*", "stl1", "stxr*", "stxp",
    "stlxr*", "stlxp", "cpyp*", "cpym*", "cpye*", "cpyf*", "setp*", "setm*", "sete*", "prf*",
    "rprfm", "smov", "subps", "ld1*", "ldnt1*", "ldff1*", "ldnf1*", "st1*", "stnt1*", "rdffr",
    "rdffrs", "wrffr", "setffr",
];

/// Registers of the system that may be read.
const READABLE: [&str; 8] =
    ["nzcv", "fpcr", "fpsr", "cntvct_el0", "cntfrq_el0", "ctr_el0", "dczid_el0", "rndr"];

fn refusal(session: &Session, inst: &Inst) -> Option<Refusal> {
    let flags = session.tables().instruction(inst.opcode).flags;
    let mut text = String::new();
    session.print_inst(inst, &PrintOptions::default(), &mut text);
    let text = text.to_ascii_lowercase();
    let mut words = text.split(|it: char| it.is_ascii_whitespace() || it == ',');
    let mut word = || words.find(|it| !it.is_empty()).unwrap_or_default();
    match word() {
        "mrs" => {
            word();
            match word() {
                it if READABLE.contains(&it) => None,
                it if it.starts_with("tpidr") => Some(Refusal::ThreadMemory),
                _ => Some(Refusal::System),
            }
        }
        "msr" => match word() {
            "nzcv" => None,
            "fpcr" | "fpsr" => Some(Refusal::ChangesProcess),
            it if it.starts_with("tpidr") => Some(Refusal::ThreadMemory),
            _ => Some(Refusal::System),
        },
        "dc" if word() == "zva" => None,
        mnemonic if flags & instr_flag::SIDE_EFFECTS == 0 || is_listed(mnemonic, &HARMLESS) => None,
        _ => Some(Refusal::System),
    }
}

fn decision(session: &Session, inst: &Inst, _facts: &HardwareFacts) -> Option<Decision> {
    let tables = session.tables();
    let opcode = tables.opcode_name(inst.opcode);
    let value = |at: usize| match inst.operands.get(at)? {
        Operand::Imm(number) => Some(Value::Number(*number)),
        Operand::Reg(reg) => match tables.text(tables.register(*reg).name) {
            "XZR" | "WZR" => Some(Value::Number(0)),
            name => number_of_name(name).map(Value::Register),
        },
        Operand::Expr(_) => None,
    };
    let decided_by = |one, other, factor, bits| Some(Decision { one, other, factor, bits });
    let name = opcode.get(..4)?;
    let (operation, rest) = match name {
        "TBZW" | "TBZX" | "TBNZ" => {
            // The bit is the sign of a number that ends with it.
            let Value::Number(bit @ 0..64) = value(1)? else { return None };
            return decided_by(value(0)?, Value::Number(0), 1, bit as u32 + 1);
        }
        "CBZW" | "CBZX" | "CBNZ" => {
            let bits = if opcode.ends_with('W') { 32 } else { 64 };
            return decided_by(value(0)?, Value::Number(0), 1, bits);
        }
        operation => (operation, &opcode[4..]),
    };
    let bits = match rest.get(..1)? {
        "W" => 32,
        "X" => 64,
        _ => return None,
    };
    let shift = || match value(3)? {
        Value::Number(it) => Some(it),
        Value::Register(_) => None,
    };
    // Numbers of more than so many bits are shifted by none.
    let shifted = |by: i64| (0..64).contains(&by).then(|| 1_i64 << by);
    let (one, other, factor) = match &rest[1..] {
        "rr" => (value(1)?, value(2)?, 1),
        "ri" => (value(1)?, value(2)?, shifted(shift()?)?),
        // A shift to the left has the kind 0.
        "rs" => (value(1)?, value(2)?, shifted(Some(shift()?).filter(|it| *it < 64)?)?),
        // Numbers that registers begin with are the same however they are extended.
        "rx" | "rx64" => (value(1)?, value(2)?, shifted(shift()? & 7)?),
        _ => return None,
    };
    match operation {
        "SUBS" => decided_by(one, other, -factor, bits),
        "ADDS" => decided_by(one, other, factor, bits),
        "ANDS" if one == other && factor == 1 => decided_by(one, Value::Number(0), 1, bits),
        _ => None,
    }
}

fn append_with_distance(
    session: &Session,
    inst: &Inst,
    operand: usize,
    place: FixedPlace,
    unit: &mut Unit,
) -> Option<()> {
    let word_with = |distance: i64| {
        let mut inst = inst.clone();
        inst.operands[operand] = Operand::Imm(distance);
        let mut code = Vec::new();
        session.encode(&inst, &mut code).ok()?;
        code.try_into().ok().map(u32::from_le_bytes)
    };
    let (word, other) = (word_with(0)?, word_with(-1)?);
    let field = field(word, word ^ other)?;
    let place = match (field, place) {
        (Field::Bits { unit_log2: PAGE_BYTES_LOG2, .. }, FixedPlace::Constant(number)) => {
            FixedPlace::Page(number % NUM_PAGES as u8)
        }
        _ => place,
    };
    unit.fixups.push(Fixup { offset: unit.code.len() as u32, field, place });
    unit.code.extend(word.to_le_bytes());
    Some(())
}

/// The binary logarithm of the bytes of what instructions take for a page, whatever the system's have.
const PAGE_BYTES_LOG2: u8 = 12;
/// The binary logarithm of the bytes of an instruction.
const INSTRUCTION_BYTES_LOG2: u8 = 2;

/// Returns the field of a distance in an instruction, given the bits that it takes.
fn field(word: u32, bits: u32) -> Option<Field> {
    /// The lower two bits of the distances of `adr` and `adrp`.
    const LOW_OF_ADDRESSES: u32 = 3 << 29;
    /// Set in `adrp` only.
    const IS_PAGE: u32 = 1 << 31;
    let range = |bits: u32| {
        let (first, count) = (bits.trailing_zeros(), bits.count_ones());
        let is_whole = bits.checked_shr(first)?.trailing_ones() == count;
        is_whole.then_some(BitRange { first: first as u8, count: count as u8 })
    };
    if bits & LOW_OF_ADDRESSES == 0 {
        let high = BitRange { first: 0, count: 0 };
        return Some(Field::Bits { low: range(bits)?, high, unit_log2: INSTRUCTION_BYTES_LOG2 });
    }
    let unit_log2 = if word & IS_PAGE == 0 { 0 } else { PAGE_BYTES_LOG2 };
    let high = range(bits & !LOW_OF_ADDRESSES)?;
    Some(Field::Bits { low: range(bits & LOW_OF_ADDRESSES)?, high, unit_log2 })
}

/// Returns whether machine code begins with an instruction of SVE or SME that this machine has not.
#[cfg_attr(
    not(target_arch = "aarch64"),
    allow(dead_code, reason = "tests of the rest run there, too")
)]
pub(crate) fn is_missing_here(code: &[u8]) -> bool {
    let Some(Ok(bytes)) = code.get(..4).map(<[u8; 4]>::try_from) else { return false };
    let word = u32::from_le_bytes(bytes);
    match (word >> 31, word >> 25 & 15) {
        (_, 0b0010) => !has_vectors_of_any_length(),
        (1, 0b0000) => true,
        _ => false,
    }
}

#[cfg(target_arch = "aarch64")]
fn has_vectors_of_any_length() -> bool {
    std::arch::is_aarch64_feature_detected!("sve")
}

#[cfg(not(target_arch = "aarch64"))]
fn has_vectors_of_any_length() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use oxmca::hardware::Delivery;

    use super::*;
    use crate::block::Block;

    fn insts(session: &Session, text: &str) -> Vec<Inst> {
        let code = session.parse(text).unwrap();
        code.first_region().unwrap().instructions().into_owned()
    }

    fn session() -> Session {
        Session::new("aarch64-unknown-linux-gnu", "neoverse-v2", []).unwrap()
    }

    #[test]
    fn what_must_not_run_is_refused() {
        let session = session();
        let of = |text: &str| {
            let insts = insts(&session, text);
            crate::refusal::refusal(&AARCH64, &session, &insts[0], false)
        };
        for text in [
            "add x0, x1, x2",
            "ldr x0, [x1], #8",
            "stp x29, x30, [sp, #-16]!",
            "nop",
            "yield",
            "bti c",
            "paciasp",
            "autiasp",
            "pacia x0, x1",
            "xpaci x0",
            "dmb ish",
            "isb",
            "ldadd x0, x1, [x2]",
            "stadd x0, [x2]",
            "swpal x0, x1, [x2]",
            "casal x0, x1, [x2]",
            "ldaxr x0, [x1]",
            "stlxr w0, x1, [x2]",
            "prfm pldl1keep, [x0]",
            "mrs x0, nzcv",
            "msr nzcv, x0",
            "mrs x0, cntvct_el0",
            "mrs x0, dczid_el0",
            "dc zva, x0",
            "ld1d { z0.d }, p0/z, [x0]",
            "ldff1d { z0.d }, p0/z, [x0]",
            "rdffr p0.b",
            "whilelo p0.d, x0, x1",
            "smov x0, v1.b[3]",
            "fcvtzs x0, d0",
            "adrp x0, name",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
        for text in [
            "wfe",
            "wfi",
            "sev",
            "hint #16",
            "hint #100",
            "dc civac, x0",
            "dc cvau, x0",
            "ic ivau, x0",
            "at s1e0r, x0",
            "tlbi vmalle1",
            "sys #0, c7, c1, #0, x3",
            "sysl x0, #0, c7, c1, #0",
            "mrs x0, midr_el1",
            "mrs x0, pmccntr_el0",
            "msr daifset, #2",
            "msr dit, x0",
            "msr spsel, #0",
        ] {
            assert_eq!(of(text), Some(Refusal::System), "{text}");
        }
        for text in ["msr fpcr, x0", "msr fpsr, x0"] {
            assert_eq!(of(text), Some(Refusal::ChangesProcess), "{text}");
        }
        for text in ["mrs x0, tpidr_el0", "msr tpidr_el0, x0", "mrs x0, tpidrro_el0"] {
            assert_eq!(of(text), Some(Refusal::ThreadMemory), "{text}");
        }
        for text in
            ["ret", "br x0", "blr x1", "bl name", "b.ne 1f\n1:", "cbz x0, 1f\n1:", "braaz x0"]
        {
            assert_eq!(of(text), Some(Refusal::Leaves), "{text}");
        }
        for text in ["svc #0", "hvc #0", "smc #0", "brk #1", "hlt #0", "udf #0", "eret", "dcps1"] {
            assert!(of(text).is_some(), "{text}");
        }
    }

    #[test]
    fn distances_are_found() {
        let session = session();
        let of = |text: &str| {
            let insts = insts(&session, text);
            let block = Block::of_machine(&AARCH64, &session, &insts, Delivery::Loop).unwrap();
            block.unit
        };
        let bits = |low: (u8, u8), high: (u8, u8), unit_log2| {
            let range = |(first, count)| BitRange { first, count };
            Field::Bits { low: range(low), high: range(high), unit_log2 }
        };
        for (text, field, place) in [
            (".L1: add x0, x0, x1\n b .L1", bits((0, 26), (0, 0), 2), FixedPlace::Start),
            (".L1: add x0, x0, x1\n b.ne .L1", bits((5, 19), (0, 0), 2), FixedPlace::Start),
            (".L1: add x0, x0, x1\n cbnz w0, .L1", bits((5, 19), (0, 0), 2), FixedPlace::Start),
            (".L1: add x0, x0, x1\n tbz x0, #40, .L1", bits((5, 14), (0, 0), 2), FixedPlace::Start),
            ("adr x0, name\n nop", bits((29, 2), (5, 19), 0), FixedPlace::Constant(0)),
            ("adrp x0, name\n nop", bits((29, 2), (5, 19), 12), FixedPlace::Page(0)),
            ("ldr d0, name\n nop", bits((5, 19), (0, 0), 2), FixedPlace::Constant(0)),
            ("ldrsw x0, name\n nop", bits((5, 19), (0, 0), 2), FixedPlace::Constant(0)),
        ] {
            let [fixup] = of(text).fixups[..] else { panic!("{text}") };
            assert_eq!((fixup.field, fixup.place), (field, place), "{text}");
            assert_eq!(fixup.offset, if text.starts_with('.') { 4 } else { 0 }, "{text}");
        }
    }

    #[test]
    fn decisions_are_sums_of_registers_and_constants() {
        let session = session();
        let of = |text: &str| {
            let insts = insts(&session, text);
            let inst = insts.last().unwrap();
            decision(&session, inst, &HardwareFacts::default())
        };
        let (register, number) = (Value::Register, Value::Number);
        for (text, one, other, factor, bits) in [
            ("subs x1, x1, #1", register(1), number(1), -1, 64),
            ("cmp x3, #1, lsl #12", register(3), number(1), -4096, 64),
            ("cmp w3, w4", register(3), register(4), -1, 32),
            ("cmp x3, x4, lsl #3", register(3), register(4), -8, 64),
            ("cmp sp, x4", register(31), register(4), -1, 64),
            ("cmp x4, w5, sxtw #2", register(4), register(5), -4, 64),
            ("cmn x3, #8", register(3), number(8), 1, 64),
            ("adds w3, w3, #4", register(3), number(4), 1, 32),
            ("tst w3, w3", register(3), number(0), 1, 32),
            ("negs x3, x4", number(0), register(4), -1, 64),
            (".L1: cbnz x7, .L1", register(7), number(0), 1, 64),
            (".L1: cbz w7, .L1", register(7), number(0), 1, 32),
            (".L1: tbz x7, #40, .L1", register(7), number(0), 1, 41),
            (".L1: tbnz w7, #31, .L1", register(7), number(0), 1, 32),
        ] {
            assert_eq!(of(text), Some(Decision { one, other, factor, bits }), "{text}");
        }
        for text in ["cmp x3, x4, asr #3", "tst x3, x4", "fcmp d0, d1", "ccmp x1, x2, #0, eq"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_register_that_is_not_used_counts() {
        let session = session();
        let of = |text: &str| unused_register(&session, &insts(&session, text));
        assert_eq!(of("add x0, x1, x2"), Some(18));
        assert_eq!(of("add w18, w28, w27"), Some(26));
        assert_eq!(of("casp x18, x19, x26, x27, [x28]"), Some(25));
        let all: String =
            (0..31).map(|it| format!("add x{it}, x{it}, #1\n")).collect::<Vec<_>>().concat();
        assert_eq!(of(&all), None);
        let insts = insts(&session, &all);
        let block = Block::of_machine(&AARCH64, &session, &insts, Delivery::Loop);
        assert_eq!(block.unwrap_err(), MeasureError::NoUnusedRegister);
    }
}
