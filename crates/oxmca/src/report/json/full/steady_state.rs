//! The steady state section.

use serde::Serialize;

use super::Texts;
use super::reach::ReachDocument;
use super::stalls::StallDocument;
use crate::simulation::event::StallKind;
use crate::simulation::hardware::HardwarePace;
use crate::steady_state::{
    Chain, DependencyBound, Limit, Link, LinkCause, Pace, Ratio, ResourceBound, Span, Stalls,
    SteadyState,
};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SteadyStateDocument {
    #[serde(flatten)]
    cost: IterationCost,
    instructions_per_cycle: f64,
    micro_ops_per_cycle: f64,
    warm_up: Option<SpanDocument>,
    measured: SpanDocument,
    simulated_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<BoundsDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stalls: Option<StallsDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardware: Option<HardwareDocument>,
}

/// The findings of hardware mode, in place of bounds and stalls.
#[derive(Clone, Debug, Serialize)]
struct HardwareDocument {
    model: String,
    is_checked: bool,
    checked: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<ReachDocument>,
    delivery: &'static str,
    threads: u32,
    bounds: Vec<HardwareBoundDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_bound: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct HardwareBoundDocument {
    name: &'static str,
    cycles_per_iteration: Fraction,
    #[serde(skip_serializing_if = "String::is_empty")]
    ports: String,
    /// The indices of the instructions of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    instructions: Vec<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_through_memory: bool,
}

impl From<&HardwarePace> for HardwareDocument {
    fn from(pace: &HardwarePace) -> Self {
        let bounds = pace.bounds.iter().map(|bound| HardwareBoundDocument {
            name: bound.kind.name(),
            cycles_per_iteration: bound.cycles.into(),
            ports: bound.ports.clone(),
            instructions: bound.instructions.clone(),
            is_through_memory: bound.is_through_memory(),
        });
        HardwareDocument {
            model: pace.model.clone(),
            is_checked: pace.is_checked,
            checked: pace.checked.clone(),
            reach: pace.reach.as_ref().map(Into::into),
            delivery: pace.delivery.word(),
            threads: pace.threads,
            bounds: bounds.collect(),
            next_bound: pace.next_bound().map(|bound| bound.kind.name()),
        }
    }
}

/// The cycles of an iteration in the steady state, and the bounds that it meets: the steady state section
/// in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct IterationCost {
    /// Cycles of an iteration, exact if the simulation repeats itself.
    pub cycles_per_iteration: Fraction,
    /// Set if the simulation repeats itself; otherwise the cycles are an average.
    pub is_periodic: bool,
    /// The limits of iterations by their names, as of [`Limit::kind`].
    pub limited_by: Vec<&'static str>,
}

impl From<&SteadyState> for IterationCost {
    fn from(section: &SteadyState) -> Self {
        IterationCost {
            cycles_per_iteration: section.cycles_per_iteration().into(),
            is_periodic: section.pace.is_periodic(),
            limited_by: section.limits.iter().map(Limit::kind).collect(),
        }
    }
}

/// An exact number: a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Fraction {
    /// Numerator.
    pub numerator: u64,
    /// Denominator.
    pub denominator: u64,
    /// The nearest double.
    pub value: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SpanDocument {
    iterations: u32,
    cycles: u64,
}

#[derive(Clone, Debug, Serialize)]
struct StallsDocument {
    total_cycles: u64,
    cycles: StallDocument,
}

impl From<Span> for SpanDocument {
    fn from(Span { iterations, cycles }: Span) -> Self {
        SpanDocument { iterations, cycles }
    }
}

impl From<&Stalls> for StallsDocument {
    fn from(stalls: &Stalls) -> Self {
        StallsDocument {
            total_cycles: stalls.total_cycles,
            cycles: StallDocument::new(&stalls.cycles, StallKind::OF_MODEL),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct BoundsDocument {
    dispatch_cycles: Fraction,
    decoding_cycles: Option<Fraction>,
    retirement_cycles: Option<Fraction>,
    resources: Option<ResourceBoundDocument>,
    dependencies: Option<ChainDocument>,
    are_dependencies_known: bool,
}

#[derive(Clone, Debug, Serialize)]
struct ResourceBoundDocument {
    cycles_per_iteration: Fraction,
    held_cycles: Fraction,
    num_units: u64,
    resources: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ChainDocument {
    cycles_per_iteration: Fraction,
    iterations: u64,
    cycles: u64,
    links: Vec<LinkDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct LinkDocument {
    from_instruction: u32,
    to_instruction: u32,
    cycles: u32,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
}

impl SteadyStateDocument {
    pub(super) fn new(section: &SteadyState, texts: &Texts<'_>) -> Self {
        let (warm_up, simulated_iterations) = match section.pace {
            Pace::Periodic { warm_up, .. } => (Some(warm_up.into()), None),
            Pace::Average { simulated_iterations, .. } => (None, Some(simulated_iterations)),
        };
        SteadyStateDocument {
            cost: section.into(),
            instructions_per_cycle: section.instructions_per_cycle(),
            micro_ops_per_cycle: section.micro_ops_per_cycle(),
            warm_up,
            measured: section.pace.measured().into(),
            simulated_iterations,
            bounds: section.hardware.is_none().then(|| BoundsDocument {
                dispatch_cycles: section.bounds.dispatch_cycles.into(),
                decoding_cycles: section.bounds.decoding_cycles.map(Into::into),
                retirement_cycles: section.bounds.retirement_cycles.map(Into::into),
                resources: section.bounds.resources.as_ref().map(ResourceBoundDocument::new),
                dependencies: match &section.bounds.dependencies {
                    DependencyBound::Chain(chain) => Some(ChainDocument::new(chain, texts)),
                    DependencyBound::None | DependencyBound::Unknown => None,
                },
                are_dependencies_known: section.bounds.dependencies != DependencyBound::Unknown,
            }),
            stalls: section.hardware.is_none().then(|| (&section.stalls).into()),
            hardware: section.hardware.as_deref().map(HardwareDocument::from),
        }
    }
}

impl ResourceBoundDocument {
    fn new(bound: &ResourceBound) -> Self {
        ResourceBoundDocument {
            cycles_per_iteration: bound.cycles_per_iteration().into(),
            held_cycles: bound.held_cycles.into(),
            num_units: bound.num_units,
            resources: bound.resources.clone(),
        }
    }
}

impl ChainDocument {
    fn new(chain: &Chain, texts: &Texts<'_>) -> Self {
        let link = |link: &Link| {
            let (kind, register) = match link.dependency {
                LinkCause::Register(reg) => ("register", Some((texts.register_name)(reg))),
                LinkCause::Memory => ("memory", None),
                LinkCause::Order => ("order", None),
            };
            LinkDocument {
                from_instruction: link.from_instruction,
                to_instruction: link.to_instruction,
                cycles: link.cycles,
                kind,
                register,
            }
        };
        ChainDocument {
            cycles_per_iteration: Ratio::new(chain.cycles, chain.iterations).into(),
            iterations: chain.iterations,
            cycles: chain.cycles,
            links: chain.links.iter().map(link).collect(),
        }
    }
}

impl From<Ratio> for Fraction {
    fn from(ratio: Ratio) -> Self {
        Fraction {
            numerator: ratio.numerator(),
            denominator: ratio.denominator(),
            value: ratio.to_f64(),
        }
    }
}
