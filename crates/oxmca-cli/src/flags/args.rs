//! Arguments as typed, before anything is resolved.

use oxmca::{Code, Format, RequestedOptions};
use oxmca_asm::Dialect;
use oxmca_asm::target::object_facts::StatedCpu;
use oxmca_loops::Selection;

/// A switch and its last position, since llvm-mca resolves view switches by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// On or off.
    pub value: bool,
    /// Index on the command line of its last occurrence.
    pub position: Option<usize>,
}

impl Switch {
    /// Returns a switch that was not given.
    pub const fn unset(value: bool) -> Self {
        Switch { value, position: None }
    }

    /// Records an occurrence.
    pub fn set(&mut self, value: bool, position: usize) {
        *self = Switch { value, position: Some(position) };
    }

    /// Follows `group` (`-all-views`, `-all-stats`) unless given after it.
    fn follow(&mut self, group: Switch) {
        if self.position.is_none() || self.position < group.position {
            self.value = group.value;
        }
    }
}

/// A switch that is on, off, or decided by the program, as by whether it runs on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Decided by the program.
    Auto,
    /// On.
    Always,
    /// Off.
    Never,
}

impl When {
    /// Returns whether it is on; `suggested` decides for [`When::Auto`].
    pub fn decide(self, suggested: impl FnOnce() -> bool) -> bool {
        match self {
            When::Auto => suggested(),
            When::Always => true,
            When::Never => false,
        }
    }
}

/// A task other than an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecialMode {
    /// Print help.
    Help,
    /// Print help with the hidden flags.
    HelpHidden,
    /// Print the version.
    Version,
    /// Print a document made from the table of flags.
    Generate(Document),
}

impl SpecialMode {
    /// Returns whether it is carried out at once, without reading the arguments after it.
    pub fn is_immediate(self) -> bool {
        !matches!(self, SpecialMode::Generate(_))
    }
}

/// A document that `-generate` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    /// The manual page.
    Man,
    /// Completions for bash.
    Bash,
    /// Completions for zsh.
    Zsh,
    /// Completions for fish.
    Fish,
    /// Schema of the full JSON document.
    JsonSchema,
    /// Schema of requests and their answers.
    BatchSchema,
    /// Schema of comparisons of CPUs.
    ComparisonSchema,
    /// Schema of the JSON document of `oxmca loops`.
    LoopsSchema,
    /// Schema of the JSON document of `oxmca diff`.
    DiffSchema,
    /// Schema of the JSON document of `oxmca measure`.
    MeasureSchema,
    /// Schema of the JSON document of `oxmca ibs report`.
    IbsReportSchema,
    /// Schema of the JSON document of `oxmca ibs annotate`.
    IbsAnnotateSchema,
    /// Schema of the JSON document of `oxmca validate`.
    ValidateSchema,
}

/// `-json`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Json {
    /// Text.
    Off,
    /// llvm-mca's document.
    Llvm,
    /// Our document, with everything.
    Full,
}

/// A report that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picture {
    /// Dependency graphs for Graphviz.
    Dot,
    /// Timelines as a drawing.
    Svg,
    /// A page.
    Html,
}

impl Picture {
    /// Returns the form of report.
    pub fn format(self) -> Format {
        match self {
            Picture::Dot => Format::Dot,
            Picture::Svg => Format::Svg,
            Picture::Html => Format::Html,
        }
    }
}

/// `-skip-unsupported-instructions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Every unsupported instruction is an error.
    None,
    /// Skip instructions without scheduling information.
    LackSched,
    /// Skip lines that do not parse.
    ParseFailure,
    /// Skip both.
    Any,
}

impl Skip {
    /// Returns whether lines that do not parse are skipped.
    pub fn parse_failures(self) -> bool {
        matches!(self, Skip::ParseFailure | Skip::Any)
    }

    /// Returns whether instructions without scheduling information are skipped.
    pub fn unsupported(self) -> bool {
        matches!(self, Skip::LackSched | Skip::Any)
    }
}

/// An input to analyze.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The file of a path, or standard input for `-`: assembly, or with `-raw` machine code.
    File(String),
    /// `-hex-file`: a file with machine code as hexadecimal digits.
    HexFile(String),
    /// `-hex`: machine code as hexadecimal digits.
    Hex(String),
}

impl Input {
    /// Returns standard input.
    pub fn standard() -> Input {
        Input::File("-".to_owned())
    }

    /// Returns its path, if it is a file.
    pub fn path(&self) -> Option<&str> {
        match self {
            Input::File(path) | Input::HexFile(path) => Some(path),
            Input::Hex(_) => None,
        }
    }

    /// Returns its name in messages and among several reports.
    pub fn name(&self) -> &str {
        self.path().unwrap_or("<hex>")
    }
}

/// The switches that choose views.
#[derive(Clone, Debug)]
pub struct ViewSwitches {
    /// `-summary-view`
    pub summary: Switch,
    /// `-instruction-info`
    pub instruction_info: Switch,
    /// `-resource-pressure`
    pub resource_pressure: Switch,
    /// `-timeline`
    pub timeline: Switch,
    /// `-bottleneck-analysis`
    pub bottleneck: Switch,
    /// `-dispatch-stats`
    pub dispatch_stats: Switch,
    /// `-scheduler-stats`
    pub scheduler_stats: Switch,
    /// `-retire-stats`
    pub retire_stats: Switch,
    /// `-register-file-stats`
    pub register_file_stats: Switch,
    /// `-all-views`
    pub all_views: Switch,
    /// `-all-stats`
    pub all_stats: Switch,
}

impl ViewSwitches {
    /// Switches on every view that is not switched off by its own flag or a group's.
    pub fn all_by_default(&mut self) {
        if self.all_views.position.is_none() {
            self.all_views.set(true, 0);
        }
    }

    /// Switches off every view that is not switched on by its own flag or a group's.
    pub fn none_by_default(&mut self) {
        if self.all_views.position.is_none() {
            self.all_views.set(false, 0);
        }
    }

    /// Returns whether a flag switches on a view or a group of them.
    pub fn asks_for_any(&self) -> bool {
        let all = [
            self.summary,
            self.instruction_info,
            self.resource_pressure,
            self.timeline,
            self.bottleneck,
            self.dispatch_stats,
            self.scheduler_stats,
            self.retire_stats,
            self.register_file_stats,
            self.all_views,
            self.all_stats,
        ];
        all.iter().any(|switch| switch.value && switch.position.is_some())
    }

    /// Applies `-all-views` and `-all-stats` as llvm-mca does: to every switch that was not given
    /// after them. In-order CPUs have no retire stage and no bottleneck analysis to switch on.
    pub fn resolve(&mut self, out_of_order: bool) {
        let (views, stats) = (self.all_views, self.all_stats);
        if views.position.is_none() && stats.position.is_none() {
            return;
        }
        if views.position.is_some() {
            self.summary.follow(views);
            if out_of_order {
                self.bottleneck.follow(views);
            }
            self.resource_pressure.follow(views);
            self.timeline.follow(views);
            self.instruction_info.follow(views);
        }
        let last = if views.position < stats.position { stats } else { views };
        self.register_file_stats.follow(last);
        self.dispatch_stats.follow(last);
        self.scheduler_stats.follow(last);
        if out_of_order {
            self.retire_stats.follow(last);
        }
    }
}

/// Measures the regions of a code and returns a section about each, or the exit status after messages.
pub type Sections = fn(&Args, &Code) -> Result<Vec<String>, i32>;

/// The command line as typed.
#[derive(Clone, Debug)]
pub struct Args {
    /// Help, version or a document, in place of an analysis.
    pub special_mode: Option<SpecialMode>,
    /// `-loop`, `-function`, `-range` and `-line`: parts of the input to analyze.
    pub selection: Selection,
    /// The inputs; none stands for standard input.
    pub inputs: Vec<Input>,
    /// `-raw`: files hold machine code.
    pub raw: bool,
    /// `-base`: the address of the first byte of machine code.
    pub base_address: u64,
    /// `-lenient`: statements that cannot be read are skipped.
    pub lenient: bool,
    /// `-batch`
    pub batch: bool,
    /// `-timeout`, in seconds, 0 for any time.
    pub timeout_seconds: u32,
    /// `-format`: a word for the form of what `-batch` reads and writes.
    pub batch_format: &'static str,
    /// `-identity`
    pub identity: bool,
    /// `-unordered`
    pub unordered: bool,
    /// `-j`, 0 for as many threads as the machine runs at once.
    pub jobs: u32,
    /// `-o`, `-` for standard output.
    pub output: String,
    /// `-march`
    pub march: String,
    /// `-mtriple`, empty for the host's.
    pub mtriple: String,
    /// `-mcpu`; without it, that of the last model file, or the host's.
    pub mcpu: Option<String>,
    /// `-model`: files with scheduling models.
    pub models: Vec<String>,
    /// `-source-root`: folders with source files, some after a prefix of paths and `=`.
    pub source_roots: Vec<String>,
    /// `-mattr`
    pub mattr: Vec<String>,
    /// `-json`
    pub json: Json,
    /// `-dot`, `-svg`, `-html`
    pub picture: Option<Picture>,
    /// `-output-asm-variant`
    pub output_asm_variant: i32,
    /// `-print-imm-hex`
    pub print_imm_hex: bool,
    /// `-x86-asm-syntax`: dialect of the input before any directive.
    pub input_dialect: Dialect,
    /// `-aarch64-neon-syntax`: dialect of AArch64's instructions, in place of the triple's.
    pub neon_dialect: Option<Dialect>,
    /// Options of the analysis.
    pub requested: RequestedOptions,
    /// The model that measurements speak for predicts, if none is asked for, rather than LLVM's.
    pub chooses_model: bool,
    /// The command of ours that these are the arguments of; none of llvm-mca's.
    pub command: Option<&'static str>,
    /// `-itineraries`
    pub itineraries: bool,
    /// `-skip-unsupported-instructions`
    pub skip: Skip,
    /// View switches.
    pub views: ViewSwitches,
    /// `-steady-state`
    pub steady_state: bool,
    /// `-explain`
    pub explain: bool,
    /// Text has a section with what each region takes on this machine. Commands set it.
    pub measure: Option<Sections>,
    /// `-work`
    pub work: bool,
    /// `-annotate`
    pub annotate: bool,
    /// The target of a text is guessed from it and from the CPU, if it is not named.
    pub guesses_target: bool,
    /// Regions that a text marks are analyzed in place of the selection, and a text without loops as a whole.
    pub prefers_marked_regions: bool,
    /// `-hardware=FILE`: files with hardware models.
    pub hardware_files: Vec<String>,
    /// The CPU is one of several, each of which may have hardware data of its own.
    pub is_one_of_several_cpus: bool,
    /// The CPU that an object file states, which stands for `-mcpu` where that is absent.
    pub object_cpu: StatedCpu,
    /// `-initial-registers`, if it names a file.
    pub initial_registers_file: Option<String>,
    /// `-source`
    pub source: bool,
    /// `-disable-im`
    pub disable_instruments: bool,
    /// `-color`
    pub colour: When,
    /// `-suggestions`
    pub suggestions: When,
    /// `-progress`
    pub progress: When,
}

impl Args {
    /// Returns the names that `-mcpu` gives, or `native`.
    pub fn cpu(&self) -> &str {
        self.mcpu.as_deref().unwrap_or("native")
    }

    /// Returns the inputs, standard input if there are no others.
    pub fn all_inputs(&self) -> Vec<Input> {
        if self.inputs.is_empty() { vec![Input::standard()] } else { self.inputs.clone() }
    }

    /// Returns whether an input is machine code.
    pub fn is_machine_code(&self, input: &Input) -> bool {
        self.raw || !matches!(input, Input::File(_))
    }

    /// Returns whether texts are read leniently. Strictly read, a local label such as `1b` is a number, so loops are not
    /// found.
    pub fn reads_leniently(&self) -> bool {
        self.lenient || !self.selection.is_empty()
    }

    /// Returns the form of reports.
    pub fn format(&self) -> Format {
        match (self.picture, self.json) {
            (Some(picture), _) => picture.format(),
            (None, Json::Off) => Format::Text,
            (None, Json::Llvm) => Format::LlvmJson,
            (None, Json::Full) => Format::FullJson,
        }
    }

    /// Returns whether the model that measurements speak for predicts, if none is asked for. Pages have nothing of
    /// llvm-mca's.
    pub fn chooses_model(&self) -> bool {
        self.chooses_model || self.picture == Some(Picture::Html)
    }

    /// Returns whether source lines are printed or named.
    pub fn needs_source_lines(&self) -> bool {
        self.shows_source() || self.explain
    }

    /// Returns whether source lines are printed.
    pub fn shows_source(&self) -> bool {
        self.source || self.picture == Some(Picture::Html)
    }

    /// Returns whether a list of CPUs is asked for in place of an analysis.
    pub fn lists_cpus(&self) -> bool {
        self.cpu() == "help"
    }
}

impl Default for Args {
    fn default() -> Self {
        let (on, off) = (Switch::unset(true), Switch::unset(false));
        Args {
            special_mode: None,
            inputs: Vec::new(),
            selection: Selection::default(),
            raw: false,
            base_address: 0,
            lenient: false,
            batch: false,
            timeout_seconds: 10,
            batch_format: "jsonl",
            identity: false,
            unordered: false,
            jobs: 0,
            output: "-".into(),
            march: String::new(),
            mtriple: String::new(),
            mcpu: None,
            models: Vec::new(),
            source_roots: Vec::new(),
            mattr: Vec::new(),
            json: Json::Off,
            picture: None,
            output_asm_variant: -1,
            print_imm_hex: false,
            input_dialect: Dialect::new("att"),
            neon_dialect: None,
            requested: RequestedOptions::default(),
            chooses_model: false,
            command: None,
            itineraries: false,
            skip: Skip::None,
            views: ViewSwitches {
                summary: on,
                instruction_info: on,
                resource_pressure: on,
                timeline: off,
                bottleneck: off,
                dispatch_stats: off,
                scheduler_stats: off,
                retire_stats: off,
                register_file_stats: off,
                all_views: off,
                all_stats: off,
            },
            steady_state: false,
            explain: false,
            measure: None,
            work: false,
            annotate: false,
            guesses_target: false,
            prefers_marked_regions: false,
            hardware_files: Vec::new(),
            is_one_of_several_cpus: false,
            object_cpu: StatedCpu::None,
            initial_registers_file: None,
            source: false,
            disable_instruments: false,
            colour: When::Auto,
            suggestions: When::Auto,
            progress: When::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Choose = fn(&mut ViewSwitches) -> &mut Switch;

    fn switches(given: &[(Choose, bool)]) -> ViewSwitches {
        let mut views = Args::default().views;
        for (position, (switch, value)) in given.iter().enumerate() {
            switch(&mut views).set(*value, position + 1);
        }
        views.resolve(true);
        views
    }

    #[test]
    fn a_switch_given_after_all_views_wins() {
        let views = switches(&[(|v| &mut v.all_views, true), (|v| &mut v.timeline, false)]);
        assert!(!views.timeline.value && views.bottleneck.value && views.dispatch_stats.value);
        let views = switches(&[(|v| &mut v.timeline, false), (|v| &mut v.all_views, true)]);
        assert!(views.timeline.value);
    }

    #[test]
    fn the_later_of_all_views_and_all_stats_decides_statistics() {
        let views = switches(&[(|v| &mut v.all_stats, true), (|v| &mut v.all_views, false)]);
        assert!(!views.dispatch_stats.value && !views.summary.value);
        let views = switches(&[(|v| &mut v.all_views, false), (|v| &mut v.all_stats, true)]);
        assert!(views.dispatch_stats.value && !views.summary.value);
    }

    #[test]
    fn all_by_default_gives_way_to_every_switch() {
        let mut views = Args::default().views;
        views.timeline.set(false, 1);
        views.all_stats.set(false, 2);
        views.all_by_default();
        views.resolve(true);
        assert!(!views.timeline.value && !views.dispatch_stats.value);
        assert!(views.summary.value && views.bottleneck.value);
        let mut views = Args::default().views;
        views.all_views.set(false, 1);
        views.all_by_default();
        views.resolve(true);
        assert!(!views.summary.value && !views.timeline.value);
    }

    #[test]
    fn none_by_default_leaves_what_is_asked_for() {
        let mut views = Args::default().views;
        assert!(!views.asks_for_any());
        views.timeline.set(true, 1);
        views.all_stats.set(true, 2);
        views.retire_stats.set(false, 3);
        assert!(views.asks_for_any());
        views.none_by_default();
        views.resolve(true);
        assert!(views.timeline.value && views.dispatch_stats.value && !views.retire_stats.value);
        assert!(!views.summary.value && !views.instruction_info.value);
    }

    #[test]
    fn in_order_cpus_have_no_retire_statistics_by_default() {
        let mut views = Args::default().views;
        views.all_views.set(true, 1);
        views.resolve(false);
        assert!(!views.retire_stats.value && !views.bottleneck.value && views.timeline.value);
    }
}
