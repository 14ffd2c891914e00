//! Checks of encodings, of rewritten instructions and of scheduling classes by state.

use super::{Checked, below, each, fits, rows, sorted};
use crate::image::{ImageError, Tables};
use crate::schema::*;

impl Tables<'_> {
    pub(super) fn check_encodings(&self) -> Checked {
        each("encodings", self.encodings, |row| {
            let Some(fields) = rows(self.encoding_fields, row.fields) else { return false };
            // No bit belongs to two fields, or to a field and the fixed bits.
            let mut taken = row.fixed_mask;
            let free = fields.iter().all(|field| {
                let Some(bits) = field_bits(field) else { return false };
                let free = taken & bits == 0;
                taken |= bits;
                free
            });
            let inside = row.width_bits >= 64 || taken >> row.width_bits == 0;
            row.opcode.index() < self.instructions.len()
                && (1..=Encoding::MAX_WIDTH_BITS).contains(&row.width_bits)
                && row.width_bits.is_multiple_of(8)
                && row.fixed_bits & !row.fixed_mask == 0
                && free
                && inside
                && (row.post_method == Encoding::NO_METHOD
                    || usize::from(row.post_method) < self.encoder_methods.len())
                && self.operands_named(row.opcode, fields)
        })?;
        sorted("encodings", self.encodings, |a, b| a.opcode < b.opcode)?;
        each("encoding_forms", self.encoding_forms, |row| {
            let Some(fields) = rows(self.encoding_fields, row.fields) else { return false };
            let (mask, bits) =
                (EncodingForm::number(row.fixed_mask), EncodingForm::number(row.fixed_bits));
            let mut taken = mask;
            let free = fields.iter().all(|field| {
                let Some(bits) = wide_field_bits(field) else { return false };
                let free = taken & bits == 0;
                taken |= bits;
                free
            });
            (1..=EncodingForm::MAX_WIDTH_BITS).contains(&row.width_bits)
                && row.width_bits.is_multiple_of(8)
                && bits & !mask == 0
                && row.fixed_bits[0] == 0
                && free
                && (row.width_bits >= 128 || taken >> row.width_bits == 0)
                && (row.post_method == Encoding::NO_METHOD
                    || usize::from(row.post_method) < self.encoder_methods.len())
        })?;
        each("code_forms", self.code_forms, |row| {
            usize::from(row.form) < self.encoding_forms.len()
                && (row.way == CodeForm::NOT_DECODED
                    || usize::from(row.way) < self.decoding_ways.len())
        })?;
        each("decoding_ways", self.decoding_ways, |row| {
            fits(self.feature_literals, row.condition) && fits(self.decode_steps, row.steps)
        })?;
        let is_empty = self.encoding_words.is_empty();
        if !is_empty && self.encoding_words.len() != self.instructions.len() {
            return Err(ImageError::Section { table: "encoding_words" });
        }
        each("instructions", self.instructions.iter().enumerate(), |(index, row)| {
            let Some(form) = row.code_form.checked_sub(1) else { return true };
            let Some(form) = self.code_forms.get(usize::from(form)) else { return false };
            let form = &self.encoding_forms[usize::from(form.form)];
            let Some(word) = self.encoding_words.get(index) else { return false };
            let fields = rows(self.encoding_fields, form.fields).unwrap_or_default();
            word & !form.fixed_mask[0] == 0 && self.operands_named(Opcode(index as u16), fields)
        })?;
        each("encoding_fields", self.encoding_fields, |row| {
            usize::from(row.method) < self.encoder_methods.len()
                && u32::from(row.operand_bit) + u32::from(row.width_bits) <= 64
        })?;
        self.check_texts("encoder_methods", self.encoder_methods.iter().copied())
    }

    /// Returns whether the operands of fields are operands of the instruction.
    fn operands_named(&self, opcode: Opcode, fields: &[EncodingField]) -> bool {
        let operands = self.instructions[opcode.index()].operands.len();
        fields.iter().all(|field| usize::from(field.operand) < operands)
    }

    pub(super) fn check_rewrites(&self) -> Checked {
        each("rewrites", self.rewrites, |row| {
            let (Some(conditions), Some(operands)) = (
                rows(self.rewrite_conditions, row.conditions),
                rows(self.rewrite_operands, row.operands),
            ) else {
                return false;
            };
            let (Some(from), Some(to)) =
                (self.instructions.get(row.from.index()), self.instructions.get(row.to.index()))
            else {
                return false;
            };
            row.kind <= rewrite_kind::EXPAND
                && fits(self.feature_literals, row.features)
                && operands.len() == to.operands.len()
                && conditions.iter().all(|row| {
                    usize::from(row.operand) < from.operands.len()
                        && (row.kind != rewrite_condition::SAME_REG
                            || below(row.value.into(), from.operands.len()))
                })
                && operands.iter().all(|row| {
                    row.kind != rewrite_operand::COPY
                        || below(row.value.into(), from.operands.len())
                })
        })?;
        sorted("rewrites", self.rewrites, |a, b| (a.kind, a.from) <= (b.kind, b.from))?;
        each("rewrite_conditions", self.rewrite_conditions, |row| {
            let len = match row.kind {
                rewrite_condition::REG => self.registers.len(),
                rewrite_condition::REG_CLASS => self.register_classes.len(),
                rewrite_condition::PREDICATE => self.operand_predicates.len(),
                rewrite_condition::SAME_REG | rewrite_condition::IMM => return true,
                _ => return false,
            };
            below(row.value.into(), len)
        })?;
        each("rewrite_operands", self.rewrite_operands, |row| match row.kind {
            rewrite_operand::COPY | rewrite_operand::IMM => true,
            rewrite_operand::REG => below(row.value.into(), self.registers.len()),
            _ => false,
        })?;
        self.check_texts("operand_predicates", self.operand_predicates.iter().copied())
    }

    pub(super) fn check_class_choices(&self) -> Checked {
        each("class_choices", self.class_choices, |row| {
            row.opcode.index() < self.instructions.len()
                && row.sched_class.index() < self.sched_class_names.len()
        })?;
        sorted("class_choices", self.class_choices, |a, b| {
            (a.opcode, a.state) < (b.opcode, b.state)
        })
    }
}

/// Returns the bits of the machine code that a field is, if it has any and lies within 64 bits.
fn field_bits(field: &EncodingField) -> Option<u64> {
    let (low, width) = (u32::from(field.code_bit), u32::from(field.width_bits));
    let ones = u64::MAX.checked_shr(64_u32.checked_sub(width)?)?;
    (low + width <= 64).then(|| ones << low)
}

/// Returns the bits of the machine code that a field of a form is, if it has any and lies within 128 bits.
fn wide_field_bits(field: &EncodingField) -> Option<u128> {
    let (low, width) = (u32::from(field.code_bit), u32::from(field.width_bits));
    let ones = u64::MAX.checked_shr(64_u32.checked_sub(width)?)?;
    (low + width <= 128).then(|| u128::from(ones) << low)
}
