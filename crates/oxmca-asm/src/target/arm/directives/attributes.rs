//! Attributes of object files. They are checked and forgotten: there is no object file.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};

/// The values of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Values {
    Number,
    Text,
    /// A text in which escapes are replaced.
    EscapedText,
    NumberAndText,
}

/// Attributes that are numbers by their names, without the letters that begin all.
const NUMBERS: [&[u8]; 47] = [
    b"File",
    b"Section",
    b"Symbol",
    b"CPU_arch",
    b"CPU_arch_profile",
    b"ARM_ISA_use",
    b"THUMB_ISA_use",
    b"FP_arch",
    b"VFP_arch",
    b"WMMX_arch",
    b"Advanced_SIMD_arch",
    b"MVE_arch",
    b"PCS_config",
    b"ABI_PCS_R9_use",
    b"ABI_PCS_RW_data",
    b"ABI_PCS_RO_data",
    b"ABI_PCS_GOT_use",
    b"ABI_PCS_wchar_t",
    b"ABI_FP_rounding",
    b"ABI_FP_denormal",
    b"ABI_FP_exceptions",
    b"ABI_FP_user_exceptions",
    b"ABI_FP_number_model",
    b"ABI_align_needed",
    b"ABI_align8_needed",
    b"ABI_align_preserved",
    b"ABI_align8_preserved",
    b"ABI_enum_size",
    b"ABI_HardFP_use",
    b"ABI_VFP_args",
    b"ABI_WMMX_args",
    b"ABI_optimization_goals",
    b"ABI_FP_optimization_goals",
    b"CPU_unaligned_access",
    b"FP_HP_extension",
    b"VFP_HP_extension",
    b"ABI_FP_16bit_format",
    b"MPextension_use",
    b"DIV_use",
    b"DSP_extension",
    b"PAC_extension",
    b"BTI_extension",
    b"nodefaults",
    b"T2EE_use",
    b"Virtualization_use",
    b"BTI_use",
    b"PACRET_use",
];

/// Returns the values of the attribute of a name.
fn values_of_name(name: &[u8]) -> Option<Values> {
    let short = name.strip_prefix(b"Tag_").unwrap_or(name);
    Some(match short {
        b"CPU_raw_name" | b"CPU_name" | b"conformance" => Values::Text,
        b"also_compatible_with" => Values::EscapedText,
        b"compatibility" => Values::NumberAndText,
        short => return NUMBERS.contains(&short).then_some(Values::Number),
    })
}

/// Returns the values of an attribute's number: above those with meanings of their own, odd ones are texts.
fn values_of_number(number: i64) -> Values {
    match number {
        4 | 5 => Values::Text,
        32 => Values::NumberAndText,
        65 => Values::EscapedText,
        33.. if number % 2 == 1 => Values::Text,
        _ => Values::Number,
    }
}

/// Parses `.eabi_attribute TAG, VALUE`.
pub(super) fn parse_attribute(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let values = if tok.is(TokenKind::Identifier) {
        let Some(values) = values_of_name(tok.text) else {
            let name = String::from_utf8_lossy(tok.text).into_owned();
            let message = format!("attribute name not recognised: {name}");
            return Err(parser.error(tok.loc, message));
        };
        parser.lex();
        values
    } else {
        match parser.parse_expression()?.0 {
            Expr::Constant(number) => values_of_number(number),
            _ => return Err(parser.error(tok.loc, "expected numeric constant")),
        }
    };
    parser.expect_comma()?;
    if matches!(values, Values::Number | Values::NumberAndText) {
        let at = parser.tok().loc;
        if !matches!(parser.parse_expression()?.0, Expr::Constant(_)) {
            return Err(parser.error(at, "expected numeric constant"));
        }
    }
    if values == Values::NumberAndText {
        parser.expect_comma()?;
    }
    if values != Values::Number && !parser.at(TokenKind::String) {
        let at = parser.tok().loc;
        return Err(parser.error(at, "bad string constant"));
    }
    match values {
        Values::Number => {}
        Values::EscapedText => {
            if parser.parse_escaped_string().is_err() {
                let at = parser.tok().loc;
                return Err(parser.error(at, "bad escaped string constant"));
            }
        }
        Values::Text | Values::NumberAndText => {
            parser.lex();
        }
    }
    parser.expect_end_of_statement()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_have_the_same_values() {
        assert_eq!(values_of_name(b"Tag_CPU_name"), Some(Values::Text));
        assert_eq!(values_of_name(b"conformance"), Some(values_of_number(67)));
        assert_eq!(values_of_name(b"Tag_also_compatible_with"), Some(values_of_number(65)));
        assert_eq!(values_of_name(b"Tag_compatibility"), Some(values_of_number(32)));
        assert_eq!(values_of_name(b"nodefaults"), Some(values_of_number(64)));
        assert_eq!(values_of_name(b"Tag_none"), None);
    }
}
