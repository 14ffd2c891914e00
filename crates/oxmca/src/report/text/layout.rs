//! The columns of the instruction info section.

use smallvec::SmallVec;

use super::columns::TextColumns;
use crate::view::instruction_info::InstructionInfo;

/// Columns of the table.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Set for each of resources, barriers and encodings if it is shown.
    shown: [bool; 3],
    /// Columns at which fields begin; none before there is a section.
    pub(super) paddings: SmallVec<[usize; 14]>,
    /// Descriptions of the columns, and their heads.
    pub(super) head: String,
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

/// Writes the number of a column in brackets.
fn number_of(columns: &mut TextColumns<'_>, number: usize) {
    columns.plain("[");
    columns.number(number);
    columns.plain("]");
}
