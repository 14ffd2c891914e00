//! The cost of a loop, and the bounds that it meets.

use oxmca::analyze::Analyzer;
use oxmca::hardware::{HardwareBoundKind, HardwarePace};
use oxmca::steady_state::{BoundKind, DependencyBound, LinkCause, Ratio, SteadyState};
use oxmca::{CodeRegion, Options, Session, TextOptions, Views};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::{Dialect, Inst};

/// The cost of an iteration, once the pipeline is full.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// Cycles of an iteration.
    pub cycles: Ratio,
    /// Set if the simulation repeats itself; otherwise the cycles are an average.
    pub is_exact: bool,
    /// Micro-ops of an iteration.
    pub micro_ops: u32,
    /// The bounds that it meets.
    pub limits: Vec<Limit>,
    /// Cycles above the highest bound, if no bound is met. Those of hardware mode, or exact ones.
    pub unexplained_cycles: Option<Ratio>,
}

/// A bound that iterations meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The width of dispatch.
    Dispatch,
    /// The instructions that are decoded in a cycle.
    Decoding,
    /// The instructions that retire in a cycle.
    Retirement,
    /// Resources, by their names in the model.
    Resources(Vec<String>),
    /// A chain from one iteration to the next, by the registers that it passes through, and `memory`.
    Dependencies(Vec<String>),
    /// A part of the processor in hardware mode, with the ports that are meant.
    Hardware(HardwareBoundKind, Vec<String>),
}

impl Limit {
    /// Returns its name, as [`oxmca::report::json::full`] has it.
    pub fn name(&self) -> &'static str {
        match self {
            Limit::Dispatch => "dispatch",
            Limit::Decoding => "decoding",
            Limit::Retirement => "retirement",
            Limit::Resources(_) => "resources",
            Limit::Dependencies(_) => "dependencies",
            Limit::Hardware(kind, _) => kind.name(),
        }
    }

    /// Returns the resources or registers.
    pub fn details(&self) -> &[String] {
        match self {
            Limit::Dispatch | Limit::Decoding | Limit::Retirement => &[],
            Limit::Resources(names) | Limit::Dependencies(names) | Limit::Hardware(_, names) => {
                names
            }
        }
    }
}

impl Cost {
    /// Returns the options of a simulation that finds costs and no more.
    pub fn options(simulation: &Options) -> Options {
        let mut options = simulation.clone();
        options.views = Views::with(|it| {
            *it = Views::NONE;
            it.steady_state = true;
        });
        options
    }

    /// Returns the cost of a region, by an analyzer with [`Cost::options`]. Registers are written in a
    /// dialect.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn of_region(
        region: CodeRegion<'_>,
        analyzer: &mut Analyzer<'_>,
        dialect: Option<Dialect>,
    ) -> Result<Cost, String> {
        let session = region.code().session();
        let report = region.analyze_with(analyzer, None).map_err(|error| error.kind.to_string())?;
        let steady = report.steady_state().ok_or("no steady state")?;
        let dialects = session.target().dialects();
        let number = dialect.and_then(|it| dialects.iter().position(|known| *known == it));
        let printing =
            PrintOptions { dialect: number.unwrap_or_default() as u8, ..PrintOptions::default() };
        Ok(Cost::new(steady, session, &printing))
    }

    /// Returns the cost of instructions as the body of a loop, by an analyzer with [`Cost::options`]. Registers are
    /// written in a dialect.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub(crate) fn of_instructions(
        session: &Session,
        insts: &[Inst],
        analyzer: &mut Analyzer<'_>,
        dialect: Option<Dialect>,
    ) -> Result<Cost, String> {
        let region = Region::of_instructions(None, 0..insts.len());
        let text_options = TextOptions::with(|it| it.dialect = dialect);
        let code = session.list(insts.to_vec(), vec![region], &text_options);
        let code = code.map_err(|_| "too many instructions".to_owned())?;
        let region = code.first_region().ok_or("no instructions")?;
        Cost::of_region(region, analyzer, dialect)
    }

    /// Creates the cost that a steady state says.
    pub fn new(steady: &SteadyState, session: &Session, printing: &PrintOptions) -> Cost {
        let limit = |kind: BoundKind| match kind {
            BoundKind::Decoding => Limit::Decoding,
            BoundKind::Retirement => Limit::Retirement,
            BoundKind::Resources => {
                let bound = steady.bounds.resources.as_ref();
                Limit::Resources(bound.map(|it| it.resources.clone()).unwrap_or_default())
            }
            BoundKind::Dependencies => {
                Limit::Dependencies(carriers(&steady.bounds.dependencies, session, printing))
            }
            _ => Limit::Dispatch,
        };
        let is_exact = steady.pace.is_periodic();
        let (limits, unexplained): (Vec<Limit>, _) = match &steady.hardware {
            Some(pace) => (hardware_limits(pace), pace.unexplained()),
            None => {
                let met = steady.active().into_iter().map(limit).collect();
                (met, steady.unexplained().filter(|_| is_exact))
            }
        };
        let unexplained = unexplained.filter(|_| limits.is_empty());
        Cost {
            cycles: steady.cycles_per_iteration(),
            is_exact,
            micro_ops: steady.micro_ops,
            limits,
            unexplained_cycles: unexplained,
        }
    }
}

/// Returns the bounds that hardware mode finds to be met.
fn hardware_limits(pace: &HardwarePace) -> Vec<Limit> {
    let met = pace.limits().into_iter();
    met.map(|kind| {
        let bound = pace.bounds.iter().find(|bound| bound.kind == kind);
        let ports = bound.map(|bound| bound.ports.as_str()).filter(|ports| !ports.is_empty());
        Limit::Hardware(kind, ports.into_iter().map(str::to_owned).collect())
    })
    .collect()
}

/// Returns the registers that carry a chain, in its order, each once.
fn carriers(bound: &DependencyBound, session: &Session, printing: &PrintOptions) -> Vec<String> {
    let DependencyBound::Chain(chain) = bound else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for link in &chain.links {
        let mut name = String::new();
        match link.dependency {
            LinkCause::Register(reg) => session.target().print_register(reg, printing, &mut name),
            LinkCause::Memory => name.push_str("memory"),
            _ => continue,
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
