//! Texts that nobody would write: nothing panics, everything ends.

use std::path::Path;

use oxmca_asm::parser::Parsed;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Renderer, Severity, Sources, Subtarget, lenient, parse, target};

fn parse_text(triple: &str, text: Vec<u8>) -> (Parsed, usize) {
    let target = target::create(Triple::new(triple)).expect("a target");
    let (subtarget, _) = Subtarget::resolve(&*target, "znver3", []);
    let sources = Sources::new("<stdin>", text).expect("a short text");
    let parsed = parse(&sources, &*target, subtarget.expect("a CPU"), &Options::default());
    let renderer = Renderer::new(&sources, &parsed.line_origins);
    let mut out = Vec::new();
    for diagnostic in &parsed.diagnostics {
        renderer.render(diagnostic, &mut out);
    }
    (parsed, out.len())
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn arbitrary_bytes() {
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        let text = (0..400).map(|_| numbers.below(256) as u8).collect();
        parse_text("x86_64", text);
        const ALPHABET: &[u8] = b".macro\\@+(),%$#\"'/*\n\n ;:=<>!&|0x9bhfe.if rept@{}[]-~";
        let text = (0..400).map(|_| ALPHABET[numbers.below(ALPHABET.len())]).collect();
        parse_text("x86_64-apple-macosx", text);
    }
}

/// Parts of Intel operands in any order.
#[test]
fn arbitrary_intel_operands() {
    const PARTS: &[&str] = &[
        "rax",
        "ebx",
        "rip",
        "st",
        "(",
        ")",
        "[",
        "]",
        "+",
        "-",
        "*",
        "/",
        "%",
        "~",
        "4",
        "0",
        "8h",
        "shl",
        "not",
        "mod",
        "offset",
        "foo",
        "dword ptr",
        "fs",
        ":",
        ",",
        "xmm1",
        ".4",
        "1b",
        "{k1}",
        "{1to8}",
        "'",
        "$",
        "<<",
        "9223372036854775808",
        "st(9",
        "eq",
    ];
    let mut numbers = Numbers(3);
    for start in ["mov eax,", "mov", "call", "push", "vaddps zmm0, zmm1,", "fld", ".long"] {
        for _ in 0..60 {
            let mut text = b".intel_syntax noprefix\n".to_vec();
            for _ in 0..20 {
                text.extend(start.bytes());
                for _ in 0..numbers.below(9) {
                    text.push(b' ');
                    text.extend(PARTS[numbers.below(PARTS.len())].bytes());
                }
                text.push(b'\n');
            }
            parse_text("x86_64", text);
        }
    }
    let deep = format!(".intel_syntax noprefix\nmov eax, {}1\n", "(-".repeat(20_000));
    parse_text("x86_64", deep.into_bytes());
}

/// The texts that are compared with llvm-mca, cut up and put together anew.
#[test]
fn shuffled_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text");
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of texts") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "s") {
            let text = std::fs::read(path).expect("a text");
            lines.extend(text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
        }
    }
    lines.sort();
    let triples = ["x86_64", "i686", "x86_64-pc-windows-msvc", "x86_64-apple-macosx10.14"];
    let mut numbers = Numbers(2);
    for round in 0..1200 {
        let mut text = Vec::new();
        for _ in 0..numbers.below(20) {
            let mut line = lines[numbers.below(lines.len())].clone();
            for _ in 0..numbers.below(3) {
                let at = numbers.below(line.len() + 1);
                let other = &lines[numbers.below(lines.len())];
                let from = numbers.below(other.len() + 1);
                match numbers.below(3) {
                    0 => line.truncate(at),
                    1 => drop(line.splice(at..at, other[from..].iter().copied())),
                    _ => drop(line.drain(at..(at + 1).min(line.len()))),
                }
            }
            text.extend(line);
            text.push(b'\n');
        }
        parse_text(triples[round % triples.len()], text);
    }
}

fn had_error(text: &[u8]) -> bool {
    parse_text("x86_64", text.to_vec()).0.had_error
}

#[test]
fn nesting_is_bounded() {
    let nested = |open: &str, close: &str| {
        [".long ", &open.repeat(100_000), "1", &close.repeat(100_000), "\n"].concat()
    };
    for (open, close) in [("(", ")"), ("[", "]"), ("-", ""), ("1||2&&", ""), ("x+", "")] {
        assert!(had_error(nested(open, close).as_bytes()), "{open}");
    }
    assert!(had_error(b".macro f\nf\n.endm\nf\n"));
    assert!(had_error(b".macro f\n.rept 1\n.rept 1\nf\n.endr\n.endr\n.endm\nf\n"));
    assert!(had_error(&b".if 1\n".repeat(100_000)));
    // Symbols set in terms of each other, deeply and in circles.
    let chain: String = (0..20_000).map(|i| format!("a{i} = a{} + 1\n", i + 1)).collect();
    assert!(!had_error(format!("{chain}.ifdef a0\n.endif\n.long a0\n").as_bytes()));
    let doubled: String = (0..60).map(|i| format!("a{} = a{i} + a{i}\n", i + 1)).collect();
    assert!(!had_error(format!("{doubled}.ifdef a60\n.endif\n").as_bytes()));
    assert!(!had_error(b"a = b\nb = a\n.long a\n.ifdef a\n.endif\n"));
}

/// Without memory of values, each of these doubles the work with each symbol.
#[test]
fn symbols_are_evaluated_once() {
    let doubled = |links: usize, last: &str| -> String {
        let links: String = (0..links).map(|i| format!("s{i} = s{0} + s{0}\n", i + 1)).collect();
        format!("{links}s{} = {last}\n", links.matches('=').count())
    };
    for (last, use_of_it) in [
        ("1", "movabsq $s0, %rax"),
        ("1", ".if s0 == 1 << 60\nmovabsq $s0, %rax\n.endif"),
        ("1", "movabsq $(s0 + s1 - s1), %rax"),
    ] {
        let (parsed, _) = parse_text("x86_64", (doubled(60, last) + use_of_it + "\n").into());
        assert!(!parsed.had_error && parsed.insts.len() == 1, "{use_of_it}");
        let shown = format!("{:?}", parsed.insts);
        assert!(shown.contains(&(1_u64 << 60).to_string()), "{use_of_it}: {shown}");
    }
    for (last, use_of_it) in [
        ("undefined", ".long s0"),
        ("s0", ".long s0"),
        ("%eax", ".long s0"),
        ("1", ".fill s0, 1, 0"),
        ("1", ".size x, s0"),
        ("1", "1: jmp 1b"),
        ("1", ".intel_syntax noprefix\nmovabs rax, s0\nmov eax, [rbx + s0]"),
        ("1", "s0: nop"),
        ("1", ".ifndef s0\n.endif"),
    ] {
        parse_text("x86_64", (doubled(60, last) + use_of_it + "\n").into());
    }
    // Values follow symbols that change.
    let text = "a = b + b\nb = c\n.set c, 1\n.long a\n.if a != 2\n.err\n.endif\n\
                d = e + 1\n.ifdef e\n.err\n.endif\ne = 4\n.if d != 5\n.err\n.endif\n";
    assert!(!had_error(text.as_bytes()));
    // Each statement changes a symbol that all others depend on.
    let links: String = (0..1500).map(|i| format!("s{i} = s{} + u{i} - u{i}\n", i + 1)).collect();
    let changes = (0..1500).map(|i| format!("u{i} = {i}\n.long s0\n").repeat(20));
    let changes: String = changes.collect();
    parse_text("x86_64", format!("{links}s1500 = 1\n{changes}").into());
    // An expression of a thousand parts for each of a thousand symbols, evaluated anew a thousand times.
    let sum = "+1".repeat(1000);
    let links: String = (0..1000).map(|i| format!("s{i} = s{}{sum}\n", i + 1)).collect();
    let changes: String = (0..1000).map(|i| format!(".set c, {i}\n.long s0\n")).collect();
    let text = format!("{links}s1000 = c\n.long s0\n{changes}");
    assert!(!had_error(text.as_bytes()));
    let changes: String = (0..1000).map(|i| format!("x{i}: .long s0\n")).collect();
    assert!(!had_error(format!("{links}s1000 = x0 - x0\n{changes}").as_bytes()));
    // These change what all of them follow from.
    let link = |i| format!("s{i} = (v{sum}-v) + s{} + u{i} - u{i}\n", i + 1);
    let links: String = (0..400).map(link).collect();
    let changes: String = (0..400).rev().map(|i| format!("u{i} = {i}\n.long s0\n")).collect();
    let text = format!("v = w\n{links}s400 = 1\nw = 0\n{changes}");
    let (parsed, _) = parse_text("x86_64", text.into());
    let last = parsed.diagnostics.last().expect("an error");
    assert!(last.message.ends_with(b"; giving up"));
}

#[test]
fn expansion_is_bounded() {
    assert!(had_error(b".rept 99999999999\nnop\n.endr\n"));
    assert!(!had_error(b".rept 99999999999\n.endr\n"));
    let argument = "x".repeat(1_000_000);
    let uses = "\\a".repeat(1000);
    assert!(had_error(format!(".macro f a\n{uses}\n.endm\nf {argument}\n").as_bytes()));
}

/// Returns the last error in a text.
fn last_message(text: &str) -> String {
    let (parsed, _) = parse_text("x86_64", text.into());
    let last = parsed.diagnostics.iter().rev().find(|it| it.severity == Severity::Error);
    last.map_or_else(String::new, |it| String::from_utf8_lossy(&it.message).into_owned())
}

/// Expansions that are many, and those that look through much text for little.
#[test]
fn expansions_that_say_little_are_bounded() {
    let too_large = "macro expansion is too large";
    for (count, depth) in [("1000", 4), ("2", 60)] {
        let text = format!(".rept {count}\n").repeat(depth) + &".endr\n".repeat(depth);
        assert_eq!(last_message(&text), too_large, "{count} {depth}");
    }
    assert_eq!(last_message(".macro m\n.endm\n.rept 10000000\nm\n.endr\n"), too_large);
    let empty = "\\()".repeat(100_000);
    let text = format!(".macro m\n{empty}\n.endm\n{}", "m\n".repeat(100_000));
    assert_eq!(last_message(&text), too_large);
    let text = format!(".irp x,{}\n{empty}\n.endr\n", "a,".repeat(100_000));
    assert_eq!(last_message(&text), too_large);
    // Each name is found among many without looking at them all.
    let names: String = (0..50_000).map(|number| format!("a{number},")).collect();
    let uses: String = (0..50_000).map(|number| format!("\\a{number} ")).collect();
    let values: String = (0..50_000).map(|number| format!("a{number}=1,")).collect();
    parse_text("x86_64", format!(".macro m {names}b\n# {uses}\n.endm\nm {values}b=1\n").into());
}

#[test]
fn counts_are_bounded() {
    let many = |unit: &str, count: usize| unit.repeat(count);
    let numbered = |before: &str, after: &str, count: usize| -> String {
        (0..count).map(|number| format!("{before}{number}{after}")).collect()
    };
    assert_eq!(last_message(&many("nop;", (1 << 20) + 1)), "more than 1048576 instructions");
    assert_eq!(last_message(&many("nop;", 1 << 20)), "");
    assert_eq!(last_message(&many(".p2align 2;", (1 << 22) + 1)), "more than 4194304 statements");
    assert_eq!(last_message(&numbered("a", ":", 1 << 20)), "more than 1048576 symbols");
    let line = format!(".globl {}x\nnop\n", numbered("a", ",", 1 << 20)) + &many("nop\n", 300);
    assert_eq!(last_message(&line), "more than 1048576 symbols");
    let sections = numbered(".section a", "\n", (1 << 18) + 300);
    assert_eq!(last_message(&sections), "more than 262144 sections");
    let begin = |count| numbered("# LLVM-MCA-BEGIN r", "\nnop\n", count);
    let end = |count| numbered("# LLVM-MCA-END r", "\n", count);
    let in_regions = "more than 4194304 instructions in regions";
    assert_eq!(last_message(&(begin(8000) + &end(8000))), in_regions);
    assert_eq!(last_message(&(begin(2000) + &end(2000))), "");
    // Regions of expansions are looked at for every instruction after them.
    let region = ".macro m a\n# LLVM-MCA-BEGIN \\a\nnop\n# LLVM-MCA-END \\a\n.endm\n";
    assert_eq!(
        last_message(&(region.to_owned() + &numbered("m a", "\n", 40_000))),
        "too many regions"
    );
}

#[test]
fn comments_are_searched_once() {
    for line in [&b"# \\\"\n"[..], b"# /*\n", b"# 1 \"\n", b"# 'a\n"] {
        let (parsed, _) = parse_text("x86_64", line.repeat(200_000));
        assert!(parsed.insts.is_empty());
    }
}

#[test]
fn large_texts() {
    let (parsed, _) = parse_text("x86_64", b"nop;".repeat(100_000));
    assert_eq!(parsed.insts.len(), 100_000);
    assert_eq!(parsed.regions[0].instructions.len(), 1);
    assert!(had_error(&b"x".repeat(10_000_000)));
    assert!(had_error(b".file 4000000000 \"x\"\n"));
    let markers: String =
        (0..20_000).map(|i| format!("# LLVM-MCA-BEGIN r{i}\nnop\n# LLVM-MCA-END r{i}\n")).collect();
    let (parsed, _) = parse_text("x86_64", markers.into_bytes());
    assert!(parsed.regions.iter().all(|region| region.indices().count() == 1));
}

#[test]
fn diagnostics_are_bounded() {
    let (parsed, _) = parse_text("x86_64", b".macro f\nf\nf\n.endm\nf\n".to_vec());
    assert!(parsed.had_error);
    assert!(parsed.diagnostics.len() <= 1 << 18);
}

/// Prepares a text, and reads it leniently with its layout; `None` if it is too large then.
fn read_leniently(text: &[u8]) -> Option<Parsed> {
    let target = target::create(Triple::new("x86_64")).expect("a target");
    let (subtarget, _) = Subtarget::resolve(&*target, "znver3", []);
    let prepared = lenient::prepare(text, &*target, 0);
    let sources = Sources::new("<stdin>", prepared.text).ok()?;
    let options = Options { lenient: true, collects_layout: true, ..Options::default() };
    Some(parse(&sources, &*target, subtarget.expect("a CPU"), &options))
}

#[test]
fn names_of_layouts_are_shared() {
    // A megabyte for each of them would be too much.
    let name = "n".repeat(1 << 20);
    let sections: String = (0..50_000).map(|i| format!(".subsection {i}\nnop\n")).collect();
    let parsed = read_leniently(format!(".section {name}\n{sections}").as_bytes());
    let layout = parsed.and_then(|parsed| parsed.layout).expect("a layout");
    assert_eq!(layout.sections.len(), 50_001);
    let files: String =
        (1..50_000).map(|i| format!(".file {i} \"f\"\n.loc {i} 1\nnop\n")).collect();
    let parsed = read_leniently(format!(".file 0 \"{name}\" \"f\"\n{files}").as_bytes());
    let layout = parsed.and_then(|parsed| parsed.layout).expect("a layout");
    assert_eq!(layout.files.len(), 50_000);
    assert_eq!(layout.files[9].path().len(), name.len() + 2);
}

#[test]
fn names_in_disassembly_are_bounded() {
    // Each branch names its target.
    let name = "n".repeat(1 << 20);
    let branches: String = (1..50_000).map(|i| format!(" {i:x}:\tjmp 0 <>\n")).collect();
    assert!(read_leniently(format!("0 <{name}>:\n 0:\tnop\n{branches}").as_bytes()).is_none());
    let labels: String = (1..20_000).map(|i| format!("{i:x} <f>:\n {i:x}:\tnop\n")).collect();
    let parsed = read_leniently(labels.as_bytes()).expect("a short text");
    assert!(parsed.layout.is_some_and(|layout| layout.functions.len() == 19_999));
}

#[test]
fn long_lines_are_searched_once() {
    for part in ["# ", " #", "#<", "; ", "<>", "%", "\"", "rex ", "data16 ", " <", "offset flat:"] {
        let line = part.repeat(400_000);
        for text in [format!(" 1000:\tnop {line}\n"), format!("nop {line}\n"), line] {
            assert!(read_leniently(text.as_bytes()).is_some());
        }
    }
}
