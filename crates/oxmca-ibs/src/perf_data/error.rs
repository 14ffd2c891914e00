//! Reasons for which a recording cannot be read, and remedies.

use thiserror::Error;

use crate::cpu::CpuError;

/// The reason for which a recording cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Reading failed.
    #[error("cannot read the recording: {0}")]
    Io(#[from] std::io::Error),
    /// Something other than a recording.
    #[error("this is no perf.data file: write one with `perf record -R -e ibs_op// -- PROGRAM`")]
    NotPerfData,
    /// A recording by a computer with the other byte order: none that has IBS.
    #[error("the file was recorded on a big-endian computer, which is no AMD processor with IBS")]
    BigEndian,
    /// The data has no length: perf was killed, or is still at work.
    #[error(
        "`perf record` did not finish this file: end it with an interrupt (Ctrl-C) and wait until it \
         says what it wrote, then read the file again"
    )]
    Unfinished,
    /// The file ends early.
    #[error(
        "the file is truncated: {what} ends at byte {end}, the file at byte {len}; copy it whole or \
         record it again"
    )]
    Truncated {
        /// The part that is cut off.
        what: &'static str,
        /// The offset of its end, if the file had it.
        end: u64,
        /// The length of the file in bytes.
        len: u64,
    },
    /// The stream ends within a record.
    #[error(
        "the recording ends within a record, after {0} bytes; copy it whole or record it again"
    )]
    EndsInRecord(u64),
    /// Contents that perf does not write.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// Compressed records that cannot be decompressed.
    #[error("the file's compressed records are damaged: {0}")]
    Compression(String),
    /// Not an x86 processor.
    #[error(
        "the file was recorded on `{0}`; Instruction-Based Sampling exists on AMD processors of family \
         10h and later: record there, with `perf record -R -e ibs_op//`"
    )]
    NotX86(String),
    /// A processor without IBS.
    #[error(transparent)]
    Cpu(#[from] CpuError),
    /// The file does not name the processor.
    #[error(
        "the file does not say which processor it was recorded on: name it, or record into a file \
         with `perf record -R -e ibs_op// -o perf.data`"
    )]
    NoCpu,
    /// No event of the file is one of IBS.
    #[error(
        "the file has no IBS samples (its events: {0}): record them with `perf record -R -e ibs_op// -- \
         PROGRAM` (ops) or `-e ibs_fetch//` (fetches)"
    )]
    NoIbsEvents(String),
    /// The registers were not stored.
    #[error(
        "the file's IBS samples lack the registers: record with `perf record -R` (raw samples)"
    )]
    NoRegisters,
    /// Records of several events cannot be told apart.
    #[error("the file has several events, whose records do not say which they belong to")]
    AmbiguousEvents,
}
