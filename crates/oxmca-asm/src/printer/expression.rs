//! Expressions as LLVM writes them back.

use oxmca_tables::Reg;

use super::number::push_decimal;
use crate::inst::{BinaryOp, Expr, SpecifierNotation, UnaryOp};

/// Writes register names as they appear inside expressions.
pub trait RegisterNames {
    /// Appends the name of `reg` to `out`.
    fn push_register(&self, reg: Reg, out: &mut String);

    /// Returns whether a symbol with `@` in its name goes without quotes.
    fn at_in_names(&self) -> bool {
        false
    }

    /// Returns whether a symbol's specifier stands in parentheses behind it, not behind `@`.
    fn specifiers_in_parentheses(&self) -> bool {
        false
    }

    /// Returns whether a symbol of that name goes in quotes, since the name alone would be read as something else.
    fn is_reserved(&self, _name: &str) -> bool {
        false
    }
}

/// Binds tighter than every operator: asks for parentheses around any operator.
const TIGHTEST: u8 = 9;

/// Returns the binding strength of an operator for the purpose of leaving out parentheses: only sums are known
/// to associate, everything else is put in parentheses.
fn binding(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Add | BinaryOp::Sub => 1,
        _ => 0,
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::OrNot => "!",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::AShr | BinaryOp::LShr => ">>",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

/// Appends an expression to `out`.
pub fn print_expr(expr: &Expr, names: &impl RegisterNames, out: &mut String) {
    print_within(expr, 0, names, out);
}

fn print_within(expr: &Expr, surrounding: u8, names: &impl RegisterNames, out: &mut String) {
    match expr {
        Expr::Constant(value) => push_decimal(*value, out),
        Expr::Register(reg) => names.push_register(*reg, out),
        Expr::Symbol { name, specifier } => {
            push_symbol(name, names, out);
            match specifier {
                Some(specifier) if names.specifiers_in_parentheses() => {
                    out.push('(');
                    out.push_str(specifier);
                    out.push(')');
                }
                Some(specifier) => {
                    out.push('@');
                    out.push_str(specifier);
                }
                None => {}
            }
        }
        Expr::Unary(op, inner) => {
            out.push(match op {
                UnaryOp::LogicalNot => '!',
                UnaryOp::Minus => '-',
                UnaryOp::Not => '~',
                UnaryOp::Plus => '+',
            });
            print_within(inner, TIGHTEST, names, out);
        }
        Expr::Binary(op, sides) => {
            let own = binding(*op);
            let within = if own == 0 { TIGHTEST } else { own };
            let parentheses = own < surrounding;
            if parentheses {
                out.push('(');
            }
            print_within(&sides.0, within, names, out);
            match sides.1 {
                // `x-4`, not `x+-4`.
                Expr::Constant(value) if *op == BinaryOp::Add && value < 0 => {
                    push_decimal(value, out);
                }
                _ => {
                    out.push_str(operator(*op));
                    print_within(&sides.1, within + 1, names, out);
                }
            }
            if parentheses {
                out.push(')');
            }
        }
        Expr::Specifier { notation, name, operand } => match notation {
            SpecifierNotation::Call | SpecifierNotation::Function => {
                if *notation == SpecifierNotation::Call {
                    out.push('%');
                }
                out.push_str(name);
                out.push('(');
                print_within(operand, 0, names, out);
                out.push(')');
            }
            SpecifierNotation::Colons => {
                // Specifiers without a name are implied by the instruction.
                if !name.is_empty() {
                    out.push(':');
                    out.push_str(name);
                    out.push(':');
                }
                print_within(operand, surrounding, names, out);
            }
            // There are no parentheses, as LLVM has none: `-a-b@ha`.
            SpecifierNotation::At => {
                print_within(operand, 0, names, out);
                out.push('@');
                out.push_str(name);
            }
        },
    }
}

/// Appends a symbol's name, in quotes if it has characters that a name alone cannot have, or would be read as something
/// else.
fn push_symbol(name: &str, names: &impl RegisterNames, out: &mut String) {
    let plain = |byte: u8| match byte {
        b'_' | b'$' | b'.' => true,
        b'@' => names.at_in_names(),
        _ => byte.is_ascii_alphanumeric(),
    };
    if !name.is_empty() && name.bytes().all(plain) && !names.is_reserved(name) {
        out.push_str(name);
        return;
    }
    out.push('"');
    for char in name.chars() {
        match char {
            '\n' => out.push_str("\\n"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ => out.push(char),
        }
    }
    out.push('"');
}
