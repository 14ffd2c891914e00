//! The time limit of requests, by a clock that a test moves.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use oxmca_batch::{Analyst, Defaults, Line, Timeout};

/// Goes on by a second whenever it is looked at.
fn clock() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    let seconds = SECONDS.fetch_add(1, Ordering::Relaxed);
    *START.get_or_init(Instant::now) + Duration::from_secs(seconds)
}

fn answer(limit_seconds: u64, asm: &str, iterations: u32) -> String {
    let analyst = Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".into();
        it.cpu = "btver2".into();
        it.timeout = Some(Timeout { limit: Duration::from_secs(limit_seconds), clock });
    }));
    let request = format!(r#"{{"asm":"{asm}","iterations":{iterations}}}"#);
    let line = Line { number: 1, text: Some(request.as_bytes()) };
    String::from_utf8(analyst.answer(&line)).unwrap()
}

#[test]
fn reading_and_simulating_end_with_the_time() {
    let timeout = |seconds| {
        format!(r#""error":{{"kind":"timeout","message":"it takes more than {seconds} seconds"}}"#)
    };
    // Statements are read, a macro is expanded, iterations are simulated.
    for (seconds, asm, iterations) in [
        (1, "nop", 1),
        (3, &r"nop\n".repeat(2000)[..], 1),
        (5, r".rept 3000\n.endr\n.rept 10\n.rept 1\nnop\n.endr\n.endr", 1),
        (2, "imulq %rax, %rax", 1_000_000),
        (3, &r"imulq %rax, %rbx\n".repeat(400)[..], 1_000_000),
    ] {
        let answer = answer(seconds, asm, iterations);
        assert!(answer.contains(&timeout(seconds)), "{seconds}: {answer}");
    }
    assert!(answer(1000, "nop", 100).contains(r#""total_cycles":"#));
}
