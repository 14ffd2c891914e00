//! Operands, by the names of their classes.

use crate::random::Random;

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    register(class, random)
        .or_else(|| address(class, random))
        .or_else(|| relative(class, random))
        .or_else(|| immediate(class, random))
}

/// Returns a register, now and then as its number.
fn register(class: &str, random: &mut Random) -> Option<String> {
    let any = random.below(16);
    let (letter, number) = match class {
        "GR32" | "GR64" | "GRH32" | "ADDR32" | "ADDR64" => ('r', any),
        "GR128" => ('r', any & !1),
        "FP16" | "FP32" | "FP64" => ('f', any),
        "FP128" => ('f', any & !2),
        "VR16" | "VR32" | "VR64" | "VR128" => match random.below(8) {
            0 => ('f', any),
            _ => ('v', random.below(32)),
        },
        "AR32" => ('a', any),
        "CR64" => ('c', any),
        "AnyReg" => (random.pick(&['r', 'f', 'v', 'a', 'c']), any),
        _ => return None,
    };
    Some(match random.below(12) {
        0 => number.to_string(),
        _ => format!("%{letter}{number}"),
    })
}

/// Returns a base or an index, which may be none.
fn part(letter: char, random: &mut Random) -> String {
    match random.below(12) {
        0 => "0".to_owned(),
        1 => random.below(16).to_string(),
        _ => format!("%{letter}{}", random.below(16)),
    }
}

/// Returns an address.
fn address(class: &str, random: &mut Random) -> Option<String> {
    let form = class.split("Addr").next()?;
    let displacement = if class.contains("Disp12") {
        let any = random.below(4096) as i64;
        random.pick(&[0, 8, 160, 4095, any])
    } else if class.contains("Disp20") {
        let any = random.below(1 << 19) as i64;
        random.pick(&[-524_288, -8, 0, 160, 4096, 524_287, any])
    } else {
        return None;
    };
    let displacement = match random.below(24) {
        0 => "sym".to_owned(),
        1 if displacement >= 0 => format!("{displacement:#x}"),
        _ => displacement.to_string(),
    };
    let base = part('r', random);
    let parts = match form {
        "BD" if random.below(8) == 0 => return Some(displacement),
        "BD" => base,
        "BDX" | "LXA" => match random.below(4) {
            0 => return Some(displacement),
            1 => base,
            2 if random.below(4) == 0 => format!("{base},"),
            _ => format!("{},{base}", part('r', random)),
        },
        "BDL" => {
            let most = if class.ends_with("Len4") { 16 } else { 256 };
            let any = 1 + random.below(most);
            let length = random.pick(&[1, most, any]);
            if random.below(8) == 0 { length.to_string() } else { format!("{length},{base}") }
        }
        "BDR" => {
            let length = format!("%r{}", random.below(16));
            if random.below(8) == 0 { length } else { format!("{length},{base}") }
        }
        "BDV" => format!("{},{base}", part('v', random)),
        _ => return None,
    };
    Some(format!("{displacement}({parts})"))
}

/// Returns a place relative to the instruction.
fn relative(class: &str, random: &mut Random) -> Option<String> {
    let rest = class.strip_prefix("PCRel")?;
    let is_call = rest.starts_with("TLS");
    let bits: u32 = rest.trim_start_matches("TLS").parse().ok()?;
    let limit = 1_i64 << bits;
    // Without a symbol of thread-local storage, llvm-mca reads beyond the operands of a call and crashes now and then.
    if is_call {
        let tag = random.pick(&["tls_gdcall", "tls_ldcall"]);
        let target = random.pick(&["__tls_get_offset@PLT", "func", "func+4"]);
        return Some(format!("{target}:{tag}:sym"));
    }
    Some(match random.below(12) {
        0 => (-limit).to_string(),
        1 => (limit - 2).to_string(),
        2 => "0".to_owned(),
        3 => (2 * random.below(1 << 10)).to_string(),
        4 => "sym@PLT".to_owned(),
        5 => "sym+4".to_owned(),
        6 => ".-8".to_owned(),
        9 => "sym@GOTENT".to_owned(),
        _ => random.pick(&["label", "func", "away"]).to_owned(),
    })
}

/// Returns a constant that the number of bits in a class's name allows, now and then a symbol.
fn immediate(class: &str, random: &mut Random) -> Option<String> {
    let rule = class.strip_suffix("Imm")?;
    if rule.is_empty() {
        return Some("sym".to_owned());
    }
    let bits: u32 = rule.get(1..)?.parse().ok()?;
    let is_signed = rule.starts_with('S');
    let (least, most) = match is_signed {
        true => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
        false => (0, (1_i64 << bits) - 1),
    };
    let between = least + (random.next() % (most - least + 1) as u64) as i64;
    let value = random.pick(&[least, most, between, between, between, 0]);
    Some(match random.below(24) {
        0 => "sym".to_owned(),
        1 if value >= 0 => format!("{value:#x}"),
        _ => value.to_string(),
    })
}
