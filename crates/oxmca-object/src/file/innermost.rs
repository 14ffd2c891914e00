//! The innermost of the functions that have an address.

use super::functions::Function;

/// The functions by the addresses at which another one begins to be the innermost.
#[derive(Clone, Debug, Default)]
pub(super) struct Innermost {
    places: Vec<(u64, Option<u32>)>,
}

impl Innermost {
    /// Creates the search in `functions`, which are sorted by start.
    pub fn of(functions: &[Function]) -> Innermost {
        Innermost { places: innermost(functions) }
    }

    /// Returns the index of the innermost function that has an address.
    pub fn at(&self, address: u64) -> Option<usize> {
        let next = self.places.partition_point(|it| it.0 <= address);
        self.places[next.checked_sub(1)?].1.map(|index| index as usize)
    }
}

/// Finds the addresses at which another function begins to be the innermost: of those that have an address, the one
/// that begins last. `functions` are by start.
fn innermost(functions: &[Function]) -> Vec<(u64, Option<u32>)> {
    let end = |index: u32| {
        let function = &functions[index as usize];
        function.end()
    };
    let mut found: Vec<(u64, Option<u32>)> = Vec::with_capacity(functions.len());
    // Functions that may have the address at hand; the last one begins last.
    let mut open: Vec<u32> = Vec::new();
    let close_up_to = |address: u64, open: &mut Vec<u32>, found: &mut Vec<_>| {
        while let Some(last) = open.last().copied() {
            let last_end = end(last);
            if last_end > address {
                break;
            }
            while open.last().is_some_and(|it| end(*it) <= last_end) {
                open.pop();
            }
            found.push((last_end, open.last().copied()));
        }
    };
    for (index, function) in (0..).zip(functions) {
        close_up_to(function.start, &mut open, &mut found);
        found.push((function.start, Some(index)));
        open.push(index);
    }
    close_up_to(u64::MAX, &mut open, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the function with an address that begins last, by looking at all of them.
    fn expected(functions: &[Function], address: u64) -> Option<u32> {
        let has = |it: &Function| address.checked_sub(it.start).is_some_and(|at| at < it.len_bytes);
        (0..functions.len()).rev().find(|at| has(&functions[*at])).map(|at| at as u32)
    }

    #[test]
    fn the_innermost_function_is_found_without_looking_at_all() {
        let mut state = 1_u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % end
        };
        for _ in 0..500 {
            let mut places: Vec<(u64, u64)> =
                (0..below(12)).map(|_| (below(40), 1 + below(30))).collect();
            places.sort_unstable();
            places.dedup_by_key(|it| it.0);
            let function = |(start, len): &(u64, u64)| Function::new(String::new(), *start, *len);
            let functions: Vec<Function> = places.iter().map(function).collect();
            let found = innermost(&functions);
            assert!(found.len() <= 2 * functions.len());
            for address in 0..80 {
                let next = found.partition_point(|it| it.0 <= address);
                let innermost = next.checked_sub(1).and_then(|at| found[at].1);
                assert_eq!(innermost, expected(&functions, address), "{places:?} {address}");
            }
        }
    }
}
