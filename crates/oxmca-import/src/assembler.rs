//! Forms the assembler accepts, per dialect.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Init, Lexer, after, between, enumerators, initializer, string_bytes};
use super::dumps::Dumps;
use super::operand_classes::short_name;
use super::shorthands::Shorthands;
use super::target::TargetSpec;
use super::words::{method_name, push_word};

/// One form.
struct Form {
    mnemonic: String,
    classes: String,
    opcode: String,
    conversion: String,
    required: String,
    /// Methods that give operands that are left out, by operand class.
    defaults: Vec<(String, String)>,
}

impl Form {
    /// Returns the operand classes as a word.
    fn classes(&self) -> &str {
        if self.classes.is_empty() { "-" } else { &self.classes }
    }

    /// Returns the words for the conversion and the features.
    fn rest(&self) -> String {
        let conversion = if self.conversion.is_empty() { "-" } else { &self.conversion };
        let blank = if self.required.is_empty() { "" } else { " " };
        format!("{conversion}{blank}{}", self.required)
    }
}

/// The forms of a dialect in the order they are tried.
pub struct Forms(Vec<Form>);

/// Reads the forms of a dialect.
pub fn read(spec: &TargetSpec, dumps: &Dumps, dialect: usize) -> Result<Forms> {
    let source = &dumps.asm_matcher;
    let mnemonics = string_bytes(&mut Lexer::new(after(source, "MnemonicTable[] =")?))?;
    let conversions = conversions(spec, source)?;
    let required = required_features(source)?;
    let mut forms = Vec::new();
    for row in initializer(source, &format!("MatchTable{dialect}[] ="))? {
        let [mnemonic, opcode, conversion, features, classes] = row.list()? else {
            bail!("unexpected shape of a match entry");
        };
        let at: usize = mnemonic.number()?;
        let len = usize::from(*mnemonics.get(at).context("mnemonic offset")?);
        let text = mnemonics.get(at + 1..at + 1 + len).context("mnemonic offset")?;
        let classes = classes.list()?.iter().map(|class| Ok(short_name(class.expr()?)));
        let classes = classes.collect::<Result<Vec<_>>>()?;
        let conversion = conversion.expr()?;
        let conversion =
            conversions.get(conversion).with_context(|| format!("no conversion `{conversion}`"))?;
        let conversion = conversion.for_classes(spec, classes.len())?;
        let defaults = conversion.defaults.iter().map(|(operand, method)| {
            let class = classes.get(operand.wrapping_sub(1)).context("optional operand")?;
            Ok(((*class).to_owned(), method.clone()))
        });
        let defaults = defaults.collect::<Result<_>>()?;
        let features = features.expr()?;
        forms.push(Form {
            mnemonic: std::str::from_utf8(text)?.to_owned(),
            classes: classes.join(","),
            opcode: spec.unqualified(opcode.expr()?)?.to_owned(),
            conversion: conversion.text.clone(),
            defaults,
            required: required
                .get(features)
                .with_context(|| format!("no feature set `{features}`"))?
                .clone(),
        });
    }
    Ok(Forms(forms))
}

/// The way written operands become machine operands.
#[derive(Clone)]
struct Conversion {
    text: String,
    /// Methods that give operands that are left out, by the number of the written operand from 1.
    defaults: Vec<(usize, String)>,
    /// A function of LLVM's parser that does the whole of it.
    function: Option<String>,
}

impl Conversion {
    /// Returns what it is for a form of so many classes.
    fn for_classes(&self, spec: &TargetSpec, count: usize) -> Result<Conversion> {
        let Some(function) = &self.function else { return Ok(self.clone()) };
        if spec.converts_by_methods {
            return Ok(Conversion { text: format!("{function}(0)"), ..self.clone() });
        }
        let mut known = spec.converters.iter();
        let known = known.find(|it| it.name == function && it.classes == count);
        let known = known.with_context(|| format!("`{function}` of {count} operands"))?;
        Ok(Conversion { text: known.steps.to_owned(), ..self.clone() })
    }
}

/// Returns each conversion by the name of its enumerator.
fn conversions(spec: &TargetSpec, source: &str) -> Result<HashMap<String, Conversion>> {
    let mut names = enumerators(source, "enum InstructionConversionKind")?;
    names.pop();
    let code = between(source, "\nconvertToMCInst(unsigned Kind, MCInst &Inst", "\n}\n")?;
    let tied = tied_operands(source)?;
    let mut steps: HashMap<&str, Option<Step>> = HashMap::new();
    let mut texts = HashMap::new();
    let rows = initializer(source, "ConversionTable[CVT_NUM_SIGNATURES]")?;
    // The marker's own brackets hold the length; the rows follow it.
    if rows.len() != names.len() {
        bail!("{} conversions for {} names", rows.len(), names.len());
    }
    for ((name, _), row) in names.iter().zip(&rows) {
        let mut text = Vec::new();
        let mut defaults = Vec::new();
        let mut function = None;
        for pair in row.list()?.chunks(2) {
            let [converter, argument] = pair else { break };
            let converter = converter.expr()?;
            let argument = argument.expr()?;
            if converter == "CVT_Tied" {
                let tie = tied.get(argument).with_context(|| format!("no tie `{argument}`"))?;
                text.push(tie.clone());
                continue;
            }
            let step = match steps.get(converter) {
                Some(step) => step,
                None => {
                    let step = convert_step(spec, code, converter)?;
                    steps.entry(converter).or_insert(Some(step))
                }
            };
            if let Some(Step::Function(name)) = step {
                function = Some(name.clone());
            } else if let Some(step) = step {
                text.push(step.text(argument));
                if let Step::Render { default: Some(method), .. } = step {
                    defaults.push((argument.parse()?, method.clone()));
                }
            }
        }
        texts.insert((*name).to_owned(), Conversion { text: text.join(","), defaults, function });
    }
    Ok(texts)
}

/// Operands that a converter adds to the machine instruction.
enum Step {
    /// A render method, and the method that gives the operand if it can be left out.
    Render {
        method: String,
        default: Option<String>,
    },
    Imm(i64),
    Reg(String),
    /// A function of LLVM's parser that adds all operands.
    Function(String),
}

impl Step {
    fn text(&self, argument: &str) -> String {
        match self {
            Step::Render { method, .. } => {
                let short =
                    method.strip_prefix("add").and_then(|name| name.strip_suffix("Operands"));
                match short {
                    Some(short) if !short.is_empty() && !short.starts_with("add") => {
                        format!("{short}({argument})")
                    }
                    _ => format!("{method}({argument})"),
                }
            }
            Step::Imm(value) => value.to_string(),
            Step::Reg(name) | Step::Function(name) => format!("%{name}"),
        }
    }
}

/// Returns the name of a method that gives an operand that is left out. One that is written in place and makes a constant
/// is named by the constant and its kind: `CPol=0`.
fn default_name(code: &str) -> String {
    let code = code.trim();
    let constant = || {
        let arguments = between(code, "::CreateImm(this,", ")").ok()?;
        let kind = code.rsplit_once("::ImmTy")?.1.split(|c: char| !c.is_alphanumeric()).next()?;
        Some(format!("{kind}={}", arguments.split(',').next()?.trim()))
    };
    if code.starts_with('[') { constant() } else { None }.unwrap_or_else(|| code.to_owned())
}

/// Reads a converter's case in the generated function.
fn convert_step(spec: &TargetSpec, code: &str, converter: &str) -> Result<Step> {
    let case = between(code, &format!("case {converter}:"), "break;")?;
    if let Ok(call) = between(case, "*Operands[OpIdx]).", "(Inst") {
        let default = between(case, "{", "()->").ok().map(default_name);
        return Ok(Step::Render { method: method_name(call), default });
    }
    if let Ok(value) = between(case, "createImm(", ")") {
        return Ok(Step::Imm(value.parse()?));
    }
    if let Some((name, _)) = case.trim().split_once("(Inst, Operands)") {
        return Ok(Step::Function(name.to_owned()));
    }
    match between(case, "createReg(", ")") {
        Ok("0" | "MCRegister()") => Ok(Step::Reg("NoRegister".to_owned())),
        Ok(name) => Ok(Step::Reg(spec.unqualified(name)?.to_owned())),
        Err(_) => bail!("converter `{converter}` is not understood"),
    }
}

/// Returns the text of each tie: the machine operand it repeats, and if they differ the two written
/// operands that must be the same register.
fn tied_operands(source: &str) -> Result<HashMap<String, String>> {
    let Some((before, _)) = source.split_once("TiedAsmOperandTable[]") else {
        return Ok(HashMap::new());
    };
    // Without ties there are no names, and the table has one row that is none.
    let Some(start) = before.rfind("\nenum {") else { return Ok(HashMap::new()) };
    let names = enumerators(&before[start..], "enum")?;
    let rows = initializer(source, "TiedAsmOperandTable[][3] =")?;
    names
        .iter()
        .zip(&rows)
        .map(|((name, _), row)| {
            let [result, first, second] = row.list()? else { bail!("tied operand table") };
            let (result, first, second) = (result.expr()?, first.expr()?, second.expr()?);
            let text = if first == second {
                format!("={result}")
            } else {
                format!("={result}:{first}:{second}")
            };
            Ok(((*name).to_owned(), text))
        })
        .collect()
}

/// Returns the features of each set by the name of its enumerator.
fn required_features(source: &str) -> Result<HashMap<String, String>> {
    let place = after(source, "// Feature bitsets.")?;
    let names = enumerators(place, "enum ")?;
    let sets = initializer(place, "FeatureBitsets[] =")?;
    names
        .iter()
        .zip(&sets)
        .map(|((name, _), set)| {
            let features = set.list()?.iter().map(|item: &Init<'_>| {
                let text = item.expr()?;
                let name = text.strip_prefix("Feature_").and_then(|text| text.strip_suffix("Bit"));
                name.with_context(|| format!("unexpected feature `{text}`"))
            });
            Ok(((*name).to_owned(), features.collect::<Result<Vec<_>>>()?.join(",")))
        })
        .collect()
}

impl Forms {
    /// Returns the number of forms.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Methods that give operands that are left out, by operand class.
    pub fn defaults(&self) -> impl Iterator<Item = (&str, &str)> {
        let defaults = self.0.iter().flat_map(|form| &form.defaults);
        defaults.map(|(class, method)| (&**class, &**method))
    }

    /// Returns names of the instructions that have a form.
    pub fn opcodes(&self) -> BTreeSet<String> {
        self.0.iter().map(|form| form.opcode.clone()).collect()
    }

    /// Returns the text of `assembler-DIALECT.tbl`.
    pub fn text(&self, spec: &TargetSpec) -> String {
        let mut out = String::from(
            "# What the assembler accepts: mnemonic, operand classes, instruction, how the written operands\n\
             # become machine operands, features needed. Forms of a mnemonic are tried in order. `Mem(2)` adds\n\
             # written operand 2 by addMemOperands, `=0` repeats machine operand 0, `1` adds an immediate and\n\
             # `%AX` a register.\n",
        );
        let parts = self.0.iter().flat_map(|form| [form.classes().to_owned(), form.rest()]);
        let mut shorthands = Shorthands::new(parts.filter(|_| spec.shares_words));
        let mut before = None;
        for form in &self.0 {
            let classes = shorthands.of(form.classes(), &mut out);
            let rest = shorthands.of(&form.rest(), &mut out);
            // The mnemonic of the line before.
            if spec.shares_words && before == Some(&form.mnemonic) {
                out.push('$');
            } else {
                push_word(&mut out, &form.mnemonic);
            }
            before = Some(&form.mnemonic);
            let _ = writeln!(out, " {classes} {} {rest}", form.opcode);
        }
        out
    }
}
