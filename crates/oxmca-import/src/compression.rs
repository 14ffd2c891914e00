//! Instructions that become shorter ones and back, from the generated functions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

use super::cxx::{Lexer, Token, after, between};
use super::dumps::Dumps;
use super::target::{TargetSpec, feature_condition};

/// Functions with their words of the text tables.
const FUNCTIONS: [(&str, &str); 2] = [("compress", "compressInst"), ("expand", "uncompressInst")];

/// Returns the text of `compression.tbl` and the number of its patterns; `None` if the dumps have
/// no such functions.
pub fn text(spec: &TargetSpec, dumps: &Dumps) -> Result<Option<(String, usize)>> {
    if dumps.compression.is_empty() {
        return Ok(None);
    }
    let mut out = String::from(
        "# Instructions that become shorter ones, and what the shorter ones stand for: conditions on operands,\n\
         # the other instruction with its operands, and features. Lines of an instruction are tried in order.\n",
    );
    for (word, function) in FUNCTIONS {
        let body = after(&dumps.compression, &format!("static bool {function}("))?;
        let mut lexer = Lexer::new(after(body, "switch (MI.getOpcode()) {")?);
        lexer.expect("default")?;
        lexer.expect(":")?;
        lexer.expect("return")?;
        lexer.expect("false")?;
        lexer.expect(";")?;
        while lexer.accept("case") {
            let from = spec.unqualified(lexer.ident()?)?;
            lexer.expect(":")?;
            lexer.expect("{")?;
            while lexer.accept("if") {
                let _ = write!(out, "{word} {from}");
                pattern(spec, &mut lexer, &mut out).with_context(|| format!("{word} {from}"))?;
            }
            lexer.expect("break")?;
            lexer.expect(";")?;
            lexer.expect("}")?;
        }
        lexer.expect("}")?;
    }
    let count = out.lines().filter(|line| !line.starts_with('#')).count();
    Ok(Some((out, count)))
}

/// Returns the types of operands that patterns ask for by `TYPE(opN)`, and print aliases by `custom:TYPE`.
pub fn operand_types<'t>(patterns: &'t str, aliases: &'t str) -> BTreeSet<&'t str> {
    let of_patterns = patterns.split_whitespace().filter_map(|word| {
        let (name, operand) = word.split_once('(')?;
        operand.starts_with("op").then_some(name)
    });
    let of_aliases = aliases.split_whitespace().filter_map(|word| word.strip_prefix("custom:"));
    of_patterns.chain(of_aliases).collect()
}

/// Parses `(CONDITION) { ... return true; }`, as the rest of a line.
fn pattern(spec: &TargetSpec, lexer: &mut Lexer<'_>, out: &mut String) -> Result<()> {
    lexer.expect("(")?;
    let mut features = Vec::new();
    let mut typed = Vec::new();
    let mut conditions = Vec::new();
    for term in conjunction(lexer.balanced()?) {
        if term.contains("STI.getFeatureBits()[") {
            features.push(term.replace("STI.getFeatureBits()", "FB"));
        } else if let Some(operand) =
            term.strip_suffix(".isReg()").or(term.strip_suffix(".isImm()"))
        {
            typed.push(operand_word(operand)?);
        } else if !is_constant(term) {
            conditions.push(condition(spec, term)?);
        }
    }
    for operand in typed {
        let named = conditions
            .iter()
            .any(|text: &String| text.split(&[':', '=', '(', ')']).any(|it| it == operand));
        ensure!(named, "{operand} is only asked for its type");
    }
    lexer.expect("{")?;
    let body = lexer.balanced()?;
    for condition in conditions {
        let _ = write!(out, " {condition}");
    }
    let to = between(body, "OutInst.setOpcode(", ")")?;
    let _ = write!(out, " as {}", spec.unqualified(to)?);
    for operand in body.split("OutInst.addOperand(").skip(1) {
        let (operand, _) = operand.split_once(");").context("operand")?;
        let _ = write!(out, " {}", made_operand(spec, operand)?);
    }
    if !features.is_empty() {
        let _ = write!(out, " if {}", feature_condition(spec, &features.join(" && "))?);
    }
    out.push('\n');
    Ok(())
}

/// Returns the terms of `a && b`.
fn conjunction(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '&' if depth == 0 && text[at..].starts_with("&&") => {
                terms.push(text[start..at].trim());
                start = at + 2;
            }
            _ => {}
        }
    }
    terms.push(text[start..].trim());
    terms
}

/// Returns whether a term asks about an immediate that the pattern itself writes, which its author has made
/// fit.
fn is_constant(term: &str) -> bool {
    term.contains("(MCOperand::createImm(")
}

/// Returns a condition on an operand.
fn condition(spec: &TargetSpec, term: &str) -> Result<String> {
    let text = term.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(term);
    if let Some((left, right)) = text.split_once(" == ") {
        let left = left.strip_suffix(".getReg()").or(left.strip_suffix(".getImm()"));
        let left = operand_word(left.with_context(|| format!("`{term}` is not understood"))?)?;
        let right = match right.strip_suffix(".getReg()") {
            Some(operand) => operand_word(operand)?,
            None if right.contains("::") => spec.unqualified(right)?.to_owned(),
            None => right.parse::<i64>()?.to_string(),
        };
        return Ok(format!("{left}=={right}"));
    }
    if let Ok(operand) = between(term, ".contains(", ".getReg())") {
        let class = spec.unqualified(between(term, "MCRegisterClass(", ")")?)?;
        let class = class.strip_suffix("RegClassID").context("register class")?;
        return Ok(format!("{}:{class}", operand_word(operand)?));
    }
    if let Ok(name) = between(term, "/* ", " */") {
        let (_, arguments) = term.split_once('(').context("predicate")?;
        let (operand, _) = arguments.split_once(", STI").context("predicate")?;
        return Ok(format!("{name}({})", operand_word(operand)?));
    }
    bail!("`{term}` is not understood")
}

/// Returns an operand of the instruction that is made.
fn made_operand(spec: &TargetSpec, text: &str) -> Result<String> {
    if let Ok(value) = between(text, "createImm(", ")") {
        return Ok(value.to_owned());
    }
    if let Ok(register) = between(text, "createReg(", ")") {
        return Ok(spec.unqualified(register)?.to_owned());
    }
    operand_word(text)
}

/// Returns `MI.getOperand(N)` as the text tables write it.
fn operand_word(text: &str) -> Result<String> {
    let mut lexer = Lexer::new(text);
    for expected in ["MI", ".", "getOperand", "("] {
        lexer.expect(expected)?;
    }
    let number = lexer.next().map(Token::text).context("operand")?;
    lexer.expect(")")?;
    ensure!(lexer.next().is_none(), "`{text}` is not understood");
    Ok(format!("op{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::TARGETS;

    #[test]
    fn a_pattern() {
        let source = "(STI.getFeatureBits()[X86::A] && MI.getOperand(1).isReg() && MI.getOperand(0).isReg() && \
             (MI.getOperand(1).getReg() == MI.getOperand(0).getReg()) && \
             getX86MCRegisterClass(X86::GR8RegClassID).contains(MI.getOperand(1).getReg()) && \
             MI.getOperand(2).isImm() && (MI.getOperand(2).getImm() == -1) && \
             F(MCOperand::createImm(2), STI, 1 /* u5 */) && F(MI.getOperand(3), STI, 13 /* simm6 */)) { \
             OutInst.setOpcode(X86::B); OutInst.addOperand(MI.getOperand(1)); \
             OutInst.addOperand(MCOperand::createImm(2)); OutInst.addOperand(MCOperand::createReg(X86::AL)); \
             return true; }";
        let mut out = String::new();
        pattern(&TARGETS[0], &mut Lexer::new(source), &mut out).unwrap();
        assert_eq!(out, " op1==op0 op1:GR8 op2==-1 simm6(op3) as B op1 2 AL if A\n");
        let untyped = "(MI.getOperand(1).isReg()) { OutInst.setOpcode(X86::B); return true; }";
        assert!(pattern(&TARGETS[0], &mut Lexer::new(untyped), &mut out).is_err());
    }
}
