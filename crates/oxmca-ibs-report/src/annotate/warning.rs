//! Reasons to read an annotation with care, and reasons for missing predictions.
//!
//! These are parts of reports, so their texts name the program's options.

use std::fmt;

use oxmca::{ErrorKind, SessionError, Unsupported};

use crate::summary;

/// A reason to read an annotation with care.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnnotationWarning {
    /// A warning about the recording.
    Recording(summary::Warning),
    /// Ops were sampled by cycles.
    SampledByCycles,
    /// Some samples are within instructions.
    Misplaced {
        /// The number of such samples.
        samples: u64,
    },
    /// The file may be another than the one that ran.
    Unverified,
    /// Some bytes of the function cannot be decoded.
    Undecodable {
        /// The number of such bytes.
        bytes: u64,
    },
    /// Some bytes of the function are not in the file, or beyond the limit.
    MissingCode {
        /// The number of such bytes.
        bytes: u64,
    },
    /// The loop calls functions.
    Calls,
    /// The loop has loops within it.
    InnerLoops,
    /// The CPU that is simulated is not the one that recorded.
    OtherCpu {
        /// The CPU that is simulated.
        simulated: String,
        /// The CPU that recorded.
        recorded: &'static str,
    },
}

impl fmt::Display for AnnotationWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recording(warning) => warning.fmt(f),
            Self::SampledByCycles => f.write_str(
                "Ops were sampled by cycles: those that follow a stall are sampled more often than \
                 others, so that means are not those of all executions. Record with \
                 `-e ibs_op/cnt_ctl=1/` to compare.",
            ),
            Self::Misplaced { samples } => write!(
                f,
                "{samples} samples are not at the start of an instruction: there is data in the \
                 function, or the file is not the one that ran."
            ),
            Self::Unverified => f.write_str(
                "The recording has no build id of the file, which may have changed since.",
            ),
            Self::Undecodable { bytes } => {
                write!(f, "{bytes} bytes of the function are no instructions.")
            }
            Self::MissingCode { bytes } => {
                write!(f, "{bytes} bytes of the function are not in the file, or too many.")
            }
            Self::Calls => f.write_str(
                "The loop calls functions, which are not simulated: times are shown beside each \
                 other, and not compared.",
            ),
            Self::InnerLoops => f.write_str(
                "The loop has loops within it; each is simulated as going around once at most.",
            ),
            Self::OtherCpu { simulated, recorded } => {
                write!(f, "{simulated} is simulated, but the recording is from {recorded}.")
            }
        }
    }
}

/// The reason for which a function has no prediction.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoPrediction {
    /// No loop of the function has samples.
    NoLoop,
    /// There is no scheduling model for the processor that recorded.
    NoModel,
    /// The CPU that recorded cannot be simulated.
    Cpu(SessionError),
    /// No instruction of the loop can be simulated.
    NothingToSimulate,
    /// The simulation failed.
    Simulation(ErrorKind),
}

impl fmt::Display for NoPrediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLoop => f.write_str(
                "no loop of the function has samples; --loop=START..END names what to simulate",
            ),
            Self::NoModel => {
                f.write_str("this processor has no scheduling model; --mcpu=CPU names one")
            }
            Self::Cpu(error) => write!(f, "{error}; --mcpu=CPU names one to simulate"),
            Self::NothingToSimulate => f.write_str("no instruction of the loop can be simulated"),
            Self::Simulation(error) => error.fmt(f),
        }
    }
}

/// The reason for which an instruction of the loop is not simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotSimulated {
    /// It calls a function.
    Call,
    /// The model does not know it.
    Unsupported(Unsupported),
    /// It has no micro-ops in the model.
    NoUops,
}

impl fmt::Display for NotSimulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call => f.write_str("what it calls is not simulated"),
            Self::Unsupported(reason) => reason.fmt(f),
            Self::NoUops => f.write_str("it has no micro-ops in the model"),
        }
    }
}
