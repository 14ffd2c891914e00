//! Records that matter here.

use super::attribute::{Attribute, SampleRecord};
use super::cursor::{Cursor, until_nul};

/// Kinds of records.
pub mod kind {
    pub const MMAP: u32 = 1;
    pub const LOST: u32 = 2;
    pub const COMM: u32 = 3;
    pub const FORK: u32 = 7;
    pub const SAMPLE: u32 = 9;
    pub const MMAP2: u32 = 10;
    pub const LOST_SAMPLES: u32 = 13;
    /// Kinds from here on are perf's, not the kernel's.
    pub const FIRST_OF_PERF: u32 = 64;
    pub const HEADER_ATTRIBUTE: u32 = 64;
    pub const HEADER_TRACING_DATA: u32 = 66;
    pub const HEADER_BUILD_ID: u32 = 67;
    pub const FINISHED_ROUND: u32 = 68;
    pub const AUX_TRACE: u32 = 71;
    pub const HEADER_FEATURE: u32 = 80;
    pub const COMPRESSED: u32 = 81;
    pub const COMPRESSED_2: u32 = 83;
}

const MISC_MODE: u16 = 0b111;
/// Of mappings: not executable.
const MISC_MAPS_DATA: u16 = 1 << 13;
/// Of names: given by executing a program.
const MISC_EXECUTED: u16 = 1 << 13;
/// Of mappings: with a build id.
const MISC_HAS_BUILD_ID: u16 = 1 << 14;
const PROTECTION_EXECUTE: u32 = 4;

/// In which mode the processor was when a sample was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// The record does not say.
    Unknown,
    /// In the kernel.
    Kernel,
    /// In a program.
    User,
    /// In a hypervisor.
    Hypervisor,
    /// In the kernel of a guest.
    GuestKernel,
    /// In a program of a guest.
    GuestUser,
}

impl Mode {
    fn of(misc: u16) -> Self {
        match misc & MISC_MODE {
            1 => Self::Kernel,
            2 => Self::User,
            3 => Self::Hypervisor,
            4 => Self::GuestKernel,
            5 => Self::GuestUser,
            _ => Self::Unknown,
        }
    }
}

/// A record that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// A sample.
    Sample {
        /// Index of the event among those of the header.
        event: usize,
        /// The processor's mode.
        mode: Mode,
        /// The sample.
        sample: SampleRecord<'a>,
    },
    /// A file was mapped for execution.
    Map {
        /// Process.
        pid: u32,
        /// First address.
        address: u64,
        /// Bytes.
        len: u64,
        /// The offset in the file of the mapping.
        file_offset: u64,
        /// The file.
        path: &'a [u8],
        /// Its build id, if the kernel told.
        build_id: Option<&'a [u8]>,
    },
    /// A process was named.
    Name {
        /// Process.
        pid: u32,
        /// Thread.
        tid: u32,
        /// The name.
        name: &'a [u8],
        /// True if the process executed a program, which ends all mappings.
        executed: bool,
    },
    /// A process or thread was made.
    Fork {
        /// Process.
        pid: u32,
        /// Process that made it.
        parent: u32,
    },
    /// Records were lost.
    Lost(u64),
    /// A record that is not what its kind says.
    Malformed,
}

impl<'a> Record<'a> {
    /// Reads a record of a kind that matters.
    pub fn parse(
        kind: u32,
        misc: u16,
        body: &'a [u8],
        index: usize,
        event: &Attribute,
    ) -> Option<Self> {
        let record = match kind {
            kind::SAMPLE => event.sample(body).map(|sample| Self::Sample {
                event: index,
                mode: Mode::of(misc),
                sample,
            }),
            kind::MMAP if misc & MISC_MAPS_DATA != 0 => return None,
            kind::MMAP => map(Cursor(body), false, misc, event),
            kind::MMAP2 => match map(Cursor(body), true, misc, event) {
                Some(Self::Map { len: 0, .. }) => return None,
                map => map,
            },
            kind::COMM => name(Cursor(body), misc, event),
            kind::FORK => fork(Cursor(body)),
            kind::LOST => lost(body, 8),
            kind::LOST_SAMPLES => lost(body, 0),
            _ => return None,
        };
        Some(record.unwrap_or(Self::Malformed))
    }
}

/// Returns the part of a record before the trailer.
fn without_trailer<'a>(rest: &'a [u8], event: &Attribute) -> &'a [u8] {
    let len = rest.len().saturating_sub(event.trailer_len());
    until_nul(&rest[..len])
}

fn map<'a>(
    mut cursor: Cursor<'a>,
    is_second: bool,
    misc: u16,
    event: &Attribute,
) -> Option<Record<'a>> {
    let (pid, _tid) = (cursor.u32()?, cursor.u32()?);
    let (address, mut len, file_offset) = (cursor.u64()?, cursor.u64()?, cursor.u64()?);
    let mut build_id = None;
    if is_second {
        if misc & MISC_HAS_BUILD_ID != 0 {
            let id_len = usize::from(cursor.u8()?);
            let _ = (cursor.u8()?, cursor.u16()?);
            build_id = Some(cursor.bytes(20)?.get(..id_len)?);
        } else {
            cursor.skip(24)?;
        }
        let (protection, _flags) = (cursor.u32()?, cursor.u32()?);
        if protection & PROTECTION_EXECUTE == 0 {
            len = 0;
        }
    }
    let path = without_trailer(cursor.0, event);
    Some(Record::Map { pid, address, len, file_offset, path, build_id })
}

fn name<'a>(mut cursor: Cursor<'a>, misc: u16, event: &Attribute) -> Option<Record<'a>> {
    let (pid, tid) = (cursor.u32()?, cursor.u32()?);
    let name = without_trailer(cursor.0, event);
    Some(Record::Name { pid, tid, name, executed: misc & MISC_EXECUTED != 0 })
}

fn fork(mut cursor: Cursor<'_>) -> Option<Record<'_>> {
    Some(Record::Fork { pid: cursor.u32()?, parent: cursor.u32()? })
}

fn lost(body: &[u8], at: usize) -> Option<Record<'_>> {
    Cursor(body.get(at..)?).u64().map(Record::Lost)
}
