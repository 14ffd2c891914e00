//! A function's instructions with the times that hardware took, beside those that a simulation predicts for the
//! loop in which the function spends its time.

mod annotation;
mod cpu;
mod error;
mod explanation;
mod function;
pub mod json;
mod options;
mod quantities;
mod simulation;
mod source;
pub mod text;
mod warning;
mod writer;

pub use crate::processor::triple;
pub use annotation::{AnnotatedInstruction, Annotation, LoopRole};
pub use error::{AnnotateError, Candidate};
pub use function::SampledFunction;
pub use options::{AnnotateOptions, LoopBound, LoopRange, LoopRangeError, Syntax};
pub use warning::{AnnotationWarning, NoPrediction, NotSimulated};
