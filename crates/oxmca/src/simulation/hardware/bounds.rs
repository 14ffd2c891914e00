//! Lower bounds on the cycles of an iteration, each of one part of the processor as if the others were perfect.

use oxmca_asm::Interrupt;
use oxmca_tables::hardware::{HardwareNumbers, HardwarePolicies, PortSet};
use oxmca_tables::sort_few_by_key;

use super::chains::{Chain, HardwareDependency, RegisterBetween, chains};
use super::code::Code;
use super::front_end::{Decoders, FrontEnd, Progress, Queue, Supplier, cycles_per_iteration};
use super::group;
use super::instruction::{AtRename, Instruction, Kind, MicroOp};
use super::port_load::PortLoads;
use super::simulation::{GivenUp, Least, Simulation};
use super::units::UnitUse;
use super::vectors::UpperHalves;
use super::windows::Windows;
use crate::error::ErrorKind;
use crate::options::{Delivery, HardwareOptions, HardwareParts};
use crate::processor::hardware::HardwareProcessor;
use crate::ratio::Ratio;

/// Parts of a processor that can limit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum HardwareBoundKind {
    /// Finding the ends of instructions in blocks of code.
    Predecoding,
    /// Decoding.
    Decoding,
    /// The cache of micro-ops.
    MicroOpCache,
    /// The loop buffer.
    LoopBuffer,
    /// Renaming: the given number of micro-ops per cycle.
    Renaming,
    /// The rate at which micro-ops execute for long.
    SustainedRate,
    /// The ports that most micro-ops are for.
    Ports,
    /// The divider.
    Divider,
    /// Another unit that several ports share.
    SharedUnit,
    /// Indivisible accesses to memory, one after the other.
    LockedAccesses,
    /// Upper halves of vector registers that are saved and restored.
    VectorTransitions,
    /// Instructions that wait for all before them, and let all after them wait.
    Serialization,
    /// A chain of instructions each of which waits for the one before, and the first for the last of an earlier iteration,
    /// through registers or memory.
    Dependencies,
}

impl HardwareBoundKind {
    /// Returns whether the threads of a core share it.
    const fn is_shared(self) -> bool {
        !matches!(
            self,
            HardwareBoundKind::LockedAccesses
                | HardwareBoundKind::VectorTransitions
                | HardwareBoundKind::Serialization
                | HardwareBoundKind::Dependencies
        )
    }

    /// Returns its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            HardwareBoundKind::Predecoding => "predecoding",
            HardwareBoundKind::Decoding => "decoding",
            HardwareBoundKind::MicroOpCache => "micro_op_cache",
            HardwareBoundKind::LoopBuffer => "loop_buffer",
            HardwareBoundKind::Renaming => "renaming",
            HardwareBoundKind::SustainedRate => "sustained_rate",
            HardwareBoundKind::Ports => "ports",
            HardwareBoundKind::Divider => "divider",
            HardwareBoundKind::SharedUnit => "shared_unit",
            HardwareBoundKind::LockedAccesses => "locked_accesses",
            HardwareBoundKind::VectorTransitions => "vector_transitions",
            HardwareBoundKind::Serialization => "serialization",
            HardwareBoundKind::Dependencies => "chain",
        }
    }
}

/// A lower bound.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwareBound {
    /// The part of the processor.
    pub kind: HardwareBoundKind,
    /// Cycles of an iteration.
    pub cycles: Ratio,
    /// The names of the ports, for [`HardwareBoundKind::Ports`].
    pub ports: String,
    /// The instructions of a chain, in the order in which they wait, for [`HardwareBoundKind::Dependencies`]; those with
    /// micro-ops that only these ports can execute, for [`HardwareBoundKind::Ports`]; those beside which slots of the
    /// renamer stay empty, for [`HardwareBoundKind::Renaming`].
    pub instructions: Vec<u32>,
    /// The dependencies of a chain, for [`HardwareBoundKind::Dependencies`].
    pub links: Vec<HardwareDependency>,
}

impl HardwareBound {
    const fn new(kind: HardwareBoundKind, cycles: Ratio) -> HardwareBound {
        HardwareBound {
            kind,
            cycles,
            ports: String::new(),
            instructions: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Returns whether a load of the chain waits for a store.
    pub fn is_through_memory(&self) -> bool {
        self.links.iter().any(|it| it.is_through_memory)
    }
}

impl From<Chain> for HardwareBound {
    fn from(chain: Chain) -> HardwareBound {
        HardwareBound {
            instructions: chain.links.iter().map(|it| it.from).collect(),
            links: chain.links,
            ..HardwareBound::new(HardwareBoundKind::Dependencies, chain.cycles)
        }
    }
}

/// Finds the bounds of code.
pub(super) struct Bounds<'a> {
    pub code: &'a [Instruction],
    pub hardware: &'a HardwareProcessor,
    pub delivery: Delivery,
    /// Iterations that lie behind each other before their places repeat.
    pub copies: u32,
    pub options: &'a HardwareOptions,
    /// Names the register between two instructions.
    pub register: &'a RegisterBetween<'a>,
    pub interrupt: &'a Interrupt,
}

/// Part of the cycles of an iteration from which on a bound counts as met.
pub(super) const MET: f64 = 0.98;
/// More of anything than a cycle can use.
const PLENTY: u32 = 1 << 12;
/// Steps of a front end before the interrupt is asked again.
const STEPS_PER_INTERRUPT: u32 = 1 << 8;

impl Bounds<'_> {
    /// Returns the code as a processor with these numbers runs it.
    fn code_with<'n>(&'n self, numbers: &'n HardwareNumbers) -> Code<'n> {
        let model = &self.hardware.model;
        Code {
            instructions: self.code,
            numbers,
            policies: &model.policies,
            dispatch_limits: &model.ports.dispatch_limits,
            copies: self.copies,
        }
    }

    /// Returns all bounds, in the order in which instructions pass the parts.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub fn all(&self) -> Result<Vec<HardwareBound>, ErrorKind> {
        let numbers = self.hardware.numbers;
        let code = self.code_with(&numbers);
        let mut bounds = Vec::new();
        let mut add = |kind, cycles: Option<Ratio>| {
            bounds.extend(cycles.map(|cycles| HardwareBound::new(kind, cycles)));
        };
        let supplier = Supplier::of(&code, self.delivery, self.options);
        match supplier {
            Supplier::Perfect => {}
            Supplier::Decoders => {
                add(HardwareBoundKind::Predecoding, self.predecoding()?);
                add(HardwareBoundKind::Decoding, self.decoding()?);
            }
            Supplier::Cache => add(HardwareBoundKind::MicroOpCache, self.front_end(numbers)?),
            Supplier::Buffer => add(HardwareBoundKind::LoopBuffer, self.front_end(numbers)?),
        }
        let units = UnitUse::of_all(self.micro_ops());
        let busiest = |is_divider| units.busiest(is_divider).map(|it| Ratio::new(it, 100));
        add(HardwareBoundKind::Divider, busiest(true));
        add(HardwareBoundKind::SharedUnit, busiest(false));
        let locked: u64 = self.micro_ops().map(|it| u64::from(it.locked_cycles)).sum();
        add(HardwareBoundKind::LockedAccesses, (locked > 0).then(|| Ratio::new(locked, 1)));
        let transitions = self.transitions() * u64::from(numbers.transition_cycles);
        add(
            HardwareBoundKind::VectorTransitions,
            (transitions > 0).then(|| Ratio::new(transitions, 1)),
        );
        if self.code.iter().any(|it| it.serializes) {
            add(HardwareBoundKind::Serialization, self.serialization()?);
        }
        let percent: u64 = self.code.iter().map(|it| u64::from(it.plan.sustained_percent)).sum();
        if percent > 0 {
            let cycles = Ratio::new(percent, 100);
            bounds.push(HardwareBound::new(HardwareBoundKind::SustainedRate, cycles));
        }
        bounds.push(renaming(&code, &Windows::of(&code, supplier)));
        bounds.extend(self.ports());
        bounds.extend(
            chains(
                code,
                self.hardware,
                self.delivery,
                self.options,
                self.register,
                self.interrupt,
            )?
            .into_iter()
            .map(From::from),
        );
        if self.options.two_threads {
            for bound in bounds.iter_mut().filter(|bound| bound.kind.is_shared()) {
                bound.cycles = Ratio::new(2 * bound.cycles.numerator(), bound.cycles.denominator());
            }
        }
        sort_few_by_key(&mut bounds, |bound| bound.kind);
        Ok(bounds)
    }

    /// Returns the micro-ops that execute, moves that the renamer can do left out.
    fn micro_ops(&self) -> impl Iterator<Item = &MicroOp> + Clone {
        let executed = self.code.iter().filter(|it| !it.is_fused);
        executed.flat_map(|it| {
            let is_renamed = it.at_rename != AtRename::Nothing;
            it.micro_ops.iter().filter(move |op| !(is_renamed && op.kind == Kind::Compute))
        })
    }

    /// Returns the cycles of an iteration for finding the ends of instructions, if all are decoded at once.
    fn predecoding(&self) -> Result<Option<Ratio>, ErrorKind> {
        let code = self.code_with(&self.hardware.numbers);
        let mut decoders = Decoders::new(code, self.delivery == Delivery::Loop);
        let first = decoders.progress();
        self.repeated(first, || (decoders.predecode_block(), decoders.progress()))
    }

    /// Returns the cycles of an iteration for decoding, if the ends of all instructions are found. A branch that is taken ends what
    /// is found in a cycle.
    fn decoding(&self) -> Result<Option<Ratio>, ErrorKind> {
        let numbers = HardwareNumbers { micro_op_queue: PLENTY, ..self.hardware.numbers };
        let code = self.code_with(&numbers);
        let is_loop = self.delivery == Delivery::Loop;
        let mut decoders = Decoders::new(code, is_loop);
        let first = decoders.progress();
        let cycles = self.repeated(first, || {
            decoders.decode_cycle(&mut Queue::default());
            (1, decoders.progress())
        })?;
        Ok(cycles.map(|cycles| if is_loop { cycles.max(Ratio::new(1, 1)) } else { cycles }))
    }

    /// Returns the cycles that another front end takes for an iteration if nobody else makes it wait.
    fn front_end(&self, numbers: HardwareNumbers) -> Result<Option<Ratio>, ErrorKind> {
        let numbers = HardwareNumbers { micro_op_queue: PLENTY, ..numbers };
        let mut front_end = FrontEnd::new(self.code_with(&numbers), self.delivery, self.options);
        let first = front_end.progress();
        let mut cycle = 0;
        self.repeated(first, || {
            cycle += 1;
            front_end.cycle(&mut Queue::default(), cycle, &mut ());
            (1, front_end.progress())
        })
    }

    /// Returns the cycles of an iteration of a front end once it repeats itself, unless the search is to end.
    fn repeated(
        &self,
        first: Progress,
        mut step: impl FnMut() -> (u32, Progress),
    ) -> Result<Option<Ratio>, ErrorKind> {
        let mut steps = 0_u32;
        cycles_per_iteration(first, || {
            steps += 1;
            match steps.is_multiple_of(STEPS_PER_INTERRUPT) && self.interrupt.is_requested() {
                true => Err(ErrorKind::Interrupted),
                false => Ok(step()),
            }
        })
    }

    /// Returns the number of times that an iteration saves or restores upper halves of vector
    /// registers.
    fn transitions(&self) -> u64 {
        if !self.options.has(HardwareParts::VECTOR_STATES) {
            return 0;
        }
        let mut state = UpperHalves::default();
        let mut of_iteration = || {
            let mut count = 0;
            for instruction in self.code {
                let (next, takes_time) = state.after(instruction.facts.vector_part);
                state = next;
                count += u64::from(takes_time);
            }
            count
        };
        of_iteration();
        of_iteration()
    }

    /// Returns the cycles of an iteration if nothing makes instructions wait but results and those that let all
    /// others wait.
    fn serialization(&self) -> Result<Option<Ratio>, ErrorKind> {
        let numbers = HardwareNumbers {
            renamed_micro_ops: PLENTY,
            retired_micro_ops: PLENTY,
            reorder_buffer: PLENTY,
            scheduler: PLENTY,
            vector_scheduler: PLENTY,
            port_scheduler: PLENTY,
            parts_scheduler: 0,
            data_scheduler: 0,
            load_buffer: PLENTY,
            store_buffer: PLENTY,
            micro_op_queue: PLENTY,
            sustained_ahead_cycles: u32::MAX,
            ..self.hardware.numbers
        };
        let options = HardwareOptions {
            parts: self.options.parts - HardwareParts::FRONT_END - HardwareParts::BANKS,
            two_threads: false,
            ..self.options.clone()
        };
        // A cycle could take all that there is, for which it would wait.
        let policies = HardwarePolicies { renames_groups: false, ..self.hardware.model.policies };
        let code = Code { policies: &policies, ..self.code_with(&numbers) };
        let simulation =
            Simulation::new(code, self.hardware, self.delivery, &options, self.interrupt);
        match simulation
            .without_ports()
            .measure(1, Least { cycles: 1, half_cycles_of_iteration: 0 })
        {
            Ok(it) => Ok(Some(Ratio::new(it.cycles.into(), it.iterations.max(1).into()))),
            Err(GivenUp::Stuck { .. }) => Ok(None),
            Err(GivenUp::Interrupted) => Err(ErrorKind::Interrupted),
        }
    }

    /// Returns the set of ports whose micro-ops need them longest.
    fn ports(&self) -> Option<HardwareBound> {
        let most_of = |ports: fn(&MicroOp) -> PortSet| {
            let cycles = |it: &MicroOp| (ports(it), u64::from(it.busy_cycles.max(1)));
            let most = PortLoads::new(self.micro_ops().map(cycles)).most()?;
            let cycles = Ratio::new(most.cycles, most.ports.0.count_ones().max(1).into());
            Some((most, cycles, ports))
        };
        let open = most_of(|it| it.ports)?;
        // While an iteration takes no longer than its wide vectors close the port for, it is closed all the time.
        let num_wide = self.code.iter().filter(|it| it.closes_port(self.hardware));
        let closed_cycles =
            num_wide.count() as u64 * u64::from(self.hardware.numbers.wide_vector_cycles);
        let closed = (closed_cycles > 0).then(|| most_of(|it| it.ports_beside_wide)).flatten();
        let closed = closed.filter(|it| it.1 <= Ratio::new(closed_cycles, 1));
        let (most, cycles, ports_of) = closed.filter(|it| it.1 > open.1).unwrap_or(open);
        let ports = self.hardware.model.ports.text(most.ports);
        let holders = (0u32..).zip(self.code).filter(|(_, it)| {
            let own = Bounds { code: std::slice::from_ref(it), ..*self };
            own.micro_ops().map(ports_of).any(|it| it.0 != 0 && it.0 & !most.ports.0 == 0)
        });
        let instructions = holders.map(|it| it.0).collect();
        let bound = HardwareBound::new(HardwareBoundKind::Ports, cycles);
        Some(HardwareBound { ports, instructions, ..bound })
    }
}

/// Returns the cycles for which the renamer is busy with an iteration, and the instructions beside which it leaves slots
/// empty.
fn renaming(code: &Code<'_>, windows: &Windows) -> HardwareBound {
    let (cycles, instructions) = group::cycles_per_iteration(code, windows);
    HardwareBound { instructions, ..HardwareBound::new(HardwareBoundKind::Renaming, cycles) }
}
