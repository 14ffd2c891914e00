//! Arguments that commands about loops share.

use clap::Args as ClapArgs;
use oxmca::hardware::Delivery;
use oxmca_asm::Dialect;

use crate::flags::args::Args;
use crate::flags::hardware::{self, RegisterValues};

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
    /// Predict what the processor does, front end and memory included, rather than what LLVM's model says
    #[arg(long)]
    pub hardware: bool,
    /// In hardware mode, values of registers before the first iteration: distinct, equal, or a file
    #[arg(
        long,
        value_name = "distinct|equal|FILE",
        default_value = "distinct",
        value_parser = hardware::initial_registers
    )]
    pub initial_registers: RegisterValues,
    /// Threads; as many as the machine runs at once by default
    #[arg(short = 'j', long = "jobs", value_name = "COUNT", default_value_t = 0)]
    pub jobs: u32,
}

/// The syntax of x86 assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Syntax {
    Att,
    Intel,
}

impl MachineArguments {
    /// The arguments of the main command that mean the same. `triple` stands for that of a file.
    pub fn args(&self, triple: &str) -> Args {
        let mtriple = if self.mtriple.is_empty() { triple } else { &self.mtriple };
        let mut args = Args {
            hardware: self.hardware,
            mtriple: mtriple.to_owned(),
            march: self.march.clone(),
            mcpu: self.mcpu.clone(),
            mattr: self.mattr.clone(),
            models: self.model.clone(),
            input_dialect: match self.x86_asm_syntax {
                Syntax::Att => Dialect::Att,
                Syntax::Intel => Dialect::Intel,
            },
            jobs: self.jobs,
            ..Args::default()
        };
        // Loops need not end with a conditional branch.
        args.hardware_options.delivery = Some(Delivery::Loop);
        args.hardware_options.initial_registers = self.initial_registers.values.clone();
        args.initial_registers_file.clone_from(&self.initial_registers.file);
        args
    }
}
