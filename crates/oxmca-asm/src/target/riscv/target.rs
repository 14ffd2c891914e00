//! The RISC-V target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::{Opcode, Tables};
use smallvec::SmallVec;

use super::arch::{Catalog, Extension, Profile, Version};
use super::operand_parser::OperandParser;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::state::FeatureBits;
use super::syntax;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::{Dialect, ObjectFormat, Syntax};
use crate::triple::{Arch, Triple};

/// The RISC-V target for one triple.
#[derive(Debug)]
pub struct RiscV<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) feature_bits: FeatureBits,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// By operand class.
    operand_parsers: MethodTable<OperandParser>,
    pub(super) vsetvli: [Opcode; 2],
    pub(super) jal: Opcode,
    pub(super) jalr: Opcode,
    pub(super) compressed_jr: Opcode,
    /// Instructions whose immediates are shown in hexadecimal whatever the options: masks and upper bits, where code
    /// is for Mach-O.
    pub(super) in_hexadecimal: SmallVec<[Opcode; 6]>,
    catalog: OnceLock<Catalog>,
}

impl<'t> RiscV<'t> {
    /// Dialects in LLVM's order.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Standard];

    /// The target of a RISC-V triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> RiscV<'t> {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        RiscV {
            syntax: syntax::syntax(&triple),
            registers: Registers::new(&tables),
            feature_bits: FeatureBits::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            operand_parsers: MethodTable::new(tables.match_classes.len()),
            vsetvli: [opcode("VSETVLI"), opcode("VSETIVLI")],
            jal: opcode("JAL"),
            jalr: opcode("JALR"),
            compressed_jr: opcode("C_JR"),
            in_hexadecimal: match triple.object_format() {
                ObjectFormat::MachO => {
                    ["ANDI", "ORI", "XORI", "C_ANDI", "AUIPC", "LUI"].map(opcode).into()
                }
                _ => SmallVec::new(),
            },
            catalog: OnceLock::new(),
            triple,
            tables,
        }
    }

    /// Returns whether the triple is one with 64-bit registers.
    pub(super) fn is_64_bit_triple(&self) -> bool {
        matches!(self.triple.arch(), Some(Arch::RiscV64 | Arch::RiscV64Be))
    }

    /// The methods that may parse operand number `operand` of a mnemonic, in the order they are tried.
    pub(super) fn operand_parsers(
        &self,
        mnemonic: &[u8],
        operand: usize,
    ) -> SmallVec<[OperandParser; 4]> {
        let tables = &self.tables;
        let mut parsers = SmallVec::new();
        for entry in tables.match_entries(0, mnemonic) {
            let classes = &tables.match_class_lists[entry.classes.range()];
            let Some(class) = classes.get(operand) else { continue };
            let name = || tables.text(tables.match_classes[class.index()].parser);
            let parser = self.operand_parsers.get(class.index(), || OperandParser::named(name()));
            parsers.extend(parser.filter(|parser| !parsers.contains(parser)));
        }
        parsers
    }

    /// The opcode that `.insn` takes by that name.
    pub(super) fn insn_opcode_named(&self, name: &[u8]) -> Option<i64> {
        let table = self.tables.named_table("RISCVOpcodesList")?;
        let value = table.column("Value")?;
        let name = std::str::from_utf8(name).ok()?;
        let row = table.row_named(name)?;
        Some(row.number(value))
    }

    /// The extensions and profiles that arch strings may name.
    pub(super) fn catalog(&self) -> &Catalog {
        self.catalog.get_or_init(|| {
            let tables = self.tables;
            let known: Vec<&'t str> =
                extension_rows(&tables).map(|row| extension_name(row.text(0))).collect();
            let extensions = extension_rows(&tables).map(|row| {
                let (name, is_experimental) = (extension_name(row.text(0)), row.number(3) != 0);
                Extension {
                    name: name.to_owned(),
                    version: Version { major: row.number(1) as u32, minor: row.number(2) as u32 },
                    is_experimental,
                    implied: implied(&tables, name, is_experimental, &known),
                }
            });
            Catalog::new(extensions.collect(), profiles(&tables))
        })
    }
}

fn extension_rows<'t>(
    tables: &Tables<'t>,
) -> impl Iterator<Item = oxmca_tables::TableRow<'t>> + use<'t> {
    let table = tables.named_table("RISCVExtension");
    table.into_iter().flat_map(|table| table.rows().collect::<Vec<_>>())
}

/// The name of the extension whose feature has a name.
fn extension_name(feature: &str) -> &str {
    feature.strip_prefix("experimental-").unwrap_or(feature)
}

/// The extensions that an extension's feature implies itself.
fn implied<'t>(
    tables: &Tables<'t>,
    name: &str,
    is_experimental: bool,
    known: &[&'t str],
) -> Vec<String> {
    let feature = match is_experimental {
        true => format!("experimental-{name}"),
        false => name.to_owned(),
    };
    let Some(feature) = tables.feature_named(&feature) else { return Vec::new() };
    let rows = tables.features.iter().filter(|row| feature.implies.contains(row.bit));
    let names = rows.map(|row| extension_name(tables.text(row.name)));
    names.filter(|name| known.contains(name)).map(str::to_owned).collect()
}

/// The profiles. The arch string of each names the extensions that its feature implies.
fn profiles<'t>(tables: &Tables<'t>) -> Vec<Profile> {
    let table = tables.named_table("RISCVProfile");
    let rows = table.into_iter().flat_map(|table| table.rows().collect::<Vec<_>>());
    let profiles = rows.filter_map(|row| {
        let feature = tables.feature_named(row.text(0))?;
        Some(Profile {
            name: extension_name(row.text(0)).to_owned(),
            arch: profile_arch(tables, feature),
        })
    });
    profiles.collect()
}

/// The arch string of a profile's feature.
fn profile_arch(tables: &Tables<'_>, profile: &oxmca_tables::schema::Feature) -> String {
    let implied = || tables.features.iter().filter(|row| profile.implies.contains(row.bit));
    let is_64_bit = implied().any(|row| tables.text(row.name) == "64bit");
    let extensions = extension_rows(tables).filter_map(|row| {
        let name = extension_name(row.text(0));
        let is_implied = implied().any(|it| extension_name(tables.text(it.name)) == name);
        is_implied.then(|| format!("{name}{}p{}", row.number(1), row.number(2)))
    });
    let mut extensions: Vec<String> = extensions.collect();
    // The base comes first.
    extensions.sort_by_key(|it| !(it.starts_with('i') || it.starts_with('e')));
    format!("rv{}{}", if is_64_bit { 64 } else { 32 }, extensions.join("_"))
}
