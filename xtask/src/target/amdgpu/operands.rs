//! Registers and constants, by the names of their classes.

use crate::random::Random;

/// Returns an operand of a matcher class that is neither a token, nor a register class, nor a keyword.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    tuple(class, random)
        .or_else(|| constant(class, random))
        .or_else(|| modified(class, random))
        .or_else(|| source(class, random))
}

/// Returns a register of so many bits, which begins at an even number if it has several parts.
fn register(letter: char, bits: usize, random: &mut Random) -> String {
    let count = bits / 32;
    let last = if letter == 's' { 100 } else { 250 };
    match count {
        0 | 1 => format!("{letter}{}", random.below(last)),
        _ => {
            // Scalars of more than two parts begin at multiples of four.
            let step = if letter == 's' && count > 2 { 4 } else { 2 };
            let first = step * random.below((last - count) / step);
            format!("{letter}[{first}:{}]", first + count - 1)
        }
    }
}

/// Returns the first number in a name.
fn bits(name: &str) -> Option<usize> {
    let digits = name.split(|c: char| !c.is_ascii_digit()).find(|it| !it.is_empty())?;
    digits.parse().ok()
}

/// Returns a register of a class that depends on the hardware mode.
fn tuple(class: &str, random: &mut Random) -> Option<String> {
    let class = class.strip_prefix("RegByHwMode_").unwrap_or(class);
    let kind = class.split('_').next()?;
    let letter = match kind {
        "AReg" => 'a',
        "VReg" | "AV" => 'v',
        "VS" => random.pick(&['v', 's']),
        "SReg" => return Some(lanes(random)),
        _ => return None,
    };
    Some(register(letter, bits(class)?, random))
}

/// Returns a register with a bit per lane.
fn lanes(random: &mut Random) -> String {
    match random.below(4) {
        0 => "vcc".to_owned(),
        1 => "vcc_lo".to_owned(),
        2 => register('s', 32, random),
        _ => register('s', 64, random),
    }
}

/// Returns a constant.
fn constant(class: &str, random: &mut Random) -> Option<String> {
    let any = random.below(1 << 16) as i64;
    let value = match class {
        "Imm" => random.pick(&[0, 1, 2]),
        "S16Imm" => random.pick(&[-32768, 0, 32767, any - 32768]),
        "U16Imm" | "SendMsg" | "SWaitCnt" | "DepCtr" | "Hwreg" | "WaitEvent" => {
            random.pick(&[0, 1, any & 0xfff])
        }
        "SDelayALU" => random.pick(&[0, 1, any & 0x7ff]),
        "SOPPBrTarget" => random.pick(&[0, 4, any]),
        "SplitBarrier" => random.pick(&[-1, -2]),
        "GPRIdxMode" => any & 15,
        "SMRDOffset8" | "SMEMOffset" => any & 0xff,
        "SMRDLiteralOffset" => 0x1234 + any,
        "KImmFP32" | "KImmFP64" => {
            return Some(random.pick(&["0x12345678", "0x40490fdb"]).to_owned());
        }
        "KImmFP16" => return Some(random.pick(&["0x1234", "0x3c80"]).to_owned()),
        "InterpSlot" => return Some(random.pick(&["p0", "p10", "p20"]).to_owned()),
        "InterpAttr" => {
            let channel = random.pick(&['x', 'y', 'z', 'w']);
            return Some(format!("attr{}.{channel}", random.below(33)));
        }
        // The attribute has it.
        "InterpAttrChan" => return Some(String::new()),
        "ExpTgt" => {
            return Some(
                random.pick(&["mrt0", "mrt7", "mrtz", "null", "pos0", "param5"]).to_owned(),
            );
        }
        _ => return None,
    };
    Some(value.to_string())
}

/// Returns an inline constant, or with `literal` another one now and then.
fn number(is_real: bool, literal: bool, random: &mut Random) -> String {
    let inline: &[&str] = match is_real {
        true => &["1.0", "-0.5", "4.0", "0", "1", "-16", "64"],
        false => &["0", "1", "64", "-1", "-16", "17"],
    };
    match literal && random.below(3) == 0 {
        true => random.pick(&["0x12345", "100", "0x3e80"]).to_owned(),
        false => random.pick(inline).to_owned(),
    }
}

/// Returns whether a class is of halves of registers that are named.
fn has_halves(class: &str) -> bool {
    !class.contains("Fake16") && class.contains("T16") || class.contains("SrcT_")
}

/// Returns a source with modifiers.
fn modified(class: &str, random: &mut Random) -> Option<String> {
    let is_real = class.contains("FP");
    let wide = class.contains("FP64") || class.contains("Int64");
    let packed = class.starts_with("Packed") || class == "OpSelMods";
    if !packed && !class.ends_with("InputMods") && class != "VReg32OrOff" && class != "BoolReg" {
        return None;
    }
    if class == "BoolReg" {
        return Some(lanes(random));
    }
    if class == "VReg32OrOff" {
        return Some(if random.below(4) == 0 {
            "off".to_owned()
        } else {
            register('v', 32, random)
        });
    }
    let is_vector = class.contains("VReg") || class.starts_with("SDWA");
    if !is_vector && random.below(4) == 0 {
        let literal = class.starts_with("RegOrImm") && !wide;
        return Some(number(is_real, literal, random));
    }
    let bits = if wide || class == "PackedFP32InputMods" { 64 } else { 32 };
    let letter = if is_vector { 'v' } else { random.pick(&['v', 'v', 's']) };
    let mut text = register(letter, bits, random);
    if letter == 'v' && has_halves(class) {
        text = format!("v{}.{}", random.below(128), random.pick(&['l', 'h']));
    }
    if packed || !is_real {
        return Some(text);
    }
    Some(match random.below(6) {
        0 => format!("-{text}"),
        1 => format!("|{text}|"),
        2 => format!("-|{text}|"),
        _ => text,
    })
}

/// Returns a source without modifiers: a register or a constant.
fn source(class: &str, random: &mut Random) -> Option<String> {
    let (kind, rest) = class.split_once('_')?;
    let format = rest.split('_').find(|part| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        part.starts_with(['b', 'f', 'v']) && digits.starts_with(|c: char| c.is_ascii_digit())
    })?;
    let (count, element) = match format.strip_prefix("v2") {
        Some(element) => (2, element),
        None => (1, format),
    };
    let is_real = element.contains('f');
    let whole = match kind {
        "VISrc" | "AISrc" => bits(rest)?,
        _ => count * bits(element)?,
    };
    let letters: &[char] = match kind {
        "AISrc" => &['a'],
        "VISrc" => &['v'],
        _ if kind.starts_with('S') => &['s'],
        _ if kind.starts_with('V') => &['v', 'v', 's'],
        _ => return None,
    };
    if random.below(4) == 0 {
        let is_literal = matches!(kind, "SSrc" | "VSrc") && whole <= 32 && element != "b16";
        return Some(number(is_real, is_literal, random));
    }
    let letter = random.pick(letters);
    if letter == 'v' && has_halves(class) {
        return Some(format!("v{}.{}", random.below(128), random.pick(&['l', 'h'])));
    }
    let narrow = class.contains("Lo128") && letter == 'v';
    Some(match narrow {
        true => format!("v{}", random.below(128)),
        false => register(letter, whole, random),
    })
}
