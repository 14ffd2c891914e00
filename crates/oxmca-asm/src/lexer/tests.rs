use super::*;
use crate::source::Sources;

/// Returns the tokens of `text` as `Kind:text`, integers with their value.
fn lex(text: &[u8], syntax: &Syntax) -> Vec<String> {
    lex_with(text, syntax, true)
}

fn lex_with(text: &[u8], syntax: &Syntax, radix_suffixes: bool) -> Vec<String> {
    let sources = Sources::new("<stdin>", text).unwrap();
    let mut lexer = Lexer::new(sources.main(), syntax, radix_suffixes);
    let mut found = Vec::new();
    loop {
        lexer.lex();
        let token = lexer.tok();
        if token.is(TokenKind::Eof) {
            return found;
        }
        let text = String::from_utf8_lossy(token.text).replace('\n', "\\n").replace('\r', "\\r");
        found.push(match token.kind {
            TokenKind::Integer => format!("Integer:{text}={}", token.value),
            TokenKind::Error => format!("Error:{text}:{}", lexer.error().message),
            kind => format!("{kind:?}:{text}"),
        });
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(lex(text.as_bytes(), &Syntax::ELF), expected);
}

#[test]
fn statements() {
    check(
        "a: add $1, %eax; b # c\n",
        &[
            "Identifier:a",
            "Colon::",
            "Identifier:add",
            "Dollar:$",
            "Integer:1=1",
            "Comma:,",
            "Percent:%",
            "Identifier:eax",
            "EndOfStatement:;",
            "Identifier:b",
            "EndOfStatement:# c",
        ],
    );
    check("x", &["Identifier:x", "EndOfStatement:"]);
    check(
        "x\r\ny\r",
        &["Identifier:x", "EndOfStatement:\\r\\n", "Identifier:y", "EndOfStatement:\\r"],
    );
    check("/* a\nb */ x // y", &["Comment:/* a\\nb */", "Identifier:x", "EndOfStatement:// "]);
    check(
        "# 3 \"f.c\" 1\n",
        &["HashDirective:# 3 \"f.c\" 1", "Integer:3=3", "String:\"f.c\"", "EndOfStatement:\\n"],
    );
    check(" # 3 \"f.c\"\n", &["EndOfStatement:# 3 \"f.c\"\\n"]);
}

#[test]
fn numbers() {
    check(
        "10 0x1F 017 1b 10b 2b 0b11",
        &[
            "Integer:10=10",
            "Integer:0x1F=31",
            "Integer:017=15",
            "Integer:1b=1",
            "Integer:10b=2",
            "Integer:2=2",
            "Identifier:b",
            "Integer:0=0",
            "Identifier:b11",
            "EndOfStatement:",
        ],
    );
    check(
        "0ffh 12t 17q 11y 9d 1f",
        &[
            "Integer:0ffh=255",
            "Integer:12t=12",
            "Integer:17q=15",
            "Integer:11y=3",
            "Integer:9d=9",
            "Integer:1=1",
            "Identifier:f",
            "EndOfStatement:",
        ],
    );
    check(
        "1ULL 0xffull 18446744073709551615 18446744073709551616",
        &[
            "Integer:1=1",
            "Integer:0xffull=255",
            "Integer:18446744073709551615=-1",
            "BigNum:18446744073709551616",
            "EndOfStatement:",
        ],
    );
    check(
        "1.5 .5e-3 2e4 0x1p3 .5x",
        &["Real:1.5", "Real:.5e-3", "Real:2e4", "Real:0x1p3", "Identifier:.5x", "EndOfStatement:"],
    );
    check(
        "09 0x 12q8",
        &[
            "Error:09:invalid octal number",
            "Error:0x:invalid hexadecimal number",
            "Integer:12q=10",
            "Integer:8=8",
            "EndOfStatement:",
        ],
    );
    assert_eq!(
        lex_with(b"0b11 1b", &Syntax::ELF, false),
        ["Integer:0b11=3", "Integer:1=1", "Identifier:b", "EndOfStatement:"]
    );
}

#[test]
fn wide_values() {
    assert_eq!(
        wide_value(b"0x123456789abcdef0123456789abcdef0"),
        Some(0x123456789abcdef0123456789abcdef0)
    );
    assert_eq!(wide_value(b"340282366920938463463374607431768211456"), None);
}

#[test]
fn quotes() {
    check(
        r#"'a' '\n' '\'' "x\"y" 'ab'"#,
        &[
            "Integer:'a'=97",
            r"Integer:'\n'=10",
            r"Integer:'\''=39",
            r#"String:"x\"y""#,
            "Error:'ab:single quote way too long",
            "Error:':unterminated single quote",
            "EndOfStatement:",
        ],
    );
    check("\"abc", &["Error:\"abc:unterminated string constant", "EndOfStatement:"]);
    check("/* abc", &["Error:/* abc:unterminated comment", "EndOfStatement:"]);
}

#[test]
fn operators() {
    check(
        "<< <= <> < >> >= > == = != ! && & || | -> - @ ? \\ ^ ~ . a.b@c",
        &[
            "LessLess:<<",
            "LessEqual:<=",
            "LessGreater:<>",
            "Less:<",
            "GreaterGreater:>>",
            "GreaterEqual:>=",
            "Greater:>",
            "EqualEqual:==",
            "Equal:=",
            "ExclaimEqual:!=",
            "Exclaim:!",
            "AmpAmp:&&",
            "Amp:&",
            "PipePipe:||",
            "Pipe:|",
            "MinusGreater:->",
            "Minus:-",
            "At:@",
            "Question:?",
            r"BackSlash:\",
            "Caret:^",
            "Tilde:~",
            "Dot:.",
            "Identifier:a.b@c",
            "EndOfStatement:",
        ],
    );
}

#[test]
fn markers_come_with_every_reading() {
    let text = b"# LLVM-MCA-BEGIN a\n/* LLVM-MCA-END a */ nop\n#\n# LLVM-MCA-BEGIN";
    let sources = Sources::new("<stdin>", &text[..]).unwrap();
    let mut lexer = Lexer::new(sources.main(), &Syntax::ELF, true);
    while lexer.lex() != TokenKind::Eof {}
    let markers = std::iter::from_fn(|| lexer.take_marker());
    let texts: Vec<_> = markers.map(|m| String::from_utf8_lossy(m.text).into_owned()).collect();
    // The empty comment looks ahead past its line; the last comment lacks its last letter.
    assert_eq!(texts, ["BEGIN a", "END a ", "BEGI", "BEGI"]);
}

#[test]
fn any_bytes_are_lexed_to_the_end() {
    const ALPHABET: &[u8] = b"\"'\\#/*0x9bh.e+-\n\r \tLa$@%<>=\0\xff";
    let mut state = 1u32;
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..40)
            .map(|_| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                ALPHABET[(state >> 24) as usize % ALPHABET.len()]
            })
            .collect();
        lex(&bytes, &Syntax::ELF);
    }
}
