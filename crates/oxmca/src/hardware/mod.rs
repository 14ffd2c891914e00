//! Hardware mode: a processor with front end, micro-ops, ports chosen at renaming, and memory that forwards stores.
//!
//! llvm-mca's pipeline executes instructions, as its models describe them. Processors execute micro-ops: those of one
//! instruction begin in different cycles, are bound to ports before their operands are known, and some are never
//! executed. So this mode has a pipeline of its own. It takes ports and latencies from the scheduling model, and the
//! rest from a [hardware model](oxmca_tables::hardware).
//!
//! | Part | File |
//! |---|---|
//! | registers before the first iteration | `initial_registers` |
//! | an instruction and its micro-ops | `instruction`, `macro_ops` |
//! | the code that is executed | `code` |
//! | fetching, predecoding, decoding, micro-op cache, loop buffer | `front_end` |
//! | registers, eliminated moves, ports | `renamer` |
//! | addresses, forwarding of stores | `values`, `stores` |
//! | upper halves of vector registers | `vectors` |
//! | waiting and execution | `dataflow`, `window` |
//! | a hardware thread: from its front end to retirement | `thread` |
//! | cycle by cycle | `simulation` |
//! | events for views | `watch`, `events` |
//! | loop-carried chains | `chains` |
//! | what limits it | `bounds` |

mod bounds;
mod chains;
mod code;
mod dataflow;
pub(crate) mod error;
mod events;
mod front_end;
mod initial_registers;
mod instruction;
mod macro_ops;
mod matching;
mod options;
pub(crate) mod processor;
mod renamer;
mod simulation;
mod stores;
mod thread;
mod values;
mod vectors;
mod watch;
mod window;

use std::borrow::Cow;

use oxmca_asm::target::hardware::ConditionKinds;
use oxmca_asm::{Inst, Interrupt, Target};

use crate::error::ErrorKind;
use crate::event::Observer;
use crate::lower::Lowered;
use crate::processor::Processor;
use crate::progress::NEVER;
use crate::steady_state::Ratio;
use bounds::Bounds;
pub use bounds::{HardwareBound, HardwareBoundKind};
pub(crate) use chains::HardwareDependency;
use code::Code;
pub use error::HardwareError;
use events::Events;
pub use initial_registers::{
    InitialRegisterProblem, InitialRegistersError, NamedRegister, read_initial_registers,
};
use instruction::{Builder, Instruction, Kind};
pub use matching::hardware_processor;
pub use options::{Delivery, HardwareOptions, InitialRegisters, feature};
pub use processor::HardwareProcessor;
use simulation::Simulation;

/// The pace of a region as hardware mode finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwarePace {
    /// Iterations that were measured.
    pub iterations: u32,
    /// Cycles that they took.
    pub cycles: u32,
    /// Iterations and cycles before.
    pub warm_up: (u32, u32),
    /// Cycles that all iterations of a report take.
    pub total_cycles: u32,
    /// The way in which the code was delivered.
    pub delivery: Delivery,
    /// Threads of the core that run the code. Cycles are those of one of them.
    pub threads: u32,
    /// The name of the hardware model.
    pub model: String,
    /// A sentence about how far predictions by it have been compared with measurements.
    pub checked: String,
    /// Micro-ops, in the fused domain, that are renamed per cycle.
    pub width_micro_ops: u32,
    /// Micro-ops of an iteration, in the fused domain as they are renamed.
    pub micro_ops: u32,
    /// The least that each part of the processor takes, in the order in which instructions pass them.
    pub bounds: Vec<HardwareBound>,
}

impl HardwarePace {
    /// Returns the cycles of an iteration.
    pub fn cycles_per_iteration(&self) -> Ratio {
        Ratio::new(self.cycles.into(), self.iterations.max(1).into())
    }

    /// Returns whether an iteration meets a bound, within two per cent.
    pub fn meets(&self, bound: &HardwareBound) -> bool {
        bound.cycles.to_f64() >= self.cycles_per_iteration().to_f64() * bounds::MET
    }

    /// Returns the kinds of bounds that an iteration meets: these limit it. None if parts of the processor that do not
    /// limit it by themselves do so together.
    pub fn limits(&self) -> Vec<HardwareBoundKind> {
        let met = self.bounds.iter().filter(|bound| self.meets(bound));
        let mut kinds: Vec<_> = met.map(|bound| bound.kind).collect();
        kinds.dedup();
        kinds
    }

    /// Returns the cycles of an iteration that no bound explains by itself.
    pub fn unexplained(&self) -> Option<Ratio> {
        let highest = self.bounds.iter().map(|bound| bound.cycles).max()?;
        let excess = self.cycles_per_iteration().checked_sub(highest);
        excess.filter(|excess| *excess != Ratio::ZERO)
    }

    /// Returns the slowest loop-carried chain, if there is one.
    pub fn slowest_chain(&self) -> Option<&HardwareBound> {
        self.bounds.iter().find(|bound| bound.kind == HardwareBoundKind::Dependencies)
    }

    /// Returns the highest of the bounds that an iteration does not meet: it limits the code once the others are gone.
    pub fn next_bound(&self) -> Option<&HardwareBound> {
        let others = self.bounds.iter().rev().filter(|bound| !self.meets(bound));
        others.max_by(|one, two| one.cycles.cmp(&two.cycles))
    }
}

/// A region as hardware mode takes it.
#[derive(Clone, Copy, Debug)]
pub struct HardwareRegion<'a> {
    /// Its instructions.
    pub instructions: &'a [Inst],
    /// The same instructions as they were lowered.
    pub lowered: &'a Lowered,
    /// Machine code of each instruction.
    pub codes: &'a [Cow<'a, [u8]>],
}

/// A region that was made ready for a processor.
#[derive(Debug)]
pub struct HardwareCode<'a> {
    hardware: &'a HardwareProcessor,
    options: HardwareOptions,
    instructions: Vec<Instruction>,
    delivery: Delivery,
    interrupt: &'a Interrupt,
}

impl<'a> HardwareCode<'a> {
    /// Makes a region ready.
    ///
    /// # Errors
    /// [`ErrorKind::NoHardwareModel`] where the target does not describe its instructions to hardware mode.
    pub fn new(
        region: &HardwareRegion<'_>,
        hardware: &'a HardwareProcessor,
        processor: &Processor<'_>,
        target: &dyn Target,
        options: &HardwareOptions,
    ) -> Result<HardwareCode<'a>, ErrorKind> {
        let mut options = options.clone();
        if let Some(found) = options.initial_registers.found(processor.tables()) {
            options.initial_registers = found;
        }
        let builder = Builder { hardware, processor, target, options: &options };
        let instructions = region.lowered.insts.iter().map(|low| {
            let inst = &region.instructions[low.source];
            builder.instruction(region.lowered, low, inst, &region.codes[low.source])
        });
        let mut instructions =
            instructions.collect::<Option<Vec<_>>>().ok_or(ErrorKind::NoHardwareModel)?;
        if options.has(feature::MACRO_FUSION) {
            fuse(&mut instructions);
        }
        let last = instructions.last();
        let ends_with_branch =
            last.is_some_and(|it| it.facts.branch_condition != ConditionKinds::default());
        let delivery = options.delivery.unwrap_or(match ends_with_branch {
            true => Delivery::Loop,
            false => Delivery::Unrolled,
        });
        Ok(HardwareCode { hardware, options, instructions, delivery, interrupt: &NEVER })
    }

    /// Lets the caller stop what is done with the region.
    #[must_use]
    pub fn with_interrupt(self, interrupt: &'a Interrupt) -> HardwareCode<'a> {
        HardwareCode { interrupt, ..self }
    }

    /// Returns what was given to [`HardwareCode::with_interrupt`].
    pub(crate) fn interrupt(&self) -> &'a Interrupt {
        self.interrupt
    }

    fn code(&self) -> Code<'_> {
        let numbers = match self.options.has_two_threads {
            true => &self.hardware.numbers_of_thread,
            false => &self.hardware.numbers,
        };
        Code { instructions: &self.instructions, numbers }
    }

    /// Iterations after which the addresses of code repeat, as far as the front end tells them apart.
    fn period(&self) -> usize {
        let bytes = self.instructions.iter().map(|it| u64::from(it.length_bytes)).sum();
        let block = u64::from(self.hardware.numbers.fetch_bytes.max(1));
        match self.delivery {
            Delivery::Unrolled => Ratio::new(bytes, block).denominator() as usize,
            Delivery::Loop => 1,
        }
    }

    fn simulation(&self) -> Simulation<'_> {
        let (hardware, options) = (self.hardware, &self.options);
        Simulation::new(self.code(), hardware, self.delivery, options, self.interrupt)
    }

    /// Finds the pace of the region, and the cycles of so many iterations.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub fn pace(&self, iterations: u32) -> Result<HardwarePace, ErrorKind> {
        let hardware = self.hardware;
        let period = self.period();
        // So many that queues are full.
        let least_cycles = 150 + hardware.numbers.reorder_buffer;
        let measured = self.simulation().measure(period, least_cycles)?;
        let bounds = Bounds {
            code: &self.instructions,
            hardware,
            delivery: self.delivery,
            options: &self.options,
            period,
            interrupt: self.interrupt,
        };
        Ok(HardwarePace {
            width_micro_ops: hardware.numbers.renamed_micro_ops,
            micro_ops: self.code().renamed_micro_ops(),
            bounds: bounds.all()?,
            model: hardware.model.name.clone(),
            checked: hardware.model.checked.clone(),
            total_cycles: measured.total_cycles(iterations),
            iterations: measured.iterations,
            cycles: measured.cycles,
            warm_up: measured.warm_up,
            delivery: self.delivery,
            threads: if self.options.has_two_threads { 2 } else { 1 },
        })
    }

    /// Runs so many iterations of the region and lets `observer` see them. Returns the cycles that they take.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub(crate) fn observe<O: Observer>(
        &self,
        iterations: u32,
        observer: &mut O,
    ) -> Result<u32, ErrorKind> {
        let mut events = Events::new(observer, self.code(), self.hardware, iterations);
        Ok(self.simulation().observe(iterations, &mut events)?)
    }

    /// Returns the micro-ops of each instruction, in the fused domain as they are renamed: none for one that is fused
    /// with the instruction before it.
    pub fn renamed_micro_ops(&self) -> impl Iterator<Item = u32> {
        self.instructions.iter().map(|it| if it.is_fused { 0 } else { it.renamed_micro_ops.into() })
    }

    /// Returns the dependencies of the instructions of an iteration on others.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(crate) fn dependencies(&self) -> Result<Vec<HardwareDependency>, ErrorKind> {
        let (hardware, options) = (self.hardware, &self.options);
        chains::dependencies(self.code(), hardware, self.delivery, options, self.interrupt)
    }

    /// Returns the size of the reorder buffer in micro-ops.
    pub fn reorder_buffer_micro_ops(&self) -> u32 {
        self.hardware.numbers.reorder_buffer
    }
}

/// Makes comparisons and the branches after them one.
fn fuse(instructions: &mut [Instruction]) {
    for at in 1..instructions.len() {
        let (before, rest) = instructions.split_at_mut(at);
        let (Some(first), Some(second)) = (before.last_mut(), rest.first_mut()) else { continue };
        if first.is_fused || !second.facts.branch_condition.is_in(first.facts.fuses_with) {
            continue;
        }
        second.is_fused = true;
        let branch = second.micro_ops.iter().find(|it| it.kind == Kind::Compute).map(|it| it.ports);
        let compute = first.micro_ops.iter_mut().find(|it| it.kind == Kind::Compute);
        if let (Some(ports), Some(compute)) = (branch, compute) {
            compute.ports = ports;
        }
    }
}
