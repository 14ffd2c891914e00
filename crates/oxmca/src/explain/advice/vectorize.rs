//! Loops on single elements that vectors could do, and what prevents it.

use oxmca_asm::target::hardware::Direction;
use oxmca_asm::target::variants::Packing;
use oxmca_asm::{Inst, Operand};
use oxmca_tables::{FeatureSet, Reg};

use super::super::sentence::{Figure, Sentence};
use super::accumulators;
use super::body::{Body, Origin};
use super::change::{Change, NO_OVERLAP, WHOLE_MULTIPLE};
use super::memory::{AccessAt, Meeting};
use super::trial::Trials;
use super::unroll::{Unrolling, factor};
use crate::error::ErrorKind;

/// The reason why vectors cannot do several iterations at once.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    /// A register that an iteration needs from the one before.
    Chain(Reg),
    /// An address that the data decide.
    Gather(usize),
    /// An access that goes on by more or less than it accesses.
    Stride(usize),
    /// A load that takes what a store put there.
    Memory { store: usize, load: usize },
    /// It is a vector already, or there is no form for vectors that the target knows.
    Unknown,
}

/// Advises to do several iterations by vectors.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn vectorize(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let features = &trials.input().processor.subtarget().features;
    let Some(found) = Search::new(body, features).map(|search| search.change(features)) else {
        return Ok(None);
    };
    let change = match found {
        Ok(change) => change,
        Err(obstacle) => return Ok(prevented(body, obstacle)),
    };
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = "By vectors of {}, which do {} at once, the work of an iteration takes {} instead of {} ({}, \
                        simulated)";
        let bits = Figure::Count(it.change.number.into(), "bit", "bits");
        let iterations = Figure::Count(it.change.work.into(), "iteration", "iterations");
        it.advice("vectorize", template, vec![bits, iterations])
    }))
}

/// Says what keeps vectors from doing several iterations.
fn prevented(body: &Body<'_>, obstacle: Obstacle) -> Option<Sentence> {
    let at = |at: usize| Figure::Instructions(vec![at as u32]);
    let (template, figures) = match obstacle {
        Obstacle::Chain(reg) => (
            "Vectors cannot do several iterations at once as the code stands: each needs what {} had in the one before.",
            vec![Figure::Register(body.named(reg))],
        ),
        Obstacle::Gather(load) => (
            "Vectors cannot do several iterations at once as the code stands: the data decide about the address of {}, \
             which takes a gather or a scatter.",
            vec![at(load)],
        ),
        Obstacle::Stride(access) => (
            "Vectors cannot do several iterations at once as the code stands: what {} accesses is not beside what it \
             accesses in the next iteration.",
            vec![at(access)],
        ),
        Obstacle::Memory { store, load } => (
            "Vectors cannot do several iterations at once as the code stands: {} loads what {} stored in an iteration \
             before.",
            vec![at(load), at(store)],
        ),
        Obstacle::Unknown => return None,
    };
    Some(Sentence::fact("not_vectorized", template, figures))
}

/// A loop whose form for vectors is looked for.
struct Search<'b> {
    body: &'b Body<'b>,
    unrolling: Unrolling<'b>,
    /// The instructions that do not only run the loop.
    data: Vec<usize>,
    accumulators: Vec<Reg>,
    is_float: bool,
}

impl<'b> Search<'b> {
    /// Begins to look at a loop that is counted and works on single elements that are beside each other in memory.
    fn new(body: &'b Body<'b>, features: &FeatureSet) -> Option<Search<'b>> {
        body.variants.vector_register(features)?;
        let unrolling = Unrolling::new(body)?;
        let runs_loop = unrolling.once();
        let data: Vec<usize> =
            (0..body.len()).filter(|at| !runs_loop.contains(&(*at as u32))).collect();
        let found = accumulators::all(body);
        let is_float = found.iter().any(|it| it.is_float());
        let accumulators = found.iter().map(|it| it.reg()).collect();
        let search = Search { body, unrolling, data, accumulators, is_float };
        let works_on_elements = search.data.iter().all(|at| {
            let arithmetic = body.target.arithmetic(&body.insts[*at]);
            arithmetic.is_none_or(|it| it.lanes == Some(1))
                && body.steps[*at].facts.accesses.iter().all(|it| (1..=8).contains(&it.bytes))
        });
        let computes = search.data.iter().any(|at| body.steps[*at].facts.loads());
        (works_on_elements && computes).then_some(search)
    }

    /// Returns the code on vectors, or what prevents it.
    fn change(&self, features: &FeatureSet) -> Result<Change, Obstacle> {
        let mut assumes_no_overlap = false;
        self.check_addresses()?;
        let carried = self.carried_loads()?;
        self.check_memory(&mut assumes_no_overlap)?;
        let packing = self.packing(features).ok_or(Obstacle::Unknown)?;
        let mut change = self.build(&packing, &carried, features).ok_or(Obstacle::Unknown)?;
        change.assume(WHOLE_MULTIPLE);
        if assumes_no_overlap {
            change.assume(NO_OVERLAP);
        }
        if self.is_float {
            accumulators::assume_order(self.body, &mut change);
        }
        Ok(change)
    }

    fn accesses(&self) -> impl Iterator<Item = AccessAt> {
        let directions = [Direction::Load, Direction::Store].into_iter();
        let all = directions.flat_map(|it| self.body.accesses(it));
        all.filter(|it| self.data.contains(&it.at))
    }

    /// Checks that accesses go on by what they access, or are constants.
    fn check_addresses(&self) -> Result<(), Obstacle> {
        let body = self.body;
        let mut strided = None;
        for it in self.accesses() {
            match body.address(it) {
                None if self.depends_on_data(it.at) => return Err(Obstacle::Gather(it.at)),
                None => strided = strided.or(Some(Obstacle::Stride(it.at))),
                Some(address) if address.stride_bytes == i64::from(body.access(it).bytes) => {}
                Some(address) if address.stride_bytes == 0 && is_load(body, it) => {}
                Some(_) if self.is_beside_others(it) => return Err(Obstacle::Unknown),
                Some(_) => strided = strided.or(Some(Obstacle::Stride(it.at))),
            }
        }
        match strided {
            // Loads and stores of every second element, and the like, are there.
            Some(_) if body.variants.has_strided_vectors() => Err(Obstacle::Unknown),
            Some(obstacle) => Err(obstacle),
            None => Ok(()),
        }
    }

    /// Returns whether an access and others between it and that of the next iteration leave nothing out.
    fn is_beside_others(&self, it: AccessAt) -> bool {
        let body = self.body;
        let Some(address) = body.address(it) else { return false };
        let stride = address.stride_bytes.abs();
        let same = self
            .accesses()
            .filter(|other| body.access(*other).direction == body.access(it).direction);
        let beside = same.filter(|other| {
            let other = body.address(*other);
            other.and_then(|other| other.distance_from(address)).is_some_and(|it| it.abs() < stride)
        });
        beside.map(|other| i64::from(body.access(other).bytes)).sum::<i64>() >= stride
    }

    fn depends_on_data(&self, at: usize) -> bool {
        let registers = self.body.address_registers(at).into_iter();
        registers.into_iter().any(|reg| self.body.origin(at, reg) == Origin::Data)
    }

    /// Returns the loads whose values the next iteration still needs; others may not need anything.
    fn carried_loads(&self) -> Result<Vec<usize>, Obstacle> {
        let body = self.body;
        let mut found = Vec::new();
        let mut written: Vec<Reg> =
            self.data.iter().flat_map(|at| body.steps[*at].writes.iter().copied()).collect();
        written.sort_unstable();
        written.dedup();
        for reg in written {
            let first = body.readers_from(0, reg).positions;
            if first.is_empty() || self.accumulators.contains(&reg) || body.induction(reg).is_some()
            {
                continue;
            }
            // Accesses move their base on, by as much more as they access.
            if body.is_counted(reg) && self.is_moved_on_by_last_access(reg) {
                continue;
            }
            // What only keeps the rest of its register needs nothing.
            if first.iter().all(|at| body.only_keeps(*at, reg)) {
                continue;
            }
            let last = body.last_writer(reg).ok_or(Obstacle::Unknown)?;
            let is_load = body.variants.transfer(&body.insts[last]).is_some_and(|it| !it.is_store);
            let load = AccessAt { at: last, access: 0 };
            match is_load && body.address(load).is_some_and(|it| it.stride_bytes != 0) {
                true => found.push(last),
                false => return Err(Obstacle::Chain(reg)),
            }
        }
        Ok(found)
    }

    /// Returns whether the last instruction that uses a register is an access to it that moves it on.
    fn is_moved_on_by_last_access(&self, reg: Reg) -> bool {
        let body = self.body;
        let mut writers = (0..body.len()).filter(|at| body.writes(*at, reg));
        let (Some(writer), None) = (writers.next(), writers.next()) else { return false };
        let is_read_later = (writer + 1..body.len()).any(|at| body.reads(at, reg));
        body.address_registers(writer).contains(&reg) && !is_read_later
    }

    /// Checks that no access meets one of an iteration that vectors do at the same time.
    fn check_memory(&self, assumes_no_overlap: &mut bool) -> Result<(), Obstacle> {
        let body = self.body;
        for store in body.accesses(Direction::Store) {
            for other in self.accesses().filter(|it| *it != store) {
                match body.meeting(store, other) {
                    Meeting::Unknown => *assumes_no_overlap = true,
                    Meeting::Exact(Some(0)) => {}
                    Meeting::Exact(_) | Meeting::Partial => {
                        return Err(Obstacle::Memory { store: store.at, load: other.at });
                    }
                    // A load of what a later iteration stores has to come before it.
                    Meeting::Never => {
                        let is_met = !matches!(body.meeting(other, store), Meeting::Never);
                        if is_met && other.at > store.at {
                            return Err(Obstacle::Unknown);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the bits of the widest elements, and the registers of vectors.
    fn packing(&self, features: &FeatureSet) -> Option<Packing> {
        let body = self.body;
        let arithmetic = |at: &usize| body.target.arithmetic(&body.insts[*at]);
        let bits_of = |at: &usize| match arithmetic(at) {
            Some(it) => it.source_bits.max(it.result_bits),
            None => body.steps[*at].facts.access_bytes() * 8,
        };
        let bits = self.data.iter().map(bits_of).max().filter(|bits| *bits >= 8)?;
        let is_integer = |at: &usize| !body.steps[*at].facts.uses_vectors;
        let needs_integers = self.data.iter().any(|at| is_integer(at) && arithmetic(at).is_some());
        let vector_bits = body.variants.vector_bits(needs_integers, features);
        let lanes = vector_bits.checked_div(bits).filter(|lanes| *lanes > 1)?;
        let vector = body.variants.vector_register(features)?;
        let all = body.variants.interchangeable(vector);
        let mut spare: Vec<Reg> = body.spare(vector);
        let mut packing = Packing { lanes, bits, ..Packing::default() };
        for at in &self.data {
            let step = &body.steps[*at];
            let of_address = body.address_registers(*at);
            let values = step.writes.iter().chain(&step.reads);
            for whole in values.copied().filter(|it| !of_address.contains(it)) {
                let is_known = packing.registers.iter().any(|it| it.0 == whole);
                if !all.contains(&whole) && !is_known {
                    packing.registers.push((whole, spare.pop()?));
                }
            }
        }
        packing.spare = spare;
        (packing.spare.len() > 2 && vector_bits >= 128).then_some(packing)
    }

    fn build(&self, packing: &Packing, carried: &[usize], features: &FeatureSet) -> Option<Change> {
        let body = self.body;
        let mut change = Change { work: packing.lanes.into(), ..Change::new() };
        change.number = u32::from(packing.lanes) * u32::from(packing.bits);
        for load in carried {
            let inst = self.of_iteration_before(*load)?;
            for packed in body.variants.packed(&inst, packing, features)? {
                change.push(packed, *load);
            }
        }
        let steps = self.unrolling.inductions();
        for (at, inst) in body.insts.iter().enumerate() {
            if let Some((_, induction)) = steps.iter().find(|it| it.1.at == at) {
                let step = induction.step.checked_mul(packing.lanes.into())?;
                change.push(body.variants.stepping(inst, step)?, at);
            } else if !self.data.contains(&at) {
                change.push(inst.clone(), at);
            } else if !self.only_clears(at) {
                let inst = self.with_constant(at, packing)?;
                for packed in body.variants.packed(&inst, packing, features)? {
                    change.push(packed, at);
                }
            }
        }
        Some(change)
    }

    /// Returns whether an instruction only clears a register of which the next writer keeps a rest.
    fn only_clears(&self, at: usize) -> bool {
        let body = self.body;
        let clears = body.variants.ignores_registers(&body.insts[at]);
        clears
            && body.steps[at].writes.iter().all(|reg| {
                let readers = body.readers(at, *reg).positions;
                readers.iter().all(|it| body.variants.kept_rest(&body.insts[*it]).is_some())
            })
    }

    /// Returns an instruction with a register in place of what it loads from the same place each time.
    fn with_constant(&self, at: usize, packing: &Packing) -> Option<Inst> {
        let body = self.body;
        let inst = &body.insts[at];
        let loads_constant = self
            .accesses()
            .any(|it| it.at == at && is_load(body, it) && body.is_at_fixed_place(it));
        match loads_constant {
            true => body.variants.in_register(inst, *packing.spare.last()?),
            false => Some(inst.clone()),
        }
    }

    /// Returns a load of what an iteration before loaded, as it is at the beginning of an iteration.
    fn of_iteration_before(&self, load: usize) -> Option<Inst> {
        let body = self.body;
        let stride = body.address(AccessAt { at: load, access: 0 })?.stride_bytes;
        let mut by = stride.checked_neg()?;
        for (reg, induction) in self.unrolling.inductions() {
            if induction.at < load {
                by = by.checked_add(factor(body, load, 0, *reg).checked_mul(induction.step)?)?;
            }
        }
        body.variants.displaced(&body.insts[load], 0, by)
    }
}

fn is_load(body: &Body<'_>, it: AccessAt) -> bool {
    body.access(it).direction == Direction::Load
}

impl Body<'_> {
    /// Returns the part of a widest register that instructions name.
    pub(super) fn named(&self, whole: Reg) -> Reg {
        let operands = self.insts.iter().flat_map(|it| it.operands.iter().filter_map(Operand::reg));
        let mut named = operands.filter(|it| it.is_some());
        named.find(|it| self.variants.whole(*it) == whole).unwrap_or(whole)
    }
}
