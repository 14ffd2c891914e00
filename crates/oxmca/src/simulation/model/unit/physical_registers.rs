//! Physical registers in use.

use super::state::StateSink;
use crate::simulation::model::program::{Mapping, Program};

/// Physical registers of each file, and those in use.
#[derive(Clone, Debug)]
pub struct PhysicalRegisters {
    files: Vec<File>,
}

#[derive(Clone, Copy, Debug)]
struct File {
    size: u32,
    used: u32,
}

impl PhysicalRegisters {
    /// Creates files whose registers are all free.
    pub fn new(program: &Program) -> Self {
        let files = program.files.iter().map(|info| File { size: info.size, used: 0 });
        PhysicalRegisters { files: files.collect() }
    }

    /// Returns whether the registers of all `mappings` are free.
    #[inline]
    pub fn have_room(&self, required: &[Mapping]) -> bool {
        required.iter().all(|mapping| {
            let file = &self.files[usize::from(mapping.file)];
            file.size >= file.used.saturating_add(mapping.count)
        })
    }

    /// Takes the registers of `mappings`.
    #[inline]
    pub fn allocate(&mut self, mappings: &[Mapping]) {
        for mapping in mappings {
            let used = &mut self.files[usize::from(mapping.file)].used;
            *used = used.wrapping_add(mapping.count);
        }
    }

    /// Frees the registers of `mappings`.
    #[inline]
    pub fn free(&mut self, mappings: &[Mapping]) {
        for mapping in mappings {
            let used = &mut self.files[usize::from(mapping.file)].used;
            *used = used.wrapping_sub(mapping.count);
        }
    }

    /// Passes on the state that dispatch depends on.
    pub fn put_state(&self, sink: &mut impl StateSink) {
        self.files.iter().for_each(|file| sink.put(file.used.into()));
    }
}
