//! Instructions that must not run.
//!
//! Instructions with effects that tables do not describe run only if they are listed here: new ones are refused until
//! somebody looked at them.

use oxmca::{Inst, Session};
use oxmca_asm::target::ControlFlow;
use oxmca_tables::schema::instr_flag;

use crate::error::Refusal;

/// Mnemonics of x86 with effects that tables do not describe, which are harmless all the same. `*` stands for any end.
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

/// Mnemonics of x86 that are refused although tables describe their effects.
const CHANGES_PROCESS: [&str; 8] =
    ["popf*", "std", "xrstor*", "fldenv*", "frstor*", "fldcw*", "ldmxcsr", "vldmxcsr"];

/// Flags of instructions that go on elsewhere.
const LEAVES: u64 = instr_flag::CALL
    | instr_flag::RETURN
    | instr_flag::BRANCH
    | instr_flag::INDIRECT_BRANCH
    | instr_flag::TRAP;

/// Returns the reason why an instruction must not run, if there is one. `is_own_branch` of a direct branch whose target is
/// replaced.
pub(crate) fn refusal(session: &Session, inst: &Inst, is_own_branch: bool) -> Option<Refusal> {
    let target = session.target();
    let flags = target.tables().instruction(inst.opcode).flags;
    let flow = target.control_flow(inst);
    match flow {
        ControlFlow::Branch | ControlFlow::Jump if is_own_branch => return None,
        _ if flags & LEAVES != 0 => return Some(Refusal::Leaves),
        ControlFlow::Next if flags & instr_flag::TERMINATOR == 0 => {}
        _ => return Some(Refusal::System),
    }
    let mut text = String::new();
    session.print_inst(inst, &oxmca_asm::printer::PrintOptions::default(), &mut text);
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
    let has_effects = flags & instr_flag::SIDE_EFFECTS != 0;
    let is_harmless = match mnemonic.starts_with("fx") {
        true => is_listed(mnemonic, &EXCHANGES),
        false => is_listed(mnemonic, &HARMLESS),
    };
    (has_effects && !is_harmless).then_some(Refusal::System)
}

fn is_listed(mnemonic: &str, list: &[&str]) -> bool {
    list.iter().any(|it| match it.strip_suffix('*') {
        Some(beginning) => mnemonic.starts_with(beginning),
        None => mnemonic == *it,
    })
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
            refusal(&session, &insts[0], false)
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
