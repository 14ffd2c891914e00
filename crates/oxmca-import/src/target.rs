//! Facts about a target that no dump states, and `target.tbl`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, after, between, enumerators};
use super::dumps::Dumps;
use super::words::push_quoted;

/// Facts about a target that its dumps do not state.
pub struct TargetSpec {
    /// LLVM's name, which the dumps' names begin with.
    pub name: &'static str,
    /// Folder under `data`.
    pub folder: &'static str,
    /// Names of the assembler dialects, in LLVM's order of variants.
    pub dialects: &'static [&'static str],
    /// Names of the matcher's variants, in LLVM's order, if they are not the dialects.
    pub variants: &'static [&'static str],
    /// The target's own operand types that come first, in the order of their enumeration; others that
    /// the dump has follow.
    pub operand_types: &'static [&'static str],
    /// Operand records whose names groups of machine operands get where several have the same.
    pub preferred_groups: &'static [&'static str],
    /// Enumerators that predicates compare immediates with.
    pub constants: &'static [(&'static str, i64)],
    /// Functions of an immediate that give some of its bits: name, first bit, number of bits.
    pub bit_fields: &'static [(&'static str, u8, u8)],
    /// Predicate functions written by hand in the target's folder.
    pub functions: &'static [&'static str],
    /// The set of alternative register names that is printed, if it is not the registers' own.
    pub printed_names: Option<&'static str>,
    /// Searchable tables that are imported as they are.
    pub tables: &'static [&'static str],
    /// Classes of records that are imported as tables.
    pub record_tables: &'static [RecordTable],
    /// Searchable tables that choose scheduling classes.
    pub class_choices: &'static [ClassChoiceTable],
    /// The searchable table whose pseudo-instructions exist only to have scheduling classes. Those that
    /// nothing else names are not imported.
    pub class_pseudos: Option<&'static str>,
    /// The tables of the disassembler, in the order in which they are tried.
    pub decoders: &'static [DecoderTable],
    /// CPU names that LLVM's lists of them leave out.
    pub unlisted_cpus: &'static [&'static str],
}

/// A table of the generated disassembler.
pub struct DecoderTable {
    /// The name after `DecoderTable`.
    pub table: &'static str,
    /// Width of the codes it decodes.
    pub width_bits: u16,
}

/// A table of the records of a class.
pub struct RecordTable {
    /// The class, which is also the table's name.
    pub class: &'static str,
    /// Fields that become columns.
    pub fields: &'static [&'static str],
}

/// A searchable table that gives instructions pseudo-instructions by two numbers.
pub struct ClassChoiceTable {
    /// The table of pseudo-instructions, in whose column `Pseudo` they are.
    pub pseudos: &'static str,
    /// The table that has the instructions, in its column `BaseInstr`: another, or the same.
    pub instructions: &'static str,
    /// Values of columns of that table that tell which of its instructions are meant.
    pub only: &'static [(&'static str, i64)],
    /// Columns that must have the same value: of the instructions and of the pseudo-instructions.
    pub equal: &'static [(&'static str, &'static str)],
    /// Values that columns of the pseudo-instructions must have.
    pub pseudos_with: &'static [(&'static str, i64)],
    /// The columns of the two numbers.
    pub state: [&'static str; 2],
}

/// Targets that can be imported.
pub static TARGETS: &[TargetSpec] = &[
    TargetSpec {
        name: "X86",
        folder: "x86",
        dialects: &["att", "intel"],
        operand_types: &["OPERAND_ROUNDING_CONTROL", "OPERAND_COND_CODE"],
        preferred_groups: &["anymem"],
        constants: &[
            ("X86::COND_O", 0),
            ("X86::COND_NO", 1),
            ("X86::COND_B", 2),
            ("X86::COND_AE", 3),
            ("X86::COND_E", 4),
            ("X86::COND_NE", 5),
            ("X86::COND_BE", 6),
            ("X86::COND_A", 7),
            ("X86::COND_S", 8),
            ("X86::COND_NS", 9),
            ("X86::COND_P", 10),
            ("X86::COND_NP", 11),
            ("X86::COND_L", 12),
            ("X86::COND_GE", 13),
            ("X86::COND_LE", 14),
            ("X86::COND_G", 15),
        ],
        functions: &["hasLockPrefix"],
        ..TargetSpec::PLAIN
    },
    TargetSpec {
        name: "RISCV",
        folder: "riscv",
        dialects: &["standard"],
        printed_names: Some("ABIRegAltName"),
        tables: &["SysRegsList", "RISCVOpcodesList", "RISCVBaseVXMemOpTable"],
        record_tables: &[
            RecordTable {
                class: "RISCVExtension",
                fields: &["Name", "MajorVersion", "MinorVersion", "Experimental"],
            },
            RecordTable { class: "RISCVProfile", fields: &["Name", "Experimental"] },
            RecordTable {
                class: "RISCVProcessorModel",
                fields: &["Name", "DefaultMarch", "MVendorID", "MArchID", "MImpID"],
            },
        ],
        class_choices: &[
            indexed("RISCVVLXTable", &[("IsStore", 0), ("NF", 0)], &BY_INDEX),
            indexed("RISCVVSXTable", &[("IsStore", 1), ("NF", 0)], &BY_INDEX),
            indexed("RISCVVLXSEGTable", &[("IsStore", 0)], &BY_INDEX_AND_FIELDS),
            indexed("RISCVVSXSEGTable", &[("IsStore", 1)], &BY_INDEX_AND_FIELDS),
            ClassChoiceTable {
                pseudos: "RISCVVInversePseudosTable",
                instructions: "RISCVVInversePseudosTable",
                only: &[],
                equal: &[],
                pseudos_with: &[],
                state: ["VLMul", "SEW"],
            },
        ],
        class_pseudos: Some("RISCVVPseudosTable"),
        decoders: RISCV_DECODERS,
        ..TargetSpec::PLAIN
    },
    TargetSpec {
        name: "AArch64",
        folder: "aarch64",
        dialects: &["generic", "apple"],
        constants: &[
            ("AArch64_AM::LSL", 0),
            ("AArch64_AM::UXTW", 2),
            ("AArch64_AM::UXTX", 3),
            ("AArch64_AM::SXTW", 6),
            ("AArch64_AM::SXTX", 7),
        ],
        bit_fields: &[
            ("AArch64_AM::getShiftValue", 0, 6),
            ("AArch64_AM::getShiftType", 6, 3),
            ("AArch64_AM::getArithShiftValue", 0, 3),
            ("AArch64_AM::getArithExtendType", 3, 3),
            ("AArch64_AM::getMemDoShift", 0, 1),
            ("AArch64_AM::getMemExtendType", 1, 3),
        ],
        functions: &["isHForm", "isQForm", "isFpOrNEON"],
        unlisted_cpus: &["apple-latest"],
        tables: &[
            "ATsList",
            "BTIsList",
            "DBnXSsList",
            "DBsList",
            "DCsList",
            "ExactFPImmsList",
            "GICRTable",
            "GICTable",
            "GSBTable",
            "ICsList",
            "ISBsList",
            "MLBITable",
            "PHintsList",
            "PLBITable",
            "PRFMsList",
            "PSBsList",
            "PStateImm0_1sList",
            "PStateImm0_15sList",
            "RPRFMsList",
            "SVCRsList",
            "SVEPREDPATsList",
            "SVEPRFMsList",
            "SVEVECLENSPECIFIERsList",
            "SysRegsList",
            "TLBIPTable",
            "TLBITable",
            "TSBsList",
        ],
        record_tables: &[
            RecordTable { class: "CMHPriorityHint", fields: &["Name", "Encoding"] },
            RecordTable { class: "TIndex", fields: &["Name", "Encoding"] },
            RecordTable {
                class: "Architecture64",
                fields: &["Name", "Major", "Minor", "Profile", "DefaultExts"],
            },
        ],
        decoders: &[decoder("32", 32), decoder("Fallback32", 32)],
        ..TargetSpec::PLAIN
    },
];

/// The tables of RISC-V's disassembler: codes of vendors before the standard ones. LLVM skips a vendor's tables unless
/// one of its features is on, which their rows require anyway.
const RISCV_DECODERS: &[DecoderTable] = &[
    decoder("Xqci16", 16),
    decoder("Xqccmp16", 16),
    decoder("Xwchc16", 16),
    decoder("Zicfiss16", 16),
    decoder("16", 16),
    decoder("RV32Only16", 16),
    decoder("ZcOverlap16", 16),
    decoder("XCV32", 32),
    decoder("XRivos32", 32),
    decoder("Xqci32", 32),
    decoder("XVentana32", 32),
    decoder("XTHead32", 32),
    decoder("XSfvector32", 32),
    decoder("XSfsystem32", 32),
    decoder("XSfcease32", 32),
    decoder("XMIPS32", 32),
    decoder("XAndes32", 32),
    decoder("XSMT32", 32),
    decoder("32", 32),
    decoder("RV32Only32", 32),
    decoder("Zfinx32", 32),
    decoder("ZdinxRV32Only32", 32),
    decoder("Xqci48", 48),
];

const fn decoder(table: &'static str, width_bits: u16) -> DecoderTable {
    DecoderTable { table, width_bits }
}

/// Columns that tell which pseudo-instructions of RISC-V an indexed load or store has.
const BY_INDEX: [(&str, &str); 2] = [("IsOrdered", "Ordered"), ("Log2EEW", "Log2SEW")];

/// The same of loads and stores of several fields.
const BY_INDEX_AND_FIELDS: [(&str, &str); 3] = [BY_INDEX[0], BY_INDEX[1], ("NF", "NF")];

/// The scheduling classes of indexed vector loads or stores of RISC-V.
const fn indexed(
    pseudos: &'static str,
    only: &'static [(&'static str, i64)],
    equal: &'static [(&'static str, &'static str)],
) -> ClassChoiceTable {
    ClassChoiceTable {
        pseudos,
        instructions: "RISCVBaseVXMemOpTable",
        only,
        equal,
        pseudos_with: &[("Masked", 0)],
        state: ["LMUL", "IndexLMUL"],
    }
}

impl TargetSpec {
    /// A target that its dumps describe in full.
    const PLAIN: TargetSpec = TargetSpec {
        name: "",
        folder: "",
        dialects: &[],
        variants: &[],
        operand_types: &[],
        preferred_groups: &[],
        constants: &[],
        bit_fields: &[],
        functions: &[],
        printed_names: None,
        tables: &[],
        record_tables: &[],
        class_choices: &[],
        class_pseudos: None,
        decoders: &[],
        unlisted_cpus: &[],
    };

    /// Names of the matcher's variants.
    pub fn variants(&self) -> &'static [&'static str] {
        if self.variants.is_empty() { self.dialects } else { self.variants }
    }

    /// `name` without the target's namespace.
    pub fn unqualified<'a>(&self, name: &'a str) -> Result<&'a str> {
        name.strip_prefix(self.name)
            .and_then(|rest| rest.strip_prefix("::"))
            .with_context(|| format!("`{name}` is not in namespace {}", self.name))
    }
}

/// Alternatives, all of which must have one that holds.
type Groups = Vec<Vec<String>>;

/// A condition on features in C++, as the text tables write it: `A|B,!C` for `(A || B) && !C`.
pub fn feature_condition(spec: &TargetSpec, text: &str) -> Result<String> {
    let mut lexer = Lexer::new(text);
    let groups = any_feature(spec, &mut lexer)?;
    if lexer.next().is_some() {
        bail!("unsupported condition `{text}`");
    }
    let groups: Vec<String> = groups.iter().map(|group| group.join("|")).collect();
    Ok(groups.join(","))
}

/// `a || b`: every group of one side with every group of the other.
fn any_feature(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    let mut groups = all_features(spec, lexer)?;
    while lexer.accept("||") {
        let right = all_features(spec, lexer)?;
        let pairs = groups.iter().flat_map(|a| right.iter().map(move |b| [&a[..], b].concat()));
        groups = pairs.collect();
    }
    Ok(groups)
}

/// `a && b`: the groups of both sides.
fn all_features(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    let mut groups = feature(spec, lexer)?;
    while lexer.accept("&&") {
        groups.extend(feature(spec, lexer)?);
    }
    Ok(groups)
}

/// `FB[X]`, `!FB[X]` or a condition in parentheses.
fn feature(spec: &TargetSpec, lexer: &mut Lexer<'_>) -> Result<Groups> {
    if lexer.accept("(") {
        let groups = any_feature(spec, lexer)?;
        lexer.expect(")")?;
        return Ok(groups);
    }
    let sign = if lexer.accept("!") { "!" } else { "" };
    lexer.expect("FB")?;
    lexer.expect("[")?;
    let name = spec.unqualified(lexer.ident()?)?;
    lexer.expect("]")?;
    Ok(vec![vec![format!("{sign}{name}")]])
}

/// `target.tbl`.
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
    for (name, message) in diagnostics(dumps)? {
        let _ = write!(out, "diagnostic {name} ");
        push_quoted(&mut out, &message);
        out.push('\n');
    }
    Ok(out)
}

/// Names and texts of errors about operand classes; those without a text are worded by the target.
fn diagnostics(dumps: &Dumps) -> Result<Vec<(String, String)>> {
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

/// The target's own operand types: those whose order is known, then the others that instructions have.
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
    let rank = |name: &&str| spec.operand_types.iter().position(|known| known == name);
    let mut types: Vec<&str> = found.into_iter().collect();
    types.sort_by_key(|name| rank(name).unwrap_or(usize::MAX));
    types
}

/// Hardware modes with their conditions; the default mode first.
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
        modes.push((name, feature_condition(spec, condition)?));
    }
    Ok(modes)
}

/// Names of the modes, from the comments of the table of classes by mode; of several none without that table.
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

/// Names of the assembler's features by bit.
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

/// Name, description and condition of each assembler feature by bit.
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
        assert!(feature_condition(&TARGETS[0], "!(FB[X86::A])").is_err());
    }
}
