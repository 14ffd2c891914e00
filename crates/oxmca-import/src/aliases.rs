//! Mnemonic aliases, from the generated function that applies them.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, Token, between};
use super::dumps::Dumps;
use super::target::TargetSpec;
use super::words::push_word;

/// One alternative of an alias: what it means if the features are on.
#[derive(Clone)]
pub struct Meaning {
    to: String,
    required: Vec<String>,
}

/// A mnemonic alias of one dialect, or of all where the dialect says nothing.
pub struct MnemonicAlias {
    dialect: Option<usize>,
    from: String,
    /// Its meanings; the first whose features are on counts.
    pub meanings: Vec<Meaning>,
}

/// Reads the aliases in the order the function tries them.
pub fn mnemonic_aliases(spec: &TargetSpec, dumps: &Dumps) -> Result<Vec<MnemonicAlias>> {
    let Ok(body) = between(&dumps.asm_matcher, "static void applyMnemonicAliases(", "\n}\n") else {
        return Ok(Vec::new());
    };
    let body = body.split_once('{').context("body of applyMnemonicAliases")?.1;
    let mut reader = AliasReader { lexer: Lexer::new(body), aliases: Vec::new(), dialect: None };
    reader.statements(&mut Vec::new())?;
    if let Some(token) = reader.lexer.next() {
        bail!("unexpected `{}` in applyMnemonicAliases", token.text());
    }
    let dialects = spec.variants().len();
    if reader.aliases.iter().any(|alias| alias.dialect.is_some_and(|at| at >= dialects)) {
        bail!("an alias is of an unknown dialect");
    }
    Ok(reader.aliases)
}

/// Facts about the mnemonic's characters at a place in the function.
#[derive(Clone)]
enum Known {
    Len(usize),
    Text(usize, String),
}

struct AliasReader<'a> {
    lexer: Lexer<'a>,
    aliases: Vec<MnemonicAlias>,
    dialect: Option<usize>,
}

impl<'a> AliasReader<'a> {
    /// Parses statements up to a closing brace, a `case`, a `default` or the end.
    fn statements(&mut self, known: &mut Vec<Known>) -> Result<()> {
        let depth = known.len();
        while let Some(token) = self.lexer.peek() {
            match token.text() {
                "}" | "case" | "default" => break,
                "switch" => self.switch(known)?,
                "break" | "return" => {
                    self.lexer.next();
                    self.lexer.expect(";")?;
                }
                "if" => self.condition(known)?,
                "Mnemonic" => {
                    let meaning = Meaning { to: self.assignment()?, required: Vec::new() };
                    self.lexer.expect("return")?;
                    self.lexer.expect(";")?;
                    self.finish(known, vec![meaning])?;
                }
                other => bail!("unexpected `{other}` in applyMnemonicAliases"),
            }
        }
        known.truncate(depth);
        Ok(())
    }

    /// Parses `switch (VALUE) { default: break; case X: ... }`.
    fn switch(&mut self, known: &mut Vec<Known>) -> Result<()> {
        self.lexer.expect("switch")?;
        self.lexer.expect("(")?;
        let value = self.lexer.balanced()?.to_owned();
        self.lexer.expect("{")?;
        while !self.lexer.accept("}") {
            if self.lexer.accept("default") {
                self.lexer.expect(":")?;
                self.lexer.expect("break")?;
                self.lexer.expect(";")?;
                continue;
            }
            self.lexer.expect("case")?;
            let label = self.lexer.next().context("case label")?.text();
            self.lexer.expect(":")?;
            let depth = known.len();
            if value == "VariantID" {
                self.dialect = Some(label.parse()?);
            } else if value == "Mnemonic.size()" {
                known.push(Known::Len(label.parse()?));
            } else {
                known.push(Known::Text(index_of(&value)?, unquote(label)?));
            }
            self.statements(known)?;
            known.truncate(depth);
        }
        if value == "VariantID" {
            self.dialect = None;
        }
        Ok(())
    }

    /// Parses a test of characters that leaves the case, or a choice by features.
    fn condition(&mut self, known: &mut Vec<Known>) -> Result<()> {
        let mut meanings = Vec::new();
        loop {
            self.lexer.expect("if")?;
            self.lexer.expect("(")?;
            let condition = self.lexer.balanced()?;
            if condition.starts_with("Mnemonic") || condition.starts_with("memcmp") {
                known.push(text_condition(condition)?);
                self.lexer.expect("break")?;
                return self.lexer.expect(";");
            }
            let required = feature_tests(condition)?;
            meanings.push(Meaning { to: self.assignment()?, required });
            if !self.lexer.accept("else") {
                break;
            }
            if self.lexer.peek().map(Token::text) != Some("if") {
                meanings.push(Meaning { to: self.assignment()?, required: Vec::new() });
                break;
            }
        }
        self.lexer.expect("return")?;
        self.lexer.expect(";")?;
        self.finish(known, meanings)
    }

    /// Returns `Mnemonic = "text";`
    fn assignment(&mut self) -> Result<String> {
        self.lexer.expect("Mnemonic")?;
        self.lexer.expect("=")?;
        let text = self.lexer.next().context("mnemonic")?.text();
        self.lexer.expect(";")?;
        unquote(text)
    }

    /// Adds an alias for the mnemonic that is known in full here.
    fn finish(&mut self, known: &[Known], meanings: Vec<Meaning>) -> Result<()> {
        let len = known.iter().find_map(|known| match known {
            Known::Len(len) => Some(*len),
            Known::Text(..) => None,
        });
        let mut from = vec![0; len.context("an alias of unknown length")?];
        for item in known {
            if let Known::Text(at, text) = item {
                from.get_mut(*at..*at + text.len())
                    .context("an alias longer than its length")?
                    .copy_from_slice(text.as_bytes());
            }
        }
        if from.contains(&0) {
            bail!("an alias for `{}` is not known in full", meanings[0].to);
        }
        let from = String::from_utf8(from)?;
        self.aliases.push(MnemonicAlias { dialect: self.dialect, from, meanings });
        Ok(())
    }
}

/// Returns the index in `Mnemonic[N]`.
fn index_of(text: &str) -> Result<usize> {
    Ok(between(text, "Mnemonic[", "]")?.parse()?)
}

fn unquote(text: &str) -> Result<String> {
    if text.len() < 2 || text.contains('\\') {
        bail!("unexpected literal {text}");
    }
    Ok(text[1..text.len() - 1].to_owned())
}

/// Facts that hold once `Mnemonic[2] != 'w'` or `memcmp(Mnemonic.data()+1, "op", 2) != 0` failed.
fn text_condition(text: &str) -> Result<Known> {
    if text.starts_with("memcmp") {
        let at = between(text, "Mnemonic.data()+", ",")?.parse()?;
        let literal = between(text, "\"", "\"")?;
        return Ok(Known::Text(at, literal.to_owned()));
    }
    let (_, literal) = text.split_once("!= ").context("unexpected test of a mnemonic")?;
    Ok(Known::Text(index_of(text)?, unquote(literal)?))
}

/// Returns the features in `Features.test(A) && Features.test(B)`.
fn feature_tests(text: &str) -> Result<Vec<String>> {
    text.split("&&")
        .map(|test| {
            let name = between(test.trim(), "Features.test(Feature_", "Bit)")?;
            Ok(name.to_owned())
        })
        .collect()
}

/// Returns the text of `mnemonic-aliases.tbl`: each dialect's own aliases, then those of all
/// dialects whose name it does not define itself, since its own function returns before the common
/// one is reached.
pub fn mnemonic_text(spec: &TargetSpec, aliases: &[MnemonicAlias]) -> String {
    let mut out = String::from(
        "# Mnemonics that stand for others: dialect, as written, meaning, features needed. The first line of\n\
         # a name whose features are on applies.\n",
    );
    let mut lines: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    // The place in `lines` of what is said of a name.
    let mut places: HashMap<Vec<String>, usize> = HashMap::new();
    for (dialect, name) in spec.variants().iter().enumerate() {
        let own = |alias: &&MnemonicAlias| alias.dialect == Some(dialect);
        let mut rows: Vec<&MnemonicAlias> = aliases.iter().filter(own).collect();
        let common = aliases.iter().filter(|alias| {
            alias.dialect.is_none() && !rows.iter().any(|own| own.from == alias.from)
        });
        let common: Vec<&MnemonicAlias> = common.collect();
        rows.extend(common);
        rows.sort_by(|a, b| a.from.cmp(&b.from));
        for row in rows {
            let said = row.lines(spec.shares_words);
            match places.get(&said) {
                Some(place) if spec.shares_words => lines[*place].0.push(*name),
                _ => {
                    places.insert(said.clone(), lines.len());
                    lines.push((vec![*name], said));
                }
            }
        }
    }
    for (names, said) in &lines {
        for line in said {
            let _ = writeln!(out, "{} {line}", names.join(","));
        }
    }
    out
}

impl MnemonicAlias {
    /// Returns its lines without their variant. With `joins`, meanings that differ in the features alone are one line.
    fn lines(&self, joins: bool) -> Vec<String> {
        let is_like = |a: &Meaning, b: &Meaning| {
            joins && a.to == b.to && !a.required.is_empty() && !b.required.is_empty()
        };
        let line = |alike: &[Meaning]| {
            let mut line = String::new();
            push_word(&mut line, &self.from);
            line.push(' ');
            push_word(&mut line, &alike[0].to);
            let required = alike.iter().map(|it| it.required.join(","));
            let required = required.collect::<Vec<_>>().join("|");
            if !required.is_empty() {
                let _ = write!(line, " {required}");
            }
            line
        };
        self.meanings.chunk_by(is_like).map(line).collect()
    }
}
