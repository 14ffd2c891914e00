//! Whole reports, put together from those on regions.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

use oxmca_asm::lossless;

use super::render::{RegionRenderer, RenderedRegion};
use super::{Code, CodeRegion, Failed, Format, Message};
use crate::options::Options;
use crate::report::Report;
use crate::report::json::full;
use crate::report::json::{self, Environment};
use crate::report::text::{self, RegionHeader};
use crate::report::{html, svg};

/// Bytes of a finished text that are copied at once on their way out.
const LONGEST_COPY_BYTES: usize = 1 << 20;

/// A report on a text while regions are added to it, in their order.
///
/// Text is complete after each region. Of a JSON document nothing is there before the end, since
/// nothing is printed of one that has an error.
pub struct ReportWriter<'c> {
    code: &'c Code,
    options: &'c Options,
    document: Document,
}

enum Document {
    Text { regions: usize },
    LlvmJson(json::Document),
    FullJson(Box<full::Document>),
    Bare,
    Drawings(Vec<svg::Drawing>),
    Page(Box<html::Page>),
}

impl Code {
    /// Begins a report on this text.
    pub fn report_writer<'c>(&'c self, options: &'c Options, format: Format) -> ReportWriter<'c> {
        let document = match format {
            Format::Text => Document::Text { regions: 0 },
            Format::LlvmJson => Document::LlvmJson(json::Document::new()),
            Format::FullJson => Document::FullJson(Box::new(self.empty_document(options))),
            Format::Dot => Document::Bare,
            Format::Svg => Document::Drawings(Vec::new()),
            Format::Html => {
                let mut page = html::Page::new(self.name());
                page.add(self.session().machine_of_page(options.simulation()));
                Document::Page(Box::new(page))
            }
        };
        ReportWriter { code: self, options, document }
    }

    /// Analyzes all regions and renders the whole report: for text and llvm-mca's JSON the bytes that
    /// llvm-mca prints. Messages about the regions are appended to `messages`.
    ///
    /// # Errors
    /// When a region cannot be analyzed or none has instructions; a message says so.
    pub fn report(
        &self,
        options: &Options,
        format: Format,
        messages: &mut Vec<Message>,
    ) -> Result<Vec<u8>, Failed> {
        let mut reporter = self.reporter(options, format);
        let mut writer = self.report_writer(options, format);
        let mut report = Vec::new();
        let mut is_empty = true;
        for region in self.regions() {
            let outcome = reporter.report(region, None);
            messages.extend(outcome.messages);
            if let Some(rendered) = outcome.rendered? {
                writer.add(region, Cow::Owned(rendered), &mut report);
                is_empty = false;
            }
        }
        if is_empty {
            messages.push(Message::error(crate::ErrorKind::Empty.to_string()));
            return Err(Failed);
        }
        writer.finish(&mut report, |_| Ok::<_, Failed>(()))?;
        Ok(report)
    }

    /// Returns the JSON document with everything about the regions. `reports` are those of the
    /// regions that have instructions, in order, all made with `options`.
    pub fn document(&self, reports: &[Report], options: &Options) -> full::Document {
        let mut document = self.empty_document(options);
        for (region, report) in self.regions().zip(reports) {
            document.add(region.document(report, options));
        }
        document
    }

    fn environment<'a>(&'a self, options: &'a Options) -> Environment<'a> {
        let session = self.session();
        Environment { triple: session.triple(), options, processor: session.processor() }
    }

    fn empty_document(&self, options: &Options) -> full::Document {
        let mut document = full::Document::new(self.name(), &self.environment(options));
        for diagnostic in self.diagnostics() {
            document.add_diagnostic(diagnostic, self.place(diagnostic.loc));
        }
        document
    }
}

impl ReportWriter<'_> {
    /// Adds a region, and appends those parts of the report to `out` that are complete. `rendered`
    /// must be in the writer's format; it is ignored if it is not.
    pub fn add(
        &mut self,
        region: CodeRegion<'_>,
        rendered: Cow<'_, RenderedRegion>,
        out: &mut Vec<u8>,
    ) {
        let added: Result<(), Infallible> = self.add_in_pieces(region, rendered, out, |_| Ok(()));
        match added {
            Ok(()) => {}
        }
    }

    /// Does the same as [`ReportWriter::add`]. From `out`, `flush` may take what is there.
    ///
    /// # Errors
    /// When `flush` fails; then nothing more is appended.
    pub fn add_in_pieces<E>(
        &mut self,
        region: CodeRegion<'_>,
        rendered: Cow<'_, RenderedRegion>,
        out: &mut Vec<u8>,
        mut flush: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        match (&mut self.document, &*rendered) {
            (Document::Text { regions }, RenderedRegion::LongText(text, timeline)) => {
                add_header(region, regions, out);
                timeline.write(text, |piece| {
                    out.extend_from_slice(&lossless::to_bytes(piece));
                    flush(out)
                })?;
            }
            (Document::Text { regions }, RenderedRegion::Text(text)) => {
                add_header(region, regions, out);
                // As a rule this is all there will be, and need not be copied.
                match rendered {
                    Cow::Owned(RenderedRegion::Text(text)) if out.is_empty() => {
                        *out = lossless::into_bytes(text);
                    }
                    _ => out.extend_from_slice(&lossless::to_bytes(text)),
                }
            }
            (Document::Bare, RenderedRegion::Bare(text)) => {
                out.extend_from_slice(text.trim_start_matches('\n').as_bytes());
            }
            (Document::Drawings(drawings), RenderedRegion::Drawing(drawing)) => {
                drawings.push((**drawing).clone());
            }
            (Document::Page(page), RenderedRegion::Html(rendered)) => {
                page.add_region((**rendered).clone());
            }
            (Document::LlvmJson(document), RenderedRegion::LlvmJson(rendered)) => {
                document.add(Arc::clone(rendered), region.name_bytes());
            }
            (Document::FullJson(document), RenderedRegion::FullJson(_)) => {
                if let RenderedRegion::FullJson(rendered) = rendered.into_owned() {
                    document.add(*rendered);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the report and appends it to `out`, from which `flush` may take what is there.
    ///
    /// # Errors
    /// When `flush` fails; then nothing more is appended.
    pub fn finish<E>(
        self,
        out: &mut Vec<u8>,
        mut flush: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.document {
            Document::Text { .. } | Document::Bare => Ok(()),
            Document::Drawings(drawings) => {
                out.extend_from_slice(svg::document(&drawings).as_bytes());
                flush(out)
            }
            Document::Page(page) => {
                out.extend_from_slice(page.to_text().as_bytes());
                flush(out)
            }
            Document::LlvmJson(document) => {
                document.write(&self.code.environment(self.options), |piece| {
                    for part in piece.as_bytes().chunks(LONGEST_COPY_BYTES) {
                        out.extend_from_slice(part);
                        flush(out)?;
                    }
                    Ok(())
                })
            }
            Document::FullJson(document) => document.write(|piece| {
                out.extend_from_slice(piece);
                flush(out)
            }),
        }
    }
}

/// Appends the header of a region, if it has one, and counts the region.
fn add_header(region: CodeRegion<'_>, regions: &mut usize, out: &mut Vec<u8>) {
    if region.is_marked() {
        let name = lossless::to_text(region.name_bytes());
        let mut header = String::new();
        text::header(RegionHeader { index: *regions, name: &name }, &mut header);
        out.extend_from_slice(&lossless::to_bytes(&header));
    }
    *regions += 1;
}

impl CodeRegion<'_> {
    /// Returns the region's part of [`Code::document`], from a report made with `options`.
    pub fn document(&self, report: &Report, options: &Options) -> full::Region {
        let mut renderer = RegionRenderer::new(self.code(), options, Format::FullJson);
        renderer.full_json(*self, report, &mut Vec::new())
    }

    /// Returns the report on the region as llvm-mca prints it, with its header if markers delimit
    /// it.
    pub fn render_text(&self, report: &Report, options: &Options) -> String {
        let mut renderer = RegionRenderer::new(self.code(), options, Format::Text);
        let rendered = renderer.text(*self, report, &mut Vec::new());
        let mut text = String::new();
        if self.is_marked() {
            text::header(RegionHeader { index: self.index(), name: &self.name() }, &mut text);
        }
        text.push_str(&rendered);
        text
    }
}
