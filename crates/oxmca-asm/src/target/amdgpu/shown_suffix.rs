//! Instructions that are shown without the suffix of their encoding, or with a register that they do not name.

use oxmca_tables::{Opcode, Tables};

/// Sets of instructions, sorted.
#[derive(Debug)]
pub struct ShownSuffixes {
    /// By number of sources: those that have no other encoding.
    single: [Vec<Opcode>; 3],
    /// Comparisons that are written with the register they write.
    pub asm_only: Vec<Opcode>,
}

impl ShownSuffixes {
    /// Reads the sets.
    pub fn new(tables: &Tables<'_>) -> Self {
        let set = |name: &str| {
            let table = tables.named_table(name);
            let rows = table.iter().flat_map(|table| table.rows());
            let mut opcodes: Vec<Opcode> = rows.filter_map(|row| row.opcode(0)).collect();
            opcodes.sort_unstable();
            opcodes
        };
        ShownSuffixes {
            single: [set("VOP1IsSingle"), set("VOP2IsSingle"), set("VOP3IsSingle")],
            asm_only: set("VOPCAsmOnly"),
        }
    }

    /// Returns whether an instruction has no other encoding, by the number of the encoding less 1.
    pub fn is_single(&self, encoding: usize, opcode: Opcode) -> bool {
        self.single[encoding].binary_search(&opcode).is_ok()
    }

    /// Returns whether a comparison is written with the register that it writes.
    pub fn is_asm_only(&self, opcode: Opcode) -> bool {
        self.asm_only.binary_search(&opcode).is_ok()
    }
}
