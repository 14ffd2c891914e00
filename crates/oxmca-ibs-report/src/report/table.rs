//! A report as data: rows, the views to show them in, and a summary of the recording.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use oxmca_ibs::view::{Column, VIEWS, View};
use oxmca_ibs::{Counts, EventId, Profile};

use super::label::{Label, Labels};
use super::options::{Grouping, ReportOptions, RequestedView};
use super::rows::{self, Row};
use super::selection::SampleSelection;
use crate::name::UnknownName;
use crate::recording::Recording;
use crate::samples::{FETCH_SAMPLES, OP_SAMPLES};
use crate::summary::Summary;

/// A report on a recording.
#[non_exhaustive]
pub struct Report<'a> {
    /// The recording.
    pub recording: &'a Recording,
    /// The recording in numbers.
    pub summary: Summary,
    /// The kind of thing that rows stand for.
    pub grouping: Grouping,
    /// The views to show.
    pub views: Vec<&'static View>,
    /// Views that were left out, since the recording cannot fill them.
    pub left_out: Vec<&'static View>,
    /// True if the totals of all events are to be listed.
    pub lists_events: bool,
    /// True if only some of the samples are selected.
    pub is_filtered: bool,
    /// All rows, in the order in which they first occur.
    pub rows: Vec<Row>,
    /// The sums over all rows.
    pub total: Counts,
    sort: Option<Column>,
    top: usize,
    labels: Labels<'a>,
}

/// The rows of a view that are shown.
pub struct Table<'a> {
    /// The event whose total shares are parts of.
    pub base: EventId,
    /// The rows, sorted.
    pub rows: Vec<&'a Row>,
    /// The number of further rows with samples.
    pub omitted: usize,
}

impl<'a> Report<'a> {
    /// Sums up the selected samples of a recording.
    ///
    /// # Errors
    /// When nothing recorded has a name that the options give.
    pub fn new(recording: &'a Recording, options: &ReportOptions) -> Result<Self, UnknownName> {
        let profile = &recording.profile;
        let selection = SampleSelection::new(recording, options)?;
        let rows = rows::rows(recording, &selection, options.grouping);
        let mut total = Counts::default();
        for row in &rows {
            total += &row.counts;
        }
        let (views, left_out) = views(profile, &options.views);
        let has_events = |it: &_| matches!(it, RequestedView::Events | RequestedView::All);
        let filters = [&options.processes, &options.modules, &options.functions];
        Ok(Self {
            recording,
            summary: Summary::new(recording),
            grouping: options.grouping,
            views,
            left_out,
            lists_events: options.views.iter().any(has_events),
            is_filtered: filters.iter().any(|it| !it.is_empty()),
            rows,
            total,
            sort: options.sort,
            top: options.top.map_or(usize::MAX, NonZeroUsize::get),
            labels: Labels::new(recording),
        })
    }

    /// Returns the sums of the recording's samples.
    #[must_use]
    pub fn profile(&self) -> &'a Profile {
        &self.recording.profile
    }

    /// Returns the name of a row.
    #[must_use]
    pub fn label(&self, row: &Row) -> Label<'a> {
        self.labels.of(row)
    }

    /// Returns the columns of all views, each once.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static Column> {
        let mut seen = HashSet::new();
        let columns = self.views.iter().flat_map(|view| view.columns);
        columns.filter(|column| seen.insert(column.symbol())).collect()
    }

    /// Returns the first rows of a view, sorted.
    #[must_use]
    pub fn table(&self, view: &View) -> Table<'_> {
        let base = base(view);
        let events: Vec<EventId> = view.columns.iter().filter_map(event_of).collect();
        let has_samples = |row: &&Row| events.iter().any(|id| row.counts.get(*id) > 0);
        self.sorted(base, self.rows.iter().filter(has_samples).collect())
    }

    /// Returns the first rows with any samples, sorted.
    #[must_use]
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

fn event_of(column: &Column) -> Option<EventId> {
    match column {
        Column::Event(id) => Some(*id),
        Column::Ratio(_) => None,
    }
}

/// Returns the event that counts the samples of a view: ops or fetches.
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

/// Returns the requested views, and those left out because the recording cannot fill them.
fn views(
    profile: &Profile,
    requests: &[RequestedView],
) -> (Vec<&'static View>, Vec<&'static View>) {
    if requests.contains(&RequestedView::All) {
        let is_requested = |view: &&'static View| requests.contains(&RequestedView::View(view));
        return VIEWS.iter().partition(|view| view.is_available(profile) || is_requested(view));
    }
    if requests.is_empty() {
        let defaults = ["all-ops", "fetch-overall"].into_iter().filter_map(View::of_key);
        return (defaults.filter(|view| view.is_available(profile)).collect(), Vec::new());
    }
    let mut views: Vec<&'static View> = Vec::new();
    for request in requests {
        if let RequestedView::View(view) = request
            && !views.contains(view)
        {
            views.push(view);
        }
    }
    (views, Vec::new())
}
