//! What a report says, before it is rendered.

use std::collections::HashSet;

use oxmca_ibs::view::{Column, VIEWS, View};
use oxmca_ibs::{Counts, EventId, Profile};

use super::label::Labels;
use super::options::{ALL_VIEWS, By, EVENT_LIST, Format, ReportOptions};
use super::recording::Recording;
use super::rows::{self, Row};
use super::selection::Selection;
use super::summary::Summary;
use crate::console::failed;
use crate::run::Failed;
use crate::suggest;

/// Rows of a table if nothing else is asked for.
const DEFAULT_TOP: usize = 20;

/// A report.
pub struct Report<'a> {
    pub recording: &'a Recording,
    pub summary: Summary,
    pub by: By,
    pub views: Vec<&'static View>,
    /// Views that were left out, since the recording cannot fill them.
    pub left_out: Vec<&'static View>,
    /// Whether the totals of all events are listed.
    pub lists_events: bool,
    /// Whether only a part of the samples is selected.
    pub is_filtered: bool,
    pub rows: Vec<Row>,
    /// The sums over all rows.
    pub total: Counts,
    sort: Option<Column>,
    top: usize,
    labels: Labels<'a>,
}

/// The rows of a view that are shown.
pub struct Table<'a> {
    /// The event that shares are shares of.
    pub base: EventId,
    pub rows: Vec<&'a Row>,
    /// How many rows with samples there are besides.
    pub omitted: usize,
}

impl<'a> Report<'a> {
    /// The report on a recording.
    ///
    /// # Errors
    /// The exit status, if the options name something that does not exist. That has been said.
    pub fn new(recording: &'a Recording, options: &ReportOptions) -> Result<Self, Failed> {
        let profile = &recording.profile;
        let sort = options.sort.as_deref().map(column).transpose()?;
        let selection = Selection::new(recording, options)?;
        let rows = rows::rows(recording, &selection, options.by);
        let mut total = Counts::default();
        for row in &rows {
            total += &row.counts;
        }
        let (views, left_out) = views(profile, &options.views);
        let default_top = if options.format == Format::Text { DEFAULT_TOP } else { 0 };
        let top = match options.top.unwrap_or(default_top) {
            0 => usize::MAX,
            top => top,
        };
        let is_listed = |name: &String| name == EVENT_LIST || name == ALL_VIEWS;
        let filters = [&options.processes, &options.modules, &options.symbols];
        Ok(Self {
            recording,
            summary: Summary::new(recording),
            by: options.by,
            views,
            left_out,
            lists_events: options.views.iter().any(is_listed),
            is_filtered: filters.iter().any(|it| !it.is_empty()),
            rows,
            total,
            sort,
            top,
            labels: Labels::new(recording),
        })
    }

    /// What is read.
    pub fn profile(&self) -> &'a Profile {
        &self.recording.profile
    }

    /// How rows are called.
    pub fn labels(&self) -> &Labels<'a> {
        &self.labels
    }

    /// The columns of all views, each once.
    pub fn columns(&self) -> Vec<&'static Column> {
        let mut seen = HashSet::new();
        let columns = self.views.iter().flat_map(|view| view.columns);
        columns.filter(|column| seen.insert(column.symbol())).collect()
    }

    /// The rows of a view, sorted and cut off.
    pub fn table(&self, view: &View) -> Table<'_> {
        let base = base(view);
        let events: Vec<EventId> = view.columns.iter().filter_map(event_of).collect();
        let has_samples = |row: &&Row| events.iter().any(|id| row.counts.get(*id) > 0);
        self.sorted(base, self.rows.iter().filter(has_samples).collect())
    }

    /// The rows with any samples, sorted and cut off.
    pub fn all_rows(&self) -> Table<'_> {
        let base = self.views.first().map_or(OP_SAMPLES, |view| base(view));
        self.sorted(base, self.rows.iter().collect())
    }

    fn sorted<'b>(&'b self, base: EventId, mut rows: Vec<&'b Row>) -> Table<'b> {
        let sort = self.sort.unwrap_or(Column::Event(base));
        rows.sort_by_cached_key(|row| self.labels.order(row));
        rows.sort_by(|left, right| rows::compare(self.profile(), &sort, left, right));
        let omitted = rows.len().saturating_sub(self.top);
        rows.truncate(self.top);
        Table { base, rows, omitted }
    }
}

/// The share of a row in an event's total, from 0 to 1.
pub fn share(counts: &Counts, total: &Counts, event: EventId) -> Option<f64> {
    let whole = total.get(event);
    (whole > 0).then(|| counts.get(event) as f64 / whole as f64)
}

/// The number of sampled ops.
pub const OP_SAMPLES: EventId = EventId::named("IBS_OP_ALL");
/// The number of sampled fetches.
pub const FETCH_SAMPLES: EventId = EventId::named("IBS_FETCH_ALL");

fn event_of(column: &Column) -> Option<EventId> {
    match column {
        Column::Event(id) => Some(*id),
        Column::Ratio(_) => None,
    }
}

/// The samples that a view is about.
fn base(view: &View) -> EventId {
    let first = view.columns.first().map(|column| match column {
        Column::Event(id) => *id,
        Column::Ratio(ratio) => ratio.numerator,
    });
    match first {
        Some(id) if id.event().is_fetch() => FETCH_SAMPLES,
        _ => OP_SAMPLES,
    }
}

/// The views asked for, and those that the recording cannot fill.
fn views(profile: &Profile, names: &[String]) -> (Vec<&'static View>, Vec<&'static View>) {
    let is_asked_for = |view: &&View| names.iter().any(|name| name == view.key);
    if names.iter().any(|name| name == ALL_VIEWS) {
        return VIEWS.iter().partition(|view| view.is_available(profile) || is_asked_for(view));
    }
    if names.is_empty() {
        let defaults = ["all-ops", "fetch-overall"].into_iter().filter_map(View::of_key);
        return (defaults.filter(|view| view.is_available(profile)).collect(), Vec::new());
    }
    let mut views: Vec<&'static View> = Vec::new();
    for view in names.iter().filter_map(|name| View::of_key(name)) {
        if !views.contains(&view) {
            views.push(view);
        }
    }
    (views, Vec::new())
}

/// The column of a name: a select code, or any of the names of an event or ratio.
fn column(name: &str) -> Result<Column, Failed> {
    let code = name.strip_prefix("0x").unwrap_or(name);
    let code = u16::from_str_radix(code, 16).ok().filter(|code| *code != 0);
    let is_meant = |id: &EventId| {
        let event = id.event();
        code == Some(event.code)
            || [event.symbol, event.abbreviation, event.name]
                .iter()
                .any(|it| it.eq_ignore_ascii_case(name))
    };
    if let Some(id) = EventId::all().find(is_meant) {
        return Ok(Column::Event(id));
    }
    let ratios = || VIEWS.iter().flat_map(|view| view.columns).filter(|it| event_of(it).is_none());
    if let Some(ratio) = ratios().find(|it| it.symbol().eq_ignore_ascii_case(name)) {
        return Ok(*ratio);
    }
    let symbols: Vec<String> = EventId::all()
        .map(|id| id.event().symbol.to_ascii_lowercase())
        .chain(ratios().map(|it| it.symbol().to_owned()))
        .collect();
    let near = suggest::choice(&suggest::nearest(name, symbols.iter().map(String::as_str)));
    let hint = near.map_or_else(String::new, |near| format!(", did you mean {near}?"));
    Err(failed(&format!("--sort: there is no event or ratio `{name}`{hint}")))
}
