//! The assembly parser: what targets share.

mod cached_statement;
mod call_frames;
mod code_view;
mod condition;
mod directive;
mod emission;
pub(crate) mod error;
mod expression;
mod features;
mod interface;
mod layout_builder;
mod layout_event;
mod line_table;
mod macro_state;
mod macros;
mod options;
mod parsed;
pub(crate) mod plain_text;
mod report;
mod statement;
mod statement_cache;
mod tokens;
mod windows_frames;

pub(crate) use directive::Assignment;
pub use emission::instruments_of_insts;
pub use error::{ErrorReported, ParseResult};
pub(crate) use interface::StatementName;
pub use interface::{Parser, TargetAsmParser};
pub use options::{MAX_INSTRUCTIONS, MAX_INSTRUCTIONS_IN_REGIONS, Options};
pub use parsed::{Parsed, SkippedStatements};
pub use windows_frames::WindowsFrame;

use crate::source::Sources;
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;

/// Returns the names of directives in a syntax, each with its dot: those that all targets share, and those that put values
/// into the text. Targets have others of their own.
pub fn directive_names(syntax: &Syntax) -> impl Iterator<Item = &'static str> {
    let own = syntax.data_directives.iter().map(|(name, _)| *name);
    directive::names(syntax.object_format).chain(own)
}

/// Parses `sources`.
pub fn parse(
    sources: &Sources,
    target: &dyn TargetAsmParser,
    subtarget: Subtarget,
    options: &Options,
) -> Parsed {
    let mut parser = Parser::new(sources, target, subtarget, options);
    parser.run();
    let mut parsed = parser.parsed;
    parsed.dialect = parser.dialect;
    let insts = parsed.insts.len() as u32;
    parsed.layout = parser.layout.map(|layout| Box::new(layout.finish(insts, &parser.symbols)));
    parsed.regions = parser.regions.finish();
    parsed.instruments = parser.instruments.finish();
    parsed
}
