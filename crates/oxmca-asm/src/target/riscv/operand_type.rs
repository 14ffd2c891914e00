//! Types of machine operands, which patterns for compressing instructions and for showing them ask about.

use super::immediate::ImmediateRule;
use super::vtype::VectorType;
use crate::inst::{Expr, Operand};

/// Operand types that a symbol may stand for, beside the constants that their names say.
const WITH_SYMBOLS: [&str; 9] = [
    "simm6nonzero",
    "simm6",
    "simm5",
    "simm12_lo",
    "simm20_li",
    "simm21_lsb0_jal",
    "bare_simm9_lsb0",
    "bare_simm12_lsb0",
    "bare_simm13_lsb0",
];
/// The operand type that is a symbol and no constant.
const BARE_SYMBOL: &str = "hack_bare_symbol_qc_e_li";
/// As above, of an expansion.
const UPPER_WITH_SYMBOLS: &str = "uimm20_lui";

/// Returns whether an operand is of a type, by the type's name.
pub fn is_of_type(name: &str, operand: &Operand, is_64_bit: bool) -> bool {
    let takes_symbols =
        WITH_SYMBOLS.contains(&name) || name == UPPER_WITH_SYMBOLS || name == BARE_SYMBOL;
    let value = match operand {
        Operand::Imm(value) => *value,
        Operand::Expr(expr) => match &**expr {
            Expr::Constant(value) => *value,
            expr => return takes_symbols && matches!(expr, Expr::Symbol { specifier: None, .. }),
        },
        Operand::Reg(_) => return false,
    };
    match name {
        "XSfmmVTypeOp" => {
            u32::try_from(value).is_ok_and(|value| VectorType(value).widening().is_some())
        }
        BARE_SYMBOL => false,
        name => rule_of(name).is_some_and(|rule| rule.holds(value, is_64_bit)),
    }
}

/// The rule that the name of an operand type says.
fn rule_of(name: &str) -> Option<ImmediateRule> {
    let name = match name {
        "simm21_lsb0_jal" => "simm21_lsb0",
        "simm12_lo" => "simm12",
        "simm20_li" => "simm20",
        "uimm20_lui" => "uimm20",
        name => name.strip_prefix("bare_").unwrap_or(name),
    };
    ImmediateRule::named(name)
}
