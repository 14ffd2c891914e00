//! Samples as lines of JSON: the kind and the registers, as numbers or as hexadecimal texts.

use serde_json::Value;

use super::{Sample, Setting, finished_round, payload};

/// A sample.
pub struct Line {
    /// A sample of a micro-op, not of a fetch.
    pub is_op: bool,
    /// The registers, in the order of the payload.
    pub registers: Vec<u64>,
    /// 1 is the kernel, 2 a program.
    pub mode: u16,
}

/// Reads the lines of a file.
///
/// # Panics
/// A line has another form.
pub fn read(text: &str) -> Vec<Line> {
    let number = |value: &Value| match value.as_str() {
        Some(text) => u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a register"),
        None => value.as_u64().expect("a register"),
    };
    let line = |text: &str| {
        let line: Value = serde_json::from_str(text).expect("a line of JSON");
        let registers = line["regs"].as_array().expect("registers").iter().map(number).collect();
        let mode = line["misc"].as_u64().unwrap_or(2) as u16;
        Line { is_op: line["kind"] == "op", registers, mode }
    };
    text.lines().filter(|it| !it.is_empty()).map(line).collect()
}

/// Returns the records of a recording: a process, a file that it maps at a place, and the samples of
/// the lines.
///
/// # Panics
/// A line has another form.
pub fn records(setting: &Setting, text: &str, map: Option<([u64; 3], &str)>) -> Vec<u8> {
    const PID: u32 = 4242;
    let mut bytes = setting.name(PID, 1, "target", true);
    if let Some((place, path)) = map {
        bytes.extend(setting.map(PID, 2, place, path, None));
    }
    for (at, line) in read(text).into_iter().enumerate() {
        bytes.extend(setting.sample(&Sample {
            event: usize::from(!line.is_op),
            ip: line.registers[1],
            pid: PID,
            time: 1000 + at as u64,
            cpu: 0,
            period: 100_000,
            mode: line.mode,
            payload: &payload(0xbff, &line.registers),
        }));
    }
    bytes.extend(finished_round());
    bytes
}
