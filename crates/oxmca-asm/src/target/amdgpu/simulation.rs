//! Waits by counters: `s_waitcnt` and its like issue once no more than some operations of a kind are under way.

use std::sync::Arc;

use oxmca_tables::schema::instr_flag;

use super::flag;
use super::generation::Generation;
use super::names::Name;
use super::target::AmdGpu;
use super::wait::{COUNTERS, Counter, EXP, LGKM, VM, VS, WaitLayout};
use crate::inst::{Inst, Operand};
use crate::target::{ExecutingInst, HazardCheck, Wave};

/// The names of the counters, as they are waited for.
const COUNTER_NAMES: [&str; COUNTERS] = ["vmcnt", "expcnt", "lgkmcnt", "vscnt"];

/// Counts that wait for nothing.
const NO_WAIT: [i64; COUNTERS] = [63, 7, 31, 63];

/// The waits of a region.
#[derive(Debug)]
struct Waits {
    /// By instruction: the counters that count it.
    counted: Vec<[bool; COUNTERS]>,
    /// By instruction: of one that waits, the most operations of each kind that may still be under way.
    limits: Vec<Option<[i64; COUNTERS]>>,
    /// By instruction: the warning about the register of one that waits.
    warnings: Vec<Option<Arc<str>>>,
}

impl HazardCheck for Waits {
    fn wait_cycles(&self, index: usize, executing: &[ExecutingInst]) -> u32 {
        let Some(limits) = self.limits.get(index).copied().flatten() else { return 0 };
        let mut counts = [0i64; COUNTERS];
        let mut soonest = [u32::MAX; COUNTERS];
        for it in executing {
            let Some(counted) = self.counted.get(it.index) else { continue };
            for counter in (0..COUNTERS).filter(|counter| counted[*counter]) {
                counts[counter] += 1;
                soonest[counter] = soonest[counter].min(it.cycles_left);
            }
        }
        let waits = (0..COUNTERS).filter(|counter| counts[*counter] > limits[*counter]);
        waits.map(|counter| soonest[counter]).min().filter(|it| *it != u32::MAX).unwrap_or(0)
    }

    fn warning(&self, index: usize) -> Option<&str> {
        self.warnings.get(index)?.as_deref()
    }

    fn cause(&self, waiting: usize, completed: usize) -> Option<&'static str> {
        let limits = self.limits.get(waiting).copied().flatten()?;
        let counted = self.counted.get(completed)?;
        let is_cause = |at: &usize| counted[*at] && limits[*at] < NO_WAIT[*at];
        (0..COUNTERS).find(is_cause).map(|at| COUNTER_NAMES[at])
    }
}

/// Returns the waits of a region; `None` if no instruction waits.
pub fn hazard_check(
    gpu: &AmdGpu<'_>,
    generation: Generation<'_>,
    insts: &[Inst],
) -> Option<Arc<dyn HazardCheck>> {
    let limits: Vec<_> = insts.iter().map(|inst| limits(gpu, generation, inst)).collect();
    limits.iter().any(Option::is_some).then(|| {
        let counted = insts.iter().map(|inst| counted(gpu, generation, inst)).collect();
        let warnings = warnings(gpu, insts);
        Arc::new(Waits { counted, limits, warnings }) as Arc<dyn HazardCheck>
    })
}

/// Returns llvm-mca's warnings about waits with a register of their own, by instruction. It compares the register with one
/// that no instruction has, so that it warns of `null`, too.
fn warnings(gpu: &AmdGpu<'_>, insts: &[Inst]) -> Vec<Option<Arc<str>>> {
    let mut texts: [Option<Arc<str>>; COUNTERS] = Default::default();
    let warning = |inst: &Inst| {
        let text = texts[single_counter(gpu, inst)?].get_or_insert_with(|| {
            let name = gpu.tables.opcode_name(inst.opcode);
            format!(
                "The register component of {name} will be completely ignored. So the wait may not be accurate."
            )
            .into()
        });
        Some(text.clone())
    };
    insts.iter().map(warning).collect()
}

/// Returns the counter that a wait with a register of its own is for.
fn single_counter(gpu: &AmdGpu<'_>, inst: &Inst) -> Option<usize> {
    let kind = gpu.waits.iter().find(|(opcode, _)| *opcode == inst.opcode)?;
    kind.1
}

/// Returns the most operations of each kind that may be under way when an instruction issues; `None` if it does not wait.
fn limits(gpu: &AmdGpu<'_>, generation: Generation<'_>, inst: &Inst) -> Option<[i64; COUNTERS]> {
    if !gpu.waits.iter().any(|(opcode, _)| *opcode == inst.opcode) {
        return None;
    }
    let mut limits = NO_WAIT;
    let imm = |index: usize| inst.operands.get(index).and_then(Operand::imm);
    match single_counter(gpu, inst) {
        Some(counter) => limits[counter] = imm(1)? & 0xffff_ffff,
        None => {
            let layout = WaitLayout::of(generation.isa_major());
            let value = imm(0)?;
            limits[VM] = layout.count(value, Counter::Vm);
            limits[EXP] = layout.count(value, Counter::Exp);
            limits[LGKM] = layout.count(value, Counter::Lgkm);
        }
    }
    Some(limits)
}

/// Returns the counters that count an instruction while it is under way. It is not known which memory a flat address is in, so
/// that all are taken that may count it.
fn counted(gpu: &AmdGpu<'_>, generation: Generation<'_>, inst: &Inst) -> [bool; COUNTERS] {
    let tables = &gpu.tables;
    let row = tables.instruction(inst.opcode);
    let is = |bits: u64| row.target_flags & bits != 0;
    let loads = row.flags & instr_flag::MAY_LOAD != 0;
    let stores = row.flags & instr_flag::MAY_STORE != 0;
    let has_vscnt = generation.has_vscnt();
    let mut counted = [false; COUNTERS];
    if is(flag::DS) && is(flag::LGKM_CNT) {
        counted[LGKM] = true;
        let uses_gds = gpu.names.imm(tables, inst, Name::Gds).is_some_and(|gds| gds != 0);
        counted[EXP] = is(flag::GWS) || uses_gds;
    } else if is(flag::FLAT) {
        counted[LGKM] = true;
        let is_vm = !has_vscnt || loads && !is(flag::ATOMIC_NO_RETURN);
        counted[if is_vm { VM } else { VS }] = true;
    } else if is(flag::MUBUF | flag::MTBUF | flag::MIMG | flag::VIMAGE | flag::VSAMPLE) {
        let asks_only = is(flag::MIMG) && !loads && !stores;
        if !has_vscnt || loads && !is(flag::ATOMIC_NO_RETURN) || asks_only {
            counted[VM] = true;
        } else if stores {
            counted[VS] = true;
        }
        counted[EXP] = generation.isa_major() < 7 && (stores || is(flag::ATOMIC_RETURN));
    } else if is(flag::SMRD) {
        counted[LGKM] = true;
    } else if is(flag::EXP) {
        counted[EXP] = true;
    }
    counted
}

/// Returns the wave as which instructions run.
pub fn wave(gpu: &AmdGpu<'_>, generation: Generation<'_>, insts: &[Inst]) -> Wave {
    let is_unmodeled = |inst: &Inst| {
        gpu.tables.opcode_name(inst.opcode).starts_with("S_WAIT")
            && !gpu.waits.iter().any(|(opcode, _)| *opcode == inst.opcode)
    };
    Wave {
        lanes: if generation.is_wave32() { 32 } else { 64 },
        has_other_size: generation.is_gfx10_plus() && !generation.is_gfx1250_plus(),
        unmodeled_waits: (0..insts.len()).filter(|at| is_unmodeled(&insts[*at])).collect(),
    }
}
