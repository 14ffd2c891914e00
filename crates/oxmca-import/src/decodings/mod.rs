//! Decoders: the byte code of LLVM's generated disassembler as rows in the order they are tried.
//!
//! LLVM's byte code nests comparisons of bit fields and tests of features. Every way through it to an instruction is
//! a row: bits that are fixed, a condition on features, and the steps that make the operands. The first row that
//! matches is the instruction, so the rows in their order decode the same words.

mod byte_code;
mod register_lists;
mod source;
mod steps;
mod whole_instruction;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use super::cxx::{after, between, number};
use super::dumps::Dumps;
use super::encodings;
use super::instructions::Instructions;
use super::registers::Registers;
use super::target::{TargetSpec, asm_features, feature_condition};
use super::unplaced::Unknown;
use super::words::push_folded;
use byte_code::Row;
use register_lists::RegisterLists;
use source::Source;
use steps::{Bit, Call, Step, Template};

/// Returns the text of `decodings.tbl` and the number of its rows; `None` if the dumps have no such
/// decoder.
pub fn text(
    spec: &TargetSpec,
    dumps: &Dumps,
    instructions: &Instructions,
    registers: &Registers,
    unknown: &Unknown,
) -> Result<Option<(String, usize)>> {
    if spec.decoders.is_empty() {
        return Ok(None);
    }
    let tables: Vec<&str> = byte_code::tables(&dumps.disassembler).collect();
    for table in &tables {
        let is_listed = spec.decoders.iter().any(|it| it.table == *table);
        if !is_listed && !spec.untried_decoders.contains(table) {
            unknown.add(format!("decoder table {table}"), spec.file);
        }
    }
    let source =
        Source { instructions, registers, encodings: encodings::operands(spec, &dumps.emitter)? };
    let conditions = conditions(spec, dumps)?;
    let mut lists = RegisterLists::default();
    let mut operand_lists: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut rows = String::new();
    let mut ways: HashMap<String, usize> = HashMap::new();
    let mut way_lines = String::new();
    let mut count = 0;
    for decoder in spec.decoders {
        if !tables.contains(&decoder.table) {
            unknown.add_gone(format!("decoder table {}", decoder.table), spec.file);
            continue;
        }
        let table = byte_code::rows(&dumps.disassembler, decoder.table)
            .with_context(|| format!("decoder table {}", decoder.table))?;
        let templates = steps::templates(&dumps.disassembler, decoder.width_bits)?;
        let separate = if decoder.is_separate { " separate" } else { "" };
        let _ = writeln!(rows, "table {} {}{separate}", decoder.width_bits, decoder.table);
        for row in &table {
            let name = instructions.name(row.opcode).context("opcode of a row")?;
            if instructions.size_bytes(name).is_none() {
                continue;
            }
            let template = templates.get(&row.decoder).context("number of a decoder")?;
            let steps = match spec.decodes_by_methods {
                true => steps_of_methods(row, template, decoder.width_bits),
                false => source.steps(name, row, template, &mut lists, unknown),
            };
            let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
            let steps = steps.join(" ");
            let next = numbers.len();
            let number = *numbers.entry(steps.clone()).or_insert(next);
            if number == next {
                operand_lists.push(steps);
            }
            let mut line = String::new();
            source.write_row(&mut line, spec, dumps, row, name, number, template, &conditions)?;
            count += 1;
            if !spec.shares_words {
                rows.push_str(&line);
                continue;
            }
            let (_, way) = line.trim_end().split_once(' ').context("row of a decoder")?;
            ensure!(!way.contains("code=") && !way.contains("or-next"), "`{line}` has no form");
            let next = ways.len();
            let number = *ways.entry(way.to_owned()).or_insert(next);
            if number == next {
                let _ = writeln!(way_lines, "way {number} {way}");
            }
            let _ = writeln!(rows, "{name} @{number}");
        }
    }
    let mut out = String::from(
        "# Decoders. `registers` lists registers by number, `-` where a number has none; `operands` lists the steps\n\
         # that make an instruction's operands of bits of the code; a `table` has rows in the order they are tried:\n\
         # instruction, number of the operands, condition, and the fixed bits where encodings.tbl has others.\n",
    );
    for (name, registers) in lists.lists() {
        let _ = write!(out, "registers {name}");
        push_folded(&mut out, registers.iter().map(|it| it.as_deref().unwrap_or("-")));
        out.push('\n');
    }
    for (number, steps) in operand_lists.iter().enumerate() {
        let _ = write!(out, "operands {number}");
        push_folded(&mut out, steps.split(' ').filter(|step| !step.is_empty()));
        out.push('\n');
    }
    out.push_str(&way_lines);
    out.push_str(&rows);
    Ok(Some((out, count)))
}

/// Returns the names of the instructions that the decoders have.
pub fn decoded_names(
    spec: &TargetSpec,
    dumps: &Dumps,
    instructions: &Instructions,
) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let tables: Vec<&str> = byte_code::tables(&dumps.disassembler).collect();
    for decoder in spec.decoders.iter().filter(|it| tables.contains(&it.table)) {
        for row in byte_code::rows(&dumps.disassembler, decoder.table)? {
            let name = instructions.name(row.opcode).context("opcode of a row")?;
            names.insert(name.to_owned());
        }
    }
    Ok(names)
}

/// Returns the steps of an instruction whose operands methods of the program make. A method of no bits is told from
/// that of the same name with bits by `()`.
fn steps_of_methods(row: &Row, template: &Template, width_bits: u16) -> Vec<Step> {
    let step = |call: &Call| match call {
        Call::OfBits { method, bits } if bits.is_empty() => Step::new(format!("{method}()"), []),
        Call::OfBits { method, bits } => Step::new(method.as_str(), bits.clone()),
        Call::OfInstruction { method } => {
            Step::new(method.as_str(), steps::code(width_bits as u8 - 1, 0))
        }
    };
    template.calls.iter().map(step).chain(conventions(row)).collect()
}

/// Returns the steps that check bits which should have values.
fn conventions(row: &Row) -> Vec<Step> {
    let (zeros, ones) = row.should_be;
    let mut steps: Vec<Step> =
        runs(zeros).into_iter().map(|run| Step::new("should-be<0>", run)).collect();
    for run in runs(ones) {
        let value = (1_u64 << run.len()) - 1;
        steps.push(Step::new(format!("should-be<{value}>"), run));
    }
    steps
}

/// Returns the runs of bits of a mask.
fn runs(mask: u64) -> Vec<Vec<Bit>> {
    let mut runs: Vec<Vec<Bit>> = Vec::new();
    for bit in (0..64).filter(|bit| mask >> bit & 1 != 0) {
        match runs.last_mut() {
            Some(run) if bit > 0 && run.last() == Some(&Bit::Code(bit - 1)) => {
                run.push(Bit::Code(bit));
            }
            _ => runs.push(vec![Bit::Code(bit)]),
        }
    }
    runs
}

impl Source<'_> {
    /// Returns the steps that make the operands of an instruction.
    fn steps(
        &self,
        name: &str,
        row: &Row,
        template: &Template,
        lists: &mut RegisterLists,
        unknown: &Unknown,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        for call in &template.calls {
            let (method, made, place) = match call {
                Call::OfBits { method, bits } => {
                    let made = steps::of_bits(self, method, bits, lists, &mut steps);
                    (method, made, steps::FILE)
                }
                Call::OfInstruction { method } => {
                    if !whole_instruction::is_known(method) {
                        let subject = format!("decoder method {method}");
                        unknown.add_of(subject, name, whole_instruction::FILE);
                    }
                    let made = whole_instruction::steps(self, name, row, method, lists, &mut steps);
                    (method, made, whole_instruction::FILE)
                }
            };
            if let Err(error) = made {
                let is_unknown = matches!(call, Call::OfInstruction { .. })
                    && !whole_instruction::is_known(method);
                if !is_unknown {
                    let subject = format!("form of decoder method {method} ({error:#})");
                    unknown.add_of(subject, name, place);
                }
                // The program does not know the method, so it refuses the code.
                steps.push(Step::new(method.as_str(), Vec::new()));
                unknown.refuse(method);
            }
        }
        steps.extend(conventions(row));
        steps
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a line")]
    fn write_row(
        &self,
        out: &mut String,
        spec: &TargetSpec,
        dumps: &Dumps,
        row: &Row,
        name: &str,
        operands: usize,
        template: &Template,
        conditions: &Conditions,
    ) -> Result<()> {
        let _ = write!(out, "{name} {operands}");
        let predicates = row.predicates.iter().map(|number| {
            conditions.by_number.get(number).map(String::as_str).context("number of a condition")
        });
        let predicates = predicates.collect::<Result<Vec<_>>>()?;
        if !predicates.is_empty() {
            let _ = write!(out, " if={}", predicates.join(","));
        }
        let fixed = encodings::fixed_bits(spec, dumps, self.instructions, name)?;
        if fixed != (row.mask, row.bits) {
            let _ = write!(out, " code={:#x}/{:#x}", row.bits, row.mask);
        }
        if !template.is_final {
            out.push_str(" or-next");
        }
        out.push('\n');
        Ok(())
    }
}

/// Conditions on features by their number, in the names of the assembler's features where those say the same.
struct Conditions {
    by_number: BTreeMap<u64, String>,
}

fn conditions(spec: &TargetSpec, dumps: &Dumps) -> Result<Conditions> {
    // Some targets decode all instructions with any features.
    let Ok(body) = between(&dumps.disassembler, "static bool checkDecoderPredicate(", "\n}\n")
    else {
        return Ok(Conditions { by_number: BTreeMap::new() });
    };
    let named: Vec<(String, Vec<String>)> = asm_features(spec, dumps)?
        .into_iter()
        .map(|(name, _, condition)| (name, condition.split(',').map(str::to_owned).collect()))
        .collect();
    let mut by_number = BTreeMap::new();
    for case in after(body, "case ")?.split("case ") {
        let (index, rest) = case.split_once(':').context("case of a condition")?;
        let condition = between(rest, "return ", ";")?;
        let condition = feature_condition(spec, condition)?;
        let mut groups: Vec<&str> = condition.split(',').collect();
        let mut words = Vec::new();
        while let Some(first) = groups.first().copied() {
            let fits = |it: &&(String, Vec<String>)| {
                it.1.iter().any(|group| group == first)
                    && it.1.iter().all(|group| groups.contains(&group.as_str()))
            };
            match named.iter().filter(fits).max_by_key(|it| it.1.len()) {
                Some((name, known)) => {
                    words.push(name.clone());
                    groups.retain(|group| !known.iter().any(|it| it == group));
                }
                None => {
                    words.push(first.to_owned());
                    groups.remove(0);
                }
            }
        }
        by_number.insert(number(index.trim())?, words.join(","));
    }
    ensure!(!by_number.is_empty(), "no conditions");
    Ok(Conditions { by_number })
}
