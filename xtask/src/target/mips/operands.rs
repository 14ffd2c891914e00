//! Operands, by the names of their classes.

use crate::random::Random;

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    register(class, random)
        .or_else(|| address(class, random))
        .or_else(|| list(class, random))
        .or_else(|| target(class, random))
        .or_else(|| immediate(class, random))
}

/// Returns one of some numbers as a register.
fn one_of(numbers: &[usize], random: &mut Random) -> String {
    format!("${}", random.pick(numbers))
}

/// Returns a general register by name or number. The assembler's own is seldom.
fn general(random: &mut Random) -> String {
    match random.below(12) {
        0 => random.pick(&["$sp", "$ra", "$gp", "$fp", "$a0", "$v0", "$s7", "$k1"]).to_owned(),
        1 => "$zero".to_owned(),
        2 => "$0".to_owned(),
        3 if random.below(8) == 0 => "$1".to_owned(),
        _ => format!("${}", 2 + random.below(30)),
    }
}

fn register(class: &str, random: &mut Random) -> Option<String> {
    let any = random.below(32);
    let named = |prefix: &str, number: usize, random: &mut Random| match random.below(4) {
        0 => format!("${number}"),
        _ => format!("${prefix}{number}"),
    };
    Some(match class.strip_suffix("AsmReg").unwrap_or(class) {
        "GPR32" | "GPR64" | "GPR32Zero" => general(random),
        "GPR32NonZero" => format!("${}", 2 + random.below(30)),
        "GPRMM16" => one_of(&[2, 3, 4, 5, 6, 7, 16, 17], random),
        "GPRMM16AsmRegZero" => one_of(&[0, 2, 3, 4, 5, 6, 7, 17], random),
        "GPRMM16AsmRegMoveP" => one_of(&[0, 2, 3, 16, 17, 18, 19, 20], random),
        "GPRMM16AsmRegMovePPairFirst" => one_of(&[4, 5], random),
        "GPRMM16AsmRegMovePPairSecond" => one_of(&[6, 7], random),
        "FGR32" | "FGR64" => named("f", any, random),
        "StrictlyFGR32" | "StrictlyFGR64" => format!("$f{any}"),
        "AFGR64" => named("f", any & !usize::from(random.below(8) > 0), random),
        "StrictlyAFGR64" => format!("$f{}", any & !1),
        "FCC" => named("fcc", any & 7, random),
        "ACC64DSP" | "HI32DSP" | "LO32DSP" => named("ac", any & 3, random),
        "MSA128" => named("w", any, random),
        "MSACtrl" => match random.below(2) {
            0 => format!("${}", any & 7),
            _ => random.pick(&["$msair", "$msacsr", "$msaaccess", "$msaunmap"]).to_owned(),
        },
        "HWRegs" => random.pick(&["$29", "$hwr_cpunum", "$hwr_ulr", "$2"]).to_owned(),
        "CCR" | "COP0" | "COP2" | "COP3" => format!("${any}"),
        _ => return None,
    })
}

/// Returns an address.
fn address(class: &str, random: &mut Random) -> Option<String> {
    let (bits, step) = match class {
        "Mem" | "MemOffsetSimm16_0" | "MemOffsetSimmPtr" => (16, 1),
        "MemOffsetSimm9_0" => (9, 1),
        "MemOffsetSimm10_0" => (10, 1),
        "MemOffsetSimm10_1" => (11, 2),
        "MemOffsetSimm10_2" => (12, 4),
        "MemOffsetSimm10_3" => (13, 8),
        "MemOffsetSimm11_0" => (11, 1),
        "MemOffsetSimm12_0" => (12, 1),
        "MemOffsetUimm4" => return Some(format!("{}($sp)", 4 * random.below(16))),
        "MicroMipsMemSP" => return Some(format!("{}($sp)", 4 * random.below(32))),
        "MicroMipsMemGP" => return Some(format!("{}($gp)", 4 * random.below(64) as i64 - 128)),
        "MicroMipsMem" => {
            let base = one_of(&[2, 3, 4, 5, 6, 7, 16, 17], random);
            return Some(format!("{}({base})", 4 * random.below(4)));
        }
        _ => return None,
    };
    let limit = 1_i64 << (bits - 1);
    let between = (random.next() % (2 * limit / step) as u64) as i64 * step - limit;
    let base = general(random);
    let wide = matches!(class, "Mem" | "MemOffsetSimm16_0" | "MemOffsetSimmPtr");
    Some(match random.below(24) {
        0 => format!("({base})"),
        1 => format!("-{limit}({base})"),
        2 => format!("%lo(sym)({base})"),
        3 if wide => format!("%got_disp(sym+8)({base})"),
        4 if wide => format!("sym+4({base})"),
        5 if wide => "sym".to_owned(),
        6 if wide => format!("{}({base})", 0x1_2345 + random.below(0x7000_0000)),
        7 if wide => format!("-{}({base})", 0x9000 + random.below(0x7000_0000)),
        8 => format!("{}({base})", limit - step),
        _ => format!("{between}({base})"),
    })
}

/// Returns a list of registers.
fn list(class: &str, random: &mut Random) -> Option<String> {
    Some(
        match class {
            "RegList16" => {
                random.pick(&["$16, $31", "$16-$17, $ra", "$16-$18, $31", "$16-$19, $31"])
            }
            "RegList" => random.pick(&[
                "$16",
                "$16-$17",
                "$16-$23, $30",
                "$16, $17, $31",
                "$16-$23, $30, $31",
            ]),
            _ => return None,
        }
        .to_owned(),
    )
}

/// Returns the target of a branch or jump.
fn target(class: &str, random: &mut Random) -> Option<String> {
    match class {
        "JumpTarget" => Some(match random.below(8) {
            0 => (4 * random.below(8)).to_string(),
            1 => format!("-{}", 4 * random.below(8)),
            2 => "sym+8".to_owned(),
            _ => random.pick(&["label", "func", "away"]).to_owned(),
        }),
        "InvNum" => Some((random.below(1000) as i64 - 500).to_string()),
        _ => None,
    }
}

/// Returns a constant that the numbers in a class's name allow, now and then a symbol.
fn immediate(class: &str, random: &mut Random) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok();
    let (least, most, step, takes_symbols) = match class {
        "Imm" | "SImm32" | "SImm32_Relaxed" => (-0x8000_0000, 0x7fff_ffff, 1, class == "Imm"),
        "UImm32_Coerced" => (0, 0xffff_ffff, 1, false),
        "ConstantImm" => (-0x8000_0000, 0x7fff_ffff, 1, false),
        "ConstantImmz" => (0, 0, 1, false),
        "SImm16" | "SImm16_Relaxed" => (-0x8000, 0x7fff, 1, true),
        "UImm16" | "UImm16_Relaxed" | "UImm16_AltRelaxed" => (0, 0xffff, 1, true),
        "UImm5Lsl2" => (0, 124, 4, false),
        "UImm6Lsl2" => (0, 252, 4, false),
        "UImm7_N1" => (-1, 126, 1, false),
        "SImm7Lsl2" => (-256, 252, 4, false),
        "SImm10Lsl1" => (-1024, 1022, 2, true),
        "SImm10Lsl2" => (-2048, 2044, 4, true),
        "SImm10Lsl3" => (-4096, 4088, 8, true),
        "SImm19Lsl2" | "Simm19_Lsl2" => (-(1 << 20), (1 << 20) - 4, 4, true),
        "Simm18_Lsl3" => (-(1 << 20), (1 << 20) - 8, 8, true),
        "ConstantUImmRange2_64" => (2, 64, 1, false),
        "ConstantUImm5_Plus1_Report_UImm6" => (1, 32, 1, false),
        "ConstantUImm5_0_Report_UImm6" => (0, 31, 1, false),
        "ConstantUImm5_32_Norm" => (32, 63, 1, false),
        _ => {
            let (is_signed, rest) = match class.strip_prefix("ConstantUImm") {
                Some(rest) => (false, rest),
                None => (true, class.strip_prefix("ConstantSImm")?),
            };
            let (bits, offset) = rest.split_once('_')?;
            let (bits, offset) = (number(bits)?, number(offset)?);
            match is_signed {
                true => (-(1 << (bits - 1)) + offset, (1 << (bits - 1)) - 1 + offset, 1, false),
                false => (offset, (1 << bits) - 1 + offset, 1, false),
            }
        }
    };
    let between = least + (random.next() % ((most - least) / step + 1) as u64) as i64 * step;
    let small = between.clamp(least.max(-64 * step), most.min(64 * step));
    let value = random.pick(&[least, most, between, between, small, small - small % step]);
    Some(match random.below(24) {
        0 if takes_symbols => "%lo(sym)".to_owned(),
        1 if takes_symbols => "%hi(sym)".to_owned(),
        2 if takes_symbols && class == "Imm" => "sym".to_owned(),
        3 if value >= 0 => format!("{value:#x}"),
        _ => value.to_string(),
    })
}
