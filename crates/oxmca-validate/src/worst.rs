//! The blocks with the largest errors.

use crate::statistics::relative_error;

/// The name of a block: its id and its place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockName {
    /// Its id as JSON, if it has one.
    pub id: Option<Box<str>>,
    /// The number of its file among the inputs, from 0.
    pub file: usize,
    /// Its line there, from 1.
    pub line: u64,
}

/// A block with a large error.
#[derive(Clone, PartialEq, Debug)]
pub struct WorstBlock {
    /// Its name.
    pub name: BlockName,
    /// Measured cycles.
    pub measured_cycles: f64,
    /// Predicted cycles.
    pub predicted_cycles: f64,
    /// The request for its prediction.
    pub request: Box<[u8]>,
    /// Its instructions, for whom it is shown to; empty until they are set.
    pub instructions: Vec<String>,
}

impl WorstBlock {
    /// Returns the error as a share of the measured cycles.
    pub fn relative_error(&self) -> f64 {
        relative_error(self.measured_cycles, self.predicted_cycles)
    }
}

/// The blocks with the largest errors among those that were added; of equal ones the first.
#[derive(Debug, Default)]
pub struct WorstBlocks {
    blocks: Vec<WorstBlock>,
}

impl WorstBlocks {
    /// Adds a block, unless `max` others are worse.
    pub fn add(&mut self, max: usize, block: WorstBlock) {
        self.blocks.push(block);
        if self.blocks.len() >= max.max(8).saturating_mul(2) {
            self.cut(max);
        }
    }

    /// Returns at most `max` blocks, worst first.
    pub fn worst(mut self, max: usize) -> Vec<WorstBlock> {
        self.cut(max);
        self.blocks
    }

    fn cut(&mut self, max: usize) {
        self.blocks.sort_by(|a, b| b.relative_error().total_cmp(&a.relative_error()));
        self.blocks.truncate(max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_stay_and_equal_ones_in_their_order() {
        let mut worst = WorstBlocks::default();
        for line in 1..=100 {
            let block = WorstBlock {
                name: BlockName { id: None, file: 0, line },
                measured_cycles: 1.0,
                predicted_cycles: 1.0 + (line % 10) as f64,
                request: Box::default(),
                instructions: Vec::new(),
            };
            worst.add(12, block);
        }
        let lines: Vec<u64> = worst.worst(12).iter().map(|it| it.name.line).collect();
        assert_eq!(lines, [9, 19, 29, 39, 49, 59, 69, 79, 89, 99, 8, 18]);
        assert!(WorstBlocks::default().worst(3).is_empty());
    }

    #[test]
    fn any_number_can_be_wanted() {
        for (max, expected) in [(0, 0), (usize::MAX, 2)] {
            let mut worst = WorstBlocks::default();
            for predicted_cycles in [1.0, 2.0] {
                let block = WorstBlock {
                    name: BlockName { id: None, file: 0, line: 1 },
                    measured_cycles: 1.0,
                    predicted_cycles,
                    request: Box::default(),
                    instructions: Vec::new(),
                };
                worst.add(max, block);
            }
            assert_eq!(worst.worst(max).len(), expected);
        }
    }
}
