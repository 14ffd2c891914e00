//! The RISC-V target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::schema::{self, Feature};
use oxmca_tables::{FeatureSet, Opcode, Tables};
use smallvec::SmallVec;

use super::arch::{Catalog, Extension, Profile, Version};
use super::decoder_method::DecoderMethod;
use super::index_widths::IndexWidths;
use super::operand_parser::OperandParser;
use super::operand_type::OperandType;
use super::predicate::Predicate;
use super::print_method::{Method, TYPES};
use super::registers::Registers;
use super::render::Render;
use super::state::FeatureBits;
use super::syntax;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

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
    /// By row of `operand_predicates`.
    pub(super) operand_types: MethodTable<OperandType>,
    /// By row of `print_method::TYPES`.
    pub(super) alias_types: MethodTable<OperandType>,
    /// By row of `decoder_methods`.
    pub(super) decoder_methods: MethodTable<DecoderMethod>,
    pub(super) vsetvli: [Opcode; 2],
    pub(super) jal: Opcode,
    pub(super) jalr: Opcode,
    pub(super) compressed_jr: Opcode,
    pub(super) index_widths: OnceLock<Option<IndexWidths>>,
    /// Instructions whose immediates are shown in hexadecimal whatever the options: masks and upper bits, where code
    /// is for Mach-O.
    pub(super) in_hexadecimal: SmallVec<[Opcode; 6]>,
    catalog: OnceLock<Catalog>,
}

impl<'t> RiscV<'t> {
    /// Returns the target of a RISC-V triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> RiscV<'t> {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        RiscV {
            syntax: syntax::syntax(&triple),
            registers: Registers::new(&tables),
            feature_bits: FeatureBits::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            operand_parsers: MethodTable::new(tables.match_classes.len()),
            operand_types: MethodTable::new(tables.operand_predicates.len()),
            alias_types: MethodTable::new(TYPES.len()),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            vsetvli: [opcode("VSETVLI"), opcode("VSETIVLI")],
            jal: opcode("JAL"),
            jalr: opcode("JALR"),
            compressed_jr: opcode("C_JR"),
            index_widths: OnceLock::new(),
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
        self.triple.arch().is_some_and(|it| it.facts().address_bits == 64)
    }

    /// Returns the bits of a general purpose register.
    pub(super) fn xlen_bits(&self) -> u8 {
        if self.is_64_bit_triple() { 64 } else { 32 }
    }

    /// Returns the method that a row of the tables names.
    pub(super) fn operand_parser(&self, row: &schema::OperandParser) -> Option<OperandParser> {
        let tables = &self.tables;
        let name = || tables.text(tables.match_classes[row.class.index()].parser);
        self.operand_parsers.get(row.class.index(), || OperandParser::named(name()))
    }

    /// Returns the opcode that `.insn` takes by that name.
    pub(super) fn insn_opcode_named(&self, name: &[u8]) -> Option<i64> {
        let table = self.tables.named_table("RISCVOpcodesList")?;
        let value = table.column("Value")?;
        let name = std::str::from_utf8(name).ok()?;
        let row = table.row_named(name)?;
        Some(row.number(value))
    }

    /// Returns the extensions and profiles that arch strings may name.
    pub(super) fn catalog(&self) -> &Catalog {
        self.catalog.get_or_init(|| catalog(&self.tables))
    }
}

/// Gathers extensions and profiles.
fn catalog(tables: &Tables<'_>) -> Catalog {
    let rows = |name| tables.named_table(name).into_iter().flat_map(|table| table.rows());
    let mut extensions: Vec<Extension> = rows("RISCVExtension")
        .map(|row| Extension {
            name: extension_name(row.text(0)).to_owned(),
            version: Version { major: row.number(1) as u32, minor: row.number(2) as u32 },
            is_experimental: row.number(3) != 0,
            implied: Vec::new(),
        })
        .collect();
    extensions.sort_by(|a, b| a.name.cmp(&b.name));
    // The features of extensions, with the extensions.
    let features = tables.features.iter().filter_map(|row| {
        let name = extension_name(tables.text(row.name));
        let found = extensions.binary_search_by(|it| it.name.as_str().cmp(name));
        Some((row, found.ok()?))
    });
    let features: Vec<(&Feature, usize)> = features.collect();
    let mut extension_of_bit = vec![None; FeatureSet::BITS];
    for (row, extension) in &features {
        extension_of_bit[usize::from(row.bit)] = Some(*extension);
    }
    let implied_by = |feature: &Feature| -> Vec<usize> {
        feature.implies.bits().filter_map(|bit| extension_of_bit[usize::from(bit)]).collect()
    };
    let mut implied = vec![Vec::new(); extensions.len()];
    for (row, extension) in &features {
        let name = tables.text(row.name);
        // Another feature may have the name of an extension without the prefix.
        if extensions[*extension].is_experimental == (extension_name(name) != name) {
            implied[*extension] = implied_by(row);
        }
    }
    for (extension, implied) in extensions.iter_mut().zip(implied) {
        extension.implied = implied;
    }
    let is_64_bit = tables.feature_named("64bit").map(|row| row.bit);
    let profiles = rows("RISCVProfile").filter_map(|row| {
        let feature = tables.feature_named(row.text(0))?;
        Some(Profile {
            name: extension_name(row.text(0)).to_owned(),
            is_64_bit: is_64_bit.is_some_and(|bit| feature.implies.contains(bit)),
            extensions: implied_by(feature),
        })
    });
    Catalog::new(extensions, profiles.collect())
}

/// Returns the name of the extension whose feature has a name.
fn extension_name(feature: &str) -> &str {
    feature.strip_prefix("experimental-").unwrap_or(feature)
}
