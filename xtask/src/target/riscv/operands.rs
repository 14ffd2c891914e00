//! Operands.

use oxmca_tables::Tables;

use crate::random::Random;
use crate::target::proved::Mode;

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, mode: Mode, random: &mut Random) -> Option<String> {
    let is_64_bit = mode.triple.starts_with("riscv64");
    let text = match class {
        "AnyRegOperand" => random.pick(&["a0", "x5", "s11", "fa0", "f31", "v7"]).to_owned(),
        "AnyRegCOperand" => random.pick(&["a0", "s1", "x15", "fa3"]).to_owned(),
        "BareSymbol" | "BareSymbolQC_E_LI" => random.pick(&["sym", "sym+8", "table"]).to_owned(),
        "CLUIImm" => random.pick(&["1", "31", "0xfffe0", "0xfffff", "17"]).to_owned(),
        "CSRSystemRegister" => system_register(random),
        "RegReg" => format!("{}({})", general(random), general(random)),
        "CallSymbol" => random.pick(&["func", "func@plt", "memcpy"]).to_owned(),
        "PseudoJumpSymbol" => random.pick(&["func", "away"]).to_owned(),
        "FRMArg" => random.pick(&["", "", "rne", "rtz", "rdn", "rup", "rmm", "dyn"]).to_owned(),
        "FRMArgLegacy" => random.pick(&["", "", "rne", "rtz", "dyn"]).to_owned(),
        "RTZArg" => "rtz".to_owned(),
        "FenceArg" => random.pick(&["rw", "iorw", "r", "w", "io", "0", "ow"]).to_owned(),
        "GPRAsFPR16" | "GPRAsFPR32" => general(random),
        "GPRF64AsFPR" if is_64_bit => general(random),
        "GPRF64AsFPR" | "GPRPairAsFPR" | "GPRPairRV32" | "GPRPairRV64" => {
            random.pick(&["a0", "s2", "t5", "zero", "x10", "s10"]).to_owned()
        }
        "GPRPairNoX0RV32" => random.pick(&["a0", "s2", "t5"]).to_owned(),
        "GPRPairCRV32" => random.pick(&["a0", "s0", "a4", "x12"]).to_owned(),
        "Imm" => random.pick(&["0", "1", "-1", "100"]).to_owned(),
        "ImmThree" => "3".to_owned(),
        "ImmFour" => "4".to_owned(),
        "ImmZero" => "0".to_owned(),
        "InsnDirectiveOpcode" => {
            random.pick(&["OP", "LOAD", "0x33", "CUSTOM_0", "BRANCH", "127"]).to_owned()
        }
        "InsnCDirectiveOpcode" => random.pick(&["C0", "C1", "C2", "0", "1", "2"]).to_owned(),
        "LoadFPImm" => {
            random.pick(&["1.0", "0.5", "-1.0", "min", "inf", "nan", "2", "65536"]).to_owned()
        }
        "RegList" => random.pick(&["{ra}", "{ra}", "{x1}", "{ra, s0}", "{ra, s0-s11}"]).to_owned(),
        "RegListS0" => random.pick(&["{ra, s0}", "{x1, x8}", "{ra, s0-s3}"]).to_owned(),
        "StackAdj" => random.pick(&["16", "32", "48", "64", "112"]).to_owned(),
        "NegStackAdj" => random.pick(&["-16", "-32", "-48", "-64", "-112"]).to_owned(),
        "TLSDESCCallSymbol" => "%tlsdesc_call(sym)".to_owned(),
        "TPRelAddSymbol" => "%tprel_add(sym)".to_owned(),
        "RVVMaskRegOpOperand" => random.pick(&["", "v0.t"]).to_owned(),
        "RVVScaleRegOpOperand" => "v0.scale".to_owned(),
        "SMTVType" => random.pick(&["", "i4", "i8"]).to_owned(),
        "SMTI8" => random.pick(&["", "i8"]).to_owned(),
        "TileLambda" => random.pick(&["L1", "L2", "l4", "L8", "L16", "L32", "L64"]).to_owned(),
        "QCAccessSymbol" => "%qc.access(sym)".to_owned(),
        "RVVMaskCarryInRegOpOperand" => "v0".to_owned(),
        "XSfmmVType" => {
            random.pick(&["e8, w1", "e16, w2", "e32, w1", "e64, w1", "e16alt, w4"]).to_owned()
        }
        "ZeroOffsetMemOpOperand" => {
            format!("{}({})", random.pick(&["", "", "0"]), general(random))
        }
        "VTypeI10" | "VTypeI11" => vector_type(random),
        "SImm12LO" => match random.below(4) {
            0 => random.pick(&["%lo(sym)", "%pcrel_lo(.Lpcrel0)", "%tprel_lo(sym+4)"]).to_owned(),
            _ => random.pick(&["0", "1", "-1", "8", "16", "2047", "-2048", "64", "-32"]).to_owned(),
        },
        "UImm20LUI" => {
            random.pick(&["1", "0xfffff", "%hi(sym)", "%tprel_hi(sym)", "31"]).to_owned()
        }
        "UImm20AUIPC" => random
            .pick(&[
                "0",
                "0xfffff",
                "%pcrel_hi(sym)",
                "%got_pcrel_hi(sym)",
                "%tls_ie_pcrel_hi(sym)",
            ])
            .to_owned(),
        "SImm20LI" => match random.below(4) {
            0 => "%qc.abs20(sym)".to_owned(),
            _ => immediate("SImm20", is_64_bit, random)?,
        },
        "ImmXLenLI" | "ImmXLenLI_Restricted" => wide(is_64_bit, random),
        _ => immediate(class, is_64_bit, random)?,
    };
    Some(text)
}

fn general(random: &mut Random) -> String {
    random
        .pick(&["a0", "a1", "a5", "t0", "t6", "s0", "s1", "s11", "x7", "ra", "sp", "gp", "tp"])
        .to_owned()
}

/// Returns a vector type, seldom a reserved one.
pub fn vector_type(random: &mut Random) -> String {
    let width =
        random.pick(&["e8", "e16", "e32", "e64", "e8", "e16", "e32", "e64", "e8alt", "e16alt"]);
    let group = random.pick(&["m1", "m2", "m4", "m8", "mf2", "m1", "m2"]);
    let tail = random.pick(&["ta", "tu"]);
    let mask = random.pick(&["ma", "mu"]);
    match random.below(16) {
        0 => random.pick(&["0", "0x1b", "255", "e8, mf8, ta, ma", "e16, mf4, ta, mu"]).to_owned(),
        1 => format!("{width}, {group}"),
        _ => format!("{width}, {group}, {tail}, {mask}"),
    }
}

/// Returns a control and status register by its name or number.
fn system_register(random: &mut Random) -> String {
    if random.below(5) == 0 {
        return random.pick(&["0", "1", "3", "0x300", "4095", "0xc22", "3072"]).to_owned();
    }
    let names: Vec<&str> = Tables::embedded("riscv")
        .ok()
        .and_then(|tables| tables.named_table("SysRegsList"))
        .into_iter()
        .flat_map(|table| table.rows().map(|row| row.text(0)).collect::<Vec<_>>())
        .collect();
    match names.is_empty() {
        true => "fcsr".to_owned(),
        false => random.pick(&names).to_owned(),
    }
}

/// Returns a constant to be loaded by `li`: of any number of bits, in runs.
fn wide(is_64_bit: bool, random: &mut Random) -> String {
    let bits = if is_64_bit { 64 } else { 32 };
    let value = match random.below(4) {
        0 => random.next(),
        1 => random.next() << random.below(64) >> random.below(64),
        2 => (1 << random.below(64)) - (1 << random.below(12)),
        _ => !(random.next() >> random.below(64)),
    };
    let value = value << (64 - bits) >> (64 - bits);
    match random.below(2) {
        0 => format!("{value:#x}"),
        _ if is_64_bit => format!("{}", value as i64),
        _ => format!("{}", value as u32 as i32),
    }
}

/// Returns a constant that the rule in a class's name allows: `UImm10Lsb00NonZero`, `BareSImm13Lsb0`,
/// `SImm5Plus1`.
fn immediate(class: &str, is_64_bit: bool, random: &mut Random) -> Option<String> {
    let special: &[&str] = match class {
        "Imm5Zibi" => &["-1", "1", "31", "7"],
        "RnumArg" => &["0", "5", "10"],
        "UImm5Plus1" => &["1", "17", "32"],
        "UImm5GE6Plus1" => &["6", "20", "32"],
        "UImm5GT3" => &["4", "16", "31"],
        "UImm8GE32" => &["32", "100", "255"],
        "UImm5Slist" => &["0", "1", "2", "4", "8", "15", "16", "31"],
        "SImm5Plus1" => &["-15", "0", "16", "1"],
        "UImm4Plus1" => &["1", "7", "16"],
        "UImm6Plus1" => &["1", "33", "64"],
        "UImm7EqXLen" => &[if is_64_bit { "64" } else { "32" }],
        "YBNDSWImm" => &["1", "255", "256", "504", "512", "4080", "4096", "264"],
        "SImm8PLI_B" => &["-128", "127", "255", "0"],
        "SImm10PLUI" => &["-512", "511", "1023", "0"],
        "SImm10PLI_H" => &["-512", "511", "65535", "65024", "0"],
        "SImm10PLI_W" => &["-512", "511", "0xffffffff", "0xfffffe00", "0"],
        "UImmLog2XLen" => &["0", "1", "31", if is_64_bit { "63" } else { "17" }],
        "UImmLog2XLenNonZero" => &["1", "31", if is_64_bit { "63" } else { "17" }],
        _ => &[],
    };
    if !special.is_empty() {
        return Some(random.pick(special).to_owned());
    }
    let (is_bare, rule) = match class.strip_prefix("Bare") {
        Some(rule) => (true, rule),
        None => (false, class),
    };
    if is_bare && random.below(3) != 0 {
        return Some(random.pick(&["label", "label+4", "away"]).to_owned());
    }
    let is_signed = rule.starts_with("SImm");
    let rest = rule.strip_prefix("SImm").or(rule.strip_prefix("UImm"))?;
    let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    let (bits, rest) = rest.split_at(digits);
    let bits: u32 = bits.parse().ok()?;
    let (may_be_zero, rest) = match rest.strip_suffix("NonZero") {
        Some(rest) => (false, rest),
        None => (true, rest),
    };
    let zeros = rest.strip_prefix("Lsb").unwrap_or(rest);
    if !zeros.bytes().all(|it| it == b'0') {
        return None;
    }
    let least = if is_signed { -(1_i128 << (bits - 1)) } else { 0 };
    let most = if is_signed { (1_i128 << (bits - 1)) - 1 } else { (1_i128 << bits) - 1 };
    let step = 1_i128 << zeros.len();
    let between = least + (random.next() as i128) % (most - least + 1);
    let value = random.pick(&[least, most, 0, step, between, between]).div_euclid(step) * step;
    let value = if value == 0 && !may_be_zero { step } else { value };
    Some(match random.below(4) {
        0 if value >= 0 => format!("{value:#x}"),
        _ => value.to_string(),
    })
}
