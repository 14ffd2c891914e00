//! Errors of hardware mode.

use std::fmt;

/// The reason why hardware mode cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HardwareError {
    /// There is no hardware model for the scheduling model of the CPU; these CPUs have one.
    NoModel {
        /// Names of CPUs.
        cpus: Vec<String>,
    },
    /// The hardware model names a port that the scheduling model lacks.
    UnknownPort(String),
    /// The file of the hardware model has a mistake.
    Mistake(String),
    /// The target does not describe its instructions to hardware mode.
    NoFacts,
    /// An instruction cannot be encoded, so that its length is not known.
    NoCode {
        /// Its index in the region.
        instruction: usize,
    },
    /// The region is longer than those that hardware mode takes. LLVM's model takes longer ones.
    TooLong {
        /// The most instructions of a region.
        max_instructions: usize,
    },
    /// The region has more micro-ops than those that hardware mode takes. LLVM's model takes longer ones.
    TooManyMicroOps {
        /// The most micro-ops of a region.
        max_micro_ops: usize,
    },
}

impl fmt::Display for HardwareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HardwareError::NoModel { cpus } => {
                f.write_str("no hardware data for this CPU")?;
                match cpus.is_empty() {
                    true => f.write_str(", nor for any other of this target"),
                    false => write!(f, "; there are some for {}", cpus.join(", ")),
                }?;
                f.write_str("; a file of your own can give some (docs/add-hardware-data.md)")
            }
            HardwareError::UnknownPort(name) => write!(f, "the scheduling model has no {name}"),
            HardwareError::Mistake(text) => f.write_str(text),
            HardwareError::NoFacts => {
                f.write_str("hardware mode does not know the instructions of this target")
            }
            HardwareError::NoCode { instruction } => {
                let number = instruction + 1;
                write!(
                    f,
                    "instruction {number} of the region has no machine code, which hardware mode needs"
                )
            }
            HardwareError::TooLong { max_instructions } => {
                write!(f, "hardware mode takes no more than {max_instructions} instructions")
            }
            HardwareError::TooManyMicroOps { max_micro_ops } => {
                write!(f, "hardware mode takes no more than {max_micro_ops} micro-ops")
            }
        }
    }
}

impl std::error::Error for HardwareError {}
