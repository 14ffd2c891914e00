//! Arguments that commands about loops share.

use clap::Args as ClapArgs;
use oxmca::hardware::Delivery;
use oxmca::options::arguments::OptionArguments;
use oxmca_asm::Dialect;
use oxmca_loops::Selection;

use crate::flags::args::Args;
use crate::flags::hardware::Files;
use crate::own_machine;

/// The CPU to simulate, and the way files are read.
#[derive(ClapArgs, Debug, Clone)]
pub struct MachineArguments {
    /// The CPU to simulate, or several, separated by commas; this machine's by default
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Target triple of assembly; that of the file or the host's by default
    #[arg(long, value_name = "TRIPLE", default_value = "")]
    pub mtriple: String,
    /// Target architecture, in place of the triple's
    #[arg(long, value_name = "ARCH", default_value = "")]
    pub march: String,
    /// Features to switch on (+name) or off (-name), separated by commas
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', allow_hyphen_values = true)]
    pub mattr: Vec<String>,
    /// File with a scheduling model of your own; can be given several times
    #[arg(long, value_name = "FILE")]
    pub model: Vec<String>,
    #[arg(
        long,
        value_name = "SYNTAX",
        value_enum,
        default_value_t = Syntax::Att,
        help = "Syntax of x86 assembly before any directive, and of registers in reports"
    )]
    pub x86_asm_syntax: Syntax,
    #[command(flatten)]
    pub options: OptionArguments<Files, false>,
    /// Threads; as many as the machine runs at once by default
    #[arg(short = 'j', long = "jobs", value_name = "COUNT", default_value_t = 0)]
    pub jobs: u32,
    /// The command whose arguments they are
    #[arg(skip)]
    pub command: Option<&'static str>,
    /// Set if `native` is not to be what was measured on this machine before.
    #[arg(skip)]
    pub ignores_own_data: bool,
    /// Set if they name one of several CPUs
    #[arg(skip)]
    is_one_of_several_cpus: bool,
}

/// The loops that a command is about.
#[derive(ClapArgs, Debug, Clone)]
pub struct SelectionArguments {
    /// Only a loop, by its number in `oxmca loops` or by its function's name; can be given several times
    #[arg(long = "loop", value_name = "NUMBER|PATTERN")]
    loops: Vec<String>,
    #[arg(
        long = "function",
        value_name = "PATTERN",
        help = "Only loops of functions whose name contains this text; * stands for any characters, and then the whole name must match; after =, exactly this name; can be given several times"
    )]
    functions: Vec<String>,
    /// Only innermost loops that a line of the source became; can be given several times
    #[arg(long = "line", value_name = "FILE:LINE")]
    lines: Vec<String>,
}

impl SelectionArguments {
    /// Returns whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty() && self.lines.is_empty() && self.functions.is_empty()
    }

    /// Returns the loops that are named; all innermost ones if none are.
    ///
    /// # Errors
    /// The reason why an argument names none.
    pub fn selection(&self) -> Result<Selection, String> {
        let mut selection = Selection::default();
        let all = match self.loops.is_empty() && self.lines.is_empty() {
            true => &["*".to_owned()][..],
            false => &[],
        };
        for text in self.loops.iter().chain(all) {
            selection.add_loop(text).map_err(|reason| format!("--loop={text}: {reason}"))?;
        }
        for text in &self.lines {
            selection.add_line(text).map_err(|reason| format!("--line={text}: {reason}"))?;
        }
        self.functions.iter().for_each(|text| selection.add_function(text));
        Ok(selection)
    }
}

/// The syntax of x86 assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Syntax {
    Att,
    Intel,
}

impl MachineArguments {
    /// Returns whether they name more than one CPU.
    pub fn names_several_cpus(&self) -> bool {
        self.mcpu.as_ref().is_some_and(|it| it.contains(','))
    }

    /// Returns the same arguments for one of their CPUs.
    pub fn on_cpu(&self, cpu: Option<&str>) -> MachineArguments {
        MachineArguments {
            mcpu: cpu.map(str::to_owned),
            is_one_of_several_cpus: self.is_one_of_several_cpus || self.names_several_cpus(),
            ..self.clone()
        }
    }

    /// Returns the arguments of the main command that mean the same. `triple` stands for that of a
    /// file.
    pub fn args(&self, triple: &str) -> Args {
        let mtriple = if self.mtriple.is_empty() { triple } else { &self.mtriple };
        let mut args = Args {
            requested: self.options.requested.clone(),
            initial_registers_file: self.options.initial_registers_file.clone(),
            hardware_files: self.options.hardware_files.clone(),
            is_one_of_several_cpus: self.is_one_of_several_cpus || self.names_several_cpus(),
            mtriple: mtriple.to_owned(),
            march: self.march.clone(),
            mcpu: self.mcpu.clone(),
            mattr: self.mattr.clone(),
            models: self.model.clone(),
            input_dialect: match self.x86_asm_syntax {
                Syntax::Att => Dialect::new("att"),
                Syntax::Intel => Dialect::new("intel"),
            },
            jobs: self.jobs,
            chooses_model: true,
            command: self.command,
            ..Args::default()
        };
        // Loops need not end with a conditional branch.
        args.requested.hardware_options.delivery.get_or_insert(Delivery::Loop);
        if !self.ignores_own_data {
            own_machine::take(&mut args);
        }
        args
    }
}
