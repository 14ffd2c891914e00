//! The steady state section as text.

use std::fmt::Write;

mod hardware;
mod reach;

use oxmca_tables::sort_few_by_key;

use super::columns::TextColumns;
use super::fraction::{fraction, short_fraction};
use super::{Context, RenderText};
use crate::simulation::event::StallKind;
use crate::steady_state::{
    Bound, BoundKind, Bounds, Chain, DependencyBound, LinkCause, Pace, Stalls, SteadyState,
    limits_text,
};

impl RenderText for SteadyState {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.steady_state(self, out);
    }
}

impl Context<'_> {
    fn steady_state(&self, section: &SteadyState, out: &mut String) {
        if let Some(pace) = &section.hardware {
            hardware::render(section, pace, &self.limits(section), self.instructions, out);
            return;
        }
        out.push_str("\n\nSteady State:\n");
        let mut columns = TextColumns::new(out);
        let mut line = |title: &str, text: String| {
            columns.push(title);
            columns.pad_to(24);
            columns.push(&text);
            columns.push("\n");
        };
        line("Cycles per iteration:", fraction(section.cycles_per_iteration()));
        match section.pace {
            Pace::Periodic { measured, warm_up } => {
                line("Period:", span(measured.iterations.into(), measured.cycles));
                line("Warm-up:", span(warm_up.iterations.into(), warm_up.cycles));
            }
            Pace::Average { measured, simulated_iterations } => line(
                "Period:",
                format!(
                    "none in {simulated_iterations} iterations; average of {} of them",
                    measured.iterations
                ),
            ),
        }
        line("IPC:", format!("{:.3}", section.instructions_per_cycle()));
        line("uOps per cycle:", format!("{:.3}", section.micro_ops_per_cycle()));
        out.push_str("\nBounds on cycles per iteration:\n");
        bounds(section, out);
        self.verdict(section, out);
        if let DependencyBound::Chain(chain) = &section.bounds.dependencies {
            self.chain(chain, out);
        }
    }

    fn verdict(&self, section: &SteadyState, out: &mut String) {
        let _ = writeln!(out, "\nLimited by: {}", self.limits(section));
        if section.active().is_empty() {
            stalls(&section.stalls, out);
        }
    }

    /// Returns the limits of iterations in words, and the cycles above the highest bound if iterations do not meet it.
    pub(super) fn limits(&self, section: &SteadyState) -> String {
        let limits = limits_text(&section.limits_in_words(self.texts.register_name));
        let of_hardware = section.hardware.as_ref();
        let excess = match of_hardware {
            Some(_) => None,
            None => section.unexplained().filter(|excess| excess.to_f64() >= 0.0005),
        };
        let Some(excess) = excess else { return limits };
        let part = 100.0 * excess.to_f64() / section.bounds.highest().to_f64();
        format!("{limits}, {} cycles ({part:.1}%) above the highest bound", short_fraction(excess))
    }

    fn chain(&self, chain: &Chain, out: &mut String) {
        let _ = writeln!(
            out,
            "\nSlowest loop-carried chain, {}:",
            span(chain.iterations, chain.cycles)
        );
        let mut columns = TextColumns::new(out);
        // Where order alone links instructions without delay there is nothing to see.
        let is_shown =
            |cycles: u32, dependency: LinkCause| cycles != 0 || dependency != LinkCause::Order;
        let links = chain.links.iter().filter(|link| is_shown(link.cycles, link.dependency));
        for link in links {
            columns.format(format_args!("{:6}", link.cycles));
            columns.push("  ");
            columns.format(format_args!("[{}]", link.from_instruction));
            columns.pad_to(14);
            columns.push(
                self.instructions.get(link.from_instruction as usize).copied().unwrap_or_default(),
            );
            columns.pad_to(54);
            match link.dependency {
                LinkCause::Register(reg) => {
                    columns.push(&(self.texts.register_name)(reg));
                    columns.push(" to ");
                }
                LinkCause::Memory => columns.push("memory to "),
                LinkCause::Order => columns.push("before "),
            }
            columns.format(format_args!("[{}]\n", link.to_instruction));
        }
    }
}

fn bounds(section: &SteadyState, out: &mut String) {
    let Bounds { resources, dependencies, .. } = &section.bounds;
    let mut columns = TextColumns::new(out);
    let highest = section.bounds.highest();
    for Bound { kind, cycles } in section.bounds.all() {
        columns.push(bound_name(kind));
        columns.push(":");
        columns.pad_to(24);
        columns.push(&fraction(cycles));
        if cycles == highest {
            columns.push(" *");
        }
        if let (BoundKind::Resources, Some(bound)) = (kind, resources) {
            columns.pad_to(46);
            columns.push(&bound.resources.join(", "));
            if bound.num_units > 1 {
                columns.format(format_args!(
                    ": {} cycles on {} units",
                    short_fraction(bound.held_cycles),
                    bound.num_units
                ));
            }
        }
        columns.push("\n");
    }
    match dependencies {
        DependencyBound::Chain(_) => {}
        DependencyBound::None => columns.push("Chain:                  none loop-carried\n"),
        DependencyBound::Unknown => columns.push("Chain:                  not known\n"),
    }
}

fn stalls(stalls: &Stalls, out: &mut String) {
    let mut waits: Vec<(u64, &str)> =
        StallKind::ALL.iter().map(|kind| (stalls.cycles[*kind as usize], kind.phrase())).collect();
    waits.retain(|wait| wait.0 != 0);
    sort_few_by_key(&mut waits, |wait| std::cmp::Reverse(wait.0));
    let waits: Vec<String> = waits
        .into_iter()
        .map(|(cycles, cause)| {
            let part = 100.0 * cycles as f64 / stalls.total_cycles as f64;
            format!("{cause} in {part:.1}%")
        })
        .collect();
    if !waits.is_empty() {
        let _ = writeln!(out, "Dispatch waits for: {} of cycles", waits.join(", "));
    }
}

fn bound_name(kind: BoundKind) -> &'static str {
    match kind {
        BoundKind::Dispatch => "Dispatch",
        BoundKind::Decoding => "Decoding",
        BoundKind::Retirement => "Retirement",
        BoundKind::Resources => "Ports",
        BoundKind::Dependencies => "Chain",
    }
}

pub(super) fn span(iterations: u64, cycles: u64) -> String {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    format!("{iterations} iteration{}, {cycles} cycle{}", plural(iterations), plural(cycles))
}
