//! Lists of registers.

use super::predicate::Predicate;
use crate::random::Random;
use crate::target::proved::Mode;

/// Returns a list of registers.
pub fn list(predicate: &Predicate<'_>, mode: Mode, random: &mut Random) -> Option<String> {
    let vectors = |letter: char, registers: usize, random: &mut Random| {
        let first = random.below(registers);
        let last = first + random.below((registers - first).min(16));
        match random.below(3) {
            0 => format!("{{{letter}{first}}}"),
            1 if last > first => format!("{{{letter}{first}, {letter}{}}}", first + 1),
            _ => format!("{{{letter}{first}-{letter}{last}}}"),
        }
    };
    Some(match predicate.name {
        "isRegList" => general(mode, random),
        "isRegListWithAPSR" => {
            random.pick(&["{r0, r1}", "{apsr}", "{r0-r12, lr, apsr}", "{r3, apsr}"]).to_owned()
        }
        "isDPRRegList" => vectors('d', random.pick(&[16, 32]), random),
        "isSPRRegList" => vectors('s', 32, random),
        "isFPDRegListWithVPR" => {
            random.pick(&["{d0, vpr}", "{vpr}", "{d0-d15, vpr}", "{d3-d5, vpr}"]).to_owned()
        }
        "isFPSRegListWithVPR" => {
            random.pick(&["{s0, vpr}", "{vpr}", "{s0-s31, vpr}", "{s3-s5, vpr}"]).to_owned()
        }
        name => return vector_list(name.strip_prefix("isVecList")?, random),
    })
}

/// Returns general registers, seldom such that are deprecated or refused.
fn general(mode: Mode, random: &mut Random) -> String {
    let low: &[&str] = &["{r0}", "{r0, r1}", "{r1-r4}", "{r0-r7}", "{r2, r5, r7}"];
    let high: &[&str] = &["{r4-r11, lr}", "{r4, r5, pc}", "{r4, r8, ip}", "{r0, lr}", "{r4, pc}"];
    let odd: &[&str] = &["{sp, lr}", "{r1, r0}", "{r0, sp}", "{lr, pc}", "{r3, r3}"];
    let is_baseline = mode.triple.starts_with("thumbv6");
    match random.below(16) {
        0 => random.pick(odd),
        1..8 if !is_baseline => random.pick(high),
        _ => random.pick(low),
    }
    .to_owned()
}

/// Returns a list of vectors by the end of a predicate's name: the number of vectors, the letter for those that follow
/// each other or for every other one, and the lanes.
fn vector_list(rule: &str, random: &mut Random) -> Option<String> {
    let (count, letter, step, rest) = if let Some(rest) = rule.strip_prefix("DPairSpaced") {
        (2, 'd', 2, rest)
    } else if let Some(rest) = rule.strip_prefix("DPair") {
        (2, 'd', 1, rest)
    } else {
        let numbers = [("One", 1), ("Two", 2), ("Three", 3), ("Four", 4)];
        let (count, rest) =
            numbers.iter().find_map(|(word, count)| Some((*count, rule.strip_prefix(word)?)))?;
        match rest.split_at_checked(1)? {
            ("D", rest) => (count, 'd', 1, rest),
            ("Q", rest) => (count, 'd', 2, rest),
            ("M", _) => (count, 'q', 1, ""),
            _ => return None,
        }
    };
    let registers = if letter == 'q' { 8 } else { 32 };
    let first = random.below(registers - (count - 1) * step);
    let lane = match rest {
        "AllLanes" => "[]".to_owned(),
        "ByteIndexed" => format!("[{}]", random.below(8)),
        "HWordIndexed" => format!("[{}]", random.below(4)),
        "WordIndexed" => format!("[{}]", random.below(2)),
        _ => String::new(),
    };
    let name = |at: usize| format!("{letter}{}{lane}", first + at * step);
    let names: Vec<String> = (0..count).map(name).collect();
    Some(match random.below(4) {
        0 if count > 1 && step == 1 => format!("{{{}-{}}}", names[0], names[count - 1]),
        1 if count == 2
            && letter == 'd'
            && lane.is_empty()
            && step == 1
            && first.is_multiple_of(2) =>
        {
            format!("{{q{}}}", first / 2)
        }
        _ => format!("{{{}}}", names.join(", ")),
    })
}
