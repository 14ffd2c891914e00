//! Identities between events, which hold for any registers.

use oxmca_ibs::{Capabilities, Counts, Cpu, EventId, FetchRegisters, OpRegisters, Traits};
use oxmca_testing::random::Random;

/// Processors up to family 16h, on which the guide's meanings hold, then later ones.
const CPUS: [(u32, u32, u32); 12] = [
    (0x10, 2, 0x1f),
    (0x10, 4, 0x1f),
    (0x12, 0, 0xff),
    (0x14, 0, 0xff),
    (0x15, 2, 0xff),
    (0x15, 0x60, 0x7ff),
    (0x16, 0x30, 0xff),
    (0x17, 0x31, 0x3ff),
    (0x19, 0x01, 0x3ff),
    (0x19, 0x21, 0x3ff),
    (0x19, 0x61, 0xbff),
    (0x1a, 0x44, 0x8_1bff),
];

/// Runs of samples, of random lengths.
const RUNS: usize = 400;

/// Any bits; mostly few or mostly many, too.
fn register(random: &mut Random) -> u64 {
    match random.below(3) {
        0 => random.bits(),
        1 => random.bits() & random.bits(),
        _ => random.bits() | random.bits(),
    }
}

fn op(random: &mut Random) -> OpRegisters {
    OpRegisters {
        ctl: 6 << 16,
        data: register(random),
        data2: register(random),
        data3: register(random),
        data4: Some(register(random)),
        ..OpRegisters::default()
    }
}

fn fetch(random: &mut Random) -> FetchRegisters {
    FetchRegisters {
        ctl: register(random),
        extended: Some(register(random)),
        ..FetchRegisters::default()
    }
}

#[test]
fn identities_hold() {
    let mut random = Random::new(1);
    for run in 0..RUNS {
        // The first runs are of one sample each, so that a failure is a small one.
        let most = if run < RUNS / 2 { 1 } else { 40 };
        let ops: Vec<OpRegisters> = (0..random.below(most + 1)).map(|_| op(&mut random)).collect();
        let fetches: Vec<FetchRegisters> =
            (0..random.below(most + 1)).map(|_| fetch(&mut random)).collect();
        for (family, model, caps) in CPUS {
            let traits = Cpu { family, model }.traits(Capabilities::from_bits_retain(caps));
            let outcome = std::panic::catch_unwind(|| check(&ops, &fetches, traits));
            assert!(outcome.is_ok(), "{traits:?}\n{ops:x?}\n{fetches:x?}");
        }
    }
}

fn check(ops: &[OpRegisters], fetches: &[FetchRegisters], traits: Traits) {
    let mut counts = Counts::default();
    for it in ops {
        counts.add_op(it, traits, 1);
    }
    for it in fetches {
        counts.add_fetch(it, traits, 1);
    }
    check_fetches(&counts, traits);
    check_ops(&counts, traits);
    assert_eq!(of(&counts, 0xF000), fetches.len() as u64);
    assert_eq!(of(&counts, 0xF100), ops.len() as u64);
    assert_eq!(counts.tag_to_retire.count(), ops.len() as u64);
    for id in EventId::all().filter(|id| !id.event().is_available(traits)) {
        let is_sum_of_part = id.event().is_latency() && id.event().is_fetch();
        assert!(is_sum_of_part || counts.get(id) == 0, "{}", id.event().symbol);
    }
}

fn of(counts: &Counts, code: u16) -> u64 {
    counts.get(EventId::of_code(code).expect("an event"))
}

fn check_fetches(counts: &Counts, traits: Traits) {
    let e = |code| of(counts, code);
    assert_eq!(e(0xF000), e(0xF001) + e(0xF002));
    assert_eq!(e(0xF002), e(0xF003) + e(0xF004));
    assert!(e(0xF005) + e(0xF006) + e(0xF007) <= e(0xF002));
    assert!(e(0xF008) + e(0xF009) <= e(0xF002));
    assert!(e(0xF009) <= e(0xF003) || !traits.contains(Traits::IC_MISS));
    let huge = EventId::of_symbol("FETCH_1G_PAGE").expect("an event");
    assert!(e(0xF00A) + e(0xF00B) + counts.get(huge) <= e(0xF002));
    assert!(e(0xF00F) <= e(0xF003));
}

fn check_ops(counts: &Counts, traits: Traits) {
    let e = |code| of(counts, code);
    assert!(e(0xF104) <= e(0xF103) && e(0xF105) <= e(0xF103));
    assert!(e(0xF106) <= e(0xF104).min(e(0xF105)));
    assert!(e(0xF108) <= e(0xF107) && e(0xF107) <= e(0xF103));
    assert!(e(0xF203) + e(0xF204) + e(0xF205) <= e(0xF200));
    assert_eq!(e(0xF206) + e(0xF207), e(0xF200));
    assert!(e(0xF201).max(e(0xF202)) <= e(0xF200) && e(0xF200) <= e(0xF201) + e(0xF202));
    let l1_pages = e(0xF211) + e(0xF212) + e(0xF213);
    let l2_pages = e(0xF215) + e(0xF216) + e(0xF217);
    if traits.contains(Traits::PAGE_SIZE_FIELD) {
        // The fourth size is reserved.
        assert!(l1_pages <= e(0xF203));
    } else {
        assert_eq!(l1_pages, e(0xF203));
    }
    assert!(l2_pages <= e(0xF204));
    let outside = e(0xF240) + e(0xF241);
    assert!(outside <= e(0xF201).min(e(0xF206)));
    if traits.contains(Traits::CACHE_STATE) && !traits.contains(Traits::ZEN_SOURCES) {
        assert_eq!(e(0xF243) + e(0xF244), e(0xF249) + e(0xF24A));
    }
    let requests: u64 = (0xF242..=0xF248).map(e).sum();
    assert!(requests <= outside);
    assert!(e(0xF24B) + e(0xF24C) <= e(0xF219));
}
