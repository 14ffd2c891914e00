//! Recordings of perf, and the ELF files that they name.

use std::io::Cursor;
use std::ops::ControlFlow;

use oxmca_ibs::attribution::{Attribution, ObjectFile};
use oxmca_ibs::{Cpu, Profile, ReadOptions};
use oxmca_testing::perf_data::elf::Elf;
use oxmca_testing::perf_data::{Sample, Setting, finished_round, payload, record};

use super::choices::Choices;

const PATH: &str = "/target";
const BASE: u64 = 0x5555_5555_4000;

/// Returns a small ELF file.
fn elf() -> Vec<u8> {
    let functions = [("main", 0x1000, 0x80), ("_Z3addii", 0x1080, 0x40), ("part", 0x1010, 0)];
    Elf {
        address: 0x1000,
        offset: 0x1000,
        code_len: 0x100,
        functions: &functions,
        build_id: &[7; 20],
    }
    .bytes()
}

/// Records of a process: its name, its file, and some samples.
fn records(setting: &Setting) -> Vec<u8> {
    let mut bytes = setting.name(1, 1, "target", true);
    bytes.extend(setting.map(1, 2, [BASE + 0x1000, 0x1000, 0x1000], PATH, Some(&[7; 20])));
    bytes.extend(setting.fork(2, 1, 3));
    for at in 0..4 {
        let ip = BASE + 0x1000 + at * 0x20;
        let op = [6 << 16, ip, at << 36 | 0x30_0002, at, 0xa1 | at << 34, ip, ip, 0];
        let fetch = [0x0017_0010_0000_0000, ip, ip, 3];
        for (event, registers) in [(0, &op[..]), (1, &fetch[..])] {
            bytes.extend(setting.sample(&Sample {
                event: event.min(setting.events.len() - 1),
                ip,
                pid: 1 + (at & 1) as u32,
                time: 10 - at,
                cpu: 0,
                period: 1000,
                mode: 2,
                payload: &payload(0xbff, registers),
            }));
        }
        bytes.extend(finished_round());
    }
    bytes
}

/// Puts bytes in place of some: two for where, one for what.
fn change(bytes: &mut [u8], changes: &[u8]) {
    for change in changes.chunks_exact(3) {
        let position = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let len = bytes.len();
        bytes[position % len] = change[2];
    }
}

/// Reads a recording: the input is a file or stream, changes to one, its records, or a piece of
/// compressed records; or an ELF file, or changes to one. The samples read are added up and attributed.
pub fn perf_data_does_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let kind = choices.below(8);
    let mut setting = Setting::default();
    if choices.flag() {
        setting.events.truncate(1);
    }
    let rest = choices.0;
    let is_stream = kind % 2 == 1;
    let make = |records: &[u8]| {
        if is_stream { setting.stream(records) } else { setting.file(records) }
    };
    let mut image = elf();
    let bytes = match kind {
        0 | 1 => rest.to_vec(),
        2 | 3 => {
            let mut bytes = make(&records(&setting));
            change(&mut bytes, rest);
            bytes
        }
        4 | 5 => make(&[&records(&setting), rest].concat()),
        6 => {
            let pieces = rest.chunks(1000).flat_map(|piece| record(81, 0, piece));
            make(&pieces.collect::<Vec<u8>>())
        }
        _ => {
            if choices.flag() {
                image = choices.0.to_vec();
            } else {
                change(&mut image, choices.0);
            }
            look_into(&image);
            make(&records(&setting))
        }
    };
    let options = ReadOptions { cpu: Some(Cpu { family: 0x19, model: 0x61 }) };
    let mut go_on = |_, _| ControlFlow::Continue(());
    let profile = if is_stream {
        Profile::read_stream(&bytes[..], &options, &mut go_on)
    } else {
        Profile::read_file(Cursor::new(&bytes), &options, &mut go_on)
    };
    let Ok(profile) = profile else { return };
    let mut files = |_: &str| Ok(image.clone());
    let attribution = Attribution::new(&profile, &mut files);
    let sums = profile.sums_by(|site| Some(attribution.place(&profile, site).function));
    for (id, _) in sums {
        let _ = attribution.function(id);
    }
}

/// Looks up everything in an ELF file.
fn look_into(bytes: &[u8]) {
    let Ok(image) = ObjectFile::parse(bytes) else { return };
    let lines = image.lines();
    for function in image.functions() {
        let _ = image.function_at(function.start);
        let _ = image.code(function);
        if let Some(lines) = &lines {
            let _ = lines.find(function.start);
        }
    }
}
