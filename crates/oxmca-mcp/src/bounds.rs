//! Bounds of answers.

use std::time::{Duration, Instant};

use oxmca_asm::Interrupt;

/// The most bytes of a text that answers.
pub const MAX_ANSWER_BYTES: usize = 48 << 10;
/// The most loops of an answer.
pub const MAX_LOOPS: usize = 200;
/// The most instructions that are listed of a loop.
pub const MAX_INSTRUCTIONS: usize = 200;
/// The most variants of a loop that are simulated for an answer.
pub const MAX_VARIANTS: usize = 100;
/// The most bytes of an instruction or name in a list.
const MAX_ROW_BYTES: usize = 200;
/// The most time for an answer.
const MAX_TIME: Duration = Duration::from_secs(60);

/// Returns an interrupt that stops work that takes too long.
pub fn deadline() -> Interrupt {
    let end = Instant::now() + MAX_TIME;
    Interrupt::when(move || Instant::now() >= end)
}

/// Returns a text of a row in a list, cut if it is too long.
pub fn shortened(text: &str) -> String {
    match text.len() > MAX_ROW_BYTES {
        true => format!("{}...", &text[..char_boundary(text, MAX_ROW_BYTES)]),
        false => text.to_owned(),
    }
}

/// Returns the last boundary of characters up to an offset.
fn char_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Cuts a text that is too long at the end of a line, and says so.
pub fn bounded(mut text: String) -> String {
    if text.len() <= MAX_ANSWER_BYTES {
        return text;
    }
    let end = char_boundary(&text, MAX_ANSWER_BYTES);
    let end = text[..end].rfind('\n').map_or(end, |at| at + 1);
    let rest = text.len() - end;
    text.truncate(end);
    text.push_str(&format!("[{rest} more bytes are left out: choose one loop or function]\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_short() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"\u{1f600}".repeat(51)), "\u{1f600}".repeat(50) + "...");
        assert_eq!(shortened(&("a".to_owned() + &"\u{1f600}".repeat(51))).len(), 197 + 3);
    }

    #[test]
    fn long_texts_are_cut_at_lines() {
        assert_eq!(bounded("short".to_owned()), "short");
        let long = bounded("\u{e9}line\n".repeat(20_000));
        assert!(long.len() < MAX_ANSWER_BYTES + 100 && long.ends_with("function]\n"));
        assert!(long.lines().rev().nth(1).is_some_and(|it| it == "\u{e9}line"));
        assert!(bounded("\u{1f600}".repeat(20_000)).len() < MAX_ANSWER_BYTES + 100);
    }
}
