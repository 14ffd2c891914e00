//! Operands, by the names of their classes.

use crate::random::Random;

/// Conditions as they are read.
pub const CONDITIONS: [&str; 20] = [
    "t", "f", "hi", "ugt", "ls", "ule", "cc", "ult", "cs", "uge", "ne", "eq", "vc", "vs", "pl",
    "mi", "ge", "lt", "gt", "le",
];

/// Registers as they are read.
const REGISTERS: [&str; 12] =
    ["r0", "r1", "r3", "r9", "r12", "r31", "pc", "sp", "fp", "rv", "rr1", "rca"];

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    let half = random.below(1 << 16) as i64;
    let any = random.pick(&[0, 1, half, 0x7fff, 0x8000, 0xffff]);
    Some(match class {
        // The first one of a form is its condition, which may be a number; the reference crashes on larger ones.
        "Imm" => match random.below(6) {
            0 => random.below(16).to_string(),
            _ => random.pick(&CONDITIONS).to_owned(),
        },
        "CondCode" => match random.below(3) {
            0 => format!(".{}", random.pick(&CONDITIONS)),
            _ => String::new(),
        },
        "BrTarget" | "CallTarget" => match random.below(6) {
            0 => "func+8".to_owned(),
            1 => (4 * random.below(1 << 23)).to_string(),
            2 => random.pick(&["2", "-4", "0x2000000", ".", "-sym", "hi(sym)"]).to_owned(),
            _ => random.pick(&["label", "func", "away"]).to_owned(),
        },
        "HiImm16" => match random.below(5) {
            0 => random.pick(&["hi(sym)", "hi(sym+4)", "HI(sym)", "lo(sym)"]).to_owned(),
            _ => format!("{:#x}", any << 16),
        },
        "HiImm16And" => format!("{:#x}", any << 16 | 0xffff),
        "LoImm16" => match random.below(5) {
            0 => random.pick(&["lo(sym)", "lo(sym+4)", "LO(sym)", "sym", "-1"]).to_owned(),
            _ => any.to_string(),
        },
        "LoImm16And" => format!("{:#x}", any | 0xffff_0000),
        "LoImm21" => match random.below(5) {
            0 => random.pick(&["sym", "sym+4", ".", ".+4", "4+sym", "lo(sym)"]).to_owned(),
            _ => random.pick(&[any, any << 5, 0x1f_ffff, 0x20_0000, -1]).to_string(),
        },
        "Imm10" => (random.below(1 << 11) as i64 - 1024).to_string(),
        "ImmShift" => (random.below(65) as i64 - 32).to_string(),
        "MemImm" => match random.below(4) {
            0 => random.pick(&["[sym]", "[sym+4]", "[lo(sym)]", "[hi(sym)]", "[.]"]).to_owned(),
            _ => format!("[{:#x}]", random.pick(&[any, 4 * any, 0x1f_fffc, 0x20_0000])),
        },
        "MemRegImm" | "MemSpls" => based(random),
        "MemRegReg" => indexed(random),
        _ => return None,
    })
}

fn register(random: &mut Random) -> String {
    let prefix = if random.below(8) == 0 { "" } else { "%" };
    match random.below(3) {
        0 => format!("{prefix}{}", random.pick(&REGISTERS)),
        _ => format!("{prefix}r{}", random.below(32)),
    }
}

/// Returns a base, which may be changed.
fn base(random: &mut Random) -> String {
    let base = register(random);
    match random.below(6) {
        0 => format!("*{base}"),
        1 => format!("{base}*"),
        _ => base,
    }
}

/// Returns an address with a constant.
fn based(random: &mut Random) -> String {
    let step = random.pick(&["++", "--"]);
    let small = random.below(1024) as i64 - 512;
    match random.below(10) {
        0 => format!("[{step}{}]", register(random)),
        1 => format!("[{}{step}]", register(random)),
        2 => format!("[{}]", base(random)),
        3 => format!("lo(sym)[{}]", base(random)),
        4 => format!("{}[{}]", random.pick(&[-32768, 32767, 32768, 600, -600]), base(random)),
        5 => format!("{}[{}]", random.pick(&[-4, -2, -1, 1, 2, 4]), base(random)),
        _ => format!("{small}[{}]", base(random)),
    }
}

/// Returns an address with an index.
fn indexed(random: &mut Random) -> String {
    const OPERATIONS: [&str; 11] =
        ["add", "add", "addc", "sub", "subb", "and", "or", "xor", "sh", "srl", "sha"];
    match random.below(6) {
        0 => format!("{}[{}]", register(random), base(random)),
        _ => format!("[{} {} {}]", base(random), random.pick(&OPERATIONS), register(random)),
    }
}
