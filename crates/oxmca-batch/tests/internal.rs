//! A block on which oxmca itself fails is an error like others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use oxmca::oxmca_asm::Interrupt;
use oxmca_batch::{Analyst, Block, Defaults};

#[test]
fn a_panic_is_the_error_of_its_block() {
    let analyst = Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".into();
        it.cpu = "btver2".into();
    }));
    let texts: Vec<String> = (0..8).map(|at| format!("addq ${at}, %rax")).collect();
    let blocks: Vec<Block<'_>> = texts.iter().map(|text| Block::assembly(text)).collect();
    let asked = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&asked);
    let panics = Interrupt::when(move || match counted.fetch_add(1, Ordering::Relaxed) {
        10 => panic!("no more"),
        _ => false,
    });
    let answers = analyst.analyze_blocks(&blocks, &panics);
    assert!(asked.load(Ordering::Relaxed) > 11, "nothing panicked, or nothing went on");
    let failures: Vec<_> = answers.iter().filter_map(|it| it.as_ref().as_ref().err()).collect();
    let [failure] = failures[..] else { panic!("{failures:?}") };
    assert_eq!(failure.kind, "internal");
    assert_eq!(failure.message, "a mistake of oxmca's: no more");
}
