//! Lower bounds on the cycles of an iteration, each of one part of the processor as if the others were perfect.

use oxmca_tables::hardware::{HardwareNumbers, PortSet};

use super::front_end::{Code, FrontEnd, Queue};
use super::instruction::{AtRename, Instruction, Kind};
use super::options::{Delivery, HardwareOptions, feature};
use super::processor::HardwareProcessor;
use super::simulation::Simulation;
use crate::steady_state::Ratio;

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
    /// Renaming: so many micro-ops per cycle.
    Renaming,
    /// The ports that most micro-ops are for.
    Ports,
    /// The divider.
    Divider,
    /// Results that later instructions wait for, through registers and memory. Looked for if nothing else explains the
    /// cycles.
    Dependencies,
}

impl HardwareBoundKind {
    /// Returns its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            HardwareBoundKind::Predecoding => "predecoding",
            HardwareBoundKind::Decoding => "decoding",
            HardwareBoundKind::MicroOpCache => "micro_op_cache",
            HardwareBoundKind::LoopBuffer => "loop_buffer",
            HardwareBoundKind::Renaming => "renaming",
            HardwareBoundKind::Ports => "ports",
            HardwareBoundKind::Divider => "divider",
            HardwareBoundKind::Dependencies => "dependencies",
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
}

/// Finds the bounds of code.
pub(super) struct Bounds<'a> {
    pub code: &'a [Instruction],
    pub hardware: &'a HardwareProcessor,
    pub delivery: Delivery,
    pub options: &'a HardwareOptions,
    /// Iterations after which addresses of code repeat.
    pub period: usize,
}

/// Part of the cycles of an iteration from which on a bound counts as met.
pub(super) const MET: f64 = 0.98;
/// More of anything than a cycle can use.
const PLENTY: u32 = 1 << 12;
/// Cycles that are simulated to find the bound of dependencies.
const LEAST_CYCLES_OF_DEPENDENCIES: u32 = 60;
/// Cycles in which a front end is watched at most.
const MOST_CYCLES: u32 = 100_000;

impl Bounds<'_> {
    /// Returns all bounds, in the order in which instructions pass the parts. The bound of dependencies takes a
    /// simulation of its own, and is only looked for if no other explains `pace`, the cycles of an iteration.
    pub fn all(&self, pace: Ratio) -> Vec<HardwareBound> {
        let numbers = self.hardware.numbers;
        let mut bounds = Vec::new();
        let mut add = |kind, cycles: Option<Ratio>| {
            let ports = String::new();
            bounds.extend(cycles.map(|cycles| HardwareBound { kind, cycles, ports }));
        };
        if self.options.has(feature::FRONT_END) {
            match self.delivery {
                Delivery::Unrolled => {
                    let only_predecoding = HardwareNumbers {
                        decoders: PLENTY,
                        decoded_micro_ops: PLENTY,
                        complex_decoders: PLENTY,
                        decoder_micro_ops: PLENTY,
                        last_decoder_avoids_fusible: 0,
                        decoding_gap_cycles: 0,
                        sequencer_switch_cycles: 0,
                        ..numbers
                    };
                    let only_decoding = HardwareNumbers {
                        fetch_bytes: PLENTY,
                        predecoded_instructions: PLENTY,
                        instruction_queue: PLENTY,
                        length_change_cycles: 0,
                        ..numbers
                    };
                    add(HardwareBoundKind::Predecoding, self.front_end(only_predecoding));
                    add(HardwareBoundKind::Decoding, self.front_end(only_decoding));
                }
                Delivery::Loop => {
                    let micro_ops = self.renamed_micro_ops();
                    let kind = match micro_ops <= u64::from(numbers.loop_buffer_micro_ops) {
                        true => HardwareBoundKind::LoopBuffer,
                        false => HardwareBoundKind::MicroOpCache,
                    };
                    add(kind, self.front_end(numbers));
                }
            }
        }
        let width = u64::from(numbers.renamed_micro_ops.max(1));
        add(HardwareBoundKind::Renaming, Some(Ratio::new(self.renamed_micro_ops(), width)));
        let divider: u64 = self.micro_ops().map(|it| u64::from(it.divider_cycles)).sum();
        add(HardwareBoundKind::Divider, (divider > 0).then(|| Ratio::new(divider, 1)));
        bounds.extend(self.ports());
        let highest = bounds.iter().map(|bound| bound.cycles.to_f64()).fold(0.0, f64::max);
        if highest < pace.to_f64() * MET {
            let kind = HardwareBoundKind::Dependencies;
            let ports = String::new();
            bounds.extend(self.dependencies().map(|cycles| HardwareBound { kind, cycles, ports }));
        }
        bounds.sort_by_key(|bound| bound.kind);
        bounds
    }

    fn renamed_micro_ops(&self) -> u64 {
        let counted = self.code.iter().filter(|it| !it.is_fused);
        counted.map(|it| u64::from(it.renamed_micro_ops)).sum()
    }

    /// The micro-ops that execute, moves that the renamer can do left out.
    fn micro_ops(&self) -> impl Iterator<Item = &super::instruction::MicroOp> + Clone {
        let executed = self.code.iter().filter(|it| !it.is_fused);
        executed.flat_map(|it| {
            let is_renamed = it.at_rename != AtRename::Nothing;
            it.micro_ops.iter().filter(move |op| !(is_renamed && op.kind == Kind::Compute))
        })
    }

    /// The cycles that a front end takes for an iteration if nobody else makes it wait.
    fn front_end(&self, numbers: HardwareNumbers) -> Option<Ratio> {
        let numbers = HardwareNumbers { micro_op_queue: PLENTY, ..numbers };
        let code = Code { instructions: self.code, numbers: &numbers };
        let mut front_end = FrontEnd::new(code, self.delivery, self.options);
        let mut queue = Queue::default();
        let (first, last) = (self.period as u32, 2 * self.period as u32);
        let mut begin = None;
        for cycle in 0..MOST_CYCLES {
            front_end.cycle(&mut queue);
            queue.micro_ops = 0;
            let newest = queue.instructions.back().copied();
            queue.instructions.clear();
            let iteration = newest.map_or(0, |it| it.iteration);
            match begin {
                None if iteration >= first => begin = Some((cycle, iteration)),
                Some((cycle_begun, iteration_begun)) if iteration >= last => {
                    let whole = (iteration - iteration_begun).into();
                    return Some(Ratio::new((cycle - cycle_begun).into(), whole));
                }
                _ => {}
            }
        }
        None
    }

    /// The cycles that only waiting for results takes.
    fn dependencies(&self) -> Option<Ratio> {
        let numbers = HardwareNumbers {
            renamed_micro_ops: 2 * self.hardware.numbers.renamed_micro_ops,
            retired_micro_ops: PLENTY,
            reorder_buffer: PLENTY,
            scheduler: PLENTY,
            load_buffer: PLENTY,
            store_buffer: PLENTY,
            micro_op_queue: 256,
            ..self.hardware.numbers
        };
        let options = HardwareOptions {
            features: self.options.features & !(feature::FRONT_END | feature::BANKS),
            ..self.options.clone()
        };
        let simulation =
            Simulation::new(self.code, self.hardware, &numbers, self.delivery, &options);
        let measured = simulation.without_ports().run(1, LEAST_CYCLES_OF_DEPENDENCIES).ok()?;
        Some(Ratio::new(measured.cycles.into(), measured.iterations.max(1).into()))
    }

    /// The set of ports whose micro-ops need them longest.
    fn ports(&self) -> Option<HardwareBound> {
        let mut sets: Vec<PortSet> = self.micro_ops().map(|it| it.ports).collect();
        sets.sort_unstable_by_key(|set| set.0);
        sets.dedup();
        // Only unions of sets in use can be the most loaded.
        let mut unions = sets.clone();
        for set in sets {
            let joined: Vec<_> = unions.iter().map(|other| PortSet(other.0 | set.0)).collect();
            unions.extend(joined);
            unions.sort_unstable_by_key(|union| union.0);
            unions.dedup();
        }
        let load = |set: &PortSet| {
            let inside = self.micro_ops().filter(|it| set.contains(it.ports)).count();
            Ratio::new(inside as u64, set.0.count_ones().max(1).into())
        };
        let best =
            unions.into_iter().map(|set| (load(&set), set)).max_by(|one, two| one.0.cmp(&two.0))?;
        let ports = self.hardware.model.ports.text(best.1);
        Some(HardwareBound { kind: HardwareBoundKind::Ports, cycles: best.0, ports })
    }
}
