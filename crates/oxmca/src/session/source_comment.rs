//! The comment after an instruction in the source, which full instruction tables show.

use oxmca_asm::lossless;
use oxmca_asm::source::{Loc, Sources};

/// Returns the comment between an instruction's beginning and the end of its line, which must
/// exist. Only `/* */` and `//` count. Of the former, llvm-mca shows as many bytes as precede its
/// end on the line.
pub fn after(sources: &Sources, location: Loc) -> String {
    let buffer =
        sources.buffers().find(|buffer| buffer.start() <= location && location <= buffer.end());
    let Some(buffer) = buffer else { return String::new() };
    let text = &buffer.text()[(location.0 - buffer.start().0) as usize..];
    let Some(end) = text.iter().position(|byte| *byte == b'\n') else { return String::new() };
    let line = &text[..end];
    let comment = match (find(line, b"/*"), find(line, b"*/")) {
        (Some(start), Some(length)) => &line[start..line.len().min(start + length)],
        _ => match find(line, b"//") {
            Some(start) => &line[start..],
            None => &[],
        },
    };
    lossless::to_text(comment).into_owned()
}

fn find(line: &[u8], pattern: &[u8; 2]) -> Option<usize> {
    line.windows(2).position(|window| window == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_first(text: &str) -> String {
        let sources = Sources::new("x", text).unwrap();
        let start = sources.main().start();
        after(&sources, start)
    }

    #[test]
    fn comments_on_the_line_are_taken_as_llvm_mca_takes_them() {
        assert_eq!(after_first("nop // why\nnop"), "// why");
        assert_eq!(after_first("nop /* a */ \n"), "/* a */ ");
        assert_eq!(after_first("nop # no\n"), "");
        assert_eq!(after_first("nop // last line without an end"), "");
    }
}
