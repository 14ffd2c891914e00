//! Samples per instruction as JSON.

use super::writer::Writer;
use crate::view::ibs_sample::{CycleStatistics, IbsSamples};

/// Writes the members of the section.
pub(super) fn write(section: &IbsSamples, writer: &mut Writer) {
    writer.key("Instructions");
    writer.array(|writer| {
        for row in &section.rows {
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
    writer.integer("Samples", section.samples());
    writer.integer("SamplingPeriod", section.sampling_period_uops);
}

fn write_cycles(cycles: CycleStatistics, writer: &mut Writer) {
    writer.object(|writer| {
        writer.double("Mean", cycles.mean_cycles);
        writer.integer("P90", cycles.p90_cycles);
    });
}
