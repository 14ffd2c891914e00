//! The timeline section as text.

use std::convert::Infallible;
use std::fmt::Write;

use super::columns::TextColumns;
use super::{Context, RenderText};
use crate::report::Printed;
use crate::view::timeline::{FrontEndEntry, Timeline, TimelineEntry, WaitTime};

impl RenderText for Timeline {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        context.timeline(self, out);
    }
}

impl Context<'_> {
    fn timeline(&self, section: &Timeline, out: &mut String) {
        header(section.last_cycle, out);
        self.entries(section, out);
        self.wait_times(section, out);
    }

    fn entries(&self, section: &Timeline, out: &mut String) {
        let rows = Rows {
            entries: section.shown_entries(),
            front_end: &section.front_end,
            instructions: self.instructions,
            last_cycle: section.last_cycle,
            last_column: section.last_column(),
            is_truncated: section.is_truncated(),
        };
        let rendered: Result<(), Infallible> = rows.render(out, |_| Ok(()));
        match rendered {
            Ok(()) => {}
        }
    }

    /// Appends a timeline without its rows if these are long, and returns them.
    pub(super) fn long_timeline(
        &self,
        section: &Timeline,
        out: &mut String,
    ) -> Option<LongTimeline> {
        let entries = section.shown_entries();
        let last_column = section.last_column();
        if (entries.len() as u64).saturating_mul(last_column.into()) <= MAX_HELD_BYTES {
            return None;
        }
        header(section.last_cycle, out);
        let at = out.len();
        self.wait_times(section, out);
        Some(LongTimeline {
            at,
            entries: entries.to_vec(),
            front_end: section.front_end.clone(),
            instructions: self.instructions.iter().collect(),
            count: self.instructions.len(),
            last_cycle: section.last_cycle,
            last_column,
            is_truncated: section.is_truncated(),
        })
    }

    fn wait_times(&self, section: &Timeline, out: &mut String) {
        out.push_str(
            "\n\nAverage Wait times (based on the timeline view):\n[0]: Executions\n\
             [1]: Average time spent waiting in a scheduler's queue\n\
             [2]: Average time spent waiting in a scheduler's queue while ready\n\
             [3]: Average time elapsed from WB until retire stage\n\n      \
             [0]    [1]    [2]    [3]\n",
        );
        let mut columns = TextColumns::new(out);
        let mut total = WaitTime::default();
        for (position, (waits, text)) in
            section.wait_times.iter().zip(self.instructions).enumerate()
        {
            let add = |sum: &mut u32, more: u32| *sum = sum.wrapping_add(more);
            add(&mut total.in_scheduler_cycles, waits.in_scheduler_cycles);
            add(&mut total.while_ready_cycles, waits.while_ready_cycles);
            add(&mut total.before_retirement_cycles, waits.before_retirement_cycles);
            columns.number(position);
            columns.plain(".");
            wait_time(&mut columns, waits, section.iterations);
            columns.plain("   ");
            columns.end_line(text);
        }
        if section.wait_times.len() != 1 {
            wait_time(&mut columns, &total, section.executions);
            columns.push("   <total>\n");
        }
    }
}

/// The most bytes of rows that are held as text.
const MAX_HELD_BYTES: u64 = 1 << 22;
/// The bytes of rows that are written at once.
const PIECE_BYTES: usize = 1 << 18;

/// The rows of a timeline that is too long to be held as text. They are rendered as they are written.
#[derive(Clone, Debug)]
pub struct LongTimeline {
    /// The offset of the rows in the text of the region.
    at: usize,
    entries: Vec<TimelineEntry>,
    front_end: Vec<FrontEndEntry>,
    instructions: Printed,
    /// The number of instructions.
    count: usize,
    last_cycle: u32,
    last_column: u32,
    is_truncated: bool,
}

impl LongTimeline {
    /// Returns about how many bytes of memory the rows take before they are rendered.
    pub fn size_bytes(&self) -> usize {
        const USUAL_TEXT_BYTES: usize = 64;
        size_of_val(self.entries.as_slice()) + self.count * USUAL_TEXT_BYTES
    }

    /// Hands the text of the region, with the rows in it, to `take` piece by piece.
    ///
    /// # Errors
    /// The error of `take`, which is not called again then.
    pub fn write<E>(
        &self,
        text: &str,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let (before, after) = text.split_at(self.at);
        take(before)?;
        let instructions: Vec<&str> = (0..self.count).map(|at| self.instructions.get(at)).collect();
        let rows = Rows {
            entries: &self.entries,
            front_end: &self.front_end,
            instructions: &instructions,
            last_cycle: self.last_cycle,
            last_column: self.last_column,
            is_truncated: self.is_truncated,
        };
        let mut rest = String::new();
        rows.render(&mut rest, |rows| {
            if rows.len() >= PIECE_BYTES {
                take(rows)?;
                rows.clear();
            }
            Ok(())
        })?;
        take(&rest)?;
        take(after)
    }
}

/// The rows of a timeline: one for each instruction that was executed.
struct Rows<'a> {
    entries: &'a [TimelineEntry],
    front_end: &'a [FrontEndEntry],
    instructions: &'a [&'a str],
    last_cycle: u32,
    last_column: u32,
    is_truncated: bool,
}

impl Rows<'_> {
    /// Appends the rows to `out`, from which `flush` may take them after each.
    fn render<E>(
        &self,
        out: &mut String,
        mut flush: impl FnMut(&mut String) -> Result<(), E>,
    ) -> Result<(), E> {
        let mark = |cycle: u32| if cycle.is_multiple_of(5) { '.' } else { ' ' };
        let scale: String = (0..=self.last_column).map(mark).collect();
        let mut columns = TextColumns::new(out);
        for (number, entry) in self.entries.iter().enumerate() {
            let position = number % self.instructions.len();
            if number == 0 {
                columns.push("\n");
            }
            columns.plain("[");
            columns.number(number / self.instructions.len());
            columns.plain(",");
            columns.number(position);
            columns.plain("]");
            columns.pad_to(10);
            match self.front_end.get(number) {
                None => life(*entry, self.last_cycle, &scale, &mut columns),
                Some(front_end) => {
                    let scale = scale_of_front_end(*front_end, &scale);
                    life(*entry, self.last_cycle, &scale, &mut columns);
                }
            }
            columns.plain("   ");
            columns.end_line(self.instructions[position]);
            flush(columns.text())?;
        }
        if self.is_truncated {
            columns.push("Truncated display due to cycle limit\n");
        }
        Ok(())
    }
}

fn wait_time(columns: &mut TextColumns<'_>, waits: &WaitTime, executions: u32) {
    columns.pad_to(7);
    columns.number(executions as usize);
    for (column, cycles) in [
        (13, waits.in_scheduler_cycles),
        (20, waits.while_ready_cycles),
        (27, waits.before_retirement_cycles),
    ] {
        columns.pad_to(column);
        let average = f64::from(cycles.wrapping_mul(10)) / f64::from(executions);
        columns.tenths(average);
    }
    columns.pad_to(34);
}

/// Appends two rows of cycle numbers: tens and units alternate.
fn header(last_cycle: u32, out: &mut String) {
    out.push_str("\n\nTimeline view:\n");
    let digit = |cycle: u32| char::from(b'0' + (cycle % 10) as u8);
    if last_cycle >= 10 {
        out.push_str("          ");
        out.extend((0..=last_cycle).map(|cycle| match (cycle / 10) & 1 {
            0 => ' ',
            _ => digit(cycle),
        }));
        out.push('\n');
    }
    let _ = write!(out, "{:10}", "Index");
    out.extend((0..=last_cycle).map(|cycle| match (cycle / 10) & 1 {
        0 => digit(cycle),
        _ => ' ',
    }));
    out.push('\n');
}

/// Returns the scale with the cycles in which an instruction was predecoded and decoded.
fn scale_of_front_end(entry: FrontEndEntry, scale: &str) -> String {
    let mark = |(cycle, mark): (usize, char)| match u32::try_from(cycle).ok() {
        cycle if cycle == entry.decoded_at_cycle => 'd',
        cycle if cycle == entry.predecoded_at_cycle => 'p',
        _ => mark,
    };
    scale.chars().enumerate().map(mark).collect()
}

/// Writes one character per cycle: dispatched, waiting, executing, executed, waiting to retire, retired.
/// `scale` has a mark for every fifth cycle up to the last that any row reaches.
fn life(entry: TimelineEntry, last_cycle: u32, scale: &str, columns: &mut TextColumns<'_>) {
    let dispatched = entry.dispatched_at_cycle as u32;
    let between = |first: u32, end: u32| end.saturating_sub(first) as usize;
    columns.plain(&scale[..(dispatched as usize).min(scale.len())]);
    columns.plain("D");
    if dispatched != entry.executed_at_cycle {
        columns.run('=', between(dispatched + 1, entry.issued_at_cycle));
        if entry.issued_at_cycle != entry.executed_at_cycle {
            if dispatched != entry.issued_at_cycle {
                columns.plain("e");
            }
            columns.run('e', between(entry.issued_at_cycle + 1, entry.executed_at_cycle));
        }
        columns.plain("E");
    }
    columns.run('-', between(entry.executed_at_cycle + 1, entry.retired_at_cycle));
    if entry.executed_at_cycle < entry.retired_at_cycle {
        columns.plain("R");
    }
    if entry.retired_at_cycle < last_cycle {
        columns.plain(&scale[entry.retired_at_cycle as usize + 1..last_cycle as usize]);
        columns.plain(".");
    }
}
