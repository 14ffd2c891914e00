//! Reports on the regions of the input, which are analyzed apart, by several threads if that pays,
//! and put together in their order.

mod known;
mod outcome;
mod plan;
mod window;
mod workers;

use std::sync::Arc;

use oxmca::report::json;
use oxmca::report::json::full::{self, Lines};
use oxmca::report::text::{self, RegionHeader};
use oxmca::{Options, Processor};
use oxmca_asm::Subtarget;
use oxmca_asm::lossless;
use oxmca_asm::parser::Parsed;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::source::Sources;

use crate::console;
use crate::flags::args::{Args, Json};
use crate::jobs::Jobs;
use crate::progress::{Watch, Work};
use crate::run::{Failed, NOTHING_TO_ANALYZE, failed};
use crate::simulation;
use crate::target::Selected;
use known::Known;
pub use known::{Kept, Question, Shared};
use outcome::Piece;
pub use outcome::{Outcome, question};
use window::Window;
use workers::Workers;

/// Groups of regions that are begun for each thread before the first of them is added.
const AHEAD: usize = 4;

/// A report while regions are added to it.
enum Form<'o> {
    Text { out: &'o mut Vec<u8>, count: usize },
    Json(json::Document),
    FullJson(Box<full::Document>),
}

/// Writes out what is complete so far and empties it, if that pays.
type Flush<'f> = dyn FnMut(&mut Vec<u8>) -> Result<(), Failed> + 'f;

impl Form<'_> {
    /// Says what is to be said of a region, and adds what there is to report; says whether there is.
    fn add(&mut self, region: &Region, outcome: Arc<Outcome>) -> Result<bool, Failed> {
        if !outcome.said.is_empty() {
            console::raw(&outcome.said);
        }
        let Some(piece) = outcome.result.as_ref().map_err(|failed| *failed)? else {
            return Ok(false);
        };
        match (self, piece) {
            (Form::Text { out, count }, Piece::Text(text)) => {
                if region.is_marked() {
                    let name = lossless::to_text(&region.name);
                    let mut header = String::new();
                    text::header(RegionHeader { index: *count, name: &name }, &mut header);
                    out.extend_from_slice(&lossless::to_bytes(&header));
                }
                *count += 1;
                if out.is_empty() {
                    // As a rule this is all there will be, and need not be copied.
                    if let Ok(Some(Piece::Text(text))) = Arc::unwrap_or_clone(outcome).result {
                        **out = lossless::into_bytes(text);
                    }
                } else {
                    out.extend_from_slice(&lossless::to_bytes(text));
                }
            }
            (Form::Json(document), Piece::Json(piece)) => {
                document.add(Arc::clone(piece), &region.name);
            }
            (Form::FullJson(document), Piece::FullJson(_)) => {
                if let Ok(Some(Piece::FullJson(piece))) = Arc::unwrap_or_clone(outcome).result {
                    document.add(*piece);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Writes out what is complete, if that pays.
    fn flush(&mut self, flush: &mut Flush<'_>) -> Result<(), Failed> {
        match self {
            Form::Text { out, .. } => flush(out),
            Form::Json(_) | Form::FullJson(_) => Ok(()),
        }
    }
}

/// What the inputs of one run have in common.
pub struct Company {
    /// Threads for all of them.
    pub jobs: Jobs,
    /// Regions that were analyzed for any of them.
    pub known: Shared<Outcome>,
}

/// What every region of the input is analyzed and shown with.
pub struct Reporter<'a> {
    args: &'a Args,
    selected: &'a Selected,
    subtarget: &'a Subtarget<'a>,
    sources: &'a Sources,
    parsed: &'a Parsed,
    processor: Processor<'a>,
    printing: PrintOptions,
    company: Option<&'a Company>,
}

impl<'a> Reporter<'a> {
    /// Prepares the CPU and the printer. A printer for `-output-asm-variant` must exist. An input
    /// that is not alone has company.
    ///
    /// # Errors
    /// When the CPU cannot be simulated; that has then been said.
    pub fn new(
        args: &'a Args,
        selected: &'a Selected,
        subtarget: &'a Subtarget<'a>,
        sources: &'a Sources,
        parsed: &'a Parsed,
        company: Option<&'a Company>,
    ) -> Result<Self, Failed> {
        let dialect = u8::try_from(args.output_asm_variant).unwrap_or(parsed.dialect as u8);
        Ok(Reporter {
            args,
            selected,
            subtarget,
            sources,
            parsed,
            processor: Processor::new(subtarget).map_err(|error| failed(&error.to_string()))?,
            printing: PrintOptions {
                dialect,
                hex_immediates: args.print_imm_hex,
                expression_dialect: args.input_dialect as u8,
                at_in_names: selected.syntax.at_in_name,
            },
            company,
        })
    }

    /// Appends the report on every region to `out`, which `flush` may empty whenever text is
    /// complete so far. In case of an error the text has the regions before it, and JSON has
    /// nothing.
    ///
    /// # Errors
    /// When a region cannot be analyzed or none has instructions, which has then been said, or when
    /// `flush` fails.
    pub fn report(&self, out: &mut Vec<u8>, flush: &mut Flush<'_>) -> Result<(), Failed> {
        let options = simulation::options(self.args, self.processor.is_out_of_order());
        let environment = json::Environment {
            triple: self.selected.triple.as_str(),
            options: &options,
            processor: &self.processor,
        };
        let lines = (self.args.json == Json::Full).then(|| Lines::new(self.sources));
        let mut form = match &lines {
            Some(lines) => Form::FullJson(Box::new(self.full_json(&environment, lines))),
            None if self.args.json == Json::Llvm => Form::Json(json::Document::new()),
            None => Form::Text { out, count: 0 },
        };
        let is_any = self.regions(&options, lines.as_ref(), &mut form, flush)?;
        if !is_any {
            return Err(failed(NOTHING_TO_ANALYZE));
        }
        match form {
            Form::Text { .. } => {}
            Form::Json(document) => document.write(&environment, |piece| {
                out.extend_from_slice(piece.as_bytes());
                flush(out)
            })?,
            Form::FullJson(document) => out.extend_from_slice(document.to_text().as_bytes()),
        }
        Ok(())
    }

    /// Adds every region to the report, in order, and says whether there is any.
    fn regions(
        &self,
        options: &Options,
        lines: Option<&Lines>,
        form: &mut Form<'_>,
        flush: &mut Flush<'_>,
    ) -> Result<bool, Failed> {
        let regions: Vec<&Region> =
            self.parsed.regions.iter().filter(|region| !region.is_empty()).collect();
        let work = Work {
            regions: regions.len() as u64,
            iterations: options.effective_iterations().into(),
            instructions: regions.iter().map(|region| region.indices().count() as u64).sum(),
        };
        let watch = Watch::new(self.args.progress, work);
        let simulated = work.iterations.saturating_mul(work.instructions);
        let window = plan::window(self.args.jobs, regions.len(), simulated);
        // How many processors there are is asked only where it matters.
        let alone = Jobs::new(if window == 1 { 1 } else { self.args.jobs });
        let jobs = self.company.map_or(&alone, |company| &company.jobs);
        // Iterations are counted for one region at a time.
        let progress = if window == 1 { watch.iterations() } else { None };
        let mut questions: Vec<Option<Question<'_>>> = match regions.len() {
            1 => vec![None],
            _ => regions.iter().map(|region| self.question(region)).collect(),
        };
        known::keep_repeated(&mut questions);
        let mut known = Known::default();
        let workers = Workers::new(&self.processor, self.selected.target, options);
        let mut is_any = false;
        for (regions, questions) in regions.chunks(window).zip(questions.chunks(window)) {
            let (mut window, new) = Window::new(regions, questions, &known);
            let find = |at: &usize| {
                let region = regions[*at];
                let find = || self.outcome(region, &workers, lines, progress);
                let asked = self.company.and_then(|it| Some((it, self.question(region)?)));
                let outcome = match asked {
                    Some((company, question)) => company.known.get_or(question, find),
                    None => Arc::new(find()),
                };
                watch.region_done();
                outcome
            };
            let find_all = |group: &&[usize]| group.iter().map(find).collect::<Vec<_>>();
            let mut add_all = |window: &mut Window<'_, '_>| {
                window.try_for_each(|(region, outcome)| {
                    is_any |= form.add(region, outcome)?;
                    form.flush(flush)
                })
            };
            add_all(&mut window)?;
            let groups: Vec<&[usize]> = new.chunks(plan::group(new.len(), jobs.count())).collect();
            jobs.in_order(&groups, AHEAD, find_all, |group, outcomes| {
                for (at, outcome) in group.iter().zip(outcomes) {
                    window.add(*at, outcome, &mut known);
                }
                add_all(&mut window)
            })?;
        }
        Ok(is_any)
    }

    /// The document with everything, before any region.
    fn full_json(&self, environment: &json::Environment<'_>, lines: &Lines) -> full::Document {
        let mut document = full::Document::new(self.sources.main().name(), environment);
        for diagnostic in &self.parsed.diagnostics {
            document.add_diagnostic(diagnostic, lines.place(diagnostic.loc));
        }
        document
    }
}
