//! Warnings that llvm-mca writes while it simulates: one each time that a target is asked about some instructions.

use std::sync::Arc;

use crate::lower::Hazards;

/// The most warnings that are remembered one by one, and written. Later ones are counted.
pub(crate) const MOST_WARNINGS: usize = 1 << 18;

/// Warnings in the order in which they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct HazardWarnings {
    /// The distinct texts.
    pub(crate) texts: Vec<Arc<str>>,
    /// Runs of warnings, each with the number of times that it is written.
    pub(crate) runs: Vec<RepeatedWarnings>,
    /// Warnings after those of the runs.
    pub(crate) further: u64,
}

/// Warnings that are written in turn, several times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RepeatedWarnings {
    /// Indices of texts.
    pub(crate) warnings: Vec<u32>,
    pub(crate) times: u32,
}

/// Collects the warnings of a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct HazardWarningLog {
    /// By position in the program: the index of its text.
    text_of: Vec<Option<u32>>,
    warnings: HazardWarnings,
    /// Warnings since the last run.
    latest: Vec<u32>,
    /// The number of `latest` when counts were marked.
    marked: usize,
    marked_further: u64,
}

impl HazardWarningLog {
    /// Creates the log of a program with these hazards.
    pub(crate) fn new(hazards: &Option<Hazards>) -> Self {
        let mut log = HazardWarningLog::default();
        let Some(hazards) = hazards else { return log };
        let count = hazards.sources.len() as u32;
        let texts = &mut log.warnings.texts;
        let mut index_of = |text: &str| {
            let known = texts.iter().position(|it| **it == *text);
            known.unwrap_or_else(|| {
                texts.push(text.into());
                texts.len() - 1
            }) as u32
        };
        let text_of = (0..count).map(|at| hazards.warning(at).map(&mut index_of)).collect();
        if !log.warnings.texts.is_empty() {
            log.text_of = text_of;
        }
        log
    }

    /// Takes note of a warning about the instruction at a position.
    pub(crate) fn add(&mut self, position: u32) {
        let Some(text) = self.text_of.get(position as usize).copied().flatten() else { return };
        if self.latest.len() < MOST_WARNINGS && self.warnings.further == 0 {
            self.latest.push(text);
        } else {
            self.warnings.further += 1;
        }
    }

    /// Remembers which warnings there are.
    pub(crate) fn mark(&mut self) {
        self.marked = self.latest.len();
        self.marked_further = self.warnings.further;
    }

    /// Adds what was added since the last mark another `times` times.
    pub(crate) fn repeat(&mut self, times: u32) {
        let period = self.latest.split_off(self.marked);
        let before = std::mem::replace(&mut self.latest, period);
        let further = self.warnings.further - self.marked_further;
        self.warnings.further += further.saturating_mul(times.into());
        self.end_run(before, 1);
        let period = std::mem::take(&mut self.latest);
        self.end_run(period, times.saturating_add(1));
        self.mark();
    }

    fn end_run(&mut self, warnings: Vec<u32>, times: u32) {
        if !warnings.is_empty() {
            self.warnings.runs.push(RepeatedWarnings { warnings, times });
        }
    }

    /// Returns all warnings.
    pub(crate) fn finish(&mut self) -> HazardWarnings {
        let latest = std::mem::take(&mut self.latest);
        self.end_run(latest, 1);
        std::mem::take(&mut self.warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a log of instructions of which each has a text of its own.
    fn log(count: u32) -> HazardWarningLog {
        HazardWarningLog { text_of: (0..count).map(Some).collect(), ..HazardWarningLog::default() }
    }

    fn add(log: &mut HazardWarningLog, positions: impl IntoIterator<Item = u32>) {
        positions.into_iter().for_each(|at| log.add(at));
    }

    #[test]
    fn repetitions_are_runs() {
        let mut log = log(4);
        add(&mut log, [3]);
        log.mark();
        add(&mut log, [0, 1]);
        log.repeat(5);
        add(&mut log, [2]);
        // A wait in which nothing but time passes.
        log.mark();
        log.repeat(100);
        add(&mut log, [1]);
        let found = log.finish();
        let runs = found.runs.iter().map(|run| (run.warnings.as_slice(), run.times));
        let expected: [(&[u32], u32); 4] = [(&[3], 1), (&[0, 1], 6), (&[2], 1), (&[1], 1)];
        assert_eq!(runs.collect::<Vec<_>>(), expected);
        assert_eq!(found.further, 0);
    }

    #[test]
    fn many_are_counted() {
        let mut log = log(1);
        add(&mut log, std::iter::repeat_n(0, MOST_WARNINGS));
        log.mark();
        add(&mut log, [0, 0]);
        log.repeat(3);
        let found = log.finish();
        assert_eq!(found.runs.iter().map(|run| run.warnings.len()).sum::<usize>(), MOST_WARNINGS);
        assert_eq!(found.further, 8);
    }
}
