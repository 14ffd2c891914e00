//! Work that a thread does beside the main loop.

use lsp_server::RequestId;
use oxmca_queries::TextOnMachine;

use crate::sources::SourceLoops;

/// A piece of work.
pub(crate) type Job = Box<dyn FnOnce() -> Done + Send>;

/// The result of a piece of work.
pub(crate) enum Done {
    /// A text was read; `None` if an edit stopped it.
    Read {
        /// The address of the document.
        uri: String,
        /// Its version.
        version: i32,
        /// The text.
        text: Option<Box<TextOnMachine>>,
    },
    /// Costs of loops are known.
    Costs,
    /// A command has its text, or the reason why there is none.
    Answer {
        /// The request.
        id: RequestId,
        /// The text.
        text: Result<String, String>,
    },
    /// The loops of a source are known.
    SourceLoops {
        /// The address of the document.
        uri: String,
        /// The loops, or the reason why there are none.
        loops: Result<SourceLoops, String>,
    },
}
