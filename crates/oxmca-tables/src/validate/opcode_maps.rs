//! Checks of opcode maps.

use super::{Checked, each, fits};
use crate::image::{ImageError, Tables};
use crate::schema::*;

impl Tables<'_> {
    pub(super) fn check_opcode_maps(&self) -> Checked {
        self.check_texts("opcode_maps", self.opcode_maps.iter().map(|map| map.name))?;
        each("opcode_maps", self.opcode_maps, |map| {
            let contexts = map.contexts as usize;
            let span = Span { start: map.entries, len: OpcodeMap::OPCODES as u32 };
            fits(self.opcode_map_entries, span)
                && self.opcode_map_entries[span.range()].iter().all(|entry| {
                    let slots = self.opcode_map_slots.get(entry.slots as usize..);
                    let slots = slots.and_then(|slots| slots.get(..contexts));
                    slots.is_some_and(|slots| {
                        let last = slots.iter().max().map_or(0, |slot| usize::from(*slot));
                        entry.decisions as usize + last < self.modrm_decisions.len()
                    })
                })
        })?;
        each("modrm_decisions", self.modrm_decisions, |row| {
            let len = modrm_kind::LENGTHS.get(usize::from(row.kind));
            len.is_some_and(|len| usize::from(row.first) + len <= self.modrm_opcodes.len())
        })?;
        each("modrm_opcodes", self.modrm_opcodes, |opcode| {
            opcode.index() < self.instructions.len()
        })?;
        if !self.decoded_operands.is_empty()
            && self.decoded_operands.len() != self.instructions.len()
        {
            return Err(ImageError::Section { table: "decoded_operands" });
        }
        each("decoded_operands", self.decoded_operands, |span| {
            fits(self.operand_place_lists, *span)
        })?;
        each("operand_place_lists", self.operand_place_lists, |place| {
            usize::from(*place) < self.operand_places.len()
        })?;
        self.check_texts("operand_places", self.operand_places.iter().copied())
    }
}
