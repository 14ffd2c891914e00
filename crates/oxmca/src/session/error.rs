//! The reason why there is no session, and why a text cannot be analyzed.

use std::fmt;

use oxmca_asm::target::TargetError;
use oxmca_tables::{ImageError, ModelErrors};

use super::Place;
use crate::error::{ErrorKind, Notice};

/// The reason why there is no session. All but [`SessionError::Tables`] and [`SessionError::TargetDisabled`] are
/// the fault of who chose the names.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// No target of the architecture that begins the triple exists.
    UnknownTarget(String),
    /// The target of the triple was left out when the library was built.
    TargetDisabled {
        /// The Cargo feature that builds it in.
        feature: &'static str,
    },
    /// The target has no CPU of that name. The name is taken literally: nothing stands for the CPU
    /// that the program runs on.
    UnknownCpu(String),
    /// The target has no feature of that name; the sign is included.
    UnknownFeature(String),
    /// A feature is a sign without a name.
    FeatureWithoutName,
    /// The CPU cannot be simulated, most likely for want of a scheduling model.
    Processor {
        /// The CPU's name.
        cpu: String,
        /// The reason why there is none.
        reason: ErrorKind,
    },
    /// Features of the CPU exclude each other, or the triple.
    Features {
        /// LLVM's message. It ends with a line break where LLVM prints an empty line after it.
        reason: String,
    },
    /// The tables are damaged, or were built for another machine than the program runs on.
    Tables(ImageError),
    /// A file with a scheduling model or a hardware model has mistakes.
    Model(ModelErrors),
    /// Hardware models of the user's are for other CPUs.
    UnusedHardwareModel(String),
}

impl From<TargetError> for SessionError {
    fn from(error: TargetError) -> Self {
        match error {
            TargetError::Unknown { triple } => SessionError::UnknownTarget(triple),
            TargetError::Disabled { arch } => {
                SessionError::TargetDisabled { feature: arch.feature() }
            }
            TargetError::Tables(error) => SessionError::Tables(error),
            error => SessionError::UnknownTarget(error.to_string()),
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::UnknownTarget(triple) => write!(f, "no target for triple '{triple}'"),
            SessionError::TargetDisabled { feature } => {
                write!(f, "the target was left out of this build: Cargo feature `{feature}` is off")
            }
            SessionError::UnknownCpu(name) => write!(f, "the target has no CPU '{name}'"),
            SessionError::UnknownFeature(name) => write!(f, "the target has no feature '{name}'"),
            SessionError::FeatureWithoutName => f.write_str("a feature has a sign, but no name"),
            SessionError::Processor { cpu, reason } => write!(f, "CPU '{cpu}': {reason}"),
            SessionError::Features { reason } => f.write_str(reason.trim_end()),
            SessionError::Tables(error) => error.fmt(f),
            SessionError::Model(errors) => errors.fmt(f),
            SessionError::UnusedHardwareModel(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SessionError::Tables(error) => Some(error),
            SessionError::Model(errors) => Some(errors),
            _ => None,
        }
    }
}

/// The reason why a region has no report.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzeError {
    /// The reason.
    pub kind: ErrorKind,
    /// The instruction that is at fault, as reports show it; empty if it is none in particular.
    pub instruction: String,
    /// The line and column at which that instruction begins, unless a macro wrote it.
    pub place: Option<Place>,
    /// Notices that precede the failure.
    pub notices: Vec<Notice>,
}

impl fmt::Display for AnalyzeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        if !self.instruction.is_empty() {
            write!(f, "'{}': ", self.instruction)?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for AnalyzeError {}

/// A failure that the messages beside it explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// Implements `Debug` as `Display`, since `Debug` is what users see of an error that `main` returns.
macro_rules! debug_as_display {
    ($($error:ty),*) => {
        $(
            impl fmt::Debug for $error {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Display::fmt(self, f)
                }
            }
        )*
    };
}

debug_as_display!(SessionError, AnalyzeError);
