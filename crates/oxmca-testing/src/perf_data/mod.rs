//! A writer of recordings like those of `perf record`: for tests, for comparing with perf, and for measuring.

pub mod elf;
pub mod jsonl;

/// Fields of samples.
pub mod field {
    /// Address of the instruction.
    pub const IP: u64 = 1 << 0;
    /// Process and thread.
    pub const TID: u64 = 1 << 1;
    /// Time.
    pub const TIME: u64 = 1 << 2;
    /// Address of the data.
    pub const ADDRESS: u64 = 1 << 3;
    /// Values of the counters.
    pub const READ: u64 = 1 << 4;
    /// Return addresses.
    pub const CALLCHAIN: u64 = 1 << 5;
    /// Number of the event.
    pub const ID: u64 = 1 << 6;
    /// Processor.
    pub const CPU: u64 = 1 << 7;
    /// Sampling period.
    pub const PERIOD: u64 = 1 << 8;
    /// Number of the event on its processor.
    pub const STREAM_ID: u64 = 1 << 9;
    /// Payload: the registers.
    pub const RAW: u64 = 1 << 10;
    /// Number of the event, before all other fields.
    pub const IDENTIFIER: u64 = 1 << 16;
    /// Fields that `perf record -R` asks for.
    pub const USUAL: u64 = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | RAW;
}

/// Number of the event source of micro-op samples.
pub const OP_SOURCE: u32 = 11;
/// Number of the event source of fetch samples.
pub const FETCH_SOURCE: u32 = 10;
/// Number of the micro-op event.
pub const OP_ID: u64 = 101;
/// Number of the fetch event.
pub const FETCH_ID: u64 = 202;

/// The header of a recording: processor, event sources and events.
pub struct Setting {
    /// Vendor, family, model and stepping.
    pub cpu_id: Option<String>,
    /// As `uname -m` prints it.
    pub architecture: String,
    /// Names of event sources by number.
    pub sources: Vec<(u32, &'static str)>,
    /// Capabilities that the kernel names for the op source; perf looks for some.
    pub source_caps: Vec<&'static str>,
    /// Recorded events; samples refer to them by index.
    pub events: Vec<Event>,
    /// Paths with build ids.
    pub build_ids: Vec<(String, Vec<u8>)>,
    /// Length of an event's attributes: 64 to 136.
    pub attribute_len: usize,
}

/// A recorded event.
pub struct Event {
    /// As `perf record -e` takes it.
    pub name: &'static str,
    /// Number of its source.
    pub source: u32,
    /// Attribute `config`.
    pub config: u64,
    /// Fields of its samples, from [`field`].
    pub fields: u64,
    /// Attribute `read_format`.
    pub read_format: u64,
    /// Further attributes: [`FLAG_TRAILER`], [`FLAG_PRECISE`].
    pub flags: u64,
    /// Number that its samples carry.
    pub id: u64,
}

/// Records end with their event's number, their time and other fields of samples.
pub const FLAG_TRAILER: u64 = 1 << 18;
/// The address is that of the sampled instruction, not of a later one.
pub const FLAG_PRECISE: u64 = 1 << 15;

impl Default for Setting {
    fn default() -> Self {
        let event = |name, source, config, id| Event {
            name,
            source,
            config,
            fields: field::USUAL,
            read_format: 0,
            flags: FLAG_TRAILER,
            id,
        };
        Self {
            cpu_id: Some("AuthenticAMD,25,97,2".into()),
            architecture: "x86_64".into(),
            sources: vec![
                (4, "cpu"),
                (1, "software"),
                (FETCH_SOURCE, "ibs_fetch"),
                (OP_SOURCE, "ibs_op"),
            ],
            source_caps: Vec::new(),
            events: vec![
                event("ibs_op//", OP_SOURCE, 1 << 19, OP_ID),
                event("ibs_fetch//", FETCH_SOURCE, 0, FETCH_ID),
            ],
            build_ids: Vec::new(),
            attribute_len: 128,
        }
    }
}

/// A sample to be written.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// Index of the event.
    pub event: usize,
    /// Address of the instruction.
    pub ip: u64,
    /// Process.
    pub pid: u32,
    /// Time in nanoseconds.
    pub time: u64,
    /// Processor.
    pub cpu: u32,
    /// Sampling period.
    pub period: u64,
    /// 1 is the kernel, 2 a program.
    pub mode: u16,
    /// Capabilities and registers, as [`payload`] writes them.
    pub payload: &'a [u8],
}

/// Returns the payload of a sample.
pub fn payload(caps: u32, registers: &[u64]) -> Vec<u8> {
    let mut bytes = caps.to_le_bytes().to_vec();
    bytes.extend(registers.iter().flat_map(|it| it.to_le_bytes()));
    bytes
}

fn number(bytes: &mut Vec<u8>, value: u64) {
    bytes.extend(value.to_le_bytes());
}

fn pair(bytes: &mut Vec<u8>, low: u32, high: u32) {
    bytes.extend(low.to_le_bytes());
    bytes.extend(high.to_le_bytes());
}

fn pad(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}

/// Appends a text of the header.
fn text(bytes: &mut Vec<u8>, value: &str) {
    let len = (value.len() + 1).next_multiple_of(64);
    bytes.extend((len as u32).to_le_bytes());
    let end = bytes.len() + len;
    bytes.extend(value.as_bytes());
    bytes.resize(end, 0);
}

/// Returns a record of any kind.
pub fn record(kind: u32, misc: u16, body: &[u8]) -> Vec<u8> {
    let len = 8 + body.len().next_multiple_of(8);
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend(misc.to_le_bytes());
    bytes.extend((len as u16).to_le_bytes());
    bytes.extend(body);
    bytes.resize(len, 0);
    bytes
}

/// Returns the mark at the end of a round.
pub fn finished_round() -> Vec<u8> {
    record(68, 0, &[])
}

impl Setting {
    fn trailer(&self, body: &mut Vec<u8>, pid: u32, time: u64) {
        let event = &self.events[0];
        if event.flags & FLAG_TRAILER == 0 {
            return;
        }
        let fields = event.fields;
        pad(body, 8);
        if fields & field::TID != 0 {
            pair(body, pid, pid);
        }
        if fields & field::TIME != 0 {
            number(body, time);
        }
        for (field, value) in [
            (field::ID, event.id),
            (field::STREAM_ID, 7),
            (field::CPU, 0),
            (field::IDENTIFIER, event.id),
        ] {
            if fields & field != 0 {
                number(body, value);
            }
        }
    }

    fn named(
        &self,
        kind: u32,
        misc: u16,
        mut body: Vec<u8>,
        pid: u32,
        time: u64,
        name: &str,
    ) -> Vec<u8> {
        body.extend(name.as_bytes());
        body.push(0);
        pad(&mut body, 8);
        self.trailer(&mut body, pid, time);
        record(kind, misc, &body)
    }

    /// Returns the record of a process that is named, by executing a program or not.
    pub fn name(&self, pid: u32, time: u64, name: &str, executed: bool) -> Vec<u8> {
        let mut body = Vec::new();
        pair(&mut body, pid, pid);
        self.named(3, u16::from(executed) << 13, body, pid, time, name)
    }

    /// Returns the record of a process that another one makes.
    pub fn fork(&self, pid: u32, parent: u32, time: u64) -> Vec<u8> {
        let mut body = Vec::new();
        pair(&mut body, pid, parent);
        pair(&mut body, pid, parent);
        number(&mut body, time);
        self.trailer(&mut body, pid, time);
        record(7, 0, &body)
    }

    /// Returns the record of a file that is mapped for execution.
    pub fn map(
        &self,
        pid: u32,
        time: u64,
        place: [u64; 3],
        path: &str,
        build_id: Option<&[u8]>,
    ) -> Vec<u8> {
        let mut body = Vec::new();
        pair(&mut body, pid, pid);
        for value in place {
            number(&mut body, value);
        }
        let mut misc = 2;
        match build_id {
            Some(id) => {
                misc |= 1 << 14;
                body.extend([id.len() as u8, 0, 0, 0]);
                body.extend(id);
                body.resize(body.len() + 20 - id.len(), 0);
            }
            None => {
                pair(&mut body, 8, 1);
                number(&mut body, 4711);
                number(&mut body, 0);
            }
        }
        pair(&mut body, 5, 2);
        self.named(10, misc, body, pid, time, path)
    }

    /// Appends a sample.
    pub fn push_sample(&self, bytes: &mut Vec<u8>, sample: &Sample<'_>) {
        let event = &self.events[sample.event];
        let start = bytes.len();
        bytes.extend(9_u32.to_le_bytes());
        bytes.extend((sample.mode | 1 << 14).to_le_bytes());
        bytes.extend([0, 0]);
        let has = |field| event.fields & field != 0;
        if has(field::IDENTIFIER) {
            number(bytes, event.id);
        }
        if has(field::IP) {
            number(bytes, sample.ip);
        }
        if has(field::TID) {
            pair(bytes, sample.pid, sample.pid);
        }
        if has(field::TIME) {
            number(bytes, sample.time);
        }
        for (field, value) in [(field::ADDRESS, 0), (field::ID, event.id), (field::STREAM_ID, 7)] {
            if has(field) {
                number(bytes, value);
            }
        }
        if has(field::CPU) {
            pair(bytes, sample.cpu, 0);
        }
        if has(field::PERIOD) {
            number(bytes, sample.period);
        }
        if has(field::READ) {
            let format = event.read_format;
            let of = |bit: u64| (format >> bit & 1) as usize;
            let each = 1 + of(2) + of(4);
            let count =
                if of(3) == 1 { 1 + of(0) + of(1) + 2 * each } else { of(0) + of(1) + each };
            for at in 0..count {
                number(bytes, if at == 0 { 2 } else { 99 });
            }
        }
        if has(field::CALLCHAIN) {
            for value in [2, u64::MAX - 511, sample.ip] {
                number(bytes, value);
            }
        }
        if has(field::RAW) {
            bytes.extend((sample.payload.len() as u32).to_le_bytes());
            bytes.extend(sample.payload);
        }
        let len = (bytes.len() - start).next_multiple_of(8);
        bytes.resize(start + len, 0);
        bytes[start + 6..start + 8].copy_from_slice(&(len as u16).to_le_bytes());
    }

    /// Returns a sample.
    pub fn sample(&self, sample: &Sample<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.push_sample(&mut bytes, sample);
        bytes
    }

    fn attribute(&self, event: &Event) -> Vec<u8> {
        let mut bytes = Vec::new();
        pair(&mut bytes, event.source, self.attribute_len as u32);
        for value in [event.config, 100_000, event.fields, event.read_format, event.flags, 0, 0, 0]
        {
            number(&mut bytes, value);
        }
        bytes.resize(self.attribute_len, 0);
        bytes
    }

    /// Returns the features of the header, by number.
    fn features(&self) -> Vec<(u32, Vec<u8>)> {
        let of_text = |value: &str| {
            let mut bytes = Vec::new();
            text(&mut bytes, value);
            bytes
        };
        let mut build_ids = Vec::new();
        for (path, id) in &self.build_ids {
            let mut body = u32::MAX.to_le_bytes().to_vec();
            body.extend(id);
            body.resize(24, 0);
            body.extend([id.len() as u8, 0, 0, 0]);
            body.extend(path.as_bytes());
            body.push(0);
            build_ids.extend(record(0, 2 | 1 << 15, &body));
        }
        let mut command = 2_u32.to_le_bytes().to_vec();
        text(&mut command, "perf");
        text(&mut command, "record");
        let mut events = (self.events.len() as u32).to_le_bytes().to_vec();
        events.extend((self.attribute_len as u32).to_le_bytes());
        for event in &self.events {
            events.extend(self.attribute(event));
            events.extend(1_u32.to_le_bytes());
            text(&mut events, event.name);
            number(&mut events, event.id);
        }
        let mut sources = (self.sources.len() as u32).to_le_bytes().to_vec();
        for (source, name) in &self.sources {
            sources.extend(source.to_le_bytes());
            text(&mut sources, name);
        }
        let mut caps = 1_u32.to_le_bytes().to_vec();
        caps.extend((self.source_caps.len() as u32).to_le_bytes());
        for cap in &self.source_caps {
            text(&mut caps, cap);
            text(&mut caps, "1");
        }
        text(&mut caps, "ibs_op");
        let mut features = vec![
            (3, of_text("computer")),
            (4, of_text("6.8.0")),
            (5, of_text("6.8.0")),
            (6, of_text(&self.architecture)),
            (8, of_text("a processor")),
            (11, command),
            (12, events),
            (16, sources),
        ];
        if let Some(cpu_id) = &self.cpu_id {
            features.push((9, of_text(cpu_id)));
        }
        if !self.build_ids.is_empty() {
            features.push((2, build_ids));
        }
        if !self.source_caps.is_empty() {
            features.push((31, caps));
        }
        features.sort_by_key(|it| it.0);
        features
    }

    /// Returns the parts of a file before and after records of the given number of bytes.
    pub fn around(&self, data_len: u64) -> (Vec<u8>, Vec<u8>) {
        const HEADER_LEN: u64 = 104;
        let entry = self.attribute_len as u64 + 16;
        let events = self.events.len() as u64;
        let attributes_at = HEADER_LEN + 8 * events;
        let data_at = attributes_at + entry * events;
        let features = self.features();
        let mut bits = [0_u64; 4];
        for (number, _) in &features {
            bits[(number / 64) as usize] |= 1 << (number % 64);
        }
        let mut before = b"PERFILE2".to_vec();
        for value in [HEADER_LEN, entry, attributes_at, entry * events, data_at, data_len, 0, 0] {
            number(&mut before, value);
        }
        for value in bits {
            number(&mut before, value);
        }
        for event in &self.events {
            number(&mut before, event.id);
        }
        for (index, event) in self.events.iter().enumerate() {
            before.extend(self.attribute(event));
            number(&mut before, HEADER_LEN + 8 * index as u64);
            number(&mut before, 8);
        }
        let mut at = data_at + data_len + 16 * features.len() as u64;
        let mut after = Vec::new();
        for (_, contents) in &features {
            number(&mut after, at);
            number(&mut after, contents.len() as u64);
            at += contents.len() as u64;
        }
        for (_, contents) in &features {
            after.extend(contents);
        }
        (before, after)
    }

    /// Returns a file with these records.
    pub fn file(&self, records: &[u8]) -> Vec<u8> {
        let (mut bytes, after) = self.around(records.len() as u64);
        bytes.extend(records);
        bytes.extend(after);
        bytes
    }

    /// Returns a stream with these records.
    pub fn stream(&self, records: &[u8]) -> Vec<u8> {
        let mut bytes = b"PERFILE2".to_vec();
        number(&mut bytes, 16);
        for event in &self.events {
            let mut body = self.attribute(event);
            number(&mut body, event.id);
            bytes.extend(record(64, 0, &body));
        }
        for (feature, contents) in self.features() {
            let mut body = Vec::new();
            number(&mut body, u64::from(feature));
            body.extend(contents);
            bytes.extend(record(80, 0, &body));
        }
        bytes.extend(records);
        bytes
    }
}
