//! Recordings, read by `oxmca-ibs` and by `linux-perf-data`.

use std::io::Cursor;
use std::ops::ControlFlow;

use linux_perf_data::linux_perf_event_reader::EventRecord;
use linux_perf_data::{PerfFileReader, PerfFileRecord};
use oxmca_ibs::perf_data::{Record, RecordingReader};
use oxmca_testing::perf_data::{Setting, field, jsonl};

fn hot(setting: &Setting) -> Vec<u8> {
    let place = [0x5555_5555_5000, 0x1000, 0x1000];
    let lines = include_str!("../../../crates/oxmca-ibs/tests/data/hot.jsonl");
    jsonl::records(setting, lines, Some((place, "/target")))
}

#[test]
fn samples_are_those_that_another_reader_finds() {
    let mut setting = Setting::default();
    for fields in [field::USUAL, field::USUAL | field::ADDRESS | field::ID | field::CALLCHAIN] {
        for event in &mut setting.events {
            event.fields = fields;
        }
        let bytes = setting.file(&hot(&setting));
        let mut theirs = Vec::new();
        let reader = PerfFileReader::parse_file(Cursor::new(&bytes)).expect("a recording");
        let (mut file, mut records) = (reader.perf_file, reader.record_iter);
        while let Some(record) = records.next_record(&mut file).expect("a record") {
            let PerfFileRecord::EventRecord { attr_index, record } = record else { continue };
            match record.parse().expect("contents") {
                EventRecord::Sample(it) => theirs.push(format!(
                    "{attr_index} {:x?} {:?} {:?} {:?} {:?} {:x?}",
                    it.ip.expect("ip"),
                    it.pid.expect("pid"),
                    it.timestamp.expect("time"),
                    it.cpu.expect("cpu"),
                    it.period.expect("period"),
                    it.raw.expect("payload").as_slice()
                )),
                EventRecord::Mmap2(it) => theirs.push(format!(
                    "map {} {:x} {:x} {:x} {:?}",
                    it.pid,
                    it.address,
                    it.length,
                    it.page_offset,
                    it.path.as_slice()
                )),
                EventRecord::Comm(it) => {
                    theirs.push(format!(
                        "name {} {:?} {}",
                        it.pid,
                        it.name.as_slice(),
                        it.is_execve
                    ));
                }
                _ => {}
            }
        }
        let recording = RecordingReader::open_file(Cursor::new(&bytes)).expect("a recording");
        let mut ours = Vec::new();
        let mut add = |record: Record<'_>| match record {
            Record::Sample { event, sample: it, .. } => ours.push(format!(
                "{event} {:x?} {:?} {:?} {:?} {:?} {:x?}",
                it.ip, it.pid, it.time, it.cpu, it.period, it.raw
            )),
            Record::Map { pid, address, len, file_offset, path, .. } => {
                ours.push(format!("map {pid} {address:x} {len:x} {file_offset:x} {path:?}"));
            }
            Record::Name { pid, name, executed, .. } => {
                ours.push(format!("name {pid} {name:?} {executed}"));
            }
            other => panic!("{other:?}"),
        };
        let mut progress = |_| ControlFlow::Continue(());
        recording.read_records(&mut add, &mut progress).expect("records");
        assert_eq!(ours.len(), 48);
        assert_eq!(ours, theirs);
    }
}
