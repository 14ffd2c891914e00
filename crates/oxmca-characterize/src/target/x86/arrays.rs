//! Code of x86-64 that goes through arrays.

use oxmca_measure::ArrayPlace;

use crate::array_code::{ArrayCode, ArrayCodes, SWEEP_BYTES, Sweeps};

/// The code.
pub(super) const CODES: ArrayCodes = ArrayCodes {
    chase: ArrayCode {
        text: || "movq (%r14), %r14".to_owned(),
        registers: &[(R14, ArrayPlace::Start)],
    },
    sweeps: &[
        Sweeps {
            vector_bytes: 64,
            loads: ArrayCode { text: || loads("vmovaps", "zmm", 64), registers: WHOLE },
            stores: ArrayCode { text: || stores("vmovaps", "zmm", 64), registers: WHOLE },
            copies: ArrayCode { text: || copies("vmovaps", "zmm", 64), registers: HALVES },
        },
        Sweeps {
            vector_bytes: 32,
            loads: ArrayCode { text: || loads("vmovaps", "ymm", 32), registers: WHOLE },
            stores: ArrayCode { text: || stores("vmovaps", "ymm", 32), registers: WHOLE },
            copies: ArrayCode { text: || copies("vmovaps", "ymm", 32), registers: HALVES },
        },
        Sweeps {
            vector_bytes: 16,
            loads: ArrayCode { text: || loads("movaps", "xmm", 16), registers: WHOLE },
            stores: ArrayCode { text: || stores("movaps", "xmm", 16), registers: WHOLE },
            copies: ArrayCode { text: || copies("movaps", "xmm", 16), registers: HALVES },
        },
    ],
};

/// Numbers of registers in machine code.
const RBX: usize = 3;
const R12: usize = 12;
const R13: usize = 13;
const R14: usize = 14;
const R15: usize = 15;

const WHOLE: &[(usize, ArrayPlace)] =
    &[(R14, ArrayPlace::Start), (R13, ArrayPlace::Start), (RBX, ArrayPlace::End)];
const HALVES: &[(usize, ArrayPlace)] = &[
    (R14, ArrayPlace::Start),
    (R13, ArrayPlace::Start),
    (RBX, ArrayPlace::Middle),
    (R15, ArrayPlace::Middle),
    (R12, ArrayPlace::Middle),
];

/// Vector registers that are written one after the other.
const NUM_VECTORS: usize = 8;

/// Returns offsets of vectors in a sweep, each with a vector register.
fn vectors(letters: &str, bytes: usize) -> impl Iterator<Item = (usize, String)> {
    let offsets = (0..SWEEP_BYTES as usize).step_by(bytes);
    offsets.enumerate().map(move |(at, offset)| (offset, format!("%{letters}{}", at % NUM_VECTORS)))
}

fn loads(mnemonic: &str, letters: &str, bytes: usize) -> String {
    let loads = vectors(letters, bytes).map(|(at, it)| format!("{mnemonic} {at}(%r14), {it}\n"));
    loads.collect::<String>() + &next("cmpq %rbx, %r14\ncmoveq %r13, %r14\n")
}

fn stores(mnemonic: &str, letters: &str, bytes: usize) -> String {
    let stores = vectors(letters, bytes).map(|(at, it)| format!("{mnemonic} {it}, {at}(%r14)\n"));
    stores.collect::<String>() + &next("cmpq %rbx, %r14\ncmoveq %r13, %r14\n")
}

fn copies(mnemonic: &str, letters: &str, bytes: usize) -> String {
    let copies = vectors(letters, bytes)
        .map(|(at, it)| format!("{mnemonic} {at}(%r14), {it}\n{mnemonic} {it}, {at}(%r15)\n"));
    let second = format!("addq ${SWEEP_BYTES}, %r15\n");
    let back = "cmpq %rbx, %r14\ncmoveq %r13, %r14\ncmoveq %r12, %r15\n";
    copies.collect::<String>() + &second + &next(back)
}

/// Returns what goes on, and back to the start at the end.
fn next(back: &str) -> String {
    format!("addq ${SWEEP_BYTES}, %r14\n{back}")
}
