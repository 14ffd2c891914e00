//! Values as sums of unknowns.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use oxmca_asm::target::hardware::Operation;
use oxmca_tables::Reg;

/// Most unknowns of a sum. The sum of more is an unknown of its own.
const MAX_TERMS: usize = 6;

/// An unknown number. Equal ones are equal numbers; nothing is known of different ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Unknown(u32);

impl Unknown {
    /// The number of granules of a vector, where it is not known.
    const GRANULES: Unknown = Unknown(0);
}

/// A number that the length of vectors may decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Scaled {
    pub(super) constant: i64,
    /// The addend for each granule of a vector.
    pub(super) granules: i64,
}

impl Scaled {
    pub(super) fn is_zero(self) -> bool {
        self == Scaled::default()
    }

    pub(super) fn minus(self, other: Scaled) -> Scaled {
        Scaled {
            constant: self.constant.wrapping_sub(other.constant),
            granules: self.granules.wrapping_sub(other.granules),
        }
    }

    /// Returns the number that is multiplied by the granules of a vector or, if there are none, the constant; `None` of a
    /// sum of both.
    pub(super) fn pure(self) -> Option<(i64, bool)> {
        match (self.constant, self.granules) {
            (constant, 0) => Some((constant, false)),
            (0, granules) => Some((granules, true)),
            _ => None,
        }
    }
}

/// A constant and multiples of unknowns. Numbers are taken never to overflow, as compilers take them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Linear {
    /// Each unknown once, in order, with a factor that is not 0.
    terms: SmallVec<[(Unknown, i64); 2]>,
    constant: i64,
}

impl Linear {
    pub(super) fn constant(constant: i64) -> Linear {
        Linear { terms: SmallVec::new(), constant }
    }

    fn unknown(unknown: Unknown) -> Linear {
        Linear { terms: SmallVec::from_slice(&[(unknown, 1)]), constant: 0 }
    }

    /// Returns a multiple of the granules of a vector, whose number is not known.
    pub(super) fn granules(factor: i64) -> Linear {
        let mut terms = SmallVec::new();
        if factor != 0 {
            terms.push((Unknown::GRANULES, factor));
        }
        Linear { terms, constant: 0 }
    }

    /// Returns the constant and the multiple of the granules of a vector.
    fn offset(&self) -> Scaled {
        let first = self.terms.first().filter(|it| it.0 == Unknown::GRANULES);
        Scaled { constant: self.constant, granules: first.map_or(0, |it| it.1) }
    }

    /// Returns the unknowns but for the granules of a vector.
    fn others(&self) -> &[(Unknown, i64)] {
        match self.terms.split_first() {
            Some(((Unknown::GRANULES, _), others)) => others,
            _ => &self.terms,
        }
    }

    /// Returns whether the length of vectors decides a part of it.
    pub(super) fn has_granules(&self) -> bool {
        self.others().len() < self.terms.len()
    }

    /// Returns how much more it is than another number that has the same unknowns but for the granules of a vector.
    pub(super) fn difference(&self, other: &Linear) -> Option<Scaled> {
        (self.others() == other.others()).then(|| self.offset().minus(other.offset()))
    }

    /// Returns the number without the granules of a vector, and without its constant unless that is to stay.
    pub(super) fn base(&self, keeps_constant: bool) -> Linear {
        let constant = if keeps_constant { self.constant } else { 0 };
        Linear { terms: SmallVec::from_slice(self.others()), constant }
    }

    /// Returns the number shifted to the right, if that leaves nothing over of any part of it.
    fn shifted_right(&self, count: i64) -> Option<Linear> {
        let divisor = u32::try_from(count).ok().and_then(|count| 1_i64.checked_shl(count))?;
        let is_whole = |it: i64| divisor > 0 && it % divisor == 0;
        if !is_whole(self.constant) || !self.terms.iter().all(|it| is_whole(it.1)) {
            return None;
        }
        let terms = self.terms.iter().map(|(unknown, factor)| (*unknown, factor / divisor));
        Some(Linear { terms: terms.collect(), constant: self.constant / divisor })
    }

    /// Returns the number, if it is known.
    pub(super) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns how much more it is than another number that has the same unknowns.
    pub(super) fn minus(&self, other: &Linear) -> Option<i64> {
        (self.terms == other.terms).then(|| self.constant.wrapping_sub(other.constant))
    }

    pub(super) fn plus_constant(mut self, constant: i64) -> Linear {
        self.constant = self.constant.wrapping_add(constant);
        self
    }

    fn times(&self, factor: i64) -> Linear {
        let terms = self.terms.iter().map(|(unknown, it)| (*unknown, it.wrapping_mul(factor)));
        let terms = terms.filter(|it| it.1 != 0).collect();
        Linear { terms, constant: self.constant.wrapping_mul(factor) }
    }

    /// Returns the sum with a multiple of another; `None` if it has too many unknowns.
    fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let other = other.times(factor);
        let mut sum = self.clone().plus_constant(other.constant);
        for (unknown, factor) in other.terms {
            match sum.terms.binary_search_by_key(&unknown, |it| it.0) {
                Ok(at) => {
                    sum.terms[at].1 = sum.terms[at].1.wrapping_add(factor);
                    if sum.terms[at].1 == 0 {
                        sum.terms.remove(at);
                    }
                }
                Err(at) => sum.terms.insert(at, (unknown, factor)),
            }
        }
        (sum.terms.len() <= MAX_TERMS).then_some(sum)
    }
}

/// The origin of an unknown that can come up again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    /// A register before the first iteration.
    Register(Reg),
    /// A name in the text.
    Name(u64),
    /// The address of the code.
    Code,
    /// Memory before the first iteration: its address and how many bytes.
    Memory(Linear, u16),
    /// The result of an operation on values, of which the second can be missing.
    Result(Operation, Linear, Option<Linear>, u8),
    /// The sum of one value and a multiple of another.
    Sum(Linear, Linear, i64),
}

/// The unknowns of a loop.
#[derive(Debug, Default)]
pub(super) struct Unknowns {
    known: FxHashMap<Source, Unknown>,
    count: u32,
}

impl Unknowns {
    /// Returns an unknown that is not known before.
    pub(super) fn fresh(&mut self) -> Linear {
        self.count += 1;
        Linear::unknown(Unknown(self.count))
    }

    /// Returns the same unknown for the same source.
    pub(super) fn of(&mut self, source: Source) -> Linear {
        let next = Unknown(self.count + 1);
        let unknown = *self.known.entry(source).or_insert(next);
        self.count = self.count.max(unknown.0);
        Linear::unknown(unknown)
    }

    /// Returns whether a number follows from registers before the loop and from names, and from nothing in memory.
    pub(super) fn follow_from_registers(&self, number: &Linear) -> bool {
        number.others().iter().all(|(unknown, _)| {
            let source = self.known.iter().find(|it| it.1 == unknown).map(|it| it.0);
            source.is_some_and(|source| match source {
                Source::Register(_) | Source::Name(_) | Source::Code => true,
                Source::Memory(..) => false,
                Source::Result(_, one, two, _) => {
                    let mut both = [Some(one), two.as_ref()].into_iter().flatten();
                    both.all(|it| self.follow_from_registers(it))
                }
                Source::Sum(one, two, _) => {
                    self.follow_from_registers(one) && self.follow_from_registers(two)
                }
            })
        })
    }

    /// Returns the sum of a value and a multiple of another.
    pub(super) fn sum(&mut self, one: &Linear, two: &Linear, factor: i64) -> Linear {
        match one.plus(two, factor) {
            Some(sum) => sum,
            None => self.of(Source::Sum(one.clone(), two.clone(), factor)),
        }
    }

    /// Returns the result of an operation. Changes of width keep a value, since compilers widen indices that do not overflow.
    pub(super) fn result(
        &mut self,
        operation: Operation,
        one: Linear,
        two: Option<Linear>,
        bits: u8,
    ) -> Linear {
        let known = |it: &Option<Linear>| it.as_ref().and_then(Linear::known);
        match (operation, &two) {
            (Operation::Copy | Operation::SignExtend(_), _) => return one,
            (Operation::Add, Some(two)) => return self.sum(&one, two, 1),
            (Operation::Subtract, Some(two)) => return self.sum(&one, two, -1),
            (Operation::Xor, Some(two)) if one == *two => return Linear::constant(0),
            (Operation::And | Operation::Or, Some(two)) if one == *two => return one,
            (Operation::Negate, _) => return one.times(-1),
            (Operation::Not, _) => return one.times(-1).plus_constant(-1),
            (Operation::ShiftLeft { .. }, _) => {
                if let Some(count @ 0..=62) = known(&two) {
                    return one.times(1 << count);
                }
            }
            // An index that is made wider, and lengths of vectors.
            (Operation::ShiftRight { .. } | Operation::ShiftRightArithmetic { .. }, _)
                if bits >= 32 =>
            {
                if let Some(shifted) = known(&two).and_then(|count| one.shifted_right(count)) {
                    return shifted;
                }
            }
            (Operation::Multiply, Some(other)) => {
                if let Some(factor) = other.known() {
                    return one.times(factor);
                }
                if let Some(factor) = one.known() {
                    return other.times(factor);
                }
            }
            _ => {}
        }
        self.of(Source::Result(operation, one, two, bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_what_is_known() {
        let mut unknowns = Unknowns::default();
        let base = unknowns.of(Source::Code);
        let index = unknowns.fresh();
        let one = unknowns.sum(&base, &index, 8).plus_constant(16);
        let next = unknowns.sum(&base, &index.clone().plus_constant(2), 8).plus_constant(16);
        assert_eq!(next.minus(&one), Some(16));
        assert_eq!(unknowns.sum(&one, &index, -8).minus(&base), Some(16));
        assert_eq!(one.minus(&base), None);
        assert_eq!(unknowns.of(Source::Code), base);
    }

    #[test]
    fn the_length_of_vectors_is_an_unknown_of_its_own() {
        let mut unknowns = Unknowns::default();
        let base = unknowns.of(Source::Code);
        let one = unknowns.sum(&base, &Linear::granules(4), 4).plus_constant(8);
        assert_eq!(one.difference(&base), Some(Scaled { constant: 8, granules: 16 }));
        assert_eq!(
            (one.minus(&base), one.has_granules(), base.has_granules()),
            (None, true, false)
        );
        assert_eq!(
            (one.base(false), one.base(true)),
            (base.clone(), base.clone().plus_constant(8))
        );
        assert_eq!(one.difference(&Linear::constant(0)), None);
        let shift = Operation::ShiftRight { count_bits: 6 };
        let shifted = |unknowns: &mut Unknowns, value: Linear, count| {
            let shifted = unknowns.result(shift, value, Some(Linear::constant(count)), 64);
            shifted.difference(&Linear::constant(0))
        };
        let two = Some(Scaled { constant: 0, granules: 2 });
        assert_eq!(shifted(&mut unknowns, Linear::granules(16), 3), two);
        assert_eq!(shifted(&mut unknowns, Linear::granules(16), 5), None);
    }

    #[test]
    fn operations_on_equal_values_are_equal() {
        let mut unknowns = Unknowns::default();
        let value = unknowns.fresh();
        let eight = || Some(Linear::constant(-8));
        let one = unknowns.result(Operation::And, value.clone(), eight(), 64);
        assert_eq!(unknowns.result(Operation::And, value.clone(), eight(), 64), one);
        assert_ne!(unknowns.result(Operation::Or, value.clone(), eight(), 64), one);
        let shift = Operation::ShiftLeft { count_bits: 6 };
        let shifted = unknowns.result(shift, value.clone(), Some(Linear::constant(3)), 64);
        let times = unknowns.result(Operation::Multiply, value, Some(Linear::constant(8)), 64);
        assert_eq!(shifted, times);
    }
}
