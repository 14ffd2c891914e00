//! The target while a statement is matched.

use std::cell::{Cell, RefCell};

use oxmca_tables::RegClassId;

use super::forced::Forced;
use super::generation::Generation;
use super::immediate::{Constants, Scalar};
use super::operand::OperandKind;
use super::operand::ParsedOperand;
use super::predicate::{Expression, Source};
use super::target::AmdGpu;
use crate::source::Loc;

/// The target while a statement is matched.
pub struct Matching<'m> {
    pub gpu: &'m AmdGpu<'m>,
    pub generation: Generation<'m>,
    pub forced: Forced,
    pub operands: &'m [ParsedOperand<'m>],
    /// Machine operands and where they are written, of all conversions so far.
    pub placed: RefCell<Vec<(usize, Loc)>>,
    /// The number of real numbers of all conversions so far that lost their low bits.
    pub shortened: Cell<usize>,
}

impl Matching<'_> {
    /// Returns where a machine operand of the newest conversion is written.
    pub fn place_of(&self, index: usize) -> Option<Loc> {
        let placed = self.placed.borrow();
        placed.iter().rev().find(|it| it.0 == index).map(|it| it.1)
    }

    /// Returns the constants and registers of the processor.
    pub fn constants(&self) -> Constants<'_> {
        Constants { generation: self.generation, registers: &self.gpu.registers }
    }

    pub fn is_in(&self, operand: &ParsedOperand<'_>, class: Option<RegClassId>) -> bool {
        let (Some(reg), Some(class)) = (operand.register(), class) else { return false };
        self.gpu.tables.class_contains(class, reg)
    }

    pub fn is_in_named(&self, operand: &ParsedOperand<'_>, class: &str) -> bool {
        self.is_in(operand, self.gpu.tables.register_class_named(class))
    }

    pub fn is_source(&self, source: &'static Source, operand: &ParsedOperand<'_>) -> bool {
        let constants = self.constants();
        if let OperandKind::Expression(_) = operand.kind {
            return match source.expression {
                Expression::No => false,
                Expression::Yes => true,
                Expression::WithLiterals64 => self.generation.has_literals64(),
            };
        }
        let is_plain = source.modifiers || !operand.modifiers.is_some();
        let is_register_or_inline = || {
            self.is_in(operand, self.gpu.source_classes.of(source))
                || source.inline.iter().any(|it| constants.is_inline(operand, *it))
        };
        is_plain && is_register_or_inline()
            || source.literal.iter().any(|it| constants.is_literal(operand, *it))
    }

    pub fn is_sdwa(&self, operand: &ParsedOperand<'_>, scalar: Scalar) -> bool {
        match (self.generation.is_gfx8(), self.generation.is_gfx9_plus()) {
            (true, _) => self.is_in_named(operand, "VGPR_32"),
            (_, true) => {
                self.is_in_named(operand, "VS_32") || self.constants().is_inline(operand, scalar)
            }
            _ => false,
        }
    }

    pub fn is_boolean(&self, operand: &ParsedOperand<'_>) -> bool {
        let constants = self.constants();
        operand.plain_register().is_some()
            && (self.generation.takes_wave64()
                && (self.is_in_named(operand, "SReg_64")
                    || constants.is_inline(operand, Scalar::I64))
                || self.generation.takes_wave32()
                    && (self.is_in_named(operand, "SReg_32")
                        || constants.is_inline(operand, Scalar::I32)))
    }
}
