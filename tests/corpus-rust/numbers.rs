//! Sums, products and sieves: loops over slices, with and without bounds checks.

#[inline(never)]
pub fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[inline(never)]
pub fn sum_of_even_squares(numbers: &[u32]) -> u64 {
    numbers.iter().filter(|it| *it % 2 == 0).map(|it| u64::from(*it) * u64::from(*it)).sum()
}

#[inline(never)]
pub fn scale(numbers: &mut [f32], by: f32) {
    for number in numbers {
        *number *= by;
    }
}

#[inline(never)]
pub fn primes(below: usize) -> Vec<usize> {
    let mut is_composite = vec![false; below];
    let mut primes = Vec::new();
    for number in 2..below {
        if is_composite[number] {
            continue;
        }
        primes.push(number);
        let mut multiple = number * number;
        while multiple < below {
            is_composite[multiple] = true;
            multiple += number;
        }
    }
    primes
}

#[inline(never)]
pub fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[inline(never)]
pub fn collatz_steps(mut number: u64) -> u32 {
    let mut steps = 0;
    while number > 1 {
        number = if number % 2 == 0 { number / 2 } else { 3 * number + 1 };
        steps += 1;
    }
    steps
}
