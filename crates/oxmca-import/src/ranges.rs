//! The ranges of constants that operand classes hold, as the names of their predicates say them.
//!
//! LLVM's dumps name predicates and do not say what they test. Most names follow a few conventions, which are read here;
//! a target's [`OperandFacts`](super::operand_facts::OperandFacts) have the others.

use std::fmt;

/// A set of constants: the multiples of `step` in some intervals, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub intervals: Vec<(i64, i64)>,
    pub step: i64,
}

impl Range {
    /// Returns the multiples of a number from one of them to another.
    fn of(least: i64, most: i64, step: i64) -> Range {
        Range { intervals: vec![(least, most)], step }
    }

    /// Returns the multiples of `step` that have `bits` bits beside a factor of `scale`, with a sign.
    fn signed(bits: u32, scale: i64, step: i64) -> Option<Range> {
        let half = 1_i64.checked_shl(bits.checked_sub(1)?)?;
        Some(Range::of(-half * scale, half * scale - step, step))
    }

    /// Returns the same without a sign.
    fn unsigned(bits: u32, scale: i64, step: i64) -> Option<Range> {
        match bits {
            0..=62 => Some(Range::of(0, (1 << bits) * scale - step, step)),
            // A constant has no more bits.
            64 => Some(Range::of(i64::MIN, i64::MAX, step)),
            _ => None,
        }
    }

    /// Returns the range without 0.
    fn without_zero(self) -> Range {
        let step = self.step;
        let parts = self
            .intervals
            .into_iter()
            .flat_map(|(least, most)| [(least, most.min(-step)), (least.max(step), most)]);
        Range { intervals: parts.filter(|(least, most)| least <= most).collect(), step }
    }

    /// Returns the range without the numbers of another, which all are between two of its own. `None` if they are not.
    pub fn without(self, other: &Range) -> Option<Range> {
        let [(mut least, most)] = self.intervals[..] else { return None };
        let step = usize::try_from(other.step).ok().filter(|step| *step > 1)?;
        let mut intervals = Vec::new();
        for left_out in
            other.intervals.iter().flat_map(|(first, last)| (*first..=*last).step_by(step))
        {
            if left_out <= least || left_out >= most {
                return None;
            }
            intervals.push((least, left_out - 1));
            least = left_out + 1;
        }
        intervals.push((least, most));
        Some(Range { intervals, step: self.step })
    }

    /// Reads `LEAST..MOST|...` with numbers for intervals of one.
    pub fn parse(text: &str, step: i64) -> Option<Range> {
        let interval = |part: &str| {
            let (least, most) = part.split_once("..").unwrap_or((part, part));
            Some((least.parse().ok()?, most.parse().ok()?))
        };
        let intervals = text.split('|').map(interval).collect::<Option<Vec<_>>>()?;
        Some(Range { intervals, step })
    }

    /// Returns the least of the constants.
    pub fn least(&self) -> i64 {
        self.intervals.first().map_or(0, |it| it.0)
    }

    /// Returns the greatest of the constants.
    pub fn most(&self) -> i64 {
        self.intervals.last().map_or(0, |it| it.1)
    }
}

impl fmt::Display for Range {
    /// Returns the intervals as `operand-classes.tbl` has them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (least, most)) in self.intervals.iter().enumerate() {
            f.write_str(if index > 0 { "|" } else { "" })?;
            match least == most {
                true => write!(f, "{least}")?,
                false => write!(f, "{least}..{most}")?,
            }
        }
        Ok(())
    }
}

/// Returns the range that the name of a predicate says; `None` if it says none.
pub fn of_predicate(method: &str) -> Option<Range> {
    let (name, arguments) = method.split_once('<').unwrap_or((method, ""));
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments).split(',');
    let arguments: Option<Vec<i64>> =
        arguments.filter(|it| !it.is_empty()).map(|it| it.parse().ok()).collect();
    let arguments = arguments?;
    let bits = arguments.first().and_then(|it| u32::try_from(*it).ok());
    match (name, arguments.as_slice()) {
        (_, []) => of_words(name, None),
        ("isImmInRange" | "isVectorIndex", [least, most]) => Some(Range::of(*least, *most, 1)),
        ("isSImmScaled", [_, scale]) => Range::signed(bits?, *scale, *scale),
        ("isUImmScaled", [_, scale]) => Range::unsigned(bits?, *scale, *scale),
        (_, [_]) => of_words(name, bits),
        _ => None,
    }
}

/// Reads `isUImm6`, `isUImm10Lsb00NonZero`, `isSImm<6>` and `isBareSimmNLsb0<13>`: a sign, a width, zeros at the end, and
/// whether 0 is left out. `bits` is a width that stands apart.
fn of_words(name: &str, bits: Option<u32>) -> Option<Range> {
    let name = name.strip_prefix("is")?.to_ascii_lowercase();
    let name = name.strip_prefix("bare").unwrap_or(&name);
    let (is_signed, rest) = match name.split_at_checked(4)? {
        ("uimm", rest) => (false, rest),
        ("simm", rest) => (true, rest),
        _ => return None,
    };
    let (bits, rest) = match bits {
        Some(bits) => (bits, rest.strip_prefix('n').unwrap_or(rest)),
        None => {
            let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
            let (bits, rest) = rest.split_at(digits);
            (bits.parse().ok()?, rest)
        }
    };
    let without_zero = rest.strip_suffix("nonzero");
    let rest = without_zero.unwrap_or(rest);
    let zeros = match rest.strip_prefix("lsb") {
        Some(zeros) if zeros.bytes().all(|it| it == b'0') => zeros.len(),
        None if rest.is_empty() => 0,
        _ => return None,
    };
    let range = match is_signed {
        true => Range::signed(bits, 1, 1 << zeros),
        false => Range::unsigned(bits, 1, 1 << zeros),
    }?;
    Some(if without_zero.is_some() { range.without_zero() } else { range })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_ranges() {
        let text = |name| of_predicate(name).map(|it| format!("{it} {}", it.step));
        for (name, range) in [
            ("isUImm5", "0..31 1"),
            ("isUImm64", "-9223372036854775808..9223372036854775807 1"),
            ("isUImm10Lsb00NonZero", "4..1020 4"),
            ("isSImm12Lsb00000", "-2048..2016 32"),
            ("isSImm6NonZero", "-32..-1|1..31 1"),
            ("isSImm10Lsb0000NonZero", "-512..-16|16..496 16"),
            ("isBareSimmNLsb0<13>", "-4096..4094 2"),
            ("isBareSimmN<32>", "-2147483648..2147483647 1"),
            ("isSImm<9>", "-256..255 1"),
            ("isSImmScaled<7,8>", "-512..504 8"),
            ("isUImmScaled<6,2>", "0..126 2"),
            ("isImmInRange<1,16>", "1..16 1"),
        ] {
            assert_eq!(text(name).as_deref(), Some(range), "{name}");
        }
        for name in ["isGPR", "isUImmX", "isUImm5Odd", "isUImmScaled<0,2,1,true>", "isImm", "is"] {
            assert_eq!(text(name), None, "{name}");
        }
    }
}
