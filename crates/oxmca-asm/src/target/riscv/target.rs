//! The RISC-V target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::{FeatureSet, Opcode, Tables};

use super::arch::{Catalog, Extension, Profile, Version};
use super::matching::Render;
use super::parse::OperandParser;
use super::predicate::Predicate;
use super::print::Method;
use super::registers::Registers;
use super::state::FeatureBits;
use super::syntax;
use crate::matcher::Matcher;
use crate::printer::Printer;
use crate::syntax::{Dialect, Syntax};
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
    pub(super) vsetvli: [Opcode; 2],
    pub(super) jal: Opcode,
    pub(super) jalr: Opcode,
    pub(super) compressed_jr: Opcode,
    catalog: OnceLock<Catalog>,
}

/// A control and status register.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemRegister<'t> {
    pub name: &'t str,
    pub encoding: u16,
    is_deprecated: bool,
    is_for_32_bits: bool,
    required: &'t [oxmca_tables::schema::FeatureLiteral],
}

impl<'t> RiscV<'t> {
    /// Dialects in LLVM's order.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Standard];

    /// The target of a RISC-V triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> RiscV<'t> {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        RiscV {
            syntax: syntax::syntax(&triple),
            triple,
            registers: Registers::new(&tables),
            feature_bits: FeatureBits::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            vsetvli: [opcode("VSETVLI"), opcode("VSETIVLI")],
            jal: opcode("JAL"),
            jalr: opcode("JALR"),
            compressed_jr: opcode("C_JR"),
            catalog: OnceLock::new(),
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
    ) -> impl Iterator<Item = OperandParser> + use<> {
        let names = Matcher::<Predicate, Render>::operand_parsers(&self.tables, mnemonic, operand);
        let methods: Vec<_> =
            names.into_iter().filter_map(|(_, name)| OperandParser::named(name)).collect();
        methods.into_iter()
    }

    /// The opcode that `.insn` takes by that name.
    pub(super) fn insn_opcode_named(&self, name: &[u8]) -> Option<i64> {
        let table = self.tables.named_table("RISCVOpcodesList")?;
        let value = table.column("Value")?;
        let name = std::str::from_utf8(name).ok()?;
        let row = table.row_named(name)?;
        Some(row.number(value))
    }

    /// All names of control and status registers.
    fn system_registers(&self) -> impl Iterator<Item = (SystemRegister<'t>, bool)> + use<'t> {
        let table = self.tables.named_table("SysRegsList");
        let column =
            move |name: &str| table.and_then(|table| table.column(name)).unwrap_or(usize::MAX);
        let columns =
            ["Encoding", "FeaturesRequired", "isRV32Only", "isAltName", "isDeprecatedName"];
        let [encoding, required, is_for_32_bits, is_other_name, is_deprecated] =
            columns.map(column);
        let rows = table.into_iter().flat_map(|table| table.rows().collect::<Vec<_>>());
        rows.map(move |row| {
            let register = SystemRegister {
                name: row.text(0),
                encoding: row.number(encoding) as u16,
                is_deprecated: row.flag(is_deprecated),
                is_for_32_bits: row.flag(is_for_32_bits),
                required: row.features(required),
            };
            (register, row.flag(is_other_name))
        })
    }

    /// The control and status register of a name.
    pub(super) fn system_register_named(&self, name: &[u8]) -> Option<SystemRegister<'t>> {
        let mut registers = self.system_registers();
        let found = registers.find(|(it, _)| it.name.as_bytes().eq_ignore_ascii_case(name));
        found.map(|(register, _)| register)
    }

    /// The name that is shown for a control and status register with these features.
    pub(super) fn system_register_name(&self, encoding: i64, on: &FeatureSet) -> Option<&'t str> {
        let mut registers = self.system_registers().filter(|(it, is_other_name)| {
            i64::from(it.encoding) == encoding && !is_other_name && !it.is_deprecated
        });
        let found = registers.find(|(it, _)| self.is_available(it, on));
        found.map(|(register, _)| register.name)
    }

    /// The name to be used in place of a deprecated one.
    pub(super) fn current_name(&self, deprecated: &SystemRegister<'t>) -> Option<&'t str> {
        if !deprecated.is_deprecated {
            return None;
        }
        let mut registers = self.system_registers().filter(|(it, is_other_name)| {
            it.encoding == deprecated.encoding && !is_other_name && !it.is_deprecated
        });
        registers.next().map(|(register, _)| register.name)
    }

    fn is_available(&self, register: &SystemRegister<'_>, on: &FeatureSet) -> bool {
        let is_64_bit = on.contains(self.feature_bits.is_64_bit);
        let has = |bit: u16| on.contains(bit);
        !(register.is_for_32_bits && is_64_bit)
            && register.required.iter().all(|row| has(row.bit) != (row.negated != 0))
    }

    /// The message about a register that does not exist with these features.
    pub(super) fn missing_for(
        &self,
        register: &SystemRegister<'t>,
        on: &FeatureSet,
    ) -> Option<String> {
        if self.is_available(register, on) {
            return None;
        }
        let mut message = format!("system register '{}' ", register.name);
        let feature = self
            .tables
            .features
            .iter()
            .filter(|feature| register.required.iter().any(|row| row.bit == feature.bit));
        let feature = feature.map(|feature| self.tables.text(feature.name)).min();
        if register.is_for_32_bits && on.contains(self.feature_bits.is_64_bit) {
            message.push_str("is RV32 only");
            if feature.is_some() {
                message.push_str(" and ");
            }
        }
        if let Some(feature) = feature {
            message.push_str(&format!("requires '{feature}' to be enabled"));
        }
        Some(message)
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
