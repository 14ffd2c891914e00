//! Pairs of instructions (VOPD): `OPX operands :: OPY operands`.

use super::Conversion;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::{ImmKind, OperandKind, ParsedOperand};

impl<'m> Conversion<'_, 'm> {
    /// Converts the operands of both instructions: both results, then the sources of the first, then those of the
    /// second.
    pub(super) fn pair(&mut self) {
        let is_separator =
            |it: &ParsedOperand<'_>| matches!(it.kind, OperandKind::Token(text) if text == b"::");
        let operands: &[ParsedOperand<'m>] = self.rest;
        let Some(at) = operands.iter().position(is_separator) else { return };
        let first = &operands[..at];
        // The mnemonic of the second follows the separator.
        let second = operands.get(at + 2..).unwrap_or_default();
        let (Some(first_result), Some(second_result)) = (first.first(), second.first()) else {
            return;
        };
        self.push(first_result);
        self.push(second_result);
        for sources in [&first[1..], &second[1..]] {
            let is_second = std::ptr::eq(sources, &second[1..]);
            for source in sources.iter().filter(|it| it.imm_of(ImmKind::BitOp3).is_none()) {
                if self.next_is_modifiers() {
                    self.push_with_modifiers(source);
                } else {
                    self.push(source);
                }
            }
            // An accumulator follows the sources of its instruction.
            if self.next_tie() == Some(usize::from(is_second)) {
                self.repeat(usize::from(is_second));
            }
        }
        self.push_keyword_if(Name::BitOp3, ImmKind::BitOp3, 0);
    }
}
