//! Operand classes of the matcher.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

use super::cxx::{Init, between, enumerators, initializer};
use super::dumps::Dumps;
use super::operand_facts::OperandFacts;
use super::ranges::Range;
use super::target::{TargetSpec, diagnostics};
use super::words::{method_name, push_folded, push_pair};

/// The condition that puts an operand into a class.
enum Kind {
    Invalid,
    Optional,
    Token(String),
    Register,
    ByMode(Vec<String>),
    Predicate(String),
}

/// A class.
pub struct Row {
    name: String,
    kind: Kind,
    /// The constants that the predicate takes, if a range says it.
    range: Option<Range>,
    /// The error for an operand that is not of the class.
    diagnostic: Option<String>,
    /// The words of that error; the target has them if there are none.
    message: Option<String>,
    /// The method that gives an operand that was left out.
    default: Option<String>,
    /// The method that parses operands of the class.
    parser: Option<String>,
    supers: Vec<String>,
    registers: Vec<String>,
    /// Types of machine operands that go with the class.
    types: Vec<String>,
}

/// Classes by id.
pub struct OperandClasses {
    pub rows: Vec<Row>,
}

/// Returns a class's name without LLVM's prefix.
pub fn short_name(name: &str) -> &str {
    name.strip_prefix("MCK_").unwrap_or(name)
}

/// Reads the classes.
pub fn read(spec: &TargetSpec, dumps: &Dumps, registers: &[String]) -> Result<OperandClasses> {
    let facts = OperandFacts::parse(spec.operands)?;
    let messages: BTreeMap<String, String> = diagnostics(dumps)?.into_iter().collect();
    let source = &dumps.asm_matcher;
    let all = enumerators(source, "enum MatchClassKind")?;
    // Enumerators with a value of another one mark the end of a kind.
    let mut names = Vec::new();
    let mut last = BTreeMap::new();
    for (name, id) in all {
        if name.starts_with("MCK_LAST_") {
            last.insert(name, id);
        } else if name != "NumMatchClassKinds" {
            if id as usize != names.len() {
                bail!("`{name}` is out of order");
            }
            names.push(name);
        }
    }
    let last = |name: &str| last.get(name).copied().unwrap_or(1);
    let last_token = last("MCK_LAST_TOKEN");
    let last_register = last("MCK_LAST_REGISTER").max(last_token);
    let last_by_mode = last("MCK_LAST_REGCLASS_BY_HWMODE").max(last_register);

    let tokens = token_texts(source)?;
    let validate = between(source, "static unsigned validateOperandClass(", "\n}\n")?;
    let by_mode = if last_by_mode > last_register {
        initializer(validate, "RegClassByHwModeMatchTable[")?
    } else {
        Vec::new()
    };
    let of_registers = register_diagnostics(source)?;
    let mut rows = Vec::new();
    for (id, name) in names.iter().enumerate() {
        let id = id as u32;
        let mut diagnostic = of_registers.get(*name).map(|name| (*name).to_owned());
        let kind = if id == 0 {
            Kind::Invalid
        } else if id == 1 {
            Kind::Optional
        } else if id <= last_token {
            Kind::Token(tokens.get(name).with_context(|| format!("no text for {name}"))?.clone())
        } else if id <= last_register {
            Kind::Register
        } else if id <= last_by_mode {
            let column = (id - last_register - 1) as usize;
            let classes = by_mode.iter().map(|mode| {
                let class = mode.list()?.get(column).context("class by mode")?.expr()?;
                // In a mode that lacks the class nothing is of it.
                Ok(if class == "InvalidMatchClass" { class } else { short_name(class) }.to_owned())
            });
            Kind::ByMode(classes.collect::<Result<_>>()?)
        } else {
            let case = between(validate, &format!("case {name}: {{"), "break;")?;
            let method = predicate(case)?;
            let failure = between(case, "isNearMatch())", ";").unwrap_or_default();
            diagnostic = failure.split_once("::Match_").map(|(_, name)| name.to_owned());
            Kind::Predicate(method)
        };
        let range = match &kind {
            Kind::Predicate(method) => facts.range(method),
            _ => None,
        };
        let diagnostic = diagnostic.filter(|name| name != "InvalidOperand");
        let message = diagnostic.as_deref().and_then(|name| {
            messages.get(name).cloned().or_else(|| facts.message(name, range.as_ref()))
        });
        rows.push(Row {
            name: short_name(name).to_owned(),
            kind,
            range,
            diagnostic,
            message,
            default: None,
            parser: None,
            supers: Vec::new(),
            registers: Vec::new(),
            types: Vec::new(),
        });
    }
    read_supers(source, &mut rows)?;
    read_parsers(dumps, &mut rows)?;
    read_registers(spec, registers, validate, &names, &mut rows)?;
    Ok(OperandClasses { rows })
}

/// Returns the name of the predicate that a case calls. One that is written in place is named by what it says without
/// its blanks and namespaces: `isImmTy(ImmTyOffset)`.
fn predicate(case: &str) -> Result<String> {
    if let Ok(code) = between(case, "-> bool { return ", ";") {
        return Ok(inline_name(code));
    }
    let method = between(case, "DP(Operand.", ")")?;
    Ok(method_name(method.strip_suffix('(').context("predicate with arguments")?))
}

/// Returns the name of a parser that is written in place: the method that it calls with the word, the kind of operand and
/// what else it passes, `parseIntWithPrefix(offset0,Offset0,isUInt<8>)`.
fn inline_parser(code: &str) -> Result<String> {
    let call = code.split_once("return ").context("parser in place")?.1;
    let method = call.split_once('(').context("parser in place")?.0;
    let word = between(call, "\"", "\"")?;
    let rest = call.split_once("::ImmTy").context("kind of operand")?.1;
    let kind: String = rest.chars().take_while(|it| it.is_alphanumeric()).collect();
    let rest = &rest[kind.len()..];
    let check = match rest.split_once("isUInt<") {
        Some((_, bits)) => format!(",isUInt<{}>", bits.split('>').next().unwrap_or_default()),
        None if rest.contains("convertDppBoundCtrl") => ",convertDppBoundCtrl".to_owned(),
        None if rest.starts_with(", true)") => ",true".to_owned(),
        None => String::new(),
    };
    Ok(format!("{method}({word},{kind}{check})"))
}

/// Returns code without blanks and namespaces, and without the object whose methods it calls.
fn inline_name(code: &str) -> String {
    let mut name = String::new();
    for part in code.replace("Op.", "").split_whitespace().flat_map(|it| it.split_inclusive("::")) {
        match part.strip_suffix("::") {
            Some(path) => name.push_str(path.trim_end_matches(|it: char| it.is_alphanumeric())),
            None => name.push_str(part),
        }
    }
    name
}

/// Returns the text of each token class, from the comments of the function that matches them.
fn token_texts(source: &str) -> Result<BTreeMap<&str, String>> {
    let body = between(source, "static MatchClassKind matchTokenString(StringRef Name) {", "\n}")?;
    let mut texts = BTreeMap::new();
    for line in body.lines() {
        let Some((name, rest)) =
            line.trim().strip_prefix("return ").and_then(|rest| rest.split_once(';'))
        else {
            continue;
        };
        if let Some((_, text)) = rest.split_once("// \"") {
            texts.insert(name, text.strip_suffix('"').context("token text")?.to_owned());
        }
    }
    Ok(texts)
}

/// Returns the errors for operands that are not of a class of registers, by class.
fn register_diagnostics(source: &str) -> Result<BTreeMap<&str, &str>> {
    let body = between(source, "static unsigned getDiagKindFromRegisterClass(", "\n}\n")?;
    let cases = body.split("case ").skip(1).filter_map(|case| {
        let (class, rest) = case.split_once(':')?;
        let (_, diagnostic) = rest.split_once("::Match_")?;
        Some((class, diagnostic.split_once(';')?.0))
    });
    Ok(cases.collect())
}

/// Fills in the methods that parse operands of a class, by the records that define it.
fn read_parsers(dumps: &Dumps, rows: &mut [Row]) -> Result<()> {
    let source = &dumps.asm_matcher;
    let Ok(body) = between(source, "\ntryCustomParseOperand(", "\n}\n") else { return Ok(()) };
    for case in body.split("case ").skip(1) {
        let (class, rest) = case.split_once(':').context("custom parser")?;
        let Some((_, call)) = rest.split_once("return ") else { continue };
        let method = match call.starts_with('[') {
            true => inline_parser(call)?,
            false => method_name(call.split_once('(').context("custom parser")?.0),
        };
        let row = rows.iter_mut().find(|row| row.name == short_name(class));
        row.context("custom parser of an unknown class")?.parser = Some(method);
    }
    Ok(())
}

/// Fills in the classes each class is a subclass of.
fn read_supers(source: &str, rows: &mut [Row]) -> Result<()> {
    let body = between(source, "static bool isSubclass(", "\n}\n")?;
    let table = initializer(body, "} Table[] =")?;
    let data = initializer(body, "Data[] =")?;
    let data = data.iter().map(Init::number).collect::<Result<Vec<u8>>>()?;
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    for (index, (row, entry)) in rows.iter_mut().zip(&table).enumerate() {
        let [offset, start, length] = entry.list()? else { bail!("subclass table") };
        let (offset, start): (usize, usize) = (offset.number()?, start.number()?);
        for at in 0..length.number::<usize>()? {
            let bit = offset + at;
            let set = data.get(bit / 8).context("subclass table")? >> (bit % 8) & 1 != 0;
            if set && start + at != index {
                row.supers.push(names.get(start + at).context("subclass table")?.clone());
            }
        }
    }
    if table.len() != names.len() {
        bail!("subclass table has {} rows for {} classes", table.len(), names.len());
    }
    Ok(())
}

/// Fills in the registers whose class each class is.
fn read_registers(
    spec: &TargetSpec,
    registers: &[String],
    validate: &str,
    names: &[&str],
    rows: &mut [Row],
) -> Result<()> {
    let table = initializer(validate, "::NUM_TARGET_REGS] =")?;
    let mut numbers = vec![Vec::new(); rows.len()];
    for (number, class) in table.iter().enumerate().take(registers.len()) {
        let class = class.expr()?;
        let id = names.iter().position(|name| *name == class);
        let id = id.with_context(|| format!("`{class}` is not an operand class"))?;
        if id > 0 {
            numbers[id].push(number);
        }
    }
    for (row, numbers) in rows.iter_mut().zip(&numbers) {
        row.registers = match spec.register_tuples {
            true => super::registers::ranges(numbers, registers),
            false => numbers.iter().map(|number| registers[*number].clone()).collect(),
        };
    }
    Ok(())
}

impl OperandClasses {
    /// Notes the method that gives the operand of a class that was left out.
    ///
    /// # Errors
    /// When the class has another one already.
    pub fn set_default(&mut self, class: &str, method: &str) -> Result<()> {
        let row = self.rows.iter_mut().find(|row| row.name == class);
        let row = row.with_context(|| format!("no operand class `{class}`"))?;
        match &row.default {
            Some(known) if known != method => {
                bail!("operands of class `{class}` are left out for `{known}` and `{method}`")
            }
            _ => row.default = Some(method.to_owned()),
        }
        Ok(())
    }

    /// Notes the class of each type of machine operands among `names`. Names of other things are passed over.
    ///
    /// # Errors
    /// The records name a class that the matcher does not have.
    pub fn set_types(&mut self, dumps: &Dumps, names: &BTreeSet<&str>) -> Result<()> {
        for name in names {
            let Some(record) = dumps.records.get(name)? else { continue };
            let Some(class) = record.parser_match_class.and_then(|it| it.def) else { continue };
            let class = dumps.records.get(&class)?.and_then(|it| it.name).unwrap_or_default();
            let row = self.rows.iter_mut().find(|row| row.name == class);
            let row = row.with_context(|| format!("`{name}` is of an unknown class `{class}`"))?;
            row.types.push((*name).to_owned());
        }
        Ok(())
    }

    /// Returns the number of classes that a predicate decides.
    pub fn predicates(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.kind, Kind::Predicate(_))).count()
    }

    /// Returns the text of `operand-classes.tbl`.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "# Operand classes of the assembler in the order of their ids. `supers` are the classes that also\n\
             # hold what this one holds, `registers` those whose own class it is; `range` and\n\
             # `step` the constants that it holds, `message` the error about others.\n\
             # `types` are the types of machine operands that go with the class, where patterns ask for them.\n",
        );
        for row in &self.rows {
            out.push_str(&row.name);
            match &row.kind {
                Kind::Invalid => out.push_str(" invalid"),
                Kind::Optional => out.push_str(" optional"),
                Kind::Token(text) => push_pair(&mut out, "token", text),
                Kind::Register => out.push_str(" register"),
                Kind::ByMode(classes) => push_pair(&mut out, "by-mode", &classes.join(",")),
                Kind::Predicate(method) => push_pair(&mut out, "predicate", method),
            }
            if let Some(range) = &row.range {
                push_pair(&mut out, "range", &range.to_string());
                if range.step != 1 {
                    push_pair(&mut out, "step", &range.step.to_string());
                }
            }
            for (key, name) in [
                ("default", &row.default),
                ("diagnostic", &row.diagnostic),
                ("message", &row.message),
                ("parser", &row.parser),
            ] {
                if let Some(name) = name {
                    push_pair(&mut out, key, name);
                }
            }
            for (key, list) in
                [("supers", &row.supers), ("registers", &row.registers), ("types", &row.types)]
            {
                if !list.is_empty() {
                    push_folded(&mut out, [format!("{key}={}", list.join(",")).as_str()]);
                }
            }
            out.push('\n');
        }
        out
    }
}
