//! The steady state section.

use serde::Serialize;

use super::Texts;
use super::stalls::StallDocument;
use crate::steady_state::{
    BoundKind, Chain, DependencyBound, Link, LinkCause, Pace, Ratio, ResourceBound, SteadyState,
};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct SteadyStateDocument {
    cycles_per_iteration: Fraction,
    instructions_per_cycle: f64,
    micro_ops_per_cycle: f64,
    is_periodic: bool,
    warm_up: Option<SpanDocument>,
    measured: SpanDocument,
    simulated_iterations: Option<u32>,
    limited_by: Vec<&'static str>,
    bounds: BoundsDocument,
    stall_cycles: StallDocument,
    stalled_of_cycles: u64,
}

/// An exact number: a fraction in lowest terms.
#[derive(Clone, Copy, Debug, Serialize)]
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
    iterations: u64,
    cycles: u64,
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
    units: u64,
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
        let (warm_up, measured, simulated_iterations) = match section.pace {
            Pace::Periodic { iterations, cycles, warm_up_iterations, warm_up_cycles } => {
                let warm_up =
                    SpanDocument { iterations: warm_up_iterations.into(), cycles: warm_up_cycles };
                (Some(warm_up), SpanDocument { iterations: iterations.into(), cycles }, None)
            }
            Pace::Average { iterations, cycles, simulated_iterations } => {
                let measured = SpanDocument { iterations: iterations.into(), cycles };
                (None, measured, Some(simulated_iterations))
            }
        };
        SteadyStateDocument {
            cycles_per_iteration: section.cycles_per_iteration().into(),
            instructions_per_cycle: section.instructions_per_cycle(),
            micro_ops_per_cycle: section.micro_ops_per_cycle(),
            is_periodic: warm_up.is_some(),
            warm_up,
            measured,
            simulated_iterations,
            limited_by: section.active().into_iter().map(bound_name).collect(),
            bounds: BoundsDocument {
                dispatch_cycles: section.bounds.dispatch.into(),
                decoding_cycles: section.bounds.decoding.map(Into::into),
                retirement_cycles: section.bounds.retirement.map(Into::into),
                resources: section.bounds.resources.as_ref().map(ResourceBoundDocument::new),
                dependencies: match &section.bounds.dependencies {
                    DependencyBound::Chain(chain) => Some(ChainDocument::new(chain, texts)),
                    DependencyBound::None | DependencyBound::Unknown => None,
                },
                are_dependencies_known: section.bounds.dependencies != DependencyBound::Unknown,
            },
            stall_cycles: StallDocument::new(&section.stalls.cycles),
            stalled_of_cycles: section.stalls.total_cycles,
        }
    }
}

impl ResourceBoundDocument {
    fn new(bound: &ResourceBound) -> Self {
        ResourceBoundDocument {
            cycles_per_iteration: bound.cycles_per_iteration().into(),
            held_cycles: bound.cycles.into(),
            units: bound.units,
            resources: bound.names.clone(),
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
                from_instruction: link.from,
                to_instruction: link.to,
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

/// Returns the name of a bound in documents.
pub fn bound_name(kind: BoundKind) -> &'static str {
    match kind {
        BoundKind::Dispatch => "dispatch",
        BoundKind::Decoding => "decoding",
        BoundKind::Retirement => "retirement",
        BoundKind::Resources => "resources",
        BoundKind::Dependencies => "dependencies",
    }
}
