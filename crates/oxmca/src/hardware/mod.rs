//! Hardware mode: a processor with front end, micro-ops, ports chosen at renaming, and memory that forwards stores.
//!
//! llvm-mca's pipeline executes instructions, as its models describe them. Processors execute micro-ops: those of one
//! instruction begin in different cycles, are bound to ports before their operands are known, and some are never
//! executed. So this mode has a pipeline of its own. It takes ports and latencies from the scheduling model, and the
//! rest from a [hardware model](oxmca_tables::hardware).
//!
//! | Part | File |
//! |---|---|
//! | an instruction and its micro-ops | `instruction` |
//! | fetching, predecoding, decoding, micro-op cache, loop buffer | `front_end` |
//! | registers, eliminated moves, ports | `renamer` |
//! | addresses, forwarding of stores | `values`, `stores` |
//! | waiting and execution | `dataflow` |
//! | cycle by cycle | `simulation` |

mod dataflow;
mod front_end;
mod instruction;
mod options;
mod processor;
mod renamer;
mod simulation;
mod stores;
mod values;

use std::fmt;

use oxmca_asm::target::hardware::ConditionKinds;
use oxmca_asm::{Inst, Target};
use oxmca_tables::hardware::{HardwareModel, builtin_hardware};

use crate::lower::Lowered;
use crate::processor::Processor;
use instruction::{Builder, Instruction, Kind};
pub use options::{Delivery, HardwareOptions, InitialRegisters, feature};
pub use processor::HardwareProcessor;
use simulation::Simulation;

/// Why hardware mode cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HardwareError {
    /// There is no hardware model for the scheduling model of the CPU; these CPUs have one.
    NoModel {
        /// Names of CPUs.
        cpus: Vec<String>,
    },
    /// The hardware model names a port that the scheduling model lacks.
    UnknownPort(String),
    /// The file of the hardware model has a mistake.
    Mistake(String),
    /// An instruction cannot be encoded, so that its length is not known.
    NoCode {
        /// Its index.
        instruction: usize,
    },
}

impl fmt::Display for HardwareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HardwareError::NoModel { cpus } => {
                write!(f, "no hardware data for this CPU; there are some for {}", cpus.join(", "))
            }
            HardwareError::UnknownPort(name) => write!(f, "the scheduling model has no {name}"),
            HardwareError::Mistake(text) => f.write_str(text),
            HardwareError::NoCode { instruction } => {
                write!(f, "instruction {instruction} has no machine code")
            }
        }
    }
}

impl std::error::Error for HardwareError {}

/// The pace of a region as hardware mode finds it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HardwarePace {
    /// Iterations that were measured.
    pub iterations: u32,
    /// Cycles that they took.
    pub cycles: u32,
    /// Iterations and cycles before.
    pub warm_up: (u32, u32),
    /// How the code was delivered.
    pub delivery: Delivery,
}

/// Finds the hardware model for a processor.
///
/// # Errors
/// [`HardwareError`].
pub fn hardware_processor(
    processor: &Processor<'_>,
    target: &dyn Target,
) -> Result<HardwareProcessor, HardwareError> {
    let tables = processor.tables();
    let name = tables.text(processor.model().name);
    let files = builtin_hardware("x86");
    let file = files.iter().find(|file| HardwareModel::models_of(file).any(|it| it == name));
    let Some(file) = file else {
        let has_model = |cpu: &&oxmca_tables::schema::Cpu| {
            let model = tables.text(tables.models[cpu.model.index()].name);
            files.iter().any(|file| HardwareModel::models_of(file).any(|it| it == model))
        };
        let cpus = tables.cpus.iter().filter(has_model).map(|cpu| tables.text(cpu.name).to_owned());
        return Err(HardwareError::NoModel { cpus: cpus.collect() });
    };
    let model = HardwareModel::read(file);
    let model = model.map_err(|mistake| HardwareError::Mistake(mistake.to_string()))?;
    HardwareProcessor::new(model, processor, target)
}

/// A region as hardware mode takes it.
#[derive(Clone, Copy, Debug)]
pub struct HardwareRegion<'a> {
    /// Its instructions.
    pub instructions: &'a [Inst],
    /// The same instructions as they were lowered.
    pub lowered: &'a Lowered,
    /// Machine code of each instruction.
    pub codes: &'a [Vec<u8>],
}

/// Simulates a region.
pub fn predict(
    region: &HardwareRegion<'_>,
    hardware: &HardwareProcessor,
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &HardwareOptions,
) -> Option<HardwarePace> {
    let builder = Builder { hardware, processor, target, options };
    let instructions = region.lowered.insts.iter().map(|low| {
        let inst = &region.instructions[low.source];
        builder.instruction(region.lowered, low, inst, &region.codes[low.source])
    });
    let mut instructions = instructions.collect::<Option<Vec<_>>>()?;
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
            block / gcd(bytes.max(1), block)
        }
        Delivery::Loop => 1,
    };
    let measured = Simulation::new(&instructions, hardware, delivery, options).run(period as usize);
    Some(HardwarePace {
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

fn gcd(one: u64, two: u64) -> u64 {
    if two == 0 { one } else { gcd(two, one % two) }
}
