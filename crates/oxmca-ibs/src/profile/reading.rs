//! Reading of recordings.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use super::builder::Builder;
use super::sums::Profile;
use crate::cpu::Cpu;
use crate::perf_data::{ReadError, RecordingReader};

/// The choices for reading a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The processor, for recordings that do not name it.
    pub cpu: Option<Cpu>,
}

impl Profile {
    /// Reads and adds up a file. `progress` is told how many bytes were read of how many, and can end
    /// the reading.
    ///
    /// # Errors
    /// When the file cannot be read, has no IBS samples or is damaged: the message says what to do.
    pub fn read_file<R: Read + Seek>(
        reader: R,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        Self::read(RecordingReader::open_file(reader)?, options, progress)
    }

    /// Reads and adds up a stream, as `perf record -o -` writes it.
    ///
    /// # Errors
    /// As for files.
    pub fn read_stream<R: Read>(
        reader: R,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        Self::read(RecordingReader::open_stream(reader)?, options, progress)
    }

    fn read<R: Read>(
        recording: RecordingReader<R>,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        let cpu = match (recording.cpu(), options.cpu) {
            (Ok(cpu), _) | (Err(ReadError::NoCpu), Some(cpu)) => cpu,
            (Err(error), _) => return Err(error),
        };
        let events = recording.ibs_events()?;
        let mut builder = Builder::new(cpu, recording.header().clone(), events);
        let len = recording.data_len();
        let mut progress = |position| progress(position, len);
        recording.read_records(&mut |record| builder.add(record), &mut progress)?;
        Ok(builder.finish())
    }
}
