//! Addresses in memory that lead through all elements of an array in an order that no prefetcher follows.

/// Odd numbers without a pattern in their bits.
const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// A permutation of the numbers below a power of two, which can be computed in both directions. So a cycle needs no memory beside
/// the array's.
struct Shuffle {
    mask: u64,
    shift: u32,
    inverses: [u64; FACTORS.len()],
}

impl Shuffle {
    /// Permutes so many numbers at least.
    fn new(count: u64) -> Shuffle {
        let bits = count.next_power_of_two().trailing_zeros();
        Shuffle {
            mask: (1 << bits) - 1,
            // Shifting twice leaves nothing, so that the shift is its own inverse.
            shift: bits.div_ceil(2).max(1),
            inverses: FACTORS.map(inverse),
        }
    }

    /// Returns the number at a place.
    fn number(&self, place: u64) -> u64 {
        FACTORS.iter().fold(place, |it, factor| {
            let it = it.wrapping_mul(*factor) & self.mask;
            it ^ it >> self.shift
        })
    }

    /// Returns the place of a number.
    fn place(&self, number: u64) -> u64 {
        self.inverses.iter().rev().fold(number, |it, inverse| {
            let it = it ^ it >> self.shift;
            it.wrapping_mul(*inverse) & self.mask
        })
    }
}

/// Returns the number whose product with an odd one is 1 in 64 bits: each step of Newton's doubles the bits that are right.
fn inverse(factor: u64) -> u64 {
    (0..6).fold(factor, |it, _| it.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(it))))
}

/// The elements of a window that have the same number modulo 2, or all windows, in the order of a shuffle.
struct Sequence<'s> {
    shuffle: &'s Shuffle,
    /// Numbers from this one on are left out.
    count: u64,
    /// Makes orders of one shuffle differ.
    key: u64,
}

impl Sequence<'_> {
    /// Returns the first number at this place or after it; `None` if there is none.
    fn from(&self, place: u64) -> Option<u64> {
        let mut numbers = (place..=self.shuffle.mask).map(|it| self.shuffle.number(it) ^ self.key);
        numbers.find(|it| *it < self.count)
    }

    /// Returns the number that follows; `None` after the last one.
    fn next(&self, number: u64) -> Option<u64> {
        self.from(self.shuffle.place(number ^ self.key) + 1)
    }
}

/// The order of elements: windows one after the other, in each of them every other element; then the same with the rest.
///
/// Pages are the same for a while, so that few accesses wait for address translation. Lines that are fetched beside those that were
/// accessed, as some processors do it, are accessed much later.
struct Order {
    count: u64,
    window: u64,
    of_windows: Shuffle,
    of_elements: Shuffle,
}

impl Order {
    /// Orders so many elements in windows of at most so many.
    fn new(count: u64, window: u64) -> Order {
        let window = window.clamp(1, count.max(1));
        Order {
            count,
            window,
            of_windows: Shuffle::new(count.div_ceil(window)),
            of_elements: Shuffle::new(window.div_ceil(2)),
        }
    }

    fn windows(&self, rest: u64) -> Sequence<'_> {
        // The last window may have no element with that rest.
        let count = self.count.saturating_sub(rest).div_ceil(self.window);
        Sequence { shuffle: &self.of_windows, count, key: 0 }
    }

    fn elements(&self, window: u64, rest: u64) -> Sequence<'_> {
        let own = (self.count - window * self.window).min(self.window);
        let key = window.wrapping_mul(FACTORS[0]) >> 32 & self.of_elements.mask;
        Sequence { shuffle: &self.of_elements, count: (own + 1 - rest) / 2, key }
    }

    /// Returns the element after one.
    fn next(&self, element: u64) -> u64 {
        let (mut window, within) = (element / self.window, element % self.window);
        let mut rest = within % 2;
        let mut half = self.elements(window, rest).next(within / 2);
        if half.is_none() {
            let next = self.windows(rest).next(window);
            if next.is_none() && self.count > 1 {
                rest = 1 - rest;
            }
            window = next.or_else(|| self.windows(rest).from(0)).unwrap_or_default();
            half = self.elements(window, rest).from(0);
        }
        window * self.window + 2 * half.unwrap_or_default() + rest
    }
}

/// Bytes of a window: those of a huge page, and less than second-level translation buffers reach with small ones. Of smaller ones,
/// loads from memory are faster (with 128 KiB 275 cycles rather than 340 on Emerald Rapids): their rows of memory are open, and
/// prefetchers follow so few pages.
const WINDOW_BYTES: usize = 2 << 20;

/// Writes into the first word of each element the address of another, so that they lead through all elements and back. If pages are
/// kept, they go through windows of [`WINDOW_BYTES`], one after the other; otherwise each can be anywhere.
pub(super) fn link(words: &mut [u64], stride_words: usize, keeps_pages: bool) {
    let base = words.as_ptr() as u64;
    let stride_bytes = stride_words * size_of::<u64>();
    let count = (words.len() / stride_words) as u64;
    let window = if keeps_pages { (WINDOW_BYTES / stride_bytes) as u64 } else { count };
    let order = Order::new(count, window);
    for (number, element) in (0..count).zip(words.chunks_exact_mut(stride_words)) {
        element[0] = base + order.next(number) * stride_bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that elements lead through all others and back, and returns their order.
    fn order(count: usize, stride_words: usize, keeps_pages: bool) -> Vec<usize> {
        let mut words = vec![7; count * stride_words];
        link(&mut words, stride_words, keeps_pages);
        let base = words.as_ptr() as u64;
        let element = |address: u64| (address - base) as usize / 8 / stride_words;
        let mut order = vec![0];
        while order.len() <= count {
            order.push(element(words[order[order.len() - 1] * stride_words]));
        }
        assert_eq!(order.pop(), Some(0), "{count}");
        let mut seen = order.clone();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..count), "{count}");
        order
    }

    #[test]
    fn a_cycle_goes_through_all_elements_in_no_regular_order() {
        for keeps_pages in [false, true] {
            // The last ones are more than three windows, and a window with one element.
            let sizes = [2, 3, 64, 65, 768, 10_000, 100_001, 3 << 15 | 1];
            for count in sizes {
                let order = order(count, 8, keeps_pages);
                // Few steps are as far as the one before.
                let steps: Vec<i64> =
                    order.windows(2).map(|it| it[1] as i64 - it[0] as i64).collect();
                let equal = steps.windows(2).filter(|it| it[0] == it[1]).count();
                assert!(count < 64 || equal * 20 < count, "{count}: {equal}");
            }
        }
        order(1000, 16, true);
    }

    #[test]
    fn pages_are_kept_and_neighbours_are_far_apart() {
        const WINDOW: usize = WINDOW_BYTES / 64;
        let order = order(5 * WINDOW, 8, true);
        let changes = order.windows(2).filter(|it| it[0] / WINDOW != it[1] / WINDOW).count();
        // Each window twice.
        assert_eq!(changes, 9);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, element)| places[*element] = place);
        let nearest = places.chunks_exact(2).map(|it| it[0].abs_diff(it[1])).min();
        assert!(nearest.unwrap() > WINDOW, "{nearest:?}");
    }
}
