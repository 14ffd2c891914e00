//! Constants: the ranges that the tables say, and those that depend on the width of registers.

use oxmca_tables::Tables;
use oxmca_tables::schema::ImmediateRange;

use super::capability_length;

/// Returns whether a value is an unsigned number of `bits` bits.
pub const fn is_unsigned(value: i64, bits: u32) -> bool {
    bits >= 64 || (value as u64) >> bits == 0
}

/// Returns whether a value is a signed number of `bits` bits.
pub const fn is_signed(value: i64, bits: u32) -> bool {
    value << (64 - bits) >> (64 - bits) == value
}

/// Returns the value of a constant: with 32-bit registers, unsigned numbers of 32 bits may be written for
/// signed ones.
pub const fn as_signed(value: i64, is_64_bit: bool) -> i64 {
    if !is_64_bit && is_unsigned(value, 32) { value as i32 as i64 } else { value }
}

/// A rule that a constant keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImmediateRule {
    /// A number in a range. If that has negative numbers, these may be written as unsigned ones.
    Within(ImmediateRange),
    /// A number in a range, as it is written.
    AsWritten(ImmediateRange),
    /// A number for shifting a register: less than its width.
    ShiftDistance { may_be_zero: bool },
    /// The width of registers in bits.
    RegisterWidth,
    /// The length of a capability's bounds.
    CapabilityLength,
}

impl ImmediateRule {
    /// Returns the rule of a predicate to which the tables give a range, empty if they have none.
    pub fn named(name: &str, range: ImmediateRange) -> Option<Self> {
        match name {
            "isUImmLog2XLen" => Some(Self::ShiftDistance { may_be_zero: true }),
            "isUImmLog2XLenNonZero" => Some(Self::ShiftDistance { may_be_zero: false }),
            "isUImm7EqXLen" => Some(Self::RegisterWidth),
            "isYBNDSWImm" => Some(Self::CapabilityLength),
            "isImm5Zibi" => Some(Self::AsWritten(range)),
            _ => (!range.is_empty()).then_some(Self::Within(range)),
        }
    }

    /// Returns whether a constant keeps the rule.
    pub fn holds(self, tables: &Tables<'_>, value: i64, is_64_bit: bool) -> bool {
        match self {
            Self::Within(range) if tables.least_in_range(range) < 0 => {
                tables.is_in_range(range, as_signed(value, is_64_bit))
            }
            Self::Within(range) | Self::AsWritten(range) => tables.is_in_range(range, value),
            Self::ShiftDistance { may_be_zero } => {
                let bits = if is_64_bit { 6 } else { 5 };
                is_unsigned(value, bits) && (may_be_zero || value != 0)
            }
            Self::RegisterWidth => value == if is_64_bit { 64 } else { 32 },
            Self::CapabilityLength => capability_length::code_of(value).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_numbers_of_32_bits_stand_for_signed_ones_with_32_bit_registers() {
        let tables = Tables::embedded("riscv").unwrap();
        let rule = |class: &str| {
            let row = tables.match_classes.iter().find(|row| tables.text(row.name) == class);
            let row = row.unwrap();
            ImmediateRule::named(tables.text(row.text), row.range).unwrap()
        };
        let holds = |class, value, is_64_bit| rule(class).holds(&tables, value, is_64_bit);
        assert!(holds("SImm12", 0xffff_ffff, false));
        assert!(!holds("SImm12", 0xffff_ffff, true));
        assert!(holds("SImm12", -2048, true) && !holds("SImm12", -2049, true));
        assert!(!holds("SImm12", 2048, false));
        assert!(holds("UImm64", -1, true) && !holds("UImm48", -1, true));
        let aligned = |value| holds("SImm10Lsb0000NonZero", value, true);
        assert!(aligned(-512) && !aligned(8) && !aligned(0));
        assert!(holds("UImmLog2XLen", 63, true) && !holds("UImmLog2XLen", 32, false));
        assert!(holds("Imm5Zibi", -1, false) && !holds("Imm5Zibi", 0xffff_ffff, false));
    }
}
