//! The instruction info section as text.

use smallvec::SmallVec;

use super::{Context, RenderText};
use crate::report::decimal::{hundredths_cell, integer_cell};
use crate::report::text::columns::TextColumns;
use crate::view::instruction_info::{InfoRow, InstructionInfo};

impl RenderText for InstructionInfo {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.instruction_info(self, out);
    }
}

impl Context<'_> {
    fn instruction_info(&self, section: &InstructionInfo, out: &mut String) {
        let mut columns = TextColumns::new(out);
        if let Some(resources) = &section.resources {
            columns.end_line("\n\nResources:");
            for (index, resource) in resources.iter().enumerate() {
                columns.format(format_args!("[{index}]"));
                columns.pad_to(6);
                columns.format(format_args!("- {}:{}", resource.name, resource.num_units));
                if !resource.members.is_empty() {
                    columns.pad_to(20);
                    columns.push(&resource.members.join(", "));
                }
                columns.push("\n");
            }
        }
        columns.end_line(&self.layout.head);
        for (index, row) in section.rows.iter().enumerate() {
            self.info_row(section, row, index, &mut columns);
        }
    }

    fn info_row(
        &self,
        section: &InstructionInfo,
        row: &InfoRow,
        index: usize,
        columns: &mut TextColumns<'_>,
    ) {
        let source = self.report.sources[index];
        let paddings = &self.layout.paddings[..];
        let mark = |flag: bool, mark: &'static str| if flag { mark } else { " " };
        // Where numbers are short, columns are as wide as cells.
        if let Some(micro_ops) = integer_cell(row.micro_ops)
            && let Some(latency) = integer_cell(row.latency_cycles)
            && let Some(throughput) = hundredths_cell(row.reciprocal_throughput_cycles)
        {
            let cell = |flag: bool| if flag { " *     " } else { "       " };
            columns.plain(micro_ops);
            columns.plain(latency);
            columns.plain(throughput);
            columns.plain(cell(row.may_load));
            columns.plain(cell(row.may_store));
            columns.plain(if row.has_side_effects { " U" } else { "  " });
        } else {
            columns.pad_to(paddings[0] + 1);
            columns.number(row.micro_ops as usize);
            columns.pad_to(paddings[1] + 1);
            columns.number(row.latency_cycles as usize);
            columns.pad_to(paddings[2]);
            columns.hundredths(row.reciprocal_throughput_cycles);
            columns.pad_to(paddings[3] + 1);
            columns.plain(mark(row.may_load, "*"));
            columns.pad_to(paddings[4] + 1);
            columns.plain(mark(row.may_store, "*"));
            columns.pad_to(paddings[5] + 1);
            columns.plain(mark(row.has_side_effects, "U"));
        }
        let mut rest = paddings[6..].iter().copied();
        let mut next = || rest.next().unwrap_or(0);
        if section.resources.is_some() {
            columns.pad_to(next() + 1);
            columns.number(row.bypass_latency_cycles as usize);
            columns.pad_to(next());
            columns.push(&uses(row));
            columns.pad_to(next());
            columns.push(&(self.texts.opcode_name)(row.opcode));
        }
        if section.show_barriers {
            columns.pad_to(next() + 1);
            columns.plain(mark(row.is_load_barrier, "*"));
            columns.pad_to(next() + 1);
            columns.plain(mark(row.is_store_barrier, "*"));
        }
        if section.show_encoding {
            let encoding = self.texts.encodings.get(source).map_or(&[][..], Vec::as_slice);
            columns.pad_to(next() + 1);
            columns.number(encoding.len());
            columns.pad_to(next());
            encoding.iter().for_each(|byte| columns.byte(*byte));
        }
        columns.pad_to(next());
        if section.resources.is_some() {
            columns.push(self.instructions[index]);
            columns.push("\t");
            columns.end_line(self.texts.comments.get(source).map_or("", String::as_str));
        } else {
            columns.end_line(self.instructions[index]);
        }
    }
}

/// The number of a column in brackets.
fn number_of(columns: &mut TextColumns<'_>, number: usize) {
    columns.plain("[");
    columns.number(number);
    columns.plain("]");
}

/// Resources as `name`, `name[release]` or `name[acquire,release]`.
fn uses(row: &InfoRow) -> String {
    let uses = row.uses.iter().map(|used| {
        let (name, acquire, release) =
            (&used.resource, used.acquire_at_cycle, used.release_at_cycle);
        match (acquire, release) {
            (_, ..=1) => name.clone(),
            (0, _) => format!("{name}[{release}]"),
            _ => format!("{name}[{acquire},{release}]"),
        }
    });
    uses.collect::<Vec<_>>().join(",")
}

/// Columns of the table.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Set for each of resources, barriers and encodings if it is shown.
    shown: [bool; 3],
    /// Columns at which fields begin; none before there is a section.
    paddings: SmallVec<[usize; 14]>,
    /// Descriptions of the columns, and their heads.
    head: String,
}

impl Layout {
    /// Lays out this section, unless it is laid out so already.
    pub(super) fn set(&mut self, section: &InstructionInfo) {
        let shown = [section.resources.is_some(), section.show_barriers, section.show_encoding];
        if self.paddings.is_empty() || self.shown != shown {
            *self = Layout::new(shown);
        }
    }

    fn new(shown: [bool; 3]) -> Self {
        let [resources, barriers, encodings] = shown;
        let mut fields: SmallVec<[&'static str; 12]> = SmallVec::from_slice(&[
            "#uOps",
            "Latency",
            "RThroughput",
            "MayLoad",
            "MayStore",
            "HasSideEffects (U)",
        ]);
        let mut end_fields: SmallVec<[&'static str; 2]> = SmallVec::new();
        let mut paddings = SmallVec::from_slice(&[0, 7, 14, 21, 28, 35, 42]);
        let mut add_column = |width: usize| paddings.push(paddings[paddings.len() - 1] + width);
        if resources {
            fields.push("Bypass Latency");
            add_column(7);
            fields.push(
                "Resources (<Name> | <Name>[<ReleaseAtCycle>] | \
                 <Name>[<AcquireAtCycle>,<ReleaseAtCycle])",
            );
            add_column(43);
            fields.push("LLVM Opcode Name");
            add_column(27);
        }
        if barriers {
            fields.push("LoadBarrier");
            add_column(7);
            fields.push("StoreBarrier");
            add_column(7);
        }
        if encodings {
            fields.push("Encoding Size");
            add_column(7);
            end_fields.push("Encodings:");
            add_column(30);
        }
        end_fields.push("Instructions:");
        let head = head(&fields, &end_fields, &paddings);
        Layout { shown, paddings, head }
    }
}

/// Returns the descriptions of the columns, and their heads: fields by number, and others by name.
fn head(fields: &[&str], end_fields: &[&str], paddings: &[usize]) -> String {
    let mut head = String::new();
    let mut columns = TextColumns::new(&mut head);
    columns.end_line("\n\nInstruction Info:");
    for (index, field) in fields.iter().enumerate() {
        number_of(&mut columns, index + 1);
        columns.plain(": ");
        columns.end_line(field);
    }
    columns.end_line("");
    for (index, padding) in paddings.iter().enumerate() {
        if *padding != 0 {
            columns.pad_to(*padding);
        }
        match fields.get(index) {
            Some(_) => number_of(&mut columns, index + 1),
            None => columns.plain(end_fields[index - fields.len()]),
        }
    }
    head
}
