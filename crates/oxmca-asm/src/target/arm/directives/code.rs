//! Machine code in a text: `.inst`, which the simulator does not see.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::state::State;
use crate::target::arm::target::Arm;

/// The width that the name of a directive demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Any,
    Narrow,
    Wide,
}

/// Codes of 16 bits in Thumb are below this.
const NARROW_END: i64 = 0xe800;
/// Codes of 32 bits in Thumb begin here.
const WIDE_BEGIN: i64 = 0xe800_0000;

/// Parses `.inst CODE, ...`.
pub(super) fn parse_inst(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    width: Width,
    loc: Loc,
) -> ParseResult {
    let is_thumb = arm.feature_bits.has(parser.features(), Feature::ThumbMode);
    if !is_thumb && width != Width::Any {
        return Err(parser.error(loc, "width suffixes are invalid in ARM mode"));
    }
    if parser.eat(TokenKind::EndOfStatement) {
        return Err(parser.error(loc, "expected expression following directive"));
    }
    loop {
        let (Expr::Constant(code), _) = parser.parse_expression()? else {
            return Err(parser.error(loc, "expected constant expression"));
        };
        if let Some(message) = refusal(is_thumb, width, code) {
            return Err(parser.error(loc, message));
        }
        if let Some(state) = parser.target_state.get_mut::<State>() {
            state.leave_instruction();
        }
        if parser.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        parser.expect(TokenKind::Comma, "unexpected token")?;
    }
}

/// Returns the reason why a code is none.
fn refusal(is_thumb: bool, width: Width, code: i64) -> Option<&'static str> {
    match width {
        Width::Narrow if code > 0xffff => Some("inst.n operand is too big, use inst.w instead"),
        Width::Wide if code > 0xffff_ffff => Some("inst.w operand is too big"),
        Width::Any if !is_thumb && code > 0xffff_ffff => Some("inst operand is too big"),
        Width::Any if is_thumb && (NARROW_END..WIDE_BEGIN).contains(&code) => {
            Some("cannot determine Thumb instruction size, use inst.n/inst.w instead")
        }
        _ => None,
    }
}
