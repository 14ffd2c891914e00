//! Operands, by the predicates of their classes.

use std::collections::HashMap;
use std::sync::LazyLock;

use oxmca_tables::Tables;
use oxmca_tables::schema::match_class_kind;

use super::predicate::Predicate;
use super::values::{amount, between, general, low, written};
use super::{addresses, lists};
use crate::random::Random;
use crate::target::proved::Mode;

/// Predicates by the names of classes.
static PREDICATES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let Ok(tables) = Tables::embedded("arm") else { return HashMap::new() };
    let rows = tables.match_classes.iter().filter(|row| row.kind == match_class_kind::PREDICATE);
    rows.map(|row| (tables.text(row.name), tables.text(row.text))).collect()
});

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, mode: Mode, random: &mut Random) -> Option<String> {
    let Some(predicate) = PREDICATES.get(class) else {
        // The class of a pointer depends on the hardware mode; all modes take a low register.
        return class.starts_with("RegByHwMode").then(|| low(random));
    };
    let predicate = Predicate::of(predicate);
    mnemonic_part(class, random)
        .or_else(|| immediate(&predicate, random))
        .or_else(|| pattern(&predicate, random))
        .or_else(|| shift(&predicate, random))
        .or_else(|| addresses::address(&predicate, random))
        .or_else(|| lists::list(&predicate, mode, random))
        .or_else(|| symbol(&predicate, random))
        .or_else(|| name(&predicate, random))
}

/// Returns parts of a mnemonic, which the completion of lines replaces.
fn mnemonic_part(class: &str, random: &mut Random) -> Option<String> {
    let parts: &[&str] = match class {
        "CCOut" => &["", "<s>"],
        "CondCode" => &["", "", "", "<eq>", "<lo>", "<ge>"],
        "VPTPredN" | "VPTPredR" => &["", "", "<vt>"],
        "ITMask" => &["", "<mask t>", "<mask e>", "<mask tt>", "<mask ete>", "<mask tee>"],
        _ => return None,
    };
    Some(random.pick(parts).to_owned())
}

/// Returns constants that a predicate's bounds give.
fn immediate(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let (first, second) = (predicate.number(0), predicate.number(1));
    let (least, most, step) = match predicate.name {
        "isImmediate" => (first, second, 1),
        "isImm" => (-4, 20, 4),
        "isFBits16" => (0, 16, 1),
        "isFBits32" => (1, 32, 1),
        "isImm7Shift0" => (-127, 127, 1),
        "isMVELongShift" => (1, 32, 1),
        "isImm7Shift1" => (-254, 254, 2),
        "isImm7Shift2" | "isImm7s4" => (-508, 508, 4),
        "isImm8s4" => (-1020, 1020, 4),
        "isImm0_1020s4" => (0, 1020, 4),
        "isImm0_508s4" => (0, 508, 4),
        "isImm0_508s4Neg" => (-508, -4, 4),
        "isImm0_4095Neg" => (-4095, -1, 1),
        "isThumbModImmNeg1_7" => (-7, -1, 1),
        "isThumbModImmNeg8_255" => (-255, -8, 1),
        "isPowerTwoInRange" => return Some(written(1 << random.below(4), random)),
        "isComplexRotation" => (0, 270, 90),
        "isMveSaturateOp" => (48, 64, 16),
        "isImm0_255Expr" => (0, 255, 1),
        "isImm256_65535Expr" => (256, 65535, 1),
        "isImm0_65535Expr" => (0, 65535, 1),
        "isAM2OffsetImm" => (-4095, 4095, 1),
        "isPostIdxImm8" => (-255, 255, 1),
        "isPostIdxImm8s4" => (-1020, 1020, 4),
        _ => return None,
    };
    let value = between(least / step, most / step, random) * step;
    Some(match (random.below(16), predicate.name) {
        (0, name) if name.ends_with("Expr") => "#:lower16:sym".to_owned(),
        (1, name) if name.ends_with("Expr") => "#:upper16:(sym+4)".to_owned(),
        (0 | 1, "isAM2OffsetImm" | "isPostIdxImm8" | "isPostIdxImm8s4") => "#-0".to_owned(),
        // A dollar sign begins a symbol, and LLVM shows any number for a symbol behind brackets.
        (_, "isImm" | "isAM2OffsetImm" | "isPostIdxImm8" | "isPostIdxImm8s4") => {
            format!("#{value}")
        }
        _ => written(value, random),
    })
}

/// Returns constants of which only some can be encoded.
fn pattern(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let rotated =
        |random: &mut Random| (random.below(256) as u32).rotate_right(2 * random.below(16) as u32);
    let thumb = |random: &mut Random| {
        let byte = random.below(256) as u32;
        match random.below(4) {
            0 => byte << 16 | byte,
            1 => byte << 24 | byte << 8,
            2 => byte * 0x0101_0101,
            _ => (0x80 | byte).rotate_right(8 + random.below(24) as u32),
        }
    };
    let value = match predicate.name {
        "isModImm" if random.below(4) == 0 => {
            return Some(format!("#{}, #{}", random.below(256), 2 * random.below(16)));
        }
        "isModImm" => i64::from(rotated(random)),
        "isModImmNot" => i64::from(!rotated(random) as i32),
        "isModImmNeg" => -i64::from(rotated(random)),
        "isT2SOImm" => i64::from(thumb(random)),
        "isT2SOImmNot" => i64::from(!thumb(random) as i32),
        "isT2SOImmNeg" => i64::from((thumb(random) as i32).wrapping_neg()),
        "isNEONi8splat" => random.below(256) as i64,
        "isNEONi16splat" => (random.below(256) as i64) << random.pick(&[0, 8]),
        "isNEONi16splatNot" => 0xffff & !((random.below(256) as i64) << random.pick(&[0, 8])),
        "isNEONi32splat" => (random.below(256) as i64) << random.pick(&[0, 8, 16, 24]),
        "isNEONi32splatNot" => {
            0xffff_ffff & !((random.below(256) as i64) << random.pick(&[0, 8, 16, 24]))
        }
        "isNEONi32vmov" => vector_word(random),
        "isNEONi32vmovNeg" => 0xffff_ffff & !vector_word(random),
        "isNEONi64splat" => {
            let bytes = random.next();
            let value = (0..8).filter(|bit| bytes >> bit & 1 != 0).map(|bit| 0xff_u64 << (8 * bit));
            value.sum::<u64>() as i64
        }
        "isNEONmovReplicate" | "isNEONinvReplicate" => {
            let (bits, of) = (predicate.number(0) as u32, predicate.number(1) as u32);
            let element = match bits {
                8 => random.below(256) as u64,
                16 => (random.below(256) as u64) << random.pick(&[0, 8]),
                _ => vector_word(random) as u64,
            };
            let is_inverted = predicate.name == "isNEONinvReplicate";
            let element = if is_inverted { !element & ((1 << bits) - 1) } else { element };
            (0..of / bits).fold(0, |value, at| value | element << (at * bits)) as i64
        }
        "isFPImm" => {
            let values = ["#1.0", "#0.5", "#-3.0", "#0.125", "#31.0", "#-0.1875", "#112", "#0x70"];
            return Some(random.pick(&values).to_owned());
        }
        _ => return None,
    };
    Some(match random.below(3) {
        0 => format!("#{value}"),
        _ if value < 0 => format!("#{value}"),
        _ => format!("#{value:#x}"),
    })
}

/// Returns a word of `vmov.i32`: a byte anywhere, with ones below it now and then.
fn vector_word(random: &mut Random) -> i64 {
    let byte = random.below(256) as i64;
    random.pick(&[byte, byte << 8, byte << 16, byte << 24, byte << 8 | 0xff, byte << 16 | 0xffff])
}

/// Returns shifts and rotations, by themselves or after a register.
fn shift(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    Some(match predicate.name {
        "isRegShiftedReg" => {
            let kind = random.pick(&["lsl", "lsr", "asr", "ror"]);
            format!("{}, {kind} {}", general(random), low(random))
        }
        "isRegShiftedImm" => match random.below(8) {
            0 => format!("{}, rrx", general(random)),
            _ => format!("{}, {}", general(random), amount(random)),
        },
        "isShifterImm" => match random.below(2) {
            0 => format!("lsl #{}", random.below(32)),
            _ => format!("asr #{}", 1 + random.below(32)),
        },
        "isPKHASRImm" => format!("asr #{}", 1 + random.below(32)),
        "isRotImm" => format!("ror #{}", 8 * random.below(4)),
        "isBitfield" => {
            let least = random.below(32);
            format!("#{least}, #{}", 1 + random.below(32 - least))
        }
        _ => return None,
    })
}

/// Returns labels and distances.
fn symbol(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let names: &[&str] = match predicate.name {
        "isARMBranchTarget" => &["label", "away", "label+8", "#8", "#-16"],
        "isThumbBranchTarget" => &["label", "away", "label+8", "#8", "#-16", "#2"],
        "isUnsignedOffset" => &["label", "away", "#8", "#4"],
        "isLEOffset" => &["label", "#-8", "#-4"],
        "isAdrLabel" => &["label", "#8", "#-16", "#255"],
        "isThumbMemPC" => &["label", "[pc, #8]", "#16"],
        "isConstPoolAsmImm" => &["=sym", "=0x12345678", "=8", "=sym+4"],
        _ => return None,
    };
    Some(random.pick(names).to_owned())
}

/// Returns names of conditions, registers of the system, barriers and the like.
fn name(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let names: &[&str] = match predicate.name {
        "isITCondCode" => &["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt"],
        "isITCondCodeNoAL" => &["eq", "ne", "hs", "lo", "mi", "hi", "ls", "ge", "lt", "gt", "le"],
        "isITCondCodeRestrictedI" => &["eq", "ne"],
        "isITCondCodeRestrictedS" => &["eq", "ne", "lt", "gt", "le", "ge"],
        "isITCondCodeRestrictedU" => &["eq", "ne", "hs", "hi", "cs"],
        "isITCondCodeRestrictedFP" => &["eq", "ne", "lt", "gt", "le", "ge"],
        "isCoprocNum" => &["p0", "p1", "p3", "p7", "p10", "p14", "p15"],
        "isCoprocReg" => &["c0", "c1", "c7", "c13", "c15", "cr4"],
        "isCoprocOption" => &["{0}", "{12}", "{255}"],
        "isMemBarrierOpt" => &["sy", "ish", "nshst", "oshld", "ishld", "#3", "#15", "#0", "un"],
        "isInstSyncBarrierOpt" => &["sy", "#15", "#3"],
        "isTraceSyncBarrierOpt" => &["csync"],
        "isMSRMask" => return Some(status(random)),
        "isBankedReg" => return named("BankedRegsList", random),
        "isProcIFlags" => &["a", "i", "f", "aif", "if", "none"],
        "isVectorIndex8" => &["[0]", "[7]", "[3]"],
        "isVectorIndex16" => &["[0]", "[3]", "[1]"],
        "isVectorIndex32" => &["[0]", "[1]"],
        "isVectorIndex64" => &["[0]"],
        "isVectorIndexInRange" => {
            return Some(format!("[{}]", random.below(predicate.number(0) as usize)));
        }
        "isMVEPairVectorIndex" => {
            return Some(format!("[{}]", predicate.number(random.below(2))));
        }
        _ => return None,
    };
    Some(random.pick(names).to_owned())
}

/// Returns a register of the status with the fields to write, or a system register of a microcontroller.
fn status(random: &mut Random) -> String {
    let names = [
        "apsr",
        "apsr_nzcvq",
        "apsr_g",
        "apsr_nzcvqg",
        "cpsr_fc",
        "cpsr_c",
        "cpsr_x",
        "spsr_fsxc",
        "spsr",
        "cpsr",
        "cpsr_all",
        "spsr_f",
    ];
    match random.below(2) {
        0 => random.pick(&names).to_owned(),
        _ => named("MClassSysRegsList", random).unwrap_or_else(|| "primask".to_owned()),
    }
}

/// Returns the name of a row of a table.
fn named(table: &str, random: &mut Random) -> Option<String> {
    let tables = Tables::embedded("arm").ok()?;
    let names: Vec<&str> = tables.named_table(table)?.rows().map(|row| row.text(0)).collect();
    (!names.is_empty()).then(|| random.pick(&names).to_owned())
}
