//! Requests of the page.

use std::num::NonZero;

use oxmca::hardware::{Delivery, HardwareOptions};
use oxmca::report::picture;
use oxmca::{Format, Options, TextOptions};
use oxmca_asm::Dialect;
use serde::Deserialize;

/// A question about a text on a CPU.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The assembly.
    pub text: String,
    /// The CPU.
    pub cpu: String,
    /// `att` or `intel`; empty for the target's own.
    pub syntax: String,
    /// The triple; empty for the engine's.
    pub triple: String,
    /// Features to add or remove: `+avx,-sse4a`.
    pub features: String,
    /// Iterations; 100 if 0.
    pub iterations: u32,
    /// Iterations of the timeline; 10 if 0.
    pub timeline_iterations: u32,
    /// Micro-ops dispatched per cycle; the CPU's if 0.
    pub dispatch_width: u32,
    /// Physical registers for renaming; the CPU's if 0.
    pub register_file_size: u32,
    /// Entries of the load queue; the CPU's if 0.
    pub load_queue_size: u32,
    /// Entries of the store queue; the CPU's if 0.
    pub store_queue_size: u32,
    /// Cycles that a call is assumed to take; 100 if 0.
    pub call_latency: u32,
    /// Loads may read what stores before them write.
    pub may_alias: bool,
    /// Leaves out lines that do not parse, and instructions that the CPU's model does not know.
    pub skips_unsupported: bool,
    /// Hardware mode.
    pub hardware: bool,
    /// The way in which hardware mode gets the code, `unrolled` or `loop`; empty if a branch at its end decides.
    pub delivery: String,
    /// Another thread runs the same code on the same core, in hardware mode.
    pub two_threads: bool,
    /// The number of a loop of the text, from 1; 0 for all of it.
    #[serde(rename = "loop")]
    pub chosen_loop: usize,
    /// Adds the report as text.
    pub with_text: bool,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// When it is no JSON of this form, with the reason.
    pub fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The features, one by one.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &str> {
        self.features.split(',').map(str::trim).filter(|it| !it.is_empty())
    }

    /// The options of reading the text.
    pub(crate) fn text_options(&self) -> TextOptions {
        TextOptions::with(|it| {
            it.dialect = match &*self.syntax {
                "intel" => Some(Dialect::Intel),
                "att" => Some(Dialect::Att),
                _ => None,
            };
            it.collects_layout = true;
        })
    }

    /// The options of simulating.
    pub(crate) fn options(&self) -> Options {
        Options::with(|it| {
            it.iterations = NonZero::new(self.iterations);
            it.timeline_max_iterations = NonZero::new(self.timeline_iterations);
            it.dispatch_width_micro_ops = NonZero::new(self.dispatch_width);
            it.register_file_size_registers = NonZero::new(self.register_file_size);
            it.load_queue_size_entries = NonZero::new(self.load_queue_size);
            it.store_queue_size_entries = NonZero::new(self.store_queue_size);
            if self.call_latency > 0 {
                it.call_latency_cycles = self.call_latency;
            }
            it.assume_no_alias = !self.may_alias;
            it.skip_unsupported = self.skips_unsupported;
            it.hardware = self.hardware.then(|| self.hardware_options());
        })
    }

    fn hardware_options(&self) -> HardwareOptions {
        HardwareOptions::with(|it| {
            it.delivery = match &*self.delivery {
                "unrolled" => Some(Delivery::Unrolled),
                "loop" => Some(Delivery::Loop),
                _ => None,
            };
            it.has_two_threads = self.two_threads;
        })
    }

    /// The options of the report on a page.
    pub(crate) fn page_options(&self) -> Options {
        picture::options(self.options(), Format::Html)
    }
}
