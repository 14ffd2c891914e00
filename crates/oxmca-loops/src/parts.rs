//! Loops that are parts of one loop of the source: one that does most of the work, and those that do what it leaves over.

use oxmca::steady_state::Ratio;
use oxmca::work::{Incomparable, Unit, Work, iterations_of};

use crate::item::Item;

/// Loops between the first and the last part of a loop that are looked at.
const MAX_BETWEEN: usize = 8;

/// Joins loops of one function that do the same in other portions: of each such group the one that does most in an
/// iteration stays, with the numbers of the others.
pub fn joined(items: Vec<Item>) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in items {
        let before = joined.iter_mut().rev().take(MAX_BETWEEN);
        let main = before.take_while(|it| it.owner == item.owner);
        match main.into_iter().find(|main| do_the_same(main, &item)) {
            None => joined.push(item),
            Some(main) => {
                let does_more = portion(main, &item).is_some_and(|portion| portion > 1.0);
                let (mut kept, other) =
                    if does_more { (item, main.clone()) } else { (main.clone(), item) };
                kept.remainders.push(other.number);
                kept.remainders.extend(other.remainders);
                kept.remainders.sort_unstable();
                *main = kept;
            }
        }
    }
    joined
}

/// Returns how much of an iteration of one loop an iteration of another does.
fn portion(one: &Item, two: &Item) -> Option<f64> {
    Some(ratio(one.work.as_ref()?, two.work.as_ref()?)?.to_f64())
}

/// Returns how much of an iteration of one loop one of another does, which is more with longer vectors.
fn ratio(one: &Work, two: &Work) -> Option<Ratio> {
    match iterations_of(one, two) {
        Err(Incomparable::VectorLength) => {
            let shortest = [one, two].map(|it| it.clone().with_shortest_vectors());
            iterations_of(&shortest[0], &shortest[1]).ok()
        }
        found => found.ok(),
    }
}

/// Returns whether two loops of a function do the same in other portions: on the same line where lines are known, through as
/// many streams, with as many operations for each portion.
fn do_the_same(one: &Item, two: &Item) -> bool {
    let (Some(left), Some(right)) = (&one.work, &two.work) else { return false };
    let is_same_line = match (&one.line, &two.line) {
        (Some(one), Some(two)) => one == two,
        _ => true,
    };
    let streams =
        |work: &Work| (work.streams.len(), work.written().len(), work.unknown_accesses > 0);
    let Some(portion) = portion(one, two) else { return false };
    let operations = |work: &Work| work.float_operations() as f64;
    let is_proportional = (operations(left) * portion - operations(right)).abs() < 0.5;
    let elements = |work: &Work| {
        let amount = work.amount().ok()?;
        Some(match amount.unit {
            Unit::Vectors { element_bytes: Some(bytes) } => Unit::Elements { bytes },
            Unit::Vectors { element_bytes: None } => Unit::Bytes,
            unit => unit,
        })
    };
    is_same_line
        && !left.streams.is_empty()
        && streams(left) == streams(right)
        && portion != 1.0
        && is_proportional
        && elements(left) == elements(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work_text;

    fn item(owner: &str, number: usize, work: &str) -> Item {
        Item {
            owner: owner.to_owned(),
            number,
            line: None,
            instructions: Vec::new(),
            length_bytes: None,
            cost: Err(String::new()),
            is_once: false,
            work: work_text::parse(work).unwrap(),
            remainders: Vec::new(),
            measured: None,
        }
    }

    #[test]
    fn the_loop_that_does_most_stays() {
        let joined = joined(vec![
            item("f", 1, "4r4/4,4w4/4,f32*1"),
            item("f", 2, "64r64/4,64w64/4,f32*16"),
            item("f", 3, "16r16/4,16w16/4,f32*4"),
            item("f", 4, "8r8/8,f64*1"),
            item("f", 5, "16r16/4,16w16/4,f32*8"),
            item("g", 1, "4r4/4,4w4/4,f32*1"),
        ]);
        let found: Vec<(usize, &[usize])> =
            joined.iter().map(|it| (it.number, &*it.remainders)).collect();
        let none: &[usize] = &[];
        assert_eq!(found, [(2, &[1, 3][..]), (4, none), (5, none), (1, none)]);
    }
}
