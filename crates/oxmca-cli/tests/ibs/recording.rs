//! Recordings and the files they are about, from lines of JSON.
//!
//! A line is one of: a file with code (`elf`, `address`, `len`, `symbols`, `build_id`, `code` in
//! hexadecimal digits), the name of a process (`name`, `pid`), a mapping (`map`, `at`: address, length
//! and offset), a sample (`op` or `fetch`: the registers; `raw`: the payload in hexadecimal digits;
//! `mode`: 1 for the kernel; `times`: how often), `lost` records, or any other file (`file`) with its
//! `lines`. Numbers may be texts in hexadecimal digits.

use std::fs;
use std::path::Path;

use oxmca_testing::perf_data::{self, Sample, Setting};
use serde_json::Value;

use crate::elf::{self, Symbol};

const LOST: u32 = 2;
/// Processes of lines that name none.
const PID: u32 = 100;
const CAPABILITIES: u64 = 0xbff;

fn number(value: &Value) -> Option<u64> {
    match value.as_str() {
        Some(text) => u64::from_str_radix(text.trim_start_matches("0x"), 16).ok(),
        None => value.as_u64(),
    }
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(number).collect()
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    let digits = value.as_str()?;
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok())
        .collect()
}

/// The records of some lines. Files are written beneath a folder.
pub fn records(setting: &Setting, text: &str, folder: &Path) -> Vec<u8> {
    let mut records = Vec::new();
    for (time, line) in (1..).zip(text.lines().filter(|line| line.starts_with('{'))) {
        let value: Value = serde_json::from_str(line).expect(line);
        if value.get("elf").is_some() {
            write_file(&value, folder).expect(line);
        } else if let Some(path) = value["file"].as_str() {
            let lines = value["lines"].as_array().expect(line).iter();
            let text: String = lines.map(|it| it.as_str().expect(line).to_owned() + "\n").collect();
            fs::write(folder.join(path), text).expect(line);
        } else {
            add(setting, &value, time, &mut records).expect(line);
        }
    }
    records.extend(perf_data::finished_round());
    records
}

fn write_file(value: &Value, folder: &Path) -> Option<()> {
    let symbol = |it: &Value| {
        let (start, len) = (number(&it[1])?, number(&it[2])?);
        Some(Symbol { name: it[0].as_str()?.to_owned(), start, len })
    };
    let symbols: Option<Vec<Symbol>> = value["symbols"].as_array()?.iter().map(symbol).collect();
    let build_id = bytes(&value["build_id"]).unwrap_or_default();
    let code = bytes(&value["code"]).unwrap_or_default();
    let (address, len) = (number(&value["address"])?, number(&value["len"])?);
    let file = elf::file(address, len, &code, &symbols?, &build_id);
    let path = folder.join(value["elf"].as_str()?.trim_start_matches('/'));
    fs::create_dir_all(path.parent()?).ok()?;
    fs::write(path, file).ok()
}

fn add(setting: &Setting, value: &Value, time: u64, records: &mut Vec<u8>) -> Option<()> {
    let pid = number(&value["pid"]).map_or(PID, |pid| pid as u32);
    if let Some(name) = value["name"].as_str() {
        records.extend(setting.name(pid, time, name, true));
    } else if let Some(path) = value["map"].as_str() {
        let place = numbers(&value["at"])?.try_into().ok()?;
        let build_id = bytes(&value["build_id"]);
        records.extend(setting.map(pid, time, place, path, build_id.as_deref()));
    } else if let Some(lost) = number(&value["lost"]) {
        let body: Vec<u8> = [0, lost].iter().flat_map(|it| it.to_le_bytes()).collect();
        records.extend(perf_data::record(LOST, 0, &body));
    } else {
        let is_fetch = value.get("fetch").is_some();
        let (ip, payload) = match value.get("raw") {
            Some(raw) => (0, bytes(raw)?),
            None => {
                let registers = numbers(&value[if is_fetch { "fetch" } else { "op" }])?;
                let caps = number(&value["caps"]).unwrap_or(CAPABILITIES) as u32;
                (*registers.get(1)?, perf_data::payload(caps, &registers))
            }
        };
        let sample = Sample {
            event: usize::from(is_fetch),
            ip,
            pid,
            time,
            cpu: 0,
            period: 100_000,
            mode: number(&value["mode"]).unwrap_or(2) as u16,
            payload: &payload,
        };
        for _ in 0..number(&value["times"]).unwrap_or(1) {
            setting.push_sample(records, &sample);
        }
    }
    Some(())
}
