//! Variant scheduling classes and idioms: per processor, decisions on the operands.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, Token, after, between, number};
use super::dumps::Dumps;
use super::predicate::{Functions, Predicate};
use super::target::TargetSpec;

/// Cases of a variant class: the first that holds gives the class.
pub type Cases = Vec<(Predicate, usize)>;

/// Cases by processor id and class id.
pub type Variants = BTreeMap<(u32, usize), Cases>;

/// Reads the function that resolves variant classes.
pub fn read(spec: &TargetSpec, dumps: &Dumps, functions: &Functions<'_>) -> Result<Variants> {
    let mut variants = Variants::new();
    let marker = format!("namespace {}_MC {{", spec.namespace());
    let source = after(&dumps.subtarget, &marker)?;
    let source = after(source, "resolveVariantSchedClassImpl(")?;
    let mut lexer = Lexer::new(after(source, "{")?);
    // Without variant classes there is nothing to switch on.
    if lexer.accept("return") {
        return Ok(variants);
    }
    lexer.expect("switch")?;
    lexer.expect("(")?;
    lexer.balanced()?;
    lexer.expect("{")?;
    while !lexer.accept("}") {
        lexer.expect("case")?;
        let class = number(lexer.next().context("class")?.text())?;
        lexer.expect(":")?;
        while !lexer.accept("break") {
            lexer.expect("if")?;
            lexer.expect("(")?;
            let processors = processors(lexer.balanced()?, "CPUID")?;
            lexer.expect("{")?;
            let cases = cases(&mut lexer, functions).with_context(|| format!("class {class}"))?;
            for processor in processors {
                if variants.insert((processor, class), cases.clone()).is_some() {
                    bail!("class {class} is decided twice for processor {processor}");
                }
            }
        }
        lexer.expect(";")?;
    }
    Ok(variants)
}

/// Parses `if (COND) return N; ... return N; }`.
fn cases(lexer: &mut Lexer<'_>, functions: &Functions<'_>) -> Result<Cases> {
    let mut cases = Cases::new();
    while !lexer.accept("}") {
        let predicate =
            if lexer.accept("if") { functions.parenthesized(lexer)? } else { Predicate::TRUE };
        lexer.expect("return")?;
        let target = number(lexer.next().context("class")?.text())?;
        lexer.expect(";")?;
        cases.push((predicate, target));
    }
    Ok(cases)
}

/// Returns the ids in `NAME == 5 || NAME == 6`.
fn processors(text: &str, name: &str) -> Result<Vec<u32>> {
    text.split("||")
        .map(|test| {
            let id = test.trim().strip_prefix(name).and_then(|rest| rest.trim().strip_prefix("=="));
            number(id.with_context(|| format!("`{text}` is not a test of the processor"))?.trim())
        })
        .collect()
}

/// Kinds of idiom by the word of the text tables and the function that knows them.
const IDIOMS: [(&str, &str); 3] = [
    ("zero-idiom", "isZeroIdiom"),
    ("dependency-breaking", "isDependencyBreaking"),
    ("optimizable-move", "isOptimizableRegisterMove"),
];

/// Instructions with special dependency behaviour under one condition.
#[derive(PartialEq, Eq)]
pub struct Idiom {
    /// Word of the text tables.
    pub kind: &'static str,
    /// When it applies.
    pub predicate: Predicate,
    /// Uses that are independent; all explicit ones if empty.
    pub independent: Vec<u32>,
    /// Names of the instructions.
    pub opcodes: Vec<String>,
}

/// Idioms by processor id.
pub type Idioms = BTreeMap<u32, Vec<Idiom>>;

/// Reads the functions that know idioms.
pub fn read_idioms(spec: &TargetSpec, dumps: &Dumps, functions: &Functions<'_>) -> Result<Idioms> {
    let mut idioms = Idioms::new();
    let Ok(source) = between(
        &dumps.subtarget,
        "#undef GET_STIPREDICATE_DEFS_FOR_MC_ANALYSIS\n",
        "#endif // GET_STIPREDICATE_DEFS_FOR_MC_ANALYSIS",
    ) else {
        return Ok(idioms);
    };
    for (kind, function) in IDIOMS {
        let Ok(body) = after(source, &format!("MCInstrAnalysis::{function}(")) else { continue };
        let mut lexer = Lexer::new(after(body, "{")?);
        read_function(spec, &mut lexer, functions, kind, &mut idioms)
            .with_context(|| format!("function {function}"))?;
    }
    for (at, marker) in source.match_indices("MCInstrAnalysis::") {
        let name = source[at + marker.len()..].split('(').next().unwrap_or_default();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && !IDIOMS.iter().any(|(_, known)| *known == name) {
            functions.unknown().add(format!("kind of idioms {name}"), file!());
        }
    }
    Ok(idioms)
}

fn read_function(
    spec: &TargetSpec,
    lexer: &mut Lexer<'_>,
    functions: &Functions<'_>,
    kind: &'static str,
    idioms: &mut Idioms,
) -> Result<()> {
    // A zero idiom also breaks dependencies; the function says so by calling the other one first.
    if lexer.accept("if") {
        lexer.expect("(")?;
        let call = lexer.balanced()?;
        if !call.starts_with("isZeroIdiom(") {
            bail!("`{call}` is not understood");
        }
        lexer.expect("return")?;
        lexer.expect("true")?;
        lexer.expect(";")?;
    }
    lexer.expect("switch")?;
    lexer.expect("(")?;
    lexer.balanced()?;
    lexer.expect("{")?;
    while !lexer.accept("}") {
        if lexer.accept("default") {
            lexer.expect(":")?;
            lexer.expect("break")?;
            lexer.expect(";")?;
            continue;
        }
        let mut opcodes = Vec::new();
        while lexer.accept("case") {
            opcodes.push(spec.unqualified(lexer.ident()?)?.to_owned());
            lexer.expect(":")?;
        }
        if opcodes.is_empty() {
            bail!("unexpected statement{}", lexer.place());
        }
        while lexer.accept("if") {
            lexer.expect("(")?;
            let processors = processors(lexer.balanced()?, "ProcessorID")?;
            lexer.expect("{")?;
            let independent = mask(lexer)?;
            lexer.expect("return")?;
            let predicate = functions.returned(lexer)?;
            lexer.expect("}")?;
            for processor in processors {
                idioms.entry(processor).or_default().push(Idiom {
                    kind,
                    predicate: predicate.clone(),
                    independent: independent.clone(),
                    opcodes: opcodes.clone(),
                });
            }
        }
        lexer.expect("break")?;
        lexer.expect(";")?;
    }
    lexer.expect("return")?;
    lexer.expect("false")?;
    lexer.expect(";")
}

/// Returns the value that the mask of independent uses is set to.
fn mask(lexer: &mut Lexer<'_>) -> Result<Vec<u32>> {
    let mut bits = Vec::new();
    while lexer.accept("Mask") {
        match (lexer.next().map(Token::text), lexer.next().map(Token::text)) {
            (Some("."), Some("clearAllBits")) => {
                lexer.expect("(")?;
                lexer.expect(")")?;
            }
            (Some("."), Some("setBit")) => {
                lexer.expect("(")?;
                bits.push(number(lexer.balanced()?)?);
            }
            _ => bail!("the mask of uses is not understood{}", lexer.place()),
        }
        lexer.expect(";")?;
    }
    Ok(bits)
}
