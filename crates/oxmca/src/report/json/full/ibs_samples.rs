//! The section of simulated samples.

use serde::Serialize;

use crate::view::ibs_sample::{CycleStatistics, IbsSamples, SampleTimes};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct IbsSamplesDocument {
    sampling_period_micro_ops: u32,
    samples: u64,
    retired_samples: u64,
    instructions: Vec<SampledDocument>,
}

#[derive(Clone, Debug, Serialize)]
struct SampledDocument {
    instruction: usize,
    samples: u64,
    retired_samples: u64,
    share: Option<f64>,
    tag_to_retire: Option<CyclesDocument>,
    dispatch_to_complete: Option<CyclesDocument>,
    completion_to_retire: Option<CyclesDocument>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct CyclesDocument {
    mean_cycles: f64,
    p90_cycles: u64,
}

impl From<&IbsSamples> for IbsSamplesDocument {
    fn from(section: &IbsSamples) -> Self {
        let samples = section.samples();
        let rows = section.rows.iter().enumerate().map(|(instruction, row)| {
            let cycles = |pick: fn(&SampleTimes) -> CycleStatistics| {
                let CycleStatistics { mean_cycles, p90_cycles } = pick(row.times.as_ref()?);
                Some(CyclesDocument { mean_cycles, p90_cycles })
            };
            SampledDocument {
                instruction,
                samples: row.samples,
                retired_samples: row.retired_samples,
                share: row.share_of(samples),
                tag_to_retire: cycles(|times| times.tag_to_retire),
                dispatch_to_complete: cycles(|times| times.dispatch_to_complete),
                completion_to_retire: cycles(|times| times.completion_to_retire),
            }
        });
        IbsSamplesDocument {
            sampling_period_micro_ops: section.sampling_period_micro_ops,
            samples,
            retired_samples: section.retired_samples(),
            instructions: rows.collect(),
        }
    }
}
