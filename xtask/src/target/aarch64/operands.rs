//! Operands, by the predicates of their classes.

use std::collections::HashMap;
use std::sync::LazyLock;

use oxmca_tables::Tables;
use oxmca_tables::schema::match_class_kind;

use super::registers::{self, suffix};
use crate::random::Random;

/// Predicates by the names of classes.
static PREDICATES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let Ok(tables) = Tables::embedded("aarch64") else { return HashMap::new() };
    let rows = tables.match_classes.iter().filter(|row| row.kind == match_class_kind::PREDICATE);
    rows.map(|row| (tables.text(row.name), tables.text(row.text))).collect()
});

/// A predicate as the tables name it: `NAME<ARGUMENT, ...>`.
struct Predicate<'p> {
    name: &'p str,
    arguments: Vec<&'p str>,
}

impl<'p> Predicate<'p> {
    fn of(text: &'p str) -> Predicate<'p> {
        let (name, rest) = text.split_once('<').unwrap_or((text, ""));
        let arguments = rest.trim_end_matches('>').split(',').map(str::trim);
        Predicate { name, arguments: arguments.filter(|it| !it.is_empty()).collect() }
    }

    /// Returns an argument that is a number; 0 if it is none.
    fn number(&self, at: usize) -> i64 {
        self.arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Returns an argument's name without what qualifies it, and without the end of names of register
    /// classes.
    fn name_of(&self, at: usize) -> &'p str {
        let text = self.arguments.get(at).copied().unwrap_or_default();
        let text = text.rsplit("::").next().unwrap_or_default();
        text.strip_suffix("RegClassID").unwrap_or(text)
    }

    /// Returns the width in bits of a type of C++.
    fn width_bits(&self) -> u32 {
        let digits = self.name_of(0).trim_start_matches("int").trim_end_matches("_t");
        digits.parse().unwrap_or(64)
    }
}

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    let predicate = Predicate::of(PREDICATES.get(class)?);
    register(&predicate, random)
        .or_else(|| list(&predicate, random))
        .or_else(|| shift(&predicate, random))
        .or_else(|| immediate(class, &predicate, random))
        .or_else(|| pattern(class, &predicate, random))
        .or_else(|| symbol(&predicate, random))
        .or_else(|| name(class, &predicate, random))
}

/// Returns registers with the type of their elements.
fn register(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    Some(match predicate.name {
        "isNeonVectorReg" => format!("v{}", random.below(32)),
        "isNeonVectorRegLo" => format!("v{}", random.below(16)),
        "isNeonVectorReg0to7" => format!("v{}", random.below(8)),
        "isSVEDataVectorRegOfWidth"
        | "isSVEPredicateVectorRegOfWidth"
        | "isSVEPredicateAsCounterRegOfWidth"
        | "isSVEPredicateOrPredicateAsCounterRegOfWidth" => {
            let register = registers::any(predicate.name_of(1), random)?;
            format!("{register}{}", suffix(predicate.number(0)))
        }
        "isGPR64" | "isFPRasZPR" => registers::any(predicate.name_of(0), random)?,
        "isGPR64as32" => format!("w{}", random.below(31)),
        "isGPR32as64" => format!("x{}", random.below(31)),
        "isGPR64x8" => format!("x{}", 2 * random.below(12)),
        "isWSeqPair" => pair('w', random),
        "isXSeqPair" => pair('x', random),
        "isSyspXzrPair" => "xzr, xzr".to_owned(),
        "isMatrixRegOperand" => matrix(predicate, random),
        _ => return None,
    })
}

fn pair(letter: char, random: &mut Random) -> String {
    let first = 2 * random.below(15);
    format!("{letter}{first}, {letter}{}", first + 1)
}

/// Returns the array, a tile, or a slice of a tile by rows or columns.
fn matrix(predicate: &Predicate<'_>, random: &mut Random) -> String {
    let bits = predicate.number(1);
    let tile = random.below((bits as usize / 8).max(1));
    match predicate.name_of(0) {
        "Array" => format!("za{}", suffix(bits)),
        "Row" => format!("za{tile}h{}", suffix(bits)),
        "Col" => format!("za{tile}v{}", suffix(bits)),
        _ => format!("za{tile}{}", suffix(bits)),
    }
}

/// Lists of registers.
fn list(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let kind = predicate.name_of(0);
    let count = predicate.number(1) as usize;
    let (letter, registers) = match kind {
        "SVEPredicateVector" => ('p', 16),
        "SVEDataVector" => ('z', 32),
        _ => ('v', 32),
    };
    let start = random.below(registers);
    let (start, stride, end) = match predicate.name {
        "isImplicitlyTypedVectorList" => (start, 1, String::new()),
        "isTypedVectorList" => {
            let (elements, bits) = (predicate.number(2), predicate.number(3));
            let letters = suffix(bits);
            let end = match elements {
                0 => letters.to_owned(),
                _ => format!(".{elements}{}", letters.trim_start_matches('.')),
            };
            (start, 1, end)
        }
        "isTypedVectorListInRegClass" => {
            let first = registers::any(predicate.name_of(4), random)?;
            let first = first.trim_start_matches(letter).parse().ok()?;
            (first, 1, suffix(predicate.number(3)).to_owned())
        }
        "isTypedVectorListStrided" => {
            let stride = predicate.number(2) as usize;
            let start = random.below(stride) + random.pick(&[0, 16]);
            (start, stride, suffix(predicate.number(3)).to_owned())
        }
        "isMatrixTileList" => {
            let lists = ["{za}", "{}", "{za0.d}", "{za0.d, za3.d}", "{za1.s, za2.s}", "{za1.h}"];
            return Some(random.pick(&lists).to_owned());
        }
        _ => return None,
    };
    let names: Vec<String> = (0..count)
        .map(|at| format!("{letter}{}{end}", (start + at * stride) % registers))
        .collect();
    Some(match random.below(3) {
        0 if count > 1 && stride == 1 => format!("{{{} - {}}}", names[0], names[count - 1]),
        _ => format!("{{{}}}", names.join(", ")),
    })
}

/// Shifts and extensions, by themselves or after a register.
fn shift(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let bits = predicate.number(0);
    // The logarithm of a memory operand's width in bytes.
    let scale = |bits: i64| (bits / 8).max(1).ilog2();
    Some(match predicate.name {
        "isGPR64WithShiftExtend" => {
            let register = registers::any(predicate.name_of(0), random)?;
            match scale(predicate.number(1)) {
                0 => register,
                shift => format!("{register}, lsl #{shift}"),
            }
        }
        "isSVEDataVectorRegWithShiftExtend" => {
            let register = registers::any(predicate.name_of(1), random)?;
            let register = format!("{register}{}", suffix(predicate.number(0)));
            let kind = predicate.name_of(2).to_ascii_lowercase();
            match (kind.as_str(), scale(predicate.number(3))) {
                ("lsl", 0) => register,
                (_, 0) => format!("{register}, {kind}"),
                (_, shift) => format!("{register}, {kind} #{shift}"),
            }
        }
        "isMemWExtend" => {
            let kind = random.pick(&["uxtw", "sxtw"]);
            match (random.below(2), scale(bits)) {
                (0, shift) if shift > 0 => format!("{kind} #{shift}"),
                _ => kind.to_owned(),
            }
        }
        "isMemXExtend" => match (random.below(3), scale(bits)) {
            (0, _) => "sxtx".to_owned(),
            (1, shift) if shift > 0 => format!("sxtx #{shift}"),
            (_, shift) => format!("lsl #{shift}"),
        },
        "isArithmeticShifter" | "isLogicalShifter" => {
            let kind = random.pick(&["lsl", "lsr", "asr", "ror"]);
            let kind = match predicate.name {
                "isArithmeticShifter" if kind == "ror" => "lsl",
                _ => kind,
            };
            format!("{kind} #{}", random.below(bits as usize))
        }
        "isExtend" => {
            let kind = random.pick(&["uxtb", "uxth", "uxtw", "sxtb", "sxth", "sxtw"]);
            extension(kind, random)
        }
        "isExtend64" => {
            extension(random.pick(&["uxtb", "uxth", "uxtw", "sxtb", "sxth", "sxtw"]), random)
        }
        "isExtendLSL64" => extension(random.pick(&["uxtx", "sxtx", "lsl"]), random),
        "isLSLImm3Shift" => format!("lsl #{}", random.below(8)),
        "isLogicalVecShifter" => format!("lsl #{}", random.pick(&[0, 8, 16, 24])),
        "isLogicalVecHalfWordShifter" => format!("lsl #{}", random.pick(&[0, 8])),
        "isMoveVecShifter" => format!("msl #{}", random.pick(&[8, 16])),
        "isMovImm32Shifter" => format!("lsl #{}", random.pick(&[0, 16])),
        "isMovImm64Shifter" => format!("lsl #{}", random.pick(&[0, 16, 32, 48])),
        _ => return None,
    })
}

fn extension(kind: &str, random: &mut Random) -> String {
    match random.below(3) {
        0 if kind != "lsl" => kind.to_owned(),
        _ => format!("{kind} #{}", random.below(5)),
    }
}

/// Returns numbers that a predicate's bounds give.
fn immediate(class: &str, predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let (first, second) = (predicate.number(0), predicate.number(1));
    let signed = |bits: i64, scale: i64| (-(1 << (bits - 1)), (1 << (bits - 1)) - 1, scale);
    let (least, most, scale) = match predicate.name {
        "isImm" => (0, 20, 1),
        "isUImm6" => (0, 63, 1),
        "isVectorIndex" => return Some(format!("[{}]", between(first, second, random))),
        "isUImmScaled" if predicate.arguments.len() > 2 => {
            let start = between(0, (1 << first) - 1, random) * second;
            return Some(format!("{start}:{}", start + predicate.number(2)));
        }
        // What is encoded is one less, or one more.
        "isImmInRange" if class.ends_with("P1") => (1, 64, 1),
        "isImmInRange" if class.ends_with("M1") => (-1, 62, 1),
        "isImmInRange" => (first, second, 1),
        // The codes of `hint` are above.
        "isHinteUImm16" => (0, 12_318, 1),
        "isUImmScaled" => (0, (1 << first) - 1, second),
        "isUImm12Offset" if random.below(4) == 0 => return Some(":lo12:sym".to_owned()),
        "isUImm12Offset" => (0, 4095, first),
        "isSImm" => signed(first, 1),
        "isSImmScaled" => signed(first, second),
        // Offsets that the form with a scaled one does not take.
        "isSImm9OffsetFB" => (-256, -1, 1),
        "isComplexRotation" => (0, if first == 90 { 3 } else { 1 }, first),
        _ => return None,
    };
    let value = between(least, most, random) * scale;
    let value = if predicate.name == "isComplexRotation" { value + second } else { value };
    Some(match random.below(8) {
        0 if value >= 0 => format!("#{value:#x}"),
        1 => value.to_string(),
        _ => format!("#{value}"),
    })
}

fn between(least: i64, most: i64, random: &mut Random) -> i64 {
    let any = least + (random.next() % (most - least + 1) as u64) as i64;
    random.pick(&[least, most, any, any, any])
}

/// Returns numbers of which only some with the same number of bits can be encoded.
fn pattern(class: &str, predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let wide = [16, 32, 64].contains(&predicate.width_bits());
    Some(match predicate.name {
        "isAddSubImm" => match random.below(4) {
            0 => format!("#{}, lsl #12", random.below(4096)),
            1 => random.pick(&[":lo12:sym", ":tprel_lo12:sym", ":dtprel_lo12:sym"]).to_owned(),
            _ => format!("#{}", random.below(4096)),
        },
        "isAddSubImmNeg" => format!("#-{}", 1 + random.below(4095)),
        "isSVEAddSubImm" => match random.below(3) {
            0 if wide => format!("#{}, lsl #8", random.below(256)),
            1 if wide => format!("#{}", random.below(256) << 8),
            _ => format!("#{}", random.below(256)),
        },
        "isSVECpyImm" => {
            let value = random.below(256) as i64 - 128;
            match random.below(3) {
                0 if wide => format!("#{value}, lsl #8"),
                1 if wide => format!("#{}", value * 256),
                _ => format!("#{value}"),
            }
        }
        "isLogicalImm" => logical(predicate.width_bits(), class.ends_with("Not"), random),
        "isSVEPreferredLogicalImm" => match predicate.width_bits() {
            16 => random.pick(&["#0x7ffe", "#0x0ff0", "#0x01f8"]).to_owned(),
            32 => random.pick(&["#0xffff0", "#0x7fffffff", "#0x1ff8"]).to_owned(),
            _ => random.pick(&["#0xffff0", "#0x7fffffffffffffff", "#0x1ff8"]).to_owned(),
        },
        "isMOVZMovAlias" => {
            let value = (1 + random.below(0xffff)) << predicate.number(1);
            format!("#{value:#x}")
        }
        "isMOVNMovAlias" => {
            let value = !((1 + random.below(0xfffe) as u64) << predicate.number(1));
            let value = if predicate.number(0) == 32 { value & 0xffff_ffff } else { value };
            format!("#{value:#x}")
        }
        "isSIMDImmType10" => {
            let bytes: u64 = random.next();
            let value = (0..8).filter(|bit| bytes >> bit & 1 != 0).map(|bit| 0xff << (8 * bit));
            format!("#{:#x}", value.sum::<u64>())
        }
        "isFPImm" => {
            random.pick(&["#1.0", "#0.5", "#-3.0", "#0.125", "#31.0", "#-0.1875"]).to_owned()
        }
        "isExactFPImm" => {
            let choice = random.below(2);
            match predicate.name_of(choice) {
                "half" => "#0.5",
                "one" => "#1.0",
                "two" => "#2.0",
                _ => "#0.0",
            }
            .to_owned()
        }
        _ => return None,
    })
}

/// Returns a run of ones that is repeated.
fn logical(bits: u32, is_inverted: bool, random: &mut Random) -> String {
    let sizes: Vec<u32> = [2, 4, 8, 16, 32, 64].into_iter().filter(|size| *size <= bits).collect();
    let size = random.pick(&sizes);
    let ones = 1 + random.below(size as usize - 1) as u32;
    let run = (1_u128 << ones) - 1;
    let start = random.below(size as usize) as u32;
    let turned = (run << start | run >> (size - start)) & ((1 << size) - 1);
    let value = (0..bits / size).fold(0, |value, at| value | turned << (at * size));
    let value = if is_inverted { !value & ((1 << bits) - 1) } else { value };
    format!("#{value:#x}")
}

/// Labels and parts of addresses.
fn symbol(predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let names: &[&str] = match predicate.name {
        "isBranchTarget" => &["label", "label", "away", "label+8", "#8"],
        "isPAuthPCRelLabel16Operand" => &["label", "away", "#-16"],
        "isAdrLabel" => &["label", "sym+4", "#16"],
        "isAdrpLabel" => &["sym", ":got:sym", ":tlsdesc:sym", "sym+16"],
        "isMovWSymbolG0" => &["#:abs_g0:sym", "#:tprel_g0:sym", "#:abs_g0_nc:sym"],
        "isMovWSymbolG1" => &["#:abs_g1:sym", "#:tprel_g1:sym", "#:abs_g1_nc:sym"],
        "isMovWSymbolG2" => &["#:abs_g2:sym", "#:tprel_g2:sym", "#:abs_g2_nc:sym"],
        "isMovWSymbolG3" => &["#:abs_g3:sym"],
        _ => return None,
    };
    Some(random.pick(names).to_owned())
}

/// Returns names of conditions, registers of the system, hints and the like.
fn name(class: &str, predicate: &Predicate<'_>, random: &mut Random) -> Option<String> {
    let names: &[&str] = match predicate.name {
        "isCondCode" => {
            &["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"]
        }
        "isBarrier" => &["sy", "ish", "nshst", "#3", "oshld", "#15"],
        "isBarriernXS" => &["synxs", "ishnxs", "#20", "oshnxs"],
        "isTIndexHint" => return named("TIndex", None, random),
        "isPrefetch" => {
            let table = match class {
                "RangePrefetch" => "RPRFMsList",
                "SVEPrefetch" => "SVEPRFMsList",
                _ => "PRFMsList",
            };
            return match random.below(5) {
                0 => Some(format!("#{}", random.below(16))),
                _ => named(table, None, random),
            };
        }
        "isSVCR" => return named("SVCRsList", None, random),
        "isSystemPStateFieldWithImm0_15" => return named("PStateImm0_15sList", None, random),
        "isSystemPStateFieldWithImm0_1" => return named("PStateImm0_1sList", None, random),
        "isSVEPattern" => match random.below(5) {
            0 => return Some(format!("#{}", random.below(32))),
            _ => return named("SVEPREDPATsList", None, random),
        },
        "isSVEVecLenSpecifier" => return named("SVEVECLENSPECIFIERsList", None, random),
        "isMRSSystemRegister" => return named("SysRegsList", Some("Readable"), random),
        "isMSRSystemRegister" => return named("SysRegsList", Some("Writeable"), random),
        "isSysCR" => return Some(format!("c{}", random.below(16))),
        _ => return None,
    };
    Some(random.pick(names).to_owned())
}

/// Returns the name of a row of a table, of one that has a flag if one is asked for.
fn named(table: &str, flag: Option<&str>, random: &mut Random) -> Option<String> {
    let tables = Tables::embedded("aarch64").ok()?;
    let table = tables.named_table(table)?;
    let flag = flag.and_then(|flag| table.column(flag));
    let rows = table.rows().filter(|row| flag.is_none_or(|flag| row.flag(flag)));
    let names: Vec<&str> = rows.map(|row| row.text(0)).collect();
    (!names.is_empty()).then(|| random.pick(&names).to_ascii_lowercase())
}
