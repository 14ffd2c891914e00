//! Suggestions for mnemonics that do not exist.

use oxmca_tables::Tables;
use smallvec::SmallVec;

use crate::matcher::Request;

/// Most letters that may be added and removed to get from the text to a mnemonic.
const MAX_DISTANCE: usize = 2;

/// Returns the end of the message about an unknown mnemonic, `, did you mean: add, sub?`: all mnemonics at a
/// distance of at most two letters that have a form under the conditions that hold, in the order of the tables.
/// Empty if there are none.
pub fn did_you_mean(tables: &Tables<'_>, request: &Request<'_>) -> String {
    let mut similar = String::new();
    let wanted = letters(request.mnemonic);
    for row in &tables.mnemonics[tables.variants[request.variant].mnemonics.range()] {
        let mut entries = tables.match_entries[row.entries.range()].iter();
        let mnemonic = tables.text(row.text);
        // Few mnemonics have the same letters, so the exact comparison is seldom needed.
        let differing = (wanted ^ letters(mnemonic.as_bytes())).count_ones() as usize;
        if differing <= MAX_DISTANCE
            && is_near(request.mnemonic, mnemonic.as_bytes())
            && entries.any(|entry| request.conditions.hold(tables.required(entry)))
        {
            similar.push_str(if similar.is_empty() { ", did you mean: " } else { ", " });
            similar.push_str(mnemonic);
        }
    }
    if !similar.is_empty() {
        similar.push('?');
    }
    similar
}

/// Returns the set of bytes in a text, a bit for those that are equal modulo 64.
fn letters(text: &[u8]) -> u64 {
    text.iter().fold(0, |set, byte| set | 1 << (byte & 63))
}

/// Returns whether letters added and removed, at most [`MAX_DISTANCE`] in all, make one text the other.
fn is_near(left: &[u8], right: &[u8]) -> bool {
    if left.len().abs_diff(right.len()) > MAX_DISTANCE {
        return false;
    }
    // Row by row: the distance between the beginning of `left` and each beginning of `right`.
    let mut row: SmallVec<[usize; 32]> = (0..=right.len()).collect();
    for (at, letter) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in right.iter().enumerate() {
            let changed = 1 + row[column].min(row[column + 1]);
            let best = if letter == other { diagonal } else { changed };
            diagonal = std::mem::replace(&mut row[column + 1], best);
        }
    }
    row[right.len()] <= MAX_DISTANCE
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn a_changed_letter_counts_twice() {
        let near = |left: &str, right: &str| is_near(left.as_bytes(), right.as_bytes());
        assert!(near("add", "add") && near("ad", "add") && near("addid", "add"));
        assert!(near("adb", "add") && near("dad", "add") && near("", "mv"));
        assert!(!near("sub", "add") && !near("a", "addi") && !near("mvmvm", "mv"));
    }
}
