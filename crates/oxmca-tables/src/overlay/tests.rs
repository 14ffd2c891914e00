//! Models that change nothing are equal to what they extend, and those that change something change
//! nothing else. Mistakes are tested in `tests/models.rs`.

use std::fmt::Write;

use super::ModelFile;
use crate::schema::*;
use crate::text::tests::tiny;
use crate::{OwnedTables, Tables};

fn add(tables: &OwnedTables, text: &str) -> OwnedTables {
    match tables.with_model(&ModelFile { name: "my.tbl", text: text.as_bytes() }) {
        Ok(added) => added.tables,
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// Returns everything that simulation asks of a model about a class, as text.
fn class_text(tables: &Tables<'_>, model: &Model, class: SchedClassId, steps: usize) -> String {
    let Some(row) = tables.sched_class(model, class) else { return "none".to_owned() };
    let mut text = format!("{} {}", row.num_micro_ops, row.flags);
    for row in tables.uses_of(row) {
        write!(text, " {row:?}").unwrap();
    }
    for row in &tables.write_latencies[row.write_latencies.range()] {
        write!(text, " {row:?}").unwrap();
    }
    for row in &tables.read_advances[row.read_advances.range()] {
        write!(text, " {row:?}").unwrap();
    }
    for case in &tables.variant_cases[row.variants.range()] {
        assert!(steps < 20);
        let nodes = &tables.predicates[case.predicate.range()];
        let target = class_text(tables, model, case.target, steps + 1);
        write!(text, " if {nodes:?} then ({target})").unwrap();
    }
    text
}

/// Returns everything about a model but its scheduling data, as text.
fn shape_text(tables: &Tables<'_>, model: &Model) -> String {
    let mut text = format!(
        "{:?}",
        Model {
            name: Text::default(),
            resources: Span::default(),
            sched_classes: Span::default(),
            idioms: Span::default(),
            register_files: Span::default(),
            ..*model
        }
    );
    for row in &tables.resources[model.resources.range()] {
        let members = &tables.resource_lists[row.sub_units.range()];
        let name = tables.text(row.name);
        let row = Resource { name: Text::default(), sub_units: Span::default(), ..*row };
        write!(text, "\n{name} {row:?} {members:?}").unwrap();
    }
    for row in &tables.register_files[model.register_files.range()] {
        let costs = &tables.register_costs[row.costs.range()];
        let name = tables.text(row.name);
        let row = RegisterFile { name: Text::default(), costs: Span::default(), ..*row };
        write!(text, "\n{name} {row:?} {costs:?}").unwrap();
    }
    for row in &tables.idioms[model.idioms.range()] {
        let nodes = &tables.predicates[row.predicate.range()];
        let row = Idiom { predicate: Span::default(), ..*row };
        write!(text, "\n{row:?} {nodes:?}").unwrap();
    }
    text
}

/// Returns data of each opcode in a model.
fn opcode_texts(tables: &Tables<'_>, model: &Model) -> Vec<String> {
    let classes = tables.sched_class_names.len();
    let texts: Vec<String> =
        (0..classes).map(|it| class_text(tables, model, SchedClassId(it as u16), 0)).collect();
    tables.instructions.iter().map(|row| texts[row.sched_class.index()].clone()).collect()
}

fn model<'t>(tables: &Tables<'t>, name: &str) -> &'t Model {
    &tables.models[tables.model_named(name).unwrap().index()]
}

/// Returns the opcodes whose data differ between two models.
fn changed(
    (tables, model): (&Tables<'_>, &Model),
    (other_tables, other): (&Tables<'_>, &Model),
) -> Vec<String> {
    let texts = opcode_texts(tables, model);
    let others = opcode_texts(other_tables, other);
    let pairs = texts.iter().zip(&others).enumerate().filter(|(_, (a, b))| a != b);
    pairs.map(|(opcode, _)| tables.opcode_name(Opcode(opcode as u16)).to_owned()).collect()
}

#[cfg(feature = "x86")]
#[test]
fn empty_models_are_equal_to_what_they_extend() {
    let shipped = OwnedTables::embedded("x86").unwrap();
    let before = shipped.tables();
    // One after the other, so that the last has been moved by all others.
    let mut all = shipped.clone();
    for row in before.models {
        let name = before.text(row.name);
        all = add(&all, &format!("model My{name} extends {name}\n"));
    }
    let after = all.tables();
    for row in before.models {
        let name = before.text(row.name);
        for name in [name.to_owned(), format!("My{name}")] {
            let other = model(&after, &name);
            assert_eq!(changed((&before, row), (&after, other)), [""; 0], "{name}");
            assert_eq!(shape_text(&before, row), shape_text(&after, other), "{name}");
        }
    }
    assert!(std::ptr::eq(before.instructions, after.instructions));
    assert!(std::ptr::eq(before.match_entries, after.match_entries));
}

#[cfg(feature = "x86")]
#[test]
fn copies_of_shipped_files_are_equal_to_the_shipped_models() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/x86/cpu");
    let shipped = OwnedTables::embedded("x86").unwrap();
    let before = shipped.tables();
    let mut models = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let text = text.replacen("\nmodel ", "\nmodel My", 1) + "\ncpu mine features-of=i486\n";
        let tables = add(&shipped, &text);
        let after = tables.tables();
        let copy = after.models.last().unwrap();
        let name = after.text(copy.name).strip_prefix("My").unwrap();
        let row = model(&before, name);
        assert_eq!(changed((&before, row), (&after, copy)), [""; 0], "{name}");
        assert_eq!(shape_text(&before, row), shape_text(&after, copy), "{name}");
        models += 1;
    }
    assert_eq!(models, before.models.len());
}

#[cfg(feature = "x86")]
#[test]
fn single_opcodes_leave_fused_classes_and_other_models_keep_their_data() {
    let shipped = OwnedTables::embedded("x86").unwrap();
    let before = shipped.tables();
    let first = add(
        &shipped,
        "model A extends Znver4Model\n\
         class uops=2 ports=Zn4ALU0,Zn4ALU12:2 latency=3 for-opcodes ADD64rr\n\
         class uops=1 latency=0 for-opcodes XOR32rr\n\
         change-class latency=9 for-opcodes ADD64ri8 VADDPSr?\n",
    );
    let second = add(
        &first,
        "model B extends A\nclass uops=1 ports=Zn4ALU0123 latency=2 for WriteALU\n\
         change-class uops=3 for-opcodes VADDPSrr\n",
    );
    let third = add(&second, "model C extends Znver4Model\nclass uops=7 latency= for WriteALU\n");
    let after = third.tables();
    for row in before.models {
        let name = before.text(row.name);
        assert_eq!(changed((&before, row), (&after, model(&after, name))), [""; 0], "{name}");
    }
    let zen = model(&before, "Znver4Model");
    let a = model(&after, "A");
    let own = ["ADD64ri8", "ADD64rr", "VADDPSrm", "VADDPSrr", "XOR32rr"];
    assert_eq!(changed((&before, zen), (&after, a)), own);
    let data = |model: &str, opcode: &str| {
        let class = after.instruction(after.opcode_named(opcode.as_bytes()).unwrap()).sched_class;
        let model = self::model(&after, model);
        let class = after.sched_class(model, class).unwrap();
        let names = after.uses_of(class).iter().map(|row| {
            let resource = &after.resources[model.resources.range()][row.resource.index()];
            format!("{}:{}", after.text(resource.name), row.release_at_cycle)
        });
        let latencies = &after.write_latencies[class.write_latencies.range()];
        let latencies = latencies.iter().map(|row| row.latency_cycles.to_string());
        let (names, latencies): (Vec<_>, Vec<_>) = (names.collect(), latencies.collect());
        format!("{} {} {}", class.num_micro_ops, names.join(","), latencies.join(","))
    };
    assert_eq!(
        data("A", "ADD64rr"),
        "2 Zn4ALU0:1,Zn4ALU03:1,Zn4ALU12:2,Zn4ALU0123:3,Zn4BRU01:1,Zn4Int:3 3"
    );
    assert_eq!(data("A", "XOR32rr"), "1  0");
    let zen = data("Znver4Model", "VADDPSrr");
    assert_eq!(data("A", "VADDPSrr"), format!("{}9", zen.strip_suffix('3').unwrap()));
    // In B, the class has new data, but opcodes with data of their own keep those.
    assert_eq!(data("B", "SUB64rr"), data("Znver4Model", "SUB64rr"));
    assert_eq!(data("B", "ADD64rr"), data("A", "ADD64rr"));
    assert_eq!(data("B", "ADD32rr"), "1 Zn4ALU0123:1,Zn4Int:1 2");
    assert_eq!(data("B", "VADDPSrr"), data("A", "VADDPSrr").replacen('1', "3", 1));
    // C does not extend A: the opcodes that A took out of the class are in it there.
    assert_eq!(data("C", "ADD64rr"), "7  ");
    assert_eq!(data("C", "ADD32rr"), "7  ");
}

#[cfg(feature = "x86")]
#[test]
fn classes_follow_their_ports_into_changed_groups() {
    let shipped = OwnedTables::embedded("x86").unwrap();
    let tables = add(
        &shipped,
        "model A extends Znver4Model\nresource Zn4ALU4\nresource Zn4LSU4 units=4 super=Zn4LSU\n\
         change-resource Zn4ALU0123 members=Zn4ALU0123,Zn4ALU4\n\
         change-resource Zn4Int members=Zn4Int,Zn4ALU4 buffer=120\n\
         change-resource Zn4FP45 units=3\n\
         resource Low members=Zn4ALU0,Zn4ALU1 buffer=20\n\
         class ports=Zn4ALU4,Zn4LSU4 latency=1 for-opcodes ADD64rr\n",
    );
    let tables = tables.tables();
    let a = model(&tables, "A");
    let resources = &tables.resources[a.resources.range()];
    let named =
        |name: &str| resources.iter().position(|row| tables.text(row.name) == name).unwrap();
    assert_eq!(resources[named("Zn4ALU0123")].num_units, 5);
    assert_eq!(resources[named("Zn4Int")].num_units, 10);
    assert_eq!(resources[named("Zn4FP")].num_units, 7);
    assert_eq!(resources[named("Zn4FPOpMask4")].num_units, 3);
    let uses = |opcode: &str| {
        let opcode = tables.opcode_named(opcode.as_bytes()).unwrap();
        let class = tables.sched_class(a, tables.instruction(opcode).sched_class).unwrap();
        let rows = tables.uses_of(class);
        rows.iter().map(|row| tables.text(resources[row.resource.index()].name)).collect::<Vec<_>>()
    };
    // Its four ports are five now, and no longer all in any other group.
    assert_eq!(uses("OR64rr"), ["Zn4ALU0123", "Zn4Int"]);
    // A port of both.
    assert!(uses("MUL64r").contains(&"Zn4ALU1") && uses("MUL64r").contains(&"Low"));
    assert_eq!(uses("ADD64rr"), ["Zn4ALU0123", "Zn4Int", "Zn4LSU", "Zn4ALU4", "Zn4LSU4"]);
}

#[test]
fn cpus_have_the_features_they_are_given() {
    let tables = OwnedTables::try_from(&tiny()).unwrap();
    let text = "model Own extends tiny\ncpu one\ncpu two features-of=small features=wide\n\
                cpu three features=-fast tune=-fast\n";
    let added = tables.with_model(&ModelFile { name: "", text: text.as_bytes() }).unwrap();
    assert_eq!(added.cpu_names, ["one", "two", "three"]);
    let tables = added.tables.tables();
    let features = |name: &str| {
        let row = tables.cpus[tables.cpu_named(name).unwrap().index()];
        assert_eq!(row.model, added.model);
        (row.features.0[0], row.tune_features.0[0])
    };
    // `wide` implies `fast`.
    assert_eq!(features("one"), (0b11, 0b101));
    assert_eq!(features("two"), (0b11, 0));
    // So without `fast` there is no `wide`.
    assert_eq!(features("three"), (0, 0b100));
}

#[test]
fn variants_and_classes_of_ones_own() {
    let tables = OwnedTables::try_from(&tiny()).unwrap();
    let tables = add(
        &tables,
        "model Own extends TinyModel\n    extra-info=yes complete=no # comment\n\
         new-class Slow uops=3 ports=P0:5 latency=5 end-group\n\
         variant if op1 == op2 and not hasPrefix() then WriteNothing\n    else Slow\n    for-opcodes ADDrm\n\
         variant WriteNothing if true then Slow\n\
         zero-idiom if false for ADDrr\n\
         register-file More registers=8 costs=BYTE\nchange-register-file Ints registers=32\n",
    );
    let tables = tables.tables();
    let own = model(&tables, "Own");
    let class = tables.sched_class(own, tables.instruction(Opcode(1)).sched_class).unwrap();
    let cases = &tables.variant_cases[class.variants.range()];
    let targets: Vec<&str> = cases
        .iter()
        .map(|case| tables.text(tables.sched_class_names[case.target.index()]))
        .collect();
    assert_eq!(targets, ["WriteNothing", "Slow"]);
    let slow = tables.sched_class(own, cases[1].target).unwrap();
    assert_eq!((slow.num_micro_ops, slow.flags), (3, sched_class_flag::END_GROUP));
    let elsewhere = tables.sched_class(&tables.models[0], cases[1].target).unwrap();
    assert_eq!(elsewhere.num_micro_ops, SchedClass::INVALID_UOPS);
    let idioms = tables.idioms(own, Opcode(0));
    assert_eq!(idioms.len(), 2);
    assert_eq!(tables.predicates[idioms[0].predicate.range()][0].kind, predicate::FALSE);
    let files = &tables.register_files[own.register_files.range()];
    let sizes: Vec<u32> = files.iter().map(|row| row.num_physical_registers).collect();
    assert_eq!(sizes, [0, 32, 8]);
}

#[cfg(feature = "x86")]
#[test]
fn hostile_files_take_little_time() {
    let tables = OwnedTables::embedded("x86").unwrap();
    let begin = "model M extends Znver4Model\n";
    let class = "class latency=1 ports=Zn4ALU0 for-opcodes ";
    let many = |line: &str| format!("{begin}{}", line.repeat(super::MAX_BYTES / line.len() - 10));
    let texts = [
        "a ".repeat(super::MAX_BYTES / 2),
        "\n\"".repeat(super::MAX_BYTES / 2),
        format!("{begin}{class}{}", "*a*b*c*d* ".repeat(300_000)),
        format!("{begin}{class}{}", "ADD64rr ".repeat(300_000)),
        format!("{begin}{class}{}", "* ".repeat(500)),
        format!("{begin}{}", "change-class latency=1 for-opcodes *\n".repeat(400)),
        format!("{begin}class latency=1 ports={} for WriteALU\n", "Zn4ALU0,".repeat(400_000)),
        format!("{begin}class latency={} for WriteALU\n", "1,".repeat(1_000_000)),
        many("resource A members=B,A\n"),
        many("zero-idiom for *\n"),
        many("variant if op1 == RAX then WriteALU for-opcodes ADD64rr\n"),
        many("new-class X\n"),
        many("cpu c\n"),
        many("class latency=1 for WriteALU\n"),
        format!("{begin}variant if {} then WriteALU for WriteALU\n", "(".repeat(1_000_000)),
        format!("{begin}variant WriteALU if true then WriteALU\n"),
        (0..150_000)
            .fold(begin.to_owned(), |text, n| text + &format!("new-class N{n} latency=1\n")),
        (0..50_000).fold(begin.to_owned(), |text, n| {
            text + &format!("new-class N{n} latency=1\nvariant N{n} if true then N{}\n", n + 1)
        }),
    ];
    for (number, text) in texts.iter().enumerate() {
        let start = std::time::Instant::now();
        let file = ModelFile { name: "h", text: text.as_bytes() };
        if let Err(errors) = tables.with_model(&file) {
            assert!(errors.mistakes().len() <= super::MAX_MISTAKES);
        }
        let elapsed = start.elapsed();
        println!("{number}: {elapsed:?}");
        assert!(elapsed.as_secs() < 10, "{number} takes {elapsed:?}");
    }
}

#[cfg(feature = "x86")]
#[test]
fn large_and_damaged_files_are_refused() {
    let tables = OwnedTables::embedded("x86").unwrap();
    let refused = |text: &[u8]| {
        let errors = tables.with_model(&ModelFile { name: "f", text }).unwrap_err();
        errors.to_string()
    };
    let large = vec![b' '; super::MAX_BYTES + 1];
    assert_eq!(refused(&large), "f: a model file has at most 4194304 bytes");
    assert_eq!(refused(b"model \xff"), "f:1:7: not UTF-8");
    assert_eq!(refused(b""), "f: a model file begins with `model NAME extends MODEL`");
}
