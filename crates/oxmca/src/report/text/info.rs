//! The instruction info section as text.

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

/// Resources as `name`, `name[release]` or `name[acquire,release]`.
fn uses(row: &InfoRow) -> String {
    let uses = row.resources.iter().map(|used| {
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
