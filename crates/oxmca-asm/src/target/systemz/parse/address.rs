//! Addresses: `d(b)`, `d(x,b)`, `d(l,b)` and their like.

use oxmca_tables::Reg;

use super::reading::{Attempt, Reading};
use super::register::{Written, parse_named, parse_number};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::systemz::operand::{Memory, MemoryForm, OperandKind, ParsedOperand, Second};
use crate::target::systemz::registers::{Group, Kind};

/// An address as written.
struct WrittenAddress {
    displacement: Expr,
    length: Option<Expr>,
    first: Option<Written>,
    second: Option<Written>,
}

/// Parses an address. The first part in parentheses may be a length, or the number of a register of group `index`.
fn parse_parts(
    parser: &mut Parser<'_>,
    has_length: bool,
    index: Group,
) -> ParseResult<WrittenAddress> {
    let (displacement, _) = parser.parse_expression()?;
    let mut address = WrittenAddress { displacement, length: None, first: None, second: None };
    if !parser.eat(TokenKind::LParen) {
        return Ok(address);
    }
    if parser.at(TokenKind::Percent) {
        address.first = Some(parse_named(parser)?);
    } else if has_length {
        address.length = Some(parser.parse_expression()?.0);
    } else if parser.at(TokenKind::Integer) {
        address.first = Some(parse_number(parser, index)?);
    }
    if parser.eat(TokenKind::Comma) {
        address.second = Some(match parser.tok().kind {
            TokenKind::Integer => parse_number(parser, Group::General)?,
            TokenKind::Percent => parse_named(parser)?,
            // A base that is left out.
            _ => Written { group: Group::General, number: 0, loc: parser.tok().loc },
        });
    }
    if !parser.eat(TokenKind::RParen) {
        return Err(parser.token_error("unexpected token in address"));
    }
    Ok(address)
}

/// Checks that a register can be a base or an index.
fn check_address_register(parser: &mut Parser<'_>, written: Written) -> ParseResult {
    match written.group {
        Group::General => Ok(()),
        Group::Vector => Err(parser.error(written.loc, "invalid use of vector addressing")),
        _ => Err(parser.error(written.loc, "invalid address register")),
    }
}

impl Reading<'_> {
    /// Parses an address of a form, whose base is of a kind.
    pub(super) fn parse_address(
        &mut self,
        form: MemoryForm,
        base_kind: Kind,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Attempt> {
        let loc = parser.tok().loc;
        let index_group = match form {
            MemoryForm::VectorIndex => Group::Vector,
            _ => Group::General,
        };
        let WrittenAddress { displacement, length, first, second } =
            parse_parts(parser, form == MemoryForm::Length, index_group)?;
        let registers = &self.systemz.registers;
        let in_address = |written: Option<Written>, kind| {
            written.map_or(Reg::NONE, |it| registers.in_address(kind, it.number))
        };
        let (mut base, mut index) = (second, None);
        let rest = match form {
            MemoryForm::Base => {
                if let Some(first) = first {
                    check_address_register(parser, first)?;
                }
                if second.is_some() {
                    return Err(parser.error(loc, "invalid use of indexed addressing"));
                }
                base = first;
                Second::Register(Reg::NONE)
            }
            MemoryForm::Index | MemoryForm::ShortIndex => {
                for written in [first, second].into_iter().flatten() {
                    check_address_register(parser, written)?;
                }
                match second {
                    Some(_) => index = first,
                    None => base = first,
                }
                let kind = if form == MemoryForm::ShortIndex { Kind::General32 } else { base_kind };
                Second::Register(in_address(index, kind))
            }
            MemoryForm::Length => {
                if let Some(second) = second {
                    check_address_register(parser, second)?;
                }
                if first.is_some() && second.is_some() {
                    return Err(parser.error(loc, "invalid use of indexed addressing"));
                }
                match length {
                    Some(length) => Second::Length(length),
                    None => return Err(parser.error(loc, "missing length in address")),
                }
            }
            MemoryForm::RegisterLength => {
                let Some(first) = first.filter(|it| it.group == Group::General) else {
                    return Err(parser.error(loc, "invalid operand for instruction"));
                };
                if let Some(second) = second {
                    check_address_register(parser, second)?;
                }
                let length = registers.get(Kind::General64, first.number);
                Second::Register(length.unwrap_or(Reg::NONE))
            }
            MemoryForm::VectorIndex => {
                let Some(first) = first.filter(|it| it.group == Group::Vector) else {
                    return Err(parser.error(loc, "vector index required in address"));
                };
                match second {
                    Some(second) => check_address_register(parser, second)?,
                    None => return Err(parser.error(first.loc, "invalid use of vector addressing")),
                }
                let index = registers.get(Kind::Vector128, first.number);
                Second::Register(index.unwrap_or(Reg::NONE))
            }
        };
        let base = in_address(base, base_kind);
        let memory = Memory { form, base_kind, base, displacement, second: rest };
        self.operands.push(ParsedOperand::new(OperandKind::Memory(memory), loc));
        Ok(Attempt::Parsed)
    }

    /// Parses an expression, or an address that no instruction takes here.
    pub(super) fn parse_plain(&mut self, parser: &mut Parser<'_>) -> ParseResult {
        let loc = parser.tok().loc;
        let address = parse_parts(parser, true, Group::Vector)?;
        if let Some(first) = address.first.filter(|it| it.group != Group::Vector) {
            check_address_register(parser, first)?;
        }
        if let Some(second) = address.second {
            check_address_register(parser, second)?;
        }
        let is_value =
            address.first.is_none() && address.second.is_none() && address.length.is_none();
        let kind = match is_value {
            true => OperandKind::Value(address.displacement),
            false => OperandKind::Invalid,
        };
        self.operands.push(ParsedOperand::new(kind, loc));
        Ok(())
    }
}
