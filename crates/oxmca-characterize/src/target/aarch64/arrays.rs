//! Code of AArch64 that goes through arrays. Vectors are those of NEON, in pairs: how long those of SVE are is not known where the
//! code is made.

use oxmca_measure::ArrayPlace;

use crate::array_code::{ArrayCode, ArrayCodes, SWEEP_BYTES, Sweeps};

/// The code.
pub(super) const CODES: ArrayCodes = ArrayCodes {
    chase: ArrayCode {
        text: || "ldr x25, [x25]".to_owned(),
        registers: &[(25, ArrayPlace::Start)],
    },
    sweeps: &[Sweeps {
        vector_bytes: 16,
        loads: ArrayCode {
            text: || sweep(|at, it| format!("ldp {it}, [x25, #{at}]\n"), ""),
            registers: WHOLE,
        },
        stores: ArrayCode {
            text: || sweep(|at, it| format!("stp {it}, [x25, #{at}]\n"), ""),
            registers: WHOLE,
        },
        copies: ArrayCode {
            text: || {
                sweep(
                    |at, it| format!("ldp {it}, [x25, #{at}]\nstp {it}, [x26, #{at}]\n"),
                    "csel x26, x22, x26, eq\n",
                )
            },
            registers: HALVES,
        },
    }],
};

const WHOLE: &[(usize, ArrayPlace)] =
    &[(25, ArrayPlace::Start), (24, ArrayPlace::Start), (23, ArrayPlace::End)];
const HALVES: &[(usize, ArrayPlace)] = &[
    (25, ArrayPlace::Start),
    (24, ArrayPlace::Start),
    (23, ArrayPlace::Middle),
    (26, ArrayPlace::Middle),
    (22, ArrayPlace::Middle),
];

/// Pairs of vector registers that are written one after the other.
const NUM_PAIRS: usize = 4;
const PAIR_BYTES: usize = 32;
/// Bytes that offsets of pairs reach.
const REACH_BYTES: usize = 1024;

/// Returns a sweep of accesses to pairs of vectors, given an offset and the pair, and what brings other registers back at the end.
fn sweep(access: fn(usize, &str) -> String, back: &str) -> String {
    let mut text = String::new();
    for _ in (0..SWEEP_BYTES as usize).step_by(REACH_BYTES) {
        for (number, at) in (0..REACH_BYTES).step_by(PAIR_BYTES).enumerate() {
            let first = 2 * (number % NUM_PAIRS);
            text += &access(at, &format!("q{first}, q{}", first + 1));
        }
        text += &format!("add x25, x25, #{REACH_BYTES}\n");
        if !back.is_empty() {
            text += &format!("add x26, x26, #{REACH_BYTES}\n");
        }
    }
    text + "cmp x25, x23\ncsel x25, x24, x25, eq\n" + back
}
