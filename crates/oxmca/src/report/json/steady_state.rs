//! The steady state section as JSON. Cycles per iteration are a decimal number, beside the whole
//! numbers whose quotient it is.

use oxmca_tables::sort_few_by_key;

use super::sections::{RenderJson, STALL_KEYS};
use super::writer::JsonWriter;
use crate::simulation::event::StallKind;
use crate::steady_state::{
    Bound, BoundKind, Chain, DependencyBound, Link, LinkCause, Pace, Ratio, Stalls, SteadyState,
};

impl RenderJson for SteadyState {
    const KEY: Option<&'static str> = Some("SteadyState");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.key("Bounds");
        writer.object(|writer| bounds(self, writer));
        ratio("CyclesPerIteration", self.cycles_per_iteration(), writer);
        writer.double("IPC", self.instructions_per_cycle());
        writer.key("LimitedBy");
        writer.array(|writer| {
            for limit in &self.limits {
                writer.element();
                writer.string(limit.kind().as_bytes());
            }
        });
        match self.pace {
            Pace::Periodic { measured, warm_up } => {
                writer.key("Period");
                span(measured.iterations.into(), measured.cycles, writer);
                stalls(&self.stalls, writer);
                writer.key("WarmUp");
                span(warm_up.iterations.into(), warm_up.cycles, writer);
            }
            Pace::Average { measured, simulated_iterations } => {
                writer.key("Average");
                span(measured.iterations.into(), measured.cycles, writer);
                writer.integer("SimulatedIterations", simulated_iterations);
                stalls(&self.stalls, writer);
            }
        }
        writer.double("uOpsPerCycle", self.micro_ops_per_cycle());
    }
}

fn bounds(section: &SteadyState, writer: &mut JsonWriter) {
    let mut all = section.bounds.all();
    sort_few_by_key(&mut all, |bound| bound_key(bound.kind));
    for Bound { kind, cycles } in all {
        writer.key(bound_key(kind));
        writer.object(|writer| match (kind, &section.bounds.resources) {
            (BoundKind::Resources, Some(bound)) => {
                ratio("CyclesPerIteration", cycles, writer);
                ratio("HeldCycles", bound.held_cycles, writer);
                writer.key("Names");
                writer.array(|writer| {
                    for name in &bound.resources {
                        writer.element();
                        writer.string(name.as_bytes());
                    }
                });
                writer.integer("Units", bound.num_units);
            }
            (BoundKind::Dependencies, _) => {
                ratio("CyclesPerIteration", cycles, writer);
                if let DependencyBound::Chain(found) = &section.bounds.dependencies {
                    chain(found, writer);
                }
            }
            _ => ratio("CyclesPerIteration", cycles, writer),
        });
    }
}

fn chain(chain: &Chain, writer: &mut JsonWriter) {
    writer.integer("Iterations", chain.iterations);
    writer.key("Links");
    writer.array(|writer| {
        for link in &chain.links {
            writer.element();
            writer.object(|writer| self::link(link, writer));
        }
    });
    writer.integer("TotalCycles", chain.cycles);
}

fn link(link: &Link, writer: &mut JsonWriter) {
    writer.integer("Cycles", link.cycles);
    writer.integer("FromID", link.from_instruction);
    if let LinkCause::Register(reg) = link.dependency {
        writer.integer("RegID", reg.0);
    }
    writer.integer("ToID", link.to_instruction);
    writer.key("Type");
    writer.string(match link.dependency {
        LinkCause::Register(_) => b"Register",
        LinkCause::Memory => b"Memory",
        LinkCause::Order => b"Order",
    });
}

fn stalls(stalls: &Stalls, writer: &mut JsonWriter) {
    writer.key("StallCycles");
    writer.object(|writer| {
        for (key, kind) in STALL_KEYS.iter().filter(|it| StallKind::OF_MODEL.contains(&it.1)) {
            writer.integer(key, stalls.cycles[*kind as usize]);
        }
    });
}

fn bound_key(kind: BoundKind) -> &'static str {
    match kind {
        BoundKind::Dispatch => "Dispatch",
        BoundKind::Decoding => "Decoding",
        BoundKind::Retirement => "Retirement",
        BoundKind::Resources => "Ports",
        BoundKind::Dependencies => "Chain",
    }
}

fn span(iterations: u64, cycles: u64, writer: &mut JsonWriter) {
    writer.object(|writer| {
        writer.integer("Cycles", cycles);
        writer.integer("Iterations", iterations);
    });
}

fn ratio(key: &'static str, ratio: Ratio, writer: &mut JsonWriter) {
    writer.key(key);
    writer.object(|writer| {
        writer.integer("Denominator", ratio.denominator());
        writer.integer("Numerator", ratio.numerator());
        writer.double("Value", ratio.to_f64());
    });
}
