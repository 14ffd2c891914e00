//! Predicates over a machine instruction: from generated C++ to the text tables' form.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, Token, between, number};
use super::dumps::Dumps;
use super::target::TargetSpec;
use super::unplaced::Unknown;

/// Characters of a predicate that a message shows.
const MAX_EXCERPT_CHARS: usize = 120;

/// A predicate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// A condition in the form of the text tables.
    Leaf(String),
    /// All hold; none is true.
    All(Vec<Predicate>),
    /// Any holds; none is false.
    Any(Vec<Predicate>),
    /// It does not hold.
    Not(Box<Predicate>),
}

impl Predicate {
    /// The predicate that always holds.
    pub const TRUE: Predicate = Predicate::All(Vec::new());
    /// The predicate that never holds.
    pub const FALSE: Predicate = Predicate::Any(Vec::new());

    /// Returns the conjunction, flattened.
    pub fn all(parts: Vec<Predicate>) -> Predicate {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Predicate::All(inner) => flat.extend(inner),
                part if part == Predicate::FALSE => return Predicate::FALSE,
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Predicate::All(flat) }
    }

    /// Returns the disjunction, flattened.
    pub fn any(parts: Vec<Predicate>) -> Predicate {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Predicate::Any(inner) => flat.extend(inner),
                part if part == Predicate::TRUE => return Predicate::TRUE,
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Predicate::Any(flat) }
    }

    /// Returns the negation.
    pub fn negate(self) -> Predicate {
        match self {
            Predicate::All(parts) if parts.is_empty() => Predicate::FALSE,
            Predicate::Any(parts) if parts.is_empty() => Predicate::TRUE,
            Predicate::Not(inner) => *inner,
            other => Predicate::Not(Box::new(other)),
        }
    }

    /// Returns the form of the text tables.
    pub fn text(&self) -> String {
        match self {
            Predicate::Leaf(text) => text.clone(),
            Predicate::All(parts) if parts.is_empty() => "true".to_owned(),
            Predicate::Any(parts) if parts.is_empty() => "false".to_owned(),
            Predicate::All(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Predicate::Any(inner) if !inner.is_empty() => format!("({})", part.text()),
                    _ => part.text(),
                });
                parts.collect::<Vec<_>>().join(" and ")
            }
            Predicate::Any(parts) => {
                parts.iter().map(Predicate::text).collect::<Vec<_>>().join(" or ")
            }
            Predicate::Not(inner) => match **inner {
                Predicate::Leaf(ref text) if text.contains(" == ") => text.replacen("==", "!=", 1),
                Predicate::Leaf(ref text) if !text.contains(' ') => format!("not {text}"),
                ref other => format!("not ({})", other.text()),
            },
        }
    }
}

/// Predicates that the generated code calls by name.
pub struct Functions<'a> {
    spec: &'a TargetSpec,
    unknown: &'a Unknown,
    functions: HashMap<String, Predicate>,
}

impl<'a> Functions<'a> {
    /// Reads the functions that a dump defines.
    pub fn read(spec: &'a TargetSpec, dumps: &Dumps, unknown: &'a Unknown) -> Result<Self> {
        let mut functions = Functions { spec, unknown, functions: HashMap::new() };
        let Ok(source) = between(
            &dumps.instr_info,
            "#undef GET_INSTRINFO_MC_HELPERS\n",
            "#endif // GET_INSTRINFO_MC_HELPERS",
        ) else {
            return Ok(functions);
        };
        let mut waiting = Vec::new();
        for function in source.split("\nbool ").skip(1) {
            waiting
                .push(function.split_once("(const MCInst &MI) {").context("predicate function")?);
        }
        // A function may call one that is defined after it.
        while let Some(index) =
            waiting.iter().position(|(_, body)| !waiting.iter().any(|(name, _)| calls(body, name)))
        {
            let (name, body) = waiting.remove(index);
            let predicate = functions.body(&mut Lexer::new(body)).unwrap_or_else(|error| {
                unknown.add(format!("form of predicate function {name} ({error:#})"), file!());
                Predicate::FALSE
            });
            functions.functions.insert(name.to_owned(), predicate);
        }
        if let Some((name, _)) = waiting.first() {
            bail!("predicate function `{name}` calls itself");
        }
        Ok(functions)
    }

    /// Returns the list of what is not known, to add to it.
    pub fn unknown(&self) -> &Unknown {
        self.unknown
    }

    /// Returns the statements of a function: a `return`, or a `switch` over the opcode.
    fn body(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        if lexer.accept("return") {
            return self.returned(lexer);
        }
        lexer.expect("switch")?;
        lexer.expect("(")?;
        let value = lexer.balanced()?;
        if !matches!(value, "MI.getOpcode()" | "MI->getOpcode()") {
            bail!("a switch over `{value}`");
        }
        lexer.expect("{")?;
        let mut named = Vec::new();
        let mut parts = Vec::new();
        while !lexer.accept("}") {
            let mut opcodes = Vec::new();
            while lexer.accept("case") {
                opcodes.push(self.spec.unqualified(lexer.ident()?)?.to_owned());
                lexer.expect(":")?;
            }
            let guard = if opcodes.is_empty() {
                lexer.expect("default")?;
                lexer.expect(":")?;
                opcode_in(&named).negate()
            } else {
                opcode_in(&opcodes)
            };
            named.extend(opcodes);
            let inner = self.body(lexer)?;
            parts.push(Predicate::all(vec![guard, inner]));
        }
        Ok(Predicate::any(parts))
    }

    /// Returns an expression and its semicolon.
    pub fn returned(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        let predicate = self.expression(lexer)?;
        lexer.expect(";")?;
        Ok(predicate)
    }

    /// Returns a condition in parentheses: one that never holds if it is not understood.
    pub fn parenthesized(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        lexer.expect("(")?;
        let mut whole = *lexer;
        let text = whole.balanced()?;
        let inside = self.expression(lexer).and_then(|predicate| {
            lexer.expect(")")?;
            Ok(predicate)
        });
        Ok(inside.unwrap_or_else(|error| {
            *lexer = whole;
            let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some((end, _)) = text.char_indices().nth(MAX_EXCERPT_CHARS) {
                text.replace_range(end.., "...");
            }
            self.unknown.add(format!("form of predicate `{text}` ({error:#})"), file!());
            Predicate::FALSE
        }))
    }

    /// Returns an expression.
    pub fn expression(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        let mut parts = vec![self.conjunction(lexer)?];
        while lexer.accept("||") {
            parts.push(self.conjunction(lexer)?);
        }
        Ok(Predicate::any(parts))
    }

    fn conjunction(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        let mut parts = vec![self.unary(lexer)?];
        while lexer.accept("&&") {
            parts.push(self.unary(lexer)?);
        }
        Ok(Predicate::all(parts))
    }

    fn unary(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        if lexer.accept("!") {
            return Ok(self.unary(lexer)?.negate());
        }
        if lexer.peek().map(Token::text) == Some("(") {
            return self.parenthesized(lexer);
        }
        match lexer.ident()? {
            "true" => Ok(Predicate::TRUE),
            "false" => Ok(Predicate::FALSE),
            "llvm::is_contained" => self.is_contained(lexer),
            "MI" => self.instruction(lexer),
            "STI" => self.feature(lexer),
            name => self.call(lexer, name),
        }
    }

    /// Parses `llvm::is_contained({A, B}, MI->getOpcode())`.
    fn is_contained(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        lexer.expect("(")?;
        lexer.expect("{")?;
        let mut opcodes = Vec::new();
        while !lexer.accept("}") {
            opcodes.push(self.spec.unqualified(lexer.ident()?)?.to_owned());
            lexer.accept(",");
        }
        lexer.expect(",")?;
        let value = lexer.balanced()?.trim();
        if !matches!(value, "MI->getOpcode()" | "MI.getOpcode()") {
            bail!("`{value}` is looked for in a list");
        }
        Ok(opcode_in(&opcodes))
    }

    /// Returns the call after `STI`: `.hasFeature(X)`.
    fn feature(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        let method = member(lexer)?;
        if method != "hasFeature" {
            bail!("`STI.{method}` is not understood");
        }
        lexer.expect("(")?;
        let name = self.spec.unqualified(lexer.balanced()?.trim())?;
        Ok(Predicate::Leaf(format!("feature({name})")))
    }

    /// Returns the expression after `MI`: a test of the opcode, of the number of operands, or of an
    /// operand.
    fn instruction(&self, lexer: &mut Lexer<'_>) -> Result<Predicate> {
        match member(lexer)? {
            "getOpcode" => {
                empty_call(lexer)?;
                let negated = equality(lexer)?;
                let opcode = self.spec.unqualified(lexer.ident()?)?.to_owned();
                Ok(negate_if(opcode_in(&[opcode]), negated))
            }
            "getNumOperands" => {
                empty_call(lexer)?;
                let negated = equality(lexer)?;
                let count = lexer.next().context("number of operands")?.text();
                Ok(negate_if(Predicate::Leaf(format!("operands == {count}")), negated))
            }
            "getOperand" => {
                let operand = operand_index(lexer)?;
                self.operand(lexer, &operand)
            }
            other => bail!("`MI.{other}` is not understood"),
        }
    }

    /// Returns the call after `MI.getOperand(N)`.
    fn operand(&self, lexer: &mut Lexer<'_>, operand: &str) -> Result<Predicate> {
        let method = member(lexer)?;
        empty_call(lexer)?;
        match method {
            "isReg" => Ok(Predicate::Leaf(format!("isreg({operand})"))),
            "isImm" => Ok(Predicate::Leaf(format!("isimm({operand})"))),
            "getReg" if lexer.accept(".") => {
                lexer.expect("isValid")?;
                empty_call(lexer)?;
                Ok(Predicate::Leaf(format!("isvalid({operand})")))
            }
            "getReg" => {
                let negated = equality(lexer)?;
                let name = lexer.ident()?;
                let right = if name == "MI" {
                    match member(lexer)? {
                        "getOperand" => {}
                        other => bail!("a register compared with `MI.{other}`"),
                    }
                    let right = operand_index(lexer)?;
                    if member(lexer)? != "getReg" {
                        bail!("a register compared with something else");
                    }
                    empty_call(lexer)?;
                    right
                } else {
                    self.spec.unqualified(name)?.to_owned()
                };
                Ok(negate_if(Predicate::Leaf(format!("{operand} == {right}")), negated))
            }
            "getImm" => {
                let operator = lexer.next().context("comparison")?.text();
                let value = self.constant(lexer)?;
                Ok(match operator {
                    "==" => Predicate::Leaf(format!("{operand} == {value}")),
                    "!=" => Predicate::Leaf(format!("{operand} == {value}")).negate(),
                    "<" | ">" => Predicate::Leaf(format!("{operand} {operator} {value}")),
                    "<=" => Predicate::Leaf(format!("{operand} > {value}")).negate(),
                    ">=" => Predicate::Leaf(format!("{operand} < {value}")).negate(),
                    _ => bail!("an immediate compared by `{operator}`"),
                })
            }
            other => bail!("`getOperand().{other}` is not understood"),
        }
    }

    /// Returns the argument of a function that gives bits of an immediate, and a comparison of the result if there
    /// is one.
    fn bit_field(&self, lexer: &mut Lexer<'_>, first: u8, count: u8) -> Result<Predicate> {
        if !lexer.accept("MI") {
            lexer.expect("*")?;
            lexer.expect("MI")?;
        }
        if member(lexer)? != "getOperand" {
            bail!("bits of something other than an operand");
        }
        let operand = operand_index(lexer)?;
        if member(lexer)? != "getImm" {
            bail!("bits of something other than an immediate");
        }
        empty_call(lexer)?;
        lexer.expect(")")?;
        let bits = format!("bits({operand}, {first}, {count})");
        if !matches!(lexer.peek().map(Token::text), Some("==" | "!=")) {
            return Ok(Predicate::Leaf(format!("{bits} == 0")).negate());
        }
        let negated = equality(lexer)?;
        let value = self.constant(lexer)?;
        Ok(negate_if(Predicate::Leaf(format!("{bits} == {value}")), negated))
    }

    /// Returns a number or an enumerator known for the target.
    fn constant(&self, lexer: &mut Lexer<'_>) -> Result<i64> {
        let negative = lexer.accept("-");
        let value = match lexer.next().context("constant")? {
            Token::Literal(text) => number(text)?,
            Token::Ident(name) => {
                let known = self.spec.constants.iter().find(|(known, _)| *known == name);
                known.map_or_else(
                    || {
                        self.unknown.add(format!("value of enumerator {name}"), self.spec.file);
                        0
                    },
                    |(_, value)| *value,
                )
            }
            other => bail!("`{}` is not a constant", other.text()),
        };
        Ok(if negative { -value } else { value })
    }

    /// Returns a call of a named predicate on the whole instruction.
    fn call(&self, lexer: &mut Lexer<'_>, name: &str) -> Result<Predicate> {
        let short = name.rsplit("::").next().unwrap_or(name);
        lexer.expect("(")?;
        if let Some(&(_, first, count)) =
            self.spec.bit_fields.iter().find(|(known, ..)| *known == name)
        {
            return self.bit_field(lexer, first, count);
        }
        let argument = lexer.balanced()?.trim();
        if argument.starts_with("MI") && argument.ends_with(".getImm()") {
            self.unknown.add(format!("function of an immediate {name}"), self.spec.file);
            if matches!(lexer.peek().map(Token::text), Some("==" | "!=")) {
                equality(lexer)?;
                self.constant(lexer)?;
            }
            return Ok(Predicate::FALSE);
        }
        if !matches!(argument, "*MI" | "MI" | "*MI, MCII") {
            bail!("`{name}({argument})` is not understood");
        }
        if let Some(predicate) = self.functions.get(short) {
            return Ok(predicate.clone());
        }
        // The program is asked later whether it knows the function.
        Ok(Predicate::Leaf(format!("{short}()")))
    }
}

/// Returns whether the body of a function calls the function `name`.
fn calls(body: &str, name: &str) -> bool {
    body.match_indices(name)
        .any(|(at, _)| body[..at].ends_with("::") && body[at + name.len()..].starts_with('('))
}

/// Consumes `.` or `->` and gives the member's name.
fn member<'a>(lexer: &mut Lexer<'a>) -> Result<&'a str> {
    if !lexer.accept(".") {
        lexer.expect("->")?;
    }
    lexer.ident()
}

fn empty_call(lexer: &mut Lexer<'_>) -> Result<()> {
    lexer.expect("(")?;
    lexer.expect(")")
}

/// Parses `(N)` as the text tables name an operand.
fn operand_index(lexer: &mut Lexer<'_>) -> Result<String> {
    lexer.expect("(")?;
    let index: u32 = number(lexer.next().context("operand index")?.text())?;
    lexer.expect(")")?;
    Ok(format!("op{index}"))
}

/// Parses `==` or `!=`; true for the latter.
fn equality(lexer: &mut Lexer<'_>) -> Result<bool> {
    match lexer.next().context("comparison")?.text() {
        "==" => Ok(false),
        "!=" => Ok(true),
        other => bail!("unexpected comparison `{other}`"),
    }
}

fn negate_if(predicate: Predicate, negated: bool) -> Predicate {
    if negated { predicate.negate() } else { predicate }
}

fn opcode_in(opcodes: &[String]) -> Predicate {
    if opcodes.is_empty() {
        return Predicate::FALSE;
    }
    Predicate::Leaf(format!("opcode in ({})", opcodes.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::TARGETS;

    fn text(source: &str) -> Result<String> {
        let (text, unknown) = text_and_unknown(source)?;
        assert_eq!(unknown, [""; 0]);
        Ok(text)
    }

    /// Returns the text, and the messages about what is not understood.
    fn text_and_unknown(source: &str) -> Result<(String, Vec<String>)> {
        let unknown = Unknown::default();
        let functions =
            Functions { spec: &TARGETS[0], unknown: &unknown, functions: HashMap::new() };
        let mut lexer = Lexer::new(source);
        let predicate = functions.expression(&mut lexer)?;
        assert_eq!(lexer.next(), None);
        let messages = unknown.into_list("X86").into_iter().map(|it| it.to_string()).collect();
        Ok((predicate.text(), messages))
    }

    #[test]
    fn expressions() {
        let source = "( MI->getOperand(1).getReg() == MI->getOperand(2).getReg() && (MI.getOperand(3).getImm() != 136 || false))";
        assert_eq!(text(source).unwrap(), "op1 == op2 and op3 != 136");
        assert_eq!(
            text("!X86_MC::hasLockPrefix(*MI) && (MI.getOperand(0).isReg() || MI->getOpcode() == X86::A)").unwrap(),
            "not hasLockPrefix() and (isreg(op0) or opcode in (A))"
        );
        assert_eq!(text("MI->getOperand(7).getImm() == X86::COND_A").unwrap(), "op7 == 7");
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for source in ["Other(MI, 1)", "MI->getOperand(1).getFPImm() == 1"] {
            assert!(text(source).is_err(), "{source}");
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        let (text, unknown) = text_and_unknown(
            "X86_MC::other(*MI) || (MI->getOpcode() == X86::A && (MI->getOperand(1).getFPImm() == 1))",
        )
        .unwrap();
        assert_eq!(text, "other()");
        assert_eq!(
            unknown,
            [
                "X86: form of predicate `MI->getOperand(1).getFPImm() == 1` (`getOperand().getFPImm` is not \
              understood) is not known: goes to crates/oxmca-import/src/predicate.rs"
            ]
        );
        let (text, unknown) = text_and_unknown(
            "Foo::bits(MI->getOperand(7).getImm()) == 3 || MI->getOpcode() == X86::A",
        )
        .unwrap();
        assert_eq!(text, "opcode in (A)");
        assert_eq!(
            unknown,
            ["X86: function of an immediate Foo::bits is not known: goes to \
              crates/oxmca-import/src/target/x86.rs"]
        );
        let (text, unknown) = text_and_unknown("MI->getOperand(7).getImm() == X86::OTHER").unwrap();
        assert_eq!(text, "op7 == 0");
        assert_eq!(
            unknown,
            [
                "X86: value of enumerator X86::OTHER is not known: goes to crates/oxmca-import/src/target/x86.rs"
            ]
        );
    }
}
