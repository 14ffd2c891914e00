//! The PowerPC target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::schema::AsmFeatureSet;
use oxmca_tables::{Opcode, Tables};

use super::extended::ExtendedInstructions;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::special::Special;
use super::syntax;
use crate::matcher::Matcher;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The PowerPC target for one triple.
#[derive(Debug)]
pub struct PowerPc<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    /// Set if the triple is one with 64-bit registers.
    pub(super) is_64_bit: bool,
    pub(super) registers: Registers,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// Instructions that are shown in a way of their own, by opcode.
    pub(super) special: Vec<(Opcode, Special)>,
    pub(super) extended: OnceLock<ExtendedInstructions>,
    pub(super) mftb: Opcode,
    pub(super) mfspr: Opcode,
    /// The condition of processors that read the time base by `mfspr`.
    pub(super) reads_time_base_as_register: AsmFeatureSet,
    /// The condition of processors on which streams of data are not to be touched any more.
    pub(super) deprecates_streams: AsmFeatureSet,
    /// The feature of embedded processors (Book E).
    pub(super) is_embedded: Option<u16>,
    /// The feature of the signal processing extension.
    pub(super) has_signal_processing: Option<u16>,
    /// The feature of prefixed instructions.
    pub(super) has_prefixes: Option<u16>,
}

impl<'t> PowerPc<'t> {
    /// Returns the target of a PowerPC triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> PowerPc<'t> {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        PowerPc {
            syntax: syntax::syntax(&triple),
            is_64_bit: triple.arch().is_some_and(|it| it.facts().address_bits == 64),
            registers: Registers::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            special: Special::by_opcode(&tables),
            extended: OnceLock::new(),
            mftb: opcode("MFTB"),
            mfspr: opcode("MFSPR"),
            reads_time_base_as_register: condition(&tables, "FeatureMFTB"),
            deprecates_streams: condition(&tables, "DeprecatedDST"),
            is_embedded: tables.feature_bit("FeatureBookE"),
            has_signal_processing: tables.feature_bit("FeatureSPE"),
            has_prefixes: tables.feature_bit("FeaturePrefixInstrs"),
            triple,
            tables,
        }
    }

    /// Returns whether the triple's system is AIX, whose object files are not known.
    pub(super) fn is_aix(&self) -> bool {
        self.triple.system().starts_with("aix")
    }
}

/// Returns a condition of the tables as a set.
fn condition(tables: &Tables<'_>, name: &str) -> AsmFeatureSet {
    let mut set = AsmFeatureSet::default();
    let found = tables.asm_features.iter().position(|row| tables.text(row.name) == name);
    found.into_iter().for_each(|index| set.insert(index));
    set
}
