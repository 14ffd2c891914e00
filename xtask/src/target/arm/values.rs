//! Registers, numbers and shifts, as parts of operands.

use crate::random::Random;

/// Returns a general register that all instructions take.
pub fn low(random: &mut Random) -> String {
    format!("r{}", random.below(8))
}

/// Returns a general register other than `pc`.
pub fn general(random: &mut Random) -> String {
    match random.below(16) {
        0 => "sp".to_owned(),
        1 => "lr".to_owned(),
        _ => format!("r{}", random.below(13)),
    }
}

/// Returns a number of the interval, often one of its ends.
pub fn between(least: i64, most: i64, random: &mut Random) -> i64 {
    let any = least + (random.next() % (most - least + 1) as u64) as i64;
    random.pick(&[least, most, any, any, any])
}

/// Returns a constant as it is written.
pub fn written(value: i64, random: &mut Random) -> String {
    match random.below(12) {
        0 if value >= 0 => format!("#{value:#x}"),
        1 => value.to_string(),
        2 => format!("${value}"),
        _ => format!("#{value}"),
    }
}

/// Returns a shift by a constant.
pub fn amount(random: &mut Random) -> String {
    match random.pick(&["lsl", "lsr", "asr", "ror"]) {
        kind @ ("lsl" | "ror") => format!("{kind} #{}", 1 + random.below(31)),
        kind => format!("{kind} #{}", 1 + random.below(32)),
    }
}
