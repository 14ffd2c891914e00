//! A target that is not built in, from its tables to its reports: proof that a target is its folder
//! and its tables. `docs/add-a-target.md` is written from it.

mod hardware;
mod operand;
mod parse;
mod print;
mod target;

use std::num::NonZero;

use oxmca::ModelFile;
use oxmca::hardware::{Delivery, HardwareBoundKind, HardwareOptions};
use oxmca::options::Options;
use oxmca::session::{Code, Format, Session, SessionBuilder};
use oxmca_tables::OwnedTables;
use oxmca_tables::text::{SourceFile, read};

macro_rules! source_files {
    ($($name:literal),* $(,)?) => {
        [$(SourceFile { name: $name, text: include_str!(concat!("data/", $name)) }),*]
    };
}

fn tables() -> OwnedTables {
    let files = source_files![
        "target.tbl",
        "features.tbl",
        "registers.tbl",
        "operand-classes.tbl",
        "sched-classes.tbl",
        "instructions.tbl",
        "print-aliases.tbl",
        "assembler-standard.tbl",
        "assembler-short.tbl",
        "mnemonic-aliases.tbl",
        "cpus.tbl",
        "cpu/toy-in-order.tbl",
        "cpu/toy-out-of-order.tbl",
    ];
    // Conditions before the one that forms ask about: its number is above 64.
    let many = (0..70).map(|number| format!("asm-feature Other{number} \"\" if=FeatureMul\n"));
    let condition = "asm-feature HasMul";
    let target = files[0].text.replace(condition, &(many.collect::<String>() + condition));
    let files = files.map(|file| match file.name {
        "target.tbl" => SourceFile { text: &target, ..file },
        _ => file,
    });
    let tables = read(&files).unwrap_or_else(|error| panic!("{error}\n{}", error.excerpt()));
    OwnedTables::try_from(&tables).unwrap()
}

fn session(cpu: &str) -> Session {
    let builder = SessionBuilder::new("toy-unknown-unknown").target(target::TOY, tables());
    builder.cpu(cpu).build().unwrap()
}

fn read_text(text: &str) -> Code {
    session("toy-in-order").parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The instructions of a text as reports show them, one per line.
fn printed(text: &str) -> String {
    let code = read_text(text);
    let mut printed = String::new();
    for inst in &code.parsed().insts {
        code.print_inst(inst, &mut printed);
        printed.push('\n');
    }
    printed.replace('\t', " ").replace("\n ", "\n").trim_start().to_owned()
}

fn messages(text: &str) -> String {
    let session = session("toy-out-of-order");
    session.read(text, &oxmca::session::TextOptions::default()).unwrap().messages()
}

#[test]
fn statements_are_read_and_printed() {
    let text = "start: add r3, A1, t0 ; a comment %% ret
        addi a0, a0, -5
        mv t0, a0 %% ld a0, sp %% ld a0, sp, 8 %% st a0, sp, 2 + 2
        bnez a0, start %% bne r3, start %% jal lr, start %% jal zero, start %% ret %% fence\n";
    assert_eq!(
        printed(text),
        "add a0, a1, t0\naddi a0, a0, -5\nmv t0, a0\nld a0, sp, 0\nld a0, sp, 8\nst a0, sp, 4\n\
         bnez a0, start\nbnez a0, start\njal lr, start\njal zero, start\nret\nfence\n"
    );
}

#[test]
fn specifiers_are_evaluated_or_printed() {
    let text = "lui a0, :hi:x + 4 %% add a0, a0, :lo:x + 4
        lui a0, :HI:0x12345678 %% addi a0, a0, :lo:0x123 %% .word 7, :lo:x\n";
    assert_eq!(
        printed(text),
        "lui a0, :hi:x+4\naddi a0, a0, :lo:x+4\nlui a0, 74565\naddi a0, a0, 291\n"
    );
}

#[test]
fn registers_are_named_by_statements() {
    assert_eq!(printed("counter .req t1\nadd counter, r0, counter\n"), "add t1, zero, t1\n");
}

#[test]
fn specifiers_are_read_in_either_notation() {
    let text = "lui a0, %hi(x + 4) %% addi a0, a0, %LO(0x123) %% .word %lo(x)\n";
    assert_eq!(printed(text), "lui a0, %hi(x+4)\naddi a0, a0, 291\n");
}

#[test]
fn operands_may_change_while_they_are_matched() {
    let code = read_text("hadd a0, a1, a0\nadd a0, a1, a0\n");
    let operands = |at: usize| code.parsed().insts[at].operands.clone();
    assert_eq!(printed("hadd a0, a1, a0\n"), "hadd a0, a1, a0\n");
    assert!(operands(0).iter().zip(&operands(1)).all(|(half, whole)| half != whole));
    assert!(messages("hadd a0, a1, t0\n").contains("1:14: error: invalid operand"));
}

#[test]
fn the_finished_instruction_may_be_refused() {
    assert!(messages("ld zero, sp\n").contains("error: a load must not write zero"));
    assert_eq!(messages("ld a0, sp\n"), "");
}

#[test]
fn tables_name_parsers_of_operands() {
    assert_eq!(printed("fence rw\nr: fence r\nbnez a0, r\n"), "fence\nfence\nbnez a0, r\n");
    assert!(messages("fence x\n").contains("error: invalid operand"));
}

#[test]
fn the_matcher_has_variants_of_its_own() {
    assert_eq!(printed("add.2 a0, a1\n"), "add a0, a0, a1\n");
    assert!(messages("add a0, a1\n").contains("error: invalid operand"));
}

#[test]
fn directives_change_features_for_the_parser() {
    let mul = "mul a0, a0, a0\n";
    let text = format!(".option push\n.option mul\n{mul}.option pop\n{mul}.option mull\n");
    assert_eq!(
        messages(&text),
        "<input>:5:1: error: instruction requires a feature\nmul a0, a0, a0\n^\n\
         <input>:6:9: error: unknown option\n.option mull\n        ^\n"
    );
}

#[test]
fn instructions_are_compressed_and_shown_expanded() {
    let text = "addi a0, a0, 5\n.option compressed\naddi a0, a0, 5\naddi a0, a0, 32\n";
    let sizes = |code: &Code| -> Vec<u16> {
        let tables = code.session().tables();
        let size = |inst: &oxmca_asm::Inst| tables.instruction(inst.opcode).size_bytes;
        code.parsed().insts.iter().map(size).collect()
    };
    assert_eq!(sizes(&read_text(text)), [4, 2, 4]);
    assert_eq!(printed(text), "addi a0, a0, 5\naddi a0, a0, 5\naddi a0, a0, 32\n");
}

#[test]
fn similar_mnemonics_are_suggested() {
    let error = |text: &str| messages(text).lines().next().unwrap_or_default().to_owned();
    let unknown = "<input>:1:1: error: unknown mnemonic";
    assert_eq!(error("ad a0\n"), format!("{unknown}, did you mean: add, addi, hadd, ld, vadd?"));
    // The other CPU multiplies.
    assert_eq!(error("mu a0\n"), format!("{unknown}, did you mean: mv?"));
    assert_eq!(error("mu a0\n.option mul\n"), error("mu a0\n"));
    assert!(messages(".option mul\nmu a0\n").contains("did you mean: mul, mv?"));
    assert_eq!(error("unlike a0\n"), unknown);
}

#[test]
fn one_statement_gives_several_instructions() {
    let text = "li a0, 5\n; LLVM-MCA-BEGIN\nli a0, 0x12fff\nret\n; LLVM-MCA-END\n";
    assert_eq!(printed(text), "addi a0, zero, 5\nlui a0, 19\naddi a0, a0, -1\nret\n");
    // The second of the two is not written anywhere, and so is between no markers.
    let code = read_text(text);
    let region = code.first_region().unwrap();
    assert_eq!((region.text(0), region.text(1)), ("lui\ta0, 19".into(), "ret".into()));
    assert_eq!(region.len(), 2);
}

#[test]
fn mistakes_are_reported() {
    assert_eq!(
        messages("add a0, a1\nmul a0, a0, a0\naddi a0, a0, 2048\nfoo a0\nlui a0, :up:x\n"),
        "<input>:1:1: error: invalid operand\nadd a0, a1\n^\n\
         <input>:2:1: error: instruction requires a feature\nmul a0, a0, a0\n^\n\
         <input>:3:14: error: immediate must be in [-2048, 2047] or have :lo:\n\
         addi a0, a0, 2048\n             ^\n\
         <input>:4:1: error: unknown mnemonic\nfoo a0\n^\n\
         <input>:5:10: error: unknown specifier 'up'\nlui a0, :up:x\n         ^\n"
    );
}

#[test]
fn instructions_are_encoded() {
    let code = read_text("add a0, a1, t0\naddi a0, a0, -1\n");
    let session = code.session();
    let mut bytes = Vec::new();
    for inst in &code.parsed().insts {
        session.target().encode(session.subtarget(), inst, &mut bytes).unwrap();
    }
    assert_eq!(bytes, [0, 3, 4, 5, 1, 3, 3, 0xff]);
}

/// Cycles that a text takes once.
fn cycles(cpu: &str, text: &str) -> u32 {
    let code = session(cpu).parse(text).unwrap();
    let options = Options::with(|it| it.iterations = NonZero::new(1));
    let report = code.first_region().unwrap().analyze(&options).unwrap();
    report.summary().unwrap().total_cycles
}

#[test]
fn instruments_choose_scheduling_classes() {
    let vector = "vadd a0, a1, a1\n";
    for cpu in ["toy-in-order", "toy-out-of-order"] {
        let narrow = cycles(cpu, vector);
        assert_eq!(cycles(cpu, &format!("; LLVM-MCA-WIDTH 4\n{vector}")), narrow + 3);
        assert_eq!(cycles(cpu, &format!("; LLVM-MCA-WIDTH 1\n{vector}")), narrow);
        // Instructions begin instruments, too, and the newest counts.
        let both = |width| cycles(cpu, &format!("; LLVM-MCA-WIDTH 1\nsetwidth {width}\n{vector}"));
        assert!(both(4) > both(1));
    }
    assert_eq!(
        messages("; LLVM-MCA-WIDTH 3\nret\n"),
        "<input>:1:2: error: Failed to create WIDTH instrument with data: 3\n\
         ; LLVM-MCA-WIDTH 3\n ^\n"
    );
}

#[test]
fn the_target_adds_hazards_to_the_in_order_pipeline() {
    let (once, twice) = ("mul a0, a1, a1\n", "mul a0, a1, a1\nmul t0, a1, a1\n");
    let more = cycles("toy-in-order", twice) - cycles("toy-in-order", once);
    assert_eq!(more, 5);
}

#[test]
fn operands_decide_what_is_a_call() {
    let notices = |text: &str| {
        let code = read_text(text);
        code.first_region().unwrap().analyze(&Options::default()).unwrap().notices().len()
    };
    assert_eq!(notices("jal lr, x\n"), 1);
    assert_eq!(notices("jal zero, x\n"), 0);
}

/// What hardware mode says of a text: cycles and micro-ops of an iteration, and the bound of a kind.
struct Pace(oxmca::hardware::HardwarePace);

impl Pace {
    fn of(text: &str) -> Pace {
        let file = include_bytes!("data/hardware.tbl");
        let file = ModelFile { name: "hardware.tbl", text: file };
        let builder = SessionBuilder::new("toy-unknown-unknown").target(target::TOY, tables());
        let session = builder.hardware_model(&file).unwrap().build().unwrap();
        let code = session.parse(text).unwrap_or_else(|error| panic!("{error}"));
        let options = Options::with(|it| {
            it.views.steady_state = true;
            it.views.timeline = true;
            it.hardware = Some(HardwareOptions::default());
        });
        let report = code.first_region().unwrap().analyze(&options).unwrap();
        Pace(*report.steady_state().unwrap().hardware.clone().unwrap())
    }

    fn cycles(&self) -> f64 {
        self.0.cycles_per_iteration().to_f64()
    }

    fn bound(&self, kind: HardwareBoundKind) -> Option<f64> {
        let mut bounds = self.0.bounds.iter();
        bounds.find(|it| it.kind == kind).map(|it| it.cycles.to_f64())
    }
}

#[test]
fn hardware_mode_knows_paired_loads() {
    // The second register comes a cycle after the first, by the only port that loads.
    let pair = "ldp a0, a1, sp\n";
    assert_eq!(Pace::of(pair).cycles(), 2.0);
    // A chain goes through the load that the register comes from, and through no other.
    assert_eq!(Pace::of("ldp sp, a1, sp\n").cycles(), 3.0);
    let second = Pace::of("ldp a0, sp, sp\n");
    assert_eq!(second.bound(HardwareBoundKind::Dependencies), Some(3.0));
    assert_eq!(second.cycles(), 4.0);
    let chain = Pace::of("ldp a0, a1, sp\nadd sp, a0, a0\n");
    assert_eq!(chain.bound(HardwareBoundKind::Dependencies), Some(4.0));
}

#[test]
fn hardware_mode_knows_addresses_that_instructions_change() {
    // The base is there a cycle later; what is loaded, three.
    let update = Pace::of("ldu a0, sp\n");
    assert_eq!((update.cycles(), update.0.micro_ops), (1.0, 2));
    assert_eq!(update.bound(HardwareBoundKind::Dependencies), Some(1.0));
    let through_load = Pace::of("ldu a0, sp\nadd sp, a0, sp\n");
    assert_eq!(through_load.bound(HardwareBoundKind::Dependencies), Some(4.0));
    // A load finds what was stored by an address that goes along.
    let forwarded = Pace::of("ld a0, sp\nadd a0, a0, a0\nldu a1, sp\nst a0, sp\n");
    let independent = Pace::of("ld a0, sp\nadd a0, a0, a0\nldu a1, sp\nst a0, sp, 64\n");
    assert_eq!((forwarded.cycles(), independent.cycles()), (6.0, 4.0));
}

#[test]
fn hardware_mode_knows_instructions_with_several_loads() {
    let four = Pace::of("ld4 a0, sp\n");
    assert_eq!((four.cycles(), four.0.micro_ops), (4.0, 4));
    assert_eq!(four.bound(HardwareBoundKind::Ports), Some(4.0));
}

#[test]
fn hardware_mode_makes_ordinary_instructions_one() {
    let constant = Pace::of("lui a0, 1\naddi a0, a0, 5\n");
    assert_eq!((constant.cycles(), constant.0.micro_ops), (0.5, 1));
    // Both results are needed.
    let both = Pace::of("lui a0, 1\naddi a1, a0, 5\n");
    assert_eq!((both.cycles(), both.0.micro_ops), (1.0, 2));
    // The second does not take what the first gives.
    assert_eq!(Pace::of("lui a0, 1\naddi a0, a1, 5\n").0.micro_ops, 2);
    // An address and the load from it.
    let load = Pace::of("addi a0, sp, 5\nld a0, a0\n");
    assert_eq!((load.cycles(), load.0.micro_ops), (1.0, 1));
    assert_eq!(Pace::of("addi sp, sp, 5\nld sp, sp\n").cycles(), 3.0);
    assert_eq!(Pace::of("addi a0, sp, 5\nld a1, a0\n").0.micro_ops, 2);
}

#[test]
fn hardware_mode_makes_counting_and_branching_one_without_flags() {
    let text = "addi t0, t0, -1\nbnez t0, -4\n";
    let counting = Pace::of(text);
    assert_eq!((counting.cycles(), counting.0.micro_ops), (1.0, 1));
    assert_eq!(counting.0.delivery, Delivery::Loop);
    // Without a cache of micro-ops, loops are decoded, as far as one block of code goes.
    assert_eq!(counting.bound(HardwareBoundKind::Decoding), Some(1.0));
    assert_eq!(counting.bound(HardwareBoundKind::MicroOpCache), None);
    let two_blocks = format!("add a0, a1, a1\nadd a1, a1, a1\nadd t1, a1, a1\n{text}");
    assert_eq!(Pace::of(&two_blocks).bound(HardwareBoundKind::Predecoding), Some(2.0));
    // The target's trait and its opposite.
    assert_eq!(Pace::of("addi t0, t0, -1\nbnez t0, -128\n").0.micro_ops, 2);
    // The branch looks at another register.
    assert_eq!(Pace::of("addi t0, t0, -1\nbnez t1, -4\n").0.micro_ops, 2);
}

#[test]
fn hardware_files_can_name_the_traits_of_the_target_alone() {
    let text = b"hardware Other extends ToyOutOfOrderModel\nports 0=Port0 load=0 store-address=0 \
        store-data=0\nform complex for LD if farr\n";
    let builder = SessionBuilder::new("toy-unknown-unknown").target(target::TOY, tables());
    let error = builder.hardware_model(&ModelFile { name: "other.tbl", text }).err().unwrap();
    let expected = "other.tbl:3:24: unknown condition `farr`; did you mean `far`?";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn reports_show_the_target() {
    let code = read_text(include_str!("loop.s"));
    let mut messages = Vec::new();
    let report = code.report(&Options::default(), Format::Text, &mut messages).unwrap();
    assert!(messages.is_empty());
    if std::env::var_os("OXMCA_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/loop.expected");
        std::fs::write(path, report).unwrap();
        return;
    }
    assert_eq!(String::from_utf8(report).unwrap(), include_str!("loop.expected"));
}

#[test]
fn the_tutorial_shows_these_files() {
    let tutorial = include_str!("../../../../docs/add-a-target.md");
    let sources = [
        include_str!("main.rs"),
        include_str!("target.rs"),
        include_str!("operand.rs"),
        include_str!("parse.rs"),
        include_str!("print.rs"),
        include_str!("hardware.rs"),
        include_str!("data/hardware.tbl"),
        include_str!("data/target.tbl"),
        include_str!("data/registers.tbl"),
        include_str!("data/instructions.tbl"),
        include_str!("data/operand-classes.tbl"),
        include_str!("data/assembler-standard.tbl"),
    ];
    let blocks: Vec<&str> = tutorial.split("```").skip(1).step_by(2).collect();
    assert!(blocks.len() > 10);
    for block in blocks {
        let code = block.split_once('\n').unwrap().1;
        assert!(sources.iter().any(|source| source.contains(code)), "not in the files:\n{code}");
    }
}
