//! Hardware mode: a processor with front end, micro-ops, ports chosen at renaming, and memory that forwards stores.
//!
//! llvm-mca's pipeline executes instructions, as its models describe them. Processors execute micro-ops: those of one
//! instruction begin in different cycles, are bound to ports before their operands are known, and some are never
//! executed. So this mode has a pipeline of its own. It takes ports and latencies from the scheduling model, and the
//! rest from a [hardware model](oxmca_tables::hardware).
//!
//! | Part | File |
//! |---|---|
//! | an instruction and its micro-ops | `instruction`, `macro_ops` |
//! | instructions that become one | `pairs` |
//! | the code that is executed | `code` |
//! | fetching, predecoding, decoding, micro-op cache, loop buffer | `front_end` |
//! | registers, eliminated moves, ports | `renamer` |
//! | what is renamed in one cycle | `group` |
//! | addresses, forwarding of stores | `values`, `relevance`, `stores`, `pages` |
//! | upper halves of vector registers | `vectors` |
//! | waiting and execution | `dataflow`, `bound_counts`, `early`, `third_operands`, `port_results`, `units`, `in_flight`, `calendar`, `window` |
//! | a hardware thread: from its front end to retirement, and stores after that | `thread`, `store_buffer` |
//! | cycle by cycle | `simulation` |
//! | iterations that repeat themselves | `recurrence`, `address_trace` |
//! | events for views | `watch`, `events` |
//! | loop-carried chains | `chains` |
//! | what limits it | `bounds` |
//! | what of it was compared with measurements | `reach` |
//! | the check of all that in debug builds | `verifier` |
//!
//! # Decisions
//!
//! - **It has a pipeline of its own.** llvm-mca's unit is the instruction, whose ports are chosen when it begins; a
//!   processor's is the micro-op, which is bound to a port when it is renamed, and some are never executed. One pipeline for
//!   both would ask at every step which it is. Shared are lowering, tables, sections, and the events that views observe: what
//!   happens is told to a `Watch`, a parameter of the type that costs nothing where nobody watches, and one such watch turns
//!   it into events. Views of queues that only llvm-mca's models have are left out.
//! - **Its data are files of their own**, not models that extend others: they speak of micro-ops, ports and decoders, which a
//!   scheduling class cannot say. They are read when they are asked for, so they cost neither start nor image.
//! - **Targets say what instructions mean** (`Target::hardware_facts`): lengths, flags by groups, addresses, and the values
//!   that move through registers and memory. The simulation knows values as a symbol and a constant, no registers by name.
//! - **The pace is that of iterations which repeat themselves**, or else an average over the second half of some hundred cycles, in
//!   multiples of the iterations after which code stands at the same place of a block. It is the *amount* in each part of the processor
//!   that has to come again, and the distances of addresses: whole states hold addresses and numbers that never do.
//!   Two measured blocks in three do so, after 135 cycles in the mean. Their simulation ends then: 97 % of predictions are the same
//!   to the last digit, others change by what an average of unlike iterations was off. Of 4,966 random regions on random models that repeat
//!   themselves, 2 change by more than half a per cent within 400 iterations. A shorter proof (half of what is in flight) saves four per
//!   cent of time, and was wrong by 10 % for three blocks of 2,400.
//! - **A bound is found by the part itself**, with all others made perfect: front ends run alone, and chains are cycles of the
//!   graph of what waits for what, which the renamer tells another watch. So bounds cannot drift from what is simulated.
//! - **The stages of the front end follow the same code**, so what is between two of them is a place and a number, not a queue
//!   of instructions. This, and the end of an instruction as a counter, took two fifths of the instructions executed.
//! - **Two threads are two of everything but ports**, divided by a list of numbers in the data, and take turns.

mod address_trace;
mod banks;
mod bound_counts;
mod bounds;
mod calendar;
mod chains;
mod code;
mod dataflow;
mod early;
mod events;
mod execution;
mod front_end;
mod group;
mod in_flight;
mod in_order;
mod instruction;
mod macro_ops;
mod matching;
mod moves;
mod pages;
mod pairs;
mod port_choice;
mod port_load;
mod port_results;
mod reach;
mod recurrence;
mod relevance;
mod renamer;
mod results;
mod simulation;
mod store_buffer;
mod stores;
mod sustained_rate;
#[cfg(test)]
mod tests;
mod third_operands;
mod thread;
mod units;
mod values;
mod vectors;
#[cfg(debug_assertions)]
mod verifier;
mod watch;
mod window;
mod windows;

use std::borrow::Cow;
use std::fmt;

use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Inst, Interrupt, Target};
use oxmca_tables::{Reg, Tables};

use crate::error::ErrorKind;
pub use crate::hardware_error::HardwareError;
use crate::lower::Lowered;
pub use crate::options::{
    Delivery, HardwareOptions, HardwareParts, InitialRegisterProblem, InitialRegisters,
    InitialRegistersError, NamedRegister, read_initial_registers,
};
use crate::processor::Processor;
pub use crate::processor::hardware::HardwareProcessor;
use crate::ratio::Ratio;
use crate::simulation::event::Observer;
use bounds::Bounds;
pub use bounds::{HardwareBound, HardwareBoundKind};
pub use chains::HardwareDependency;
use code::Code;
use events::Events;
pub use execution::Execution;
use instruction::{AtRename, Builder, Instruction};
pub use matching::hardware_processor;
pub use reach::{HardwareReach, InstructionReach, NumberReach};
use simulation::{Least, Simulation};
use units::UnitUse;

/// The pace of a region as hardware mode finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwarePace {
    /// Iterations that were measured.
    pub iterations: u32,
    /// Cycles that they took.
    pub cycles: u32,
    /// Iterations before.
    pub warm_up_iterations: u32,
    /// Cycles that those took.
    pub warm_up_cycles: u32,
    /// Cycles that all iterations of a report take.
    pub total_cycles: u32,
    /// The way in which the code was delivered.
    pub delivery: Delivery,
    /// Threads of the core that run the code. Cycles are those of one of them.
    pub threads: u32,
    /// The name of the hardware model.
    pub model: String,
    /// Set if predictions by it have been compared with measurements.
    pub is_checked: bool,
    /// The measurements, or the reason why there are none.
    pub checked: String,
    /// The same of single instructions; `None` where the hardware model does not tell.
    pub reach: Option<HardwareReach>,
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
        self.met_bounds().map(|bound| bound.kind).collect()
    }

    /// Returns the first bound of each kind that an iteration meets: of several equally slow chains, one.
    pub fn met_bounds(&self) -> impl Iterator<Item = &HardwareBound> {
        let mut last = None;
        self.bounds.iter().filter(move |bound| {
            // Those of a kind follow each other.
            let is_met = self.meets(bound) && last != Some(bound.kind);
            last = if is_met { Some(bound.kind) } else { last };
            is_met
        })
    }

    /// Returns the highest bound.
    pub fn highest_bound(&self) -> Option<&HardwareBound> {
        self.bounds.iter().rev().max_by(|one, two| one.cycles.cmp(&two.cycles))
    }

    /// Returns the cycles of an iteration that no bound explains by itself.
    pub fn unexplained(&self) -> Option<Ratio> {
        let excess = self.cycles_per_iteration().checked_sub(self.highest_bound()?.cycles);
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

/// The most instructions of a region in hardware mode, which follows every micro-op of a few iterations.
pub const MAX_HARDWARE_INSTRUCTIONS: usize = 1 << 14;

/// The most micro-ops of a region in hardware mode: sixteen of each instruction of the longest one. Few instructions have as
/// many, and those of system calls have a hundred.
const MAX_HARDWARE_MICRO_OPS: usize = 16 * MAX_HARDWARE_INSTRUCTIONS;

/// A region as hardware mode takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HardwareRegion<'a> {
    /// Its instructions.
    pub(crate) instructions: &'a [Inst],
    /// The same instructions as they were lowered.
    pub(crate) lowered: &'a Lowered,
    /// Machine code of the first of the instructions; that of the others is found by encoding them.
    pub(crate) codes: &'a [&'a [u8]],
}

impl<'a> HardwareRegion<'a> {
    /// Returns the machine code of all instructions.
    ///
    /// # Errors
    /// [`HardwareError::NoCode`].
    fn all_codes(
        &self,
        processor: &Processor<'_>,
        target: &dyn Target,
    ) -> Result<Vec<Cow<'a, [u8]>>, HardwareError> {
        let code = |(instruction, inst): (usize, &Inst)| match self.codes.get(instruction) {
            Some(given) => Ok(Cow::Borrowed(*given)),
            None => {
                let mut code = Vec::new();
                let encoded = target.encode(processor.subtarget(), inst, &mut code);
                encoded.map_err(|_| HardwareError::NoCode { instruction })?;
                Ok(Cow::Owned(code))
            }
        };
        self.instructions.iter().enumerate().map(code).collect()
    }
}

/// Returns an instruction with the prefix that the statement before it is.
fn with_prefix<'a>(instructions: &'a [Inst], at: usize, target: &dyn Target) -> Cow<'a, Inst> {
    let inst = &instructions[at];
    let before = at.checked_sub(1).map(|before| &instructions[before]);
    match before.map_or(0, |before| target.flags_of_next(before)) {
        0 => Cow::Borrowed(inst),
        flags => Cow::Owned(Inst { flags: inst.flags | flags, ..inst.clone() }),
    }
}

/// The reason for which nothing speaks for predictions of code with a stack of registers.
const NOT_FOLLOWED: &str = "the stack of registers that some instructions use is not followed: chains through it are not seen";

/// The registers that instructions read and write, as the scheduling model names them.
#[derive(Clone, Copy)]
struct RegisterNames<'a> {
    tables: &'a Tables<'a>,
    lowered: &'a Lowered,
}

impl fmt::Debug for RegisterNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisterNames").finish_non_exhaustive()
    }
}

/// A region that was made ready for a processor.
#[derive(Debug)]
pub(crate) struct HardwareCode<'a> {
    hardware: &'a HardwareProcessor,
    options: HardwareOptions,
    instructions: Vec<Instruction>,
    delivery: Delivery,
    /// Iterations that lie behind each other before their places repeat, where nothing leads back from their end.
    copies: u32,
    /// Registers by their names; `None` if nobody asks for those.
    names: Option<RegisterNames<'a>>,
    interrupt: &'a Interrupt,
}

impl<'a> HardwareCode<'a> {
    /// Makes a region ready.
    ///
    /// # Errors
    /// [`ErrorKind::Hardware`] where the region has too many instructions or micro-ops, the CPU has no hardware model, the target does not
    /// describe its instructions, or one has no machine code.
    pub fn new(
        region: &HardwareRegion<'a>,
        processor: &'a Processor<'_>,
        target: &dyn Target,
        options: &HardwareOptions,
        interrupt: &'a Interrupt,
    ) -> Result<HardwareCode<'a>, ErrorKind> {
        let max_instructions = MAX_HARDWARE_INSTRUCTIONS;
        if region.instructions.len() > max_instructions {
            return Err(HardwareError::TooLong { max_instructions }.into());
        }
        let hardware = hardware_processor(processor, target).map_err(HardwareError::clone)?;
        let codes = region.all_codes(processor, target)?;
        let mut options = options.clone();
        if let Some(found) = options.initial_registers.found(processor.tables()) {
            options.initial_registers = found;
        }
        let builder = Builder { hardware, processor, target, options: &options };
        let instructions = region.lowered.insts.iter().map(|low| {
            let inst = with_prefix(region.instructions, low.source, target);
            builder.instruction(region.lowered, low, &inst, &codes[low.source])
        });
        let mut instructions =
            instructions.collect::<Option<Vec<_>>>().ok_or(HardwareError::NoFacts)?;
        if instructions.iter().map(Instruction::all_micro_ops).sum::<usize>()
            > MAX_HARDWARE_MICRO_OPS
        {
            return Err(
                HardwareError::TooManyMicroOps { max_micro_ops: MAX_HARDWARE_MICRO_OPS }.into()
            );
        }
        if options.has(HardwareParts::MACRO_FUSION) {
            pairs::fuse(&mut instructions, &hardware.model.fusions, &hardware.model.ports);
        }
        group::take_slots_in_a_row(&mut instructions);
        relevance::mark(&mut instructions, hardware);
        instructions.iter_mut().for_each(|it| it.plan_renaming(&hardware.model, options.parts));
        let last = region.lowered.insts.last().map(|low| &region.instructions[low.source]);
        let delivery = options.delivery.unwrap_or_else(|| Delivery::usual(target, last));
        let names = Some(RegisterNames { tables: processor.tables(), lowered: region.lowered });
        let is_branch = |inst| target.control_flow(inst) == ControlFlow::Branch;
        let has_branch =
            region.lowered.insts.iter().any(|low| is_branch(&region.instructions[low.source]));
        let copies = match delivery {
            Delivery::Loop if !has_branch => copies(&instructions, hardware),
            Delivery::Loop | Delivery::Unrolled => 1,
        };
        Ok(HardwareCode { hardware, options, instructions, delivery, copies, names, interrupt })
    }

    fn code(&self) -> Code<'_> {
        let numbers = match self.options.two_threads {
            true => &self.hardware.numbers_of_thread,
            false => &self.hardware.numbers,
        };
        let model = &self.hardware.model;
        Code {
            instructions: &self.instructions,
            numbers,
            policies: &model.policies,
            dispatch_limits: &model.ports.dispatch_limits,
            copies: self.copies,
        }
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Returns the number of micro-ops that are renamed or executed.
    pub fn micro_ops(&self) -> usize {
        self.instructions.iter().map(Instruction::all_micro_ops).sum()
    }

    /// Iterations after which the addresses of code repeat, as far as the front end tells them apart.
    fn period(&self) -> usize {
        let bytes = self.instructions.iter().map(|it| u64::from(it.length_bytes)).sum();
        let block = u64::from(self.hardware.numbers.fetch_bytes.max(1));
        match self.delivery {
            Delivery::Unrolled => Ratio::new(bytes, block).denominator() as usize,
            Delivery::Loop => self.copies as usize,
        }
    }

    fn simulation(&self) -> Simulation<'_> {
        let (hardware, options) = (self.hardware, &self.options);
        Simulation::new(self.code(), hardware, self.delivery, options, self.interrupt)
    }

    /// Finds the cycles of an iteration, and nothing else.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub(crate) fn cycles_per_iteration(&self) -> Result<Ratio, ErrorKind> {
        let measured = self.simulation().measure(self.period(), self.least())?;
        Ok(Ratio::new(measured.cycles.into(), measured.iterations.max(1).into()))
    }

    /// Returns the cycles after which queues are full, and what an iteration takes at least.
    fn least(&self) -> Least {
        let executed = self.instructions.iter().filter(|it| !it.is_fused);
        let (mut units, mut by_port) = (UnitUse::default(), [0_u32; 32]);
        for it in executed.filter(|it| it.at_rename == AtRename::Nothing) {
            for micro_op in &it.micro_ops {
                units.add(micro_op);
                if micro_op.ports.0.is_power_of_two() {
                    let port = &mut by_port[micro_op.ports.0.trailing_zeros() as usize];
                    *port = port.saturating_add(2 * u32::from(micro_op.busy_cycles.max(1)));
                }
            }
        }
        Least {
            cycles: 150 + self.hardware.numbers.reorder_buffer,
            half_cycles_of_iteration: by_port.into_iter().fold(units.most(), u32::max),
        }
    }

    /// Finds the pace of the region, and the cycles of `iterations` iterations.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub fn pace(&self, iterations: u32) -> Result<HardwarePace, ErrorKind> {
        let hardware = self.hardware;
        let period = self.period();
        let measured = self.simulation().measure(period, self.least())?;
        let bounds = Bounds {
            code: &self.instructions,
            hardware,
            delivery: self.delivery,
            copies: self.copies,
            options: &self.options,
            register: &|from, to| self.register_between(from, to),
            interrupt: self.interrupt,
        };
        let is_followed = !self.instructions.iter().any(|it| it.facts.uses_register_stack);
        Ok(HardwarePace {
            width_micro_ops: hardware.numbers.renamed_micro_ops,
            micro_ops: self.code().renamed_micro_ops(),
            bounds: bounds.all()?,
            model: hardware.model.name.clone(),
            is_checked: hardware.model.is_checked && is_followed,
            checked: match is_followed {
                true => hardware.model.checked.clone(),
                false => NOT_FOLLOWED.to_owned(),
            },
            reach: self.reach(),
            total_cycles: measured.total_cycles(iterations),
            iterations: measured.iterations,
            cycles: measured.cycles,
            warm_up_iterations: measured.warm_up.0,
            warm_up_cycles: measured.warm_up.1,
            delivery: self.delivery,
            threads: if self.options.two_threads { 2 } else { 1 },
        })
    }

    /// Returns what of the instructions was compared with measurements; `None` where the hardware model does not tell.
    pub(crate) fn reach(&self) -> Option<HardwareReach> {
        let RegisterNames { tables, lowered } = self.names?;
        let opcode = |at: usize| tables.opcode_name(lowered.insts[at].opcode);
        reach::reach(&self.hardware.model, &self.instructions, opcode)
    }

    /// Runs `iterations` iterations of the region and lets `observer` see them. Returns the cycles that they take.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub(crate) fn observe<O: Observer>(
        &self,
        iterations: u32,
        observer: &mut O,
    ) -> Result<u32, ErrorKind> {
        let events = Events::new(observer, self.code(), self.hardware, iterations);
        #[cfg(debug_assertions)]
        let events = {
            let code = self.code();
            let supplier = front_end::Supplier::of(&code, self.delivery, &self.options);
            verifier::Verifier::new(code, self.hardware, supplier, events)
        };
        let mut events = events;
        Ok(self.simulation().observe(iterations, &mut events)?)
    }

    /// Returns the micro-ops of an instruction, in the fused domain as they are renamed: none of one that is fused with
    /// the instruction before it.
    pub fn renamed_micro_ops_at(&self, position: u32) -> u32 {
        let instruction = &self.instructions[position as usize];
        if instruction.is_fused { 0 } else { instruction.renamed_micro_ops.into() }
    }

    /// Returns what of the instruction at a position executes; `None` if there is none.
    pub(crate) fn execution_at(&self, position: usize) -> Option<Execution> {
        let instruction = self.instructions.get(position)?;
        let computes = instruction.computes();
        let accesses = instruction.micro_ops.len() - computes.len();
        Some(Execution::of_computes(computes, accesses))
    }

    /// Returns the dependencies of the instructions of an iteration on others.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(crate) fn dependencies(&self) -> Result<Vec<HardwareDependency>, ErrorKind> {
        let (hardware, options) = (self.hardware, &self.options);
        let register = &|from, to| self.register_between(from, to);
        chains::dependencies(
            self.code(),
            hardware,
            self.delivery,
            options,
            register,
            self.interrupt,
        )
    }

    /// Returns the register that the instruction at one position writes and that at another reads, if there is one.
    fn register_between(&self, from: u32, to: u32) -> Option<Reg> {
        let RegisterNames { tables, lowered } = self.names?;
        let inst = |at: u32| lowered.insts.get(at as usize);
        let (from, to) = (inst(from)?, inst(to)?);
        let is_read = |reg: Reg| to.reads.iter().any(|read| tables.do_overlap(read.reg, reg));
        from.writes.iter().map(|it| it.reg).find(|reg| is_read(*reg))
    }

    /// Returns the size of the reorder buffer in micro-ops.
    pub fn reorder_buffer_micro_ops(&self) -> u32 {
        self.hardware.numbers.reorder_buffer
    }
}

/// Returns the iterations of code without a branch that lie behind each other before their places in windows of the micro-op cache,
/// and the gaps between these, repeat; 1 if these are so many instructions that no such cache holds them.
fn copies(instructions: &[Instruction], hardware: &HardwareProcessor) -> u32 {
    const MOST_INSTRUCTIONS: usize = 2048;
    let numbers = &hardware.numbers;
    let bytes = instructions.iter().map(|it| u64::from(it.length_bytes)).sum();
    let window = u64::from(numbers.cache_window_bytes.max(1));
    let windows = Ratio::new(bytes, window);
    let mut copies = windows.denominator() as u32;
    if hardware.model.policies.cache_delivers_windows
        && !windows.numerator().is_multiple_of(front_end::WINDOWS_OF_GAP as u64)
    {
        copies *= front_end::WINDOWS_OF_GAP as u32;
    }
    if copies as usize * instructions.len() <= MOST_INSTRUCTIONS { copies } else { 1 }
}
