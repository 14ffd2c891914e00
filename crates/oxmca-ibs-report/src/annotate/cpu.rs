//! The CPU that is simulated.

use oxmca::{Session, SessionBuilder};
use oxmca_ibs::Profile;

use super::error::AnnotateError;
use super::options::AnnotateOptions;
use super::warning::{AnnotationWarning, NoPrediction};
use crate::processor;

/// A session that decodes and writes a function's instructions, and simulates them if it can.
pub struct CpuSession {
    pub session: Session,
    /// The CPU that is simulated, if there is one.
    pub cpu: Option<String>,
    /// A reason to read predictions with care.
    pub warning: Option<AnnotationWarning>,
    /// The reason for which nothing can be simulated.
    pub no_prediction: Option<NoPrediction>,
}

impl CpuSession {
    /// Opens a session for the CPU that the options name, else for the one that recorded.
    ///
    /// # Errors
    /// When the options name a CPU that cannot be simulated, or there is no target.
    pub fn open(
        profile: &Profile,
        options: &AnnotateOptions,
        is_64_bit: bool,
    ) -> Result<Self, AnnotateError> {
        let triple = processor::triple(is_64_bit);
        let mut builder = SessionBuilder::new(triple);
        if let Some(tables) = &options.tables {
            builder = builder.tables(tables.clone());
        }
        let recorded = processor::cpu_name(&profile.cpu());
        let no_prediction = match options.cpu.as_deref().or(recorded) {
            None => NoPrediction::NoModel,
            Some(name) => match builder.clone().cpu(name).build() {
                Ok(session) => {
                    let warning = recorded.filter(|recorded| *recorded != name).map(|recorded| {
                        AnnotationWarning::OtherCpu { simulated: name.to_owned(), recorded }
                    });
                    let cpu = Some(name.to_owned());
                    return Ok(Self { session, cpu, warning, no_prediction: None });
                }
                Err(error) if options.cpu.is_some() => {
                    return Err(AnnotateError::Cpu { triple, cpu: name.to_owned(), error });
                }
                Err(error) => NoPrediction::Cpu(error),
            },
        };
        let session = builder.cpu(processor::DEFAULT_CPU).build().map_err(AnnotateError::Target)?;
        Ok(Self { session, cpu: None, warning: None, no_prediction: Some(no_prediction) })
    }
}
