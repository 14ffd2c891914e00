use super::*;

/// A loop with so many cycles: `f#1 a,b c,d 4` is the first one of `f`, with the instructions `a` and `b c`...
fn traits(text: &str) -> Traits<'_> {
    let mut words = text.split(' ');
    let mut word = || words.next().unwrap();
    let (owner, number) = word().split_once('#').unwrap();
    let instructions = word();
    let cycles = word().parse().ok().map(|it| Ratio::new(it, 1));
    let mnemonics: Vec<&str> =
        instructions.split(',').map(|it| it.split('/').next().unwrap()).collect();
    Traits {
        owner,
        number: number.parse().unwrap(),
        identity: crate::item::Digest::of(instructions.as_bytes()),
        shape: crate::item::Digest::of(mnemonics.join(",").as_bytes()),
        cycles,
        work: "-".to_owned(),
        mnemonics,
    }
}

/// Returns the number of the old loop of each new one, from 0; with `?` if it is not certain, `-` if there is none.
fn found_by(old: &[&str], new: &[&str], knows_mnemonics: bool) -> String {
    let all = |texts: &[&'static str]| -> Vec<Traits<'static>> {
        let all = texts.iter().map(|it| traits(it));
        match knows_mnemonics {
            true => all.collect(),
            false => all.map(|it| Traits { mnemonics: Vec::new(), ..it }).collect(),
        }
    };
    let leak = |texts: &[&str]| -> Vec<&'static str> {
        texts.iter().map(|it| &*it.to_string().leak()).collect()
    };
    let (old, new) = (leak(old), leak(new));
    let text = |it: &Option<Match>| match it {
        Some(it) => format!("{}{}", it.old, if it.is_certain { "" } else { "?" }),
        None => "-".to_owned(),
    };
    matches(&all(&old), &all(&new)).iter().map(text).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(old: &[&str], new: &[&str], expected: &str) {
    assert_eq!(found_by(old, new, true), expected);
}

#[test]
fn equal_instructions_come_first() {
    // A B C and B C D.
    let old = ["f#1 a,a 1", "f#2 b,b 2", "f#3 c,c 3"];
    check(&old, &["f#1 b,b 2", "f#2 c,c 3", "f#3 d,d 4"], "1 2 -");
    // In another order, and of other functions.
    check(&old, &["f#1 c,c 3", "f#2 a,a 1", "f#3 b,b 2"], "2 0 1");
    check(&old, &["x#1 c,c 3", "y#1 a,a 1", "z#1 b,b 2"], "2 0 1");
    // With equal mnemonics, and an identical partner.
    check(&["f#1 a/x 1", "g#1 a/y 2"], &["k#1 a/y 2", "m#1 a/x 1"], "1 0");
}

#[test]
fn identical_loops_are_told_apart_by_cost_and_name() {
    // The functions have got each other's names.
    check(&["f#1 a 4", "g#1 a 5"], &["f#1 a 5", "g#1 a 4"], "1 0");
    check(&["f#1 a 4", "g#1 a 5"], &["f#1 a 5", "g#1 a 5"], "0 1");
    check(&["f#1 a 4", "g#1 a 5", "h#1 a 6"], &["f#1 a 5", "g#1 a 4"], "1 0");
    check(&["f#1 a 4", "g#1 a 5"], &["x#1 a 5", "y#1 a 6"], "1 0");
    // Either could be the one that is left.
    check(&["f#1 a 4", "g#1 a 6"], &["x#1 a 5"], "0?");
    check(&["f#1 a 4", "g#1 a 6"], &["g#1 a 5"], "1");
    check(&["f#1 a -", "g#1 a 6"], &["g#1 a -", "f#1 a 6"], "0 1");
}

#[test]
fn names_come_before_mnemonics() {
    check(&["f#1 a/x,b 1", "g#1 a/y,b 2"], &["g#1 a/z,b 2", "f#1 a/w,b 1"], "1 0");
    // The only one of a function is the same, whatever is in it.
    check(&["f#1 a,b 1"], &["f#1 x,y 2"], "0");
    // As many as before, each most like the one in its place.
    check(&["f#1 a,b 1", "f#2 c,d 1"], &["f#1 a,x 1", "f#2 c,y 1"], "0 1");
    // Another one is as much like it, or more.
    check(&["f#1 a,b 1", "f#2 c,d 1"], &["f#1 c,x 1", "f#2 a,y 1"], "0? 1?");
    // The numbers alone are known of a baseline.
    assert_eq!(found_by(&["f#1 a 1", "f#2 b 1"], &["f#1 x 1", "f#2 y 1"], false), "0 1");
    assert_eq!(
        found_by(
            &["f#1 a 1", "f#2 b 1", "f#3 c 1"],
            &["f#1 x 1", "f#2 y 1", "f#3 c 1", "f#4 d 1"],
            false
        ),
        "0? 1? 2 -"
    );
}

#[test]
fn namesakes_are_certain_if_one_is_left() {
    check(&["f#1 a,b 1", "f#1 c,d 2"], &["f#1 c,d 2", "f#1 a,x 3"], "1 0");
    check(&["f#1 a,b 1", "f#1 c,d 2"], &["f#1 p,q 2", "f#1 a,x 3"], "0? 1?");
    check(&["f#1 a/x 1", "f#1 c 2"], &["f#1 p 2", "f#1 a/y 3"], "1 0");
}

#[test]
fn other_names_are_certain_if_nothing_else_has_the_mnemonics() {
    check(&["f#1 a/x,b 1"], &["g#1 a/y,b 2"], "0");
    // Its function is still there.
    check(&["f#1 a/x,b 1", "f#2 c 1"], &["g#1 a/y,b 2", "f#1 c 1"], "0? 1");
    // There are two, and their costs have changed.
    check(&["f#1 a/x 1", "g#1 a/y 2"], &["p#1 a/z 1", "q#1 a/w 3"], "0? 1?");
    // All cost what they did.
    check(&["f#1 a/x 1", "g#1 a/y 2"], &["p#1 a/z 2", "q#1 a/w 1"], "1 0");
    // Something is in common, or nothing.
    check(
        &["f#1 a,b,c,d 1", "g#1 x,y,z 1"],
        &["h#1 x,y,z 1", "k#1 a,b,c,e 1", "m#1 q 1"],
        "1 0? -",
    );
    check(&["f#1 a,b 1"], &["g#1 c,d 1"], "-");
}

/// Returns a number below `end`; the same numbers for the same seed.
fn random(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % end
}

#[test]
fn no_order_and_no_name_makes_a_loop_slower() {
    let state = &mut 1;
    for _ in 0..2000 {
        let functions = 1 + random(state, 8);
        // Functions are lists of loops: few bodies, so that many are equal, and costs that depend on their places, too.
        let bodies: Vec<Vec<(String, usize)>> = (0..functions)
            .map(|_| {
                let count = 1 + random(state, 3);
                let mut body = || {
                    let text = format!("m{}/o{}", random(state, 2), random(state, 2));
                    (text, random(state, 3))
                };
                (0..count).map(|_| body()).collect()
            })
            .collect();
        let mut order: Vec<usize> = (0..functions).collect();
        (0..functions).for_each(|at| order.swap(at, random(state, functions)));
        let list = |order: &[usize], names: &[usize]| -> Vec<String> {
            let of_function = |(at, name): (&usize, &usize)| {
                let loops = bodies[*at].iter().enumerate();
                let name = *name;
                loops
                    .map(move |(number, (body, cycles))| {
                        format!("f{name}#{} {body} {cycles}", number + 1)
                    })
                    .collect::<Vec<_>>()
            };
            order.iter().zip(names).flat_map(of_function).collect()
        };
        let identity: Vec<usize> = (0..functions).collect();
        // Each function keeps its name, gets another's, or one that several have.
        let names: Vec<usize> = match random(state, 3) {
            0 => order.clone(),
            1 => identity.clone(),
            _ => (0..functions).map(|_| random(state, 3)).collect(),
        };
        let (old, new) = (list(&identity, &identity), list(&order, &names));
        for knows_mnemonics in [false, true] {
            let strip = |it: &str| match knows_mnemonics {
                true => traits(it.to_owned().leak()),
                false => Traits { mnemonics: Vec::new(), ..traits(it.to_owned().leak()) },
            };
            let old: Vec<Traits<'_>> = old.iter().map(|it| strip(it)).collect();
            let new: Vec<Traits<'_>> = new.iter().map(|it| strip(it)).collect();
            let found = matches(&old, &new);
            let mut is_taken = vec![false; old.len()];
            for (new, found) in new.iter().zip(&found) {
                let found = found.expect("a partner");
                assert!(!std::mem::replace(&mut is_taken[found.old], true), "taken twice");
                let old = &old[found.old];
                assert!(
                    found.is_certain && old.identity == new.identity && old.cycles == new.cycles
                );
            }
        }
    }
}

#[test]
fn thousands_are_paired_at_once() {
    let texts = |prefix: &str, body: &dyn Fn(usize) -> String| -> Vec<String> {
        (0..20_000).map(|at| format!("{prefix}{at}#1 {} {}", body(at), at % 5)).collect()
    };
    let count = |old: &[String], new: &[String], knows_mnemonics: bool| {
        let refs = |all: &[String]| all.iter().map(|it| &*it.clone().leak()).collect::<Vec<&str>>();
        let found = found_by(&refs(old), &refs(new), knows_mnemonics);
        (found.matches('-').count(), found.matches('?').count())
    };
    let start = std::time::Instant::now();
    // Equal loops; equal mnemonics; mnemonics of which most are equal.
    let equal = |_: usize| "a,b,c".to_owned();
    assert_eq!(count(&texts("f", &equal), &texts("g", &equal), true), (0, 0));
    let operands = |at: usize| format!("a/{at},b,c");
    let others = |at: usize| format!("a/x{at},b,c");
    assert_eq!(count(&texts("f", &operands), &texts("g", &others), true), (0, 0));
    let alike = |at: usize| format!("a{at},b{at},c,d,e");
    let less = |at: usize| format!("a{at},b{at},c,d,z");
    assert_eq!(count(&texts("f", &alike), &texts("g", &less), true), (0, 20_000));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
