//! Messages about instructions that a processor does not have.

use super::statement::Statement;
use crate::matcher::{MatchConditions, Request};
use crate::parser::{ErrorReported, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;

const ALL_VARIANTS: &[usize] = &[0, 1, 2, 3, 4, 5];

impl Statement<'_> {
    /// Returns whether a variant of the matcher has the mnemonic under conditions; `None` stands for any.
    fn is_supported(&self, variants: &[usize], conditions: Option<&MatchConditions>) -> bool {
        let tables = &self.gpu.tables;
        let holds = |required| conditions.is_none_or(|it| it.hold(required));
        variants.iter().any(|&variant| {
            let alias = |alias: &_| holds(tables.alias_required(alias));
            let mut entries = tables.match_entries_meant(variant, self.name, alias).iter();
            entries.any(|entry| holds(tables.required(entry)))
        })
    }

    /// Reports that the processor does not have the instruction, in place of what was found wrong before. Returns
    /// `None` if it has.
    pub fn report_unsupported(&self, parser: &mut Parser<'_>, loc: Loc) -> Option<ErrorReported> {
        let tables = &self.gpu.tables;
        let variants = self.forced.variants();
        if self.is_supported(variants, Some(parser.match_conditions())) {
            return None;
        }
        parser.clear_pending_errors();
        if let Some(name) = self.forced.variant_name()
            && self.is_supported(ALL_VARIANTS, Some(parser.match_conditions()))
        {
            let message = format!("{name} variant of this instruction is not supported");
            return Some(parser.error(loc, message));
        }
        if self.generation.is_gfx10_plus()
            && self.generation.is_wave64()
            && !self.generation.is_wave32()
        {
            let mut features = *parser.features();
            self.gpu.features.swap_wave_size(&mut features);
            let conditions = MatchConditions::new(tables, &features);
            if self.is_supported(variants, Some(&conditions)) {
                return Some(parser.error(loc, "instruction requires wavesize=32"));
            }
        }
        let name = String::from_utf8_lossy(self.name);
        if self.is_supported(ALL_VARIANTS, None) {
            let cpu = parser.cpu_name().to_owned();
            let message = format!("instruction not supported on this GPU ({cpu}): {name}");
            return Some(parser.error(loc, message));
        }
        let conditions = parser.match_conditions();
        let request = Request { variant: 0, mnemonic: self.name, conditions };
        let message = format!("invalid instruction{}", did_you_mean(tables, &request));
        Some(parser.error(loc, message))
    }
}
