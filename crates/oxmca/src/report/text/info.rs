//! The instruction info section as text.

use smallvec::SmallVec;

use super::Context;
use crate::report::text::columns::Columns;
use crate::view::instruction_info::{InfoRow, InstructionInfo};

impl Context<'_> {
    pub(super) fn instruction_info(&self, section: &InstructionInfo, out: &mut String) {
        let mut columns = Columns::new(out);
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
        let layout = Layout::new(section);
        columns.end_line("\n\nInstruction Info:");
        for (index, field) in layout.fields.iter().enumerate() {
            number_of(&mut columns, index + 1);
            columns.plain(": ");
            columns.end_line(field);
        }
        columns.end_line("");
        for (index, padding) in layout.paddings.iter().enumerate() {
            if *padding != 0 {
                columns.pad_to(*padding);
            }
            match layout.fields.get(index) {
                Some(_) => number_of(&mut columns, index + 1),
                None => columns.push(layout.end_fields[index - layout.fields.len()]),
            }
        }
        columns.end_line("");
        for (index, row) in section.rows.iter().enumerate() {
            self.info_row(section, row, index, &layout.paddings, &mut columns);
        }
    }

    fn info_row(
        &self,
        section: &InstructionInfo,
        row: &InfoRow,
        index: usize,
        paddings: &[usize],
        columns: &mut Columns<'_>,
    ) {
        let source = self.report.sources[index];
        let mark = |flag: bool, mark: &'static str| if flag { mark } else { " " };
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
fn number_of(columns: &mut Columns<'_>, number: usize) {
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
struct Layout {
    fields: SmallVec<[&'static str; 12]>,
    end_fields: SmallVec<[&'static str; 2]>,
    paddings: SmallVec<[usize; 14]>,
}

impl Layout {
    fn new(section: &InstructionInfo) -> Self {
        let mut fields = SmallVec::from_slice(&[
            "#uOps",
            "Latency",
            "RThroughput",
            "MayLoad",
            "MayStore",
            "HasSideEffects (U)",
        ]);
        let mut end_fields = SmallVec::new();
        let mut paddings = SmallVec::from_slice(&[0, 7, 14, 21, 28, 35, 42]);
        let mut add_column = |width: usize| paddings.push(paddings[paddings.len() - 1] + width);
        if section.resources.is_some() {
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
        if section.show_barriers {
            fields.push("LoadBarrier");
            add_column(7);
            fields.push("StoreBarrier");
            add_column(7);
        }
        if section.show_encoding {
            fields.push("Encoding Size");
            add_column(7);
            end_fields.push("Encodings:");
            add_column(30);
        }
        end_fields.push("Instructions:");
        Layout { fields, end_fields, paddings }
    }
}
