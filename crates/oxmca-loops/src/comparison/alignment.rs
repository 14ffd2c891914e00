//! Instructions of two loops side by side.

/// Instructions of both loops that are compared. Longer loops are shown one after the other.
const MAX_PAIRS: usize = 1 << 24;

/// A line: an instruction of the old loop, one of the new, or one of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlignedLine<'a> {
    /// The instruction of the old loop.
    pub old: Option<&'a str>,
    /// The instruction of the new loop.
    pub new: Option<&'a str>,
}

/// Aligns two lists of instructions: as many equal ones as can be are on the same line, and between them old and new ones
/// stand beside each other.
pub fn aligned<'a>(old: &'a [String], new: &'a [String]) -> Vec<AlignedLine<'a>> {
    let mut lines = Vec::new();
    let (mut left, mut right) = (0, 0);
    for (at_old, at_new) in common(old, new).into_iter().chain([(old.len(), new.len())]) {
        let (before, after) = (&old[left..at_old], &new[right..at_new]);
        for at in 0..before.len().max(after.len()) {
            let text = |list: &'a [String]| list.get(at).map(String::as_str);
            lines.push(AlignedLine { old: text(before), new: text(after) });
        }
        if at_old < old.len() {
            lines.push(AlignedLine { old: Some(&old[at_old]), new: Some(&new[at_new]) });
        }
        (left, right) = (at_old + 1, at_new + 1);
    }
    lines
}

/// Returns the indices of a longest common subsequence.
fn common(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    let columns = new.len() + 1;
    if old.len().saturating_mul(columns) > MAX_PAIRS {
        return Vec::new();
    }
    let mut longest = vec![0_u32; (old.len() + 1) * columns];
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            longest[row * columns + column] = match old[row] == new[column] {
                true => longest[(row + 1) * columns + column + 1] + 1,
                false => {
                    longest[(row + 1) * columns + column].max(longest[row * columns + column + 1])
                }
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < old.len() && column < new.len() {
        if old[row] == new[column] {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if longest[(row + 1) * columns + column] >= longest[row * columns + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_instructions_are_on_one_line() {
        let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (old, new) = (list("a b c d"), list("a x c y d"));
        let found: Vec<_> = aligned(&old, &new)
            .iter()
            .map(|it| format!("{}{}", it.old.unwrap_or("-"), it.new.unwrap_or("-")))
            .collect();
        assert_eq!(found, ["aa", "bx", "cc", "-y", "dd"]);
        assert_eq!(aligned(&[], &[]), []);
        assert_eq!(aligned(&list("a"), &[]), [AlignedLine { old: Some("a"), new: None }]);
    }
}
