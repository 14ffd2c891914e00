//! Expressions: parsing and evaluation.

use std::cell::Cell;

use crate::inst::{BinaryOp, Expr, SpecifierNotation, UnaryOp};
use crate::lexer::{Token, TokenKind};
use crate::lossless;
use crate::source::Loc;
use crate::symbols::{
    ForwardLabel, MAX_EVALUATION_DEPTH, Relocatable, SymbolId, SymbolValue, Symbols,
};
use crate::syntax::ObjectFormat;

use super::error::{ErrorReported, ParseResult, message};
use super::interface::{Parser, TargetAsmParser};

/// Levels of nesting an expression may have.
const MAX_DEPTH: u32 = 256;
/// Operators an expression may have. They nest to the left, and what walks an expression recurses.
const MAX_OPERATORS: u32 = 1500;

impl Relocatable {
    fn constant(constant: i64) -> Relocatable {
        Relocatable { constant, ..Relocatable::default() }
    }

    /// Returns whether no symbol is left.
    pub fn is_absolute(&self) -> bool {
        self.add.is_none() && self.sub.is_none()
    }
}

impl<'a> Parser<'a> {
    /// Returns an expression and the position just past it. One whose value is known is a
    /// [`Expr::Constant`]; otherwise it is as written.
    ///
    /// # Errors
    /// If there is no expression here.
    pub fn parse_expression(&mut self) -> ParseResult<(Expr, Loc)> {
        // Most expressions are a number, a register or a symbol and nothing else.
        self.begin_expression();
        let first = self.tok();
        let (expr, end) = if first.kind == TokenKind::Integer {
            self.lex();
            if self.at_end_of_operand() {
                return Ok((Expr::Constant(first.value), first.end()));
            }
            self.parse_after_integer(first)?
        } else {
            let primary = self.parse_primary();
            if self.at_end_of_operand()
                && let Ok((expr, _)) = &primary
                && !self.may_be_known(expr)
            {
                return primary;
            }
            primary?
        };
        self.parse_rest(expr, end)
    }

    /// Returns whether nothing that can follow here belongs to an expression.
    fn at_end_of_operand(&self) -> bool {
        matches!(
            self.tok().kind,
            TokenKind::Comma
                | TokenKind::EndOfStatement
                | TokenKind::LParen
                | TokenKind::RParen
                | TokenKind::RBrac
        )
    }

    /// Returns whether a value may be told of an expression that is no constant.
    fn may_be_known(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Constant(_) | Expr::Register(_) => false,
            Expr::Symbol { .. } => self.symbols.has_variables(),
            Expr::Unary(..) | Expr::Binary(..) | Expr::Specifier { .. } => true,
        }
    }

    /// Returns the rest of an expression that begins with `expr`.
    fn parse_rest(&mut self, mut expr: Expr, mut end: Loc) -> ParseResult<(Expr, Loc)> {
        if self.binary_operator(self.tok().kind).is_some() {
            let operator_loc = self.lexer.loc();
            (expr, end) = self.parse_operators(1, expr, end)?;
            self.expression_loc = operator_loc;
        }
        self.finish_expression(expr, end)
    }

    /// Parses a specifier after an expression, if there is one, and folds the expression.
    fn finish_expression(&mut self, mut expr: Expr, end: Loc) -> ParseResult<(Expr, Loc)> {
        // "a + b@specifier" means "a@specifier + b".
        if self.at(TokenKind::At) && self.lexer.at_in_identifier {
            self.lex();
            if !self.at(TokenKind::Identifier) {
                return Err(self.token_error("unexpected symbol modifier following '@'"));
            }
            let name = self.tok().text;
            let Some(specifier) = self.specifier(name) else {
                return Err(self.token_error(message!["invalid variant '", name, "'"]));
            };
            let modified = match self.target.apply_specifier(&expr, specifier) {
                Some(whole) => {
                    expr = whole;
                    Some(())
                }
                None => self.apply_specifier(&mut expr, specifier),
            };
            if modified.is_none() {
                let message = message!["invalid modifier '", name, "' (no symbols present)"];
                return Err(self.token_error(message));
            }
            self.lex();
        }
        if self.may_be_known(&expr)
            && let Some(value) = self.evaluate(&expr)
        {
            expr = Expr::Constant(value);
        }
        if self.symbols.is_exhausted() {
            let message = "symbols are set to too many other symbols; giving up".to_owned();
            self.cut_off(self.lexer.loc(), message);
            return Err(ErrorReported);
        }
        Ok((expr, end))
    }

    /// Returns an expression with one of the target's specifiers around it, `%name(...)` or
    /// `:name:...`, and the position just past it. `None`, and nothing is read, if no specifier
    /// begins here. `names` holds the specifiers as they are printed; they are recognized in any
    /// case.
    ///
    /// # Errors
    /// When the specifier is unknown or its expression is wrong.
    pub fn parse_specified_expression(
        &mut self,
        notation: SpecifierNotation,
        names: &[&str],
    ) -> ParseResult<Option<(Expr, Loc)>> {
        let begins = match notation {
            SpecifierNotation::Call => TokenKind::Percent,
            SpecifierNotation::Colons => TokenKind::Colon,
            SpecifierNotation::At | SpecifierNotation::Function => return Ok(None),
        };
        if !self.at(begins) || !self.peek().is(TokenKind::Identifier) {
            return Ok(None);
        }
        self.lex();
        let tok = self.tok();
        let known = names.iter().find(|name| name.as_bytes().eq_ignore_ascii_case(tok.text));
        let Some(name) = known else {
            return Err(self.error(tok.loc, message!["unknown specifier '", tok.text, "'"]));
        };
        self.lex();
        let (operand, end) = if notation == SpecifierNotation::Call {
            self.expect(TokenKind::LParen, "expected '('")?;
            self.begin_expression();
            self.nested(Parser::parse_to_closing_paren)?
        } else {
            self.expect(TokenKind::Colon, "expected ':'")?;
            self.nested(Parser::parse_expression)?
        };
        let expr = Expr::Specifier { notation, name: (*name).into(), operand: Box::new(operand) };
        Ok(Some(match self.evaluate(&expr) {
            Some(value) => (Expr::Constant(value), end),
            None => (expr, end),
        }))
    }

    /// Returns the rest of an expression whose `(` has been read already.
    ///
    /// # Errors
    /// If there is no expression here or its `)` is missing.
    pub fn parse_paren_expression(&mut self) -> ParseResult<(Expr, Loc)> {
        self.begin_expression();
        let (expr, end) = self.nested(Parser::parse_to_closing_paren)?;
        self.parse_operators(1, expr, end)
    }

    /// Returns an expression whose value must be known now.
    ///
    /// # Errors
    /// If there is no expression here or its value is not known.
    pub fn parse_absolute_expression(&mut self) -> ParseResult<i64> {
        let start = self.lexer.loc();
        let (expr, _) = self.parse_expression()?;
        match expr {
            Expr::Constant(value) => Ok(value),
            _ => Err(self.error(start, "expected absolute expression")),
        }
    }

    /// Operators are counted over a whole expression, what is in its parentheses included.
    fn begin_expression(&mut self) {
        if self.expression_depth == 0 {
            self.expression_operators = 0;
        }
    }

    /// Returns a primary expression, as the target has it.
    fn parse_primary(&mut self) -> ParseResult<(Expr, Loc)> {
        if let Some(found) = self.target.parse_primary_expression(self)? {
            return Ok(found);
        }
        self.parse_primary_expression()
    }

    /// Returns a number, a symbol, `.`, or an expression in parentheses, with unary operators before
    /// it; and the position just past it.
    ///
    /// # Errors
    /// If there is none here.
    pub fn parse_primary_expression(&mut self) -> ParseResult<(Expr, Loc)> {
        let first = self.tok();
        let operator = match first.kind {
            TokenKind::Integer => {
                self.lex();
                return self.parse_after_integer(first);
            }
            TokenKind::Identifier
            | TokenKind::String
            | TokenKind::Dollar
            | TokenKind::Star
            | TokenKind::At => return self.parse_symbol_reference(first),
            TokenKind::Dot => {
                let symbol = self.symbols.location();
                let expr = self.symbol_expr(symbol, None);
                self.expression_loc = Loc::NONE;
                self.lex();
                return Ok((expr, first.end()));
            }
            TokenKind::LParen => {
                self.lex();
                return self.nested(Parser::parse_to_closing_paren);
            }
            TokenKind::LBrac => {
                if self.syntax.object_format != ObjectFormat::Elf {
                    let message = "brackets expression not supported on this target";
                    return Err(self.token_error(message));
                }
                self.lex();
                return self.nested(|parser| {
                    let (expr, _) = parser.parse_expression()?;
                    let end = parser.tok().end();
                    parser.expect(TokenKind::RBrac, "expected ']' in brackets expression")?;
                    Ok((expr, end))
                });
            }
            TokenKind::Real => {
                let value = crate::real::double_bits(first.text);
                self.lex();
                return Ok((Expr::Constant(value as i64), first.end()));
            }
            TokenKind::BigNum => {
                return Err(self.token_error("literal value out of range for directive"));
            }
            // The lexer's own message is reported when the token is left.
            TokenKind::Error => return Err(ErrorReported),
            TokenKind::Exclaim => UnaryOp::LogicalNot,
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::Tilde => UnaryOp::Not,
            _ => return Err(self.token_error("unknown token in expression")),
        };
        self.lex();
        // Only the target-independent kind may follow an operator.
        let (operand, end) = self.nested(Parser::parse_primary_expression)?;
        self.expression_loc = first.loc;
        Ok((Expr::Unary(operator, Box::new(operand)), end))
    }

    /// Parses one level deeper.
    pub(crate) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<T> {
        if self.expression_depth == MAX_DEPTH {
            return Err(self.token_error("expression is nested too deeply"));
        }
        self.expression_depth += 1;
        let result = parse(self);
        self.expression_depth -= 1;
        result
    }

    fn parse_to_closing_paren(&mut self) -> ParseResult<(Expr, Loc)> {
        let (expr, _) = self.parse_expression()?;
        let end = self.tok().end();
        self.expect(TokenKind::RParen, "expected ')'")?;
        Ok((expr, end))
    }

    /// Parses the letter that makes an integer, which has been read already, a local label.
    fn parse_after_integer(&mut self, first: Token<'a>) -> ParseResult<(Expr, Loc)> {
        let mut end = first.end();
        let next = self.tok();
        if next.kind != TokenKind::Identifier {
            return Ok((Expr::Constant(first.value), end));
        }
        // "1f" and "1b" are local labels, with a specifier perhaps.
        let (direction, specifier) = split_at_sign(next.text);
        let specifier = match specifier {
            None => None,
            Some(name) => match self.specifier(name) {
                Some(specifier) => Some(specifier),
                None => {
                    return Err(self.token_error(message!["invalid variant '", name, "'"]));
                }
            },
        };
        let backward = direction == b"b";
        if !backward && direction != b"f" {
            return Ok((Expr::Constant(first.value), end));
        }
        let symbol = self.symbols.local_reference(first.value as u32, backward);
        if backward && self.symbols.is_undefined(symbol) {
            return Err(self.error(first.loc, "directional label undefined"));
        }
        let origin = self.line_origin;
        self.symbols.forward_labels.push(ForwardLabel { loc: first.loc, symbol, origin });
        end = next.end();
        self.lex();
        self.expression_loc = first.loc;
        Ok((self.symbol_expr(symbol, specifier), end))
    }

    fn parse_symbol_reference(&mut self, first: Token<'a>) -> ParseResult<(Expr, Loc)> {
        let first_loc = self.lexer.loc();
        let Some(name) = self.parse_identifier() else {
            return match first.kind {
                TokenKind::Dollar if self.syntax.dollar_is_location => {
                    self.lex();
                    let symbol = self.symbols.location();
                    Ok((self.symbol_expr(symbol, None), first_loc))
                }
                TokenKind::Dollar | TokenKind::Star => {
                    Err(self.error(first_loc, "invalid token in expression"))
                }
                _ => Err(self.error(self.lexer.loc(), "expected a symbol reference")),
            };
        };
        let end = match first.kind {
            TokenKind::String => first.end().offset_back(1),
            _ => first_loc.offset(name.len()),
        };

        let (mut symbol_name, mut specifier_name) = (name, None);
        if self.syntax.at_specifiers {
            if first.kind == TokenKind::String {
                if self.at(TokenKind::At) {
                    self.lex();
                    let at = self.lexer.loc();
                    let Some(specifier) = self.parse_identifier() else {
                        return Err(self.error(at, "expected symbol variant after '@'"));
                    };
                    specifier_name = Some((specifier, at));
                }
            } else if self.lexer.at_in_identifier
                && let (before, Some(specifier)) = split_at_sign(name)
                && !specifier.is_empty()
            {
                symbol_name = before;
                specifier_name = Some((specifier, first_loc.offset(before.len() + 1)));
            }
        } else if self.syntax.parenthesized_specifiers && self.eat(TokenKind::LParen) {
            let at = self.lexer.loc();
            specifier_name = self.parse_identifier().map(|specifier| (specifier, at));
            self.expect(TokenKind::RParen, "expected ')'")?;
        }
        if name.is_empty() {
            return Err(self.error(self.lexer.loc(), "expected a symbol reference"));
        }
        let mut specifier = None;
        if let Some((name_of_specifier, at)) = specifier_name {
            specifier = self.specifier(name_of_specifier);
            if specifier.is_none() {
                if !self.syntax.at_in_name {
                    let message = message!["invalid variant '", name_of_specifier, "'"];
                    return Err(self.error(at, message));
                }
                symbol_name = name;
            }
        }
        let symbol = self.symbols.intern(symbol_name);
        // The value a variable has now counts, whatever it is set to later.
        if specifier.is_none()
            && let Some(value @ (Expr::Constant(_) | Expr::Register(_))) =
                self.symbols.get(symbol).variable()
        {
            return Ok((value.clone(), end));
        }
        self.expression_loc = first_loc;
        Ok((self.symbol_expr(symbol, specifier), end))
    }

    /// Returns an expression that is a symbol.
    pub(crate) fn symbol_expr(&self, symbol: SymbolId, specifier: Option<&'static str>) -> Expr {
        let name = lossless::to_text(&self.symbols.get(symbol).name).into();
        Expr::Symbol { name, specifier: specifier.map(Into::into) }
    }

    /// Returns the specifier of that name in any case, as it is printed.
    pub fn specifier(&self, name: &[u8]) -> Option<&'static str> {
        let specifiers = self.syntax.specifiers;
        specifiers.iter().copied().find(|known| known.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Parses a specifier behind an expression, `@PAGE`, if there is one.
    ///
    /// # Errors
    /// When the specifier is unknown, or the symbol has one already.
    pub fn parse_at_specifier(&mut self, mut expr: Expr) -> ParseResult<Expr> {
        if !self.eat(TokenKind::At) {
            return Ok(expr);
        }
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return Err(self.error(tok.loc, "expected specifier following '@'"));
        }
        let Some(specifier) = self.specifier(tok.text) else {
            return Err(self.error(tok.loc, message!["invalid specifier '@", tok.text, "'"]));
        };
        self.apply_specifier(&mut expr, specifier);
        self.lex();
        Ok(expr)
    }

    /// Gives the symbols in `expr` a specifier; `None` if there is no symbol.
    fn apply_specifier(&mut self, expr: &mut Expr, specifier: &'static str) -> Option<()> {
        match expr {
            Expr::Constant(_) | Expr::Register(_) => None,
            Expr::Symbol { specifier: present, .. } => {
                if present.is_some() {
                    let name = self.tok().identifier();
                    let message =
                        message!["invalid variant on expression '", name, "' (already modified)"];
                    self.token_error(message);
                } else {
                    *present = Some(specifier.into());
                }
                Some(())
            }
            Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => {
                self.apply_specifier(operand, specifier)
            }
            Expr::Binary(_, operands) => {
                let left = self.apply_specifier(&mut operands.0, specifier);
                let right = self.apply_specifier(&mut operands.1, specifier);
                left.or(right)
            }
        }
    }

    /// Returns the operators after `left` that bind at least as tightly as `precedence`.
    fn parse_operators(
        &mut self,
        precedence: u8,
        mut left: Expr,
        mut end: Loc,
    ) -> ParseResult<(Expr, Loc)> {
        loop {
            let Some((operator, binds)) = self.binary_operator(self.tok().kind) else {
                return Ok((left, end));
            };
            if binds < precedence {
                return Ok((left, end));
            }
            self.expression_operators += 1;
            if self.expression_operators > MAX_OPERATORS {
                return Err(self.token_error("expression has too many operators"));
            }
            self.lex();
            let mut right;
            (right, end) = self.parse_primary()?;
            if self.binary_operator(self.tok().kind).is_some_and(|(_, next)| binds < next) {
                (right, end) = self.parse_operators(binds + 1, right, end)?;
            }
            left = Expr::Binary(operator, Box::new((left, right)));
        }
    }

    /// Returns the operator a token of that kind is between two expressions, and how tightly it
    /// binds.
    fn binary_operator(&self, kind: TokenKind) -> Option<(BinaryOp, u8)> {
        use BinaryOp::*;
        let darwin = self.syntax.darwin;
        let choose = |gnu: u8, on_darwin: u8| if darwin { on_darwin } else { gnu };
        Some(match kind {
            TokenKind::AmpAmp => (LogicalAnd, choose(2, 1)),
            TokenKind::PipePipe => (LogicalOr, 1),
            TokenKind::EqualEqual => (Eq, 3),
            TokenKind::ExclaimEqual | TokenKind::LessGreater => (Ne, 3),
            TokenKind::Less => (Lt, 3),
            TokenKind::LessEqual => (Le, 3),
            TokenKind::Greater => (Gt, 3),
            TokenKind::GreaterEqual => (Ge, 3),
            TokenKind::Plus => (Add, choose(4, 5)),
            TokenKind::Minus => (Sub, choose(4, 5)),
            TokenKind::Pipe => (Or, choose(5, 2)),
            // Where "@" begins comments "!" marks operands (ARM).
            TokenKind::Exclaim if !darwin && self.syntax.comment != "@" => (OrNot, 5),
            TokenKind::Caret => (Xor, choose(5, 2)),
            TokenKind::Amp => (And, choose(5, 2)),
            TokenKind::Star => (Mul, 6),
            TokenKind::Slash => (Div, 6),
            TokenKind::Percent => (Mod, 6),
            TokenKind::LessLess => (Shl, choose(6, 4)),
            TokenKind::GreaterGreater => {
                (if self.syntax.logical_shift_right { LShr } else { AShr }, choose(6, 4))
            }
            _ => return None,
        })
    }

    /// Returns the value of an expression, if it is known now.
    pub fn evaluate(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Constant(value) => Some(*value),
            _ => {
                let value = self.evaluate_relocatable(expr)?;
                (value.is_absolute() && !value.has_specifier).then_some(value.constant)
            }
        }
    }

    /// Returns the value of an expression in terms of at most two symbols.
    pub fn evaluate_relocatable(&self, expr: &Expr) -> Option<Relocatable> {
        let mentions = self.symbols.mentions(expr)?;
        let is_too_deep = Cell::new(false);
        let context = Evaluator { symbols: &self.symbols, target: self.target, is_too_deep };
        context.evaluate(expr, &mut mentions.iter(), 0)
    }
}

fn split_at_sign(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|byte| *byte == b'@') {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// The state that decides the values of expressions.
struct Evaluator<'p> {
    symbols: &'p Symbols,
    target: &'p dyn TargetAsmParser,
    /// Set if an expression nests too deeply to be evaluated, which may be known where it nests less.
    is_too_deep: Cell<bool>,
}

impl Evaluator<'_> {
    /// Returns the value of an expression whose symbols are `mentions`, in order.
    fn evaluate(
        &self,
        expr: &Expr,
        mentions: &mut std::slice::Iter<'_, SymbolId>,
        depth: u32,
    ) -> Option<Relocatable> {
        let symbols = self.symbols;
        if depth > MAX_EVALUATION_DEPTH {
            self.is_too_deep.set(true);
            return None;
        }
        match expr {
            Expr::Constant(value) => Some(Relocatable::constant(*value)),
            Expr::Register(_) => None,
            Expr::Symbol { specifier, .. } => {
                let symbol = *mentions.next()?;
                let plain = Relocatable {
                    add: Some(symbol),
                    sub: None,
                    constant: 0,
                    has_specifier: specifier.is_some(),
                };
                if specifier.is_some() {
                    return Some(plain);
                }
                let SymbolValue::Variable { value, mentions, parts } = &symbols.get(symbol).value
                else {
                    return Some(plain);
                };
                symbols.value_or(
                    symbol,
                    *parts,
                    || self.evaluate(value, &mut mentions.iter(), depth + 1),
                    || !self.is_too_deep.get(),
                )
            }
            Expr::Unary(operator, operand) => {
                let value = self.evaluate(operand, mentions, depth + 1)?;
                match operator {
                    UnaryOp::Plus => Some(value),
                    UnaryOp::Minus if value.add.is_some() && value.sub.is_none() => None,
                    UnaryOp::Minus => Some(Relocatable {
                        add: value.sub,
                        sub: value.add,
                        constant: value.constant.wrapping_neg(),
                        has_specifier: false,
                    }),
                    _ if !value.is_absolute() => None,
                    UnaryOp::Not => Some(Relocatable::constant(!value.constant)),
                    UnaryOp::LogicalNot => {
                        Some(Relocatable::constant(i64::from(value.constant == 0)))
                    }
                }
            }
            Expr::Specifier { name, operand, .. } => {
                let value = self.evaluate(operand, mentions, depth + 1)?;
                if value.is_absolute() && !value.has_specifier {
                    return self
                        .target
                        .evaluate_specifier(name, value.constant)
                        .map(Relocatable::constant);
                }
                Some(Relocatable { has_specifier: true, ..value })
            }
            Expr::Binary(operator, operands) => {
                // Registers have no value, but are the same or not.
                if let (Expr::Register(left), Expr::Register(right)) = &**operands {
                    let truth = match operator {
                        BinaryOp::Eq => left == right,
                        BinaryOp::Ne => left != right,
                        _ => return None,
                    };
                    return Some(Relocatable::constant(-i64::from(truth)));
                }
                let left = self.evaluate(&operands.0, mentions, depth + 1)?;
                let right = self.evaluate(&operands.1, mentions, depth + 1)?;
                if left.is_absolute() && right.is_absolute() {
                    let value = fold(*operator, left.constant, right.constant)?;
                    return Some(Relocatable::constant(value));
                }
                add_symbolic(*operator, left, right)
            }
        }
    }
}

fn add_symbolic(
    operator: BinaryOp,
    left: Relocatable,
    mut right: Relocatable,
) -> Option<Relocatable> {
    match operator {
        BinaryOp::Add => {}
        BinaryOp::Sub => {
            std::mem::swap(&mut right.add, &mut right.sub);
            right.constant = right.constant.wrapping_neg();
        }
        _ => return None,
    }
    if (left.add.is_some() && right.add.is_some()) || (left.sub.is_some() && right.sub.is_some()) {
        return None;
    }
    Some(Relocatable {
        add: left.add.or(right.add),
        sub: left.sub.or(right.sub),
        constant: left.constant.wrapping_add(right.constant),
        has_specifier: left.has_specifier || right.has_specifier,
    })
}

/// Returns the value of an operator between two constants; `None` for a division by zero.
fn fold(operator: BinaryOp, left: i64, right: i64) -> Option<i64> {
    // Comparisons give all ones for true, the logical operators one.
    let all_ones = |truth: bool| -i64::from(truth);
    Some(match operator {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div if right == 0 => return None,
        BinaryOp::Mod if right == 0 => return None,
        BinaryOp::Div => left.wrapping_div(right),
        BinaryOp::Mod => left.wrapping_rem(right),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::OrNot => left | !right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Shl => left.wrapping_shl(right as u32),
        BinaryOp::AShr => left.wrapping_shr(right as u32),
        BinaryOp::LShr => (left as u64).wrapping_shr(right as u32) as i64,
        BinaryOp::LogicalAnd => i64::from(left != 0 && right != 0),
        BinaryOp::LogicalOr => i64::from(left != 0 || right != 0),
        BinaryOp::Eq => all_ones(left == right),
        BinaryOp::Ne => all_ones(left != right),
        BinaryOp::Lt => all_ones(left < right),
        BinaryOp::Le => all_ones(left <= right),
        BinaryOp::Gt => all_ones(left > right),
        BinaryOp::Ge => all_ones(left >= right),
    })
}
