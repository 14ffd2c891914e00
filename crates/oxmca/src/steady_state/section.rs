//! The steady state section as plain data.

use oxmca_tables::Reg;

use super::dependencies::LinkCause;
use super::issue_waits::IssueWaits;
use super::limit::{Limit, LimitWords};
use crate::ratio::Ratio;
use crate::simulation::event::StallKind;
use crate::simulation::hardware::HardwarePace;

/// The steady state section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SteadyState {
    /// Instructions of an iteration.
    pub instructions: u32,
    /// Micro-ops of an iteration.
    pub micro_ops: u32,
    /// The cycles that iterations take.
    pub pace: Pace,
    /// Lower bounds on these cycles.
    pub bounds: Bounds,
    /// The limit of iterations. Several if they are equally slow.
    pub limits: Vec<Limit>,
    /// The cycles in which dispatch waited, by cause. Causes can coincide, and need not cost time.
    pub stalls: Stalls,
    /// On a CPU that executes in order, its cycles by what issue waited for, if everything repeats.
    pub issue: Option<IssueWaits>,
    /// In hardware mode, what it found. Bounds and stalls, which are those of llvm-mca's pipeline, are empty then.
    pub hardware: Option<Box<HardwarePace>>,
}

/// The cycles that iterations take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Pace {
    /// Everything repeats.
    #[non_exhaustive]
    Periodic {
        /// The iterations after which the times between completions repeat.
        measured: Span,
        /// The iterations from the beginning after which every further period takes that long. They are
        /// complete when they have retired or, on a CPU that executes in order, issued.
        warm_up: Span,
    },
    /// Nothing had repeated when the search ended.
    #[non_exhaustive]
    Average {
        /// The iterations over which the average is taken, in the later part of the simulation.
        measured: Span,
        /// Iterations simulated.
        simulated_iterations: u32,
    },
}

impl Pace {
    /// Returns the iterations from which the cycles of one follow: a period, or those of the average.
    pub fn measured(&self) -> Span {
        match self {
            Pace::Periodic { measured, .. } | Pace::Average { measured, .. } => *measured,
        }
    }

    /// Returns whether the simulation was found to repeat itself, so that the cycles are exact.
    pub fn is_periodic(&self) -> bool {
        matches!(self, Pace::Periodic { .. })
    }
}

/// Successive iterations, and the cycles they take together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Span {
    /// Iterations.
    pub iterations: u32,
    /// Cycles of these iterations.
    pub cycles: u64,
}

/// Lower bounds of the cycles of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// By the width of dispatch and the rules of groups; in order, of issue.
    pub dispatch_cycles: Ratio,
    /// By the instructions that enter the micro-op queue in a cycle, if that is limited.
    pub decoding_cycles: Option<Ratio>,
    /// By the instructions that retire in a cycle, if that is limited.
    pub retirement_cycles: Option<Ratio>,
    /// By resources, if any are used.
    pub resources: Option<ResourceBound>,
    /// By dependencies from one iteration to the next.
    pub dependencies: DependencyBound,
}

/// The set of resources whose units are in shortest supply.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ResourceBound {
    /// Names of the resources, in the model's order.
    pub resources: Vec<String>,
    /// Units they have together.
    pub num_units: u64,
    /// Cycles an iteration holds units of these, because it cannot use any other.
    pub held_cycles: Ratio,
}

impl ResourceBound {
    /// Returns the cycles per iteration: those of the units, shared evenly.
    pub fn cycles_per_iteration(&self) -> Ratio {
        Ratio::new(self.held_cycles.numerator(), self.held_cycles.denominator() * self.num_units)
    }
}

/// The bound set by dependencies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DependencyBound {
    /// No iteration waits for the one before.
    None,
    /// The slowest chain.
    Chain(Chain),
    /// Not known: the region is too long, or its moves are not eliminated regularly.
    Unknown,
}

/// A chain of dependencies that comes back to where it began, some iterations later.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Chain {
    /// The dependencies of the chain, in order.
    pub links: Vec<Link>,
    /// Cycles from the beginning to the same instruction, some iterations later.
    pub cycles: u64,
    /// These iterations.
    pub iterations: u64,
}

/// One dependency of a chain. The next link is about the instruction that waits in this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// Position of the instruction waited for.
    pub from_instruction: u32,
    /// Position of the instruction that waits.
    pub to_instruction: u32,
    /// Cycles between their issue at the least.
    pub cycles: u32,
    /// The reason.
    pub dependency: LinkCause,
}

/// A bound that can be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoundKind {
    /// [`Bounds::dispatch_cycles`]
    Dispatch,
    /// [`Bounds::decoding_cycles`]
    Decoding,
    /// [`Bounds::retirement_cycles`]
    Retirement,
    /// [`Bounds::resources`]
    Resources,
    /// [`Bounds::dependencies`]
    Dependencies,
}

/// Cycles in which dispatch waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stalls {
    /// By [`StallKind`] as an index.
    pub cycles: [u64; StallKind::COUNT],
    /// Cycles in all, over which they were counted.
    pub total_cycles: u64,
}

/// A lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bound {
    /// The part of the processor, or of the code.
    pub kind: BoundKind,
    /// Cycles of an iteration.
    pub cycles: Ratio,
}

impl Bounds {
    /// Returns all bounds.
    pub fn all(&self) -> Vec<Bound> {
        let dependencies = match &self.dependencies {
            DependencyBound::Chain(chain) => Some(Ratio::new(chain.cycles, chain.iterations)),
            DependencyBound::None | DependencyBound::Unknown => None,
        };
        let resources = self.resources.as_ref().map(ResourceBound::cycles_per_iteration);
        let bounds = [
            (BoundKind::Dispatch, Some(self.dispatch_cycles)),
            (BoundKind::Decoding, self.decoding_cycles),
            (BoundKind::Retirement, self.retirement_cycles),
            (BoundKind::Resources, resources),
            (BoundKind::Dependencies, dependencies),
        ];
        bounds
            .into_iter()
            .filter_map(|(kind, bound)| Some(Bound { kind, cycles: bound? }))
            .collect()
    }

    /// Returns the highest bound.
    pub fn highest(&self) -> Ratio {
        self.all().into_iter().map(|bound| bound.cycles).max().unwrap_or(Ratio::ZERO)
    }
}

impl SteadyState {
    /// Returns the cycles per iteration.
    pub fn cycles_per_iteration(&self) -> Ratio {
        let Span { iterations, cycles } = self.pace.measured();
        Ratio::new(cycles, iterations.into())
    }

    /// Returns the instructions per cycle.
    pub fn instructions_per_cycle(&self) -> f64 {
        f64::from(self.instructions) / self.cycles_per_iteration().to_f64()
    }

    /// Returns the micro-ops per cycle.
    pub fn micro_ops_per_cycle(&self) -> f64 {
        f64::from(self.micro_ops) / self.cycles_per_iteration().to_f64()
    }

    /// Returns the bounds that iterations meet exactly. None when
    /// iterations take longer than any bound explains, or nothing repeats.
    pub fn active(&self) -> Vec<BoundKind> {
        if !self.pace.is_periodic() {
            return Vec::new();
        }
        let cycles = self.cycles_per_iteration();
        let met = self.bounds.all().into_iter().filter(|bound| bound.cycles == cycles);
        met.map(|bound| bound.kind).collect()
    }

    /// Returns the cycles per iteration that no bound explains, if iterations do not meet one.
    pub fn unexplained(&self) -> Option<Ratio> {
        let excess = self.cycles_per_iteration().checked_sub(self.bounds.highest());
        excess.filter(|excess| *excess != Ratio::ZERO)
    }

    /// Returns the limits of iterations in words. `register_name` returns the name of a register as the code has it.
    pub fn limits_in_words(&self, register_name: &dyn Fn(Reg) -> String) -> Vec<LimitWords> {
        self.limits.iter().map(|limit| limit.words(register_name)).collect()
    }
}
