//! Blocks with their predictions, added up for each CPU.

use std::collections::BTreeMap;

use oxmca_driver::Pool;
use rustc_hash::FxHashMap;

use crate::block::Block;
use crate::other_tool::OtherTool;
use crate::prediction::NoPrediction;
use crate::score::{Comparison, Score};
use crate::worst::{BlockName, WorstBlock, WorstBlocks};

/// Most reasons without a prediction that are told apart on a CPU.
const MAX_REASONS: usize = 100;

/// Most target triples of a CPU that are told apart.
const MAX_TRIPLES: usize = 16;

/// Settings of a validation.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The CPU of blocks that name none.
    pub default_cpu: String,
    /// Number of blocks with the largest errors that are named for each CPU.
    pub worst: usize,
    /// Number of draws for intervals.
    pub draws: u32,
    /// A tool to compare with.
    pub other: Option<OtherTool>,
}

/// Blocks and their predictions.
#[derive(Debug)]
pub struct Validation {
    settings: Settings,
    /// In the order in which the CPUs come.
    cpus: Vec<CpuBlocks>,
    /// Their places in the list.
    numbers: FxHashMap<Box<str>, usize>,
}

/// Blocks of one CPU.
#[derive(Debug, Default)]
struct CpuBlocks {
    cpu: Box<str>,
    triples: Vec<Option<Box<str>>>,
    measured_cycles: Vec<f64>,
    predicted_cycles: Vec<f64>,
    /// Places in the lists above of blocks that another tool predicts, and its cycles.
    others: Vec<(u32, f64)>,
    worst: WorstBlocks,
    unmeasured: u64,
    failures: BTreeMap<NoPrediction, FailureCount>,
}

/// The blocks that have no prediction for the same reason.
#[derive(Clone, PartialEq, Debug)]
pub struct FailureCount {
    /// The reason.
    pub reason: NoPrediction,
    /// The number of blocks.
    pub count: u64,
    /// The first of them.
    pub first: BlockName,
}

/// The results of a validation.
#[derive(Clone, Debug)]
pub struct Results {
    /// The results of each CPU.
    pub cpus: Vec<CpuResults>,
    /// Number of draws for intervals.
    pub draws: u32,
    /// The name of the other tool, if there is one.
    pub other_name: Option<String>,
}

/// The results of one CPU.
#[derive(Clone, Debug)]
pub struct CpuResults {
    /// The CPU.
    pub cpu: String,
    /// The target triples of blocks that have a prediction, in the order in which they come; `None` for those that name
    /// none. There are 16 at most.
    pub triples: Vec<Option<Box<str>>>,
    /// Measured cycles of blocks that have a prediction.
    pub measured_cycles: Vec<f64>,
    /// Predicted cycles of the same blocks.
    pub predicted_cycles: Vec<f64>,
    /// Number of blocks that were not measured.
    pub unmeasured: u64,
    /// Reasons why blocks have no prediction, most frequent first.
    pub failures: Vec<FailureCount>,
    /// The score; `None` without predictions.
    pub score: Option<Score>,
    /// The comparison with the other tool; `None` without blocks that both predict.
    pub comparison: Option<Comparison>,
    /// Blocks with the largest errors, worst first.
    pub worst: Vec<WorstBlock>,
}

impl CpuResults {
    /// Returns the number of blocks that have a prediction.
    pub fn blocks(&self) -> usize {
        self.measured_cycles.len()
    }

    /// Returns the number of blocks without a prediction.
    pub fn unpredicted(&self) -> u64 {
        self.failures.iter().map(|it| it.count).sum()
    }
}

impl Validation {
    /// Creates a validation without blocks.
    pub fn new(settings: Settings) -> Validation {
        Validation { settings, cpus: Vec::new(), numbers: FxHashMap::default() }
    }

    /// Adds a block that was not measured.
    pub fn add_unmeasured(&mut self, cpu: Option<&str>) {
        let cpu = self.number(cpu);
        self.cpus[cpu].unmeasured += 1;
    }

    /// Adds a block of a line of a file, with its prediction.
    pub fn add(
        &mut self,
        block: Block,
        file: usize,
        line: u64,
        prediction: Result<f64, NoPrediction>,
    ) {
        let number = self.number(block.cpu.as_deref());
        let settings = &self.settings;
        let cpu = &mut self.cpus[number];
        let name = BlockName { id: block.id, file, line };
        let predicted_cycles = match prediction {
            Ok(cycles) => cycles,
            Err(reason) => return cpu.add_failure(reason, name),
        };
        if cpu.triples.len() < MAX_TRIPLES && !cpu.triples.contains(&block.triple) {
            cpu.triples.push(block.triple);
        }
        let other = settings
            .other
            .as_ref()
            .and_then(|other| other.prediction(&cpu.cpu, name.id.as_deref(), block.other_cycles));
        if let Some(cycles) = other {
            cpu.others.push((cpu.measured_cycles.len() as u32, cycles));
        }
        cpu.measured_cycles.push(block.measured_cycles);
        cpu.predicted_cycles.push(predicted_cycles);
        let worst = WorstBlock {
            name,
            measured_cycles: block.measured_cycles,
            predicted_cycles,
            request: block.request,
            instructions: Vec::new(),
        };
        cpu.worst.add(settings.worst, worst);
    }

    /// Returns the place of a CPU in the list, to which it is added if it is new.
    fn number(&mut self, cpu: Option<&str>) -> usize {
        let cpu = cpu.unwrap_or(&self.settings.default_cpu);
        if let Some(&number) = self.numbers.get(cpu) {
            return number;
        }
        self.cpus.push(CpuBlocks { cpu: cpu.into(), ..CpuBlocks::default() });
        self.numbers.insert(cpu.into(), self.cpus.len() - 1);
        self.cpus.len() - 1
    }

    /// Returns the results, for which the threads draw blocks.
    pub fn results(self, pool: &Pool) -> Results {
        let Settings { worst, draws, other, .. } = self.settings;
        let cpus = self.cpus.into_iter().map(|it| it.results(worst, draws, pool));
        let other_name = other.map(|it| it.name().to_owned());
        Results { cpus: cpus.collect(), draws, other_name }
    }
}

impl CpuBlocks {
    fn add_failure(&mut self, mut reason: NoPrediction, name: BlockName) {
        if self.failures.len() >= MAX_REASONS && !self.failures.contains_key(&reason) {
            reason.message = "other reasons".to_owned();
        }
        self.failures
            .entry(reason.clone())
            .or_insert_with(|| FailureCount { reason, count: 0, first: name })
            .count += 1;
    }

    fn results(self, worst: usize, draws: u32, pool: &Pool) -> CpuResults {
        let (measured, predicted) = (&self.measured_cycles, &self.predicted_cycles);
        let score = Score::new(measured, predicted, draws, pool);
        let of_others = |values: &[f64]| -> Vec<f64> {
            self.others.iter().map(|&(at, _)| values[at as usize]).collect()
        };
        let other_cycles: Vec<f64> = self.others.iter().map(|&(_, cycles)| cycles).collect();
        let comparison = Comparison::new(
            &of_others(measured),
            &of_others(predicted),
            &other_cycles,
            draws,
            pool,
        );
        let mut failures: Vec<FailureCount> = self.failures.into_values().collect();
        failures.sort_by_key(|it| std::cmp::Reverse(it.count));
        CpuResults {
            cpu: self.cpu.into(),
            triples: self.triples,
            unmeasured: self.unmeasured,
            failures,
            score,
            comparison,
            worst: self.worst.worst(worst),
            measured_cycles: self.measured_cycles,
            predicted_cycles: self.predicted_cycles,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(id: &str, cpu: Option<&str>, measured_cycles: f64, other: Option<f64>) -> Block {
        Block {
            id: Some(id.into()),
            cpu: cpu.map(Into::into),
            triple: None,
            measured_cycles,
            other_cycles: other,
            request: Box::default(),
        }
    }

    #[test]
    fn cpus_are_apart_and_tools_are_compared_on_the_same_blocks() {
        let mut validation = Validation::new(Settings {
            default_cpu: "b".to_owned(),
            worst: 1,
            draws: 10,
            other: Some(OtherTool::in_lines("tool")),
        });
        let failure = || NoPrediction { kind: "hex".to_owned(), message: "odd".to_owned() };
        validation.add(block("1", Some("a"), 1.0, Some(2.0)), 0, 1, Ok(1.5));
        validation.add(block("2", None, 4.0, None), 0, 2, Ok(5.0));
        validation.add(block("3", Some("a"), 2.0, None), 0, 3, Ok(4.0));
        validation.add(block("4", Some("a"), 2.0, Some(2.0)), 0, 4, Err(failure()));
        validation.add(block("5", Some("a"), 2.0, Some(2.0)), 0, 5, Err(failure()));
        validation.add_unmeasured(None);
        let results = validation.results(&Pool::single());
        let [a, b] = &results.cpus[..] else { panic!("{results:?}") };
        assert_eq!((a.cpu.as_str(), a.blocks(), a.unpredicted(), a.unmeasured), ("a", 2, 2, 0));
        assert_eq!((b.cpu.as_str(), b.blocks(), b.unpredicted(), b.unmeasured), ("b", 1, 0, 1));
        assert_eq!(a.score.unwrap().mape_percent.value, 75.0);
        assert_eq!(a.worst[0].name.line, 3);
        assert_eq!((a.failures[0].count, a.failures[0].first.line), (2, 4));
        let comparison = a.comparison.unwrap();
        assert_eq!(comparison.blocks, 1);
        assert_eq!(comparison.mape_difference_points.value, -50.0);
        assert_eq!(b.score.unwrap().mape_percent.value, 25.0);
        assert!(b.comparison.is_none());
    }

    #[test]
    fn reasons_are_bounded() {
        let mut validation = Validation::new(Settings {
            default_cpu: String::new(),
            worst: 1,
            draws: 10,
            other: None,
        });
        for number in 0..1000 {
            let reason = NoPrediction { kind: "assembly".to_owned(), message: number.to_string() };
            validation.add(block("1", None, 1.0, None), 0, number, Err(reason));
        }
        let results = validation.results(&Pool::single());
        assert_eq!(results.cpus[0].unpredicted(), 1000);
        assert!(results.cpus[0].failures.len() <= MAX_REASONS + 1);
        assert_eq!(results.cpus[0].failures[0].count, 900);
    }
}
