//! Lists of registers: `$16-$18,$31, offset(base)`.

use super::operand::{Attempt, Reading};
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::target::mips::operand::{OperandKind, ParsedOperand};
use crate::target::mips::state::State;

const FIRST_SAVED: u32 = 16;
const LAST_SAVED: u32 = 23;
const FRAME_POINTER: u32 = 30;
const RETURN_ADDRESS: u32 = 31;

/// Returns whether a register is one of those that functions save.
fn is_saved(number: u32) -> bool {
    (FIRST_SAVED..=LAST_SAVED).contains(&number)
}

impl Reading<'_> {
    /// Parses a list, and the address that follows it.
    pub(super) fn parse_list(&mut self, parser: &mut Parser<'_>) -> ParseResult<Attempt> {
        if !parser.at(TokenKind::Dollar) {
            return Err(ErrorReported);
        }
        let is_wide = parser.features().contains(self.mips.bits.wide);
        let loc = parser.tok().loc;
        let mut numbers: Vec<u32> = Vec::new();
        let mut previous: Option<u32> = None;
        let mut is_range = false;
        let own = parser.target_state.get::<State>().map_or(0, |it| it.choices.own_register);
        while self.parse_any_register(parser) == Attempt::Parsed {
            let end = parser.tok().loc;
            let Some(operand) = self.operands.pop() else { break };
            let Some(number) = operand.register().map(|it| it.number) else { break };
            if !is_wide && number != 0 && number == own {
                let message = format!("used $at (currently ${own}) without \".set noat\"");
                parser.warning(operand.loc, message);
            }
            if is_range {
                if number == RETURN_ADDRESS {
                    numbers.push(number);
                } else {
                    for next in previous.map_or(0, |it| it + 1)..=number {
                        if !is_saved(next) {
                            return Err(parser.error(end, "invalid register operand"));
                        }
                        numbers.push(next);
                    }
                }
                is_range = false;
            } else {
                if previous.is_none() && !matches!(number, FIRST_SAVED | RETURN_ADDRESS) {
                    return Err(parser.error(end, "$16 or $31 expected"));
                }
                if !is_saved(number) && !matches!(number, FRAME_POINTER | RETURN_ADDRESS) {
                    return Err(parser.error(end, "invalid register operand"));
                }
                if previous.is_some_and(|it| it + 1 != number)
                    && !matches!(number, FRAME_POINTER | RETURN_ADDRESS)
                {
                    return Err(parser.error(end, "consecutive register numbers expected"));
                }
                numbers.push(number);
            }
            match parser.tok().kind {
                TokenKind::Minus => is_range = true,
                TokenKind::EndOfStatement => {
                    return Err(parser.error(end, "',' or '-' expected"));
                }
                // LLVM means to refuse all but commas, and refuses nothing.
                _ => {}
            }
            parser.lex();
            if !parser.at(TokenKind::Dollar) {
                break;
            }
            previous = Some(number);
        }
        let end = parser.tok().loc;
        self.operands.push(ParsedOperand {
            kind: OperandKind::List { numbers, is_wide },
            loc,
            end,
        });
        // What is wrong with the address is found when the operands are matched, unless it was reported.
        let _ = self.parse_memory(parser);
        Ok(Attempt::Parsed)
    }
}
