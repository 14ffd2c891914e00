//! Addresses that are computed in each iteration, though a pointer could go on by a constant.

use oxmca_tables::Reg;
use oxmca_tables::schema::instr_flag;
use smallvec::SmallVec;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::{Change, Pointer};
use super::memory::AccessAt;
use super::trial::Trials;
use crate::error::ErrorKind;

/// Values that only addresses needed.
pub(super) const NOT_NEEDED: &str = "nothing after the loop needs the addresses";
/// Pointers of a loop.
const MAX_POINTERS: usize = 6;

/// Advises to let pointers go on by a constant in place of computing addresses.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn pointers(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let Some((change, removed)) = change(body) else { return Ok(None) };
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = match removed.len() {
            1 => {
                "{} only computes addresses that go on by a constant: with pointers in its place, the work of an iteration \
                 takes {} instead of {} ({}, simulated)"
            }
            _ => {
                "{} only compute addresses that go on by a constant: with pointers in their place, the work of an iteration \
                 takes {} instead of {} ({}, simulated)"
            }
        };
        it.advice("pointers", template, vec![Figure::Instructions(removed)])
    }))
}

/// A value of a register that is an address, with the accesses that it is the base of.
struct Computed {
    base: Reg,
    /// The first instruction that reads it.
    first: usize,
    stride_bytes: i64,
    readers: SmallVec<[usize; 4]>,
}

/// Returns the code with pointers, and the instructions that it does without.
fn change(body: &Body<'_>) -> Option<(Change, Vec<u32>)> {
    let branch = body.closing_branch().filter(|_| body.is_straight())?;
    let computed = (0..body.len()).filter_map(|at| computed(body, at));
    let computed: Vec<Computed> = computed.take(MAX_POINTERS).collect();
    let mut change = Change::of(body);
    let mut steps = Vec::new();
    let mut taken: Vec<Reg> = Vec::new();
    for it in computed {
        let spare = body.spare(it.base).into_iter().find(|reg| !taken.contains(reg))?;
        let Some(step) = body.variants.increment(spare, it.stride_bytes) else { continue };
        for reader in it.readers {
            change.insts[reader] =
                super::change::with_source(body, &change.insts[reader], it.base, spare)?;
        }
        taken.push(spare);
        steps.push(step);
        change.pointers.push(Pointer { whole: spare, base: it.base, at: it.first });
    }
    for step in steps {
        change.insert(branch, step, branch);
    }
    let removed = remove_unused(body, &mut change)?;
    change.assume(NOT_NEEDED);
    (!removed.is_empty()).then_some((change, removed))
}

/// Returns the value that an instruction computes, if accesses alone need it, as their base, and it goes on by a constant.
fn computed(body: &Body<'_>, at: usize) -> Option<Computed> {
    let &[base] = &body.steps[at].writes[..] else { return None };
    if !is_simple(body, at) || body.induction(base).is_some() {
        return None;
    }
    let readers = body.readers_from(at + 1, base);
    let is_needed_later = readers.survives && !body.readers_from(0, base).positions.is_empty();
    let first = *readers.positions.first().filter(|_| !is_needed_later)?;
    let mut stride_bytes = None;
    for reader in &readers.positions {
        let it = AccessAt { at: *reader, access: 0 };
        let is_base_alone = body.steps[*reader].facts.accesses.len() == 1
            && body.address_registers(*reader)[..] == [base]
            && !body.reads_as_other_than_base(*reader, base);
        let stride = body.address(it)?.stride_bytes;
        if !is_base_alone || stride == 0 || *stride_bytes.get_or_insert(stride) != stride {
            return None;
        }
    }
    let (stride_bytes, readers) = (stride_bytes?, readers.positions);
    Some(Computed { base, first, stride_bytes, readers })
}

/// Returns whether an instruction does nothing but to compute a register.
fn is_simple(body: &Body<'_>, at: usize) -> bool {
    const OTHERS: u64 = instr_flag::SIDE_EFFECTS | instr_flag::MAY_LOAD | instr_flag::MAY_STORE;
    let flags = body.target.tables().instruction(body.insts[at].opcode).flags;
    let step = &body.steps[at];
    flags & OTHERS == 0
        && step.control == oxmca_asm::target::ControlFlow::Next
        && step.facts.accesses.is_empty()
        && step.writes.len() == 1
        && body.status_readers(at).is_empty()
}

/// Removes instructions whose results nothing reads any more, and returns them.
fn remove_unused(body: &Body<'_>, change: &mut Change) -> Option<Vec<u32>> {
    let mut removed = Vec::new();
    loop {
        let now = Body::new(body.target, &change.insts)?;
        let unused = (0..now.len()).find(|at| {
            let is_unused = |reg: &Reg| now.readers(*at, *reg).positions.is_empty();
            // Others are results.
            let was_read = |reg: &Reg| {
                let origin = change.origins[*at];
                body.writes(origin, *reg) && !body.readers(origin, *reg).positions.is_empty()
            };
            let all = |is: &dyn Fn(&Reg) -> bool| now.steps[*at].writes.iter().all(is);
            is_simple(&now, *at) && all(&is_unused) && all(&was_read)
        });
        let Some(at) = unused else { break };
        removed.push(change.origins[at] as u32);
        change.remove(at);
    }
    removed.sort_unstable();
    Some(removed)
}

impl Body<'_> {
    /// Returns whether an instruction needs a register other than as the base of its address.
    fn reads_as_other_than_base(&self, at: usize, reg: Reg) -> bool {
        self.value_sources(at).any(|it| self.variants.whole(it.1) == reg)
    }
}
