//! The header of a recording: the processor, the events, and the files that were mapped.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use super::attribute::Attribute;
use super::cursor::{Cursor, until_nul};
use super::error::ReadError;

/// Features of a recording that are of use here, by number.
mod feature {
    pub const BUILD_ID: u32 = 2;
    pub const HOST_NAME: u32 = 3;
    pub const KERNEL: u32 = 4;
    pub const PERF_VERSION: u32 = 5;
    pub const ARCHITECTURE: u32 = 6;
    pub const CPU_NAME: u32 = 8;
    pub const CPU_ID: u32 = 9;
    pub const COMMAND: u32 = 11;
    pub const EVENTS: u32 = 12;
    pub const SOURCES: u32 = 16;
    pub const ALL: [u32; 10] = [
        BUILD_ID,
        HOST_NAME,
        KERNEL,
        PERF_VERSION,
        ARCHITECTURE,
        CPU_NAME,
        CPU_ID,
        COMMAND,
        EVENTS,
        SOURCES,
    ];
}

/// The header of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The processor: vendor, family, model and stepping, in decimal.
    pub cpu_id: Option<String>,
    /// The processor's name.
    pub cpu_name: Option<String>,
    /// The architecture, e.g. `x86_64`.
    pub architecture: Option<String>,
    /// The computer's name.
    pub host_name: Option<String>,
    /// The kernel's release.
    pub kernel: Option<String>,
    /// The version of perf.
    pub perf_version: Option<String>,
    /// The command that recorded.
    pub command: Vec<String>,
    /// Names of event sources, by their number.
    pub sources: BTreeMap<u32, String>,
    /// The recorded events.
    pub events: Vec<Attribute>,
    /// Names of the recorded events, for those that have one.
    pub event_names: Vec<(Vec<u64>, String)>,
    /// Build ids of mapped files, by path.
    pub build_ids: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// The position of the records in the file.
#[derive(Clone, Copy, Debug)]
pub struct DataSection {
    pub offset: u64,
    pub len: u64,
}

pub const MAGIC: [u8; 8] = *b"PERFILE2";
const MAGIC_BIG_ENDIAN: [u8; 8] = *b"2ELIFREP";
/// The header of a stream: the magic number and its own length.
pub const STREAM_HEADER_LEN: u64 = 16;
const FILE_HEADER_LEN: usize = 104;
const SECTION_LEN: u64 = 16;
/// Longest section that is read. A build-id table of a million files has 100 MiB.
const MAX_SECTION: u64 = 256 << 20;

/// Checks the first eight bytes.
pub fn check_magic(magic: [u8; 8]) -> Result<(), ReadError> {
    match magic {
        MAGIC => Ok(()),
        MAGIC_BIG_ENDIAN => Err(ReadError::BigEndian),
        _ => Err(ReadError::NotPerfData),
    }
}

/// A file whose length is known.
struct File<R> {
    reader: R,
    len: u64,
}

impl<R: Read + Seek> File<R> {
    /// Returns the bytes of a section.
    fn section(&mut self, what: &'static str, offset: u64, len: u64) -> Result<Vec<u8>, ReadError> {
        let end = offset.saturating_add(len);
        if end > self.len {
            return Err(ReadError::Truncated { what, end, len: self.len });
        }
        if len > MAX_SECTION {
            return Err(ReadError::Damaged("a section of the header is too long"));
        }
        let mut bytes = vec![0; usize::try_from(len).map_err(|_| ReadError::Damaged("length"))?];
        self.reader.seek(SeekFrom::Start(offset))?;
        self.reader.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Header {
    /// Reads the header of a file, and leaves the reader at the first record.
    pub fn read_file<R: Read + Seek>(reader: R) -> Result<(Self, DataSection, R), ReadError> {
        let mut file = File { reader, len: 0 };
        file.len = file.reader.seek(SeekFrom::End(0))?;
        if file.len < 8 {
            return Err(ReadError::NotPerfData);
        }
        let magic = file.section("header", 0, 8)?;
        check_magic(*magic.first_chunk().unwrap_or(&[0; 8]))?;
        let bytes = file.section("header", 0, FILE_HEADER_LEN as u64)?;
        let mut cursor = Cursor(&bytes);
        let mut next = || cursor.u64().unwrap_or(0);
        let (_, _, attribute_len) = (next(), next(), next());
        let (attributes, attributes_len) = (next(), next());
        let data = DataSection { offset: next(), len: next() };
        let _event_types = (next(), next());
        let features = [next(), next(), next(), next()];
        if data.len == 0 {
            return Err(ReadError::Unfinished);
        }
        let data_end = data.offset.saturating_add(data.len);
        if data_end > file.len {
            return Err(ReadError::Truncated { what: "data", end: data_end, len: file.len });
        }
        let mut header = Self::default();
        let table = file.section("event table", attributes, attributes_len)?;
        let entry = usize::try_from(attribute_len).unwrap_or(usize::MAX);
        if entry < SECTION_LEN as usize {
            return Err(ReadError::Damaged("entries of the event table are too short"));
        }
        for entry in table.chunks_exact(entry) {
            header.add_file_event(entry, &mut file)?;
        }
        let count: u32 = features.iter().map(|bits| bits.count_ones()).sum();
        let table = file.section("feature table", data_end, u64::from(count) * SECTION_LEN)?;
        let present =
            (0..u64::BITS * 4).filter(|it| features[(it / 64) as usize] >> (it % 64) & 1 != 0);
        for (number, place) in present.zip(table.chunks_exact(SECTION_LEN as usize)) {
            if feature::ALL.contains(&number) {
                let mut cursor = Cursor(place);
                let (offset, len) = (cursor.u64().unwrap_or(0), cursor.u64().unwrap_or(0));
                let bytes = file.section("header", offset, len)?;
                header.add_feature(number, &bytes)?;
            }
        }
        file.reader.seek(SeekFrom::Start(data.offset))?;
        Ok((header, data, file.reader))
    }

    /// Adds an event of a file's table: its attributes, then where its numbers are.
    fn add_file_event<R: Read + Seek>(
        &mut self,
        entry: &[u8],
        file: &mut File<R>,
    ) -> Result<(), ReadError> {
        let (attribute, place) = entry.split_at(entry.len() - SECTION_LEN as usize);
        let (mut event, _) =
            Attribute::parse(attribute).ok_or(ReadError::Damaged("an event has no attributes"))?;
        let mut cursor = Cursor(place);
        let (offset, len) = (cursor.u64().unwrap_or(0), cursor.u64().unwrap_or(0));
        let ids = file.section("table of event numbers", offset, len)?;
        event.ids = ids.as_chunks().0.iter().map(|id| u64::from_le_bytes(*id)).collect();
        self.events.push(event);
        Ok(())
    }

    /// Adds an event of a stream: its attributes and its numbers.
    pub fn add_stream_event(&mut self, body: &[u8]) -> Result<(), ReadError> {
        let damaged = ReadError::Damaged("an event has no attributes");
        let Some((mut event, len)) = Attribute::parse(body) else { return Err(damaged) };
        let ids = body.get(len..).ok_or(damaged)?;
        event.ids = ids.as_chunks().0.iter().map(|id| u64::from_le_bytes(*id)).collect();
        self.events.push(event);
        Ok(())
    }

    /// Adds a feature of a stream: its number and its contents.
    pub fn add_stream_feature(&mut self, body: &[u8]) -> Result<(), ReadError> {
        let mut cursor = Cursor(body);
        let number = cursor.u64().ok_or(ReadError::Damaged("a feature has no number"))?;
        match u32::try_from(number) {
            Ok(number) if feature::ALL.contains(&number) => self.add_feature(number, cursor.0),
            _ => Ok(()),
        }
    }

    fn add_feature(&mut self, number: u32, bytes: &[u8]) -> Result<(), ReadError> {
        let mut cursor = Cursor(bytes);
        let read = match number {
            feature::BUILD_ID => self.add_build_ids(bytes),
            feature::COMMAND => self.read_command(&mut cursor),
            feature::EVENTS => self.read_event_names(&mut cursor),
            feature::SOURCES => self.read_sources(&mut cursor),
            _ => cursor.text().map(|text| {
                let text = Some(String::from_utf8_lossy(text).into_owned());
                match number {
                    feature::HOST_NAME => self.host_name = text,
                    feature::KERNEL => self.kernel = text,
                    feature::PERF_VERSION => self.perf_version = text,
                    feature::ARCHITECTURE => self.architecture = text,
                    feature::CPU_NAME => self.cpu_name = text,
                    _ => self.cpu_id = text,
                }
            }),
        };
        read.ok_or(ReadError::Damaged("a feature of the header ends early"))
    }

    fn read_command(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        for _ in 0..cursor.u32()? {
            self.command.push(String::from_utf8_lossy(cursor.text()?).into_owned());
        }
        Some(())
    }

    fn read_sources(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        for _ in 0..cursor.u32()? {
            let number = cursor.u32()?;
            self.sources.insert(number, String::from_utf8_lossy(cursor.text()?).into_owned());
        }
        Some(())
    }

    fn read_event_names(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let (count, attribute_len) = (cursor.u32()?, usize::try_from(cursor.u32()?).ok()?);
        for _ in 0..count {
            cursor.skip(attribute_len)?;
            let ids = usize::try_from(cursor.u32()?).ok()?;
            let name = String::from_utf8_lossy(cursor.text()?).into_owned();
            let ids = cursor.bytes(ids.checked_mul(8)?)?.as_chunks().0;
            let ids = ids.iter().map(|id| u64::from_le_bytes(*id)).collect();
            self.event_names.push((ids, name));
        }
        Some(())
    }

    /// Adds the records of a build-id table.
    fn add_build_ids(&mut self, mut bytes: &[u8]) -> Option<()> {
        while let Some((head, _)) = bytes.split_first_chunk::<8>() {
            let len = usize::from(u16::from_le_bytes([head[6], head[7]]));
            let (record, rest) = bytes.split_at_checked(len)?;
            let misc = u16::from_le_bytes([head[4], head[5]]);
            self.add_build_id(misc, record.get(8..)?)?;
            bytes = rest;
        }
        Some(())
    }

    /// Adds a build id and the path it belongs to.
    pub fn add_build_id(&mut self, misc: u16, body: &[u8]) -> Option<()> {
        /// The length of the id is told.
        const MISC_HAS_LEN: u16 = 1 << 15;
        const MAX_LEN: usize = 20;
        let mut cursor = Cursor(body);
        let _pid = cursor.u32()?;
        let id = cursor.bytes(24)?;
        let len = if misc & MISC_HAS_LEN != 0 {
            usize::from(id[MAX_LEN]).min(MAX_LEN)
        } else {
            // Ids have whole words; shorter ones are padded.
            let words = id[..MAX_LEN].chunks(4).rev();
            MAX_LEN - 4 * words.take_while(|word| **word == [0; 4]).count()
        };
        self.build_ids.insert(until_nul(cursor.0).to_vec(), id[..len].to_vec());
        Some(())
    }

    /// Returns the name of an event: the one that perf was given, or that of its source.
    #[must_use]
    pub fn event_name(&self, event: &Attribute) -> String {
        let named = self
            .event_names
            .iter()
            .find(|(ids, _)| ids.first().is_some_and(|id| event.ids.contains(id)));
        let source = || self.sources.get(&event.source).cloned();
        named
            .map(|(_, name)| name.clone())
            .or_else(source)
            .unwrap_or_else(|| format!("event source {}", event.source))
    }
}
