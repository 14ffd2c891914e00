//! Arm's side of the table-driven matcher.

use oxmca_tables::schema::{ImmediateRange, match_class_kind};
use oxmca_tables::{MatchClassId, Opcode, Reg};

use super::condition::{ALWAYS, VectorPredicate};
use super::feature_bits::Feature;
use super::matching_context::Matching;
use super::operand::{OperandKind, ParsedOperand};
use super::predicate::Predicate;
use super::render::Render;
use super::{admission, rendering, verdict};
use crate::inst::Inst;
use crate::matcher::MatchTarget;
use crate::source::Loc;

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    /// The message.
    type Reason = &'m str;

    fn predicate_named(name: &str, _: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand<'m>) -> Option<&'o [u8]> {
        operand.token()
    }

    fn register(&self, operand: &ParsedOperand<'m>) -> Option<Reg> {
        operand.register()
    }

    fn repeats(&self, _: &ParsedOperand<'m>, _: &ParsedOperand<'m>) -> bool {
        // Registers that must be the same are compared when a form has been found, if at all.
        true
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        verdict::holds(self, predicate, operand)
    }

    fn coerce(&self, operand: &ParsedOperand<'m>, class: MatchClassId) -> bool {
        let tables = &self.arm.tables;
        let row = &tables.match_classes[class.index()];
        match &operand.kind {
            // Numbers stand for tokens such as `#0`.
            OperandKind::Value(_) if row.kind == match_class_kind::TOKEN => {
                let number = tables.text(row.text).strip_prefix('#').and_then(|it| it.parse().ok());
                number.is_some_and(|number: i64| operand.constant() == Some(number))
            }
            // The linker fills in what is not known.
            OperandKind::Value(_) => {
                operand.constant().is_none() && Some(class) == self.arm.rotated_class
            }
            OperandKind::Register(reg) => {
                Some(class) == self.arm.restricted_class
                    && *reg == self.arm.registers.sp()
                    && self.has(Feature::V8)
            }
            _ => false,
        }
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand<'m>) -> Option<&'m str> {
        // Two classes have more registers in some processors than in others.
        Some(match (name, self.has(Feature::D32)) {
            ("rGPR", _) if self.has(Feature::V8) => "operand must be a register in range [r0, r14]",
            ("rGPR", _) => "operand must be a register in range [r0, r12] or r14",
            ("DPR", true) => "operand must be a register in range [d0, d31]",
            ("DPR", false) => "operand must be a register in range [d0, d15]",
            ("DPR_RegList", true) => "operand must be a list of registers in range [d0, d31]",
            ("DPR_RegList", false) => "operand must be a list of registers in range [d0, d15]",
            _ => return self.arm.tables.diagnostic_message(name),
        })
    }

    fn admit(&self, _: Opcode) -> Result<(), &'m str> {
        Ok(())
    }

    fn default_operand(&self, method: &str) -> Option<ParsedOperand<'m>> {
        let kind = match DefaultOperand::named(method)? {
            DefaultOperand::Condition => OperandKind::Condition(ALWAYS),
            DefaultOperand::SetsFlags => OperandKind::SetsFlags(false),
            DefaultOperand::VectorPredicate => OperandKind::VectorPredicate(VectorPredicate::None),
        };
        Some(ParsedOperand { kind, loc: Loc::NONE })
    }

    fn admit_inst(&self, inst: &Inst) -> Result<(), &'m str> {
        admission::admit(self, inst)
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        rendering::render(self, method, operand, inst);
    }
}

/// An operand that stands where none is written.
#[derive(Clone, Copy, Debug)]
pub enum DefaultOperand {
    Condition,
    SetsFlags,
    VectorPredicate,
}

impl DefaultOperand {
    /// Returns the operand that the tables name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "defaultCondCodeOp" => Self::Condition,
            "defaultCCOutOp" => Self::SetsFlags,
            "defaultVPTPredOp" => Self::VectorPredicate,
            _ => return None,
        })
    }
}
