//! Requests of the page.

use oxmca::options::{OPTIONS, OptionList};
use oxmca::{Format, Options, RequestedOptions, Session, TextOptions};
use oxmca_asm::Dialect;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A question about a text on a CPU.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
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
    /// The text of a hardware file of the user's, which hardware mode takes; empty if there is none.
    pub hardware_model: String,
    /// The number of a loop of the text, from 1; 0 for all of it.
    #[serde(rename = "loop")]
    pub chosen_loop: usize,
    /// Adds the report as text.
    pub with_text: bool,
    /// All other members: options by their names in the list.
    #[serde(flatten)]
    pub(crate) members: Map<String, Value>,
    /// The options.
    #[serde(skip)]
    pub requested: RequestedOptions,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// When it is no JSON of this form, with the reason.
    pub fn read(text: &str) -> Result<Request, String> {
        Request::read_with(text, OPTIONS)
    }

    /// Reads a request with the options of a list. Words that are empty are no values.
    ///
    /// # Errors
    /// When it is no JSON of this form, with the reason.
    pub fn read_with(text: &str, list: OptionList) -> Result<Request, String> {
        let mut request: Request = serde_json::from_str(text).map_err(|error| error.to_string())?;
        for (name, value) in std::mem::take(&mut request.members) {
            if value != "" {
                let set = list.set(&mut request.requested, &name, &value);
                set.map_err(|error| error.to_string())?;
            }
        }
        Ok(request)
    }

    /// Returns the features, one by one.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &str> {
        self.features.split(',').map(str::trim).filter(|it| !it.is_empty())
    }

    /// Returns the options of reading the text.
    pub(crate) fn text_options(&self) -> TextOptions {
        TextOptions::with(|it| {
            it.dialect = match &*self.syntax {
                "intel" => Some(Dialect::new("intel")),
                "att" => Some(Dialect::new("att")),
                _ => None,
            };
            it.collects_layout = true;
        })
    }

    /// Returns the options of the analysis on the CPU of a session, whose model is chosen if none is asked for.
    pub(crate) fn requested_on(&self, session: &Session) -> RequestedOptions {
        let mut requested = self.requested.clone();
        session.choose_model(&mut requested);
        requested
    }

    /// Returns the options of simulating.
    pub(crate) fn options(&self, session: &Session) -> Options {
        self.requested_on(session).for_numbers()
    }

    /// Returns the options of the report on a page.
    pub(crate) fn page_options(&self, session: &Session) -> Options {
        self.requested_on(session).for_report(Format::Html)
    }
}
