//! Times of loops on a machine that ran them, as far as somebody measured it.

use std::sync::Arc;

use oxmca_asm::Inst;
use serde::Serialize;

/// Cycles that an iteration took on a machine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeasuredCycles {
    /// Cycles of an iteration.
    pub cycles: f64,
    /// The difference between measurements of the same, as a share.
    pub spread: f64,
}

/// The time of an iteration, or the reason why that is not known.
pub type Measurement = Result<MeasuredCycles, String>;

/// Measures an iteration, if that is wanted.
pub type Measure<'m> = dyn FnMut(&Arc<[Inst]>) -> Option<Measurement> + 'm;

/// A measurement in documents: nothing, where nobody asked for it.
#[derive(Serialize, Debug, Default)]
pub(crate) struct MeasurementDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredCycles>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_measured: Option<&'a str>,
}

impl<'a> From<Option<&'a Measurement>> for MeasurementDocument<'a> {
    fn from(measurement: Option<&'a Measurement>) -> Self {
        MeasurementDocument {
            measured: measurement.and_then(|it| it.as_ref().ok()).copied(),
            not_measured: measurement.and_then(|it| it.as_ref().err()).map(String::as_str),
        }
    }
}

/// Returns measured cycles as tables show them; empty where nobody asked for them.
pub(crate) fn text(measurement: Option<&Measurement>) -> String {
    match measurement {
        Some(Ok(measured)) => format!("{:.2}", measured.cycles),
        Some(Err(_)) => "-".to_owned(),
        None => String::new(),
    }
}
