//! Instructions of which LLVM's decoder makes another form than its parser.

use std::collections::BTreeSet;

use anyhow::Context;
use oxmca_asm::decoder::DecodeContext;
use oxmca_asm::inst::{Inst, Operand};
use oxmca_asm::source::LineIndex;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Sources, Subtarget, parse, target};

/// Returns the lines of a text, from 0, with instructions whose machine code is another form, or has other registers, to the
/// decoder. The forms of one machine code need not have the same latencies.
///
/// # Errors
/// When the triple is no target's or the CPU is not known.
pub fn decoded_otherwise(triple: &str, cpu: &str, text: &str) -> anyhow::Result<BTreeSet<usize>> {
    let target = target::create(Triple::new(triple))?;
    let (subtarget, _) = Subtarget::resolve(&*target, cpu, std::iter::empty());
    let subtarget = subtarget.context("no such CPU")?;
    let sources = Sources::new("<text>", text).ok().context("too much text")?;
    let parsed = parse(&sources, &*target, subtarget, &Options::default());
    let index = LineIndex::new(&sources);
    let mut lines = BTreeSet::new();
    let mut code = Vec::new();
    for (inst, loc) in parsed.insts.iter().zip(&parsed.locations) {
        code.clear();
        if target.encode(&subtarget, inst, &mut code).is_err() {
            continue;
        }
        let mut context = DecodeContext::default();
        let decoded = target.decode_as_written(&subtarget, &code, 0, &mut context);
        let is_same = decoded.is_ok_and(|it| has_form_of(inst, &it.inst));
        let line = index.find(*loc).filter(|_| !is_same).map(|it| it.line - 1);
        lines.extend(line);
    }
    Ok(lines)
}

/// Returns whether two instructions have the same opcode and registers.
fn has_form_of(first: &Inst, second: &Inst) -> bool {
    let is_same = |(a, b): (&Operand, &Operand)| match (a, b) {
        (Operand::Reg(a), Operand::Reg(b)) => a == b,
        _ => true,
    };
    first.opcode == second.opcode && first.operands.iter().zip(&second.operands).all(is_same)
}
