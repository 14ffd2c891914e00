//! The list of options: one entry for each.
//!
//! From an entry come the field of `Options` or `HardwareOptions`, with its type and default; the parsing of its
//! values; members of full JSON documents, of batch requests and of the page's; columns of Arrow; keyword arguments of
//! Python; controls of the page; flags of the programs, with their help and completions. `docs/add-an-option.md` has the
//! commands that write the files among these.
//!
//! An entry consists of the documentation of its field, its name, type and default, and attributes as those of
//! `OptionEntry`; those that are left out are `OptionEntry::USUAL`. The order of entries is that of documents.

/// Passes all entries to the macro `$take`.
macro_rules! option_list {
    ($take:ident) => {
        $take! {
            /// Options of one analysis; the defaults are llvm-mca's. [`Options::with`] makes some:
            ///
            /// ```
            /// use std::num::NonZero;
            ///
            /// use oxmca::Options;
            ///
            /// let options = Options::with(|it| {
            ///     it.iterations = NonZero::new(300);
            ///     it.views.timeline = true;
            /// });
            /// assert_eq!(options.effective_iterations(), 300);
            /// assert_eq!(options.load_queue_size_entries, None);
            /// ```
            options {
                /// Number of times the region runs; 100 if `None`.
                iterations: Option<NonZero<u32>> = None, {
                    flag: "iterations",
                    title: "Iterations",
                    text: "Number of iterations to run (100 by default)",
                    number_if_unset: Some(100),
                    // The simulation goes on as it began, so the steady state does not depend on them.
                    applies_to: AppliesTo::Report,
                    // Static tables take one.
                    value: |options| match options.instruction_tables {
                        InstructionTables::None => options.iterations.to_value(),
                        InstructionTables::Normal | InstructionTables::Full => OptionValue::Number(1),
                    },
                    in_documents: InDocuments::Always("How often each region runs."),
                }
                /// Micro-ops dispatched per cycle; the model's issue width if `None`.
                dispatch_width_micro_ops: Option<NonZero<u32>> = None, {
                    aliases: &["dispatch_width", "dispatch"],
                    flag: "dispatch",
                    title: "Dispatch width",
                    text: "Dispatch width in place of the CPU's",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always("Micro-ops dispatched per cycle at most (-dispatch)."),
                    on_page: OnPage::UpTo(1000),
                }
                /// Physical registers of the default register file; unlimited if `None`.
                register_file_size_registers: Option<NonZero<u32>> = None, {
                    aliases: &["register_file_size", "registers"],
                    flag: "register-file-size",
                    title: "Physical registers",
                    text: "Physical registers available for renaming",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always(
                        "Physical registers of the default register file (-register-file-size)."
                    ),
                }
                /// The factor of the entries of all reservation stations that have more than one.
                reservation_station_scale_factor: ScaleFactor = ScaleFactor::ONE, {
                    flag: "sched-model-reservation-station-scale-factor",
                    title: "Scale of reservation stations",
                    text: "Factor of the entries of all reservation stations that have more than one",
                    is_hidden: true,
                    applies_to: AppliesTo::Model,
                    on_page: OnPage::No,
                }
                /// Load queue entries; the model's if `None`.
                load_queue_size_entries: Option<NonZero<u32>> = None, {
                    aliases: &["load_queue_size", "lqueue"],
                    flag: "lqueue",
                    title: "Load queue",
                    text: "Size of the load queue",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always("Load queue entries (-lqueue)."),
                }
                /// Store queue entries; the model's if `None`.
                store_queue_size_entries: Option<NonZero<u32>> = None, {
                    aliases: &["store_queue_size", "squeue"],
                    flag: "squeue",
                    title: "Store queue",
                    text: "Size of the store queue",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always("Store queue entries (-squeue)."),
                }
                /// Loads never alias older stores.
                assume_no_alias: bool = true, {
                    opposites: &["may_alias", "alias"],
                    flag: "noalias",
                    title: "Loads never read what was stored",
                    text: "Assume that loads and stores do not alias (default)",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always(
                        "Whether loads are taken never to depend on earlier stores (-noalias)."
                    ),
                }
                /// Hold each resource from the cycle in which an instruction acquires it, rather than from its
                /// issue, until the cycle in which it releases it. llvm-mca counts so in reciprocal throughputs,
                /// but does not simulate so. Hardware mode has its own resources.
                resource_segments: bool = false, {
                    flag: "resource-segments",
                    title: "Resources from their acquisition on",
                    text: "Hold each resource from the cycle after issue in which it is acquired, not from issue on",
                    applies_to: AppliesTo::Model,
                    on_page: OnPage::No,
                }
                /// Micro-op queue entries between decoders and dispatch; no queue if `None`.
                micro_op_queue_size_entries: Option<NonZero<u32>> = None, {
                    flag: "micro-op-queue-size",
                    title: "Micro-op queue",
                    text: "Entries of the micro-op queue",
                    is_hidden: true,
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always(
                        "Entries of the queue between decoders and dispatch; null without that queue (-micro-op-queue-size)."
                    ),
                    on_page: OnPage::No,
                }
                /// Instructions entering the micro-op queue per cycle; unlimited if `None`.
                decoder_throughput_instructions: Option<NonZero<u32>> = None, {
                    flag: "decoder-throughput",
                    title: "Decoded per cycle",
                    text: "Instructions decoded per cycle at most",
                    is_hidden: true,
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always(
                        "Instructions that enter that queue per cycle at most (-decoder-throughput)."
                    ),
                    on_page: OnPage::No,
                }
                /// Latency taken for calls and for instructions of unknown latency, in cycles.
                call_latency_cycles: u32 = 100, {
                    aliases: &["call_latency", "call"],
                    flag: "call-latency",
                    title: "Cycles of a call",
                    text: "Cycles a call is assumed to take (100)",
                    is_hidden: true,
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always("Latency that a call is taken to have (-call-latency)."),
                }
                /// Leave out instructions that cannot be modelled instead of failing.
                skip_unsupported: bool = false, {
                    aliases: &["skips_unsupported", "skip"],
                    flag: "skip-unsupported-instructions",
                    title: "Skip what is not supported",
                    text: "Leave out instructions without scheduling information",
                    in_documents: InDocuments::Always(
                        "Whether instructions that cannot be modelled are left out (-skip-unsupported-instructions)."
                    ),
                }
                /// Apply the target's own rules: barriers and dropped writes.
                custom_behaviour: bool = true, {
                    flag: "disable-cb",
                    opposite_text: Some("Ignore what the target customizes in the simulation"),
                    title: "The target\u{2019}s own rules",
                    text: "Apply what the target customizes in the simulation (default)",
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Always(
                        "Whether the target's own rules apply, for example memory barriers (off with -disable-cb)."
                    ),
                    on_page: OnPage::No,
                }
                /// Static tables instead of a simulation.
                instruction_tables: InstructionTables = InstructionTables::None, {
                    flag: "instruction-tables",
                    title: "Static tables",
                    text: "Print static tables instead of simulating",
                    applies_to: AppliesTo::Report,
                    in_documents: InDocuments::Always(
                        "`none` when the region is simulated. Otherwise nothing is simulated and the only sections are those that the scheduling model gives (-instruction-tables)."
                    ),
                    // An answer has the summary of a simulation.
                    in_requests: false,
                    on_page: OnPage::No,
                }
                /// Iterations in the timeline at most; 10 if `None`.
                timeline_max_iterations: Option<NonZero<u32>> = None, {
                    aliases: &["timeline_iterations", "timeline"],
                    flag: "timeline-max-iterations",
                    title: "Iterations in the timeline",
                    text: "Iterations in the timeline at most (10)",
                    number_if_unset: Some(10),
                    applies_to: AppliesTo::Report,
                    in_documents: InDocuments::Always(
                        "Iterations in the timeline at most (-timeline-max-iterations)."
                    ),
                    on_page: OnPage::UpTo(1000),
                }
                /// Cycles in the timeline at most; unlimited if `None`.
                timeline_max_cycles: Option<NonZero<u32>> = NonZero::new(80), {
                    flag: "timeline-max-cycles",
                    title: "Cycles in the timeline",
                    text: "Cycles in the timeline at most (80), 0 for no limit",
                    applies_to: AppliesTo::Report,
                    in_documents: InDocuments::Always("Cycles in the timeline at most (-timeline-max-cycles)."),
                    on_page: OnPage::No,
                }
                /// Sample one in so many dispatched micro-ops, as AMD's Instruction-Based Sampling does, and
                /// report how long they took; no samples if `None`. llvm-mca has no such section.
                ibs_sampling_period_micro_ops: Option<NonZero<u32>> = None, {
                    flag: "ibs-sample",
                    title: "Sampling period",
                    text: "Print how long every Nth dispatched uop took to complete and to retire, as AMD's IBS does",
                    applies_to: AppliesTo::Report,
                    // Samples are a section with its period.
                    in_documents: InDocuments::Never,
                    on_page: OnPage::No,
                }
                /// Add memory barrier columns to the instruction info.
                show_barriers: bool = false, {
                    flag: "show-barriers",
                    title: "Memory barriers",
                    text: "Print memory barriers in the instruction info view",
                    applies_to: AppliesTo::Report,
                    in_documents: InDocuments::Never,
                    on_page: OnPage::No,
                }
                /// Add encoding columns to the instruction info.
                show_encoding: bool = false, {
                    flag: "show-encoding",
                    title: "Encodings",
                    text: "Print encodings in the instruction info view",
                    applies_to: AppliesTo::Report,
                    in_documents: InDocuments::Never,
                    on_page: OnPage::No,
                }
                /// Count repetitions of a steady state, and long waits, instead of simulating them. The report
                /// is the same; tests that prove so switch it off.
                detects_steady_state: bool = true, {
                    flag: "detect-steady-state",
                    title: "Count repetitions",
                    text: "Count repetitions of a steady state (default); the report is the same without",
                    is_hidden: true,
                    applies_to: AppliesTo::Model,
                    in_documents: InDocuments::Never,
                    in_requests: false,
                    on_page: OnPage::No,
                }
            }
            derived {
                /// Add bypass latency and resources used to the instruction info, as full instruction tables
                /// always do. Text shows them with those only.
                show_resource_uses: bool = false;
                /// The style of annotations in text.
                annotation_style: AnnotationStyle = AnnotationStyle::Plain;
                /// Predict what the hardware does rather than what llvm-mca does, if it is not `None`.
                hardware: Option<HardwareOptions> = None;
                /// Sections to report.
                views: Views = Views::default();
            }
            /// Options of hardware mode.
            hardware_options {
                /// The way in which the processor gets the code; a loop if it ends with a branch back, otherwise unrolled, if `None`.
                delivery: Option<Delivery> = None, {
                    flag: "delivery",
                    title: "Code arrives",
                    text: "In hardware mode, how the processor gets the code (default: as a loop if it ends with a branch)",
                }
                /// Values of registers before the first iteration.
                initial_registers: InitialRegisters = InitialRegisters::Distinct, {
                    flag: "initial-registers",
                    title: "Registers at first",
                    text: "In hardware mode, values of registers before the first iteration, which tell which addresses are the same",
                }
                /// Another thread on the same core runs the same code, with memory of its own.
                two_threads: bool = false, {
                    aliases: &["smt", "has_two_threads"],
                    flag: "smt",
                    title: "Another thread on the core",
                    text: "In hardware mode, another thread runs the same code on the same core",
                }
            }
            hardware_derived {
                /// The parts that are not left out.
                parts: HardwareParts = HardwareParts::all();
            }
            others {
                model_of {
                    flag: "model-of",
                    title: "Model",
                    text: "Whose model predicts: LLVM's, as llvm-mca does, or that of hardware mode, front end and memory included (by default, commands take hardware mode where measurements have checked it)",
                    kind: <Option<SimulationKind> as OptionType>::KIND,
                    set: |requested, value| {
                        requested.model_of = OptionType::from_value(value).unwrap_or_default();
                    },
                    value: |options| Some(options.simulation()).filter(|it| *it == SimulationKind::Hardware).to_value(),
                    default: || OptionValue::Unset,
                    // They have the model itself.
                    in_documents: InDocuments::Never,
                    // The page has a choice of its own, beside the CPUs.
                    on_page: OnPage::No,
                }
                hardware {
                    flag: "hardware",
                    title: "Hardware mode",
                    text: "The same as --model-of=hardware; with hardware data of your own from a file, which can be repeated (docs/add-hardware-data.md)",
                    takes_files: true,
                    set: |requested, value| {
                        requested.model_of = match value {
                            OptionValue::Switch(true) => Some(SimulationKind::Hardware),
                            OptionValue::Switch(false) => Some(SimulationKind::Model),
                            _ => None,
                        }
                    },
                    value: |options| OptionValue::Switch(options.hardware.is_some()),
                    default: || OptionValue::Switch(false),
                    // The page has a switch of its own for it, beside the CPUs.
                    on_page: OnPage::No,
                }
                hardware_without {
                    aliases: &["without"],
                    flag: "hardware-without",
                    title: "Parts left out",
                    text: "Parts of hardware mode to leave out",
                    is_hidden: true,
                    kind: OptionKind::Parts,
                    applies_to: AppliesTo::Hardware,
                    set: |requested, value| match value {
                        OptionValue::Parts(parts) => requested.hardware_options.parts.remove(parts),
                        _ => requested.hardware_options.parts = HardwareParts::all(),
                    },
                    value: |options| {
                        let used = options.hardware.as_ref().map_or(HardwareParts::all(), |it| it.parts);
                        OptionValue::Parts(used.complement())
                    },
                    default: || OptionValue::Parts(HardwareParts::empty()),
                    on_page: OnPage::No,
                }
                hardware_with {
                    flag: "hardware-with",
                    title: "Parts added",
                    text: "Parts of hardware mode to add that are off by default",
                    is_hidden: true,
                    kind: OptionKind::Parts,
                    applies_to: AppliesTo::Hardware,
                    set: |requested, value| {
                        if let OptionValue::Parts(parts) = value {
                            requested.hardware_options.parts.insert(parts);
                        }
                    },
                    value: |_| OptionValue::Parts(HardwareParts::empty()),
                    default: || OptionValue::Parts(HardwareParts::empty()),
                    in_documents: InDocuments::Never,
                    on_page: OnPage::No,
                }
            }
        }
    };
}

pub(super) use option_list;
