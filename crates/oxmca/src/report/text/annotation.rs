//! The annotation section as text: one line per instruction.

use std::fmt::Write;

use super::fraction::fraction;
use super::steady_state::span;
use super::{Context, RenderText};
use crate::options::AnnotationStyle;
use crate::report::decimal::push_hundredths;
use crate::view::annotation::{Annotation, FirstStall};

/// Characters for a share of the busiest cell, from none to all.
const SHADES: [char; 5] = ['\u{b7}', '\u{2591}', '\u{2592}', '\u{2593}', '\u{2588}'];
/// Colours for the same shares, as numbers of terminals with 256 colours, from blue to red.
const COLOURS: [u8; 5] = [240, 67, 178, 208, 196];
/// The sequence that ends a colour.
const END: &str = "\x1b[0m";

impl RenderText for Annotation {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        out.push_str("\n\nAnnotated instructions:\n");
        if let Some(steady) = &self.listing.steady_state {
            let _ =
                writeln!(out, "Cycles per iteration:  {}", fraction(steady.cycles_per_iteration()));
            let _ = writeln!(out, "Limited by:            {}", context.limits(steady));
        }
        let pace = self.listing.steady_state.as_ref().and_then(|it| it.hardware.as_ref());
        out.push_str(match pace {
            Some(_) => "CP   on the longest path of dependencies through an iteration\n",
            None => "CP   on the critical sequence of the simulation\n",
        });
        match self.listing.slowest_chain() {
            Some(chain) => {
                let length = span(chain.iterations, chain.cycles);
                let _ = writeln!(
                    out,
                    "LCD  on the slowest loop-carried chain, {length}: cycles to the next"
                );
            }
            None => out.push_str("LCD  on the slowest loop-carried chain: there is none\n"),
        }
        let used = self.listing.used_columns();
        let units = units(self, &used);
        out.push_str("\nPorts, in the order of their columns:\n");
        for (number, (short, name)) in units.iter().enumerate() {
            let separator = if number + 1 == units.len() { "\n" } else { ", " };
            let _ = write!(out, "{short} {name}{separator}");
        }
        if units.is_empty() {
            out.push_str("none\n");
        }
        self.table(context, &used, &units, out);
    }
}

/// Returns the short and long names of the units of columns.
fn units(section: &Annotation, used: &[usize]) -> Vec<(String, String)> {
    let resources = section.listing.pressure.resources.iter().enumerate();
    let all = resources.flat_map(|(index, resource)| {
        (0..resource.num_units).map(move |unit| {
            let short = match resource.num_units {
                1 => format!("[{index}]"),
                _ => format!("[{index}.{unit}]"),
            };
            (short, resource.name.clone())
        })
    });
    let all: Vec<(String, String)> = all.collect();
    used.iter().filter_map(|column| all.get(*column).cloned()).collect()
}

impl Annotation {
    fn table(
        &self,
        context: &Context<'_>,
        used: &[usize],
        units: &[(String, String)],
        out: &mut String,
    ) {
        let places: Vec<String> =
            (0..self.listing.rows.len()).map(|at| place(context, at)).collect();
        let stalls: Vec<String> = self.first_stalls.iter().map(stall).collect();
        let width = |texts: &[String], least: usize| {
            texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(least)
        };
        let (place_width, stall_width) = (width(&places, 4), width(&stalls, 11));
        let rows: Vec<Vec<f64>> = self
            .listing
            .pressure
            .per_instruction_cycles
            .iter()
            .map(|row| cells(row, used))
            .collect();
        let port_widths: Vec<usize> = match self.style {
            AnnotationStyle::Plain => units.iter().map(|(short, _)| short.len().max(5)).collect(),
            AnnotationStyle::Shaded | AnnotationStyle::Coloured => vec![1; units.len()],
        };
        let title = if context.texts.addresses.is_some() { "Address" } else { "Line" };
        let place_width = place_width.max(title.len());
        let _ = write!(out, "\n{title:>place_width$}  Lat.  CP  LCD  ");
        let mut head = String::new();
        match self.style {
            AnnotationStyle::Plain => {
                for ((short, _), width) in units.iter().zip(&port_widths) {
                    let _ = write!(head, "{short:>width$} ");
                }
            }
            AnnotationStyle::Shaded | AnnotationStyle::Coloured => {
                let _ = write!(head, "{:1$}", "Ports", units.len().max(5));
            }
        }
        let _ = writeln!(out, "{}  {:stall_width$}  Instruction", head.trim_end(), "First stall");
        let bar_padding = match self.style {
            AnnotationStyle::Plain => 0,
            _ => 5usize.saturating_sub(units.len()),
        };
        let busiest = rows.iter().flatten().copied().fold(0.0, f64::max);
        for (at, row) in self.listing.rows.iter().enumerate() {
            let latency = row.latency_cycles.map_or_else(|| "-".to_owned(), |it| it.to_string());
            let critical = if row.is_in_critical_sequence { "*" } else { "" };
            let _ = write!(out, "{:>place_width$}  {latency:>4}  {critical:>2}  ", places[at]);
            let _ = write!(out, "{:>3}  ", self.chain_cycles(at));
            let mut bar = String::new();
            let cells = rows.get(at).map(Vec::as_slice).unwrap_or_default();
            for (cycles, width) in cells.iter().zip(&port_widths) {
                self.cell(*cycles, busiest, *width, &mut bar);
            }
            let bar = if self.style == AnnotationStyle::Plain { bar.trim_end() } else { &bar };
            let _ = write!(out, "{bar}{:bar_padding$}  {:stall_width$}  ", "", stalls[at]);
            out.push_str(context.instructions.get(at).copied().unwrap_or_default());
            out.push('\n');
        }
    }

    /// Returns the cycles from an instruction to the next of the slowest chain, or `*` if they are
    /// none.
    fn chain_cycles(&self, instruction: usize) -> String {
        if !self.listing.rows[instruction].is_on_slowest_chain {
            return String::new();
        }
        let links = self.listing.slowest_chain().map(|chain| chain.links.as_slice());
        let own = links.unwrap_or_default().iter();
        let cycles: u32 = own
            .filter(|link| link.from_instruction as usize == instruction)
            .map(|link| link.cycles)
            .sum();
        if cycles == 0 { "*".to_owned() } else { cycles.to_string() }
    }

    fn cell(&self, cycles: f64, busiest: f64, width: usize, out: &mut String) {
        let is_used = cycles >= 0.005;
        let level = match is_used {
            true => ((cycles / busiest.max(1e-9) * 4.0).ceil() as usize).clamp(1, 4),
            false => 0,
        };
        match self.style {
            AnnotationStyle::Plain => {
                let mut number = "-".to_owned();
                if is_used {
                    number.clear();
                    push_hundredths(cycles, &mut number);
                }
                let _ = write!(out, "{number:>width$} ");
            }
            AnnotationStyle::Shaded => out.push(SHADES[level]),
            AnnotationStyle::Coloured => {
                let _ = write!(out, "\x1b[38;5;{}m{}{END}", COLOURS[level], SHADES[level]);
            }
        }
    }
}

/// Returns the line of an instruction, else its address, else its number.
fn place(context: &Context<'_>, at: usize) -> String {
    let source = context.report.sources.get(at).copied().unwrap_or_default();
    let address = context.texts.addresses.and_then(|addresses| addresses.get(source));
    match (context.texts.places.get(source).copied().flatten(), address) {
        (_, Some(address)) => format!("{address:x}"),
        (Some(place), None) => place.line.to_string(),
        (None, None) => format!("[{at}]"),
    }
}

fn stall(stall: &Option<FirstStall>) -> String {
    match stall {
        Some(stall) => format!("{} @{}", stall.cause.words(), stall.cycle),
        None => "-".to_owned(),
    }
}

/// Returns the cycles of used columns.
fn cells(row: &[(u32, f64)], used: &[usize]) -> Vec<f64> {
    let mut cells = vec![0.0; used.len()];
    for (column, cycles) in row {
        if let Ok(at) = used.binary_search(&(*column as usize)) {
            cells[at] = *cycles;
        }
    }
    cells
}
