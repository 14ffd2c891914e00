//! Operands in AT&T syntax.

use super::modes::{BITS_16, BITS_32, BITS_64};
use crate::random::Random;
use crate::target::proved::Mode;

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, mode: Mode, random: &mut Random) -> Option<String> {
    let text = match class {
        "AVX512RC" => random.pick(&["{rn-sae}", "{rd-sae}", "{ru-sae}", "{rz-sae}"]).to_owned(),
        "ImmSExti64i8" | "ImmSExti32i8" | "ImmSExti16i8" => {
            random.pick(&["$7", "$-3", "$127", "$-128"]).to_owned()
        }
        "ImmSExti64i32" => {
            random.pick(&["$1000", "$-70000", "$2147483647", "$sym", "$sym+8"]).to_owned()
        }
        "Imm" => random.pick(&["$1", "$100", "$-1", "$0x41", "$sym"]).to_owned(),
        "ImmUnsignedi4" => format!("${}", random.below(16)),
        "ImmUnsignedi6" => format!("${}", random.below(64)),
        "ImmUnsignedi8" => format!("${}", random.below(256)),
        "VK1Pair" | "VK2Pair" | "VK4Pair" | "VK8Pair" | "VK16Pair" => {
            random.pick(&["%k0", "%k2", "%k4", "%k6"]).to_owned()
        }
        "GR16orGR32orGR64" if mode != BITS_64 => random.pick(&["%ax", "%ecx"]).to_owned(),
        "GR16orGR32orGR64" => random.pick(&["%ax", "%ecx", "%rdx", "%r9"]).to_owned(),
        "GR32orGR64" if mode != BITS_64 => random.pick(&["%eax", "%esi"]).to_owned(),
        "GR32orGR64" => random.pick(&["%eax", "%rsi", "%r10d", "%r11"]).to_owned(),
        "AbsMem" | "AbsMemMode16" | "AbsMem8" => {
            random.pick(&["label", "1b", "label+4", "16"]).replace("1b", "other")
        }
        "DstIdx8" | "DstIdx16" | "DstIdx32" | "DstIdx64" => {
            format!("%es:({})", index_register("di", mode))
        }
        "SrcIdx8" | "SrcIdx16" | "SrcIdx32" | "SrcIdx64" => {
            let segment = random.pick(&["", "%fs:", "%ds:"]);
            format!("{segment}({})", index_register("si", mode))
        }
        "MemConstOffs64" => random.pick(&["81985529216486895", "sym"]).to_owned(),
        _ if class.starts_with("MemOffs") => {
            random.pick(&["0x1234", "sym", "%fs:8", "sym+2"]).to_owned()
        }
        "SibMem" => memory(mode, random, Index::General),
        _ if class.starts_with("RegByHwMode") => match mode {
            BITS_64 => random.pick(&["%rax", "%rcx", "%r8"]).to_owned(),
            _ => random.pick(&["%eax", "%ecx"]).to_owned(),
        },
        _ if class.contains("_RC") => {
            let width = if class.contains("_RC128") {
                "xmm"
            } else if class.contains("_RC256") {
                "ymm"
            } else {
                "zmm"
            };
            memory(mode, random, Index::Vector(width, class.ends_with('X')))
        }
        "Mem512_GR16" => random.pick(&["(%bx,%si)", "4(%di)"]).to_owned(),
        "Mem512_GR32" => random.pick(&["(%eax)", "8(%ecx,%edx,2)"]).to_owned(),
        "Mem512_GR64" => random.pick(&["(%rax)", "8(%rcx,%rdx,2)"]).to_owned(),
        _ if class.starts_with("Mem") => memory(mode, random, Index::Any),
        _ => return None,
    };
    Some(text)
}

fn index_register(name: &str, mode: Mode) -> String {
    match mode {
        BITS_64 => format!("%r{name}"),
        BITS_32 => format!("%e{name}"),
        _ => format!("%{name}"),
    }
}

/// The kind of index that a memory operand must have.
#[derive(Clone, Copy)]
enum Index {
    /// Anything, even none.
    Any,
    /// A general register.
    General,
    /// A vector register of that width; with the flag, possibly one of the upper sixteen.
    Vector(&'static str, bool),
}

fn memory(mode: Mode, random: &mut Random, index: Index) -> String {
    if let Index::Vector(width, extended) = index {
        let bound = if mode != BITS_64 {
            8
        } else if extended {
            32
        } else {
            16
        };
        let number = random.below(bound);
        let base = index_register(random.pick(&["ax", "bx", "di"]), mode).replace("%ax", "%eax");
        let base = if mode == BITS_16 { "%eax".to_owned() } else { base };
        let scale = random.pick(&["1", "2", "4", "8"]);
        return format!("{}({base},%{width}{number},{scale})", random.pick(&["", "64", "-8"]));
    }
    let any = matches!(index, Index::Any);
    match mode {
        BITS_64 => {
            let plain: &[&str] = &[
                "(%rax)",
                "8(%rbx)",
                "-24(%rbp)",
                "sym(%rip)",
                "sym+4(%rip)",
                "foo@GOTPCREL(%rip)",
                "%fs:0(,%rax,8)",
                "64(%rsp)",
                "(%r12)",
                "(%r13)",
                "4096(%r8)",
                "sym",
                "%gs:16",
                "(%eax)",
                "12(%esi,%edi,4)",
            ];
            let indexed: &[&str] = &[
                "(%rax,%rcx)",
                "8(%rbx,%rcx,4)",
                "-4(%r9,%r10,8)",
                "sym(,%rdx,2)",
                "1000(%rsp,%rbp,2)",
                "table(%rdi,%r15,8)",
            ];
            let choices: Vec<&str> = if any { [plain, indexed].concat() } else { indexed.to_vec() };
            random.pick(&choices).to_owned()
        }
        BITS_32 => random
            .pick(&["(%eax)", "8(%ebx,%ecx,4)", "-4(%ebp)", "sym", "%fs:(%esi)", "sym(,%edx,2)"])
            .to_owned(),
        _ => random.pick(&["(%bx)", "4(%bp,%di)", "sym", "-2(%si)", "(%bx,%si)"]).to_owned(),
    }
}

/// Returns whether a register can be written in a mode.
pub fn register_exists(name: &str, mode: Mode) -> bool {
    if mode == BITS_64 {
        return true;
    }
    let numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .map(|rest| rest.trim_end_matches(|c: char| c.is_ascii_alphabetic()))
            .and_then(|digits| digits.parse::<u32>().ok())
    };
    let upper = ["r", "xmm", "ymm", "zmm", "cr", "dr"]
        .iter()
        .any(|prefix| numbered(prefix).is_some_and(|number| number >= 8 || *prefix == "r"));
    let wide = name.starts_with('r') && name.len() == 3;
    !upper && !wide && !matches!(name, "spl" | "bpl" | "sil" | "dil")
}
