//! Rules for constants, as the names of LLVM's predicates say them.

/// A rule that a constant keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImmediateRule {
    /// An unsigned number of `bits` bits, of which the lowest `zeros` are zero.
    Unsigned { bits: u32, zeros: u32, may_be_zero: bool },
    /// A signed number of `bits` bits, of which the lowest `zeros` are zero. With 32-bit registers, an
    /// unsigned number of 32 bits stands for the signed one with the same bits.
    Signed { bits: u32, zeros: u32, may_be_zero: bool },
    /// A number of `bits` bits, with a sign or without.
    SignedOrUnsigned { bits: u32 },
    /// A number between these two, which may be negative as with `Signed`.
    Range { least: i64, most: i64 },
    /// A number for shifting a register: less than its width.
    ShiftDistance { may_be_zero: bool },
    /// The constant of `c.lui`: a signed number of 6 bits but 0, of which the negative ones are written as
    /// unsigned numbers of 20 bits.
    UpperCompressed,
    /// -1, or an unsigned number of 5 bits but 0.
    Unsigned5OrMinusOne,
    /// One of the numbers that `qc.` shifts and bit-field instructions have a code for.
    ShortList,
}

/// Returns whether a value is an unsigned number of so many bits.
pub const fn is_unsigned(value: i64, bits: u32) -> bool {
    bits >= 64 || (value as u64) >> bits == 0
}

/// Returns whether a value is a signed number of so many bits.
pub const fn is_signed(value: i64, bits: u32) -> bool {
    value << (64 - bits) >> (64 - bits) == value
}

/// The value of a constant: with 32-bit registers, unsigned numbers of 32 bits may be written for signed ones.
pub const fn as_signed(value: i64, is_64_bit: bool) -> i64 {
    if !is_64_bit && is_unsigned(value, 32) { value as i32 as i64 } else { value }
}

impl ImmediateRule {
    /// The rule that a name says after `isUImm` or `isSImm`: `6`, `10Lsb00NonZero`, `5Plus1`. Names of
    /// operand types say it in lower case and with underscores: `uimm10_lsb00nonzero`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("is").unwrap_or(name);
        let name: String = name.chars().filter(|it| *it != '_').collect();
        let name = name.to_ascii_lowercase();
        let (is_signed, rest) = if let Some(rest) = name.strip_prefix("uimm") {
            (false, rest)
        } else if let Some(rest) = name.strip_prefix("simm") {
            (true, rest)
        } else {
            return Self::special(&name);
        };
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (bits, rest) = rest.split_at(digits);
        let Ok(bits) = bits.parse() else { return Self::special(&name) };
        let (may_be_zero, rest) = match rest.strip_suffix("nonzero") {
            Some(rest) => (false, rest),
            None => (true, rest),
        };
        let zeros = match rest.strip_prefix("lsb") {
            Some(zeros) if zeros.bytes().all(|it| it == b'0') => zeros.len() as u32,
            None if rest.is_empty() => 0,
            _ => return Self::special(&name),
        };
        Some(match is_signed {
            true => Self::Signed { bits, zeros, may_be_zero },
            false => Self::Unsigned { bits, zeros, may_be_zero },
        })
    }

    /// The rules whose names say no width and alignment.
    fn special(name: &str) -> Option<Self> {
        let range = |least, most| Some(Self::Range { least, most });
        match name {
            "uimmlog2xlen" => Some(Self::ShiftDistance { may_be_zero: true }),
            "uimmlog2xlennonzero" => Some(Self::ShiftDistance { may_be_zero: false }),
            "cluiimm" => Some(Self::UpperCompressed),
            "imm5zibi" => Some(Self::Unsigned5OrMinusOne),
            "uimm5slist" => Some(Self::ShortList),
            "simm8unsigned" => Some(Self::SignedOrUnsigned { bits: 8 }),
            "simm10unsigned" => Some(Self::SignedOrUnsigned { bits: 10 }),
            "simm5plus1" => range(-15, 16),
            "uimm5plus1" => range(1, 32),
            "uimm5ge6plus1" => range(6, 32),
            "uimm5gt3" => range(4, 31),
            "uimm8ge32" => range(32, 255),
            "rnumarg" => range(0, 10),
            "immzero" => range(0, 0),
            "immthree" => range(3, 3),
            "immfour" => range(4, 4),
            _ => None,
        }
    }

    /// Returns whether a constant keeps the rule.
    pub fn holds(self, value: i64, is_64_bit: bool) -> bool {
        let signed = as_signed(value, is_64_bit);
        let has_zeros = |zeros: u32| value.trailing_zeros() >= zeros;
        match self {
            Self::Unsigned { bits, zeros, may_be_zero } => {
                is_unsigned(value, bits) && has_zeros(zeros) && (may_be_zero || value != 0)
            }
            Self::Signed { bits, zeros, may_be_zero } => {
                is_signed(signed, bits) && has_zeros(zeros) && (may_be_zero || value != 0)
            }
            Self::SignedOrUnsigned { bits } => is_signed(signed, bits) || is_unsigned(value, bits),
            Self::Range { least, most } => {
                let value = if least < 0 { signed } else { value };
                (least..=most).contains(&value)
            }
            Self::ShiftDistance { may_be_zero } => {
                let bits = if is_64_bit { 6 } else { 5 };
                is_unsigned(value, bits) && (may_be_zero || value != 0)
            }
            Self::UpperCompressed => {
                (1..32).contains(&value) || (0xf_ffe0..=0xf_ffff).contains(&value)
            }
            Self::Unsigned5OrMinusOne => value == -1 || (1..32).contains(&value),
            Self::ShortList => matches!(value, 0 | 1 | 2 | 4 | 8 | 15 | 16 | 31),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ImmediateRule::{Range, ShiftDistance, Signed, Unsigned};
    use super::*;

    #[test]
    fn names_say_rules() {
        let rules = [
            ("isUImm5", Unsigned { bits: 5, zeros: 0, may_be_zero: true }),
            ("isUImm10Lsb00NonZero", Unsigned { bits: 10, zeros: 2, may_be_zero: false }),
            ("uimm10_lsb00nonzero", Unsigned { bits: 10, zeros: 2, may_be_zero: false }),
            ("isSImm12Lsb00000", Signed { bits: 12, zeros: 5, may_be_zero: true }),
            ("simm6nonzero", Signed { bits: 6, zeros: 0, may_be_zero: false }),
            ("isUImm5GE6Plus1", Range { least: 6, most: 32 }),
            ("uimm5ge6_plus1", Range { least: 6, most: 32 }),
            ("isUImmLog2XLenNonZero", ShiftDistance { may_be_zero: false }),
            ("c_lui_imm", ImmediateRule::UpperCompressed),
        ];
        for (name, rule) in rules {
            assert_eq!(ImmediateRule::named(name), Some(rule), "{name}");
        }
        for name in ["isGPR", "isUImmX", "isUImm5Odd", ""] {
            assert_eq!(ImmediateRule::named(name), None, "{name}");
        }
    }

    #[test]
    fn unsigned_numbers_of_32_bits_stand_for_signed_ones_with_32_bit_registers() {
        let rule = ImmediateRule::named("isSImm12").unwrap();
        assert!(rule.holds(0xffff_ffff, false));
        assert!(!rule.holds(0xffff_ffff, true));
        assert!(rule.holds(-2048, true) && !rule.holds(-2049, true) && !rule.holds(2048, false));
        assert!(ImmediateRule::named("isUImm64").unwrap().holds(-1, true));
        assert!(!ImmediateRule::named("isUImm48").unwrap().holds(-1, true));
        let aligned = ImmediateRule::named("isSImm10Lsb0000NonZero").unwrap();
        assert!(aligned.holds(-512, true) && !aligned.holds(8, true) && !aligned.holds(0, true));
    }
}
