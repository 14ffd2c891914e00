//! Regions from analysis to rendered report, one after the other.

use super::render::{RegionRenderer, RenderedRegion};
use super::{Code, CodeRegion, Failed, Format, Message, RegionKey, message};
use crate::analyze::Analyzer;
use crate::error::ErrorKind;
use crate::options::{InstructionTables, Options};
use crate::progress::Progress;
use crate::report::Report;

/// The analysis of a region.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionAnalysis {
    /// Messages, in the order llvm-mca prints them.
    pub messages: Vec<Message>,
    /// The report; `None` if there is nothing to report on.
    ///
    /// # Errors
    /// When the region cannot be analyzed; the messages say why.
    pub report: Result<Option<Report>, Failed>,
}

/// A region's part of a report, and the messages about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionOutcome {
    /// Messages, in the order llvm-mca prints them.
    pub messages: Vec<Message>,
    /// The rendered report; `None` if there is nothing to report on.
    ///
    /// # Errors
    /// When the region cannot be analyzed or shown; the messages say why.
    pub rendered: Result<Option<RenderedRegion>, Failed>,
}

/// Analyzes and renders regions of a text, one after the other. It keeps what regions have in common:
/// a thread makes one and uses it for all its regions.
pub struct RegionReporter<'c> {
    code: &'c Code,
    options: &'c Options,
    /// In a box, since reporters are moved for every region.
    analyzer: Box<Analyzer<'c>>,
    renderer: RegionRenderer<'c>,
}

impl Code {
    /// Returns a reporter on regions of this text.
    pub fn reporter<'c>(&'c self, options: &'c Options, format: Format) -> RegionReporter<'c> {
        RegionReporter {
            code: self,
            options,
            analyzer: Box::new(self.session().analyzer(options)),
            renderer: RegionRenderer::new(self, options, format),
        }
    }
}

impl<'c> CodeRegion<'c> {
    /// Returns the key by which equal regions have equal outcomes; `None` if outcomes depend on
    /// where the region is written, as comments of the source, source lines and messages about
    /// encodings do.
    pub fn outcome_key(&self, options: &Options, format: Format) -> Option<RegionKey<'c>> {
        let depends_on_place = format == Format::FullJson
            || options.instruction_tables == InstructionTables::Full
            || options.show_encoding
            || options.views.source_listing
            || options.views.explanation
            || options.views.annotation;
        (!depends_on_place).then(|| self.key())
    }
}

impl<'c> RegionReporter<'c> {
    /// Analyzes and renders a region of the reporter's text. `progress` counts iterations.
    pub fn report(&mut self, region: CodeRegion<'_>, progress: Option<&Progress>) -> RegionOutcome {
        let RegionAnalysis { mut messages, report } = self.analyze(region, progress);
        let rendered = match report {
            Ok(Some(report)) => self.renderer.render(region, &report, &mut messages).map(Some),
            Ok(None) => Ok(None),
            Err(failed) => Err(failed),
        };
        RegionOutcome { messages, rendered }
    }

    /// Analyzes a region of the reporter's text.
    pub fn analyze(
        &mut self,
        region: CodeRegion<'_>,
        progress: Option<&Progress>,
    ) -> RegionAnalysis {
        let result = region.try_analyze(&mut self.analyzer, progress);
        let options = self.options;
        let mut messages = Vec::new();
        let notices = match &result {
            Ok(report) => &report.notices,
            Err(error) => &error.notices,
        };
        let print = |instruction: usize, out: &mut String| {
            if let Some(index) = region.region.indices().nth(instruction) {
                region.code.print_inst_at(index, out);
            }
        };
        let skips = options.skip_unsupported;
        message::notices(notices, skips, &print, &mut messages);
        let report = match result {
            Ok(report) => Ok(Some(report)),
            Err(error) => {
                message::failure(&error, skips, &print, &mut messages);
                match error.kind {
                    ErrorKind::Empty => Ok(None),
                    _ => Err(Failed),
                }
            }
        };
        let processor = self.code.session().processor();
        if matches!(report, Ok(Some(_)))
            && options.views.bottleneck_analysis
            && !processor.is_out_of_order()
            && options.instruction_tables == InstructionTables::None
        {
            messages.push(Message::warning(format!(
                "bottleneck analysis is not supported for in-order CPU '{}'.",
                processor.subtarget().requested_cpu_name(processor.tables())
            )));
        }
        if let Ok(Some(report)) = &report {
            message::hazard_warnings(&report.hazard_warnings, &mut messages);
        }
        RegionAnalysis { messages, report }
    }
}
