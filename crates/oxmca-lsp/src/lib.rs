//! A language server for assembly, and for sources beside their objects.
//!
//! [`run`] serves a client, and [`answers`] does so without threads. It has no figures of its
//! own: all are those of `oxmca_queries`, and so of `oxmca loops`.
//!
//! Deliberately absent: an asynchronous runtime, opening files (the caller's [`Files`] does), and code that knows a target.
//!
//! # Decisions
//!
//! - **Long texts are read twice after an edit.** Reading 100,000 lines takes longer than a key press may. So the functions
//!   around an edit are read by themselves for the answer at hand, a thread reads the whole text meanwhile, and the client is
//!   asked to fetch hints again. The cost: for a moment, hints of other functions are those of before the edit.
//! - **Hints have a budget of time.** Costs that are not known by then are found by the thread, and hints are fetched again.
//!   Clients that cannot fetch again wait for all.
//! - **Labels are found in the text, not in what was read**, so that they are found while a text has errors.
#![deny(missing_docs)]

mod background;
mod capabilities;
mod commands;
mod completion;
mod diagnostics;
mod document;
mod files;
mod formatting;
mod hints;
mod hover;
mod labels;
mod main_loop;
mod positions;
mod server;
mod settings;
mod sources;
mod transport;

pub use files::Files;
pub use main_loop::{answers, run};
pub use positions::Encoding;
pub use transport::{Incoming, Output, read_message, stdio};
