//! Addresses, and the registers behind them.

use super::predicate::Predicate;
use super::values::{amount, between, general, low};
use crate::random::Random;

/// Returns an address, or the register that is added after the access.
pub fn address(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let name = predicate.name;
    if let Some(alignment) =
        name.strip_prefix("isAlignedMemory").or_else(|| name.strip_prefix("isDupAlignedMemory"))
    {
        return Some(aligned(alignment, random));
    }
    let any = |random: &mut Random| general(random);
    let text = match name {
        "isMemNoOffset" | "isMemNoOffsetT2" => format!("[{}]", any(random)),
        "isMemNoOffsetT2NoSp" => format!("[r{}]", random.below(13)),
        "isMemNoOffsetT" => format!("[{}]", low(random)),
        "isAddrMode3" => match random.below(3) {
            0 => format!("[{}, {}{}]", any(random), random.pick(&["", "-"]), low(random)),
            _ => offset(&any(random), -255, 255, 1, random),
        },
        "isAddrMode5" => match random.below(6) {
            0 => "label".to_owned(),
            _ => offset(&base_or_pc(random), -1020, 1020, 4, random),
        },
        "isAddrMode5FP16" => offset(&base_or_pc(random), -510, 510, 2, random),
        "isMemImm12Offset" => match random.below(6) {
            0 => "label".to_owned(),
            _ => offset(&base_or_pc(random), -4095, 4095, 1, random),
        },
        "isMemImm8s4Offset" => match random.below(6) {
            0 => "label".to_owned(),
            _ => offset(&base_or_pc(random), -1020, 1020, 4, random),
        },
        "isMemImm7s4Offset" => offset(&any(random), -508, 508, 4, random),
        "isMemImm0_1020s4Offset" => offset(&any(random), 0, 1020, 4, random),
        "isMemImm8Offset" => offset(&any(random), -255, 255, 1, random),
        "isMemPosImm8Offset" => offset(&any(random), 0, 255, 1, random),
        "isMemNegImm8Offset" => offset(&any(random), -255, -1, 1, random),
        "isMemUImm12Offset" => offset(&any(random), 0, 4095, 1, random),
        "isMemThumbRIs4" => offset(&low(random), 0, 124, 4, random),
        "isMemThumbRIs2" => offset(&low(random), 0, 62, 2, random),
        "isMemThumbRIs1" => offset(&low(random), 0, 31, 1, random),
        "isMemThumbSPI" => offset("sp", 0, 1020, 4, random),
        "isMemPCRelImm12" => offset("pc", -4095, 4095, 1, random),
        "isMemImm7ShiftedOffset" => {
            let step = 1 << predicate.number(0);
            let base = match predicate.argument(1) {
                "tGPRRegClassID" => low(random),
                "rGPRRegClassID" => format!("r{}", random.below(13)),
                _ => any(random),
            };
            offset(&base, -127 * step, 127 * step, step, random)
        }
        "isMemRegOffset" => {
            let (base, sign) = (base_or_pc(random), random.pick(&["", "-"]));
            match random.below(3) {
                0 => format!("[{base}, {sign}r{}]", random.below(13)),
                1 => format!("[{base}, {sign}r{}, rrx]", random.below(13)),
                _ => format!("[{base}, {sign}r{}, {}]", random.below(13), amount(random)),
            }
        }
        "isT2MemRegOffset" => match random.below(2) {
            0 => format!("[{}, r{}]", any(random), random.below(13)),
            _ => format!("[{}, r{}, lsl #{}]", any(random), random.below(13), random.below(4)),
        },
        "isMemThumbRR" => format!("[{}, {}]", low(random), low(random)),
        "isMemTBB" => format!("[{}, {}]", random.pick(&["pc", "r3", "sp"]), low(random)),
        "isMemTBH" => format!("[{}, {}, lsl #1]", random.pick(&["pc", "r3", "sp"]), low(random)),
        "isMemRegRQOffset" => {
            let (base, vector) = (any(random), random.below(8));
            match predicate.number(0) {
                0 => format!("[{base}, q{vector}]"),
                shift => format!("[{base}, q{vector}, uxtw #{shift}]"),
            }
        }
        "isMemRegQOffset" => {
            let step = 1 << predicate.number(0);
            offset(&format!("q{}", random.below(8)), -127 * step, 127 * step, step, random)
        }
        "isAM3Offset" => match random.below(3) {
            0 => format!("#{}", between(-255, 255, random)),
            1 => "#-0".to_owned(),
            _ => format!("{}{}", random.pick(&["", "-", "+"]), low(random)),
        },
        "isPostIdxReg" => format!("{}{}", random.pick(&["", "-", "+"]), low(random)),
        "isPostIdxRegShifted" => {
            let sign = random.pick(&["", "-"]);
            match random.below(2) {
                0 => format!("{sign}{}", low(random)),
                _ => format!("{sign}{}, {}", low(random), amount(random)),
            }
        }
        _ => return None,
    };
    Some(text)
}

/// Returns a base with one of the alignments that follow the name of a predicate, as `64or128`.
fn aligned(alignment: &str, random: &mut Random) -> String {
    let base = general(random);
    let first: Vec<&str> = alignment.split("or").filter(|it| !it.is_empty()).collect();
    match (random.below(3), first.is_empty() || alignment == "None") {
        (0, false) => format!("[{base}:{}]", random.pick(&first)),
        (1, false) => format!("[{base}, :{}]", random.pick(&first)),
        _ => format!("[{base}]"),
    }
}

fn base_or_pc(random: &mut Random) -> String {
    match random.below(8) {
        0 => "pc".to_owned(),
        _ => general(random),
    }
}

/// Returns a base and an offset, which is left out now and then where it may be zero.
fn offset(base: &str, least: i64, most: i64, step: i64, random: &mut Random) -> String {
    match random.below(10) {
        0 if most >= 0 => format!("[{base}]"),
        1 if least < 0 => format!("[{base}, #-0]"),
        _ => format!("[{base}, #{}]", between(least / step, most / step, random) * step),
    }
}
