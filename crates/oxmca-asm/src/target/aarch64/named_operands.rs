//! Operands that have names: barriers, prefetches, hints, operations of `ic`, `tlbi` and the like.

use oxmca_tables::schema::FeatureLiteral;
use oxmca_tables::{FeatureSet, TableRow, TableView, Tables};

use super::feature_bits::FeatureBits;

/// A list of named operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandList {
    /// `at`
    AddressTranslation,
    /// Barriers of `dmb` and `dsb`.
    Barrier,
    /// Barriers of `dsb` that end in `nXS`.
    BarrierNxs,
    /// `dc`
    DataCache,
    /// `gic`
    InterruptController,
    /// `gicr`
    InterruptControllerRead,
    /// `gsb`
    InterruptControllerBarrier,
    /// `ic`
    InstructionCache,
    /// `isb`
    InstructionBarrier,
    /// `plbi`
    Plbi,
    /// `prfm`
    Prefetch,
    /// Fields of `msr` that take an immediate of 4 bits.
    ProcessStateOf4Bits,
    /// Fields of `msr` that take an immediate of 1 bit.
    ProcessStateOf1Bit,
    /// `rprfm`
    RangePrefetch,
    /// Fields of `msr` that switch streaming mode.
    StreamingControl,
    /// Patterns of SVE's predicates.
    SvePattern,
    /// `prfb` and the like.
    SvePrefetch,
    /// `vlx2`
    SveVectorLength,
    /// `tindex`
    ThreadIndex,
    /// `tlbi`
    Tlbi,
    /// `tlbip`
    Tlbip,
}

/// A named operand.
#[derive(Clone, Copy, Debug)]
pub struct NamedOperand<'t> {
    /// Its name as LLVM spells it.
    pub name: &'t str,
    /// The number that stands for it.
    pub encoding: u16,
    /// It takes a register.
    pub needs_register: bool,
    /// It may take a register.
    pub may_take_register: bool,
    /// Features of which an operation of `tlbip` needs one.
    pub translation: Option<Translation>,
    /// Features that must be on.
    pub required: &'t [FeatureLiteral],
}

/// Features of which an operation of `tlbip` needs one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Translation {
    /// `d128`
    D128,
    /// `d128` or `tlbid`
    D128OrTlbid,
}

impl OperandList {
    /// Returns the name of the list among the tables.
    fn table_name(self) -> &'static str {
        match self {
            Self::AddressTranslation => "ATsList",
            Self::Barrier => "DBsList",
            Self::BarrierNxs => "DBnXSsList",
            Self::DataCache => "DCsList",
            Self::InterruptController => "GICTable",
            Self::InterruptControllerRead => "GICRTable",
            Self::InterruptControllerBarrier => "GSBTable",
            Self::InstructionCache => "ICsList",
            Self::InstructionBarrier => "ISBsList",
            Self::Plbi => "PLBITable",
            Self::Prefetch => "PRFMsList",
            Self::ProcessStateOf4Bits => "PStateImm0_15sList",
            Self::ProcessStateOf1Bit => "PStateImm0_1sList",
            Self::RangePrefetch => "RPRFMsList",
            Self::StreamingControl => "SVCRsList",
            Self::SvePattern => "SVEPREDPATsList",
            Self::SvePrefetch => "SVEPRFMsList",
            Self::SveVectorLength => "SVEVECLENSPECIFIERsList",
            Self::ThreadIndex => "TIndex",
            Self::Tlbi => "TLBITable",
            Self::Tlbip => "TLBIPTable",
        }
    }

    fn operand<'t>(self, table: &TableView<'t>, row: &TableRow<'t>) -> NamedOperand<'t> {
        let column = |name| table.column(name);
        let number = |name| column(name).map_or(0, |column| row.number(column)) as u16;
        let flag = |name| column(name).is_some_and(|column| row.flag(column));
        let register_use = column("RegUse").map_or("", |column| row.text(column));
        let required = column("Requires").or_else(|| column("RequiresStr"));
        NamedOperand {
            name: row.text(0),
            encoding: number("Encoding"),
            needs_register: match self {
                Self::AddressTranslation | Self::DataCache => true,
                _ => flag("NeedsReg") || register_use == "REG_REQUIRED",
            },
            may_take_register: register_use == "REG_OPTIONAL",
            translation: match self {
                Self::Tlbip if flag("AllowWithTLBID") => Some(Translation::D128OrTlbid),
                Self::Tlbip => Some(Translation::D128),
                _ => None,
            },
            required: required.map_or(&[], |column| row.features(column)),
        }
    }

    /// Returns the operand of a name in any case, be it available or not.
    pub fn named<'t>(self, tables: &Tables<'t>, name: &[u8]) -> Option<NamedOperand<'t>> {
        let table = tables.named_table(self.table_name())?;
        let row = table.row_named(std::str::from_utf8(name).ok()?)?;
        Some(self.operand(&table, &row))
    }

    /// Returns the operand that a number stands for, be it available or not.
    pub fn of_encoding<'t>(self, tables: &Tables<'t>, encoding: i64) -> Option<NamedOperand<'t>> {
        let table = tables.named_table(self.table_name())?;
        let column = table.column("Encoding")?;
        let row = table.rows().find(|row| row.number(column) == encoding)?;
        Some(self.operand(&table, &row))
    }
}

impl NamedOperand<'_> {
    /// Returns whether the operand is to be had with these features.
    pub fn is_available(&self, on: &FeatureSet, bits: &FeatureBits) -> bool {
        let is_translated = match self.translation {
            Some(Translation::D128) => bits.has_d128(on),
            Some(Translation::D128OrTlbid) => bits.has_d128(on) || bits.has_tlbid(on),
            None => true,
        };
        bits.has_all(on) || is_translated && hold(self.required, on)
    }
}

/// Returns whether all of these features are as required.
pub(super) fn hold(required: &[FeatureLiteral], on: &FeatureSet) -> bool {
    required.iter().all(|row| on.contains(row.bit) != (row.negated != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    const LISTS: [OperandList; 21] = [
        OperandList::AddressTranslation,
        OperandList::Barrier,
        OperandList::BarrierNxs,
        OperandList::DataCache,
        OperandList::InterruptController,
        OperandList::InterruptControllerRead,
        OperandList::InterruptControllerBarrier,
        OperandList::InstructionCache,
        OperandList::InstructionBarrier,
        OperandList::Plbi,
        OperandList::Prefetch,
        OperandList::ProcessStateOf4Bits,
        OperandList::ProcessStateOf1Bit,
        OperandList::RangePrefetch,
        OperandList::StreamingControl,
        OperandList::SvePattern,
        OperandList::SvePrefetch,
        OperandList::SveVectorLength,
        OperandList::ThreadIndex,
        OperandList::Tlbi,
        OperandList::Tlbip,
    ];

    #[test]
    fn each_operand_has_a_name_and_a_number_of_its_own() {
        let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
        let tables = &tables.tables();
        for list in LISTS {
            let table = tables.named_table(list.table_name()).unwrap();
            assert!(!table.is_empty(), "{list:?}");
            for row in table.rows() {
                let expected = list.operand(&table, &row);
                let named = list.named(tables, expected.name.to_uppercase().as_bytes()).unwrap();
                let numbered = list.of_encoding(tables, expected.encoding.into()).unwrap();
                assert_eq!(named.encoding, expected.encoding, "{list:?} {}", expected.name);
                assert_eq!(numbered.name, expected.name, "{list:?}");
            }
            assert!(list.named(tables, b"nothing").is_none());
            assert!(list.of_encoding(tables, -1).is_none());
        }
    }

    #[test]
    fn facts() {
        let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
        let tables = &tables.tables();
        let bits = FeatureBits::new(tables);
        let named = |list: OperandList, name: &str| list.named(tables, name.as_bytes()).unwrap();
        let off = FeatureSet::default();
        assert!(!named(OperandList::BarrierNxs, "oshnxs").is_available(&off, &bits));
        assert!(named(OperandList::Barrier, "ishst").is_available(&off, &bits));
        assert!(named(OperandList::InstructionCache, "ivau").needs_register);
        assert!(!named(OperandList::InstructionCache, "iallu").needs_register);
        assert!(named(OperandList::DataCache, "zva").needs_register);
        assert!(named(OperandList::Tlbi, "vmalle1os").may_take_register);
        assert!(named(OperandList::Tlbi, "vae1os").needs_register);
        assert!(!named(OperandList::Tlbi, "vmalle1").may_take_register);
        let mut with_tlbid = off;
        with_tlbid.insert(tables.feature_named("tlbid").unwrap().bit);
        assert!(named(OperandList::Tlbip, "vae1osnxs").is_available(&with_tlbid, &bits));
        assert!(!named(OperandList::Tlbip, "vae1osnxs").is_available(&off, &bits));
        assert!(!named(OperandList::Tlbip, "vae1nxs").is_available(&with_tlbid, &bits));
        let mut all = off;
        all.insert(tables.feature_named("all").unwrap().bit);
        assert!(named(OperandList::BarrierNxs, "oshnxs").is_available(&all, &bits));
    }
}
