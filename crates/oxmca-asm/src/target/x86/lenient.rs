//! Statements of GNU's assembler and disassembler that LLVM's assembler does not read.

use crate::target::{TextMarkers, TextStyle};

/// The markers of IACA, which OSACA reads, too.
pub(super) const TEXT_MARKERS: TextMarkers = TextMarkers {
    begin: &[
        "movl$111,%ebx",
        "mov$111,%ebx",
        "movl$0x6f,%ebx",
        "mov$0x6f,%ebx",
        "movebx,111",
        "movebx,0x6f",
    ],
    end: &[
        "movl$222,%ebx",
        "mov$222,%ebx",
        "movl$0xde,%ebx",
        "mov$0xde,%ebx",
        "movebx,222",
        "movebx,0xde",
    ],
    bytes: &[&[100, 103, 144]],
    disassembled: &["fsaddr32nop", "addr32nop"],
};

const ATT: usize = 0;
const INTEL: usize = 1;

/// Names that only registers have.
const REGISTERS: &[&str] = &[
    "eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp", "rax", "rbx", "rcx", "rdx", "rsi",
    "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r8d", "r9d",
    "r10d", "r11d", "r12d", "r13d", "r14d", "r15d",
];

/// Returns the dialect that the operands of a statement show: `%eax` is AT&T's, `eax` and `DWORD PTR` are Intel's.
pub(super) fn dialect_of(statement: &[u8]) -> Option<usize> {
    let (_, operands) = split(statement);
    let text = std::str::from_utf8(operands).ok()?;
    let code = text.split('#').next().unwrap_or_default();
    let is_register = |at: usize| code[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    if code.match_indices('%').any(|(at, _)| is_register(at)) {
        return Some(ATT);
    }
    let is_separator = |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.' && c != '$';
    let mut words = code.split(is_separator);
    let is_intel = code.contains(" PTR ")
        || words.any(|word| REGISTERS.iter().any(|name| word.eq_ignore_ascii_case(name)));
    is_intel.then_some(INTEL)
}

/// Rewrites a statement; `None` if there is no need.
pub(super) fn rewrite(statement: &[u8], style: TextStyle) -> Option<Vec<u8>> {
    if style.is_disassembly
        && let Some(rest) = without_prefixes(statement)
    {
        return Some(rest.to_vec());
    }
    match style.dialect {
        INTEL => rewrite_intel(statement),
        _ => None,
    }
}

/// Returns the mnemonic and the operands of a statement.
fn split(statement: &[u8]) -> (&[u8], &[u8]) {
    let end = statement.iter().position(|byte| byte.is_ascii_whitespace());
    let (mnemonic, operands) = statement.split_at(end.unwrap_or(statement.len()));
    (mnemonic, operands.trim_ascii())
}

/// Returns a statement without the prefixes before it that GNU's disassembler shows because they have no effect or are
/// unusual; `None` if there are none of them.
fn without_prefixes(statement: &[u8]) -> Option<&[u8]> {
    let mut rest = statement;
    loop {
        let (word, after) = split(rest);
        let is_rex = word == b"rex" || word.starts_with(b"rex.");
        // Before another prefix, it is one of several.
        let is_one_of_several = after.starts_with(b"data16 ") || after.starts_with(b"rex");
        let has_no_effect = is_rex || word == b"data16" && is_one_of_several;
        if !has_no_effect {
            break;
        }
        rest = after;
    }
    (rest.len() < statement.len()).then_some(rest)
}

fn rewrite_intel(statement: &[u8]) -> Option<Vec<u8>> {
    let (mnemonic, operands) = split(statement);
    if operands.is_empty() {
        return None;
    }
    if let Some(at) = find_ignoring_case(operands, b"offset flat:") {
        let (before, after) = operands.split_at(at);
        let after = &after[b"offset flat:".len()..];
        return Some([mnemonic, b" ", before, b"offset ", after].concat());
    }
    let is_branch = matches!(mnemonic[0] | 0x20, b'j' | b'l' | b'c');
    if mnemonic.eq_ignore_ascii_case(b"movsx") && extends_32_bits(operands) {
        return Some([b"movsxd ", operands].concat());
    }
    if is_branch {
        for word in [&b"SHORT "[..], b"NEAR PTR "] {
            if let Some(rest) = strip_word(operands, word) {
                return Some([mnemonic, b" ", rest].concat());
            }
        }
        // GCC brackets the address of a pointer to a function twice.
        if let Some(inner) = operands.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]"))
            && memchr::memmem::find(inner, b" PTR ").is_some()
        {
            return Some([mnemonic, b" ", inner].concat());
        }
    }
    None
}

/// Returns whether operands are a 64-bit register and one of 32 bits or memory of 32 bits.
fn extends_32_bits(operands: &[u8]) -> bool {
    let mut parts = operands.splitn(2, |byte| *byte == b',').map(<[u8]>::trim_ascii);
    let (Some(to), Some(from)) = (parts.next(), parts.next()) else { return false };
    let from = from.split(|byte| matches!(byte, b'#' | b';')).next().unwrap_or_default();
    let from = from.trim_ascii();
    let is_64 = matches!(to, [b'r' | b'R', ..]) && !matches!(to.last(), Some(b'd' | b'D'));
    let is_word =
        |word: &[u8]| from.len() > word.len() && from[..word.len()].eq_ignore_ascii_case(word);
    is_64 && (is_word(b"DWORD PTR") || is_32_bit_register(from))
}

fn is_32_bit_register(name: &[u8]) -> bool {
    matches!(name, [b'e' | b'E', _, _])
        || matches!(name, [b'r' | b'R', b'0'..=b'9', .., b'd' | b'D'])
}

fn find_ignoring_case(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window.eq_ignore_ascii_case(part))
}

fn strip_word<'t>(operands: &'t [u8], word: &[u8]) -> Option<&'t [u8]> {
    let (start, rest) = operands.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}
