//! Rendering of reports on regions, one after the other.

use std::convert::Infallible;
use std::sync::Arc;

use oxmca_asm::diagnostic::{Diagnostic, Pass, Severity};
use oxmca_asm::source::{Loc, LocRange};
use oxmca_asm::target::EncodeError;
use rustc_hash::FxHashMap;

use super::{Code, CodeRegion, Failed, Format, Message, SourceFrame, source_comment};
use crate::analyze::Analyzer;
use crate::options::{InstructionTables, Options};
use crate::report::json::full;
use crate::report::json::{self, Phrases};
use crate::report::text::{LongTimeline, Renderer, Texts};
use crate::report::{Printed, Report};
use crate::report::{html, svg};

/// A region's part of a report, without what depends on the regions before it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RenderedRegion {
    /// Text without a header.
    Text(String),
    /// Text without a header, and rows within it that are rendered as they are written.
    LongText(String, Box<LongTimeline>),
    /// An element of llvm-mca's document.
    LlvmJson(Arc<json::Region>),
    /// An element of our document.
    FullJson(Box<full::Region>),
    /// Text that stands in its report without a header.
    Bare(String),
    /// A part of a drawing.
    Drawing(Box<svg::Drawing>),
    /// A region of a page.
    Html(Box<html::Region>),
}

impl RenderedRegion {
    /// Returns bytes of its text, as far as it is text already.
    pub fn size_bytes(&self) -> usize {
        match self {
            RenderedRegion::Text(text) => text.len(),
            RenderedRegion::LongText(text, timeline) => text.len() + timeline.size_bytes(),
            RenderedRegion::LlvmJson(region) => region.size(),
            RenderedRegion::Bare(text) => text.len(),
            RenderedRegion::Drawing(drawing) => drawing.size_bytes(),
            RenderedRegion::FullJson(_) | RenderedRegion::Html(_) => 0,
        }
    }
}

/// Renders reports on regions of a text, and keeps what they have in common.
pub(super) struct RegionRenderer<'c> {
    code: &'c Code,
    options: &'c Options,
    format: Format,
    renderer: Renderer,
    phrases: Phrases,
    /// Instructions of the region at hand as text.
    printed: Printed,
    /// Texts of instructions that are in several regions, by the index of the first.
    shared_texts: FxHashMap<u32, Box<str>>,
}

impl<'c> RegionRenderer<'c> {
    pub fn new(code: &'c Code, options: &'c Options, format: Format) -> Self {
        RegionRenderer {
            code,
            options,
            format,
            renderer: Renderer::default(),
            phrases: Phrases::default(),
            printed: Printed::default(),
            shared_texts: FxHashMap::default(),
        }
    }

    /// Renders the report on a region of the text, and appends messages about it.
    ///
    /// # Errors
    /// When the report would be too long; a message says so.
    pub fn render(
        &mut self,
        region: CodeRegion<'_>,
        report: &Report,
        messages: &mut Vec<Message>,
    ) -> Result<RenderedRegion, Failed> {
        if let Some(message) = timeline_too_long(report, self.format) {
            messages.push(message);
            return Err(Failed);
        }
        Ok(match self.format {
            Format::Text => {
                let (text, long_timeline) = self.text_but_long_timeline(region, report, messages);
                match long_timeline {
                    None => RenderedRegion::Text(text),
                    Some(timeline) => RenderedRegion::LongText(text, Box::new(timeline)),
                }
            }
            Format::LlvmJson => {
                self.print(region);
                let region = json::Region::new(report, &self.printed, &mut self.phrases);
                RenderedRegion::LlvmJson(Arc::new(region))
            }
            Format::Dot => RenderedRegion::Bare(self.text(region, report, messages)),
            Format::Svg => {
                self.print(region);
                let drawing = svg::Drawing::new(report, &self.printed, &region.name());
                RenderedRegion::Drawing(Box::new(drawing))
            }
            Format::Html => RenderedRegion::Html(Box::new(self.html(region, report))),
            Format::FullJson => {
                RenderedRegion::FullJson(Box::new(self.full_json(region, report, messages)))
            }
        })
    }

    /// Returns a region's text, without a header.
    pub fn text(
        &mut self,
        region: CodeRegion<'_>,
        report: &Report,
        messages: &mut Vec<Message>,
    ) -> String {
        let (text, long_timeline) = self.text_but_long_timeline(region, report, messages);
        let Some(timeline) = long_timeline else { return text };
        let mut whole = String::new();
        let written: Result<(), Infallible> = timeline.write(&text, |piece| {
            whole.push_str(piece);
            Ok(())
        });
        match written {
            Ok(()) => whole,
        }
    }

    /// Returns a region's text, without a header, and without the rows of its timeline if these are
    /// long.
    fn text_but_long_timeline(
        &mut self,
        region: CodeRegion<'_>,
        report: &Report,
        messages: &mut Vec<Message>,
    ) -> (String, Option<LongTimeline>) {
        let encodings = match report.instruction_info() {
            Some(info) if info.show_encoding => encodings(region, &report.sources, messages),
            _ => Vec::new(),
        };
        let comment = |location: Loc| source_comment::after(&region.code.sources, location);
        let comments: Vec<String> = match self.options.instruction_tables {
            InstructionTables::Full => region.locations().map(comment).collect(),
            InstructionTables::None | InstructionTables::Normal => Vec::new(),
        };
        self.print(region);
        let shows_places = report.explanation().is_some() || report.annotation().is_some();
        let (places, addresses) = match shows_places {
            true => (region.places(), region.addresses()),
            false => (Vec::new(), None),
        };
        let texts = Texts {
            instructions: &self.printed,
            encodings: &encodings,
            comments: &comments,
            source_frames: &source_frames(region, report),
            register_name: &|reg| region.code.register_name(reg),
            opcode_name: &|opcode| region.code.session().tables().opcode_name(opcode).to_owned(),
            places: &places,
            addresses: addresses.as_deref(),
            name: &region.name(),
            region: None,
        };
        let mut text = String::new();
        let long_timeline = self.renderer.render_but_long_timeline(report, &texts, &mut text);
        (text, long_timeline)
    }

    /// Returns a region's part of our JSON document.
    pub fn full_json(
        &mut self,
        region: CodeRegion<'_>,
        report: &Report,
        messages: &mut Vec<Message>,
    ) -> full::Region {
        let shows_encoding = self.options.show_encoding;
        let encodings = shows_encoding.then(|| encodings(region, &report.sources, messages));
        self.print(region);
        let addresses = region.addresses();
        let texts = full::Texts {
            name: region.name_bytes(),
            is_marked: region.is_marked(),
            insts: &region.instructions(),
            instruments: &region.instruments(),
            instructions: &self.printed,
            places: &region.places(),
            addresses: addresses.as_deref(),
            encodings: encodings.as_deref(),
            source_frames: &source_frames(region, report),
            register_name: &|reg| region.code.register_name(reg),
            opcode_name: &|opcode| region.code.session().tables().opcode_name(opcode).to_owned(),
        };
        full::Region::new(report, &texts, self.code.session().processor().is_out_of_order())
    }

    /// Returns a region of a page.
    fn html(&mut self, region: CodeRegion<'_>, report: &Report) -> html::Region {
        self.print(region);
        let addresses = region.addresses();
        let lines = region.code.source_lines();
        let frames: Vec<&[SourceFrame]> =
            region.region.indices().map(|index| lines.of_instruction(index)).collect();
        let texts = full::Texts {
            name: region.name_bytes(),
            is_marked: region.is_marked(),
            insts: &region.instructions(),
            instruments: &region.instruments(),
            instructions: &self.printed,
            places: &region.places(),
            addresses: addresses.as_deref(),
            encodings: None,
            source_frames: &frames,
            register_name: &|reg| region.code.register_name(reg),
            opcode_name: &|opcode| region.code.session().tables().opcode_name(opcode).to_owned(),
        };
        html::Region::new(report, &texts)
    }

    /// Prints the instructions of a region. An instruction that the parser knows to be equal to an
    /// earlier one is printed once.
    fn print(&mut self, region: CodeRegion<'_>) {
        self.printed.clear(Analyzer::MOST_KEPT_INSTRUCTIONS);
        let (code, parsed) = (region.code, &region.code.parsed);
        // Texts are shared by numbers of instructions, which another code gives to others.
        let can_share = std::ptr::eq(code, self.code);
        let is_contiguous = region.region.instructions.len() == 1;
        for (at, index) in region.region.indices().enumerate() {
            let original = parsed.originals[index];
            let distance = index - original as usize;
            if distance == 0 {
                self.printed.add(|text| code.print_inst_at(index, text));
            } else if distance <= at && is_contiguous {
                self.printed.add_again(at - distance);
            } else if !can_share {
                self.printed.add(|text| code.print_inst_at(index, text));
            } else {
                let shared = self.shared_texts.entry(original).or_insert_with(|| {
                    let mut text = String::new();
                    code.print_inst_at(index, &mut text);
                    text.into()
                });
                self.printed.add(|text| text.push_str(shared));
            }
        }
    }
}

/// Returns the source lines of the instructions of a region, if its report shows them.
fn source_frames<'c>(region: CodeRegion<'c>, report: &Report) -> Vec<&'c [SourceFrame]> {
    if report.source_listing().is_none() && report.explanation().is_none() {
        return Vec::new();
    }
    let lines = region.code.source_lines();
    region.region.indices().map(|index| lines.of_instruction(index)).collect()
}

/// Returns the machine code of the instructions of a region that are reported on, empty for those without: the
/// bytes that they were decoded from, if they were. Appends a message about each that is longer than the CPU takes.
fn encodings(
    region: CodeRegion<'_>,
    reported: &[usize],
    messages: &mut Vec<Message>,
) -> Vec<Vec<u8>> {
    let (insts, locations) = (region.instructions(), region.locations().collect::<Vec<_>>());
    let mut encodings = vec![Vec::new(); insts.len()];
    if let Some(decoded) = region.code.decoded_bytes() {
        for (encoding, index) in encodings.iter_mut().zip(region.region.indices()) {
            encoding.extend_from_slice(decoded.of_instruction(index));
        }
        return encodings;
    }
    let indices: Vec<usize> = region.region.indices().collect();
    for &source in reported {
        let code: &mut Vec<u8> = &mut encodings[source];
        let mut report = |loc: Loc, message: String| {
            messages.push(Message::AtSource(Diagnostic {
                severity: Severity::Error,
                loc,
                range: LocRange::NONE,
                suggestion: None,
                message: message.into_bytes(),
                pass: Pass::Both,
                origin: None,
            }));
        };
        match region.code.session().encode(&insts[source], code) {
            Ok(()) => {
                if let Some(error) = region.code.parsed.encoding_error(indices[source]) {
                    report(error.loc, error.message.to_owned());
                }
            }
            Err(error @ EncodeError::TooLong { .. }) => {
                report(locations[source], error.to_string())
            }
            Err(_) => code.clear(),
        }
    }
    encodings
}

/// The most characters of a timeline, which grows with the square of its iterations.
const MAX_TIMELINE_BYTES: u64 = 1 << 31;

/// Most instructions of a timeline in a JSON document, which is in memory as a whole.
const MAX_JSON_ENTRIES: u64 = 1 << 19;

/// Returns the message that a timeline is too long to be rendered, if it is.
fn timeline_too_long(report: &Report, format: Format) -> Option<Message> {
    let timeline = report.timeline()?;
    let rows = timeline.shown_entries().len() as u64;
    let columns = u64::from(timeline.last_column());
    let is_too_long = match format {
        Format::Text => rows.saturating_mul(columns) > MAX_TIMELINE_BYTES,
        Format::Svg => rows.saturating_mul(columns) > MAX_TIMELINE_BYTES || rows > MAX_JSON_ENTRIES,
        Format::LlvmJson | Format::FullJson | Format::Html | Format::Dot => rows > MAX_JSON_ENTRIES,
    };
    is_too_long.then(|| {
        Message::error(format!(
            "a timeline of {rows} instructions over {columns} cycles is too long, use \
             -timeline-max-iterations or -timeline-max-cycles."
        ))
    })
}
