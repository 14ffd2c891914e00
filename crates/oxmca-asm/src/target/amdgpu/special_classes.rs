//! Operand classes that more operands are of than the tables say.

use oxmca_tables::MatchClassId;

use super::operand::ImmKind;
use super::predicate::Predicate;

/// A keyword that a form has as a token, and that is parsed as a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    Keyword(ImmKind),
    /// A register of at least 64 bits, in whose place `null` may stand.
    Null,
    Predicate(Predicate),
}

/// Classes that more operands are of than the tables say.
#[derive(Debug)]
pub struct SpecialClasses(pub Vec<(MatchClassId, Special)>);

impl SpecialClasses {
    /// Looks the classes up.
    pub fn new(tables: &oxmca_tables::Tables<'_>) -> Self {
        let null = ["SReg_64", "SReg_64_XEXEC", "SReg_96", "SReg_128", "SReg_256", "SReg_512"];
        let keywords = [
            ("addr64", ImmKind::Addr64),
            ("gds", ImmKind::Gds),
            ("lds", ImmKind::Lds),
            ("idxen", ImmKind::Idxen),
            ("offen", ImmKind::Offen),
            ("tfe", ImmKind::Tfe),
            ("done", ImmKind::Done),
            ("row_95_en", ImmKind::RowEn),
        ];
        let predicates = [
            ("SSrc_b32", "isSSrc_b32"),
            ("SSrc_f32", "isSSrc_f32"),
            ("SOPPBrTarget", "isSOPPBrTarget"),
        ];
        let find = |name: &str| {
            let row = tables.match_classes.iter().position(|row| tables.text(row.name) == name);
            row.map(|row| MatchClassId(row as u16))
        };
        let null = null.iter().filter_map(|name| Some((find(name)?, Special::Null)));
        let keywords =
            keywords.iter().filter_map(|(name, kind)| Some((find(name)?, Special::Keyword(*kind))));
        let predicates = predicates.iter().filter_map(|(name, predicate)| {
            Some((find(name)?, Special::Predicate(Predicate::named(predicate)?)))
        });
        SpecialClasses(null.chain(keywords).chain(predicates).collect())
    }
}
