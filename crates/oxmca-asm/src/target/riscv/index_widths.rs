//! Widths of the indices by which vectors are loaded and stored.

use oxmca_tables::{Opcode, TableView, Tables};

/// The table with the widths of indices of the instructions that access memory by vectors of them, in the order
/// of the instructions.
#[derive(Clone, Copy, Debug)]
pub struct IndexWidths {
    /// Positions of columns.
    instruction: usize,
    width_log: usize,
    /// The first and the last of the instructions.
    ends: (Opcode, Opcode),
}

impl IndexWidths {
    fn table<'t>(tables: &Tables<'t>) -> Option<TableView<'t>> {
        tables.named_table("RISCVBaseVXMemOpTable")
    }

    /// Looks up the columns; `None` if the tables lack them.
    pub fn new(tables: &Tables<'_>) -> Option<Self> {
        let table = Self::table(tables)?;
        let instruction = table.column("BaseInstr")?;
        let opcode = |row: usize| table.row(row)?.opcode(instruction);
        let ends = (opcode(0)?, opcode(table.len() - 1)?);
        Some(Self { instruction, width_log: table.column("Log2EEW")?, ends })
    }

    /// Returns the logarithm of the width in bits of an instruction's indices, if it has any.
    pub fn log_of(&self, tables: &Tables<'_>, opcode: Opcode) -> Option<u32> {
        if opcode < self.ends.0 || opcode > self.ends.1 {
            return None;
        }
        let table = Self::table(tables)?;
        let row = table.rows_with(self.instruction, i64::from(opcode.0)).next()?;
        Some(row.number(self.width_log) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    #[test]
    fn widths_of_indices_are_those_in_the_table() {
        let tables = builtin_tables(&Triple::new("riscv64")).unwrap();
        let tables = &tables.tables();
        let widths = IndexWidths::new(tables).unwrap();
        let table = IndexWidths::table(tables).unwrap();
        let row_of =
            |opcode| table.rows().find(|row| row.opcode(widths.instruction) == Some(opcode));
        let opcodes = (0..tables.instructions.len()).map(|opcode| Opcode(opcode as u16));
        let mut found = 0;
        for opcode in opcodes {
            let expected = row_of(opcode).map(|row| row.number(widths.width_log) as u32);
            assert_eq!(widths.log_of(tables, opcode), expected, "{}", tables.opcode_name(opcode));
            found += usize::from(expected.is_some());
        }
        assert_eq!(found, table.len());
    }
}
