//! The places that branches name.

use oxmca_tables::Tables;

use crate::inst::Inst;

/// Returns the address that a distance in an instruction stands for. The program counter is two instructions ahead, in
/// Thumb two of 16 bits.
pub fn branch_target(tables: &Tables<'_>, inst: &Inst, value: i64, address: u64) -> u64 {
    let name = tables.opcode_name(inst.opcode);
    // To the other instruction set, whose instructions are at multiples of four.
    let address = if name == "tBLXi" { address & !3 } else { address };
    address.wrapping_add(if is_thumb(name) { 4 } else { 8 }).wrapping_add_signed(value)
}

/// Returns whether an instruction of that name, which has a target, is one of Thumb.
fn is_thumb(name: &str) -> bool {
    name.starts_with('t') || name.starts_with("MVE_")
}
