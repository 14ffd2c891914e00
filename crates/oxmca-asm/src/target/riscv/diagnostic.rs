//! Messages for operands that are not of a class, by the name of the class's diagnostic.

use super::immediate::ImmediateRule;
use super::vtype;

/// The texts that stand before a range.
const RANGE: &str = "immediate must be an integer in the range";
const NONZERO_RANGE: &str = "immediate must be non-zero in the range";

/// The message of a diagnostic; `None` if there is none of that name.
pub fn message(name: &str, is_64_bit: bool, has_alternatives: bool) -> Option<String> {
    let rest = name.strip_prefix("Invalid")?;
    if let Some(text) = fixed(rest) {
        return Some(text.to_owned());
    }
    let (text, least, most) = match rest {
        "VTypeI" => return Some(vtype::expected(has_alternatives).to_owned()),
        "ImmXLenLI" if is_64_bit => {
            return Some("operand must be a constant 64-bit integer".to_owned());
        }
        "ImmXLenLI_Restricted" if is_64_bit => {
            return Some(
                "operand either must be a constant 64-bit integer or a bare symbol name".to_owned(),
            );
        }
        "ImmXLenLI" | "BareSymbolQC_E_LI" | "BareSImm32" => {
            (RANGE, i64::from(i32::MIN), u32::MAX.into())
        }
        "ImmXLenLI_Restricted" => (
            "operand either must be a bare symbol name or an immediate integer in the range",
            i64::from(i32::MIN),
            u32::MAX.into(),
        ),
        "BareSImm32Lsb0" => (
            "operand must be a multiple of 2 bytes in the range",
            i64::from(i32::MIN),
            i64::from(i32::MAX) - 1,
        ),
        "SImm12LO" => (
            "operand must be a symbol with %lo/%pcrel_lo/%tprel_lo specifier or an integer in the range",
            -(1 << 11),
            (1 << 11) - 1,
        ),
        "SImm20LI" => (
            "operand must be a symbol with a %qc.abs20 specifier or an integer  in the range",
            -(1 << 19),
            (1 << 19) - 1,
        ),
        "UImm20LUI" => (
            "operand must be a symbol with %hi/%tprel_hi specifier or an integer in the range",
            0,
            (1 << 20) - 1,
        ),
        "UImm20AUIPC" => (
            "operand must be a symbol with a %pcrel_hi/%got_pcrel_hi/%tls_ie_pcrel_hi/%tls_gd_pcrel_hi \
             specifier or an integer in the range",
            0,
            (1 << 20) - 1,
        ),
        "CSRSystemRegister" => (
            "operand must be a valid system register name or an integer in the range",
            0,
            (1 << 12) - 1,
        ),
        "CLUIImm" => ("immediate must be in [0xfffe0, 0xfffff] or", 1, 31),
        "UImm2Lsb0" => ("immediate must be one of", 0, 2),
        "UImm9" => ("immediate offset must be in the range", 0, (1 << 9) - 1),
        "Imm5Zibi" => (NONZERO_RANGE, -1, 31),
        "SImm5Plus1" => ("immediate must be in the range", -15, 16),
        "UImm10Lsb00NonZero" => ("immediate must be a multiple of 4 bytes in the range", 4, 1020),
        "SImm10Lsb0000NonZero" => (
            "immediate must be a multiple of 16 bytes and non-zero in the range",
            -(1 << 9),
            (1 << 9) - 16,
        ),
        rest => of_rule(rest.strip_prefix("Bare").unwrap_or(rest), is_64_bit)?,
    };
    Some(ranged(text, least, most))
}

/// A message that ends with a range.
pub fn ranged(text: &str, least: i64, most: i64) -> String {
    format!("{text} [{least}, {most}]")
}

/// A message about a constant, with the default text.
pub fn range(least: i64, most: i64) -> String {
    ranged(RANGE, least, most)
}

/// The text and the bounds that a rule for constants says.
fn of_rule(name: &str, is_64_bit: bool) -> Option<(&'static str, i64, i64)> {
    let aligned = |zeros: u32| match zeros {
        0 => RANGE,
        1 => "immediate must be a multiple of 2 bytes in the range",
        2 => "immediate must be a multiple of 4 bytes in the range",
        3 => "immediate must be a multiple of 8 bytes in the range",
        5 => "immediate must be a multiple of 32 bytes in the range",
        _ => RANGE,
    };
    Some(match ImmediateRule::named(name)? {
        ImmediateRule::Unsigned { bits, .. } if bits > 62 => return None,
        ImmediateRule::Unsigned { bits, zeros, may_be_zero } => {
            let least = i64::from(!may_be_zero);
            (aligned(zeros), least, (1 << bits) - (1 << zeros))
        }
        ImmediateRule::Signed { bits, zeros, may_be_zero } => {
            let text = if may_be_zero { aligned(zeros) } else { NONZERO_RANGE };
            (text, -(1 << (bits - 1)), (1 << (bits - 1)) - (1 << zeros))
        }
        ImmediateRule::SignedOrUnsigned { bits } => (RANGE, -(1 << (bits - 1)), (1 << bits) - 1),
        ImmediateRule::Range { least, most } => (RANGE, least, most),
        ImmediateRule::ShiftDistance { may_be_zero } => {
            (RANGE, i64::from(!may_be_zero), if is_64_bit { 63 } else { 31 })
        }
        _ => return None,
    })
}

/// Messages without a range.
fn fixed(name: &str) -> Option<&'static str> {
    Some(match name {
        "RegClassGPRX1" => "register must be ra (x1)",
        "RegClassGPRX5" => "register must be t0 (x5)",
        "RegClassSP" => "register must be sp (x2)",
        "RegClassGPRX1X5" => "register must be ra or t0 (x1 or x5)",
        "RegClassGPRNoX0X2" => "register must be a GPR excluding zero (x0) and sp (x2)",
        "RegClassGPRNoX0" => "register must be a GPR excluding zero (x0)",
        "RegClassGPRNoX2" => "register must be a GPR excluding sp (x2)",
        "RegClassGPRX31" => "register must be a GPR excluding t6 (x31)",
        "BareSymbol" | "CallSymbol" => "operand must be a bare symbol name",
        "ImmFour" => "operand must be constant 4",
        "ImmThree" => "operand must be constant 3",
        "ImmZero" => "immediate must be zero",
        "LoadFPImm" => "operand must be a valid floating-point constant",
        "PseudoJumpSymbol" => "operand must be a valid jump target",
        "RTZArg" => "operand must be 'rtz' floating-point rounding mode",
        "RegList" => "operand must be {ra [, s0[-sN]]} or {x1 [, x8[-x9][, x18[-xN]]]}",
        "RegListS0" => "operand must be {ra, s0[-sN]} or {x1, x8[-x9][, x18[-xN]]}",
        "TLSDESCCallSymbol" => "operand must be a symbol with %tlsdesc_call specifier",
        "TPRelAddSymbol" => "operand must be a symbol with %tprel_add specifier",
        "VMaskRegister" => "operand must be v0.t",
        "VMaskCarryInRegister" => "operand must be v0",
        "UImm5Slist" => "immediate must be one of: 0, 1, 2, 4, 8, 15, 16, 31",
        "StackAdj" => "stack adjustment is invalid for this instruction and register list",
        _ => return None,
    })
}
