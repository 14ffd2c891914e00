//! Samples per instruction as JSON.

use super::sections::RenderJson;
use super::writer::JsonWriter;
use crate::view::ibs_sample::{CycleStatistics, IbsSamples};

impl RenderJson for IbsSamples {
    const KEY: Option<&'static str> = Some("IbsSampleView");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.key("Instructions");
        writer.array(|writer| {
            for row in &self.rows {
                writer.element();
                writer.object(|writer| {
                    let statistics = row.times.map(|times| {
                        [
                            ("CompletionToRetire", times.completion_to_retire),
                            ("DispatchToComplete", times.dispatch_to_complete),
                        ]
                    });
                    for (key, cycles) in statistics.into_iter().flatten() {
                        writer.key(key);
                        write_cycles(cycles, writer);
                    }
                    writer.integer("RetiredSamples", row.retired_samples);
                    writer.integer("Samples", row.samples);
                    if let Some(times) = row.times {
                        writer.key("TagToRetire");
                        write_cycles(times.tag_to_retire, writer);
                    }
                });
            }
        });
        writer.integer("Samples", self.samples());
        writer.integer("SamplingPeriod", self.sampling_period_micro_ops);
    }
}

fn write_cycles(cycles: CycleStatistics, writer: &mut JsonWriter) {
    writer.object(|writer| {
        writer.double("Mean", cycles.mean_cycles);
        writer.integer("P90", cycles.p90_cycles);
    });
}
