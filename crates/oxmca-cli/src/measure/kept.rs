//! Measured regions as lines that `oxmca validate` reads.

use oxmca::CodeRegion;
use oxmca_asm::printer::PrintOptions;
use oxmca_measure::Measured;
use serde::Serialize;

use super::machine::NotMeasured;

/// A line of JSON: code with what it took, or with the reason why that is not known.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    cpu: &'a str,
    triple: &'a str,
    #[serde(flatten)]
    code: Code,
    cycles: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_measured: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Code {
    Bytes { hex: String, base: u64 },
    Text { asm: Vec<String> },
}

/// Returns the line of a region with a name, and its end.
pub fn line(
    region: CodeRegion<'_>,
    name: &str,
    measured: &Result<Measured, NotMeasured>,
) -> Vec<u8> {
    let session = region.code().session();
    let code = match region.machine_code() {
        Some((base, bytes)) => {
            Code::Bytes { hex: bytes.iter().map(|it| format!("{it:02x}")).collect(), base }
        }
        None => {
            let text = |inst| {
                let mut text = String::new();
                session.print_inst(inst, &PrintOptions::default(), &mut text);
                text.trim().to_owned()
            };
            Code::Text { asm: region.instructions().iter().map(text).collect() }
        }
    };
    let line = Line {
        id: name,
        cpu: session.cpu_name(),
        triple: session.triple(),
        code,
        cycles: measured.as_ref().ok().map(|it| it.cycles),
        spread: measured.as_ref().ok().map(|it| it.spread),
        not_measured: measured.as_ref().err().map(ToString::to_string),
    };
    // No key is anything but text.
    let mut line = serde_json::to_vec(&line).unwrap_or_default();
    line.push(b'\n');
    line
}
