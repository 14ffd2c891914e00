//! Predicates over a machine instruction, as written in model files.
//!
//! `op1 == op2` (same register), `op1 == RAX`, `op3 == 136`, `op4 < 3`, `op4 > 3`, `!=` for the
//! opposite, `isreg(op1)`, `isimm(op1)`, `isvalid(op1)` (a register other than none),
//! `bits(op3, 0, 6) == 4` (six bits of an immediate from bit 0), `opcode in (A, B)`, `operands == 6`, `feature(FeatureX)`, `name()` for a function of the target,
//! `true`, `false`, `not`, `and`, `or` and parentheses.

use super::error::TextError;
use super::lines::{Line, Word};
use crate::schema::*;

const MAX_DEPTH: usize = 64;

/// The names that predicates may hold, each with its number.
pub(crate) trait Vocabulary {
    /// Returns the bit of a feature, by its constant.
    fn feature(&self, constant: &str) -> Option<u16>;
    /// Returns an opcode.
    fn instruction(&self, name: &str) -> Option<u16>;
    /// Returns a register.
    fn register(&self, name: &str) -> Option<u16>;
    /// Returns a function of the target.
    fn function(&mut self, name: &str) -> Option<u16>;
}

/// Reads a predicate from words of a line; the always-true predicate has no nodes.
pub(crate) fn read(
    names: &mut dyn Vocabulary,
    line: &Line<'_>,
    words: &[Word<'_>],
) -> Result<Vec<PredicateNode>, TextError> {
    let mut nodes = Vec::new();
    let (rest, words) = words.split_first().map_or(("", words), |(first, rest)| (first, rest));
    let mut parser = Parser { rest, words, line, names, depth: 0 };
    parser.any(&mut nodes)?;
    let left = parser.peek();
    if !left.is_empty() {
        return Err(line.error_at(left, format!("unexpected `{left}` in predicate")));
    }
    if let [PredicateNode { kind: predicate::TRUE, .. }] = nodes[..] {
        nodes.clear();
    }
    Ok(nodes)
}

struct Parser<'a, 'b> {
    /// The rest of the current word.
    rest: &'a str,
    words: &'a [Word<'a>],
    line: &'a Line<'a>,
    names: &'b mut dyn Vocabulary,
    depth: usize,
}

fn node(kind: u16, a: u16, b: u16, value: i64) -> PredicateNode {
    PredicateNode { value, kind, a, b, reserved: 0 }
}

impl<'a> Parser<'a, '_> {
    /// Returns the next token without taking it; empty at the end.
    fn peek(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        while self.rest.is_empty()
            && let Some((first, words)) = self.words.split_first()
        {
            (self.rest, self.words) = (first.trim_start(), words);
        }
        let rest = self.rest;
        let word = rest.find(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)));
        let len = match word.unwrap_or(rest.len()) {
            0 if rest.starts_with("==") || rest.starts_with("!=") => 2,
            0 => rest.chars().next().map_or(0, char::len_utf8),
            len => len,
        };
        &rest[..len]
    }

    fn take(&mut self) -> &'a str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    /// Returns an error at a token, or at the end of the predicate if that is empty.
    fn error(&self, token: &str, message: impl Into<String>) -> TextError {
        match token {
            "" => self.line.error(message),
            _ => self.line.error_at(token, message),
        }
    }

    /// Returns the number of a name, which must be known.
    fn known(&self, number: Option<u16>, kind: &str, name: &str) -> Result<i64, TextError> {
        number.map(i64::from).ok_or_else(|| self.error(name, format!("unknown {kind} `{name}`")))
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), TextError> {
        let found = self.peek();
        if self.accept(token) {
            Ok(())
        } else {
            let found_text = match found {
                "" => "its end".to_owned(),
                found => format!("`{found}`"),
            };
            Err(self.error(found, format!("expected `{token}` in predicate, not {found_text}")))
        }
    }

    fn any(&mut self, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        self.joined(out, "or", predicate::ANY, Self::all)
    }

    fn all(&mut self, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        self.joined(out, "and", predicate::ALL, Self::primary)
    }

    /// Parses operands joined by a word; a single one stands for itself.
    fn joined(
        &mut self,
        out: &mut Vec<PredicateNode>,
        word: &str,
        kind: u16,
        inner: impl Fn(&mut Self, &mut Vec<PredicateNode>) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let mut nodes = Vec::new();
        let mut count = 1;
        inner(self, &mut nodes)?;
        while self.accept(word) {
            inner(self, &mut nodes)?;
            count += 1;
        }
        if count > 1 {
            out.push(node(kind, count, 0, nodes.len() as i64 + 1));
        }
        out.append(&mut nodes);
        Ok(())
    }

    fn primary(&mut self, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let token = self.peek();
            return Err(self.error(token, "predicate is nested too deeply"));
        }
        let token = self.take();
        match token {
            "(" => {
                self.any(out)?;
                self.expect(")")?;
            }
            "not" => {
                out.push(node(predicate::NOT, 0, 0, 0));
                self.primary(out)?;
            }
            "true" => out.push(node(predicate::TRUE, 0, 0, 0)),
            "false" => out.push(node(predicate::FALSE, 0, 0, 0)),
            "isreg" | "isimm" | "isvalid" => {
                self.expect("(")?;
                let operand = self.operand()?;
                self.expect(")")?;
                match token {
                    "isreg" => out.push(node(predicate::IS_REG, operand, 0, 0)),
                    "isimm" => out.push(node(predicate::IS_IMM, operand, 0, 0)),
                    _ => {
                        out.push(node(predicate::NOT, 0, 0, 0));
                        out.push(node(predicate::REG_IS, operand, 0, 0));
                    }
                }
            }
            "bits" => self.bits(out)?,
            "opcode" => self.opcodes(out)?,
            "operands" => {
                self.expect("==")?;
                let count = self.take();
                out.push(node(predicate::NUM_OPERANDS, 0, 0, self.line.number(count)?));
            }
            "feature" => {
                self.expect("(")?;
                let name = self.take();
                let bit = self.known(self.names.feature(name), "feature", name)?;
                self.expect(")")?;
                out.push(node(predicate::FEATURE, 0, 0, bit));
            }
            _ if operand_number(token).is_some() => self.comparison(token, out)?,
            _ if self.peek() == "(" => {
                self.expect("(")?;
                self.expect(")")?;
                let function = self.names.function(token);
                let function = self.known(function, "function", token)? as u16;
                out.push(node(predicate::FUNCTION, function, 0, 0));
            }
            "" => return Err(self.error(token, "the predicate ends too early")),
            _ => return Err(self.error(token, format!("unexpected `{token}` in predicate"))),
        }
        self.depth -= 1;
        Ok(())
    }

    /// Parses `opcode in (A, B)`.
    fn opcodes(&mut self, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        self.expect("in")?;
        self.expect("(")?;
        let mut nodes = Vec::new();
        loop {
            let name = self.take();
            let opcode = self.known(self.names.instruction(name), "instruction", name)?;
            nodes.push(node(predicate::OPCODE_IS, 0, 0, opcode));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        if nodes.len() > 1 {
            out.push(node(predicate::ANY, nodes.len() as u16, 0, nodes.len() as i64 + 1));
        }
        out.append(&mut nodes);
        Ok(())
    }

    /// Parses `bits(op3, 0, 6) == 4`.
    fn bits(&mut self, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        self.expect("(")?;
        let operand = self.operand()?;
        let mut range = [0_u8; 2];
        for part in &mut range {
            self.expect(",")?;
            let token = self.take();
            *part = self.line.number(token)?;
            if *part > 63 {
                return Err(self.error(token, "an immediate has 64 bits"));
            }
        }
        self.expect(")")?;
        let operator = self.take();
        match operator {
            "!=" => out.push(node(predicate::NOT, 0, 0, 0)),
            "==" => {}
            _ => return Err(self.error(operator, "bits are compared by `==` or `!=`")),
        }
        let value = self.take();
        let bits = u16::from_le_bytes(range);
        out.push(node(predicate::BITS_ARE, operand, bits, self.line.number(value)?));
        Ok(())
    }

    fn operand(&mut self) -> Result<u16, TextError> {
        let token = self.take();
        operand_number(token)
            .ok_or_else(|| self.error(token, format!("`{token}` is not an operand like `op1`")))
    }

    fn comparison(&mut self, left: &str, out: &mut Vec<PredicateNode>) -> Result<(), TextError> {
        let a = operand_number(left).unwrap_or(0);
        let operator = self.take();
        let right = self.take();
        if operator == "!=" {
            out.push(node(predicate::NOT, 0, 0, 0));
        }
        let is_number = right.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        out.push(match operator {
            "==" | "!=" if is_number => node(predicate::IMM_IS, a, 0, self.line.number(right)?),
            "<" if is_number => node(predicate::IMM_LESS, a, 0, self.line.number(right)?),
            ">" if is_number => node(predicate::IMM_GREATER, a, 0, self.line.number(right)?),
            "==" | "!=" => match operand_number(right) {
                Some(b) => node(predicate::SAME_REG, a, b, 0),
                None => {
                    let reg = self.known(self.names.register(right), "register", right)?;
                    node(predicate::REG_IS, a, 0, reg)
                }
            },
            _ => {
                let message = format!("cannot compare `{left}` with `{right}` by `{operator}`");
                return Err(self.error(operator, message));
            }
        });
        Ok(())
    }
}

fn operand_number(token: &str) -> Option<u16> {
    token.strip_prefix("op")?.parse().ok()
}
