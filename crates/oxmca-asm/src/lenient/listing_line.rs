//! Lines of disassembly, as `objdump -d`, `llvm-objdump -d` and GDB's `disassemble` write them.

/// Lines that are looked at to tell disassembly from assembly.
const LOOKED_AT: usize = 400;
/// Bytes of the longest instruction of any target.
const MAX_INSTRUCTION_BYTES: u64 = 16;

/// A line of disassembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListingLine<'t> {
    /// `Disassembly of section .text:`
    Section(&'t [u8]),
    /// `0000000000001136 <main>:`
    Label { address: u64, name: &'t [u8] },
    /// `  1136:  55   push %rbp`; the statement is empty if there are only bytes.
    Statement { address: u64, statement: &'t [u8] },
    /// `/home/me/sum.c:12`, the source of the next instructions.
    Source { file: &'t [u8], line: u32 },
    /// `1136: R_*_PLT32 puts-0x4`, the symbol that the instruction before it refers to.
    Relocation { symbol: &'t [u8] },
    /// `Dump of assembler code for function main:`, without an address.
    Function(&'t [u8]),
    /// Anything else.
    Other,
}

/// Properties of a whole text of disassembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ListingStyle {
    /// Set if the bytes of instructions are shown.
    pub has_bytes: bool,
}

/// Returns the style of disassembly; `None` if the text is none.
pub(super) fn style(text: &[u8]) -> Option<ListingStyle> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty());
    let mut style = ListingStyle { has_bytes: true };
    let (mut statements, mut others, mut steps) = (0, 0, 0);
    let mut previous = None;
    let mut has_header = false;
    for line in lines.by_ref().take(LOOKED_AT) {
        match read(line, ListingStyle { has_bytes: false }) {
            ListingLine::Statement { address, statement } => {
                style.has_bytes &= statement.is_empty() || without_bytes(statement).is_some();
                let step = previous.map(|previous| address.wrapping_sub(previous));
                steps +=
                    usize::from(step.is_some_and(|it| (1..=MAX_INSTRUCTION_BYTES).contains(&it)));
                previous = Some(address);
                statements += 1;
            }
            ListingLine::Section(_) => has_header = true,
            ListingLine::Label { .. }
            | ListingLine::Source { .. }
            | ListingLine::Relocation { .. }
            | ListingLine::Function(_) => {}
            ListingLine::Other => others += 1,
        }
    }
    let is_long_address = previous.is_some_and(|address| address > 0xfff);
    let is_listing = statements > 0
        && (has_header || statements >= others && (is_long_address || 2 * steps >= statements));
    is_listing.then_some(style)
}

/// Reads a line.
pub(super) fn read(line: &[u8], style: ListingStyle) -> ListingLine<'_> {
    const SECTION: &[u8] = b"Disassembly of section ";
    const FUNCTION: &[u8] = b"Dump of assembler code for function ";
    let line = line.trim_ascii();
    if let Some(name) = line.strip_prefix(SECTION) {
        return ListingLine::Section(name.strip_suffix(b":").unwrap_or(name));
    }
    if let Some(name) = line.strip_prefix(FUNCTION) {
        return ListingLine::Function(name.strip_suffix(b":").unwrap_or(name));
    }
    // GDB's mark of the current instruction.
    let line = line.strip_prefix(b"=>").map_or(line, <[u8]>::trim_ascii_start);
    let line = line.strip_prefix(b"0x").unwrap_or(line);
    let Some((address, rest)) = hexadecimal(line) else { return source(line) };
    if let Some(rest) = rest.strip_prefix(b" <") {
        if let Some(name) = rest.strip_suffix(b">:") {
            return ListingLine::Label { address, name };
        }
        let end = rest.windows(2).position(|pair| pair == b">:");
        return match end {
            Some(end) => {
                ListingLine::Statement { address, statement: rest[end + 2..].trim_ascii() }
            }
            None => ListingLine::Other,
        };
    }
    let Some(rest) = rest.strip_prefix(b":") else { return source(line) };
    if rest.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
        return ListingLine::Other;
    }
    let rest = rest.trim_ascii();
    if let Some(symbol) = relocation(rest) {
        return ListingLine::Relocation { symbol };
    }
    let statement = if style.has_bytes { without_bytes(rest).unwrap_or(rest) } else { rest };
    ListingLine::Statement { address, statement }
}

/// Reads the type of a relocation and its symbol, of which the addend is left out.
fn relocation(text: &[u8]) -> Option<&[u8]> {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let name = &text[..end];
    let is_mach_o = || {
        let is_constant = |byte: &u8| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_');
        name.iter().all(is_constant) && memchr::memmem::find(name, b"_RELOC_").is_some()
    };
    if !(name.starts_with(b"R_") || name.starts_with(b"IMAGE_REL_") || is_mach_o()) {
        return None;
    }
    let symbol = text[end..].trim_ascii();
    let addend = symbol.windows(3).rposition(|three| matches!(three, b"+0x" | b"-0x"));
    Some(&symbol[..addend.unwrap_or(symbol.len())])
}

/// Reads the line of a source file, as `objdump -l` and `llvm-objdump -l` show it.
fn source(line: &[u8]) -> ListingLine<'_> {
    let line = line.strip_prefix(b"; ").unwrap_or(line);
    let discriminator = memchr::memmem::find(line, b" (discriminator ");
    let line = &line[..discriminator.unwrap_or(line.len())];
    let Some(colon) = line.iter().rposition(|byte| *byte == b':') else {
        return ListingLine::Other;
    };
    let (file, number) = (&line[..colon], &line[colon + 1..]);
    let number = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
    let is_path = file.contains(&b'.')
        && !file.iter().any(|byte| matches!(byte, b'"' | b'\\' | b'\t' | b';' | b'(' | b'<'));
    match number {
        Some(line) if is_path => ListingLine::Source { file, line },
        _ => ListingLine::Other,
    }
}

/// Reads a hexadecimal number of up to 16 digits, and returns the text after it.
pub(super) fn hexadecimal(text: &[u8]) -> Option<(u64, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (number, rest) = text.split_at(digits);
    let number = u64::from_str_radix(std::str::from_utf8(number).ok()?, 16).ok()?;
    Some((number, rest))
}

/// Returns the text after the bytes of an instruction; `None` if it does not begin with bytes.
fn without_bytes(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let is_group = matches!(digits, 2 | 4 | 8);
        match rest.get(digits) {
            None if is_group => return Some(b""),
            Some(b' ') if is_group => rest = &rest[digits + 1..],
            Some(b'\t') if is_group => return Some(rest[digits..].trim_ascii()),
            _ if rest.len() < text.len() => return Some(rest.trim_ascii()),
            _ => return None,
        }
        if matches!(rest.first(), None | Some(b' ' | b'\t')) {
            return Some(rest.trim_ascii());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(line: &str) -> (u64, String) {
        match read(line.as_bytes(), ListingStyle { has_bytes: true }) {
            ListingLine::Statement { address, statement } => {
                (address, String::from_utf8(statement.to_vec()).unwrap())
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn statements_are_found_behind_addresses_and_bytes() {
        let cases = [
            ("    1004:\t48 83 ec 08          \tsub    $0x8,%rsp", 0x1004, "sub    $0x8,%rsp"),
            (
                "    1004: 48 83 ec 08                  \tsubq\t$0x8, %rsp",
                0x1004,
                "subq\t$0x8, %rsp",
            ),
            ("    100e:\t00 00 ", 0x100e, ""),
            ("  400:\ta9bf7bfd \tstp\tx29, x30, [sp, #-16]!", 0x400, "stp\tx29, x30, [sp, #-16]!"),
            ("   10:\t8082                \tret", 0x10, "ret"),
            ("  10:\tfadd\ts0, s1, s2", 0x10, "s0, s1, s2"),
            ("  10:\tdec    %eax", 0x10, "dec    %eax"),
            ("=> 0x0000000000001139 <+4>:\tmov    %rsp,%rbp", 0x1139, "mov    %rsp,%rbp"),
            ("   0x0000555555555139 <main+4>:\tret", 0x5555_5555_5139, "ret"),
        ];
        for (line, address, expected) in cases {
            assert_eq!(statement(line), (address, expected.to_owned()), "{line}");
        }
        let style = ListingStyle { has_bytes: false };
        let line = read(b"  10:\tfadd\ts0, s1, s2", style);
        assert_eq!(line, ListingLine::Statement { address: 16, statement: b"fadd\ts0, s1, s2" });
    }

    #[test]
    fn labels_and_sections_are_told_apart() {
        let style = ListingStyle { has_bytes: true };
        let label = read(b"0000000000001136 <a<b>::c(d*)>:", style);
        assert_eq!(label, ListingLine::Label { address: 0x1136, name: b"a<b>::c(d*)" });
        let section = read(b"Disassembly of section .text.f:", style);
        assert_eq!(section, ListingLine::Section(b".text.f"));
        assert_eq!(read(b"a.out:     file format elf64-x86-64", style), ListingLine::Other);
        assert_eq!(read(b"main():", style), ListingLine::Other);
    }

    #[test]
    fn assembly_is_no_disassembly() {
        assert!(style(b"add:\taddl %eax, %ebx\n\tret\n").is_none());
        assert!(style(b"1:\tdecl %eax\n\tjnz 1b\n\tret\n").is_none());
        assert!(style(b"\t.text\nf:\n\tret\n").is_none());
        assert!(style(b"  401136:\t55\tpush %rbp\n").is_some_and(|style| style.has_bytes));
        assert!(style(b"  10:\tpush %rbp\n  11:\tret\n").is_some_and(|style| !style.has_bytes));
    }
}
