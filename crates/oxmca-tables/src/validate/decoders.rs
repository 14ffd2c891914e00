//! Checks of decoders.

use super::{Checked, below, each, fits};
use crate::image::Tables;
use crate::schema::*;

impl Tables<'_> {
    pub(super) fn check_decoders(&self) -> Checked {
        each("decoders", self.decoders, |row| {
            below(row.root.into(), self.decoder_nodes.len())
                && (8..=EncodingForm::MAX_WIDTH_BITS).contains(&row.width_bits)
                && row.width_bits.is_multiple_of(8)
        })?;
        each("decoder_nodes", self.decoder_nodes.iter().enumerate(), |(index, row)| {
            let first = row.first as usize;
            if row.width_bits == 0 {
                return fits(
                    self.decoder_candidates,
                    Span { start: row.first, len: row.len.into() },
                );
            }
            // A search ends, since children come before their parent.
            row.width_bits <= 16
                && row.code_bit < 64
                && first.checked_add(1 << row.width_bits).is_some_and(|end| end <= index)
        })?;
        // Those of a target whose machine code has forms are opcodes.
        let rows = match self.encoding_forms.is_empty() {
            true => self.decodings.len(),
            false => self.instructions.len(),
        };
        each("decoder_candidates", self.decoder_candidates, |row| usize::from(*row) < rows)?;
        each("decodings", self.decodings, |row| {
            row.opcode.index() < self.instructions.len()
                && row.fixed_bits & !row.fixed_mask == 0
                && fits(self.feature_literals, row.condition)
                && fits(self.decode_steps, row.steps)
        })?;
        let widest = match self.encoding_forms.is_empty() {
            true => 64,
            false => u32::from(EncodingForm::MAX_WIDTH_BITS),
        };
        each("decode_steps", self.decode_steps, |row| {
            let first = u32::from(row.first_width_bits);
            let width = self.code_parts.get(row.more_parts.range()).map(|parts| {
                first + parts.iter().map(|part| u32::from(part.width_bits)).sum::<u32>()
            });
            width == Some(row.width_bits.into())
                && u32::from(row.code_bit) + first <= widest
                && u32::from(row.code_bit) < widest
                && first < 64
                && row.width_bits <= 64
                && match row.kind {
                    decode_step::REGISTER => {
                        usize::from(row.argument) < self.decoder_registers.len()
                    }
                    decode_step::METHOD => usize::from(row.argument) < self.decoder_methods.len(),
                    kind => kind < decode_step::COUNT,
                }
        })?;
        each("code_parts", self.code_parts, |row| {
            (1..=64).contains(&row.width_bits)
                && (row.code_bit >= CodePart::ZEROS
                    || u32::from(row.code_bit) + u32::from(row.width_bits) <= widest)
        })?;
        each("decoder_registers", self.decoder_registers, |row| fits(self.register_lists, *row))?;
        self.check_texts("decoder_methods", self.decoder_methods.iter().copied())
    }
}
