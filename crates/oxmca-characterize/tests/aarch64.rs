//! The same of AArch64: the data of one processor stand for the machine, damaged ones or those of another processor for what
//! is known about it.

use oxmca::{ModelFile, Session, SessionBuilder};
use oxmca_characterize::{
    Bench, Characterization, NumberVerdict, Verdict, Wanted, characterize, form_names,
};

const TRIPLE: &str = "aarch64-unknown-linux-gnu";
const CPU: &str = "neoverse-n1";

/// A file that is wrong about some forms, with what is right.
const DAMAGE: [(&str, &str, &str); 8] = [
    ("FADDDrr", "latency=4", "latency=2"),
    ("FMULDrr", "latency=5", "latency=3"),
    ("EORv16i8", "ports=V0", "ports=V0+V1"),
    ("ZIP1v16i8", "ports=V0", "ports=V0+V1"),
    ("FCVTZSv2f64", "ports=V0+V1", "ports=V0"),
    ("CLZXr", "ports=M", "ports=S0+S1+M"),
    ("UMULHrr", "latency=4", "latency=5"),
    ("SABAv8i16", "ports=V0+V1", "ports=V1"),
];

/// Forms that are looked at: those above, and such as tell the ports apart.
const FORMS: [&str; 18] = [
    "FADDDrr", "FMULDrr", "EORv", "ANDv", "ZIP1v", "MULv", "CLZ", "RBIT", "UMULH", "SMULH",
    "SABAv", "UABAv", "MADDW", "MSUBW", "FCVTZSv", "LDRXui", "LDRXpost", "STRQui",
];

fn builder() -> SessionBuilder {
    SessionBuilder::new(TRIPLE).cpu(CPU)
}

fn damaged(rows: &str) -> SessionBuilder {
    let text =
        format!("hardware Damaged based-on NeoverseN1\ncpus {CPU}\nunchecked \"damaged\"\n{rows}");
    let file = ModelFile { name: "damaged.tbl", text: text.as_bytes() };
    builder().hardware_model(&file).unwrap()
}

fn is_wanted(name: &str) -> bool {
    FORMS.iter().any(|it| name.starts_with(it))
}

const FORMS_ONLY: Wanted<'static> = Wanted { numbers: false, forms: &is_wanted };

/// Returns what is found with the times of another session.
fn found(builder: &SessionBuilder, truth: &Session, wanted: Wanted<'_>) -> Characterization {
    let session = builder.build().unwrap();
    let mut bench = Bench::of_model(&session, truth);
    characterize(builder, &session, &mut bench, wanted, &mut |_, _, _| true).unwrap()
}

#[test]
fn what_is_right_is_confirmed() {
    let truth = builder().build().unwrap();
    let found = found(&builder(), &truth, Wanted { numbers: true, forms: &is_wanted });
    assert!(found.findings.len() > 60, "{}", found.findings.len());
    for name in ["LDRXui", "LDRXpost", "STRQui"] {
        assert!(found.findings.iter().any(|it| it.name == name), "{name}");
    }
    let others: Vec<_> =
        found.findings.iter().filter(|it| it.verdict != Verdict::Confirmed).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(found.numbers.len() > 20, "{}", found.numbers.len());
    let others: Vec<_> =
        found.numbers.iter().filter(|it| it.verdict != NumberVerdict::Confirmed).collect();
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
    let found = found(&builder, &truth, FORMS_ONLY);
    for (name, _, right) in DAMAGE {
        let finding = found.findings.iter().find(|it| it.name == name).unwrap();
        let Verdict::Changed(change) = &finding.verdict else { panic!("{name}: {finding:?}") };
        assert!(change.properties(ports).contains(right), "{name}: {change:?}");
    }
    let is_damaged = |name: &str| DAMAGE.iter().any(|it| it.0 == name);
    let others: Vec<_> = found
        .findings
        .iter()
        .filter(|it| !is_damaged(&it.name) && it.verdict != Verdict::Confirmed)
        .collect();
    assert!(others.is_empty(), "{others:?}");
}

/// A damaged number, with its first line and what is right.
const DAMAGED_NUMBERS: [(&str, &str, u32); 12] = [
    ("renamed-micro-ops", "renamed-micro-ops 3", 4),
    ("decoders", "decoders 3\ndecoded-micro-ops 3\ndecoder-micro-ops 3", 4),
    ("fetch-bytes", "fetch-bytes 8", 16),
    ("reorder-buffer", "reorder-buffer 90", 128),
    ("reorder-buffer", "reorder-buffer 256", 128),
    ("load-buffer", "load-buffer 48", 68),
    ("store-buffer", "store-buffer 50", 72),
    ("pointer-load-cycles", "pointer-load-cycles 5", 4),
    ("load-cycles", "load-cycles 6", 4),
    ("vector-load-cycles", "vector-load-cycles 7", 5),
    ("forwarding-cycles", "forwarding-cycles 7", 4),
    ("blocked-forwarding-cycles", "blocked-forwarding-cycles 15", 12),
];

#[test]
fn damaged_numbers_are_found_and_mended() {
    let truth = builder().build().unwrap();
    let wanted = Wanted { numbers: true, forms: &|_| false };
    for (name, damage, right) in DAMAGED_NUMBERS {
        let found = found(&damaged(damage), &truth, wanted);
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

/// Damaged lines that are no numbers, with the probe that mends them and what its lines begin with.
const DAMAGED_LINES: [(&str, &str, &str); 6] = [
    ("fuse SUBSWri SUBSXri if no-result with Bcc", "pairs of cmp and a branch", "keep-apart"),
    ("keep-apart ADRP with ADDXri", "pairs of adrp and add", "fuse"),
    ("keep-apart AESErr with AESMCrr*", "pairs of aese and aesmc", "fuse"),
    ("form as-modelled for ORRXrs if copies-register", "moves of 64 bits", "move-elimination"),
    ("form eliminated-move for ORRWrs if copies-register", "moves of 32 bits", "form as-modelled"),
    ("ports load=L0", "ports of loads", "ports load=L0+L1 vector-load=L0+L1"),
];

#[test]
fn damaged_lines_are_found_and_mended() {
    let truth = builder().build().unwrap();
    let wanted = Wanted { numbers: true, forms: &|_| false };
    for (damage, name, right) in DAMAGED_LINES {
        let found = found(&damaged(&format!("{damage}\n")), &truth, wanted);
        let finding = found.numbers.iter().find(|it| it.numbers[0].0 == name).unwrap();
        let NumberVerdict::Changed(lines) = &finding.verdict else {
            panic!("{damage}: {finding:?}")
        };
        assert!(lines.starts_with(right), "{damage}: {lines}");
        let others: Vec<_> = found
            .numbers
            .iter()
            .filter(|it| it.numbers[0].0 != name && it.verdict != NumberVerdict::Confirmed)
            .collect();
        assert!(others.is_empty(), "{damage}: {others:?}");
    }
}

#[test]
fn the_data_of_a_neighbour_are_changed_until_they_predict() {
    let truth = Session::new(TRIPLE, "neoverse-v2", []).unwrap();
    let neighbour = SessionBuilder::new(TRIPLE).cpu("neoverse-v1");
    let found = found(&neighbour, &truth, Wanted { numbers: true, forms: &is_wanted });
    assert!(found.number_lines.contains("decoders 6\n"), "{}", found.number_lines);
    let is_predicted = |it: &Verdict| matches!(it, Verdict::Confirmed | Verdict::Changed(_));
    let predicted = found.findings.iter().filter(|it| is_predicted(&it.verdict)).count();
    assert!(4 * predicted > 3 * found.findings.len(), "{:?}", found.findings);
}

#[test]
fn forms_have_registers_loads_and_stores() {
    let session = builder().build().unwrap();
    let one_each = [
        "ADDXri",
        "ADDXrs",
        "ADDWrx",
        "ANDXri",
        "CSELXr",
        "EXTRXrri",
        "UBFMXri",
        "MOVZXi",
        "MADDXrrr",
        "FADDDrr",
        "FMOVDi",
        "FMLAv4i32_indexed",
        "MOVIv2d_ns",
        "TBLv16i8Four",
        "INSvi32gpr",
        "LDRXui",
        "LDURXi",
        "LDRXroX",
        "LDRXroW",
        "LDRQui",
        "LDPXi",
        "LDRXpost",
        "LDRXpre",
        "LDPQpre",
        "LD1Fourv16b",
        "LD1Twov8b_POST",
        "LD1i32",
        "LD1Rv4s",
        "LDARX",
        "STRXui",
        "STRWroX",
        "STPQi",
        "STRXpre",
        "ST4Fourv4s_POST",
    ];
    let found = form_names(&session, &|name| one_each.contains(&name));
    let missing: Vec<_> =
        one_each.iter().filter(|it| !found.iter().any(|name| name == *it)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // Atomic instructions read and write memory; others leave the block, or its CPU does not have them.
    let never = ["LDADDX", "LDAXRX", "CASX", "Bcc", "RET", "BR", "ADD_ZZZ_D"];
    assert_eq!(form_names(&session, &|name| never.contains(&name)), Vec::<String>::new());
}
