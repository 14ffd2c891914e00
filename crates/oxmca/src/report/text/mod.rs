//! Text, byte for byte as llvm-mca prints it.

mod annotation;
mod bottleneck;
mod columns;
mod dependency_graph;
mod explanation;
mod fraction;
mod ibs_samples;
mod info;
mod layout;
mod source_listing;
mod statistics;
mod steady_state;
mod timeline;
mod work;

use std::ops::Range;
use std::sync::Arc;

use oxmca_tables::{Opcode, Reg};

use super::decimal::{CELL, hundredths_cell, push_hundredths, push_integer, push_tenths};
use super::{Printed, Report};
use crate::source::{Place, SourceFrame};
use crate::view::Section;
use crate::view::resource_pressure::{ResourcePressure, UnitsOf};
use crate::view::summary::Summary;
use crate::view_list::for_each_view;
use columns::TextColumns;
pub use ibs_samples::sample_table;
use layout::Layout;
pub use timeline::LongTimeline;

/// Header of a region.
#[derive(Clone, Copy, Debug)]
pub struct RegionHeader<'a> {
    /// Number among the regions reported on.
    pub index: usize,
    /// Name given by the user, or empty.
    pub name: &'a str,
}

/// Texts that the assembler supplies: one per instruction of the region as given, before any was
/// left out.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    /// Printed instructions.
    pub instructions: &'a Printed,
    /// Encodings, needed when they are shown.
    pub encodings: &'a [Vec<u8>],
    /// Comments after the instructions in the source, shown with full information. May be empty.
    pub comments: &'a [String],
    /// Names of registers as the printer writes them.
    pub register_name: &'a dyn Fn(Reg) -> String,
    /// Names of opcodes.
    pub opcode_name: &'a dyn Fn(Opcode) -> String,
    /// Source lines, shown with a source listing. May be empty. Of each instruction the place in the innermost inlined
    /// function comes first, then that in the function into which it was inlined, and so on.
    pub source_frames: &'a [&'a [SourceFrame]],
    /// Places in the input where the instructions begin, shown with an explanation. May be empty.
    pub places: &'a [Option<Place>],
    /// Addresses of instructions of machine code.
    pub addresses: Option<&'a [u64]>,
    /// Name of the region, or empty; shown with a dependency graph.
    pub name: &'a str,
    /// Header, unless the region is the whole input.
    pub region: Option<RegionHeader<'a>>,
}

/// Appends a report to `out`.
pub fn render(report: &Report, texts: &Texts<'_>, out: &mut String) {
    Renderer::default().render(report, texts, out);
}

/// Renders one report after the other. Texts that reports on the same CPU share are made once.
#[derive(Debug, Default)]
pub struct Renderer {
    units: UnitTexts,
    layout: Layout,
}

impl Renderer {
    /// Appends a report to `out`.
    pub fn render(&mut self, report: &Report, texts: &Texts<'_>, out: &mut String) {
        self.render_sections(report, texts, out, |section, context, out| {
            section.render_text(context, out);
        });
    }

    /// Appends a report to `out`, without the rows of its timeline if these are long, and returns them.
    pub fn render_but_long_timeline(
        &mut self,
        report: &Report,
        texts: &Texts<'_>,
        out: &mut String,
    ) -> Option<LongTimeline> {
        let mut long = None;
        self.render_sections(report, texts, out, |section, context, out| {
            if let Section::Timeline(section) = section {
                long = context.long_timeline(section, out);
                if long.is_some() {
                    return;
                }
            }
            section.render_text(context, out);
        });
        long
    }

    #[inline]
    fn render_sections(
        &mut self,
        report: &Report,
        texts: &Texts<'_>,
        out: &mut String,
        mut render: impl FnMut(&Section, &Context<'_>, &mut String),
    ) {
        if let Some(region) = texts.region {
            header(region, out);
        }
        if let Some(section) = report.resource_pressure() {
            self.units.set(&section.resources);
        }
        if let Some(section) = report.instruction_info() {
            self.layout.set(section);
        }
        let instructions = report.sources.iter().map(|source| {
            let text = texts.instructions.get(*source);
            text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r'])
        });
        let instructions: Vec<&str> = instructions.collect();
        out.reserve(report.sections.iter().map(expected_size).sum());
        let context = Context {
            report,
            texts,
            units: &self.units,
            layout: &self.layout,
            instructions: &instructions,
        };
        for section in &report.sections {
            render(section, &context, out);
        }
    }
}

/// Units of resources as the resource pressure section names them.
#[derive(Debug, Default)]
struct UnitTexts {
    /// The resources that the units belong to.
    resources: Arc<[UnitsOf]>,
    /// Lines with the numbers of units and the names of their resources.
    legend: String,
    /// Numbers of units, as heads of columns.
    heads: String,
}

impl UnitTexts {
    /// Names the units of these resources, unless it does already.
    fn set(&mut self, resources: &Arc<[UnitsOf]>) {
        if Arc::ptr_eq(&self.resources, resources) {
            return;
        }
        self.resources = Arc::clone(resources);
        self.legend = String::with_capacity(LEGEND_LINE * resources.len());
        self.heads = String::with_capacity(CELL * resources.len());
        let mut legend = TextColumns::new(&mut self.legend);
        let mut heads = TextColumns::new(&mut self.heads);
        let mut column = 0;
        for (index, resource) in resources.iter().enumerate() {
            for unit in 0..resource.num_units {
                unit_name(&mut legend, index, resource, unit);
                legend.pad_to(6);
                legend.plain("- ");
                legend.end_line(&resource.name);
                column += CELL;
                unit_name(&mut heads, index, resource, unit);
                heads.pad_to(column);
            }
        }
    }
}

/// Returns about how many bytes a section takes, if instructions are not very long.
fn expected_size(section: &Section) -> usize {
    match section {
        Section::InstructionInfo(section) => 256 + 96 * section.rows.len(),
        Section::ResourcePressure(section) => {
            let row = 48 + CELL * section.per_iteration_cycles.len();
            256 + row * (section.per_instruction_cycles.len() + 4)
        }
        _ => 256,
    }
}

/// Appends the header of a region, which [`render`] does too if it is given one.
pub fn header(region: RegionHeader<'_>, out: &mut String) {
    out.push_str("\n[");
    push_integer(region.index as u64, out);
    out.push_str("] Code Region");
    if !region.name.is_empty() {
        out.push_str(" - ");
        out.push_str(region.name);
    }
    out.push_str("\n\n");
}

/// The report that a section belongs to, and texts that sections share.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    report: &'a Report,
    texts: &'a Texts<'a>,
    units: &'a UnitTexts,
    layout: &'a Layout,
    /// Text of each instruction reported on.
    pub(crate) instructions: &'a [&'a str],
}

/// A section that can be rendered as text.
pub(crate) trait RenderText {
    /// Appends the section to `out`.
    fn render_text(&self, context: &Context<'_>, out: &mut String);
}

/// Declares the function that renders any section.
macro_rules! declare_render {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        impl RenderText for Section {
            fn render_text(&self, context: &Context<'_>, out: &mut String) {
                match self {
                    $($(#[cfg($cfg)])? Section::$Section(it) => it.render_text(context, out),)*
                }
            }
        }
    };
}

for_each_view! { declare_render }

impl RenderText for ResourcePressure {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.resource_pressure(self, out);
    }
}

impl Context<'_> {
    fn resource_pressure(&self, section: &ResourcePressure, out: &mut String) {
        let UnitTexts { legend, heads, .. } = self.units;
        let num_columns = section.per_iteration_cycles.len();
        for text in
            ["\n\nResources:\n", legend, "\n\nResource pressure per iteration:\n", heads, "\n"]
        {
            out.push_str(text);
        }
        let mut columns = TextColumns::new(out);
        for (column, cycles) in section.per_iteration_cycles.iter().enumerate() {
            pressure(&mut columns, *cycles, column);
        }
        // The first newline ends the row, the second leaves a line free.
        columns.end_line("\n\nResource pressure by instruction:");
        columns.plain(heads);
        columns.end_line("Instructions:");
        for (row, text) in section.per_instruction_cycles.iter().zip(self.instructions) {
            let mut next = 0;
            for (column, cycles) in row {
                no_pressure(&mut columns, next..*column as usize);
                pressure(&mut columns, *cycles, *column as usize);
                next = *column as usize + 1;
            }
            no_pressure(&mut columns, next..num_columns);
            columns.end_line(text);
        }
    }
}

fn unit_name(columns: &mut TextColumns<'_>, index: usize, resource: &UnitsOf, unit: u32) {
    columns.plain("[");
    columns.number(index);
    if resource.num_units > 1 {
        columns.plain(".");
        columns.number(unit as usize);
    }
    columns.plain("]");
}

/// About how many bytes a line of the legend takes.
const LEGEND_LINE: usize = 20;

/// Cells of units that are not used.
const NO_PRESSURE: &str = " -      -      -      -      -      -      -      -     ";
/// Number of these cells.
const CELLS: usize = NO_PRESSURE.len() / CELL;

fn pressure(columns: &mut TextColumns<'_>, cycles: f64, column: usize) {
    if cycles >= 0.005
        && columns.is_at(column * CELL)
        && let Some(cell) = hundredths_cell(cycles)
    {
        return columns.plain(cell);
    }
    if cycles < 0.005 {
        columns.plain(" - ");
    } else {
        columns.hundredths(cycles);
    }
    columns.pad_to((column + 1) * CELL);
}

fn no_pressure(columns: &mut TextColumns<'_>, range: Range<usize>) {
    let mut column = range.start;
    while column < range.end {
        if columns.is_at(column * CELL) {
            let count = CELLS.min(range.end - column);
            columns.plain(&NO_PRESSURE[..count * CELL]);
            column += count;
        } else {
            pressure(columns, 0.0, column);
            column += 1;
        }
    }
}

impl RenderText for Summary {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        let count = |title: &str, count: u32, out: &mut String| {
            out.push_str(title);
            push_integer(count.into(), out);
        };
        count("Iterations:        ", self.iterations, out);
        count("\nInstructions:      ", self.instructions, out);
        count("\nTotal Cycles:      ", self.total_cycles, out);
        count("\nTotal uOps:        ", self.total_micro_ops, out);
        count("\n\nDispatch Width:    ", self.dispatch_width_micro_ops, out);
        out.push_str("\nuOps Per Cycle:    ");
        push_hundredths(self.micro_ops_per_cycle, out);
        out.push_str("\nIPC:               ");
        push_hundredths(self.instructions_per_cycle, out);
        out.push_str("\nBlock RThroughput: ");
        push_tenths(self.block_reciprocal_throughput_cycles, out);
        out.push('\n');
    }
}
