//! Control and status registers: names, numbers, and the features that they need.

use oxmca_tables::schema::FeatureLiteral;
use oxmca_tables::{FeatureSet, TableRow, TableView, Tables};
use smallvec::SmallVec;

use super::target::RiscV;

/// The table of registers, with the columns that are asked for.
#[derive(Clone, Copy, Debug)]
struct SystemRegisters<'t> {
    table: TableView<'t>,
    encoding: usize,
    required: usize,
    is_for_32_bits: usize,
    is_other_name: usize,
    is_deprecated: usize,
}

/// A control and status register under one of its names.
#[derive(Clone, Copy, Debug)]
pub struct SystemRegister<'t> {
    pub name: &'t str,
    pub encoding: u16,
    is_other_name: bool,
    is_deprecated: bool,
    is_for_32_bits: bool,
    required: &'t [FeatureLiteral],
}

impl<'t> SystemRegisters<'t> {
    fn new(tables: &Tables<'t>) -> Option<Self> {
        let table = tables.named_table("SysRegsList")?;
        Some(Self {
            table,
            encoding: table.column("Encoding")?,
            required: table.column("FeaturesRequired")?,
            is_for_32_bits: table.column("isRV32Only")?,
            is_other_name: table.column("isAltName")?,
            is_deprecated: table.column("isDeprecatedName")?,
        })
    }

    fn register(&self, row: &TableRow<'t>) -> SystemRegister<'t> {
        SystemRegister {
            name: row.text(0),
            encoding: row.number(self.encoding) as u16,
            is_other_name: row.flag(self.is_other_name),
            is_deprecated: row.flag(self.is_deprecated),
            is_for_32_bits: row.flag(self.is_for_32_bits),
            required: row.features(self.required),
        }
    }

    /// Returns the registers of a number under the names that are not old or second ones.
    fn of_encoding(self, encoding: i64) -> impl Iterator<Item = SystemRegister<'t>> {
        let rows = self.table.rows_with(self.encoding, encoding);
        let registers: SmallVec<[_; 4]> = rows.map(|row| self.register(&row)).collect();
        registers.into_iter().filter(|it| !it.is_other_name && !it.is_deprecated)
    }
}

impl<'t> RiscV<'t> {
    /// Returns the control and status register of a name, in whatever case.
    pub(super) fn system_register_named(&self, name: &[u8]) -> Option<SystemRegister<'t>> {
        let registers = SystemRegisters::new(&self.tables)?;
        let row = registers.table.row_named(std::str::from_utf8(name).ok()?)?;
        Some(registers.register(&row))
    }

    /// Returns the name that is shown for a control and status register with these features.
    pub(super) fn system_register_name(&self, encoding: i64, on: &FeatureSet) -> Option<&'t str> {
        let registers = SystemRegisters::new(&self.tables)?;
        let found = registers.of_encoding(encoding).find(|it| self.is_available(it, on));
        found.map(|register| register.name)
    }

    /// Returns the names to be used in place of a deprecated one.
    pub(super) fn current_names(
        &self,
        deprecated: &SystemRegister<'t>,
    ) -> impl Iterator<Item = &'t str> + use<'t> {
        let encoding = deprecated.encoding.into();
        let registers = SystemRegisters::new(&self.tables).filter(|_| deprecated.is_deprecated);
        let found = registers.into_iter().flat_map(move |it| it.of_encoding(encoding));
        found.map(|register| register.name)
    }

    fn is_available(&self, register: &SystemRegister<'_>, on: &FeatureSet) -> bool {
        let is_64_bit = on.contains(self.feature_bits.is_64_bit);
        let has = |bit: u16| on.contains(bit);
        !(register.is_for_32_bits && is_64_bit)
            && register.required.iter().all(|row| has(row.bit) != (row.negated != 0))
    }

    /// Returns the message about a register that does not exist with these features.
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
}
