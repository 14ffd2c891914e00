//! Recordings in all their forms, and damaged ones.

use std::io::Cursor;
use std::ops::ControlFlow;

use oxmca_ibs::{Cpu, EventId, Profile, ReadError, ReadOptions};
use oxmca_testing::perf_data::{
    FLAG_PRECISE, FLAG_TRAILER, Sample, Setting, field, jsonl, payload, record,
};

fn go_on(_: u64, _: Option<u64>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<Profile, ReadError> {
    Profile::read_file(Cursor::new(bytes), options, &mut go_on)
}

fn read(bytes: &[u8]) -> Result<Profile, ReadError> {
    read_with(bytes, &ReadOptions::default())
}

fn hot(setting: &Setting) -> Vec<u8> {
    let place = [0x5555_5555_5000, 0x1000, 0x1000];
    jsonl::records(setting, include_str!("data/hot.jsonl"), Some((place, "/target")))
}

fn ops(profile: &Profile) -> u64 {
    profile.total().get(EventId::of_code(0xF100).expect("all ops"))
}

#[test]
fn other_fields_of_samples_do_not_matter() {
    for attribute_len in [64, 72, 128, 136] {
        for more in [0, field::READ, field::CALLCHAIN, field::STREAM_ID | field::ADDRESS] {
            for read_format in 0..32 {
                let mut setting = Setting { attribute_len, ..Setting::default() };
                for event in &mut setting.events {
                    event.fields |= more;
                    event.read_format = read_format;
                }
                let profile = read(&setting.file(&hot(&setting))).expect("a recording");
                assert_eq!(ops(&profile), 41, "{more:x} {read_format}");
                assert_eq!(profile.tally().malformed, 0);
                if more & field::READ == 0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn one_event_needs_no_numbers_and_precise_cycles_are_ops() {
    let mut setting = Setting::default();
    setting.events.truncate(1);
    setting.events[0].fields = field::IP | field::TID | field::RAW;
    setting.events[0].flags = 0;
    let payload = payload(0xbff, &[6 << 16, 0x7010, 0, 0, 0, 0, 0, 0]);
    let sample = Sample {
        event: 0,
        ip: 0x7010,
        pid: 1,
        time: 0,
        cpu: 0,
        period: 1,
        mode: 2,
        payload: &payload,
    };
    let records = setting.sample(&sample);
    assert_eq!(ops(&read(&setting.file(&records)).expect("a recording")), 1);

    setting.events[0].source = 0;
    setting.events[0].config = 0;
    setting.events[0].name = "cycles:p";
    assert!(matches!(read(&setting.file(&records)), Err(ReadError::NoIbsEvents(_))));
    setting.events[0].flags = FLAG_PRECISE;
    assert_eq!(ops(&read(&setting.file(&records)).expect("a recording")), 1);
}

/// The records in compressed pieces, as perf writes them: one stream that has no end.
fn compressed(records: &[u8], kind: u32) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    let frame = compress_to_vec(records, CompressionLevel::Fastest);
    let mut bytes = Vec::new();
    for piece in frame.chunks(1000) {
        let mut body = Vec::new();
        if kind == 83 {
            body.extend((piece.len() as u64).to_le_bytes());
        }
        body.extend(piece);
        if kind == 81 {
            // This kind has no padding.
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0, 0]);
            bytes.extend((8 + body.len() as u16).to_le_bytes());
            bytes.extend(body);
        } else {
            bytes.extend(record(kind, 0, &body));
        }
    }
    bytes
}

#[test]
fn compressed_records_are_read() {
    let setting = Setting::default();
    let mut records = hot(&setting);
    // More than a window.
    for at in 0..20_000_u64 {
        let payload = payload(0xbff, &[6 << 16, at * at, at << 16, 0, 0, at, at * at, 0]);
        let (ip, time) = (at * at, 5000 + at);
        setting.push_sample(
            &mut records,
            &Sample { event: 0, ip, pid: 1, time, cpu: 0, period: 1, mode: 2, payload: &payload },
        );
    }
    let plain = read(&setting.file(&records)).expect("a recording");
    assert_eq!(ops(&plain), 20_041);
    for kind in [81, 83] {
        let bytes = compressed(&records, kind);
        assert!(bytes.len() < records.len());
        for profile in [
            read(&setting.file(&bytes)),
            Profile::read_stream(&setting.stream(&bytes)[..], &ReadOptions::default(), &mut go_on),
        ] {
            let profile = profile.expect("a recording");
            assert_eq!(profile.total(), plain.total());
            assert_eq!(profile.sites().len(), plain.sites().len());
        }
        let end = bytes.len() / 2;
        let error = read(&setting.file(&bytes[..end])).expect_err("cut off");
        assert!(matches!(error, ReadError::EndsInRecord(_) | ReadError::Compression(_)), "{error}");
    }
}

#[test]
fn errors_say_what_to_do() {
    let setting = Setting::default();
    let records = hot(&setting);
    let whole = setting.file(&records);
    let expect = |bytes: &[u8], part: &str| {
        let error = read(bytes).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    };
    expect(b"", "perf record -R -e ibs_op//");
    expect(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "this is no perf.data file");
    expect(b"2ELIFREP\0\0\0\0\0\0\0\0", "big-endian");
    expect(&whole[..60], "truncated: header ends at byte 104, the file at byte 60");
    expect(&whole[..3000], "truncated: data ends at byte");
    let mut unfinished = whole;
    unfinished[48..56].fill(0);
    expect(&unfinished, "did not finish this file");

    let of = |change: &dyn Fn(&mut Setting)| {
        let mut setting = Setting::default();
        change(&mut setting);
        setting.file(&records)
    };
    expect(&of(&|it| it.cpu_id = Some("GenuineIntel,6,85,7".into())), "by `GenuineIntel`");
    expect(&of(&|it| it.architecture = "aarch64".into()), "recorded on `aarch64`");
    expect(&of(&|it| it.cpu_id = Some("AuthenticAMD,15,67,2".into())), "family Fh has no");
    let no_cpu = of(&|it| it.cpu_id = None);
    expect(&no_cpu, "does not say which processor");
    let cpu = Some(Cpu { family: 0x19, model: 0x61 });
    assert_eq!(ops(&read_with(&no_cpu, &ReadOptions { cpu }).expect("a recording")), 41);
    let others = of(&|it| {
        it.sources = vec![(4, "cpu")];
        it.events[0].name = "cycles";
        it.events[1].name = "faults";
    });
    expect(
        &others,
        "no IBS samples (its events: cycles, faults): record them with `perf record -R",
    );
    let no_payload = of(&|it| it.events.iter_mut().for_each(|it| it.fields &= !field::RAW));
    expect(&no_payload, "lack the registers: record with `perf record -R`");
    let ambiguous = of(&|it| it.events.iter_mut().for_each(|it| it.fields &= !field::IDENTIFIER));
    expect(&ambiguous, "do not say which they belong to");
}

#[test]
fn damaged_recordings_end_with_an_error_or_fewer_samples() {
    let setting = Setting::default();
    let records = hot(&setting);
    let file = setting.file(&records);
    let stream = setting.stream(&records);
    for len in 0..file.len() {
        assert!(read(&file[..len]).is_err(), "{len}");
    }
    for len in 0..stream.len() {
        let profile = Profile::read_stream(&stream[..len], &ReadOptions::default(), &mut go_on);
        assert!(profile.is_err() || ops(&profile.expect("a recording")) <= 41, "{len}");
    }
    for at in 0..file.len() {
        for value in [0, 0x7f, 0xff] {
            let mut damaged = file.clone();
            damaged[at] = value;
            if let Ok(profile) = read(&damaged) {
                assert!(profile.tally().ops + profile.tally().fetches <= 46);
            }
        }
    }
}

#[test]
fn reading_can_be_ended() {
    let setting = Setting::default();
    let mut records = Vec::new();
    for _ in 0..2000 {
        records.extend(hot(&setting));
    }
    let bytes = setting.file(&records);
    let mut calls = 0;
    let mut end = |position: u64, len: Option<u64>| {
        calls += 1;
        assert!(len.is_some_and(|len| position <= len));
        ControlFlow::Break(())
    };
    let profile = Profile::read_file(Cursor::new(&bytes), &ReadOptions::default(), &mut end)
        .expect("a recording");
    assert!(ops(&profile) < 41 * 2000);
    assert!(calls > 0);
}

#[test]
fn records_without_trailers_have_names() {
    let mut setting = Setting::default();
    for event in &mut setting.events {
        event.flags &= !FLAG_TRAILER;
    }
    let profile = read(&setting.file(&hot(&setting))).expect("a recording");
    assert_eq!(profile.processes()[0].name, "target");
    assert_eq!(profile.module(profile.sites()[0].module).path, "/target");
}
