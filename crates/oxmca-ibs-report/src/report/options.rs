//! The choices of a report.

use std::num::NonZeroUsize;

use oxmca_ibs::EventId;
use oxmca_ibs::view::{Column, VIEWS, View};

use crate::name::{NameKind, UnknownName};

/// The choices of a report. By default it has the views of all ops and of fetches, by function.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReportOptions {
    /// The views; without any, those of all ops and of fetches.
    pub views: Vec<RequestedView>,
    /// The kind of thing that rows stand for.
    pub grouping: Grouping,
    /// The column to sort by; without it, rows are sorted by samples.
    pub sort: Option<Column>,
    /// The number of rows to show; without it, all are shown.
    pub top: Option<NonZeroUsize>,
    /// The names or numbers of the processes whose samples count; empty for all.
    pub processes: Vec<String>,
    /// The paths or file names of the modules whose samples count; empty for all.
    pub modules: Vec<String>,
    /// The names of the functions whose samples count; empty for all.
    pub functions: Vec<String>,
}

/// The kind of thing that rows stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// Processes.
    Process,
    /// Executables, libraries and the kernel.
    Module,
    /// Functions.
    #[default]
    Function,
    /// Instructions.
    Instruction,
}

/// A request for one or more views.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RequestedView {
    /// All views that the recording can fill, and the totals of all events.
    All,
    /// The totals of all events.
    Events,
    /// One view.
    View(&'static View),
}

impl Grouping {
    /// Returns the name in data: `process`, `module`, `function` or `instruction`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Module => "module",
            Self::Function => "function",
            Self::Instruction => "instruction",
        }
    }
}

impl RequestedView {
    /// The name of [`RequestedView::All`].
    pub const ALL: &'static str = "all";
    /// The name of [`RequestedView::Events`].
    pub const EVENTS: &'static str = "events";

    /// Returns the request with a name: `all`, `events` or the key of a view.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            Self::ALL => Some(Self::All),
            Self::EVENTS => Some(Self::Events),
            key => View::of_key(key).map(Self::View),
        }
    }
}

/// Returns the column with a name: a select code, or any of the names of an event or ratio.
///
/// # Errors
/// When there is none.
pub fn find_column(name: &str) -> Result<Column, UnknownName> {
    let code = name.strip_prefix("0x").unwrap_or(name);
    let code = u16::from_str_radix(code, 16).ok().filter(|code| *code != 0);
    let matches = |id: &EventId| {
        let event = id.event();
        code == Some(event.code)
            || [event.symbol, event.abbreviation, event.name]
                .iter()
                .any(|it| it.eq_ignore_ascii_case(name))
    };
    if let Some(id) = EventId::all().find(matches) {
        return Ok(Column::Event(id));
    }
    let columns = || VIEWS.iter().flat_map(|view| view.columns);
    let ratios = || columns().filter(|it| matches!(it, Column::Ratio(_)));
    if let Some(ratio) = ratios().find(|it| it.symbol().eq_ignore_ascii_case(name)) {
        return Ok(*ratio);
    }
    let events = EventId::all().map(|id| id.event().symbol.to_ascii_lowercase());
    let known: Vec<String> = events.chain(ratios().map(|it| it.symbol().to_owned())).collect();
    Err(UnknownName::new(NameKind::Column, name, known.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_code_symbol_and_name() {
        let symbol = |name: &str| find_column(name).map(|it| it.symbol());
        assert_eq!(symbol("F206"), symbol("0xf206"));
        assert_eq!(symbol("ibs_op_all"), Ok("IBS_OP_ALL"));
        assert_eq!(symbol("DC_MISS_RATIO"), Ok("dc_miss_ratio"));
        let error = find_column("dc_miss_ration").unwrap_err();
        assert_eq!(error.to_string(), "there is no event or ratio `dc_miss_ration`");
        assert!(error.known.iter().any(|it| it == "dc_miss_ratio"));
    }
}
