//! Types of machine operands, which patterns for compressing instructions and for showing them ask about.

use oxmca_tables::Tables;

use super::immediate::ImmediateRule;
use super::vtype::VectorType;
use crate::inst::{Expr, Operand};
use crate::target::known_names::Known;

/// Operand types that a symbol may stand for, beside the constants.
const WITH_SYMBOLS: [&str; 11] = [
    "simm6nonzero",
    "simm6",
    "simm5",
    "simm12_lo",
    "simm20_li",
    "simm21_lsb0_jal",
    "bare_simm9_lsb0",
    "bare_simm12_lsb0",
    "bare_simm13_lsb0",
    // Of an expansion.
    "uimm20_lui",
    "hack_bare_symbol_qc_e_li",
];

/// A type of operands.
#[derive(Clone, Copy, Debug)]
pub struct OperandType {
    takes_symbols: bool,
    constants: Constants,
}

/// The constants of a type.
#[derive(Clone, Copy, Debug)]
enum Constants {
    None,
    Rule(ImmediateRule),
    MatrixType,
}

/// The names that [`OperandType::named`] takes.
pub const KNOWN: Known =
    Known { knows: |tables, it| OperandType::named(tables, it.text).is_some(), file: file!() };

impl OperandType {
    /// Returns the type of that name: its constants are those of the operand class that goes with it.
    pub fn named(tables: &Tables<'_>, name: &str) -> Option<Self> {
        let class = tables.class_of_operand_type(name)?;
        let predicate = tables.text(class.text);
        let constants = match ImmediateRule::named(predicate, class.range) {
            Some(rule) => Constants::Rule(rule),
            None if predicate == "isXSfmmVType" => Constants::MatrixType,
            None => Constants::None,
        };
        Some(Self { takes_symbols: WITH_SYMBOLS.contains(&name), constants })
    }

    /// Returns whether an operand is of the type.
    pub fn contains(self, tables: &Tables<'_>, operand: &Operand, is_64_bit: bool) -> bool {
        let value = match operand {
            Operand::Imm(value) => *value,
            Operand::Expr(expr) => match &**expr {
                Expr::Constant(value) => *value,
                expr => {
                    let is_plain = matches!(expr, Expr::Symbol { specifier: None, .. });
                    return self.takes_symbols && is_plain;
                }
            },
            Operand::Reg(_) => return false,
        };
        match self.constants {
            Constants::None => false,
            Constants::Rule(rule) => rule.holds(tables, value, is_64_bit),
            Constants::MatrixType => {
                u32::try_from(value).is_ok_and(|value| VectorType(value).widening().is_some())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_the_tables_is_known() {
        let tables = Tables::embedded("riscv").unwrap();
        assert!(tables.operand_predicates.len() > 20);
        let of_patterns = tables.operand_predicates.iter().map(|name| tables.text(*name));
        for name in of_patterns.chain(crate::target::riscv::print_method::TYPES) {
            assert!(OperandType::named(&tables, name).is_some(), "{name}");
        }
    }
}
