//! Which loops of two programs are the same.

use std::collections::HashMap;

use crate::item::Item;

/// Loops that have less in common are not taken for the same under another name.
const MIN_RENAMED_SIMILARITY: f64 = 0.7;
/// Loops of one function that have less in common are not taken for the same.
const MIN_SIMILARITY: f64 = 0.2;
/// Pairs of loops that are looked at in search of new names.
const MAX_RENAMED_PAIRS: usize = 1 << 20;
/// Pairs of loops of one function that are looked at.
const MAX_PAIRS: usize = 1 << 22;

/// A pair of loops: indices of the old and of the new one. One of them may have none.
pub type Pair = (Option<usize>, Option<usize>);

/// Pairs the loops of two programs: those of functions with the same name in their order, by what they have in common;
/// then, among the others, those that are alike. The pairs are in the order of the new program, and those without a new
/// loop come last.
pub fn pairs(old: &[Item], new: &[Item]) -> Vec<Pair> {
    let mut partner_of_new: Vec<Option<usize>> = vec![None; new.len()];
    let mut is_paired = vec![false; old.len()];
    let mut by_owner: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, item) in old.iter().enumerate() {
        by_owner.entry(&item.owner).or_default().push(index);
    }
    let mut new_by_owner: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (index, item) in new.iter().enumerate() {
        let place = *places.entry(&item.owner).or_insert_with(|| {
            new_by_owner.push((&item.owner, Vec::new()));
            new_by_owner.len() - 1
        });
        new_by_owner[place].1.push(index);
    }
    for (owner, after) in &new_by_owner {
        let Some(before) = by_owner.get(owner) else { continue };
        for (left, right) in aligned(before, after, old, new) {
            partner_of_new[right] = Some(left);
            is_paired[left] = true;
        }
    }
    let rest = |count: usize, is_paired: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..count).filter(|index| !is_paired(*index)).collect()
    };
    let rest_old = rest(old.len(), &|index| is_paired[index]);
    let rest_new = rest(new.len(), &|index| partner_of_new[index].is_some());
    for (left, right) in renamed(&rest_old, &rest_new, old, new) {
        partner_of_new[right] = Some(left);
        is_paired[left] = true;
    }
    let pairs = partner_of_new.iter().enumerate().map(|(index, partner)| (*partner, Some(index)));
    let removed =
        (0..old.len()).filter(|index| !is_paired[*index]).map(|index| (Some(index), None));
    pairs.chain(removed).collect()
}

/// Pairs loops of one function in their order, so that they have as much in common as can be.
fn aligned(before: &[usize], after: &[usize], old: &[Item], new: &[Item]) -> Vec<(usize, usize)> {
    if before.len() == after.len() || before.len() * after.len() > MAX_PAIRS {
        return before.iter().copied().zip(after.iter().copied()).collect();
    }
    let (rows, columns) = (before.len(), after.len());
    let mut similarities = vec![0.0; rows * columns];
    for (row, left) in before.iter().enumerate() {
        for (column, right) in after.iter().enumerate() {
            similarities[row * columns + column] = similarity(&old[*left], &new[*right]);
        }
    }
    // The most that the loops from a row and a column on can have in common.
    let mut best = vec![0.0_f64; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    let paired = |best: &[f64], row: usize, column: usize| {
        let similarity = similarities[row * columns + column];
        (similarity >= MIN_SIMILARITY).then(|| similarity + best[at(row + 1, column + 1)])
    };
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let apart = best[at(row + 1, column)].max(best[at(row, column + 1)]);
            best[at(row, column)] = paired(&best, row, column).unwrap_or(0.0).max(apart);
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows && column < columns {
        let here = best[at(row, column)];
        if paired(&best, row, column) == Some(here) {
            pairs.push((before[row], after[column]));
            (row, column) = (row + 1, column + 1);
        } else if best[at(row + 1, column)] == here {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// Pairs loops of functions whose names are gone with those of functions whose names are new, most alike first.
fn renamed(before: &[usize], after: &[usize], old: &[Item], new: &[Item]) -> Vec<(usize, usize)> {
    let mut found: Vec<(f64, usize, usize)> = Vec::new();
    for left in before {
        for right in after.iter().take(MAX_RENAMED_PAIRS / before.len().max(1)) {
            let (old, new) = (&old[*left], &new[*right]);
            if differ_in_length(old, new) {
                continue;
            }
            let similarity = similarity(old, new);
            if similarity >= MIN_RENAMED_SIMILARITY {
                found.push((similarity, *left, *right));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let (mut is_left, mut is_right) = (vec![false; old.len()], vec![false; new.len()]);
    for (_, left, right) in found {
        if !is_left[left] && !is_right[right] {
            (is_left[left], is_right[right]) = (true, true);
            pairs.push((left, right));
        }
    }
    pairs
}

/// Returns whether items are of so different length that they are not taken for the same under another name.
fn differ_in_length(left: &Item, right: &Item) -> bool {
    let (left, right) = (left.instructions.len(), right.instructions.len());
    2.0 * (left.min(right) as f64) < MIN_RENAMED_SIMILARITY * (left + right) as f64
}

/// Returns the share of mnemonics that two loops have in common, from 0 to 1.
fn similarity(left: &Item, right: &Item) -> f64 {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    left.mnemonics().for_each(|it| *counts.entry(it).or_default() += 1);
    let mut common = 0;
    for mnemonic in right.mnemonics() {
        if let Some(count) = counts.get_mut(mnemonic).filter(|it| **it > 0) {
            *count -= 1;
            common += 1;
        }
    }
    let all = left.instructions.len() + right.instructions.len();
    if all == 0 { 1.0 } else { 2.0 * f64::from(common) / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(owner: &str, number: usize, instructions: &str) -> Item {
        Item {
            owner: owner.to_owned(),
            number,
            line: None,
            instructions: instructions.split(' ').map(str::to_owned).collect(),
            length_bytes: None,
            cost: Err(String::new()),
            is_once: false,
            work: None,
            remainders: Vec::new(),
        }
    }

    #[test]
    fn loops_of_one_function_are_paired_in_their_order() {
        let old = [item("f", 1, "a b c"), item("f", 2, "x y z")];
        let new = [item("f", 1, "a b c"), item("f", 2, "p q"), item("f", 3, "x y w")];
        let found = pairs(&old, &new);
        assert_eq!(found, [(Some(0), Some(0)), (None, Some(1)), (Some(1), Some(2))]);
        // As many as before: the same ones, whatever is in them.
        let new = [item("f", 1, "m n"), item("f", 2, "a b c")];
        assert_eq!(pairs(&old, &new), [(Some(0), Some(0)), (Some(1), Some(1))]);
    }

    #[test]
    fn loops_of_renamed_functions_are_found_by_their_mnemonics() {
        let old = [item("f", 1, "a b c d"), item("g", 1, "x y z")];
        let new = [item("h", 1, "x y z"), item("k", 1, "a b c e"), item("m", 1, "q")];
        let found = pairs(&old, &new);
        assert_eq!(found, [(Some(1), Some(0)), (Some(0), Some(1)), (None, Some(2))]);
    }

    #[test]
    fn nothing_in_common_is_removed_and_added() {
        let found = pairs(&[item("f", 1, "a b")], &[item("g", 1, "c d")]);
        assert_eq!(found, [(None, Some(0)), (Some(0), None)]);
    }
}
