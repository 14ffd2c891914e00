//! The options for reports that are looked at, which choose their views themselves.

use std::num::NonZero;

use crate::internals::EverySwitch;
use crate::options::Options;
use crate::session::Format;

/// Cycles that a drawn timeline shows, if no other number was chosen.
pub const SHOWN_CYCLES: u32 = 2000;

/// Returns options with the views that a report of a format needs: a page, a drawing or a graph. Other formats keep their
/// views.
#[must_use]
pub fn options(mut options: Options, format: Format) -> Options {
    let is_page = format == Format::Html;
    if !is_page && !matches!(format, Format::Svg | Format::Dot) {
        return options;
    }
    // Hardware mode has a simulation of its own.
    let has_simulation = options.hardware.is_none();
    options.timeline_max_cycles = NonZero::new(SHOWN_CYCLES);
    options.views = EverySwitch {
        summary: is_page && has_simulation,
        steady_state: is_page,
        explanation: is_page,
        bottleneck_analysis: false,
        instruction_info: is_page,
        dispatch_statistics: false,
        scheduler_statistics: false,
        retire_statistics: false,
        register_file_statistics: false,
        resource_pressure: is_page,
        source_listing: false,
        annotation: false,
        dependency_graph: is_page || format == Format::Dot,
        timeline: is_page || format == Format::Svg,
        #[cfg(test)]
        issue_gaps: false,
    }
    .into();
    options
}
