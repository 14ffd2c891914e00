//! Instructions: descriptions from the generated tables, syntax from the records.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Init, Lexer, after, enumerators, initializer, number};
use super::dumps::Dumps;
use super::registers::Registers;
use super::sched_classes::SchedClasses;
use super::shorthands::Shorthands;
use super::syntax::{self, NamedOperand};
use super::target::TargetSpec;
use super::unplaced::Unknown;
use super::words::push_pair;

/// One instruction.
pub struct Row {
    name: String,
    /// Operands as the text tables write them.
    operands: Vec<String>,
    num_defs: usize,
    size: u32,
    sched_class: usize,
    reads: Vec<String>,
    writes: Vec<String>,
    flags: Vec<String>,
    target_flags: u64,
    named: Vec<NamedOperand>,
    /// Syntax per dialect; empty if it cannot be printed.
    syntax: Vec<String>,
}

/// All instructions by opcode.
pub struct Instructions {
    pub rows: Vec<Row>,
    /// Indices of rows by name.
    by_name: HashMap<String, usize>,
    /// Names by LLVM's opcode.
    by_opcode: Vec<String>,
}

/// Returns indices of rows by name.
fn index(rows: &[Row]) -> HashMap<String, usize> {
    rows.iter().enumerate().map(|(index, row)| (row.name.clone(), index)).collect()
}

/// Reads the instructions.
pub fn read(
    spec: &TargetSpec,
    dumps: &Dumps,
    registers: &Registers,
    unknown: &Unknown,
) -> Result<Instructions> {
    let mut names = enumerators(after(&dumps.instr_info, "#undef GET_INSTRINFO_ENUM")?, "enum ")?;
    if names.pop().map(|last| last.0) != Some("INSTRUCTION_LIST_END") {
        bail!("the enumeration of instructions has no end");
    }
    let tables = initializer(&dumps.instr_info, &format!("{}Descs =", spec.namespace()))?;
    let [descriptions, implicit, _padding, operand_info] = &tables[..] else {
        bail!("unexpected shape of the instruction table");
    };
    let implicit = implicit
        .list()?
        .iter()
        .map(|item| Ok(spec.unqualified(item.expr()?)?.to_owned()))
        .collect::<Result<Vec<_>>>()?;
    let operand_info = operand_info
        .list()?
        .iter()
        .map(|item| operand(spec, registers, item, unknown))
        .collect::<Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    // The table begins with the last instruction.
    for (description, (name, opcode)) in descriptions.list()?.iter().rev().zip(&names) {
        let row = row(description, name, *opcode, &implicit, &operand_info);
        let mut row = row.with_context(|| format!("instruction {name}"))?;
        read_syntax(spec, dumps, &mut row).with_context(|| format!("syntax of {name}"))?;
        if spec.operand_names {
            for named in row.named.iter().filter(|it| !it.name.is_empty()) {
                let _ = write!(row.operands[named.first], "={}", named.name);
            }
        }
        rows.push(row);
    }
    if rows.len() != names.len() || descriptions.list()?.len() != names.len() {
        bail!("{} descriptions for {} instructions", descriptions.list()?.len(), names.len());
    }
    let by_name = index(&rows);
    let by_opcode = rows.iter().map(|row| row.name.clone()).collect();
    Ok(Instructions { rows, by_name, by_opcode })
}

/// Returns one row of the description table.
fn row(
    description: &Init<'_>,
    name: &str,
    opcode: u32,
    implicit: &[String],
    operand_info: &[String],
) -> Result<Row> {
    let [
        number_,
        operands,
        defs,
        size,
        sched,
        uses,
        implicit_defs,
        info,
        implicit_at,
        flags,
        target,
    ] = description.list()?
    else {
        bail!("unexpected shape of a description");
    };
    if number_.number::<u32>()? != opcode {
        bail!("descriptions are not in order");
    }
    let slice = |list: &[String], start: usize, len: usize| -> Result<Vec<String>> {
        Ok(list.get(start..start + len).context("offset out of range")?.to_vec())
    };
    let info = info.expr()?.rsplit('+').next().unwrap_or("").trim();
    let implicit_at: usize = implicit_at.number()?;
    let uses: usize = uses.number()?;
    let mut flag_names = Vec::new();
    for token in Lexer::new(flags.expr()?) {
        if let Some(flag) = token.text().strip_prefix("MCID::") {
            flag_names.push(flag.to_owned());
        }
    }
    Ok(Row {
        name: name.to_owned(),
        operands: slice(operand_info, number(info)?, operands.number()?)?,
        num_defs: defs.number()?,
        size: size.number()?,
        sched_class: sched.number()?,
        reads: slice(implicit, implicit_at, uses)?,
        writes: slice(implicit, implicit_at + uses, implicit_defs.number()?)?,
        flags: flag_names,
        target_flags: target.number()?,
        named: Vec::new(),
        syntax: Vec::new(),
    })
}

/// Returns an operand description in the form of the text tables.
fn operand(
    spec: &TargetSpec,
    registers: &Registers,
    item: &Init<'_>,
    unknown: &Unknown,
) -> Result<String> {
    let [class, flags, kind, constraints] = item.list()? else { bail!("operand description") };
    let class = match class.expr()? {
        "-1" => None,
        text => Some(registers.class_name(spec, text)?),
    };
    let kind_name = kind.expr()?.rsplit("::").next().unwrap_or("");
    let kind = match kind_name {
        "OPERAND_UNKNOWN" => "any".to_owned(),
        "OPERAND_IMMEDIATE" => "imm".to_owned(),
        "OPERAND_REGISTER" => "reg".to_owned(),
        "OPERAND_MEMORY" => "mem".to_owned(),
        "OPERAND_PCREL" => "pcrel".to_owned(),
        "OPERAND_GENERIC_IMM_0" => "generic-imm".to_owned(),
        _ => match kind_name.strip_prefix("OPERAND_GENERIC_") {
            Some(number) => format!("generic{number}"),
            None if kind.expr()?.starts_with("MCOI::") => {
                unknown.add(format!("operand type {kind_name}"), file!());
                "any".to_owned()
            }
            None => kind_name.to_owned(),
        },
    };
    let mut out = match (kind.as_str(), class) {
        ("reg", Some(class)) => class,
        (_, Some(class)) => format!("{kind}:{class}"),
        (_, None) => kind,
    };
    for token in Lexer::new(flags.expr()?) {
        let Some(flag) = token.text().strip_prefix("MCOI::") else { continue };
        match flag {
            // Implied by the name of the class.
            "LookupRegClassByHwMode" => {}
            "BranchTarget" => out.push_str(":branch-target"),
            "Predicate" => out.push_str(":predicate"),
            "OptionalDef" => out.push_str(":optional-def"),
            _ => unknown.add(format!("operand flag {flag}"), file!()),
        }
    }
    let constraints = constraints.expr()?;
    let mut lexer = Lexer::new(constraints);
    while let Some(token) = lexer.next() {
        match token.text() {
            "MCOI_TIED_TO" => {
                lexer.expect("(")?;
                let tied = lexer.next().context("tied operand")?.text();
                lexer.expect(")")?;
                let _ = write!(out, "@{tied}");
            }
            // Matters to a register allocator only.
            "MCOI_EARLY_CLOBBER" | "0" | "|" => {}
            other => unknown.add(format!("operand constraint {other}"), file!()),
        }
    }
    Ok(out)
}

/// Fills in what the record of the instruction says.
fn read_syntax(spec: &TargetSpec, dumps: &Dumps, row: &mut Row) -> Result<()> {
    let Some(record) = dumps.records.get(&row.name)? else { bail!("no record") };
    row.named = syntax::named_operands(&dumps.records, &record)?;
    let count: usize = row.named.iter().map(|operand| operand.count).sum();
    if count != row.operands.len() {
        bail!("{count} operands in the record, {} in the description", row.operands.len());
    }
    let asm = record.asm_string.as_deref().unwrap_or("");
    if asm.is_empty() {
        return Ok(());
    }
    for dialect in 0..spec.dialects.len() {
        row.syntax.push(syntax::instruction(asm, dialect, &row.named)?);
    }
    Ok(())
}

impl Instructions {
    /// Returns the size of the machine code of an instruction; 0 if it varies.
    pub fn size_bytes(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).map(|index| self.rows[*index].size)
    }

    /// Returns the name of the instruction with LLVM's opcode, which may have been removed.
    pub fn name(&self, opcode: u64) -> Option<&str> {
        self.by_opcode.get(usize::try_from(opcode).ok()?).map(String::as_str)
    }

    /// Returns the operands of an instruction as the text tables write them.
    pub fn operands(&self, name: &str) -> Option<&[String]> {
        self.by_name.get(name).map(|index| self.rows[*index].operands.as_slice())
    }

    /// Returns the number of the scheduling class of an instruction.
    pub fn sched_class(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).map(|index| self.rows[*index].sched_class)
    }

    /// Returns the numbers of the scheduling classes of all instructions.
    pub fn sched_classes(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|row| row.sched_class)
    }

    /// Returns the names of all instructions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.name.as_str())
    }

    /// Leaves out instructions of those names.
    pub fn remove(&mut self, names: &BTreeSet<String>) {
        self.rows.retain(|row| !names.contains(&row.name));
        self.by_name = index(&self.rows);
    }

    /// Returns the number of instructions that can be printed.
    pub fn with_syntax(&self) -> usize {
        self.rows.iter().filter(|row| !row.syntax.is_empty()).count()
    }

    /// Returns the text of `instructions.tbl`.
    pub fn text(&self, spec: &TargetSpec, sched_classes: &SchedClasses) -> Result<String> {
        let mut out = String::from(
            "# Instructions in the order of their opcodes. `out` and `in` are machine operands, `@n` ties one to\n\
             # operand n; in the syntax `{n:method}` prints operand n. `reads` and `writes` are registers used\n\
             # beside the operands, `ts` is the target's own flag word (x86: how it is encoded).\n",
        );
        let groups = self.groups(spec);
        let mut by_name: BTreeMap<&str, &[String]> = BTreeMap::new();
        for (operands, name) in &groups {
            by_name.insert(name, operands);
        }
        for (name, operands) in by_name {
            let _ = writeln!(out, "operand-group {name} {}", operands.join(","));
        }
        let rows = self.rows.iter().map(|row| row.words(spec, sched_classes, &groups));
        let rows = rows.collect::<Result<Vec<_>>>()?;
        let parts = rows.iter().flat_map(|it| [it.shape(), it.rest.clone()]);
        let mut shorthands = Shorthands::new(parts.filter(|_| spec.shares_words));
        for words in &rows {
            if spec.shares_words {
                words.write_shared(&mut shorthands, &mut out);
            } else {
                let RowWords { name, operands, syntax, rest, .. } = words;
                let all = [*name, operands, syntax, rest].into_iter().filter(|it| !it.is_empty());
                let _ = writeln!(out, "{}", all.collect::<Vec<_>>().join(" "));
            }
        }
        Ok(out)
    }

    /// Returns a name for each run of machine operands that one written operand stands for: of the
    /// records with it a preferred one, or else the shortest, then first, name.
    fn groups(&self, spec: &TargetSpec) -> HashMap<&[String], &str> {
        let mut groups: HashMap<&[String], &str> = HashMap::new();
        for row in &self.rows {
            for named in row.named.iter().filter(|named| named.count > 1) {
                let operands = &row.operands[named.first..named.first + named.count];
                if operands.iter().any(|operand| operand.contains('@')) {
                    continue;
                }
                let name = groups.entry(operands).or_insert(&named.record);
                let rank = |name: &str| (!spec.preferred_groups.contains(&name), name.len());
                if (rank(&named.record), named.record.as_str()) < (rank(name), *name) {
                    *name = &named.record;
                }
            }
        }
        groups
    }
}

/// A row as words.
struct RowWords<'a> {
    name: &'a str,
    operands: String,
    /// The syntax of all dialects.
    syntax: String,
    /// The syntax if all dialects have the same: up to the first blank or operand, and from there.
    parts: Option<(&'a str, &'a str)>,
    /// The words behind the syntax.
    rest: String,
}

impl RowWords<'_> {
    /// Returns the operands and the syntax without what begins it, which instructions have in common.
    fn shape(&self) -> String {
        let mut shape = self.operands.clone();
        match self.parts {
            Some((_, tail)) if !tail.is_empty() => push_pair(&mut shape, "tail", tail),
            Some(_) => {}
            None => {
                shape.push(' ');
                shape.push_str(&self.syntax);
            }
        }
        shape.trim().to_owned()
    }

    /// Writes the line by shorthands.
    fn write_shared(&self, shorthands: &mut Shorthands, out: &mut String) {
        let mut line = self.name.to_owned();
        if let Some((mnemonic, _)) = self.parts {
            push_pair(&mut line, "asm", mnemonic);
        }
        for part in [&self.shape(), &self.rest] {
            let part = shorthands.of(part, out);
            if !part.is_empty() {
                let _ = write!(line, " {part}");
            }
        }
        let _ = writeln!(out, "{line}");
    }
}

impl Row {
    fn words(
        &self,
        spec: &TargetSpec,
        sched_classes: &SchedClasses,
        groups: &HashMap<&[String], &str>,
    ) -> Result<RowWords<'_>> {
        let mut lists = [Vec::new(), Vec::new()];
        let defs = self.named.iter().filter(|named| named.first < self.num_defs);
        if defs.map(|named| named.count).sum::<usize>() != self.num_defs {
            bail!("the definitions of {} are not whole operands", self.name);
        }
        for named in &self.named {
            let operands = &self.operands[named.first..named.first + named.count];
            let list = &mut lists[usize::from(named.first >= self.num_defs)];
            match groups.get(operands) {
                Some(group) if named.count > 1 => list.push((*group).to_owned()),
                _ => list.extend_from_slice(operands),
            }
        }
        let (mut operands, mut syntax, mut rest) = (String::new(), String::new(), String::new());
        for (key, list) in ["out", "in"].iter().zip(&lists) {
            if !list.is_empty() {
                push_pair(&mut operands, key, &list.join(","));
            }
        }
        let mut parts = None;
        match &self.syntax[..] {
            [] => {}
            [first, others @ ..] if others.iter().all(|syntax| syntax == first) => {
                push_pair(&mut syntax, "asm", first);
                parts = Some(first.split_at(first.find([' ', '\t', '{']).unwrap_or(first.len())));
            }
            each => {
                for (dialect, text) in spec.dialects.iter().zip(each) {
                    push_pair(&mut syntax, dialect, text);
                }
            }
        }
        for (key, list) in
            [("reads", &self.reads), ("writes", &self.writes), ("flags", &self.flags)]
        {
            if !list.is_empty() {
                push_pair(&mut rest, key, &list.join(","));
            }
        }
        if self.sched_class != 0 {
            let label = sched_classes.labels.get(self.sched_class).context("scheduling class")?;
            push_pair(&mut rest, "sched", label);
        }
        if self.size != 0 {
            let _ = write!(rest, " size={}", self.size);
        }
        if self.target_flags != 0 {
            let _ = write!(rest, " ts={:#x}", self.target_flags);
        }
        let [operands, syntax, rest] =
            [operands, syntax, rest].map(|it| it.trim_start().to_owned());
        Ok(RowWords { name: &self.name, operands, syntax, parts, rest })
    }
}
