//! Measurements as files have them.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

/// A measurement.
pub struct Measurement {
    pub triple: String,
    pub cpu: String,
    pub of: Measured,
}

/// The measured time, with its code.
pub enum Measured {
    /// One number of an instruction, `copies` of which are in a loop.
    Single {
        number: Number,
        code: Code,
        copies: u32,
        cycles: f64,
        /// It depends on values, or on what else runs: that it differs says nothing.
        varies: bool,
    },
    /// Latencies from operands to results, and the ports of each micro-op, of the only instruction of a text.
    Form { code: Code, latencies_cycles: Vec<f64>, ports: Option<String> },
    /// Numbers that were compared by whoever measured, by the name of an opcode.
    Compared { opcode: String, number: Number, difference: Difference },
    /// A block of instructions.
    Block { code: Code, is_loop: bool, cycles: f64 },
}

/// The difference between a prediction and what was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Within ten per cent.
    Small,
    /// So much that a clock that changes its rate, or what surrounds an instruction, can be the reason.
    Doubtful,
    Large,
}

impl Difference {
    /// Returns the difference between two numbers of cycles.
    pub fn of(predicted: f64, measured: f64) -> Difference {
        match (predicted - measured).abs() / measured {
            share if share <= 0.1 => Difference::Small,
            share if share <= 0.25 => Difference::Doubtful,
            _ => Difference::Large,
        }
    }
}

/// A number of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Number {
    Latency,
    Throughput,
}

/// Code to predict.
pub enum Code {
    Text { text: String, is_intel: bool },
    Bytes(Vec<u8>),
}

#[derive(Deserialize)]
struct Row {
    cpu: Option<String>,
    triple: Option<String>,
    syntax: Option<String>,
    asm: Option<Value>,
    hex: Option<String>,
    kind: Option<String>,
    #[serde(default = "one")]
    copies: u32,
    #[serde(default)]
    varies: bool,
    cycles: Option<f64>,
    delivery: Option<String>,
    latency: Option<serde_json::Map<String, Value>>,
    ports: Option<String>,
    status: Option<String>,
}

fn one() -> u32 {
    1
}

/// Reads a file of measurements. Those that name no CPU are of `cpu`.
pub fn read(path: &Path, cpu: Option<&str>) -> anyhow::Result<Vec<Measurement>> {
    let text = fs::read_to_string(path)?;
    if let Ok(whole) = serde_json::from_str::<Value>(&text)
        && whole.get("machine").is_some()
    {
        return of_characterize(&whole);
    }
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line).with_context(|| format!("line {}", at + 1))?;
        let Some(cpu) = row.cpu.as_deref().or(cpu) else { continue };
        let triple = row.triple.as_deref().unwrap_or("x86_64");
        if let Some(of) = measured(&row)? {
            all.push(Measurement { triple: triple.to_owned(), cpu: cpu.to_owned(), of });
        }
    }
    Ok(all)
}

fn measured(row: &Row) -> anyhow::Result<Option<Measured>> {
    let is_intel = row.syntax.as_deref() == Some("intel");
    let code = match (&row.hex, &row.asm) {
        (Some(hex), _) => Code::Bytes(bytes(hex)?),
        (None, Some(Value::Array(lines))) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            Code::Text { text: lines.join("\n"), is_intel }
        }
        (None, Some(Value::String(text))) => Code::Text { text: text.clone(), is_intel },
        _ => bail!("neither `hex` nor `asm`"),
    };
    if let Some(latency) = &row.latency {
        // What the measurement itself did not explain says nothing.
        let is_known = row.status.as_deref().is_none_or(|it| it != "unexplained");
        return Ok(is_known.then(|| Measured::Form {
            code,
            latencies_cycles: latency.values().filter_map(Value::as_f64).collect(),
            ports: row.ports.clone(),
        }));
    }
    let Some(cycles) = row.cycles else { return Ok(None) };
    let (copies, varies) = (row.copies, row.varies);
    let single = |number, code| Measured::Single { number, code, copies, cycles, varies };
    Ok(Some(match row.kind.as_deref() {
        Some("latency") => single(Number::Latency, code),
        Some("throughput") => single(Number::Throughput, code),
        Some("mix") => {
            let cycles = cycles * f64::from(copies);
            Measured::Block { code, is_loop: true, cycles }
        }
        _ => {
            let is_loop = row.delivery.as_deref() == Some("loop");
            Measured::Block { code, is_loop, cycles }
        }
    }))
}

/// Reads what `oxmca characterize --json` writes: each experiment with what was measured and what was predicted.
fn of_characterize(document: &Value) -> anyhow::Result<Vec<Measurement>> {
    let cpu = document["machine"]["cpu"].as_str().context("no CPU")?;
    let mut all = Vec::new();
    for form in document["forms"].as_array().context("no forms")? {
        let opcode = form["name"].as_str().context("a form without a name")?;
        for experiment in form["experiments"].as_array().into_iter().flatten() {
            let number = match experiment["kind"].as_str() {
                Some("latency") => Number::Latency,
                _ => Number::Throughput,
            };
            let cycles = |name: &str| experiment[name].as_f64();
            if let (Some(measured), Some(predicted)) =
                (cycles("measured_cycles"), cycles("predicted_cycles"))
            {
                let difference = Difference::of(predicted, measured);
                let opcode = opcode.to_owned();
                all.push(Measurement {
                    triple: "x86_64".to_owned(),
                    cpu: cpu.to_owned(),
                    of: Measured::Compared { opcode, number, difference },
                });
            }
        }
    }
    Ok(all)
}

/// Reads the pieces of a folder that say what was measured, in lines `# measured: CPU CYCLES`.
pub fn of_pieces(folder: &Path) -> anyhow::Result<Vec<Measurement>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|it| it != "s") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        for line in text.lines() {
            let Some(rest) = line.strip_prefix("# measured: ") else { continue };
            let mut words = rest.split_ascii_whitespace();
            let (Some(cpu), Some(cycles)) = (words.next(), words.next()) else { continue };
            let Ok(cycles) = cycles.parse() else { continue };
            let code = Code::Text { text: text.clone(), is_intel: false };
            let of = Measured::Block { code, is_loop: true, cycles };
            all.push(Measurement { triple: "x86_64".to_owned(), cpu: cpu.to_owned(), of });
        }
    }
    Ok(all)
}

fn bytes(hex: &str) -> anyhow::Result<Vec<u8>> {
    let byte = |at: usize| hex.get(at..at + 2).and_then(|it| u8::from_str_radix(it, 16).ok());
    (0..hex.len()).step_by(2).map(|at| byte(at).context("`hex` is no hexadecimal")).collect()
}
