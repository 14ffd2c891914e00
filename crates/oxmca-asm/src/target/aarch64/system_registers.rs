//! System registers by name and by number.

use oxmca_tables::schema::FeatureLiteral;
use oxmca_tables::{FeatureSet, TableRow, TableView, Tables};

use super::feature_bits::FeatureBits;
use super::named_operands::hold;

/// A system register.
#[derive(Clone, Copy, Debug)]
pub struct SystemRegister<'t> {
    /// Its name as LLVM spells it.
    pub name: &'t str,
    /// The number that stands for it, of 16 bits: 2 of `op0`, 3 of `op1`, 4 of `CRn`, 4 of `CRm`, 3 of `op2`.
    pub encoding: u16,
    /// `mrs` may read it.
    pub is_readable: bool,
    /// `msr` may write it.
    pub is_writable: bool,
    /// Features that must be on.
    pub required: &'t [FeatureLiteral],
}

/// A direction of a move between general and system registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// `mrs`
    Read,
    /// `msr`
    Write,
}

/// The table of system registers, with its columns looked up.
#[derive(Clone, Copy)]
struct Columns<'t> {
    table: TableView<'t>,
    encoding: usize,
    readable: usize,
    writable: usize,
    required: usize,
}

impl<'t> Columns<'t> {
    fn new(tables: &Tables<'t>) -> Option<Self> {
        let table = tables.named_table("SysRegsList")?;
        Some(Self {
            table,
            encoding: table.column("Encoding")?,
            readable: table.column("Readable")?,
            writable: table.column("Writeable")?,
            required: table.column("Requires")?,
        })
    }

    fn register(&self, row: &TableRow<'t>) -> SystemRegister<'t> {
        SystemRegister {
            name: row.text(0),
            encoding: row.number(self.encoding) as u16,
            is_readable: row.flag(self.readable),
            is_writable: row.flag(self.writable),
            required: row.features(self.required),
        }
    }
}

impl<'t> SystemRegister<'t> {
    /// Returns the system register of a name in any case, be it available or not.
    pub fn named(tables: &Tables<'t>, name: &[u8]) -> Option<Self> {
        let columns = Columns::new(tables)?;
        let row = columns.table.row_named(std::str::from_utf8(name).ok()?)?;
        Some(columns.register(&row))
    }

    /// Returns whether there is such a register with these features.
    pub fn is_available(&self, on: &FeatureSet, bits: &FeatureBits) -> bool {
        bits.has_all(on) || hold(self.required, on)
    }

    /// Returns the number for `mrs` or `msr`; `None` if the register cannot be read or written.
    pub fn encoding_for(&self, access: Access) -> Option<u16> {
        let is_allowed = match access {
            Access::Read => self.is_readable,
            Access::Write => self.is_writable,
        };
        is_allowed.then_some(self.encoding)
    }
}

/// Registers that are shown by one of the names that their number has, whatever the features are.
const PREFERRED: [(&str, Option<Access>); 3] = [
    ("DBGDTRRX_EL0", Some(Access::Read)),
    ("DBGDTRTX_EL0", Some(Access::Write)),
    ("TRCEXTINSELR", None),
];

/// Returns the name that `mrs` or `msr` shows for a number; `None` if it has to be shown as
/// [`push_generic`] does.
pub fn shown_name<'t>(
    tables: &Tables<'t>,
    encoding: i64,
    access: Access,
    on: &FeatureSet,
    bits: &FeatureBits,
) -> Option<&'t str> {
    let columns = Columns::new(tables)?;
    let registers = || {
        let rows = columns.table.rows_with(columns.encoding, encoding);
        rows.map(|row| columns.register(&row))
    };
    let is_preferred = |name: &str| {
        PREFERRED.iter().any(|(known, only)| *known == name && only.is_none_or(|it| it == access))
    };
    let preferred = registers().find(|register| is_preferred(register.name));
    let is_allowed = |it: &SystemRegister<'_>| it.encoding_for(access).is_some();
    let available = || registers().find(|it| is_allowed(it) && it.is_available(on, bits));
    preferred.or_else(available).map(|register| register.name)
}

/// Returns the number of a register that is named by its fields: `S3_0_C1_C0_0`, in any case.
pub fn generic_encoding(name: &[u8]) -> Option<u16> {
    let rest = name.strip_prefix(b"S").or_else(|| name.strip_prefix(b"s"))?;
    let mut fields = rest.split(|byte| *byte == b'_');
    let mut next = |has_letter: bool, most: u16| {
        let field = fields.next()?;
        let digits = match has_letter {
            true => field.strip_prefix(b"C").or_else(|| field.strip_prefix(b"c"))?,
            false => field,
        };
        let is_plain = match digits {
            [digit] => digit.is_ascii_digit(),
            [b'1', digit] => digit.is_ascii_digit(),
            _ => false,
        };
        let value: u16 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        (is_plain && value <= most).then_some(value)
    };
    let (op0, op1) = (next(false, 3)?, next(false, 7)?);
    let (crn, crm) = (next(true, 15)?, next(true, 15)?);
    let op2 = next(false, 7)?;
    fields.next().is_none().then_some(op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2)
}

/// Appends the name of a register by its fields.
pub fn push_generic(encoding: u16, out: &mut String) {
    let field = |from: u32, bits: u32| encoding >> from & ((1 << bits) - 1);
    let (op0, op1, crn, crm, op2) =
        (field(14, 2), field(11, 3), field(7, 4), field(3, 4), field(0, 3));
    out.push_str(&format!("S{op0}_{op1}_C{crn}_C{crm}_{op2}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    #[test]
    fn names_by_fields() {
        for encoding in 0..=u16::MAX {
            let mut name = String::new();
            push_generic(encoding, &mut name);
            assert_eq!(generic_encoding(name.as_bytes()), Some(encoding), "{name}");
        }
        assert_eq!(generic_encoding(b"s3_0_c15_c0_7"), Some(0xc787));
        for name in [
            "S4_0_C1_C0_0",
            "S3_8_C1_C0_0",
            "S3_0_C16_C0_0",
            "S3_0_C01_C0_0",
            "S3_0_1_C0_0",
            "S3_0_C1_C0_8",
            "S3_0_C1_C0",
            "S3_0_C1_C0_0_0",
            "S+3_0_C1_C0_0",
            "S",
            "",
        ] {
            assert_eq!(generic_encoding(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn shown_names() {
        let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
        let tables = &tables.tables();
        let bits = FeatureBits::new(tables);
        let off = FeatureSet::default();
        let mut all = off;
        all.insert(tables.feature_named("all").unwrap().bit);
        let shown = |name: &str, access, on: &FeatureSet| {
            let register = SystemRegister::named(tables, name.as_bytes()).unwrap();
            shown_name(tables, register.encoding.into(), access, on, &bits)
        };
        assert_eq!(shown("midr_el1", Access::Read, &off), Some("MIDR_EL1"));
        assert_eq!(shown("midr_el1", Access::Write, &off), None, "it cannot be written");
        assert_eq!(shown("dbgdtrtx_el0", Access::Read, &off), Some("DBGDTRRX_EL0"));
        assert_eq!(shown("dbgdtrrx_el0", Access::Write, &off), Some("DBGDTRTX_EL0"));
        assert_eq!(shown("trcextinselr", Access::Read, &off), Some("TRCEXTINSELR"));
        assert_eq!(shown("allint", Access::Read, &off), None, "a feature is off");
        assert_eq!(shown("allint", Access::Read, &all), Some("ALLINT"));
        assert_eq!(shown_name(tables, 0, Access::Read, &all, &bits), None);
    }
}
