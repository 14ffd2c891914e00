//! Requests of the page.

use std::num::NonZero;

use oxmca::hardware::HardwareOptions;
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
    /// Hardware mode.
    pub hardware: bool,
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
            it.hardware = self.hardware.then(HardwareOptions::default);
        })
    }

    /// The options of the report on a page.
    pub(crate) fn page_options(&self) -> Options {
        picture::options(self.options(), Format::Html)
    }
}
