//! Loops of two versions that are paired.

use oxmca_loops::baseline::{self, BaselineLoop, Verdict};
use oxmca_loops::comparison::{Change, Comparison};
use oxmca_loops::item::Item;

use super::choices::Choices;
use super::versions::{item, model};

/// Functions of a program, and loops of a function, at most.
const MAX_FUNCTIONS: usize = 24;
const MAX_LOOPS: usize = 4;

/// Instructions that loops are made of: few, so that many loops are equal, or have equal mnemonics.
const INSTRUCTIONS: [&str; 6] =
    ["addl\t%eax", "addl\t%ebx", "mulss\t%xmm0", "jne\ttarget", "nop", "call\tf"];

/// A function: its loops, each with its cycles.
type Body = Vec<(Vec<&'static str>, u64)>;

/// Compares a program with itself after its functions were put in another order under other names: no loop is slower, faster,
/// new, gone or not comparable. Then one loop takes more cycles: not all can be as before.
///
/// # Panics
/// When a comparison says otherwise.
pub fn matching_is_fair(data: &[u8]) {
    let mut choices = Choices(data);
    let functions = 1 + choices.below(MAX_FUNCTIONS);
    let bodies: Vec<Body> = (0..functions).map(|_| body(&mut choices)).collect();
    let mut order: Vec<usize> = (0..functions).collect();
    (0..functions).for_each(|at| order.swap(at, choices.below(functions)));
    let kind = choices.byte();
    let names: Vec<usize> = (0..functions)
        .map(|at| match kind % 4 {
            0 => at,
            1 => order[at],
            2 => choices.below(3),
            _ => 100 + at,
        })
        .collect();
    let plain: Vec<usize> = (0..functions).collect();
    let old = program(&bodies, &plain, &plain);
    let mut new = program(&bodies, &order, &names);
    let comparison = Comparison::new(model(), &old, &new);
    for row in &comparison.rows {
        let change = row.change(0.0);
        assert_eq!(change, Change::Unchanged, "{:?} is {:?}", row.new, row.old);
    }
    for verdict in verdicts(&old, &new) {
        assert_eq!(verdict, Verdict::Same);
    }
    // One of them becomes slower, with the same instructions or with others.
    let at = choices.below(new.len());
    let slower = &mut new[at];
    if let Ok(cost) = &mut slower.cost {
        cost.cycles = oxmca::steady_state::Ratio::new(cost.cycles.numerator() + 10, 1);
    }
    if choices.flag() {
        slower.instructions[0].push_str(", %ecx");
    }
    let is_told =
        |change: Change| !matches!(change, Change::Unchanged | Change::Same | Change::Faster);
    let comparison = Comparison::new(model(), &old, &new);
    assert!(comparison.rows.iter().any(|row| is_told(row.change(0.0))), "nothing is told");
    let is_told = |verdict: &Verdict| !matches!(verdict, Verdict::Same | Verdict::Faster(_));
    assert!(verdicts(&old, &new).iter().any(is_told), "nothing is told");
}

fn body(choices: &mut Choices<'_>) -> Body {
    let loops = 1 + choices.below(MAX_LOOPS);
    let mut one = || {
        let count = 1 + choices.below(3);
        let instructions = (0..count).map(|_| INSTRUCTIONS[choices.below(INSTRUCTIONS.len())]);
        (instructions.collect(), u64::from(choices.byte() % 3) + 1)
    };
    (0..loops).map(|_| one()).collect()
}

fn program(bodies: &[Body], order: &[usize], names: &[usize]) -> Vec<Item> {
    let functions = order.iter().zip(names);
    let loops = functions.flat_map(|(at, name)| {
        let loops = bodies[*at].iter().enumerate();
        loops.map(move |(number, (instructions, cycles))| {
            item(&format!("f{name}"), number + 1, instructions, Ok(*cycles))
        })
    });
    loops.collect()
}

fn verdicts(old: &[Item], new: &[Item]) -> Vec<Verdict> {
    let known: Vec<BaselineLoop> = old.iter().map(BaselineLoop::new).collect();
    let known: Vec<&BaselineLoop> = known.iter().collect();
    let new: Vec<&Item> = new.iter().collect();
    let checked = baseline::check(&known, &new);
    checked.loops.iter().map(|it| it.verdict(0.0)).collect()
}
