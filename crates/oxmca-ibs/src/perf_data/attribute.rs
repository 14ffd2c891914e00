//! The attributes of an event: the source of its samples, and the layout of its records.

use super::cursor::Cursor;

/// Fields of samples, as bits of an attribute's sample type.
mod sample {
    pub const IP: u64 = 1 << 0;
    pub const TID: u64 = 1 << 1;
    pub const TIME: u64 = 1 << 2;
    pub const ADDRESS: u64 = 1 << 3;
    pub const READ: u64 = 1 << 4;
    pub const CALLCHAIN: u64 = 1 << 5;
    pub const ID: u64 = 1 << 6;
    pub const CPU: u64 = 1 << 7;
    pub const PERIOD: u64 = 1 << 8;
    pub const STREAM_ID: u64 = 1 << 9;
    pub const RAW: u64 = 1 << 10;
    pub const IDENTIFIER: u64 = 1 << 16;
}

/// Fields of counter values within samples.
mod read {
    pub const TIME_ENABLED: u64 = 1 << 0;
    pub const TIME_RUNNING: u64 = 1 << 1;
    pub const ID: u64 = 1 << 2;
    pub const GROUP: u64 = 1 << 3;
    pub const LOST: u64 = 1 << 4;
}

const FLAG_SAMPLE_ID_ALL: u64 = 1 << 18;
/// The address of samples must be exact.
const FLAGS_PRECISE: u64 = 0b11 << 15;
/// The period is a frequency.
const FLAG_FREQUENCY: u64 = 1 << 10;
/// The attribute as of its first version.
const LEAST_SIZE: u32 = 64;

/// An event that was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    /// The number that the kernel gave to the source of the event.
    pub source: u32,
    /// The configuration of the source.
    pub config: u64,
    /// More that was asked of the source.
    pub config1: u64,
    /// The sampling period, unless a frequency was asked for.
    pub period: Option<u64>,
    /// Numbers by which records name the event.
    pub ids: Vec<u64>,
    sample_type: u64,
    read_format: u64,
    has_trailer: bool,
    is_precise: bool,
}

/// A sample, as far as it is of use here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleRecord<'a> {
    /// Address of the instruction.
    pub ip: u64,
    /// Process.
    pub pid: u32,
    /// Thread.
    pub tid: u32,
    /// Time, in nanoseconds of some clock.
    pub time: u64,
    /// Processor number.
    pub cpu: u32,
    /// Cycles, ops or fetches that the sample stands for.
    pub period: u64,
    /// The payload, without its length.
    pub raw: &'a [u8],
}

impl Attribute {
    /// Reads the attribute and how long it says it is.
    pub fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut cursor = Cursor(bytes);
        let source = cursor.u32()?;
        let size = cursor.u32()?;
        let config = cursor.u64()?;
        let period = cursor.u64()?;
        let sample_type = cursor.u64()?;
        let read_format = cursor.u64()?;
        let flags = cursor.u64()?;
        let _wakeup_and_breakpoint = cursor.u64()?;
        let config1 = cursor.u64()?;
        if size < LEAST_SIZE {
            return None;
        }
        let attribute = Self {
            source,
            config,
            config1,
            period: (flags & FLAG_FREQUENCY == 0).then_some(period),
            ids: Vec::new(),
            sample_type,
            read_format,
            has_trailer: flags & FLAG_SAMPLE_ID_ALL != 0,
            is_precise: flags & FLAGS_PRECISE != 0,
        };
        Some((attribute, usize::try_from(size).ok()?))
    }

    /// Returns whether samples have a payload.
    pub fn has_payload(&self) -> bool {
        self.sample_type & sample::RAW != 0
    }

    /// Returns whether the kernel takes this event from IBS on AMD processors: cycles (by name or number) and
    /// retired micro-ops, if they are to be precise.
    pub fn is_precise_on_amd(&self) -> bool {
        const HARDWARE: u32 = 0;
        const RAW: u32 = 4;
        self.is_precise && matches!((self.source, self.config), (HARDWARE, 0) | (RAW, 0x76 | 0xc1))
    }

    /// Returns the size in bytes of those of some fields that records have.
    fn size_of(&self, fields: u64) -> usize {
        (self.sample_type & fields).count_ones() as usize * 8
    }

    /// Returns the offset of the event's number in samples.
    pub fn id_in_samples(&self) -> Option<usize> {
        if self.sample_type & sample::IDENTIFIER != 0 {
            return Some(0);
        }
        let before = sample::IP | sample::TID | sample::TIME | sample::ADDRESS;
        (self.sample_type & sample::ID != 0).then(|| self.size_of(before))
    }

    /// Returns the time at which a record of this event was made; 0 if the record has none.
    pub fn time(&self, is_sample: bool, body: &[u8]) -> u64 {
        if self.sample_type & sample::TIME == 0 {
            return 0;
        }
        let at = if is_sample {
            Some(self.size_of(sample::IDENTIFIER | sample::IP | sample::TID))
        } else if self.has_trailer {
            let from_time =
                sample::TIME | sample::ID | sample::STREAM_ID | sample::CPU | sample::IDENTIFIER;
            body.len().checked_sub(self.size_of(from_time))
        } else {
            None
        };
        at.and_then(|at| Cursor(body.get(at..)?).u64()).unwrap_or(0)
    }

    /// Returns the length of what ends all records but samples.
    pub fn trailer_len(&self) -> usize {
        let fields = sample::TID
            | sample::TIME
            | sample::ID
            | sample::STREAM_ID
            | sample::CPU
            | sample::IDENTIFIER;
        if self.has_trailer { self.size_of(fields) } else { 0 }
    }

    /// Reads a sample of this event.
    pub fn sample<'a>(&self, body: &'a [u8]) -> Option<SampleRecord<'a>> {
        let has = |field: u64| self.sample_type & field != 0;
        let mut cursor = Cursor(body);
        let mut record = SampleRecord::default();
        if has(sample::IDENTIFIER) {
            cursor.u64()?;
        }
        if has(sample::IP) {
            record.ip = cursor.u64()?;
        }
        if has(sample::TID) {
            record.pid = cursor.u32()?;
            record.tid = cursor.u32()?;
        }
        if has(sample::TIME) {
            record.time = cursor.u64()?;
        }
        cursor.skip(self.size_of(sample::ADDRESS | sample::ID | sample::STREAM_ID))?;
        if has(sample::CPU) {
            record.cpu = cursor.u32()?;
            cursor.u32()?;
        }
        record.period = if has(sample::PERIOD) { cursor.u64()? } else { self.period.unwrap_or(1) };
        if has(sample::READ) {
            self.skip_counters(&mut cursor)?;
        }
        if has(sample::CALLCHAIN) {
            let count = usize::try_from(cursor.u64()?).ok()?;
            cursor.skip(count.checked_mul(8)?)?;
        }
        if has(sample::RAW) {
            let len = usize::try_from(cursor.u32()?).ok()?;
            record.raw = cursor.bytes(len)?;
        }
        Some(record)
    }

    /// Goes past the values of counters.
    fn skip_counters(&self, cursor: &mut Cursor<'_>) -> Option<()> {
        let count = |fields: u64| (self.read_format & fields).count_ones() as usize;
        let times = count(read::TIME_ENABLED | read::TIME_RUNNING);
        let each = 1 + count(read::ID | read::LOST);
        let values = if self.read_format & read::GROUP != 0 {
            usize::try_from(cursor.u64()?).ok()?.checked_mul(each)?
        } else {
            each
        };
        cursor.skip(values.checked_add(times)?.checked_mul(8)?)
    }
}
