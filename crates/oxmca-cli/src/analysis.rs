//! The report on one input: its regions shared out to threads, and put together in their order.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use oxmca::{
    Code, CodeRegion, Format, Message, Options, Progress, RegionKey, RegionOutcome, RegionReporter,
};
use oxmca_driver::{Distinct, Pool, SharedCache, each_distinct, plan};

use crate::console::{self, Console, Failed};
use crate::flags::args::{Args, Json};
use crate::progress::{Watch, Work};
use crate::simulation;

/// Bytes of outcomes that inputs share.
const SHARED_BYTES: usize = 16 << 20;

/// The error when no region has an instruction left.
pub const NOTHING_TO_ANALYZE: &str = "no assembly instructions found.";

/// State that the inputs of one run share.
pub struct SharedState {
    /// Threads for all of them.
    pub pool: Pool,
    /// Outcomes of regions of any of them.
    outcomes: SharedCache<RegionKey<'static>, RegionOutcome>,
}

impl SharedState {
    /// Creates the state of a run with these threads.
    pub fn new(pool: Pool) -> SharedState {
        SharedState { pool, outcomes: SharedCache::new(SHARED_BYTES) }
    }
}

/// Writes out what is complete of a report and empties it, if that pays.
type Flush<'f> = dyn FnMut(&mut Vec<u8>) -> Result<(), Failed> + 'f;

/// Returns the form of report that the arguments ask for.
pub fn format(args: &Args) -> Format {
    match (args.picture, args.json) {
        (Some(picture), _) => picture.format(),
        (None, Json::Off) => Format::Text,
        (None, Json::Llvm) => Format::LlvmJson,
        (None, Json::Full) => Format::FullJson,
    }
}

/// Appends the report on every region to `out`, from which `flush` may take text that is complete so
/// far. After an error, text has the regions before it, and JSON nothing. An input that is one of
/// several has state to share with them.
///
/// # Errors
/// When a region cannot be analyzed or none has instructions, after the messages that say so, or when
/// `flush` fails.
pub fn report(
    args: &Args,
    code: &Code,
    shared: Option<&SharedState>,
    console: &mut dyn Console,
    out: &mut Vec<u8>,
    flush: &mut Flush<'_>,
) -> Result<(), Failed> {
    let options = simulation::options(args, code.session());
    let format = format(args);
    let regions: Vec<CodeRegion<'_>> = code.regions().collect();
    let work = Work {
        regions: regions.len() as u64,
        iterations: options.effective_iterations().into(),
        instructions: regions.iter().map(|region| region.len() as u64).sum(),
    };
    // Nothing else may run while code is measured.
    let measured = args.measure.map(|sections| sections(args, code)).transpose()?;
    let mut measured = measured.unwrap_or_default().into_iter();
    let watch = Watch::new(args.progress, work);
    let simulated = work.iterations.saturating_mul(work.instructions);
    let window = plan::window(args.jobs, regions.len(), simulated);
    let single = if window == 1 { Pool::single() } else { crate::threads::pool(args.jobs) };
    let pool = shared.map_or(&single, |shared| &shared.pool);
    // Iterations are counted for one region at a time.
    let progress = if window == 1 { watch.iterations() } else { None };
    let keys: Vec<Option<RegionKey<'_>>> = match regions.len() {
        1 => Vec::new(),
        _ => regions.iter().map(|region| region.outcome_key(&options, format)).collect(),
    };
    let reporters = Reporters::new(code, &options, format);
    let work_on = |region: &CodeRegion<'_>| {
        let find = || reporters.report(*region, progress);
        let key = shared.and_then(|shared| Some((shared, region.outcome_key(&options, format)?)));
        let outcome = match key {
            Some((shared, key)) => shared.outcomes.get_or(key.into_owned(), find, size_bytes),
            None => Arc::new(find()),
        };
        watch.region_done();
        outcome
    };
    let mut writer = code.report_writer(&options, format);
    let mut is_empty = true;
    let distinct = Distinct { items: &regions, keys: &keys, window };
    each_distinct(pool, &distinct, work_on, size_bytes, |region, outcome| {
        print_messages(code, &outcome.messages, console);
        let measured = measured.next().unwrap_or_default();
        let shared;
        let rendered = match Arc::try_unwrap(outcome) {
            Ok(outcome) => outcome.rendered.map(|rendered| rendered.map(Cow::Owned)),
            Err(outcome) => {
                shared = outcome;
                let rendered = shared.rendered.as_ref().map_err(|failed| *failed);
                rendered.map(|rendered| rendered.as_ref().map(Cow::Borrowed))
            }
        };
        if let Some(rendered) = rendered.map_err(|_| 1)? {
            is_empty = false;
            writer.add_in_pieces(*region, rendered, out, &mut *flush)?;
            out.extend(measured.as_bytes());
        }
        flush_text(format, out, flush)
    })?;
    if is_empty {
        return Err(console.failed(NOTHING_TO_ANALYZE));
    }
    writer.finish(out, flush)
}

/// Writes out text that is complete. Of a JSON document nothing is written before its end.
fn flush_text(format: Format, out: &mut Vec<u8>, flush: &mut Flush<'_>) -> Result<(), Failed> {
    match format {
        Format::Text => flush(out),
        _ => Ok(()),
    }
}

/// Prints messages about a region.
pub fn print_messages(code: &Code, messages: &[Message], console: &mut dyn Console) {
    if messages.is_empty() {
        return;
    }
    console.stderr(&console::rendered(|is_coloured, out| {
        messages.iter().for_each(|message| code.render_message(message, is_coloured, out));
    }));
}

/// Returns bytes of an outcome and its key, about.
fn size_bytes(key: &RegionKey<'_>, outcome: &RegionOutcome) -> usize {
    const MESSAGE_BYTES: usize = 100;
    let rendered = outcome.rendered.as_ref().ok().and_then(Option::as_ref);
    let rendered = rendered.map_or(0, oxmca::RenderedRegion::size_bytes);
    key.size_bytes()
        + rendered
        + outcome.messages.iter().map(Message::count).sum::<usize>() * MESSAGE_BYTES
}

/// Reporters that threads take turns with, as many as have been wanted at once, so that each finds
/// what is known already.
struct Reporters<'c> {
    code: &'c Code,
    options: &'c Options,
    format: Format,
    idle: Mutex<Vec<RegionReporter<'c>>>,
}

impl<'c> Reporters<'c> {
    fn new(code: &'c Code, options: &'c Options, format: Format) -> Self {
        Reporters { code, options, format, idle: Mutex::default() }
    }

    fn report(&self, region: CodeRegion<'_>, progress: Option<&Progress>) -> RegionOutcome {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop();
        let mut reporter = known.unwrap_or_else(|| self.code.reporter(self.options, self.format));
        let outcome = reporter.report(region, progress);
        idle().push(reporter);
        outcome
    }
}
