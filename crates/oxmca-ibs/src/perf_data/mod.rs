//! Recordings of `perf record`, as files and as streams.
//!
//! The container is read by code of our own: a reader must hold whatever bytes it is given, in bounded
//! memory, and the crates that read perf.data allocate what lengths in the file say.

mod attribute;
mod compression;
mod cursor;
mod error;
mod header;
mod queue;
mod record;
mod stream;

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::cpu::Cpu;
use compression::Decompressor;
use cursor::Cursor;
use queue::{Head, Queue};
use record::kind;
use stream::{Stream, split_record};

pub use attribute::{Attribute, SampleRecord};
pub use error::ReadError;
pub use header::Header;
pub use record::{Mode, Record};

/// The kind of an event's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SampleKind {
    /// Sampled ops.
    Op,
    /// Sampled fetches.
    Fetch,
}

/// A reader of perf.data that has read the header, and gives the records one after the other.
pub struct RecordingReader<R> {
    header: Header,
    stream: Stream<R>,
    data_len: Option<u64>,
}

impl<R: Read + Seek> RecordingReader<R> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// When it is no recording, is cut off or damaged.
    pub fn open_file(reader: R) -> Result<Self, ReadError> {
        let (header, data, reader) = Header::read_file(reader)?;
        let stream = Stream::new(reader, Some(data.len));
        Ok(Self { header, stream, data_len: Some(data.len) })
    }
}

impl<R: Read> RecordingReader<R> {
    /// Reads the header of a stream, as `perf record -o -` writes it.
    ///
    /// # Errors
    /// When it is no recording, is cut off or damaged.
    pub fn open_stream(mut reader: R) -> Result<Self, ReadError> {
        let mut magic = [0; 8];
        let mut len = [0; 8];
        let start = reader.read_exact(&mut magic).and_then(|()| reader.read_exact(&mut len));
        if start.is_err() {
            return Err(ReadError::NotPerfData);
        }
        header::check_magic(magic)?;
        let mut stream = Stream::new(reader, None);
        stream.skip(u64::from_le_bytes(len).saturating_sub(header::STREAM_HEADER_LEN))?;
        let mut header = Header::default();
        // perf writes what it knows of the recording first.
        while let Some(record) = stream.peek()? {
            let after = match record.kind {
                kind::HEADER_ATTRIBUTE => {
                    header.add_stream_event(record.body)?;
                    0
                }
                kind::HEADER_FEATURE => {
                    header.add_stream_feature(record.body)?;
                    0
                }
                kind::HEADER_TRACING_DATA => Cursor(record.body).u32().map_or(0, u64::from),
                kind::HEADER_BUILD_ID => {
                    header.add_build_id(record.misc, record.body);
                    0
                }
                it if it >= kind::FIRST_OF_PERF && !is_data(it) => 0,
                _ => break,
            };
            stream.next()?;
            stream.skip(after)?;
        }
        Ok(Self { header, stream, data_len: None })
    }

    /// Returns the header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of all records, where it is known.
    #[must_use]
    pub fn data_len(&self) -> Option<u64> {
        self.data_len
    }

    /// Returns the processor that recorded.
    ///
    /// # Errors
    /// When the recording names none, or one without IBS.
    pub fn cpu(&self) -> Result<Cpu, ReadError> {
        if let Some(architecture) = &self.header.architecture
            && !matches!(architecture.as_str(), "x86_64" | "i386" | "i486" | "i586" | "i686")
        {
            return Err(ReadError::NotX86(architecture.clone()));
        }
        let text = self.header.cpu_id.as_ref().ok_or(ReadError::NoCpu)?;
        Ok(Cpu::from_cpuid(text)?)
    }

    /// Returns the header's events of IBS, with the kinds of their samples.
    ///
    /// # Errors
    /// When none is, or when all lack the registers.
    pub fn ibs_events(&self) -> Result<Vec<Option<SampleKind>>, ReadError> {
        let header = &self.header;
        let kind_of = |event: &Attribute| {
            let name = header.event_name(event);
            match header.sources.get(&event.source).unwrap_or(&name).as_str() {
                it if it.starts_with("ibs_op") => Some(SampleKind::Op),
                it if it.starts_with("ibs_fetch") => Some(SampleKind::Fetch),
                // The kernel takes precise cycles and micro-ops from IBS.
                _ if event.is_precise_on_amd() => Some(SampleKind::Op),
                _ => None,
            }
        };
        let kinds: Vec<_> = header.events.iter().map(kind_of).collect();
        if kinds.iter().all(Option::is_none) {
            let mut names: Vec<_> = header.events.iter().map(|it| header.event_name(it)).collect();
            names.dedup();
            const MOST_NAMES: usize = 8;
            if names.is_empty() {
                names.push("none".into());
            }
            if names.len() > MOST_NAMES {
                names.truncate(MOST_NAMES);
                names.push("...".into());
            }
            return Err(ReadError::NoIbsEvents(names.join(", ")));
        }
        let lacks = |(event, kind): (&Attribute, &Option<SampleKind>)| {
            kind.is_some() && !event.has_payload()
        };
        let count = kinds.iter().filter(|it| it.is_some()).count();
        if header.events.iter().zip(&kinds).filter(|it| lacks(*it)).count() == count {
            return Err(ReadError::NoRegisters);
        }
        Ok(kinds)
    }

    /// Hands on the records in the order of their times. `progress` is told how many bytes of records
    /// were read, now and then, and can end the reading.
    ///
    /// # Errors
    /// When the recording is cut off or damaged, or cannot be read.
    pub fn read_records(
        mut self,
        deliver: &mut dyn FnMut(Record<'_>),
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), ReadError> {
        /// Records between two reports of progress.
        const STEP: u64 = 1 << 14;
        let ids = EventIds::new(&self.header.events)?;
        let mut order = Order { events: &self.header.events, ids, queue: Queue::default() };
        let mut decompressor: Option<Decompressor> = None;
        let mut decompressed = Vec::new();
        let mut count = 0_u64;
        while let Some(record) = self.stream.next()? {
            let mut after = 0;
            match record.kind {
                // Compressed records appear later than they are, so marks come too early for them.
                kind::FINISHED_ROUND if decompressor.is_none() => order.finish_round(deliver),
                kind::COMPRESSED | kind::COMPRESSED_2 => {
                    let decompressor = decompressor.get_or_insert_with(Decompressor::new);
                    let piece = compressed_piece(record.kind, record.body)?;
                    decompressor.push(piece);
                    while decompressor.decode_block(&mut decompressed)? {
                        order.add_all(&mut decompressed, deliver)?;
                    }
                }
                kind::AUX_TRACE => after = Cursor(record.body).u64().unwrap_or(0),
                kind::HEADER_TRACING_DATA => {
                    after = Cursor(record.body).u32().map_or(0, u64::from);
                }
                _ => order.add(record, deliver),
            }
            self.stream.skip(after)?;
            count += 1;
            if count.is_multiple_of(STEP) && progress(self.stream.position()).is_break() {
                break;
            }
        }
        if let Some(mut decompressor) = decompressor {
            decompressor.finish(&mut decompressed)?;
            order.add_all(&mut decompressed, deliver)?;
            if !decompressed.is_empty() {
                return Err(ReadError::EndsInRecord(self.stream.position()));
            }
        }
        order.finish(deliver);
        let _ = progress(self.stream.position());
        Ok(())
    }
}

/// Returns whether a record of perf's can be among those of the kernel, or holds such records.
fn is_data(kind: u32) -> bool {
    matches!(kind, kind::FINISHED_ROUND | kind::AUX_TRACE | kind::COMPRESSED | kind::COMPRESSED_2)
}

/// Returns the compressed bytes in a record.
fn compressed_piece(kind: u32, body: &[u8]) -> Result<&[u8], ReadError> {
    if kind == kind::COMPRESSED {
        return Ok(body);
    }
    let mut cursor = Cursor(body);
    let len = cursor.u64().and_then(|len| usize::try_from(len).ok());
    let piece = len.and_then(|len| cursor.bytes(len));
    piece.ok_or(ReadError::Damaged("a compressed record ends early"))
}

/// The way in which records name their event.
enum EventIds {
    /// There is one event.
    One,
    /// By numbers, which samples have at an offset from their start, other records at their end.
    Numbers { in_samples: usize, indices: FxHashMap<u64, u16> },
}

impl EventIds {
    fn new(events: &[Attribute]) -> Result<Self, ReadError> {
        let [first, others @ ..] = events else {
            return Err(ReadError::Damaged("the file has no events"));
        };
        if others.is_empty() {
            return Ok(Self::One);
        }
        let in_samples = first.id_in_samples().ok_or(ReadError::AmbiguousEvents)?;
        if others.iter().any(|it| it.id_in_samples() != Some(in_samples)) {
            return Err(ReadError::AmbiguousEvents);
        }
        let mut indices = FxHashMap::default();
        for (index, event) in events.iter().enumerate() {
            let index = u16::try_from(index).map_err(|_| ReadError::Damaged("too many events"))?;
            indices.extend(event.ids.iter().map(|id| (*id, index)));
        }
        Ok(Self::Numbers { in_samples, indices })
    }

    /// Returns the event of a sample.
    fn of_sample(&self, body: &[u8]) -> Option<u16> {
        match self {
            Self::One => Some(0),
            Self::Numbers { in_samples, indices } => {
                let id = Cursor(body.get(*in_samples..)?).u64()?;
                indices.get(&id).copied()
            }
        }
    }
}

/// Brings records into order.
struct Order<'a> {
    events: &'a [Attribute],
    ids: EventIds,
    queue: Queue,
}

impl Order<'_> {
    fn add(&mut self, record: stream::RawRecord<'_>, deliver: &mut dyn FnMut(Record<'_>)) {
        let is_sample = record.kind == kind::SAMPLE;
        let known = matches!(
            record.kind,
            kind::MMAP
                | kind::LOST
                | kind::COMM
                | kind::FORK
                | kind::SAMPLE
                | kind::MMAP2
                | kind::LOST_SAMPLES
        );
        if !known {
            return;
        }
        let event = if is_sample { self.ids.of_sample(record.body) } else { Some(0) };
        let Some(event) = event else {
            deliver(Record::Malformed);
            return;
        };
        let attribute = &self.events[usize::from(event)];
        let time = attribute.time(is_sample, record.body);
        let head = Head { kind: record.kind, misc: record.misc, event };
        let events = self.events;
        self.queue
            .push(time, head, record.body, &mut |head, body| parse(events, head, body, deliver));
    }

    /// Adds the whole records of some bytes, and leaves the rest.
    fn add_all(
        &mut self,
        bytes: &mut Vec<u8>,
        deliver: &mut dyn FnMut(Record<'_>),
    ) -> Result<(), ReadError> {
        let mut rest = bytes.as_slice();
        while let Some((record, after)) = split_record(rest) {
            self.add(record, deliver);
            rest = after;
        }
        if let Some([.., low, high]) = rest.first_chunk::<{ stream::RECORD_HEADER_LEN }>()
            && usize::from(u16::from_le_bytes([*low, *high])) < stream::RECORD_HEADER_LEN
        {
            return Err(ReadError::Damaged("a record is shorter than its header"));
        }
        let used = bytes.len() - rest.len();
        bytes.drain(..used);
        Ok(())
    }

    fn finish_round(&mut self, deliver: &mut dyn FnMut(Record<'_>)) {
        let events = self.events;
        self.queue.finish_round(&mut |head, body| parse(events, head, body, deliver));
    }

    fn finish(&mut self, deliver: &mut dyn FnMut(Record<'_>)) {
        let events = self.events;
        self.queue.finish(&mut |head, body| parse(events, head, body, deliver));
    }
}

fn parse(events: &[Attribute], head: Head, body: &[u8], deliver: &mut dyn FnMut(Record<'_>)) {
    let index = usize::from(head.event);
    if let Some(record) = Record::parse(head.kind, head.misc, body, index, &events[index]) {
        deliver(record);
    }
}
