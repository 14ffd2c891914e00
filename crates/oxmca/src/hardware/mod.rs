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
//! | fetching, predecoding, decoding, micro-op cache, loop buffer | `front_end` |
//! | registers, eliminated moves, ports | `renamer` |
//! | addresses, forwarding of stores | `values`, `stores` |
//! | waiting and execution | `dataflow` |
//! | cycle by cycle | `simulation` |
//! | what limits it | `bounds` |

mod bounds;
mod dataflow;
pub(crate) mod error;
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
mod values;

use std::borrow::Cow;

use oxmca_asm::target::hardware::ConditionKinds;
use oxmca_asm::{Inst, Target};

use crate::error::ErrorKind;
use crate::lower::Lowered;
use crate::processor::Processor;
use crate::steady_state::Ratio;
use bounds::Bounds;
pub use bounds::{HardwareBound, HardwareBoundKind};
pub use error::HardwareError;
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
    /// The way in which the code was delivered.
    pub delivery: Delivery,
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

    /// Returns the bounds that an iteration meets, within two per cent: these limit it. None if parts of the processor
    /// that do not limit it by themselves do so together.
    pub fn limits(&self) -> Vec<HardwareBoundKind> {
        let cycles = self.cycles_per_iteration().to_f64();
        let met = self.bounds.iter().filter(|bound| bound.cycles.to_f64() >= cycles * bounds::MET);
        met.map(|bound| bound.kind).collect()
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

/// Simulates a region.
///
/// # Errors
/// [`ErrorKind::NoHardwareModel`] where the target does not describe its instructions to hardware mode, and
/// [`ErrorKind::Deadlock`].
pub fn predict(
    region: &HardwareRegion<'_>,
    hardware: &HardwareProcessor,
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &HardwareOptions,
) -> Result<HardwarePace, ErrorKind> {
    let found = options.initial_registers.found(processor.tables());
    let found = found.map(|found| HardwareOptions { initial_registers: found, ..options.clone() });
    let options = found.as_ref().unwrap_or(options);
    let builder = Builder { hardware, processor, target, options };
    let instructions = region.lowered.insts.iter().map(|low| {
        let inst = &region.instructions[low.source];
        builder.instruction(region.lowered, low, inst, &region.codes[low.source])
    });
    let mut instructions =
        instructions.collect::<Option<Vec<_>>>().ok_or(ErrorKind::NoHardwareModel)?;
    if options.has(feature::MACRO_FUSION) {
        fuse(&mut instructions);
    }
    let ends_with_branch = instructions
        .last()
        .is_some_and(|it| it.facts.branch_condition != ConditionKinds::default());
    let delivery = options.delivery.unwrap_or(match ends_with_branch {
        true => Delivery::Loop,
        false => Delivery::Unrolled,
    });
    let bytes: u64 = instructions.iter().map(|it| u64::from(it.length_bytes)).sum();
    let period = match delivery {
        Delivery::Unrolled => {
            let block = u64::from(hardware.numbers.fetch_bytes.max(1));
            Ratio::new(bytes, block).denominator()
        }
        Delivery::Loop => 1,
    };
    let period = period as usize;
    // So many that queues are full.
    let least_cycles = 150 + hardware.numbers.reorder_buffer;
    let measured = Simulation::new(&instructions, hardware, &hardware.numbers, delivery, options)
        .run(period, least_cycles)
        .map_err(|stuck| ErrorKind::Deadlock { cycle: stuck.cycle.into() })?;
    let pace = Ratio::new(measured.cycles.into(), measured.iterations.max(1).into());
    let counted = instructions.iter().filter(|it| !it.is_fused);
    Ok(HardwarePace {
        width_micro_ops: hardware.numbers.renamed_micro_ops,
        micro_ops: counted.map(|it| u32::from(it.renamed_micro_ops)).sum(),
        bounds: Bounds { code: &instructions, hardware, delivery, options, period }.all(pace),
        model: hardware.model.name.clone(),
        checked: hardware.model.checked.clone(),
        iterations: measured.iterations,
        cycles: measured.cycles,
        warm_up: measured.warm_up,
        delivery,
    })
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
