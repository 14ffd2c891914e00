//! Reasons for which a function cannot be annotated.

use oxmca::SessionError;

use crate::name::UnknownName;

/// A function with samples that has the name or address that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Its address in the module's file.
    pub start: u64,
    /// The path of its module.
    pub module: String,
    /// The number of its op samples.
    pub samples: u64,
}

/// The reason for which a function cannot be annotated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotateError {
    /// The recording has no process or module of a name.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The recording has no function of the name.
    #[error("{error}")]
    UnknownFunction {
        /// The name.
        error: UnknownName,
        /// The modules that may have it, since their files cannot be used: path and reason.
        unusable: Vec<(String, String)>,
    },
    /// The function has no samples of ops.
    #[error("`{function}` has no samples of ops")]
    NoSamples {
        /// The name that was given.
        function: String,
        /// The paths of modules that have the function's name, but no code.
        without_code: Vec<String>,
    },
    /// Several functions of the name have samples.
    #[error("there are {} functions `{function}` with samples", candidates.len())]
    Ambiguous {
        /// The name that was given.
        function: String,
        /// The functions, those with most samples first.
        candidates: Vec<Candidate>,
    },
    /// The file of the function's module has no code.
    #[error("{module}: the file with this build id has names only, and no code")]
    NoCode {
        /// The path of the module.
        module: String,
    },
    /// The range to simulate as a loop has no instruction of the function.
    #[error(
        "no instruction of `{function}` begins in {from:#x}..{to:#x}; the function is {start:#x}..{end:#x}"
    )]
    EmptyRange {
        /// The name of the function.
        function: String,
        /// The first address of the range.
        from: u64,
        /// The end of the range.
        to: u64,
        /// The start of the function.
        start: u64,
        /// The end of the function.
        end: u64,
    },
    /// The CPU that was asked for cannot be simulated.
    #[error("{error}")]
    Cpu {
        /// The triple of the recorded program.
        triple: &'static str,
        /// The name of the CPU.
        cpu: String,
        /// The reason.
        error: SessionError,
    },
    /// This build cannot read instructions of the recorded program.
    #[error("{0}")]
    Target(SessionError),
}

/// The most functions or modules that notes list.
const MAX_LISTED: usize = 8;

impl AnnotateError {
    /// Returns further facts about the error, one line each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        match self {
            Self::UnknownFunction { unusable, .. } => {
                let note = |(path, reason): &(String, String)| {
                    format!("its functions are not known: {path}: {reason}")
                };
                unusable.iter().take(MAX_LISTED).map(note).collect()
            }
            Self::NoSamples { without_code, .. } => {
                let note = |path: &String| format!("{path} has names of code, and no code");
                without_code.iter().map(note).collect()
            }
            Self::Ambiguous { candidates, .. } => {
                let note = |it: &Candidate| {
                    let Candidate { name, start, module, samples } = it;
                    format!("{samples} samples: `{name}` at {start:#x} in {module}")
                };
                candidates.iter().take(MAX_LISTED).map(note).collect()
            }
            _ => Vec::new(),
        }
    }
}
