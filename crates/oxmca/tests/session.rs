//! Sessions: what they take, what they refuse, and that the README shows what the documentation tests.

use std::num::NonZero;
use std::path::Path;

use oxmca::{
    Code, CodeRegion, Format, Options, OwnedAnalyzer, ParseError, Session, SessionBuilder,
    SessionError, Views,
};

const TRIPLE: &str = "x86_64-unknown-unknown";

fn session() -> Session {
    Session::new(TRIPLE, "btver2", []).unwrap()
}

#[test]
fn unknown_names_are_told_apart() {
    let error = |triple, cpu, attribute| Session::new(triple, cpu, [attribute]).unwrap_err();
    assert_eq!(error("pdp11", "btver2", ""), SessionError::UnknownTarget("pdp11".into()));
    assert_eq!(error(TRIPLE, "btver9", ""), SessionError::UnknownCpu("btver9".into()));
    assert_eq!(error(TRIPLE, "", ""), SessionError::UnknownCpu("".into()));
    assert_eq!(error(TRIPLE, "help", ""), SessionError::UnknownCpu("help".into()));
    assert_eq!(error(TRIPLE, "btver2", "-x"), SessionError::UnknownFeature("-x".into()));
    assert_eq!(error(TRIPLE, "btver2", "help"), SessionError::UnknownFeature("+help".into()));
    let no_model = error(TRIPLE, "i386", "+64bit-mode");
    assert!(matches!(no_model, SessionError::Processor { .. }), "{no_model:?}");
}

#[test]
fn a_cpu_is_refused_that_is_not_of_the_triple() {
    let reason = "RV64 target requires an RV64 CPU".to_owned();
    let error = Session::new("riscv64", "rocket-rv32", []).unwrap_err();
    assert_eq!(error, SessionError::Features { reason });
    assert!(Session::new("riscv64", "rocket-rv32", ["+64bit", "-32bit"]).is_ok());

    // LLVM reads texts for it.
    let (read_for, _) = SessionBuilder::new("riscv64").cpu("rocket-rv32").build_with_notices();
    let read_for = read_for.unwrap();
    assert!(read_for.parse("nop\n").is_ok());
    assert_eq!(read_for.check_simulated_features(), Err(error));
}

#[test]
fn a_wrong_line_leaves_the_right_ones() {
    let error = session().parse("nop\nfrobnicate %eax\nnop\n").unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("<input>:2:1: error: "), "{message}");
    let ParseError::Invalid(code) = error else { panic!("{error:?}") };
    assert_eq!((code.diagnostics().len(), code.first_region().unwrap().len()), (1, 2));
}

#[test]
fn nothing_to_analyze_is_an_error() {
    assert!(matches!(session().parse("# nothing\n"), Err(ParseError::Empty(_))));
}

#[test]
fn features_can_be_removed() {
    let has_avx = |session: &Session| {
        let bit = session.tables().feature_bit("FeatureAVX").unwrap();
        session.subtarget().features.contains(bit)
    };
    assert!(has_avx(&session()));
    assert!(!has_avx(&Session::new(TRIPLE, "btver2", ["-avx"]).unwrap()));
}

#[test]
fn an_analyzer_finds_in_each_region_what_it_finds_there_alone() {
    // Moves, calls, constant registers in places where others stand elsewhere, latencies of the
    // user's, and the same instructions in another order.
    let regions = [
        "addq %rax, %rbx\nmovq %rbx, %rcx\nimulq %rcx, %rax",
        "callq foo\npushq %rax\npopq %rcx\nret",
        "xorl %eax, %eax\naddl $1, %eax\naddl (%rip), %eax\nmovl %eax, (%rsp)",
        "# LLVM-MCA-LATENCY 7\nimulq %rsi, %rdi\naddq %rdi, %rsi",
        "imulq %rsi, %rdi\naddq %rdi, %rsi",
        "callq foo\naddb %al, %ah\nvaddps %ymm0, %ymm1, %ymm2\nvpxor %xmm2, %xmm2, %xmm1",
        "movl %eax, (%rsp)\naddl (%rip), %eax\nxorl %ecx, %eax\nxorl %eax, %eax",
        "movq %rbx, %rcx\nxchgq %rcx, %rax\naddw %cx, %ax\nvpxor %xmm0, %xmm3, %xmm1",
    ];
    let mark = |region| format!("# LLVM-MCA-BEGIN\n{region}\n# LLVM-MCA-END\n");
    let text: String = regions.map(mark).concat();
    let views = Views::with(|it| {
        it.bottleneck_analysis = true;
        it.register_file_statistics = true;
    });
    for cpu in ["btver2", "znver4", "skylake"] {
        let session = Session::new(TRIPLE, cpu, []).unwrap();
        let code = session.parse(text.as_str()).unwrap();
        let options = Options::with(|it| {
            it.views = views;
            it.iterations = NonZero::new(20);
        });
        let mut analyzer = session.analyzer(&options);
        let mut owned = OwnedAnalyzer::new(session.clone(), options.clone());
        let found: Vec<_> = code.regions().collect();
        assert_eq!(found.len(), regions.len());
        for region in found.iter().chain(found.iter().rev()) {
            let alone = region.analyze(&options).unwrap();
            let after_others = region.analyze_with(&mut analyzer, None).unwrap();
            assert_eq!(after_others, alone, "{cpu}: {region:?}");
            let by_owned = owned.lend(|analyzer| region.analyze_with(analyzer, None)).unwrap();
            assert_eq!(by_owned, alone, "{cpu}: {region:?}");
        }
    }
}

#[test]
fn regions_and_instruments_are_kept() {
    let text = "# LLVM-MCA-BEGIN one\nnop\n# LLVM-MCA-END one\n\
                # LLVM-MCA-BEGIN two\n# LLVM-MCA-LATENCY 7\nimulq %rsi, %rdi\n\
                # LLVM-MCA-END two\n";
    let session = session();
    let code = session.parse(text).unwrap();
    let names: Vec<_> = code.regions().map(|region| region.name()).collect();
    assert_eq!(names, ["one", "two"]);
    let region = code.regions().nth(1).unwrap();
    assert_eq!(region.instruments()[0].latency_cycles, Some(7));
    assert_eq!(region.text(0), "imulq\t%rsi, %rdi");
    let options = Options::with(|it| {
        it.iterations = NonZero::new(10);
        it.show_encoding = true;
    });
    let report = region.analyze(&options).unwrap();
    assert!(report.summary().unwrap().total_cycles >= 70);
    let text = region.render_text(&report, &options);
    assert!(text.starts_with("\n[1] Code Region - two\n\nIterations:        10\n"), "{text}");
    assert!(text.contains("48 0f af fe"), "{text}");
}

#[test]
fn sections_are_there_when_asked_for() {
    let session = session();
    let code = session.parse("addl %eax, %ebx").unwrap();
    let options = Options::with(|it| {
        it.views.summary = false;
        it.views.timeline = true;
    });
    let report = code.first_region().unwrap().analyze(&options).unwrap();
    assert!(report.summary().is_none());
    assert_eq!(report.timeline().unwrap().iterations, 10);
    let pressure = report.resource_pressure().unwrap();
    let cycles = |name| pressure.cycles_of(name).unwrap();
    assert!((cycles("JALU0") + cycles("JALU1") - 1.0).abs() < 1e-9);
    assert_eq!(pressure.cycles_of("no such port"), None);
}

#[test]
fn the_document_has_the_values_of_the_sections() {
    let text = ".print \"\"\n# LLVM-MCA-BEGIN one\nnop\n# LLVM-MCA-END one\n\
                # LLVM-MCA-BEGIN two\n  # LLVM-MCA-LATENCY 7\n  imulq %rsi, %rdi\n\
                .rept 2\n vmulps (%rax), %xmm1, %xmm2\n.endr\n# LLVM-MCA-END two\n";
    let session = session();
    let code = session.parse(text).unwrap();
    let options = Options::with(|it| {
        it.views = Views::supported(session.processor());
        it.show_encoding = true;
    });
    let analyze = |region: CodeRegion<'_>| region.analyze(&options).unwrap();
    let reports: Vec<_> = code.regions().map(analyze).collect();
    let document = code.document(&reports, &options);

    let text = document.to_text();
    assert!(text.starts_with("{\n  \"schema\": \"urn:oxmca:report:2.0\",\n"), "{text}");
    let value = serde_json::to_value(&document).unwrap();
    assert!(value == serde_json::from_str::<serde_json::Value>(&text).unwrap(), "{text}");
    assert_eq!(value["target"]["cpu"], "btver2");
    assert_eq!(value["regions"][0]["name"], "one");

    let (region, report) = (&value["regions"][1], &reports[1]);
    let summary = report.summary().unwrap();
    assert_eq!(region["summary"]["total_cycles"], summary.total_cycles);
    assert_eq!(region["summary"]["instructions_per_cycle"], summary.instructions_per_cycle);
    let pressure = region["resource_pressure"]["per_iteration"].as_array().unwrap();
    let multiplier = pressure.iter().find(|unit| unit["resource"] == "JFPM").unwrap();
    let cycles = report.resource_pressure().unwrap().cycles_of("JFPM");
    assert_eq!(multiplier["cycles"].as_f64(), cycles);
    let first = &region["instructions"][0];
    assert_eq!((&first["line"], &first["column"]), (&7.into(), &3.into()));
    assert_eq!(first["encoding"], "48 0f af fe");
    assert_eq!(first["instrument_latency_cycles"], 7);
    // Nobody wrote the repeated instruction on a line of its own.
    assert!(region["instructions"][2]["line"].is_null());
    // It was not asked for.
    assert!(region["instruction_info"][0].get("resources").is_none());
}

#[test]
fn a_reporter_takes_regions_of_another_text() {
    let session = session();
    let few = session.parse("nop").unwrap();
    let many = session.parse("incl %eax\n".repeat(70) + "decl %ebx\n").unwrap();
    let options = Options::with(|it| it.iterations = NonZero::new(2));
    let region = many.first_region().unwrap();
    let rendered = |code: &Code| {
        let outcome = code.reporter(&options, Format::Text).report(region, None);
        format!("{:?}", outcome.rendered)
    };
    assert_eq!(rendered(&few), rendered(&many));
    assert!(rendered(&few).contains("decl"));
}

#[test]
fn sessions_and_errors_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<Session>();
    check::<ParseError>();
    check::<SessionError>();
}

#[test]
fn text_is_what_the_program_prints() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let read = |name| std::fs::read_to_string(examples.join(name)).unwrap();
    let session = session();
    let code = session.parse(read("dot-product.s")).unwrap();
    let options = Options::with(|it| it.iterations = NonZero::new(300));
    let report = code.first_region().unwrap().analyze(&options).unwrap();
    let expected = read("dot-product.expected");
    let (_, expected) = expected.split_once("---- stdout\n").unwrap();
    let (expected, _) = expected.split_once("---- stderr\n").unwrap();
    let region = code.first_region().unwrap();
    assert_eq!(region.render_text(&report, &options), expected);
    let whole = code.report(&options, Format::Text, &mut Vec::new());
    assert_eq!(whole.unwrap(), expected.as_bytes());
}

#[test]
fn the_readme_shows_the_tested_example() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| std::fs::read_to_string(manifest.join(path)).unwrap();
    let documentation: String = read("src/lib.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"])
        .collect();
    let block = |text: &str, fence: &str| {
        let (_, rest) = text.split_once(fence).expect("an example");
        rest.split_once("\n```\n").expect("its end").0.to_owned()
    };
    assert_eq!(block(&read("../../README.md"), "```rust\n"), block(&documentation, "```\n"));
}
