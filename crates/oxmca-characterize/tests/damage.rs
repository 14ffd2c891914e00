//! Mistakes in a hardware file are found and mended: the built-in data stand for the machine, a damaged file for what is
//! known about it.

use std::fs;

use oxmca::{ModelFile, Session, SessionBuilder};
use oxmca_characterize::{Bench, Machine, NumberVerdict, Verdict, Wanted, characterize};

const CPU: &str = "skylake";

/// A file that is wrong about some forms, with what is right.
const DAMAGE: [(&str, &str, &str); 6] = [
    ("VADDPSrr", "latency=6", "latency=4"),
    ("VPORrr", "ports=0", "ports=0+1+5"),
    ("VPERMILPSri", "ports=0+1", "ports=5"),
    ("VMULPDrr", "ports=5", "ports=0+1"),
    ("SHLX32rr", "ports=0", "ports=0+6"),
    ("IMUL64rr", "latency=5", "latency=3"),
];

/// Forms that are looked at: those above, and such as tell the ports apart.
const FORMS: [&str; 12] = [
    "VADDP",
    "VPOR",
    "VPERMILPSri",
    "VMULP",
    "SHLX",
    "IMUL64rr",
    "VPADDD",
    "VPSLLDri",
    "VSHUFPS",
    "ANDN",
    "VPAND",
    "BLSI",
];

fn builder() -> SessionBuilder {
    SessionBuilder::new("x86_64-unknown-unknown").cpu(CPU)
}

fn damaged(rows: &str) -> SessionBuilder {
    let text =
        format!("hardware Damaged based-on Skylake\ncpus {CPU}\nunchecked \"damaged\"\n{rows}");
    let file = ModelFile { name: "damaged.tbl", text: text.as_bytes() };
    builder().hardware_model(&file).unwrap()
}

fn is_wanted(name: &str) -> bool {
    // Those of AVX-512 are no instructions of this CPU.
    let is_narrow = !name.contains('Z') && !name.contains("_ND") && !name.contains("EVEX");
    is_narrow && FORMS.iter().any(|it| name.starts_with(it))
}

const WANTED: Wanted<'static> = Wanted { numbers: false, forms: &is_wanted };

/// Returns the verdicts about the forms of a session, with times of another.
fn verdicts(builder: &SessionBuilder, truth: &Session) -> Vec<(String, Verdict)> {
    let session = builder.build().unwrap();
    let mut bench = Bench::of_model(&session, truth);
    let found = characterize(builder, &session, &mut bench, WANTED, &mut |_, _, _| true).unwrap();
    found.findings.into_iter().map(|it| (it.name, it.verdict)).collect()
}

#[test]
fn what_is_right_is_confirmed() {
    let truth = builder().build().unwrap();
    let all = verdicts(&builder(), &truth);
    assert!(all.len() > 30, "{all:?}");
    let others: Vec<_> = all.iter().filter(|it| it.1 != Verdict::Confirmed).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn damage_is_found_and_mended() {
    let truth = builder().build().unwrap();
    let rows: String =
        DAMAGE.iter().map(|(name, wrong, _)| format!("form {wrong} for {name}\n")).collect();
    let builder = damaged(&rows);
    let session = builder.build().unwrap();
    let ports = session.hardware_ports().unwrap();
    let all = verdicts(&builder, &truth);
    for (name, _, right) in DAMAGE {
        let verdict = &all.iter().find(|it| it.0 == name).unwrap().1;
        let Verdict::Changed(change) = verdict else { panic!("{name}: {verdict:?}") };
        assert!(change.properties(ports).contains(right), "{name}: {change:?}");
    }
    let is_damaged = |name: &str| DAMAGE.iter().any(|it| it.0 == name);
    let others: Vec<_> =
        all.iter().filter(|it| !is_damaged(&it.0) && it.1 != Verdict::Confirmed).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn what_no_file_can_say_hides_nothing_else() {
    // Latencies of 1050 cycles are beyond those of rows.
    let truth = damaged("form latency=950 delay=2:100,3:100 for VMULPDrr\n").build().unwrap();
    let all = verdicts(&damaged("form latency=6 for VADDPSrr\n"), &truth);
    let verdict = |name: &str| &all.iter().find(|it| it.0 == name).unwrap().1;
    assert_eq!(*verdict("VMULPDrr"), Verdict::Unexplained(None));
    assert!(matches!(verdict("VADDPSrr"), Verdict::Changed(_)), "{:?}", verdict("VADDPSrr"));
}

/// A damaged number, with what is right.
const DAMAGED_NUMBERS: [(&str, &str, u32); 11] = [
    ("renamed-micro-ops", "renamed-micro-ops 6", 4),
    ("decoders", "decoders 3\ndecoded-micro-ops 3\ndecoder-micro-ops 3", 4),
    ("fetch-bytes", "fetch-bytes 8", 16),
    ("length-change-cycles", "length-change-cycles 6", 3),
    ("reorder-buffer", "reorder-buffer 160", 224),
    ("reorder-buffer", "reorder-buffer 512", 224),
    ("load-buffer", "load-buffer 128", 72),
    ("store-buffer", "store-buffer 90", 56),
    ("pointer-load-cycles", "pointer-load-cycles 6", 4),
    ("forwarding-cycles", "forwarding-cycles 7", 4),
    ("locked-cycles", "locked-cycles 25", 18),
];

/// Lines that are wrong, of which the machine has nothing or something else: the probe that finds them, and what is right.
const DAMAGED_LINES: [(&str, &str, &str); 5] = [
    ("banks of a cache", "bank-bits 0x3c\nloads-per-bank 1\n", "bank-bits 0\n"),
    (
        "moves of bytes to integers",
        "form eliminated-move=no for MOVZX32rr8 MOVZX64rr8\n",
        "form eliminated-move for MOVZX32rr8 MOVZX64rr8 if different-registers\n",
    ),
    (
        "moves of integers",
        "form eliminated-move=no for MOV32rr* MOV64rr*\n",
        "move-elimination-slots 1024\nform eliminated-move for MOV32rr* MOV64rr* if different-registers\n",
    ),
    (
        "sums of addresses",
        "form ports=5 latency=2 for LEA32r LEA64r LEA64_32r\n",
        "form ports=1+5 latency=1 for LEA32r LEA64r LEA64_32r\n",
    ),
    (
        "sums of addresses of three components",
        "form ports=0+1+5+6 latency=1 for LEA32r LEA64r LEA64_32r if three-components\n",
        "form ports=1 latency=3 for LEA32r LEA64r LEA64_32r if three-components\n",
    ),
];

#[test]
fn damaged_lines_are_found_and_mended() {
    let truth = builder().build().unwrap();
    let wanted = Wanted { numbers: true, forms: &|_| false };
    for (name, damage, right) in DAMAGED_LINES {
        let builder = damaged(damage);
        let session = builder.build().unwrap();
        let mut bench = Bench::of_model(&session, &truth);
        let found =
            characterize(&builder, &session, &mut bench, wanted, &mut |_, _, _| true).unwrap();
        let finding = found.numbers.iter().find(|it| it.numbers[0].0 == name).unwrap();
        assert_eq!(finding.verdict, NumberVerdict::Changed(right.to_owned()), "{finding:?}");
    }
}

#[test]
fn ports_that_the_core_before_lacks_are_found() {
    let before = SessionBuilder::new("x86_64-unknown-unknown").cpu("icelake-client");
    let session = before.build().unwrap();
    let ports = "ports G4=Port0 by-rows=G4 stack-update=0+1+5+6+G4\n";
    let text = format!(
        "hardware Next based-on IceLake\ncpus icelake-client\nunchecked \"another\"\n{ports}\
         form ports=0+1+5+6+G4 for ADD#r* SUB#r* AND#r* OR#r* XOR#r* INC#r NOT#r\n"
    );
    let file = ModelFile { name: "next.tbl", text: text.as_bytes() };
    let truth = before.clone().hardware_model(&file).unwrap().build().unwrap();
    let mut bench = Bench::of_model(&session, &truth);
    // Shifts have the resource that the new port shares.
    let wanted = Wanted { numbers: true, forms: &|name| name == "SHL64ri" || name == "SHR32ri" };
    let found = characterize(&before, &session, &mut bench, wanted, &mut |_, _, _| true).unwrap();
    let finding = found.numbers.iter().find(|it| it.numbers[0].0 == "ports of operations").unwrap();
    let NumberVerdict::Changed(lines) = &finding.verdict else { panic!("{finding:?}") };
    assert!(lines.starts_with(ports), "{lines}");
    assert_eq!(found.findings.len(), 2);
    let is_right = found.findings.iter().all(|it| it.verdict == Verdict::Confirmed);
    assert!(is_right, "{:?}", found.findings);
}

#[test]
fn damaged_numbers_are_found_and_mended() {
    let truth = builder().build().unwrap();
    let wanted = Wanted { numbers: true, forms: &|_| false };
    for (name, damage, right) in DAMAGED_NUMBERS {
        let builder = damaged(damage);
        let session = builder.build().unwrap();
        let mut bench = Bench::of_model(&session, &truth);
        let found =
            characterize(&builder, &session, &mut bench, wanted, &mut |_, _, _| true).unwrap();
        let others: Vec<_> = found
            .numbers
            .iter()
            .filter(|it| it.numbers[0].0 != name && it.verdict != NumberVerdict::Confirmed)
            .collect();
        assert!(others.is_empty(), "{damage}: {others:?}");
        let finding = found.numbers.iter().find(|it| it.numbers[0].0 == name).unwrap();
        let NumberVerdict::Changed(lines) = &finding.verdict else {
            panic!("{damage}: {finding:?}")
        };
        let value: u32 = lines.lines().next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        let off = f64::from(value.abs_diff(right));
        assert!(off <= 0.03 * f64::from(right), "{damage}: {lines}");
    }
}

#[test]
fn times_are_kept_and_a_file_that_was_cut_off_goes_on() {
    let truth = builder().build().unwrap();
    let session = builder().build().unwrap();
    let path = std::env::temp_dir().join(format!("oxmca-times-{}", std::process::id()));
    let machine = Machine { cpu: CPU.to_owned(), description: "one".to_owned() };
    let is_wanted = |name: &str| name == "IMUL64rr" || name == "SHLX32rr";
    let wanted = Wanted { numbers: true, forms: &is_wanted };
    let run = |machine: &Machine| {
        let bench = Bench::of_model(&session, &truth).with_journal(&path, machine);
        let mut bench = bench.unwrap();
        characterize(&builder(), &session, &mut bench, wanted, &mut |_, _, _| true).unwrap();
        fs::read_to_string(&path).unwrap()
    };
    let whole = run(&machine);
    assert!(whole.lines().count() > 4, "{whole}");
    assert_eq!(run(&machine), whole);
    // Half of the last line is missing.
    fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    assert_eq!(run(&machine), whole);
    // Times of another machine do not count.
    let other = run(&Machine { description: "two".to_owned(), ..machine });
    assert_eq!(other.lines().count(), whole.lines().count());
    assert_ne!(other.lines().next(), whole.lines().next());
    fs::remove_file(&path).unwrap();
}
