//! Loops of iterators, whose code is the standard library's. `iterators.o` is what rustc 1.95 makes of it:
//!
//! rustc --edition=2021 --crate-type=lib --emit=obj -O -g -C codegen-units=1 -C panic=abort iterators.rs -o iterators.o

#[inline(never)]
pub fn sum(numbers: &[i32]) -> i32 {
    numbers
        .iter()
        .map(|it| it ^ 5)
        .sum()
}

#[inline(never)]
pub fn largest(numbers: &[u64]) -> u64 {
    let mut largest = 0;
    for it in numbers.iter().rev() {
        if *it % 3 == 1 {
            largest = largest.max(*it);
        }
    }
    largest
}
