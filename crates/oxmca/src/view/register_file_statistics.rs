//! Register file statistics: physical registers in use, and eliminated moves.

use std::num::NonZero;

use super::{EventLevel, View, ViewContext, repeated};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::event::Event;
use crate::simulation::model::program::renaming::register_files;

/// The register file statistics section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RegisterFileStatistics {
    /// Register files; 0 is the default one, which counts all mappings.
    pub files: Vec<FileStatistics>,
}

/// Statistics of one register file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FileStatistics {
    /// Name of the file, empty for the default one.
    pub name: String,
    /// Physical registers it has; `None` is unlimited.
    pub size_registers: Option<NonZero<u32>>,
    /// Physical registers taken in total.
    pub total_mappings: u32,
    /// Most physical registers in use at a time.
    pub max_used_mappings: u32,
    /// Moves that might have been eliminated.
    pub optimizable_moves: u32,
    /// Moves that were eliminated.
    pub eliminated_moves: u32,
    /// Eliminated moves of a known zero.
    pub zero_moves: u32,
    /// Most moves eliminated in a cycle.
    pub max_eliminated_moves_per_cycle: u32,
}

/// Accumulates register file statistics.
pub(crate) struct RegisterFileStatisticsView {
    files: Vec<FileStatistics>,
    marked: Vec<FileStatistics>,
    in_use: Vec<u32>,
    eliminated_this_cycle: Vec<u32>,
}

impl View<'_> for RegisterFileStatisticsView {
    type Section = RegisterFileStatistics;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = None;

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.register_file_statistics
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let processor = context.input.processor;
        let mut files = vec![FileStatistics::default()];
        for row in register_files(processor).iter().skip(1) {
            files.push(FileStatistics {
                name: processor.tables().text(row.name).to_owned(),
                size_registers: NonZero::new(row.num_physical_registers),
                ..FileStatistics::default()
            });
        }
        Ok(RegisterFileStatisticsView {
            in_use: vec![0; files.len()],
            eliminated_this_cycle: vec![0; files.len()],
            marked: Vec::new(),
            files,
        })
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::MappingsAllocated { file, count } => {
                let in_use = &mut self.in_use[usize::from(file)];
                *in_use = in_use.wrapping_add(count);
                let file = &mut self.files[usize::from(file)];
                file.total_mappings = file.total_mappings.wrapping_add(count);
                file.max_used_mappings = file.max_used_mappings.max(*in_use);
            }
            Event::MappingsFreed { file, count } => {
                let in_use = &mut self.in_use[usize::from(file)];
                *in_use = in_use.wrapping_sub(count);
            }
            Event::MoveCandidate { file, is_eliminated, is_zero } => {
                self.eliminated_this_cycle[usize::from(file)] += u32::from(is_eliminated);
                let file = &mut self.files[usize::from(file)];
                file.optimizable_moves += 1;
                file.zero_moves += u32::from(is_zero);
            }
            Event::CycleEnd => {
                for (file, eliminated) in self.files.iter_mut().zip(&mut self.eliminated_this_cycle)
                {
                    file.max_eliminated_moves_per_cycle =
                        file.max_eliminated_moves_per_cycle.max(*eliminated);
                    file.eliminated_moves += std::mem::take(eliminated);
                }
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // In order, registers in use can become more for ever: LLVM forgets to free some.
    fn put_state(&self, _: u32, _: u32, put: &mut dyn FnMut(u64)) {
        self.in_use.iter().for_each(|in_use| put(u64::from(*in_use)));
    }

    fn mark(&mut self) {
        self.marked.clone_from(&self.files);
    }

    fn repeat(&mut self, times: u32, _: u32) {
        for (file, marked) in self.files.iter_mut().zip(&self.marked) {
            for (count, marked) in [
                (&mut file.total_mappings, marked.total_mappings),
                (&mut file.optimizable_moves, marked.optimizable_moves),
                (&mut file.eliminated_moves, marked.eliminated_moves),
                (&mut file.zero_moves, marked.zero_moves),
            ] {
                *count = repeated(marked, *count, times);
            }
        }
    }

    fn into_section(self) -> Result<RegisterFileStatistics, ErrorKind> {
        Ok(RegisterFileStatistics { files: self.files })
    }
}
