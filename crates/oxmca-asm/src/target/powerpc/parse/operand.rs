//! Operands: numbers, registers as numbers, expressions and addresses.

use super::register;
use crate::inst::{BinaryOp, Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::powerpc::operand::{OperandKind, Operands, ParsedOperand};
use crate::target::powerpc::specifier::{evaluate, is_thread_pointer, selects_bits};
use crate::target::powerpc::target::PowerPc;

/// The function whose calls name the thread's variable.
const TLS_FUNCTION: &str = "__tls_get_addr";

/// Parses an operand: of an address, two.
pub(super) fn parse<'a>(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
    operands: &mut Operands<'a>,
) -> ParseResult {
    let loc = parser.tok().loc;
    let expr = match parser.tok().kind {
        TokenKind::Percent => {
            let Some(number) = register::parse_number(powerpc, parser) else {
                return Err(parser.error(loc, "invalid register name"));
            };
            operands.push(ParsedOperand::of_number(number, loc));
            return Ok(());
        }
        TokenKind::Identifier
        | TokenKind::LParen
        | TokenKind::Plus
        | TokenKind::Minus
        | TokenKind::Integer
        | TokenKind::Dot
        | TokenKind::Dollar
        | TokenKind::Exclaim
        | TokenKind::Tilde => parse_expression(parser),
        _ => return Err(parser.error(loc, "unknown operand")),
    };
    // This is added to what is wrong in the expression.
    let Ok(expr) = expr else { return Err(parser.error(loc, "unknown operand")) };
    let call = ThreadCall::of(&expr);
    operands.push(of_expression(parser, expr, loc));
    let Some(call) = call else {
        if parser.eat(TokenKind::LParen) {
            operands.push(parse_base(powerpc, parser)?);
        }
        return Ok(());
    };
    if parser.eat(TokenKind::LParen) {
        parse_thread_call(powerpc, parser, operands, call, loc)?;
    }
    Ok(())
}

/// Parses the rest of `offset(base)`.
fn parse_base<'a>(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<ParsedOperand<'a>> {
    let loc = parser.tok().loc;
    let number = match parser.tok().kind {
        TokenKind::Percent => match register::parse_number(powerpc, parser) {
            Some(number) => number,
            None => return Err(parser.error(loc, "invalid register name")),
        },
        TokenKind::Integer => match parser.parse_absolute_expression() {
            Ok(number @ 0..32) => number,
            _ => return Err(parser.error(loc, "invalid register number")),
        },
        _ => return Err(parser.error(loc, "invalid memory operand")),
    };
    parser.expect(TokenKind::RParen, "missing ')'")?;
    Ok(ParsedOperand::of_base(number, loc))
}

/// A call of the function that finds thread-local variables, with what is added to its address.
struct ThreadCall {
    addend: Option<Expr>,
}

impl ThreadCall {
    /// Returns the call that an expression begins.
    fn of(expr: &Expr) -> Option<ThreadCall> {
        let is_function =
            |expr: &Expr| matches!(expr, Expr::Symbol { name, .. } if **name == *TLS_FUNCTION);
        match expr {
            Expr::Binary(BinaryOp::Add, sides) if is_function(&sides.0) => {
                Some(ThreadCall { addend: Some(sides.1.clone()) })
            }
            expr => is_function(expr).then_some(ThreadCall { addend: None }),
        }
    }
}

/// Parses the rest of `__tls_get_addr(x@tlsgd)`, with `@plt+4` behind it on 32 bits.
fn parse_thread_call<'a>(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
    operands: &mut Operands<'a>,
    call: ThreadCall,
    loc: Loc,
) -> ParseResult {
    let symbol_loc = parser.tok().loc;
    let Ok(symbol) = parse_expression(parser) else {
        return Err(parser.error(symbol_loc, "invalid TLS call expression"));
    };
    parser.expect(TokenKind::RParen, "expected ')'")?;
    if !powerpc.is_64_bit && parser.eat(TokenKind::At) {
        let tok = parser.tok();
        let is_name = parser.eat(TokenKind::Identifier);
        if !is_name || !tok.text.eq_ignore_ascii_case(b"plt") {
            return Err(parser.error(tok.loc, "expected 'plt'"));
        }
        let mut function =
            Expr::Symbol { name: TLS_FUNCTION.into(), specifier: Some("PLT".into()) };
        let sum = |left, right| Expr::Binary(BinaryOp::Add, Box::new((left, right)));
        let mut addend = call.addend;
        if parser.eat(TokenKind::Plus) {
            let (after, _) = parser.parse_primary_expression()?;
            addend = Some(match addend {
                Some(before) => sum(before, after),
                None => after,
            });
        }
        if let Some(addend) = addend {
            function = sum(function, addend);
        }
        operands.pop();
        operands.push(of_expression(parser, function, loc));
    }
    operands.push(of_expression(parser, symbol, loc));
    Ok(())
}

/// Parses an expression. A specifier of one of its symbols that selects bits is one of the whole expression.
fn parse_expression(parser: &mut Parser<'_>) -> ParseResult<Expr> {
    let start = parser.tok().loc;
    let text = parser.text_from(start);
    let (mut expr, _) = parser.parse_expression()?;
    let mut found = Found::default();
    found.extract(&mut expr);
    if found.surplus > 0 {
        let end = parser.tok().loc.0.saturating_sub(start.0) as usize;
        let text = text.map_or(&b""[..], |text| &text[..end.min(text.len())]);
        let places = places_of_specifiers(text);
        for place in places.iter().rev().take(found.surplus).rev() {
            let message = "cannot contain more than one relocation specifier";
            parser.error(start.offset(*place), message);
        }
    }
    Ok(match found.specifier {
        Some(name) => {
            Expr::Specifier { notation: SpecifierNotation::At, name, operand: Box::new(expr) }
        }
        None => expr,
    })
}

/// Returns the places of symbols in an expression that have specifiers which select bits.
fn places_of_specifiers(text: &[u8]) -> Vec<usize> {
    let is_in_name =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'@');
    let mut places = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| !is_in_name(*byte));
        let end = end.map_or(text.len(), |length| at + length);
        let word = String::from_utf8_lossy(&text[at..end]).to_ascii_lowercase();
        if word.split_once('@').is_some_and(|(name, specifier)| {
            !name.starts_with(|it: char| it.is_ascii_digit())
                && !name.is_empty()
                && selects_bits(specifier)
        }) {
            places.push(at);
        }
        at = end + 1;
    }
    places
}

/// The specifiers that select bits in an expression.
#[derive(Default)]
struct Found {
    specifier: Option<Box<str>>,
    /// The number of others.
    surplus: usize,
}

impl Found {
    /// Takes the specifiers that select bits from the symbols of an expression.
    fn extract(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Constant(_) | Expr::Register(_) => {}
            Expr::Symbol { specifier, .. } => {
                if specifier.as_deref().is_some_and(selects_bits) {
                    let specifier = specifier.take();
                    self.surplus += usize::from(self.specifier.is_some());
                    self.specifier = self.specifier.take().or(specifier);
                }
            }
            Expr::Unary(_, inner) => self.extract(inner),
            Expr::Binary(_, sides) => {
                self.extract(&mut sides.0);
                self.extract(&mut sides.1);
            }
            // It has one already.
            Expr::Specifier { name, operand, .. } => {
                let mut within = Found { specifier: Some(name.clone()), surplus: 0 };
                within.extract(&mut operand.clone());
                self.surplus += within.surplus;
            }
        }
    }
}

/// Returns the operand that an expression is.
fn of_expression<'a>(parser: &Parser<'_>, expr: Expr, loc: Loc) -> ParsedOperand<'a> {
    let kind = match expr {
        Expr::Constant(value) => return ParsedOperand::of_number(value, loc),
        Expr::Symbol { specifier: Some(ref specifier), .. } if is_thread_pointer(specifier) => {
            OperandKind::ThreadPointer(expr)
        }
        Expr::Specifier { ref name, ref operand, .. }
            if let Some(bits) =
                parser.evaluate(operand).and_then(|value| evaluate(name, value)) =>
        {
            OperandKind::SelectedBits(bits)
        }
        expr => OperandKind::Value { condition: condition(&expr), expr },
    };
    ParsedOperand { kind, loc }
}

/// Returns the number of the condition register, field or bit that an expression names: `4*cr1+eq`.
fn condition(expr: &Expr) -> Option<i64> {
    let value = match expr {
        Expr::Constant(value) => *value,
        Expr::Symbol { name, .. } => match &**name {
            "lt" => 0,
            "gt" => 1,
            "eq" => 2,
            "so" | "un" => 3,
            name => match name.strip_prefix("cr")?.as_bytes() {
                [digit @ b'0'..=b'7'] => i64::from(digit - b'0'),
                _ => return None,
            },
        },
        Expr::Binary(operator, sides) => {
            let (left, right) = (condition(&sides.0)?, condition(&sides.1)?);
            match operator {
                BinaryOp::Add => left.wrapping_add(right),
                BinaryOp::Mul => left.wrapping_mul(right),
                _ => return None,
            }
        }
        _ => return None,
    };
    (value >= 0).then_some(value)
}
