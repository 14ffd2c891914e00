use super::*;
use crate::overlay::ModelErrors;

const FILE: &str = "\
hardware Small extends SmallModel OtherModel
checked \"not at all\"
ports 0=P0 1=P1 2=P2 load=2 store-address=2 store-data=0
decoders 3
fusible-waits yes
ports-chosen shared
form latency=26 ports=0,9*0+1 divider=6 decode=10 for DIV#r
form complex for SET*r
form zero-idiom for XOR32rr if same-sources
";

fn read_text(text: &str) -> Result<HardwareModel, ModelErrors> {
    read(&HardwareFile { name: "t", text }, &[InstructionTrait { name: "fancy", doc: "" }])
}

fn model() -> HardwareModel {
    read_text(FILE).unwrap()
}

#[test]
fn lines_are_read() {
    let model = model();
    assert_eq!(model.models, ["SmallModel", "OtherModel"]);
    assert_eq!((model.numbers.decoders, model.numbers.fetch_bytes), (3, 16));
    assert!(model.policies.fusible_waits);
    assert_eq!(model.policies.port_choice, PortChoice::Shared);
    assert_eq!(model.policies.split_micro_ops, SplitMicroOps::All);
    let change = model.change("DIV32r", |_| false);
    assert_eq!((change.latency_cycles, change.divider_half_cycles), (Some(26), Some(12)));
    let computes = change.computes.unwrap();
    assert_eq!(computes[1], MicroOps { ports: PortSet(3), count: 9 });
    assert_eq!(model.ports.text(computes[1].ports), "0+1");
    assert_eq!(model.ports.stack_update, PortSet(7));
}

#[test]
fn later_comparisons_go_before_earlier_ones() {
    let text = format!(
        "{FILE}compared latency throughput for ADD*\ndiffers latency for ADD32*\n\
         compared throughput for SUB32rr\n"
    );
    let model = read_text(&text).unwrap();
    let of = |opcode| {
        let Comparisons { latency, throughput } = model.comparisons(opcode);
        [latency, throughput]
    };
    assert_eq!(of("ADD64rr"), [Comparison::Agrees; 2]);
    assert_eq!(of("ADD32rr"), [Comparison::Differs, Comparison::Agrees]);
    assert_eq!(of("SUB32rr"), [Comparison::Never, Comparison::Agrees]);
    assert_eq!(of("OR32rr"), [Comparison::Never; 2]);
    assert!(model.has_comparisons());
}

#[test]
fn patterns_and_conditions_select() {
    let model = model();
    assert!(model.change("SETCCr", |_| false).is_complex);
    assert!(!model.change("SETCCm", |_| false).is_complex);
    assert_eq!(model.change("DIVr", |_| false), FormChange::default());
    assert!(model.change("XOR32rr", |it| it == FormCondition::SameSources).is_zero_idiom);
    assert!(!model.change("XOR32rr", |_| false).is_zero_idiom);
}

#[test]
fn conditions_can_be_traits_and_their_opposites() {
    let text = format!("{FILE}form latency=3 for ADD*rr if fancy not-32-bit\n");
    let model = read_text(&text).unwrap();
    let latency =
        |of: &[FormCondition]| model.change("ADD8rr", |it| of.contains(&it)).latency_cycles;
    assert_eq!(latency(&[FormCondition::Trait(0)]), Some(3));
    assert_eq!(latency(&[]), None);
    assert_eq!(latency(&[FormCondition::Trait(0), FormCondition::Writes32]), None);
}

#[test]
fn the_last_row_about_a_pair_decides() {
    let text = format!(
        "{FILE}fuse CMP* TEST* if not-relative with JCC_#\nkeep-apart CMP8* with JCC_# if fancy\n\
         fuse LUI with ADDI if overwrites not-fancy\n"
    );
    let fusions = read_text(&text).unwrap().fusions;
    let rows = |opcode, of: &[FormCondition]| fusions.rows_of(opcode, |it| of.contains(&it));
    let fuses = |one, two| fusions.fuse(one, two, false);
    let fancy = [FormCondition::Trait(0)];
    assert!(fuses(rows("TEST8rr", &[]), rows("JCC_1", &[])));
    assert!(fuses(rows("CMP8rr", &[]), rows("JCC_1", &[])));
    assert!(fuses(rows("CMP16rr", &[]), rows("JCC_1", &fancy)));
    assert!(!fuses(rows("CMP8rr", &[]), rows("JCC_1", &fancy)));
    assert!(!fuses(rows("TEST8rr", &[FormCondition::RelativeAddress]), rows("JCC_1", &[])));
    assert!(!fuses(rows("JCC_1", &[]), rows("TEST8rr", &[])));
    let (first, second) = (rows("LUI", &[]), rows("ADDI", &[]));
    assert!(fusions.fuse(first, second, true) && !fusions.fuse(first, second, false));
    assert!(!fusions.fuse(first, rows("ADDI", &fancy), true));
    assert!(fusions.can_begin(first) && !fusions.can_begin(second));
}

#[test]
fn later_rows_override_earlier_ones() {
    let text = format!(
        "{FILE}form complex=no latency=2 for SET*\nform as-modelled decode=3 for DIV#r if 32-bit\n"
    );
    let model = read_text(&text).unwrap();
    let set = model.change("SETCCr", |_| false);
    assert_eq!((set.is_complex, set.latency_cycles), (false, Some(2)));
    let only_decode = FormChange { decoded_micro_ops: Some(3), ..FormChange::default() };
    assert_eq!(model.change("DIV32r", |it| it == FormCondition::Writes32), only_decode);
    assert_eq!(model.change("DIV64r", |_| false).latency_cycles, Some(26));
}

#[test]
fn cycles_of_ports_have_two_digits_after_the_point() {
    let read = |row: &str| read_text(&format!("{FILE}{row} for VADD*\n"));
    let change = |row| read(row).unwrap().change("VADD_VV", |_| false);
    let busy = change("form busy=2.37 busy-once=3 ports-once=none");
    assert_eq!((busy.busy_hundredths, busy.busy_once_cycles), (Some(237), 3));
    assert_eq!(busy.computes_once, Some(Vec::new()));
    assert_eq!(change("form busy=0.5").busy_hundredths, Some(50));
    for wrong in ["busy=1.", "busy=1.234", "busy=1.+2", "busy=-1", "busy=1001", "busy-once=1.5"] {
        assert!(read(&format!("form {wrong}")).is_err(), "{wrong}");
    }
}

#[test]
fn units_that_ports_share_are_read() {
    let read = |row: &str| read_text(&format!("{FILE}{row} for VADD*\n"));
    let change = |row| read(row).unwrap().change("VADD_VV", |_| false);
    let shared = change("form shared-unit=0+1:1.25 later-on=1");
    assert_eq!(shared.shared_unit, Some(SharedUnit { ports: PortSet(0b11), hundredths: 125 }));
    assert_eq!(shared.later_on, PortSet(0b10));
    let none = change("form shared-unit=none later-on=none");
    assert_eq!((none.shared_unit, none.later_on), (None, PortSet(0)));
    for wrong in ["shared-unit=0", "shared-unit=7:1", "shared-unit=0:x", "later-on=", "later-on=7"]
    {
        assert!(read(&format!("form {wrong}")).is_err(), "{wrong}");
    }
}

#[test]
fn latencies_by_operand_and_by_reader_are_read() {
    let text = format!(
        "{FILE}form latency=2 late-elsewhere=1 for ADD*\nform late-elsewhere=3 for SUB*\n\
         form delay=3:5,4:1 breaks-dependency=no for SUB*\nform late-results=2:1 for SUB*\n\
         form latency=4 early=4:2 for XOR*\nform late-elsewhere=1 for XOR64*\n\
         form third-operand third-read=2 for SUB32rr\n"
    );
    let model = read_text(&text).unwrap();
    let [add, sub] = ["ADD32rr", "SUB32rr"].map(|opcode| model.change(opcode, |_| false));
    assert_eq!((add.bypass.cycles_to(add.bypass), add.bypass.cycles_to(sub.bypass)), (0, 1));
    assert_eq!(sub.bypass.cycles_to(Bypass::default()), 3);
    assert_eq!(Bypass::default().cycles_to(add.bypass), 0);
    let delays = sub.operand_delays.iter().map(|it| (it.operand, it.cycles));
    assert_eq!(delays.collect::<Vec<_>>(), [(3, 5), (4, 1)]);
    let late = sub.late_results.iter().map(|it| (it.result, it.late_cycles));
    assert_eq!(late.collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!((add.third_operand, sub.third_operand), (None, Some(2)));
    let everywhere = Bypass::late_everywhere(2);
    assert_eq!([add.bypass, Bypass::default()].map(|it| everywhere.cycles_to(it)), [2, 2]);
    let [early, everywhere] = ["XOR32rr", "XOR64rr"].map(|opcode| model.change(opcode, |_| false));
    assert_eq!((early.early_operand, early.bypass.late_cycles), (Some(4), 2));
    assert_eq!((everywhere.early_operand, everywhere.bypass.late_cycles), (None, 1));
    assert_eq!((add.breaks_dependency, sub.breaks_dependency), (None, Some(false)));
    check_mistake(
        &format!("{FILE}form delay=3 for ADD*\n"),
        (10, 12),
        "expected `OPERAND:CYCLES` instead of `3`",
    );
    check_mistake(
        &format!("{FILE}form late-results=1:2,3 for ADD*\n"),
        (10, 23),
        "expected `RESULT:CYCLES` instead of `3`",
    );
}

#[test]
fn micro_ops_that_are_apart_and_slots_are_read() {
    let text = format!(
        "{FILE}form slots=24 slots-in-a-row=9 reads-flags begins-cycle for BT*\n\
         form ports=none separate-load separate-store for MOV*\n"
    );
    let model = read_text(&text).unwrap();
    let bits = model.change("BT64mr", |_| false);
    assert_eq!((bits.renamed_slots, bits.computes), (Some(24), None));
    assert!(bits.reads_flags && bits.begins_cycle);
    assert_eq!(bits.slots_in_a_row, Some(9));
    let load = model.change("MOV64rm", |_| false);
    assert_eq!(load.computes, Some(Vec::new()));
    assert!(load.has_separate_load && load.has_separate_store);
    check_mistake(
        &format!("{FILE}form slots=0 for BT*\n"),
        (10, 12),
        "`0` is not a number from 1 to 1000",
    );
}

#[test]
fn a_thread_has_half_of_what_is_divided_but_not_none() {
    let text = format!("{FILE}scheduler 1\nthreads-divide scheduler reorder-buffer\n");
    let numbers = read_text(&text).unwrap().numbers_of_thread();
    assert_eq!((numbers.scheduler, numbers.reorder_buffer, numbers.decoders), (1, 84, 3));
}

/// Checks the first mistake of a text: its line, its column, and its message up to any hint.
fn check_mistake(text: &str, place: (usize, usize), message: &str) {
    let errors = read_text(text).unwrap_err();
    let first = &errors.mistakes()[0];
    assert_eq!(((first.line, first.column), first.message.as_str()), (place, message), "{text}");
}

#[test]
fn mistakes_are_located() {
    let beginnings =
        "`hardware NAME extends SCHEDULING-MODEL...` or `hardware NAME based-on HARDWARE-MODEL`";
    check_mistake("x 1\n", (1, 1), &format!("a hardware file begins with {beginnings}"));
    check_mistake("", (0, 0), &format!("a hardware file begins with {beginnings}"));
    for header in ["hardware A", "hardware A extends", "hardware A like B"] {
        check_mistake(header, (1, 1), &format!("expected {beginnings}"));
    }
    check_mistake("hardware A based-on B", (1, 21), "unknown hardware model `B`");
    for (line, column, message) in [
        ("decodes 3", 1, "unknown line `decodes`; did you mean `decoders`?"),
        ("decoders 0", 10, "`0` is not a number from 1 to 64"),
        ("decoders -1", 10, "`-1` is not a number from 1 to 64"),
        ("decoders", 1, "missing number"),
        ("decoders 4 5", 12, "unexpected `5`"),
        ("reorder-buffer 1000000", 16, "`1000000` is not a number from 1 to 1024"),
        ("stack-engine 1", 14, "`1` is none of the words of `stack-engine`: yes, no"),
        (
            "ports-chosen free",
            14,
            "`free` is none of the words of `ports-chosen`: by-slot, least-used, by-pairs, shared",
        ),
        ("threads-divide scheduller", 16, "unknown number `scheduller`; did you mean `scheduler`?"),
        ("hardware B extends C", 1, "a file holds one hardware model"),
        ("form fast for X", 6, "unknown property `fast`"),
        ("form complex=maybe for X", 14, "expected `yes` or `no`, not `maybe`"),
        ("form complex for X if indexd", 23, "unknown condition `indexd`; did you mean `indexed`?"),
        ("form complex", 1, "missing `for`"),
        ("form for X", 6, "expected properties before `for`"),
        ("form complex for if indexed", 14, "nothing is named after `for`"),
        ("form complex for X if", 20, "no condition is named after `if`"),
        ("form latency=70000 for X", 14, "`70000` is not a number from 0 to 1000"),
        ("form ports=0*0 for X", 12, "`0` is not a number from 1 to 128"),
        ("form ports=100*0,100*1 for X", 12, "more than 128 micro-ops"),
        ("form ports= for X", 6, "`ports` names no port"),
        ("ports load=9", 12, "unknown port `9`: there are 0, 1, 2"),
        ("ports dispatch=0+1", 16, "expected `PORTS:NUMBER` instead of `0+1`"),
        ("ports dispatch=0:0", 18, "expected a number from 1 to 127 instead of `0`"),
        ("ports dispatch=0:1,0:2,0:3,0:4,0:5,0:6,0:7,0:8,0:9", 16, "more than 8 limits"),
        ("ports third-operands=1", 22, "expected `PORT:PORT` instead of `1`"),
        (
            "ports third-operands=0:1,1:2",
            22,
            "a port both reads third operands and is in the way of another",
        ),
        ("ports results-through=0:1+2", 23, "results go through one port"),
        ("form divider=3.25 for DIV32r", 14, "`3.25` is not a number from 0 to 1000"),
        ("ports load=", 7, "`load` names no port"),
        ("ports 9=", 7, "expected `9=RESOURCE`"),
        (
            "ports store-adress=2",
            7,
            "`store-adress` is no name of a port, which has letters and digits; \
             did you mean `store-address`?",
        ),
        ("checked \"open", 9, "unterminated string"),
        ("compared latency", 1, "missing `for`"),
        ("compared for ADD32rr", 10, "expected `latency` or `throughput` before `for`"),
        ("compared speed for ADD32rr", 10, "expected `latency` or `throughput` instead of `speed`"),
        ("compared latency for", 18, "nothing is named after `for`"),
        ("differs latency for ADD32rr if 32-bit", 1, "comparisons have no conditions"),
    ] {
        check_mistake(&format!("{FILE}{line}\n"), (10, column), message);
    }
}

#[test]
fn several_mistakes_are_reported_at_once() {
    let text = format!("{FILE}decoders 0\nform fast for X\nnumber 3\n");
    let errors = read_text(&text).unwrap_err();
    let lines: Vec<_> = errors.mistakes().iter().map(|mistake| mistake.line).collect();
    assert_eq!(lines, [10, 11, 12]);
    let many = format!("{FILE}{}", "number 3\n".repeat(100));
    assert_eq!(read_text(&many).unwrap_err().mistakes().len(), 20);
}

#[test]
fn numbers_with_which_nothing_would_move_are_refused() {
    for (lines, place, message) in [
        (
            "decoded-micro-ops 2",
            (10, 19),
            "`decoded-micro-ops` is 2, which is less than the 4 of `decoder-micro-ops`",
        ),
        (
            "fusible-waits no\ninstruction-queue 4",
            (11, 19),
            "`instruction-queue` is 4, which is less than the 5 of `predecoded-instructions`",
        ),
        (
            "threads-divide instruction-queue\ninstruction-queue 8\nfusible-waits no",
            (11, 19),
            "`instruction-queue` is 4, which is less than the 5 of `predecoded-instructions`",
        ),
        (
            "decoders 1\nlast-decoder-avoids-fusible yes",
            (11, 29),
            "with `last-decoder-avoids-fusible`, there are two decoders at least",
        ),
        (
            "instruction-queue 1\npredecoded-instructions 1",
            (10, 19),
            "with `fusible-waits`, the instruction queue has space for one instruction more than are \
             predecoded in a cycle",
        ),
        (
            "micro-op-queue 3",
            (10, 16),
            "`micro-op-queue` is 3, which is less than the 4 of `renamed-micro-ops`",
        ),
        ("decoding-gap-cycles 1", (10, 21), "nothing is ever decoded if each cycle is lost"),
    ] {
        check_mistake(&format!("{FILE}{lines}\n"), place, message);
    }
    let header = "hardware A extends B\nports 0=P0 load=0 store-address=0\n";
    check_mistake(header, (1, 10), "no line `ports` has `store-data=`");
}

#[test]
fn there_are_32_ports_at_most() {
    let ports = |count: usize| {
        let names: String = (0..count).map(|number| format!(" {number}=P{number}")).collect();
        format!("hardware A extends B\nports{names} load=0 store-address=0 store-data=0\n")
    };
    assert_eq!(read_text(&ports(32)).unwrap().ports.stack_update, PortSet(u32::MAX));
    let text = ports(33);
    let column = text.lines().nth(1).unwrap().find("32=").unwrap() + 1;
    check_mistake(&text, (2, column), "more than 32 ports");
}

#[test]
fn patterns_are_bounded() {
    let row = |name: &str, count: usize| format!("{FILE}form complex for {}\n", name.repeat(count));
    assert!(read_text(&row("A* ", 4001)).is_err());
    assert!(read_text(&row("A* ", 1900)).is_ok());
    // Names in full are no patterns.
    assert!(read_text(&row("A ", 30_001)).is_err());
    assert!(read_text(&row("A ", 29_900)).is_ok());
    let long = format!("{FILE}form complex for {}\n", "*A".repeat(51));
    check_mistake(&long, (10, 18), "more than 100 letters");
    let pairs = |count: usize| format!("{FILE}{}", "fuse A with B\n".repeat(count));
    assert!(read_text(&pairs(64)).is_ok());
    check_mistake(&pairs(65), (74, 1), "more than 64 rows about pairs");
}

/// Tests with the tables of a target.
#[cfg(feature = "x86")]
mod with_tables {
    use super::*;
    use crate::image::Tables;
    use crate::overlay::ModelFile;

    /// Traits that files which are built in name. Their meaning is of no consequence here.
    const TRAITS: &[InstructionTrait] = &[
        InstructionTrait { name: "sign-condition", doc: "" },
        InstructionTrait { name: "carry-and-zero", doc: "" },
        InstructionTrait { name: "several-flags", doc: "" },
        InstructionTrait { name: "high-byte", doc: "" },
        InstructionTrait { name: "encodes-4", doc: "" },
    ];

    fn add(text: &str) -> Result<HardwareModels, ModelErrors> {
        let file = ModelFile { name: "t", text: text.as_bytes() };
        HardwareModels::new("x86", TRAITS).with_file(&file, &Tables::embedded("x86").unwrap())
    }

    #[test]
    fn files_of_measured_machines_can_be_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/x86/hardware/measured");
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        assert!(!files.is_empty());
        for file in files {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let models = add(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(models.own()[0].has_comparisons(), "{}", path.display());
        }
    }

    #[test]
    fn a_model_is_based_on_one_that_is_built_in() {
        let models = add("\
hardware Wide based-on Skylake
cpus skylake
renamed-micro-ops 6
splits-at-rename none
ports 8=Port7 load=2+3+8
form latency=2 for IMUL64rr
form as-modelled for LFENCE
")
        .unwrap();
        let base = models.named("Skylake").unwrap().unwrap();
        let wide = models.for_cpu("SkylakeClientModel", "skylake").unwrap().unwrap();
        assert_eq!((wide.name.as_str(), base.name.as_str()), ("Wide", "Skylake"));
        assert_eq!(wide.checked, "it is a file of your own, based on Skylake");
        // Other numbers were not compared.
        assert!(base.has_comparisons() && !wide.has_comparisons());
        assert_eq!((wide.numbers.renamed_micro_ops, base.numbers.renamed_micro_ops), (6, 4));
        assert_eq!(wide.numbers.reorder_buffer, base.numbers.reorder_buffer);
        assert_eq!(wide.policies.split_micro_ops, SplitMicroOps::None);
        assert_eq!(wide.ports.text(wide.ports.load), "2+3+8");
        assert_eq!(wide.ports.store_data, base.ports.store_data);
        assert_eq!(wide.change("IMUL64rr", |_| false).latency_cycles, Some(2));
        assert!(base.change("LFENCE", |_| false).serializes);
        assert_eq!(wide.change("LFENCE", |_| false), FormChange::default());
        // Others of its scheduling models keep what is built in.
        let other = models.for_cpu("SkylakeServerModel", "skx").unwrap().unwrap();
        assert_eq!(other.name, "Skylake");
        assert!(models.for_cpu("SLMModel", "slm").is_none());
    }

    #[test]
    fn a_model_is_based_on_another_of_the_users() {
        let first = add("hardware One based-on Zen4\nscheduler 100\n").unwrap();
        let file = ModelFile { name: "u", text: b"hardware Two based-on One\ndecoders 2\n" };
        let both = first.with_file(&file, &Tables::embedded("x86").unwrap()).unwrap();
        let two = both.for_cpu("Znver4Model", "znver4").unwrap().unwrap();
        assert_eq!((two.numbers.scheduler, two.numbers.decoders), (100, 2));
        assert_eq!(both.own().len(), 2);
    }

    #[test]
    fn names_must_be_those_of_the_tables() {
        for (text, place, message) in [
            (
                "hardware A based-on Skylak\n",
                (1, 21),
                "unknown hardware model `Skylak`; did you mean `Skylake`?",
            ),
            (
                "hardware A based-on Skylake extends SkylakeClientMode\n",
                (1, 37),
                "unknown scheduling model `SkylakeClientMode`; did you mean `SkylakeClientModel`?",
            ),
            (
                "hardware A based-on Skylake\ncpus skylak\n",
                (2, 6),
                "unknown CPU `skylak`; did you mean `skylake`?",
            ),
            (
                "hardware A based-on Skylake\ncpus skylake znver4\n",
                (2, 14),
                "the scheduling model of `znver4` is `Znver4Model`, which is none of those that `A` extends",
            ),
            (
                "hardware A based-on Skylake extends HaswellModel\nports 9=Port9 dividers=HWDivider\n",
                (2, 9),
                "`HaswellModel` has no resource `Port9`",
            ),
            (
                "hardware A based-on Skylake\nports dividers=Diwider\n",
                (2, 7),
                "no resource `Diwider`",
            ),
            (
                "hardware A based-on Skylake\nform complex for IMUL64rx\n",
                (2, 18),
                "unknown opcode `IMUL64rx`; did you mean `IMUL64r`, `IMUL64rm` or `IMUL64rr`?",
            ),
            (
                "hardware A based-on Skylake\nform complex for IMUL#xx*\n",
                (2, 18),
                "no opcode is like `IMUL#xx*`",
            ),
        ] {
            let errors = add(text).unwrap_err();
            let first = &errors.mistakes()[0];
            assert_eq!((first.line, first.column), place, "{first}");
            assert_eq!(first.message, message);
        }
    }

    #[test]
    fn files_that_are_no_text_are_refused() {
        let tables = Tables::embedded("x86").unwrap();
        for text in [&b"hardware A based-on Skylake\n\xff"[..], &[b'#'; (1 << 20) + 1]] {
            let file = ModelFile { name: "t", text };
            assert!(HardwareModels::new("x86", TRAITS).with_file(&file, &tables).is_err());
        }
    }
}
