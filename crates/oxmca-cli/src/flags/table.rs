//! The flags. Names and meanings are llvm-mca's unless a flag is marked as ours. Flags of options come from the list of
//! these, `oxmca::options`.

use std::sync::OnceLock;

use oxmca::options::{self, OPTIONS, OptionEntry, OptionKind, OptionList};
use oxmca_asm::Dialect;

use super::args::{Document, Input as ArgsInput, Json, Picture, Skip, SpecialMode};
use super::{Choice, Flag, Group, Origin, Value, selection};

const SKIP: &[Choice] = &[
    Choice { word: "none", doc: "Any unsupported instruction is an error (default)" },
    Choice { word: "lack-sched", doc: "Skip instructions without scheduling information" },
    Choice { word: "parse-failure", doc: "Skip lines that do not parse" },
    Choice { word: "any", doc: "Skip both" },
];

const SYNTAX: &[Choice] =
    &[Choice { word: "att", doc: "AT&T (default)" }, Choice { word: "intel", doc: "Intel" }];

const NEON_SYNTAX: &[Choice] =
    &[Choice { word: "generic", doc: "Arm's" }, Choice { word: "apple", doc: "Apple's" }];

const BATCH_FORMATS: &[Choice] = &[
    Choice { word: "jsonl", doc: "Lines of JSON (default)" },
    Choice { word: "arrow", doc: "Arrow, by the program oxmca-batch" },
    Choice { word: "parquet", doc: "Parquet, by the program oxmca-batch" },
];

const DOCUMENTS: &[Choice] = &[
    Choice { word: "man", doc: "Manual page" },
    Choice { word: "bash", doc: "Completions for bash" },
    Choice { word: "zsh", doc: "Completions for zsh" },
    Choice { word: "fish", doc: "Completions for fish" },
    Choice { word: "json-schema", doc: "JSON Schema of what --json=full prints" },
    Choice { word: "batch-schema", doc: "JSON Schema of what --batch reads and prints" },
    Choice { word: "comparison-schema", doc: "JSON Schema of what -json prints for several CPUs" },
    Choice { word: "loops-schema", doc: "JSON Schema of what 'oxmca loops --json' prints" },
    Choice { word: "diff-schema", doc: "JSON Schema of what 'oxmca diff --format=json' prints" },
    Choice { word: "measure-schema", doc: "JSON Schema of what 'oxmca measure --json' prints" },
    Choice {
        word: "ibs-report-schema",
        doc: "JSON Schema of what 'oxmca ibs report --format=json' prints",
    },
    Choice {
        word: "ibs-annotate-schema",
        doc: "JSON Schema of what 'oxmca ibs annotate --format=json' prints",
    },
    Choice { word: "validate-schema", doc: "JSON Schema of what 'oxmca validate --json' prints" },
];

/// Returns a flag that is listed in the help text.
const fn shown(
    name: &'static str,
    value_name: &'static str,
    group: Group,
    doc: &'static str,
    value: Value,
) -> Flag {
    Flag { name, value_name, group, hidden: false, origin: Origin::Llvm, doc, value }
}

/// Returns a flag that only `--help-hidden` lists.
const fn hidden(
    name: &'static str,
    value_name: &'static str,
    group: Group,
    doc: &'static str,
    value: Value,
) -> Flag {
    Flag { name, value_name, group, hidden: true, origin: Origin::Llvm, doc, value }
}

/// Returns the flag with its origin.
const fn from(origin: Origin, flag: Flag) -> Flag {
    Flag { origin, ..flag }
}

/// A view switch that is on or off by default and resolved by position.
macro_rules! view {
    ($field:ident) => {
        Value::Switch(|args, value, position| args.views.$field.set(value, position))
    };
}

/// A plain switch.
macro_rules! switch {
    ($field:ident) => {
        Value::Switch(|args, value, _| args.$field = value)
    };
}

/// An unsigned number.
macro_rules! number {
    ($field:ident) => {
        Value::Number(|args, value| args.$field = value)
    };
}

/// Text.
macro_rules! text {
    ($field:ident) => {
        Value::Text(|args, value| args.$field = value)
    };
}

/// A switch that the program can decide.
macro_rules! when {
    ($field:ident) => {
        Value::When(|args, value| args.$field = value)
    };
}

/// A task that replaces the analysis.
macro_rules! special_mode {
    ($mode:ident) => {
        Value::SpecialMode(|args| args.special_mode = Some(SpecialMode::$mode))
    };
}

use Group::{Generic, Input, SchedModel, Simulation, View};

/// Returns the flag of an option that llvm-mca has.
const fn of_llvm(name: &str) -> Flag {
    of_option(name, Origin::Llvm)
}

/// Returns the flag of an option that llvm-mca does not have.
const fn ours(name: &str) -> Flag {
    of_option(name, Origin::Own)
}

const fn of_option(name: &str, origin: Origin) -> Flag {
    let mut index = 0;
    // A name that no option has does not compile.
    while !is_equal(OPTIONS.0[index].name, name) {
        index += 1;
    }
    flag_of(&OPTIONS.0[index], origin)
}

const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

const fn flag_of(entry: &'static OptionEntry, origin: Origin) -> Flag {
    Flag {
        name: entry.flag,
        value_name: match entry.kind {
            _ if entry.takes_files => "file",
            OptionKind::Number { .. } => "uint",
            OptionKind::Factor => "number",
            OptionKind::Registers { .. } => "distinct|equal|FILE",
            OptionKind::Parts => "list",
            _ => "",
        },
        group: match entry.applies_to {
            options::AppliesTo::Report if !is_equal(entry.name, "iterations") => View,
            _ if is_equal(entry.name, "reservation_station_scale_factor") => SchedModel,
            _ => Simulation,
        },
        hidden: entry.is_hidden,
        origin,
        doc: entry.flag_text(),
        value: Value::Option(entry),
    }
}

/// Returns all flags, in the order help lists them.
pub fn flags() -> &'static [Flag] {
    static ALL: OnceLock<Vec<Flag>> = OnceLock::new();
    // A program starts in less time than it takes to compare names.
    const HAS_ALL_OPTIONS: bool = has_all(OPTIONS);
    if HAS_ALL_OPTIONS { FLAGS } else { ALL.get_or_init(|| flags_with(OPTIONS)) }
}

/// Returns whether the table has a place for each option of a list.
const fn has_all(list: OptionList) -> bool {
    let mut at = 0;
    while at < list.0.len() {
        let mut row = 0;
        while row < FLAGS.len() && !is_equal(FLAGS[row].name, list.0[at].flag) {
            row += 1;
        }
        if row == FLAGS.len() {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns all flags with those of a list of options. Of an option without a row in the table there is one at the end of its
/// group.
pub fn flags_with(list: OptionList) -> Vec<Flag> {
    let mut all = FLAGS.to_vec();
    for entry in list.iter() {
        if !FLAGS.iter().any(|flag| flag.name == entry.flag) {
            all.push(flag_of(entry, Origin::Own));
        }
    }
    all
}

/// The flags of the program, and the places of those of options.
const FLAGS: &[Flag] = &[
    shown(
        "mcpu",
        "cpu-name",
        Input,
        "CPU to analyze for, or several with commas between, to compare; the host's by default, `help` lists all",
        Value::Text(|args, value| args.mcpu = Some(value)),
    ),
    from(
        Origin::Own,
        shown(
            "loop",
            "number|pattern",
            Input,
            "Analyze a loop, by its number in `oxmca loops` or by its function's name; can be repeated",
            Value::Parsed(selection::add_loop),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "function",
            "pattern",
            Input,
            "Analyze functions whose name contains this text (with *, for any characters, the whole name must match); with --loop or --line, look for loops there",
            Value::Parsed(selection::add_function),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "range",
            "first-last",
            Input,
            "Analyze the instructions at these addresses or, of assembly, on these lines; can be repeated",
            Value::Parsed(selection::add_range),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "line",
            "file:line",
            Input,
            "Analyze the innermost loops that a line of the source became; can be repeated",
            Value::Parsed(selection::add_line),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "model",
            "file",
            Input,
            "File with a scheduling model of your own; can be repeated (docs/add-a-cpu.md)",
            Value::Text(|args, value| args.models.push(value)),
        ),
    ),
    shown("mtriple", "string", Input, "Target triple; the host's by default", text!(mtriple)),
    shown("march", "string", Input, "Target architecture, in place of the triple's", text!(march)),
    shown(
        "mattr",
        "a1,+a2,-a3,...",
        Input,
        "Features to switch on or off; `help` lists all",
        Value::List(|args, item| args.mattr.push(item.to_owned())),
    ),
    from(
        Origin::Own,
        shown(
            "hex",
            "bytes",
            Input,
            "Analyze machine code: hexadecimal bytes in the order of memory, as in \"48 01 f8\", 4801f8 or 0x48,0x01,0xf8",
            Value::Text(|args, text| args.inputs.push(ArgsInput::Hex(text))),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "hex-file",
            "file",
            Input,
            "The same from a file, in which # and // begin comments; '-' is standard input",
            Value::Text(|args, path| args.inputs.push(ArgsInput::HexFile(path))),
        ),
    ),
    from(
        Origin::Own,
        shown("raw", "", Input, "Read files as machine code, byte by byte", switch!(raw)),
    ),
    from(
        Origin::Own,
        shown(
            "base",
            "address",
            Input,
            "Address of the first byte of machine code, 0 by default; targets of branches show it",
            Value::Address(|args, value| args.base_address = value),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "lenient",
            "",
            Input,
            "Read what GCC, objdump and others write and llvm-mca refuses; warn about other lines, and skip them",
            switch!(lenient),
        ),
    ),
    shown("o", "filename", Input, "Write the report to this file", text!(output)),
    shown(
        "json",
        "form",
        Input,
        "Print the report as JSON, in llvm-mca's form",
        Value::SwitchOr {
            switch: |args, value| args.json = if value { Json::Llvm } else { Json::Off },
            choice: Choice {
                word: "full",
                doc: "Everything as JSON: all views unless switched off, and the CPU's model",
            },
            set: |args| args.json = Json::Full,
        },
    ),
    from(
        Origin::Own,
        shown(
            "html",
            "filename",
            Input,
            "Write a page with everything, to be opened in a browser, to this file; several CPUs are compared there",
            Value::Text(|args, value| {
                args.picture = Some(Picture::Html);
                args.output = value;
            }),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "svg",
            "",
            Input,
            "Print the timeline as a drawing in SVG",
            Value::Switch(|args, value, _| args.picture = value.then_some(Picture::Svg)),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "dot",
            "",
            Input,
            "Print the dependency graph for Graphviz, with the critical path and the slowest loop-carried chain",
            Value::Switch(|args, value, _| args.picture = value.then_some(Picture::Dot)),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "batch",
            "",
            Input,
            "Read requests as JSON, one a line, and answer each with a line of JSON",
            switch!(batch),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "format",
            "",
            Input,
            "The form of what --batch reads and writes",
            Value::Choice {
                choices: BATCH_FORMATS,
                default: None,
                set: |args, index| args.batch_format = BATCH_FORMATS[index].word,
            },
        ),
    ),
    from(
        Origin::Own,
        shown(
            "identity",
            "",
            Input,
            "Name the version of oxmca and the hash of its tables in each answer of --batch",
            switch!(identity),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "timeout",
            "seconds",
            Input,
            "Answer a request of --batch that takes longer with an error; 10 by default, 0 for any time",
            number!(timeout_seconds),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "unordered",
            "",
            Input,
            "Write answers of --batch as soon as they are there, in any order",
            switch!(unordered),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "j",
            "uint",
            Input,
            "Threads to analyze regions, files or requests with; one per processor by default",
            number!(jobs),
        ),
    ),
    shown(
        "output-asm-variant",
        "int",
        Input,
        "Syntax to print instructions in: 0 AT&T, 1 Intel; by default the input's",
        Value::Signed(|args, value| args.output_asm_variant = value),
    ),
    shown("print-imm-hex", "", Input, "Print immediates in hexadecimal", switch!(print_imm_hex)),
    shown(
        "skip-unsupported-instructions",
        "value",
        Input,
        "Go on in spite of unsupported instructions",
        Value::Choice {
            choices: SKIP,
            default: None,
            set: |args, choice| {
                args.skip = [Skip::None, Skip::LackSched, Skip::ParseFailure, Skip::Any][choice];
                args.requested.options.skip_unsupported = args.skip.unsupported();
            },
        },
    ),
    from(
        Origin::LlvmUnlisted,
        shown(
            "x86-asm-syntax",
            "value",
            Input,
            "Syntax of x86 input until a directive changes it",
            Value::Choice {
                choices: SYNTAX,
                default: None,
                set: |args, choice| {
                    args.input_dialect = [Dialect::new("att"), Dialect::new("intel")][choice]
                },
            },
        ),
    ),
    from(
        Origin::LlvmUnlisted,
        shown(
            "aarch64-neon-syntax",
            "value",
            Input,
            "Syntax to print AArch64 instructions in; by default the triple's",
            Value::Choice {
                choices: NEON_SYNTAX,
                default: None,
                set: |args, choice| {
                    args.neon_dialect =
                        Some([Dialect::new("generic"), Dialect::new("apple")][choice]);
                },
            },
        ),
    ),
    of_llvm("iterations"),
    of_llvm("dispatch_width_micro_ops"),
    of_llvm("register_file_size_registers"),
    of_llvm("load_queue_size_entries"),
    of_llvm("store_queue_size_entries"),
    of_llvm("assume_no_alias"),
    ours("detects_steady_state"),
    ours("resource_segments"),
    from(
        Origin::Own,
        shown(
            "itineraries",
            "",
            Simulation,
            "Simulate CPUs that LLVM describes by itineraries alone, which llvm-mca refuses",
            switch!(itineraries),
        ),
    ),
    ours("model_of"),
    ours("hardware"),
    ours("delivery"),
    ours("initial_registers"),
    ours("two_threads"),
    ours("hardware_without"),
    ours("hardware_with"),
    of_llvm("micro_op_queue_size_entries"),
    of_llvm("decoder_throughput_instructions"),
    of_llvm("call_latency_cycles"),
    of_llvm("custom_behaviour"),
    of_llvm("reservation_station_scale_factor"),
    shown(
        "disable-im",
        "",
        Simulation,
        "Ignore instruments (`# LLVM-MCA-<TYPE> <DATA>` comments)",
        switch!(disable_instruments),
    ),
    Flag { value_name: "value", group: View, ..of_llvm("instruction_tables") },
    hidden("summary-view", "", View, "Print the summary (default)", view!(summary)),
    shown(
        "instruction-info",
        "",
        View,
        "Print the instruction info view (default)",
        view!(instruction_info),
    ),
    shown(
        "resource-pressure",
        "",
        View,
        "Print the resource pressure view (default)",
        view!(resource_pressure),
    ),
    shown("timeline", "", View, "Print the timeline", view!(timeline)),
    of_llvm("timeline_max_iterations"),
    of_llvm("timeline_max_cycles"),
    shown(
        "bottleneck-analysis",
        "",
        View,
        "Print which resources and dependencies raised back pressure; for what limits throughput see --steady-state",
        view!(bottleneck),
    ),
    shown("dispatch-stats", "", View, "Print dispatch statistics", view!(dispatch_stats)),
    shown("scheduler-stats", "", View, "Print scheduler statistics", view!(scheduler_stats)),
    shown("retire-stats", "", View, "Print retire control unit statistics", view!(retire_stats)),
    shown(
        "register-file-stats",
        "",
        View,
        "Print register file statistics",
        view!(register_file_stats),
    ),
    from(
        Origin::Own,
        shown(
            "steady-state",
            "",
            View,
            "Print exact cycles per iteration once the pipeline is full, and what limits them",
            switch!(steady_state),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "explain",
            "",
            View,
            "Print in words what limits the code and what would help, with line numbers",
            switch!(explain),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "work",
            "",
            View,
            "Print the work of an iteration: elements or bytes, cycles of each, streams of memory, operations",
            switch!(work),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "annotate",
            "",
            View,
            "Print each instruction with its ports, latency, critical path (CP), loop-carried chain (LCD) and first stall",
            switch!(annotate),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "source",
            "",
            View,
            "Print source lines, each with its instructions, their resources and the critical path",
            switch!(source),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "source-root",
            "folder",
            View,
            "Folder with source files, in place of a prefix of their paths with PREFIX=FOLDER; can be repeated",
            Value::Text(|args, value| args.source_roots.push(value)),
        ),
    ),
    ours("ibs_sampling_period_micro_ops"),
    shown("all-stats", "", View, "Print all hardware statistics", view!(all_stats)),
    shown("all-views", "", View, "Print all views, statistics included", view!(all_views)),
    of_llvm("show_encoding"),
    of_llvm("show_barriers"),
    from(
        Origin::LlvmUnlisted,
        shown(
            "color",
            "when",
            Generic,
            "Colour messages: auto (on a terminal, unless NO_COLOR is set), always, never",
            when!(colour),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "suggestions",
            "when",
            Generic,
            "Say what a misspelt word may mean: auto (on a terminal), always, never",
            when!(suggestions),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "progress",
            "when",
            Generic,
            "Show progress: auto (on a terminal, after two seconds), always (at once), never",
            when!(progress),
        ),
    ),
    from(
        Origin::Own,
        shown(
            "generate",
            "document",
            Generic,
            "Print documentation made from these flags",
            Value::Choice {
                choices: DOCUMENTS,
                default: None,
                set: |args, choice| {
                    let documents = [
                        Document::Man,
                        Document::Bash,
                        Document::Zsh,
                        Document::Fish,
                        Document::JsonSchema,
                        Document::BatchSchema,
                        Document::ComparisonSchema,
                        Document::LoopsSchema,
                        Document::DiffSchema,
                        Document::MeasureSchema,
                        Document::IbsReportSchema,
                        Document::IbsAnnotateSchema,
                        Document::ValidateSchema,
                    ];
                    args.special_mode = Some(SpecialMode::Generate(documents[choice]));
                },
            },
        ),
    ),
    shown("help", "", Generic, "Print this help; --help-hidden for all flags", special_mode!(Help)),
    hidden("h", "", Generic, "Print this help", special_mode!(Help)),
    hidden(
        "help-hidden",
        "",
        Generic,
        "Print help with the hidden flags",
        special_mode!(HelpHidden),
    ),
    shown(
        "version",
        "",
        Generic,
        "Print the version and the host CPU; with -json, the hashes of the tables",
        special_mode!(Version),
    ),
];
