//! Which loops of two versions of a program are the same.
//!
//! Loops are paired by the strongest evidence first: the same instructions, then the same function, then the same mnemonics,
//! then what mnemonics have in common. A pair is certain if nothing else explains the loops as well. Functions may be
//! renamed and put in another order: that alone changes no cost of a certain pair.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use oxmca::steady_state::Ratio;

/// Loops that have less in common are not taken for the same under another name.
const MIN_RENAMED_SIMILARITY: f64 = 0.7;
/// Loops of one function that have less in common are not taken for the same, unless they are as many.
const MIN_SIMILARITY: f64 = 0.2;
/// Pairs of loops between two equal ones of a function that are compared by what they have in common.
const MAX_PAIRS: usize = 1 << 16;
/// Loops under other names that are looked at for each loop, and those that a pair of mnemonics leads to.
const MAX_CANDIDATES: usize = 64;
const MAX_PER_FEATURE: usize = 32;

/// The facts of a loop by which it is found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Traits<'a> {
    /// The function or region.
    pub(crate) owner: &'a str,
    /// The number of the loop there.
    pub(crate) number: usize,
    /// A number that loops of the same instructions share.
    pub(crate) identity: u64,
    /// A number that loops of the same mnemonics share.
    pub(crate) shape: u64,
    /// Cycles, if they are known.
    pub(crate) cycles: Option<Ratio>,
    /// The work of an iteration, as a word.
    pub(crate) work: String,
    /// Its mnemonics; none of a loop of which only numbers are kept.
    pub(crate) mnemonics: Vec<&'a str>,
}

/// The loop that another was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Match {
    /// Its index.
    pub(crate) old: usize,
    /// No other loop could have become this one.
    pub(crate) is_certain: bool,
}

/// Finds the old loop of each new one.
pub(crate) fn matches(old: &[Traits<'_>], new: &[Traits<'_>]) -> Vec<Option<Match>> {
    let mut matcher =
        Matcher { old, new, of_new: vec![None; new.len()], is_taken: vec![false; old.len()] };
    matcher.identical();
    matcher.within_functions();
    matcher.of_one_shape();
    matcher.alike();
    matcher.of_new
}

/// Indices of old and of new loops that have something in common.
#[derive(Default)]
struct Class {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Class {
    fn is_pair(&self) -> bool {
        (self.old.len(), self.new.len()) == (1, 1)
    }
}

struct Matcher<'t, 'a> {
    old: &'t [Traits<'a>],
    new: &'t [Traits<'a>],
    of_new: Vec<Option<Match>>,
    is_taken: Vec<bool>,
}

/// Groups loops by a key, in the order of the first new one of each. Groups that lack one side are left out.
fn classes<K: Eq + Hash>(
    old: impl Iterator<Item = (K, usize)>,
    new: impl Iterator<Item = (K, usize)>,
) -> Vec<Class> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for (key, index) in new {
        let place = *places.entry(key).or_insert_with(|| {
            classes.push(Class::default());
            classes.len() - 1
        });
        classes[place].new.push(index);
    }
    for (key, index) in old {
        if let Some(place) = places.get(&key) {
            classes[*place].old.push(index);
        }
    }
    classes.retain(|it| !it.old.is_empty());
    classes
}

impl<'t, 'a> Matcher<'t, 'a> {
    fn pair(&mut self, old: usize, new: usize, is_certain: bool) {
        self.is_taken[old] = true;
        self.of_new[new] = Some(Match { old, is_certain });
    }

    /// Leaves out the loops of a class that are paired.
    fn keep_unpaired(&self, class: &mut Class) {
        class.old.retain(|it| !self.is_taken[*it]);
        class.new.retain(|it| self.of_new[*it].is_none());
    }

    /// Pairs loops of a class that have the same key, in their order. `is_certain` tells of each pair whether it is.
    fn pair_equal<K: Eq + Hash>(
        &mut self,
        class: &mut Class,
        key: impl Fn(&Traits<'a>) -> K,
        is_certain: impl Fn(&Traits<'a>, &Traits<'a>) -> bool,
    ) {
        let mut left: HashMap<K, VecDeque<usize>> = HashMap::new();
        for index in &class.old {
            left.entry(key(&self.old[*index])).or_default().push_back(*index);
        }
        for index in &class.new {
            let found = left.get_mut(&key(&self.new[*index])).and_then(VecDeque::pop_front);
            if let Some(found) = found {
                let is_certain = is_certain(&self.old[found], &self.new[*index]);
                self.pair(found, *index, is_certain);
            }
        }
        self.keep_unpaired(class);
    }

    /// Returns whether the loops of a class have the same costs for the same work before and after, in any order.
    fn has_same_costs(&self, class: &Class) -> bool {
        let mut counts: HashMap<(Option<Ratio>, &str), isize> = HashMap::new();
        for index in &class.old {
            let it = &self.old[*index];
            *counts.entry((it.cycles, &it.work)).or_default() += 1;
        }
        for index in &class.new {
            let it = &self.new[*index];
            *counts.entry((it.cycles, &it.work)).or_default() -= 1;
        }
        counts.values().all(|it| *it == 0)
    }

    /// Pairs loops of the same instructions. Their cycles differ only where these depend on places in memory.
    fn identical(&mut self) {
        let old = self.old.iter().enumerate().map(|(at, it)| (it.identity, at));
        let new = self.new.iter().enumerate().map(|(at, it)| (it.identity, at));
        for mut class in classes(old, new) {
            self.pair_equal(&mut class, |it| (it.owner, it.number, it.cycles), |_, _| true);
            if self.has_same_costs(&class) {
                self.pair_equal(&mut class, |it| it.cycles, |_, _| true);
                continue;
            }
            // Where another one took what this one takes, it may have got the name.
            let costs_before: HashSet<Option<Ratio>> =
                class.old.iter().map(|it| self.old[*it].cycles).collect();
            let has_cost_of_another = |it: &usize| costs_before.contains(&self.new[*it].cycles);
            let (others, new) = class.new.iter().copied().partition(has_cost_of_another);
            class.new = new;
            self.pair_equal(&mut class, |it| (it.owner, it.number), |_, _| true);
            class.new.extend::<Vec<usize>>(others);
            self.pair_equal(&mut class, |it| it.cycles, |_, _| true);
            let cycles = |it: &Traits<'_>| it.cycles.map_or(f64::INFINITY, Ratio::to_f64);
            class.old.sort_by(|a, b| cycles(&self.old[*a]).total_cmp(&cycles(&self.old[*b])));
            class.new.sort_by(|a, b| cycles(&self.new[*a]).total_cmp(&cycles(&self.new[*b])));
            let are_as_many = class.old.len() == class.new.len();
            for (old, new) in class.old.iter().zip(&class.new) {
                self.pair(*old, *new, are_as_many);
            }
        }
    }

    /// Pairs the other loops of functions that have the same name.
    fn within_functions(&mut self) {
        let old = self.old.iter().enumerate().map(|(at, it)| (it.owner, at));
        let new = self.new.iter().enumerate().map(|(at, it)| (it.owner, at));
        for class in classes(old, new) {
            let has_all = class.old.iter().all(|it| self.is_taken[*it])
                || class.new.iter().all(|it| self.of_new[*it].is_some());
            if has_all {
                continue;
            }
            match has_twice(&class.old, self.old) || has_twice(&class.new, self.new) {
                true => self.within_namesakes(class),
                false => self.within_function(&class),
            }
        }
    }

    /// Pairs the loops of several functions that have one name.
    fn within_namesakes(&mut self, mut class: Class) {
        let are_as_many = class.old.len() == class.new.len();
        self.keep_unpaired(&mut class);
        self.pair_unique_shapes(&mut class);
        let is_certain = are_as_many && class.is_pair();
        for (old, new) in class.old.iter().zip(&class.new) {
            self.pair(*old, *new, is_certain);
        }
    }

    /// Pairs loops that alone have their mnemonics in a class.
    fn pair_unique_shapes(&mut self, class: &mut Class) {
        let old = class.old.iter().map(|at| (self.old[*at].shape, *at));
        let new = class.new.iter().map(|at| (self.new[*at].shape, *at));
        for found in classes(old, new).iter().filter(|it| it.is_pair()) {
            self.pair(found.old[0], found.new[0], true);
        }
        self.keep_unpaired(class);
    }

    /// Pairs the loops of a function: those between the same two that were found already.
    fn within_function(&mut self, class: &Class) {
        let place_of_old: HashMap<usize, usize> =
            class.old.iter().enumerate().map(|(place, index)| (*index, place)).collect();
        // Places of the loops that were found, in the order of the new version.
        let anchors: Vec<(usize, usize)> = class
            .new
            .iter()
            .enumerate()
            .filter_map(|(place, index)| {
                Some((*place_of_old.get(&self.of_new[*index]?.old)?, place))
            })
            .collect();
        let is_in_order = anchors.is_sorted_by_key(|it| it.0);
        let is_shifted =
            class.old.len() != class.new.len() || anchors.iter().any(|it| it.0 != it.1);
        let ends: Vec<(usize, usize)> = match is_in_order {
            true => anchors,
            false => Vec::new(),
        };
        let end = (class.old.len(), class.new.len());
        let mut begin = (0, 0);
        for end in ends.into_iter().chain([end]) {
            let mut gap = Class {
                old: class.old[begin.0..end.0].to_vec(),
                new: class.new[begin.1..end.1].to_vec(),
            };
            self.keep_unpaired(&mut gap);
            self.within_gap(gap, is_in_order, is_shifted);
            begin = (end.0 + 1, end.1 + 1);
        }
    }

    fn within_gap(&mut self, mut gap: Class, is_in_order: bool, is_shifted: bool) {
        self.pair_unique_shapes(&mut gap);
        if gap.is_pair() {
            return self.pair(gap.old[0], gap.new[0], is_in_order);
        }
        let similarities = self.similarities(&gap);
        if gap.old.len() == gap.new.len() {
            for (place, (old, new)) in gap.old.iter().zip(&gap.new).enumerate() {
                let is_alike = similarities.as_ref().is_some_and(|it| it.is_best(place, place));
                let is_certain = is_in_order
                    && match &similarities {
                        // Nothing but places in the function is known.
                        None => !is_shifted,
                        Some(_) => is_alike,
                    };
                self.pair(*old, *new, is_certain);
            }
        } else if let Some(similarities) = similarities {
            for (left, right) in similarities.aligned() {
                self.pair(gap.old[left], gap.new[right], false);
            }
        }
    }

    /// Returns what the loops of a class have in common; `None` if their mnemonics are not known, or there are too many.
    fn similarities(&self, class: &Class) -> Option<Similarities> {
        let (rows, columns) = (class.old.len(), class.new.len());
        let are_known = class.old.iter().all(|it| !self.old[*it].mnemonics.is_empty());
        if !are_known || rows == 0 || columns == 0 || rows.saturating_mul(columns) > MAX_PAIRS {
            return None;
        }
        let mut values = Vec::with_capacity(rows * columns);
        for old in &class.old {
            for new in &class.new {
                values.push(similarity(&self.old[*old], &self.new[*new]));
            }
        }
        Some(Similarities { values, rows, columns })
    }

    /// Returns the loops that are left.
    fn rest(&self) -> Class {
        let mut all =
            Class { old: (0..self.old.len()).collect(), new: (0..self.new.len()).collect() };
        self.keep_unpaired(&mut all);
        all
    }

    /// Pairs loops of any functions by their mnemonics. A pair is certain if it is the only one and its function's name is
    /// gone and new, or if all loops of these mnemonics cost what they did.
    fn of_one_shape(&mut self) {
        let (old_owners, new_owners) = (owners(self.old), owners(self.new));
        let rest = self.rest();
        let old = rest.old.iter().map(|at| (self.old[*at].shape, *at));
        let new = rest.new.iter().map(|at| (self.new[*at].shape, *at));
        for mut class in classes(old, new) {
            if class.is_pair() {
                let (old, new) = (class.old[0], class.new[0]);
                let is_renamed = !new_owners.contains(self.old[old].owner)
                    && !old_owners.contains(self.new[new].owner);
                self.pair(old, new, is_renamed);
                continue;
            }
            if self.has_same_costs(&class) {
                self.pair_equal(&mut class, |it| (it.cycles, it.work.clone()), |_, _| true);
                continue;
            }
            for (old, new) in class.old.iter().zip(&class.new) {
                self.pair(*old, *new, false);
            }
        }
    }

    /// Pairs the loops that are left by what they have in common, most alike first.
    fn alike(&mut self) {
        let rest = self.rest();
        let mut by_feature: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
        for new in &rest.new {
            for feature in features(&self.new[*new]) {
                let found = by_feature.entry(feature).or_default();
                if found.len() < MAX_PER_FEATURE {
                    found.push(*new);
                }
            }
        }
        let mut found: Vec<(f64, usize, usize)> = Vec::new();
        for old in &rest.old {
            let mut lists: Vec<&Vec<usize>> =
                features(&self.old[*old]).iter().filter_map(|it| by_feature.get(it)).collect();
            // Those that few loops have tell most.
            lists.sort_by_key(|it| it.len());
            let mut candidates: HashSet<usize> = HashSet::new();
            for new in lists.into_iter().flatten().take(MAX_CANDIDATES) {
                let (before, after) = (&self.old[*old], &self.new[*new]);
                if candidates.insert(*new) && !differ_in_length(before, after) {
                    let similarity = similarity(before, after);
                    if similarity >= MIN_RENAMED_SIMILARITY {
                        found.push((similarity, *old, *new));
                    }
                }
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, old, new) in found {
            if !self.is_taken[old] && self.of_new[new].is_none() {
                self.pair(old, new, false);
            }
        }
    }
}

/// Returns whether two of the loops have one name.
fn has_twice(indices: &[usize], all: &[Traits<'_>]) -> bool {
    let mut numbers = HashSet::new();
    !indices.iter().all(|it| numbers.insert(all[*it].number))
}

fn owners<'a>(all: &[Traits<'a>]) -> HashSet<&'a str> {
    all.iter().map(|it| it.owner).collect()
}

/// Returns the pairs of mnemonics that follow each other, each once, in a certain order; the mnemonic of a loop that has one.
fn features<'a>(it: &Traits<'a>) -> Vec<(&'a str, &'a str)> {
    let mut found: Vec<(&str, &str)> = match &it.mnemonics[..] {
        [one] => vec![(*one, "")],
        all => all.windows(2).map(|it| (it[0], it[1])).collect(),
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// The shares of mnemonics that loops have in common.
struct Similarities {
    /// A row for each old loop.
    values: Vec<f64>,
    rows: usize,
    columns: usize,
}

impl Similarities {
    fn of(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns + column]
    }

    /// Returns whether a pair has more in common than each of the two has with another loop.
    fn is_best(&self, row: usize, column: usize) -> bool {
        let own = self.of(row, column);
        (0..self.columns).all(|it| it == column || self.of(row, it) < own)
            && (0..self.rows).all(|it| it == row || self.of(it, column) < own)
    }

    /// Pairs loops in their order, so that they have as much in common as can be.
    fn aligned(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.rows, self.columns);
        // The most that the loops from a row and a column on can have in common.
        let mut best = vec![0.0_f64; (rows + 1) * (columns + 1)];
        let at = |row: usize, column: usize| row * (columns + 1) + column;
        let paired = |best: &[f64], row: usize, column: usize| {
            let similarity = self.of(row, column);
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
                pairs.push((row, column));
                (row, column) = (row + 1, column + 1);
            } else if best[at(row + 1, column)] == here {
                row += 1;
            } else {
                column += 1;
            }
        }
        pairs
    }
}

/// Returns whether loops are of so different length that they are not taken for the same under another name.
fn differ_in_length(left: &Traits<'_>, right: &Traits<'_>) -> bool {
    let (left, right) = (left.mnemonics.len(), right.mnemonics.len());
    2.0 * (left.min(right) as f64) < MIN_RENAMED_SIMILARITY * (left + right) as f64
}

/// Returns the share of mnemonics that two loops have in common, from 0 to 1.
fn similarity(left: &Traits<'_>, right: &Traits<'_>) -> f64 {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    left.mnemonics.iter().for_each(|it| *counts.entry(it).or_default() += 1);
    let mut common = 0;
    for mnemonic in &right.mnemonics {
        if let Some(count) = counts.get_mut(mnemonic).filter(|it| **it > 0) {
            *count -= 1;
            common += 1;
        }
    }
    let all = left.mnemonics.len() + right.mnemonics.len();
    if all == 0 { 1.0 } else { 2.0 * f64::from(common) / all as f64 }
}

#[cfg(test)]
mod tests;
