//! Code that goes through arrays: what it takes, and that it can touch nothing else.

use oxmca::Session;
use oxmca::hardware::Delivery;
use oxmca_measure::{ArrayOrder, ArrayPlace, ArrayRun, ArrayTime, Block, MeasureError, Measurer};

use crate::measure::is_here;

const PROGRAM: &str = env!("CARGO_BIN_EXE_oxmca");
/// Numbers of registers in machine code.
const RBX: usize = 3;
const R13: usize = 13;
const R14: usize = 14;

const CHASE: &str = "movq (%r14), %r14";
const CYCLE: ArrayRun<'_> = ArrayRun {
    registers: &[(R14, ArrayPlace::Start)],
    order: ArrayOrder::RandomCycle,
    stride_bytes: 64,
};

fn block(text: &str) -> Block {
    let session = Session::new("x86_64-unknown-unknown", "skylake", []).unwrap();
    let code = session.parse(text).unwrap();
    let insts = code.first_region().unwrap().instructions().into_owned();
    Block::new(&session, &insts, Delivery::Loop).unwrap()
}

fn measured(
    measurer: &Measurer,
    text: &str,
    run: &ArrayRun<'_>,
    sizes_bytes: &[u64],
) -> Vec<Result<ArrayTime, MeasureError>> {
    measurer.measure_arrays(&block(text), run, sizes_bytes, 2)
}

fn here() -> Measurer {
    Measurer::new(PROGRAM, ["measure-worker"])
}

/// Returns a measurer whose processes may have so much memory.
fn with_memory(kibibytes: u32) -> Measurer {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    Measurer::new("/bin/sh", ["-c", &script, PROGRAM, "measure-worker"])
}

#[test]
fn loads_take_longer_from_larger_arrays() {
    if !is_here() {
        return;
    }
    // A first-level cache holds the first two, and none holds the last.
    let answers = measured(&here(), CHASE, &CYCLE, &[4096, 8192, 8 << 20]);
    let times: Result<Vec<ArrayTime>, _> = answers.into_iter().collect();
    let times = match times {
        Ok(times) => times,
        Err(MeasureError::Noisy) => return eprintln!("the machine is busy"),
        Err(error) => panic!("{error}"),
    };
    let [first, second, large] = times[..] else { panic!("{times:?}") };
    assert!((2.0..8.0).contains(&first.cycles), "{first:?}");
    assert!((second.cycles / first.cycles - 1.0).abs() < 0.1, "{first:?} {second:?}");
    assert!(large.cycles > 2.0 * first.cycles, "{first:?} {large:?}");
    for time in times {
        assert!(time.least_cycles <= time.cycles && time.cycles <= time.most_cycles, "{time:?}");
        // Processors have 0.2 to 10 GHz, and a page is what a fault gives at least.
        assert!((0.1..5.0).contains(&time.nanoseconds_per_cycle), "{time:?}");
        assert!(time.bytes_per_fault >= 4000.0, "{time:?}");
    }
}

#[test]
fn sweeps_go_back_to_the_start() {
    if !is_here() {
        return;
    }
    let sweep = "movaps (%r14), %xmm0\nmovaps 4080(%r14), %xmm1\naddq $4096, %r14
        cmpq %rbx, %r14\ncmoveq %r13, %r14";
    let run = ArrayRun {
        registers: &[(R14, ArrayPlace::Start), (R13, ArrayPlace::Start), (RBX, ArrayPlace::End)],
        order: ArrayOrder::Sequential,
        stride_bytes: 4096,
    };
    // Without the way back, it leaves the largest array, which is all that is mapped.
    let answers = measured(&here(), sweep, &run, &[8192, 2 << 20]);
    assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(MeasureError::Noisy))), "{answers:?}");
    let on = measured(&here(), "movaps (%r14), %xmm0\naddq $4096, %r14", &run, &[2 << 20]);
    assert_eq!(on, [Err(MeasureError::OutsideArray)]);
}

#[test]
fn what_is_not_of_the_array_cannot_be_touched() {
    if !is_here() {
        return;
    }
    let with_end = ArrayRun { registers: &[(R14, ArrayPlace::End)], ..CYCLE };
    for (text, run) in [
        ("movb -1(%r14), %al", CYCLE),
        ("movb $1, -64(%r14)", CYCLE),
        ("movb (%r14), %al", with_end),
        ("movb $1, (%r14)", with_end),
        // Addresses that other blocks find memory at.
        ("movq (%rdi), %rax", CYCLE),
        ("movq %rax, 8(%rsp)", CYCLE),
    ] {
        // Each size has its answer.
        let answers = measured(&here(), text, &run, &[2 << 20]);
        assert_eq!(answers, [Err(MeasureError::OutsideArray)], "{text}");
    }
    // The process ends, not this one; what is not wrong is measured.
    let answers = measured(&here(), CHASE, &CYCLE, &[4096]);
    assert!(matches!(answers[0], Ok(_) | Err(MeasureError::Noisy)), "{answers:?}");
}

#[test]
fn other_ends_of_code_are_named() {
    if !is_here() {
        return;
    }
    let two = [4096, 8192];
    let answers = measured(&here(), "xorl %ecx, %ecx\ndivl %ecx", &CYCLE, &two);
    assert_eq!(answers, [Err(MeasureError::DivideError), Err(MeasureError::DivideError)]);
    let answers = measured(&here(), "0:\nmovq (%r14), %r14\njmp 0b", &CYCLE, &two);
    assert_eq!(answers, [Err(MeasureError::EndNotKnown), Err(MeasureError::EndNotKnown)]);
}

#[test]
fn arrays_that_are_too_large_are_an_error() {
    // No process is started for these.
    let nowhere = Measurer::new("/no/such/program", ["none"]);
    let limit = Err(MeasureError::ArraySize { limit_bytes: 4 << 30 });
    if Session::new("x86_64-unknown-unknown", "skylake", []).is_err() || !is_here() {
        return;
    }
    let sizes = [(4 << 30) + 64, u64::MAX, 64, 0];
    assert_eq!(measured(&nowhere, CHASE, &CYCLE, &sizes), [(); 4].map(|()| limit.clone()));
    for stride_bytes in [0, 4, 12] {
        let run = ArrayRun { stride_bytes, ..CYCLE };
        assert_eq!(measured(&nowhere, CHASE, &run, &[4096]), std::slice::from_ref(&limit));
    }
    let answers = measured(&nowhere, CHASE, &CYCLE, &[4096]);
    assert!(matches!(answers[..], [Err(MeasureError::Worker { .. })]), "{answers:?}");
}

#[test]
fn memory_that_the_system_does_not_give_is_an_error_of_the_sizes_that_need_it() {
    if !is_here() {
        return;
    }
    let answers = measured(&with_memory(600_000), CHASE, &CYCLE, &[8192, 2 << 30, 1 << 30]);
    assert!(matches!(answers[0], Ok(_) | Err(MeasureError::Noisy)), "{answers:?}");
    let refused = Err(MeasureError::NoArrayMemory);
    assert_eq!(answers[1..], [refused.clone(), refused]);
}
