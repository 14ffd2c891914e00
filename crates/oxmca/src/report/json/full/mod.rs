//! JSON with everything that is in a report, and what the report is about: one document for all
//! regions. The default document, [`super::Document`], is llvm-mca's and has less.
//!
//! [`SCHEMA`] describes the document. [`Code::document`](crate::Code::document) makes one:
//!
//! ```
//! use oxmca::{Options, Session, Views};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let session = Session::new("x86_64-unknown-unknown", "znver4", [])?;
//!     let code = session.parse("imulq %rsi, %rdi\naddq %rdi, %rax")?;
//!     let options = Options::with(|it| {
//!         it.views = Views::supported(session.processor());
//!         it.show_resource_uses = true;
//!     });
//!     let reports = code.regions().map(|region| region.analyze(&options));
//!     let reports = reports.collect::<Result<Vec<_>, _>>()?;
//!
//!     let document = code.document(&reports, &options);
//!     let value = serde_json::to_value(&document)?; // or document.to_text()
//!     let region = &value["regions"][0];
//!     assert_eq!(region["instructions"][1]["line"], 2);
//!     assert_eq!(region["instruction_info"][0]["latency_cycles"], 3);
//!     assert_eq!(region["timeline"]["entries"][0]["dispatched_at_cycle"], 0);
//!     Ok(())
//! }
//! ```

mod annotation;
mod dependency_graph;
mod environment;
pub(crate) mod explanation;
mod ibs_samples;
mod pieces;
mod reach;
mod region;
pub(crate) mod sections;
mod source_listing;
mod stalls;
pub(crate) mod steady_state;
mod summary;
mod texts;
pub(crate) mod work;

use std::io::{self, Write};

use oxmca_asm::diagnostic::{Diagnostic, Severity};
use serde::Serialize;

use super::Environment;
use crate::report::Report;
use crate::source::Place;
use environment::{Parameters, Target};
use pieces::Pieces;
pub use region::Region;
pub use steady_state::{Fraction, IterationCost};
pub use summary::SummaryDocument;
pub use texts::Texts;
use texts::lossy;
pub use work::WorkDocument;

/// A JSON Schema (draft 2020-12) of the document, with a description of every property.
pub const SCHEMA: &str = include_str!("../../../../schema/oxmca-report.schema.json");

/// Version of the document's form. The first number grows when a property is removed or changes its
/// meaning, the second when one is added.
pub const SCHEMA_VERSION: &str = "2.0";

/// Identifies [`SCHEMA`]; it is the `$id` there.
pub const SCHEMA_ID: &str = "urn:oxmca:report:2.0";

/// A document to which regions are added one by one. It implements [`Serialize`], for formats other
/// than [`Document::to_text`]'s.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    schema: &'static str,
    schema_version: &'static str,
    generator: Generator,
    input: String,
    parameters: Parameters,
    target: Target,
    diagnostics: Vec<DiagnosticDocument>,
    regions: Vec<Region>,
}

#[derive(Clone, Debug, Serialize)]
struct Generator {
    name: &'static str,
    version: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct DiagnosticDocument {
    severity: &'static str,
    line: Option<u32>,
    column: Option<u32>,
    message: String,
}

impl Document {
    /// Creates a document without regions. `input` names the text, for example by its path.
    pub fn new(input: &str, environment: &Environment<'_>) -> Self {
        Document {
            schema: SCHEMA_ID,
            schema_version: SCHEMA_VERSION,
            generator: Generator { name: "oxmca", version: env!("CARGO_PKG_VERSION") },
            input: input.to_owned(),
            parameters: Parameters::from(environment.options),
            target: Target::new(environment.triple, environment.processor),
            diagnostics: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Adds a message of the parser.
    pub fn add_diagnostic(&mut self, diagnostic: &Diagnostic, place: Option<Place>) {
        self.diagnostics.push(DiagnosticDocument {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning | Severity::Plain => "warning",
                Severity::Note => "note",
            },
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            message: lossy(&diagnostic.message),
        });
    }

    /// Adds a region's report.
    pub fn add_region(&mut self, report: &Report, texts: &Texts<'_>) {
        self.add(Region::new(report, texts, self.target.is_out_of_order));
    }

    /// Adds a region that was described elsewhere. Regions are numbered as they are added, from 0.
    pub fn add(&mut self, region: Region) {
        self.regions.push(region.numbered(self.regions.len()));
    }

    /// Returns the document as text, two spaces per level, ending in a newline. Doubles have as
    /// many digits as it takes to read the same double again.
    pub fn to_text(&self) -> String {
        // Fails for keys that are no strings and for errors of a writer; here is neither.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Passes the text of [`Document::to_text`] to `put` in pieces, of which few are in memory at once. A character
    /// may begin in one piece and end in the next.
    ///
    /// # Errors
    /// When `put` fails; then it is called no more.
    pub fn write<E>(&self, put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut pieces = Pieces::new(put);
        // Fails for errors of `put` only, which `finish` gives.
        let written = serde_json::to_writer_pretty(&mut pieces, self);
        let _ = written.map_err(io::Error::from).and_then(|()| pieces.write_all(b"\n"));
        pieces.finish()
    }
}
