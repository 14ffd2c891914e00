//! Errors of an analysis, and notices of one that succeeds.

use std::fmt;

use crate::simulation::hardware::HardwareError;

/// The reason why an instruction cannot be modelled. The scheduling model lacks something; the texts are
/// llvm-mca's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// The model has no data for the instruction.
    NoSchedulingData,
    /// No case of a variant scheduling class applies, or there is no class at all.
    UnresolvedVariant,
    /// Fewer register operands than the description defines.
    MissingDefinitions,
    /// The optional definition is not a register.
    MissingOptionalDefinition,
    /// No micro-ops, yet resources are consumed.
    ZeroMicroOps,
    /// No scheduling class follows from the instruments in force, for this reason. llvm-mca crashes.
    Instruments(&'static str),
}

impl Unsupported {
    /// Returns the message, llvm-mca's where it has one.
    pub const fn message(self) -> &'static str {
        match self {
            Unsupported::NoSchedulingData => {
                "found an unsupported instruction in the input assembly sequence"
            }
            Unsupported::UnresolvedVariant => {
                "unable to resolve scheduling class for write variant."
            }
            Unsupported::MissingDefinitions => "Expected more register operand definitions.",
            Unsupported::MissingOptionalDefinition => {
                "expected a register operand for an optional definition. Instruction has not been \
                 correctly analyzed."
            }
            Unsupported::ZeroMicroOps => {
                "found an inconsistent instruction that decodes to zero opcodes and that consumes \
                 scheduler resources."
            }
            Unsupported::Instruments(reason) => reason,
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// Something noticed while lowering, in the order llvm-mca reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// The region holds a call; its latency is assumed.
    Call {
        /// The assumed latency.
        latency_cycles: u32,
    },
    /// The region holds a return; control flow is ignored.
    Return,
    /// An instruction was left out because it cannot be modelled.
    Skipped {
        /// Index into the region's instructions as given.
        instruction: usize,
        /// The reason.
        reason: Unsupported,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Call { latency_cycles } => {
                write!(f, "calls are assumed to take {latency_cycles} cycles")
            }
            Notice::Return => f.write_str("returns are taken for ordinary instructions"),
            Notice::Skipped { instruction, reason } => {
                write!(f, "instruction {} of the region is left out: {reason}", instruction + 1)
            }
        }
    }
}

/// The reason why there is no report.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The CPU has no scheduling model with per-class data. `has_itineraries` says whether it has
    /// itineraries instead.
    NoSchedulingModel {
        /// The model has itineraries, which are simulated if they are asked for.
        has_itineraries: bool,
    },
    /// An instruction cannot be modelled.
    Unsupported {
        /// Index into the region's instructions.
        instruction: usize,
        /// The reason.
        reason: Unsupported,
    },
    /// The region has no instructions, or all were left out.
    Empty,
    /// The model has more resources than masks have bits. Fault of the tables.
    TooManyResources,
    /// Iterations times instructions exceeds what can be numbered, or memory. Fault of the options.
    TooLong,
    /// The region has more instructions than fit in memory with all that is known of them. Fault of the text.
    RegionTooLong {
        /// The most instructions of a region.
        max_instructions: usize,
    },
    /// Hardware mode was asked for, and cannot be used.
    Hardware(Box<HardwareError>),
    /// The caller's [`Interrupt`](oxmca_asm::Interrupt) was requested.
    Interrupted,
    /// The simulated processor can make no further progress. Fault of the tables or the options.
    Deadlock {
        /// Cycle at which everything stopped.
        cycle: u64,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::NoSchedulingModel { .. } => {
                f.write_str("unable to find instruction-level scheduling information")
            }
            ErrorKind::Unsupported { reason, .. } => reason.fmt(f),
            ErrorKind::Empty => f.write_str("no assembly instructions found."),
            ErrorKind::TooManyResources => {
                f.write_str("the scheduling model has more than 64 processor resources")
            }
            ErrorKind::TooLong => f.write_str("too many instructions to simulate"),
            ErrorKind::RegionTooLong { max_instructions } => {
                write!(f, "a region has more than {max_instructions} instructions")
            }
            ErrorKind::Hardware(error) => error.fmt(f),
            ErrorKind::Interrupted => f.write_str("interrupted"),
            ErrorKind::Deadlock { cycle } => {
                write!(f, "the simulated processor makes no progress after cycle {cycle}")
            }
        }
    }
}

/// A failed analysis: what was noticed before, and what failed.
///
/// With `{:?}`, too, it is a sentence; that names the instruction by its number in the region.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// Notices that precede the failure.
    pub notices: Vec<Notice>,
    /// The failure.
    pub kind: ErrorKind,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Unsupported { instruction, reason } => {
                write!(f, "instruction {} of the region: {reason}", instruction + 1)
            }
            kind => kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<HardwareError> for ErrorKind {
    fn from(error: HardwareError) -> Self {
        ErrorKind::Hardware(Box::new(error))
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error { notices: Vec::new(), kind }
    }
}
