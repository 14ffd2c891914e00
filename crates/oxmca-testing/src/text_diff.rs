//! A short line diff for people: the first places where two texts part, with lines around them.

use std::fmt::Write;

/// Lines shown before and after a difference.
const CONTEXT_LINES: usize = 3;
/// Lines of one side shown for one difference.
const SHOWN_LINES: usize = 12;
/// Lines ahead in which the place is sought where the texts meet again.
const WINDOW_LINES: usize = 60;
/// Equal lines that count as meeting again; fewer happen by chance in tables.
const MEETING_LINES: usize = 2;

/// Returns the first `count` differences between `expected` (marked `-`) and `found` (marked `+`),
/// with line numbers of `expected`; empty when the texts are equal.
pub fn first_differences(expected: &str, found: &str, count: usize) -> String {
    let old: Vec<&str> = expected.split_inclusive('\n').collect();
    let new: Vec<&str> = found.split_inclusive('\n').collect();
    let mut text = String::new();
    let (mut i, mut j) = (0, 0);
    for _ in 0..count {
        let same = old[i..].iter().zip(&new[j..]).take_while(|(a, b)| a == b).count();
        i += same;
        j += same;
        if i == old.len() && j == new.len() {
            return text;
        }
        let _ = writeln!(text, "line {}:", i + 1);
        let context = CONTEXT_LINES.min(same);
        push_lines(&mut text, ' ', &old[i - context..i]);
        let (gone, come) = distance_to_meeting(&old[i..], &new[j..]);
        push_lines(&mut text, '-', &old[i..i + gone]);
        push_lines(&mut text, '+', &new[j..j + come]);
        i += gone;
        j += come;
        push_lines(&mut text, ' ', &old[i..old.len().min(i + CONTEXT_LINES)]);
    }
    if old[i..] != new[j..] {
        text.push_str("... and more\n");
    }
    text
}

/// Returns the numbers of lines of each side to pass over until both go on alike; all of both if that is too
/// far off.
fn distance_to_meeting(old: &[&str], new: &[&str]) -> (usize, usize) {
    let meets = |gone: usize, come: usize| {
        let (old, new) = (&old[gone..], &new[come..]);
        let alike = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        alike >= MEETING_LINES || (alike == old.len() && alike == new.len())
    };
    for sum in 0..=2 * WINDOW_LINES {
        for gone in sum.saturating_sub(new.len())..=sum.min(old.len()) {
            if meets(gone, sum - gone) {
                return (gone, sum - gone);
            }
        }
    }
    (old.len(), new.len())
}

fn push_lines(text: &mut String, mark: char, lines: &[&str]) {
    for line in lines.iter().take(SHOWN_LINES) {
        let _ = writeln!(text, "{mark}{}", visible_end(line));
    }
    if lines.len() > SHOWN_LINES {
        let _ = writeln!(text, "{mark}... {} lines more", lines.len() - SHOWN_LINES);
    }
}

/// Returns the line without its newline, with spaces at its end made visible.
fn visible_end(line: &str) -> String {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let kept = line.trim_end();
    format!("{kept}{}", line[kept.len()..].replace(' ', "\u{b7}").replace('\r', "\\r"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_texts_have_no_differences() {
        assert_eq!(super::first_differences("a\nb\n", "a\nb\n", 3), "");
    }

    #[test]
    fn a_changed_line_is_shown_between_its_neighbours() {
        let found = super::first_differences("a\nb\nc  \nd\ne\n", "a\nb\nx\nd\ne\n", 3);
        assert_eq!(found, "line 3:\n a\n b\n-c\u{b7}\u{b7}\n+x\n d\n e\n");
    }

    #[test]
    fn lines_missing_at_the_end_are_shown() {
        assert_eq!(super::first_differences("a\nb\n", "a\n", 3), "line 2:\n a\n-b\n");
        assert_eq!(super::first_differences("a\n", "a\nb\n", 3), "line 2:\n a\n+b\n");
    }

    #[test]
    fn differences_past_the_limit_are_only_mentioned() {
        let found = super::first_differences("a\nb\nc\nd\ne\nf\n", "x\nb\nc\nd\ny\nf\n", 1);
        assert_eq!(found, "line 1:\n-a\n+x\n b\n c\n d\n... and more\n");
    }
}
