//! The target of one triple: what it looked up once.

use oxmca_tables::schema::operand_flag;
use oxmca_tables::{Opcode, RegClassId, Tables};

use super::decoder_method::DecoderMethod;
use super::generation::{FeatureBits, Generation};
use super::names::OperandNames;
use super::predicate::{Predicate, SourceClasses};
use super::print_method::Method;
use super::registers::{RegisterClasses, Registers};
use super::render::Render;
use super::shown_suffix::ShownSuffixes;
use super::special_classes::SpecialClasses;
use super::{syntax, wait};
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The target of AMD's graphics processors for one triple.
#[derive(Debug)]
pub struct AmdGpu<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) features: FeatureBits,
    pub(super) registers: Registers,
    pub(super) names: OperandNames,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    pub(super) source_classes: SourceClasses,
    pub(super) special_classes: SpecialClasses,
    /// By operand class, whether an operand of it may be left out.
    pub(super) optional_classes: Vec<bool>,
    pub(super) suffixes: ShownSuffixes,
    /// Conversions whose `op_sel` chooses a part of the source.
    pub(super) op_sel_of_source: Vec<Opcode>,
    pub(super) register_classes: RegisterClasses,
    pub(super) decoder_methods: MethodTable<DecoderMethod>,
    /// Sums in the encoding with three sources whose result is a source without modifiers.
    pub(super) accumulating: Vec<Opcode>,
    /// Moves of accumulators, whose sources have no halves.
    pub(super) accumulator_moves: Vec<Opcode>,
    /// Stores from shared memory, which also read it.
    pub(super) stores_from_lds: Vec<Opcode>,
    /// Opcodes that wait for counters, with the number of the counter of those that have one.
    pub(super) waits: Vec<(Opcode, Option<usize>)>,
}

impl<'t> AmdGpu<'t> {
    /// Returns the target of a triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> Self {
        let is_optional = |name: &str| {
            let optional = tables.match_classes.iter().position(|it| tables.text(it.name) == name);
            move |row: &oxmca_tables::schema::MatchClass| {
                let supers = &tables.match_class_lists[row.supers.range()];
                row.kind != oxmca_tables::schema::match_class_kind::REGISTER_BY_MODE
                    && supers.iter().any(|it| Some(it.index()) == optional)
            }
        };
        AmdGpu {
            syntax: syntax::SYNTAX,
            features: FeatureBits::new(&tables),
            registers: Registers::new(&tables),
            names: OperandNames::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            source_classes: SourceClasses::new(&tables),
            special_classes: SpecialClasses::new(&tables),
            optional_classes: tables
                .match_classes
                .iter()
                .map(is_optional("OptionalMatchClass"))
                .collect(),
            suffixes: ShownSuffixes::new(&tables),
            op_sel_of_source: opcodes_named(&tables, &|name| {
                let is_of = |stem: &str| name.starts_with(stem);
                let is_gfx12 = name.ends_with("_gfx12") && name.contains("_e64");
                let is_plain = is_of("V_CVT_F32_BF8_e64") || is_of("V_CVT_F32_FP8_e64");
                let is_pair = (is_of("V_CVT_PK_F32_BF8_") || is_of("V_CVT_PK_F32_FP8_"))
                    && !name.contains("dpp");
                is_gfx12 && (is_plain || is_pair)
            }),
            register_classes: RegisterClasses::new(&tables),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            accumulating: opcodes_named(&tables, &|name| {
                let is_of = |stem: &str| name.starts_with(stem);
                let is_dot = is_of("V_DOT") && name.ends_with("_e64_vi") && name.contains("C_");
                let is_sum = name.contains("_e64_g") || name.ends_with("_e64_vi");
                let is_sum = (is_of("V_MAC_") || is_of("V_FMAC_")) && is_sum;
                let is_rounded =
                    matches!(name, "V_CVT_SR_BF8_F32_e64_dpp" | "V_CVT_SR_FP8_F32_e64_dpp");
                is_dot || is_sum || is_rounded
            }),
            accumulator_moves: opcodes_named(&tables, &|name| {
                matches!(name, "V_ACCVGPR_READ_B32_vi" | "V_ACCVGPR_WRITE_B32_vi")
            }),
            stores_from_lds: opcodes_named(&tables, &|name| {
                name.contains("_STORE_ASYNC_FROM_LDS_") || name.starts_with("TENSOR_STORE_")
            }),
            waits: wait::waiting_opcodes(&tables),
            triple,
            tables,
        }
    }

    /// Returns the class of registers of an operand.
    pub(super) fn operand_class(
        &self,
        generation: Generation<'_>,
        opcode: Opcode,
        at: usize,
    ) -> Option<RegClassId> {
        let row = self.tables.operands(opcode).get(at)?;
        let class = usize::try_from(row.reg_class).ok()?;
        if row.flags & operand_flag::LOOKUP_BY_HW_MODE == 0 {
            return Some(RegClassId(class as u16));
        }
        let classes = self.tables.mode_classes[class].classes;
        let classes = &self.tables.class_lists[classes.range()];
        classes.get(self.tables.hw_mode(generation.features())).copied()
    }

    /// Returns whether the system is ROCm's, by whose conventions kernels are described.
    pub(super) fn is_hsa(&self) -> bool {
        self.triple.system().starts_with("amdhsa")
    }
}

/// Returns the opcodes whose names a condition holds for.
fn opcodes_named(tables: &Tables<'_>, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Opcode> {
    let all = (0..tables.instructions.len()).map(|row| Opcode(row as u16));
    all.filter(|opcode| is_wanted(tables.opcode_name(*opcode))).collect()
}
