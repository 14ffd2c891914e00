//! What of instructions has been compared with measurements.

use super::selection::Rows;

/// Rows of instructions that have been compared with measurements, in the order of their file.
pub(super) type ComparisonRows = Rows<ComparisonRow>;

/// What a row says of its instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparisonRow {
    pub latency: bool,
    pub throughput: bool,
    pub comparison: Comparison,
}

/// The comparison of a number of an instruction with measurements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Comparison {
    /// There is none.
    #[default]
    Never,
    /// It is as measured, within ten per cent.
    Agrees,
    /// It is further off.
    Differs,
}

/// The comparisons of the numbers of an instruction with measurements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comparisons {
    /// That of its latency.
    pub latency: Comparison,
    /// That of its throughput, which is that of its micro-ops and of the ports that they take.
    pub throughput: Comparison,
}

impl Comparisons {
    /// Returns what rows say of an opcode, later rows over earlier ones.
    pub(super) fn of(rows: &ComparisonRows, opcode: &str) -> Comparisons {
        let mut comparisons = Comparisons::default();
        for row in rows.of(opcode, &|_| true) {
            if row.latency {
                comparisons.latency = row.comparison;
            }
            if row.throughput {
                comparisons.throughput = row.comparison;
            }
        }
        comparisons
    }
}
