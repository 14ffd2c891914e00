//! Loop bodies to measure with. Wide instructions are those on two packed halves; narrow ones on single numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Vector registers that results go to; a chain keeps to the first two, and those after them are constants.
const WORK: usize = 24;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    let (mut is_chain, mut left) = (false, 0);
    for turn in 2..count {
        if left == 0 {
            left = 8 + random.below(17);
            is_chain = match shape {
                Shape::Parallel => false,
                Shape::Chained => true,
                Shape::Mixed => random.below(2) == 0,
            };
        }
        left -= 1;
        let (to, from) = match is_chain {
            true => (turn % CHAIN, (turn + 1) % CHAIN),
            false => (turn % WORK, WORK + random.below(8)),
        };
        let other = WORK + random.below(8);
        let _ = writeln!(text, "\t{}", instruction(&mut random, vector, [to, from, other]));
    }
    let end = ["s_add_i32 s4, s4, -1", "s_cbranch_scc1 loop"];
    for line in end.iter().take(count) {
        let _ = writeln!(text, "\t{line}");
    }
    text
}

fn instruction(random: &mut Random, vector: Vector, [to, from, other]: [usize; 3]) -> String {
    match (random.below(100), vector) {
        (0..12, _) => format!("ds_read_b32 v{to}, v{from} offset:{}", 4 * random.below(64)),
        (12..18, _) => format!("ds_write_b32 v{other}, v{from} offset:{}", 4 * random.below(64)),
        (18..30, _) => format!("s_add_i32 s{}, s{}, s20", 5 + to % 8, 13 + from % 4),
        (30..40, _) => format!("v_lshlrev_b32 v{to}, 3, v{from}"),
        (40..42, _) => format!("v_rcp_f32 v{to}, v{from}"),
        (42..70, Vector::Narrow) => format!("v_mul_f32 v{to}, v{from}, v{other}"),
        (42..70, Vector::Wide) => format!("v_pk_mul_f16 v{to}, v{from}, v{other}"),
        (_, Vector::Narrow) => format!("v_add_f32 v{to}, v{from}, v{other}"),
        (_, Vector::Wide) => format!("v_pk_fma_f16 v{to}, v{from}, v{other}, v{to}"),
    }
}
