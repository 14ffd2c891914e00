//! Facts about a target that no dump states, and `target.tbl`.

mod aarch64;
mod amdgpu;
mod arm;
mod lanai;
mod mips;
mod powerpc;
mod riscv;
mod spec;
mod systemz;
mod x86;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use crate::cxx::{Lexer, after, between, enumerators};
use crate::dumps::Dumps;
use crate::words::push_quoted;

pub use aarch64::REHEARSAL;
pub use spec::{ClassChoiceTable, InstructionSet, RecordTable, Rehearsal, Relation, TargetSpec};

/// Targets that can be imported. A new one has its file here.
pub static TARGETS: &[TargetSpec] = &[
    x86::SPEC,
    riscv::SPEC,
    aarch64::SPEC,
    amdgpu::SPEC,
    arm::SPEC,
    lanai::SPEC,
    mips::SPEC,
    powerpc::SPEC,
    systemz::SPEC,
];

/// Alternatives, all of which must have one that holds.
type Groups = Vec<Vec<String>>;

/// Returns a condition on features in C++, as the text tables write it: `A|B,!C` for `(A || B) &&
/// !C`.
pub fn feature_condition(spec: &TargetSpec, text: &str) -> Result<String> {
    let mut lexer = Lexer::new(text);
    let groups = any_feature(spec, &mut lexer)?;
    if lexer.next().is_some() {
        bail!("unsupported condition `{text}`");
    }
    let groups: Vec<String> = groups.iter().map(|group| group.join("|")).collect();
    Ok(groups.join(","))
}

/// Parses `a || b`: every group of one side with every group of the other.
fn any_feature(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    let mut groups = all_features(spec, lexer)?;
    while lexer.accept("||") {
        let right = all_features(spec, lexer)?;
        let pairs = groups.iter().flat_map(|a| right.iter().map(move |b| [&a[..], b].concat()));
        groups = pairs.collect();
    }
    Ok(groups)
}

/// Parses `a && b`: the groups of both sides.
fn all_features(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    let mut groups = feature(spec, lexer)?;
    while lexer.accept("&&") {
        groups.extend(feature(spec, lexer)?);
    }
    Ok(groups)
}

/// Parses `FB[X]`, `!FB[X]`, or a condition in parentheses, perhaps negated.
fn feature(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    let sign = if lexer.accept("!") { "!" } else { "" };
    if lexer.accept("(") {
        let groups = any_feature(spec, lexer)?;
        lexer.expect(")")?;
        return Ok(if sign.is_empty() { groups } else { negated(&groups) });
    }
    lexer.expect("FB")?;
    lexer.expect("[")?;
    let name = spec.unqualified(lexer.ident()?)?;
    lexer.expect("]")?;
    Ok(vec![vec![format!("{sign}{name}")]])
}

/// Returns the groups that hold where not all of `groups` do: one literal of each, negated, in every way to choose them.
fn negated(groups: &Groups) -> Groups {
    let negate = |literal: &String| match literal.strip_prefix('!') {
        Some(name) => name.to_owned(),
        None => format!("!{literal}"),
    };
    // The negation is an alternative of conjunctions, each of which is a group of one literal per place.
    let mut chosen: Groups = vec![Vec::new()];
    for group in groups {
        let longer = chosen.iter().flat_map(|so_far| {
            group.iter().map(move |literal| {
                let mut longer = so_far.clone();
                longer.push(negate(literal));
                longer
            })
        });
        chosen = longer.collect();
    }
    chosen
}

/// Returns the text of `target.tbl`.
pub fn text(spec: &TargetSpec, dumps: &Dumps) -> Result<String> {
    let mut out = String::from(
        "# Dialects, operand types, hardware modes and what the assembler asks of a subtarget.\n",
    );
    let _ = writeln!(out, "dialects {}", spec.dialects.join(" "));
    if !spec.variants.is_empty() {
        let _ = writeln!(out, "variants {}", spec.variants.join(" "));
    }
    for name in operand_types(spec, dumps) {
        let _ = writeln!(out, "operand-type {name}");
    }
    for (name, condition) in hw_modes(spec, dumps)? {
        let _ = write!(out, "hw-mode {name}");
        if !condition.is_empty() {
            let _ = write!(out, " if={condition}");
        }
        out.push('\n');
    }
    for (name, description, condition) in asm_features(spec, dumps)? {
        let _ = write!(out, "asm-feature {name} ");
        push_quoted(&mut out, &description);
        let _ = writeln!(out, " if={condition}");
    }
    for name in spec.unnamed_features {
        let _ = writeln!(out, "asm-feature {name} \"\" if={name}");
    }
    Ok(out)
}

/// Names and texts of errors about operand classes, as far as the dumps have the latter.
pub fn diagnostics(dumps: &Dumps) -> Result<Vec<(String, String)>> {
    let source = &dumps.asm_matcher;
    let Ok(body) = between(source, "static const char *getMatchKindDiag(", "\n}\n") else {
        return Ok(Vec::new());
    };
    let mut diagnostics = Vec::new();
    for case in body.split("::Match_").skip(1) {
        let (name, rest) = case.split_once(':').context("case of a diagnostic")?;
        let message = between(rest, "return \"", "\";").context("text of a diagnostic")?;
        diagnostics.push((name.to_owned(), message.to_owned()));
    }
    diagnostics.sort();
    Ok(diagnostics)
}

/// Returns the target's own operand types: those whose order is known, then the others that
/// instructions have.
fn operand_types<'a>(spec: &TargetSpec, dumps: &'a Dumps) -> Vec<&'a str> {
    const PREFIX: &str = "::OPERAND_";
    let source = dumps.instr_info.as_str();
    let mut found = BTreeSet::new();
    for (at, _) in source.match_indices(PREFIX) {
        if !source[..at].ends_with("MCOI") {
            let name = &source[at + 2..];
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            found.insert(&name[..end.unwrap_or(name.len())]);
        }
    }
    let mut types = spec.operand_types.to_vec();
    types.extend(found.into_iter().filter(|name| !spec.operand_types.contains(name)));
    types
}

/// Returns hardware modes with their conditions; the default mode first.
fn hw_modes(spec: &TargetSpec, dumps: &Dumps) -> Result<Vec<(String, String)>> {
    let mut modes = vec![("default".to_owned(), String::new())];
    let Ok(body) = after(&dumps.subtarget, "GenMCSubtargetInfo::getHwModeSet() const {") else {
        return Ok(modes);
    };
    let (body, _) = body.split_once("return Modes;").context("end of getHwModeSet")?;
    let names = mode_names(dumps)?;
    for line in body.lines().filter_map(|line| line.trim().strip_prefix("if (")) {
        let (condition, bit) = line.split_once(") Modes |= (1 << ").context("mode condition")?;
        let bit: usize = bit.trim_end_matches(");").parse()?;
        if bit + 1 != modes.len() {
            bail!("hardware modes are not in order");
        }
        let name = names.get(bit + 1).cloned().unwrap_or_else(|| format!("mode{}", bit + 1));
        let condition = match condition {
            // A mode that nothing switches on: no feature is both on and off.
            "false" => {
                let features = after(&dumps.subtarget, "#undef GET_SUBTARGETINFO_ENUM")?;
                let (first, _) = *enumerators(features, "enum ")?.first().context("a feature")?;
                format!("{first},!{first}")
            }
            condition => feature_condition(spec, condition)?,
        };
        modes.push((name, condition));
    }
    Ok(modes)
}

/// Returns names of the modes, from the comments of the table of classes by mode; of several none without
/// that table.
fn mode_names(dumps: &Dumps) -> Result<Vec<String>> {
    let Ok(table) = between(&dumps.instr_info, "RegClassByHwModeTables[", "};") else {
        // The only mode beside the default is known by its record.
        let records = dumps.records.of_class("HwMode").iter();
        let records = records.filter(|name| *name != "DefaultMode").cloned();
        let mut names = vec!["default".to_owned()];
        names.extend(records);
        return Ok(if names.len() == 2 { names } else { Vec::new() });
    };
    let names = table.lines().filter_map(|line| line.strip_prefix("  { // "));
    Ok(names.map(str::to_owned).collect())
}

/// Returns names of the assembler's features by bit.
pub fn asm_feature_names(dumps: &Dumps) -> Result<Vec<String>> {
    let mut bits: Vec<(u32, String)> = Vec::new();
    for (name, bit) in enumerators(&dumps.asm_matcher, "enum SubtargetFeatureBits")? {
        let name = name.strip_prefix("Feature_").and_then(|name| name.strip_suffix("Bit"));
        bits.push((bit, name.context("unexpected feature name")?.to_owned()));
    }
    bits.sort();
    if bits.iter().enumerate().any(|(index, (bit, _))| index as u32 != *bit) {
        bail!("assembler features are not numbered from 0");
    }
    Ok(bits.into_iter().map(|(_, name)| name).collect())
}

/// Returns the name, description and condition of each assembler feature by bit.
pub fn asm_features(spec: &TargetSpec, dumps: &Dumps) -> Result<Vec<(String, String, String)>> {
    let descriptions =
        between(&dumps.asm_matcher, "getSubtargetFeatureName(uint64_t Val) {", "\n}")?;
    let conditions = between(
        &dumps.asm_matcher,
        "ComputeAvailableFeatures(const FeatureBitset &FB) const {",
        "\n}",
    )?;
    asm_feature_names(dumps)?
        .into_iter()
        .map(|name| {
            let bit = format!("Feature_{name}Bit");
            let description = between(descriptions, &format!("case {bit}: return \""), "\";")?;
            let (before, _) = conditions
                .split_once(&format!("Features.set({bit})"))
                .with_context(|| format!("no condition sets {bit}"))?;
            let (_, condition) = before.rsplit_once("if (").context("feature condition")?;
            let condition = condition.trim_end().strip_suffix(')').context("feature condition")?;
            Ok((name, description.to_owned(), feature_condition(spec, condition)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_become_groups_of_alternatives() {
        let text = |source| feature_condition(&TARGETS[0], source).unwrap();
        assert_eq!(text("FB[X86::A] && !FB[X86::B]"), "A,!B");
        assert_eq!(text("(FB[X86::A] || FB[X86::B]) && FB[X86::C]"), "A|B,C");
        assert_eq!(text("FB[X86::A] || (FB[X86::B] && FB[X86::C])"), "A|B,A|C");
        assert_eq!(text("!(FB[X86::A] && FB[X86::B])"), "!A|!B");
        assert_eq!(text("!(FB[X86::A] || !FB[X86::B]) && FB[X86::C]"), "!A,B,C");
    }
}
