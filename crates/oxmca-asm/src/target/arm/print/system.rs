//! Operands that are shown by name.

use super::Printing;
use crate::inst::Inst;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::print_method::Method;

/// Names of memory barriers by code; those without one are shown as numbers.
const BARRIERS: [&str; 16] = [
    "", "oshld", "oshst", "osh", "", "nshld", "nshst", "nsh", "", "ishld", "ishst", "ish", "",
    "ld", "st", "sy",
];

impl Printing<'_> {
    fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }

    /// Appends a number by its name.
    pub(super) fn print_system(&self, method: Method, value: i64, inst: &Inst, out: &mut String) {
        match method {
            Method::ByteOrder => out.push_str(if value != 0 { "be" } else { "le" }),
            Method::InterruptMode => out.push_str(match value {
                2 => "ie",
                // A number in its place counts as this, too.
                _ => "id",
            }),
            Method::InterruptFlags => {
                for (bit, letter) in [(4, 'a'), (2, 'i'), (1, 'f')] {
                    out.extend((value & bit != 0).then_some(letter));
                }
                out.push_str(if value == 0 { "none" } else { "" });
            }
            Method::StatusMask if self.has(Feature::MProfile) => {
                self.print_special(value, inst, out);
            }
            Method::StatusMask => self.print_status(value, out),
            Method::BankedRegister => {
                if let Some(name) = self.row_with("BankedRegsList", "Encoding", value) {
                    match name.strip_prefix("spsr").filter(|_| value & 0x20 != 0) {
                        Some(rest) => out.push_str(&format!("SPSR{rest}")),
                        None => out.push_str(name),
                    }
                }
            }
            Method::MemoryBarrier => {
                let name = usize::try_from(value).ok().and_then(|code| BARRIERS.get(code));
                let name = name.copied().unwrap_or_default();
                let is_named = !name.is_empty() && (!name.ends_with("ld") || self.has(Feature::V8));
                match is_named {
                    true => out.push_str(name),
                    false => out.push_str(&format!("#{value:#x}")),
                }
            }
            Method::InstructionBarrier => match value {
                15 => out.push_str("sy"),
                value => out.push_str(&format!("#{value:#x}")),
            },
            Method::TraceBarrier => out.push_str("csync"),
            _ => {}
        }
    }

    /// Returns the name in the first row of a table with a number in a column.
    fn row_with(&self, table: &str, column: &str, value: i64) -> Option<&str> {
        let table = self.arm.tables.named_table(table)?;
        let column = table.column(column)?;
        let row = table.rows().find(|row| row.number(column) == value)?;
        Some(row.text(0))
    }

    /// Appends a special register of the M profile.
    fn print_special(&self, value: i64, inst: &Inst, out: &mut String) {
        const TABLE: &str = "MClassSysRegsList";
        let number = value & 0xfff;
        let is_write = self.arm.tables.opcode_name(inst.opcode) == "t2MSR_M";
        // Masks of the flags that the DSP extension adds.
        let extended = || {
            let table = self.arm.tables.named_table(TABLE)?;
            let column = table.column("M1Encoding12")?;
            let row = table.rows().find(|row| row.number(column) == number)?;
            let of_dsp = row
                .features(table.column("Requires")?)
                .iter()
                .any(|literal| Some(literal.bit) == self.arm.feature_bits.bit(Feature::Dsp));
            of_dsp.then(|| row.text(0))
        };
        let name = (is_write && self.has(Feature::Dsp)).then(extended).flatten();
        let number = number & 0xff;
        let name = name
            .or_else(|| {
                // From version 7 on, a write of the flags names them.
                let names_flags = is_write && self.has(Feature::V7);
                let number = number | 1 << 9;
                names_flags.then(|| self.row_with(TABLE, "M2M3Encoding8", number)).flatten()
            })
            .or_else(|| self.row_with(TABLE, "M2M3Encoding8", number | 1 << 8));
        match name {
            Some(name) => out.push_str(name),
            None => out.push_str(&number.to_string()),
        }
    }

    /// Appends a status register with its fields.
    fn print_status(&self, value: i64, out: &mut String) {
        let fields = value & 15;
        match (value >> 4, fields) {
            (0, 4) => return out.push_str("APSR_g"),
            (0, 8) => return out.push_str("APSR_nzcvq"),
            (0, 12) => return out.push_str("APSR_nzcvqg"),
            (register, _) => out.push_str(if register == 0 { "CPSR" } else { "SPSR" }),
        }
        out.push_str(if fields == 0 { "" } else { "_" });
        for (bit, letter) in [(8, 'f'), (4, 's'), (2, 'x'), (1, 'c')] {
            out.extend((fields & bit != 0).then_some(letter));
        }
    }
}
