//! The addresses and registers of several iterations, as far as they follow from the first one's.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use oxmca_asm::Inst;
use oxmca_asm::target::hardware::{
    Access, Address, Assignment, Direction, Effect, HardwareFacts, Operation, Place, RegisterPart,
    Rest, StackUse,
};
use oxmca_asm::target::scalable::{AskedElements, ElementCount, ScalableFacts, ScalableLength};
use oxmca_asm::target::{ControlFlow, Target};
use oxmca_tables::{Reg, Tables};

use super::linear::{Linear, Scaled, Source, Unknowns};

/// Iterations that are followed: registers that take turns repeat themselves by then.
const ITERATIONS: usize = 3;

/// An instruction of a loop and what is known of it.
#[derive(Debug)]
pub(super) struct Followed<'i> {
    pub(super) inst: &'i Inst,
    pub(super) facts: HardwareFacts,
    /// The part of it that the length of vectors decides.
    pub(super) scalable: Option<Box<ScalableFacts>>,
    /// The registers that it writes.
    pub(super) written: SmallVec<[Reg; 2]>,
    is_call: bool,
}

impl<'i> Followed<'i> {
    /// Describes an instruction; `None` on targets that know nothing of it.
    pub(super) fn new(target: &dyn Target, inst: &'i Inst) -> Option<Followed<'i>> {
        let facts = target.hardware_facts(inst, &[])?;
        let tables = target.tables();
        let row = tables.instruction(inst.opcode);
        let explicit = inst.operands.iter().take(usize::from(row.num_defs));
        let implicit = tables.implicit_defs(inst.opcode).iter().copied();
        let written = explicit.filter_map(|it| it.reg()).chain(implicit);
        let is_call = matches!(target.control_flow(inst), ControlFlow::Call);
        let scalable = target.scalable_facts(inst).map(Box::new);
        Some(Followed { inst, facts, scalable, written: written.collect(), is_call })
    }
}

/// The accesses and registers of the last two iterations.
#[derive(Debug)]
pub(super) struct Trace {
    /// By instruction, the addresses of its accesses in the last iteration and how far they are from those of the one
    /// before, where that is known.
    pub(super) accesses: Vec<SmallVec<[Option<TracedAddress>; 2]>>,
    /// By instruction, the elements that instructions on vectors work on in the last iteration, where instructions of the loop
    /// decide it.
    pub(super) elements: Vec<Option<SetElements>>,
    /// Registers that an iteration changes by a constant or by a multiple of the length of vectors.
    pub(super) steps: Vec<(Reg, Scaled)>,
    /// The unknowns of these numbers.
    pub(super) unknowns: Unknowns,
}

/// An address in the last iteration.
#[derive(Clone, Debug)]
pub(super) struct TracedAddress {
    pub(super) at: Linear,
    /// Bytes from the same access of the iteration before.
    pub(super) stride: Scaled,
    /// Bytes that are transferred; 0 if that is not known.
    pub(super) length: Scaled,
}

/// The elements that instructions on vectors work on.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetElements {
    pub(super) count: Scaled,
    pub(super) bits: u16,
}

type Addresses = SmallVec<[Option<Linear>; 2]>;
/// A register that an instruction writes in an unknown way, with those that are followed and have it as a part.
type Clobbered = SmallVec<[(Reg, SmallVec<[Reg; 1]>); 2]>;

/// Follows iterations of a loop, on vectors of so many granules if that is known.
pub(super) fn trace(target: &dyn Target, insts: &[Followed<'_>], granules: Option<u16>) -> Trace {
    let mut state = State {
        tables: *target.tables(),
        stack_pointer: target.hardware_registers().stack_pointer,
        registers: FxHashMap::default(),
        overwritten: FxHashMap::default(),
        memory: FxHashMap::default(),
        unknowns: Unknowns::default(),
        granules,
        elements: None,
    };
    let clobbered = clobbered(&state, insts);
    let mut before: Vec<Addresses> = Vec::new();
    let mut last: Vec<Addresses> = Vec::new();
    let mut elements: Vec<Option<SetElements>> = Vec::new();
    let mut values_before = FxHashMap::default();
    for _ in 0..ITERATIONS {
        before = std::mem::take(&mut last);
        elements.clear();
        values_before.clone_from(&state.registers);
        let steps = insts.iter().zip(&clobbered);
        last = steps
            .map(|(inst, clobbered)| {
                let accessed = state.step(inst, clobbered);
                elements.push(state.elements);
                accessed
            })
            .collect();
    }
    let mut accesses = Vec::with_capacity(insts.len());
    for (index, (before, last)) in before.into_iter().zip(last).enumerate() {
        let traced = |(number, (before, last)): (usize, (Option<Linear>, Option<Linear>))| {
            let at = last?;
            let stride = at.difference(&before?)?;
            let length = length(&insts[index], number, elements[index], granules);
            Some(TracedAddress { at, stride, length })
        };
        accesses.push(before.into_iter().zip(last).enumerate().map(traced).collect());
    }
    let step = |(reg, value): (&Reg, &Linear)| {
        let step = value.difference(values_before.get(reg)?)?;
        (!step.is_zero()).then_some((*reg, step))
    };
    let mut steps: Vec<(Reg, Scaled)> = state.registers.iter().filter_map(step).collect();
    steps.sort_unstable();
    Trace { accesses, elements, steps, unknowns: state.unknowns }
}

/// Returns a multiple of the granules of a vector.
fn scaled(factor: i64, granules: Option<u16>) -> Scaled {
    match granules {
        Some(granules) => Scaled { constant: factor.wrapping_mul(granules.into()), granules: 0 },
        None => Scaled { constant: 0, granules: factor },
    }
}

/// Returns the bytes of an access; 0 if they are not known.
fn length(
    inst: &Followed<'_>,
    number: usize,
    elements: Option<SetElements>,
    granules: Option<u16>,
) -> Scaled {
    let access = inst.scalable.as_ref().and_then(|it| it.access.as_ref()).filter(|_| number == 0);
    match (access.map(|it| it.length), elements) {
        (Some(ScalableLength::Granules(bytes)), _) => scaled(bytes.into(), granules),
        (Some(ScalableLength::Elements(bytes)), Some(SetElements { count, .. })) => Scaled {
            constant: count.constant.wrapping_mul(bytes.into()),
            granules: count.granules.wrapping_mul(bytes.into()),
        },
        (Some(ScalableLength::Elements(_)), None) => Scaled::default(),
        (None, _) => {
            let bytes = inst.facts.accesses.get(number).map_or(0, |it| it.bytes);
            Scaled { constant: bytes.into(), granules: 0 }
        }
    }
}

/// Returns the registers that each instruction writes in an unknown way, of those whose values anything depends on.
fn clobbered(state: &State<'_>, insts: &[Followed<'_>]) -> Vec<Clobbered> {
    let mut roots: Vec<Reg> = vec![state.stack_pointer];
    for Followed { facts, scalable, .. } in insts {
        if let Some(scalable) = scalable {
            let address = scalable.access.as_ref().map(|it| [it.address.base, it.address.index]);
            let sums = scalable.sums.iter().flat_map(|it| [Some(it.to), it.from]);
            let elements = scalable.elements.into_iter().flat_map(|it| [it.to, it.asked_in()]);
            let parts = address.into_iter().flatten().chain(sums).chain(elements);
            roots.extend(parts.flatten().map(|part| part.root));
        }
        let of_addresses = facts.addresses.iter().flat_map(|it| [it.base, it.index]);
        roots.extend(of_addresses.flatten().map(|part| part.root));
        if let Effect::Assigns(assignments) = &facts.effect {
            let places =
                assignments.iter().flat_map(|it| [it.destination].into_iter().chain(it.sources));
            roots.extend(places.filter_map(|place| match place {
                Place::Register(part) => Some(part.root),
                _ => None,
            }));
        }
    }
    roots.sort_unstable();
    roots.dedup();
    let with_holders = |reg: &Reg| {
        let holders = roots.iter().filter(|root| state.tables.is_part_of(*reg, **root));
        let holders: SmallVec<[Reg; 1]> = holders.copied().collect();
        (!holders.is_empty()).then_some((*reg, holders))
    };
    let of = |it: &Followed<'_>| match it.facts.effect {
        Effect::Unknown if !it.is_call => it.written.iter().filter_map(with_holders).collect(),
        _ => Clobbered::new(),
    };
    insts.iter().map(of).collect()
}

/// The values of registers and memory.
struct State<'t> {
    tables: Tables<'t>,
    stack_pointer: Reg,
    /// By the widest register.
    registers: FxHashMap<Reg, Linear>,
    /// Registers whose value is not known since an instruction wrote them: by the narrowest name that it used.
    overwritten: FxHashMap<Reg, Linear>,
    /// By address and bytes.
    memory: FxHashMap<(Linear, u16), Linear>,
    unknowns: Unknowns,
    /// The granules of a vector.
    granules: Option<u16>,
    elements: Option<SetElements>,
}

impl State<'_> {
    fn step(&mut self, followed: &Followed<'_>, clobbered: &Clobbered) -> Addresses {
        let Followed { facts, .. } = followed;
        let address = |state: &mut Self, it: &Address| (!it.is_gather).then(|| state.address(it));
        let addresses: Addresses = facts.addresses.iter().map(|it| address(self, it)).collect();
        let of_access = |it: &Access| addresses.get(usize::from(it.address?))?.clone();
        let mut accessed: Addresses = facts.accesses.iter().map(of_access).collect();
        let Some(scalable) = &followed.scalable else {
            self.effect(followed, clobbered, &addresses, &accessed);
            return accessed;
        };
        if let (Some(access), Some(first)) = (&scalable.access, accessed.first_mut()) {
            *first = address(self, &access.address)
                .map(|it| self.plus_granules(&it, access.displacement_bytes));
        }
        // By the registers before.
        let sum = |state: &mut Self, from: Option<RegisterPart>, factor: i64| {
            let from = from.map_or_else(|| Linear::constant(0), |from| state.get(from));
            state.plus_granules(&from, factor)
        };
        let mut sums: SmallVec<[(Reg, Linear); 2]> = SmallVec::new();
        for it in &scalable.sums {
            sums.push((it.to.root, sum(self, it.from, it.granules)));
        }
        if let Some(elements) = scalable.elements {
            let count = self.set_elements(&elements);
            sums.extend(elements.to.map(|to| (to.root, count)));
        }
        self.effect(followed, clobbered, &addresses, &accessed);
        self.registers.extend(sums);
        accessed
    }

    /// Follows what an instruction computes, but for the length of vectors.
    fn effect(
        &mut self,
        followed: &Followed<'_>,
        clobbered: &Clobbered,
        addresses: &Addresses,
        accessed: &Addresses,
    ) {
        let facts = &followed.facts;
        match &facts.effect {
            Effect::Unknown => self.forget(followed, clobbered, accessed),
            Effect::Assigns(list) => {
                list.iter().for_each(|it| self.assign(it, facts, addresses, accessed));
            }
        }
        if followed.is_call {
            self.memory.clear();
            self.elements = None;
        }
    }

    /// Returns a number with so much more for each granule of a vector.
    fn plus_granules(&mut self, number: &Linear, factor: i64) -> Linear {
        let Scaled { constant, granules } = scaled(factor, self.granules);
        let more = Linear::granules(granules).plus_constant(constant);
        self.unknowns.sum(number, &more, 1)
    }

    /// Follows the number of elements that an instruction makes others work on, and returns it. A number in a register is
    /// taken to be at least what vectors hold, as it is until the last iterations; a constant to be at most that.
    fn set_elements(&mut self, elements: &ElementCount) -> Linear {
        let in_group = elements.granules.map(|it| scaled(it.into(), self.granules));
        let constant = |count: i64| Some(Scaled { constant: count, granules: 0 });
        let least = |count: i64| match in_group {
            Some(Scaled { constant, granules: 0 }) => count.min(constant),
            _ => count,
        };
        let count = match elements.asked {
            _ if in_group.is_none() => self.elements.map(|it| it.count),
            AskedElements::All => in_group,
            AskedElements::Constant(count) => constant(least(count.into())),
            AskedElements::Register(part) => match self.get(part).known() {
                Some(count) => constant(least(count.max(0))),
                None => in_group,
            },
        };
        self.elements = count.map(|count| SetElements { count, bits: elements.element_bits });
        match count {
            Some(it) => Linear::granules(it.granules).plus_constant(it.constant),
            None => self.unknowns.fresh(),
        }
    }

    fn address(&mut self, address: &Address) -> Linear {
        let mut value = match address.base {
            Some(base) => self.get(base),
            None if address.is_relative_to_next && address.symbol == 0 => {
                self.unknowns.of(Source::Code)
            }
            None => Linear::constant(0),
        };
        if address.symbol != 0 {
            let name = self.unknowns.of(Source::Name(address.symbol));
            value = self.unknowns.sum(&value, &name, 1);
        }
        if let Some(index) = address.index {
            let index = self.get(index);
            value = self.unknowns.sum(&value, &index, i64::from(address.scale));
        }
        value.plus_constant(address.displacement)
    }

    fn whole(&mut self, root: Reg) -> Linear {
        if let Some(value) = self.registers.get(&root) {
            return value.clone();
        }
        let is_part = |it: &(&Reg, &Linear)| self.tables.is_part_of(*it.0, root);
        let value = match self.overwritten.iter().find(is_part) {
            Some((_, value)) => value.clone(),
            None => self.unknowns.of(Source::Register(root)),
        };
        self.registers.insert(root, value.clone());
        value
    }

    fn get(&mut self, part: RegisterPart) -> Linear {
        let whole = self.whole(part.root);
        match part.bits {
            32.. => whole,
            // A part of an index that is as narrow is not the index.
            bits => {
                let first_bit = Some(Linear::constant(part.first_bit.into()));
                self.unknowns.of(Source::Result(Operation::Copy, whole, first_bit, bits))
            }
        }
    }

    fn place(
        &mut self,
        place: Place,
        facts: &HardwareFacts,
        at: [&Addresses; 2],
    ) -> Option<Linear> {
        let [addresses, accessed] = at;
        match place {
            Place::None => None,
            Place::Register(part) => Some(self.get(part)),
            Place::Immediate(value) => Some(Linear::constant(value)),
            Place::Access(access) => {
                let access = usize::from(access);
                let from = accessed.get(access)?.clone()?;
                let bytes = facts.accesses.get(access)?.bytes;
                let unknowns = &mut self.unknowns;
                let value = self.memory.entry((from.clone(), bytes));
                Some(value.or_insert_with(|| unknowns.of(Source::Memory(from, bytes))).clone())
            }
            Place::Address(address) => addresses.get(usize::from(address))?.clone(),
        }
    }

    fn assign(
        &mut self,
        assignment: &Assignment,
        facts: &HardwareFacts,
        addresses: &Addresses,
        accessed: &Addresses,
    ) {
        let Assignment { destination, operation, sources, bits } = *assignment;
        let [one, two] = sources.map(|source| self.place(source, facts, [addresses, accessed]));
        let value = match one {
            Some(one) => self.unknowns.result(operation, one, two, bits),
            None => self.unknowns.fresh(),
        };
        match destination {
            Place::Register(part) => {
                let value = if part.rest == Rest::Stays { self.unknowns.fresh() } else { value };
                self.registers.insert(part.root, value);
            }
            Place::Access(access) => {
                let access = usize::from(access);
                let to = accessed.get(access).cloned().flatten();
                if let (Some(to), Some(access)) = (to, facts.accesses.get(access)) {
                    self.memory.insert((to, access.bytes), value);
                }
            }
            Place::None | Place::Immediate(_) | Place::Address(_) => {}
        }
    }

    /// Gives unknown values to all that an instruction writes.
    fn forget(&mut self, followed: &Followed<'_>, clobbered: &Clobbered, accessed: &Addresses) {
        for (reg, holders) in clobbered {
            let value = self.unknowns.fresh();
            for holder in holders {
                if let Some(known) = self.registers.get_mut(holder) {
                    known.clone_from(&value);
                }
            }
            self.overwritten.insert(*reg, value);
        }
        for (access, to) in followed.facts.accesses.iter().zip(accessed) {
            if let (Direction::Store, Some(to)) = (access.direction, to) {
                let value = self.unknowns.fresh();
                self.memory.insert((to.clone(), access.bytes), value);
            }
        }
        let change = match followed.facts.stack {
            StackUse::Push(bytes) => -i64::from(bytes),
            StackUse::Pop(bytes) => i64::from(bytes),
            StackUse::None => return,
        };
        if !followed.is_call {
            let pointer = self.whole(self.stack_pointer).plus_constant(change);
            self.registers.insert(self.stack_pointer, pointer);
        }
    }
}
