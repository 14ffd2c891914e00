//! An answer as it is written: one line of JSON.

use oxmca::report::json::full::{self, IterationCost, Place, SummaryDocument};
use serde::Serialize;
use serde_json::value::RawValue;

/// The answer to a request that could be met.
#[derive(Serialize)]
pub struct Answer<'a> {
    /// The CPU's name.
    pub cpu: &'a str,
    /// The results for the whole text, if it marks no regions.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// The results for each region that the text marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<NamedRegion>>,
    /// Warnings about the text or its analysis.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A region that the text marks.
#[derive(Serialize)]
pub struct NamedRegion {
    /// Its name, which may be empty.
    pub name: String,
    /// Its results.
    #[serde(flatten)]
    pub found: Found,
}

/// The results for one region.
#[derive(Serialize)]
pub struct Found {
    /// The summary.
    #[serde(flatten)]
    pub summary: SummaryDocument,
    /// The steady state in short, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<IterationCost>,
    /// In full, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<full::Region>>,
}

/// Why there is no answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failure {
    /// One of a few words.
    pub kind: &'static str,
    /// The error in words.
    pub message: String,
    /// The line of the error, from 1: in the input if that is no request, else in the assembly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Failure {
    /// A failure at no place.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: shortened(message.into()), line: None, column: None }
    }

    /// The failure at a place in the assembly.
    pub fn at(self, place: Option<Place>) -> Failure {
        let (line, column) = place.map(|place| (place.line.into(), place.column.into())).unzip();
        Failure { line, column, ..self }
    }
}

/// A message without its middle, if it has a name of any length in it.
fn shortened(message: String) -> String {
    /// Bytes that are left at the beginning and at the end.
    const LEFT: usize = 200;
    if message.len() <= 2 * LEFT {
        return message;
    }
    let boundary = |at| (0..=at).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    let (begin, end) = (boundary(LEFT), boundary(message.len() - LEFT));
    format!("{}[...]{}", &message[..begin], &message[end..])
}

/// A failure instead of an answer.
#[derive(Serialize)]
struct Record<'a> {
    error: &'a Failure,
}

/// Returns the members of a record after its id and version, with the brace that ends it.
pub fn members(answer: &Result<Answer<'_>, Failure>) -> Vec<u8> {
    let text = match answer {
        Ok(answer) => serde_json::to_vec(answer),
        Err(error) => serde_json::to_vec(&Record { error }),
    };
    // Nothing in a record has a key that is no text, so there is always one.
    let mut text = text.unwrap_or_else(|_| b"{}".to_vec());
    text.remove(0);
    text
}

/// Returns the line with a record.
pub fn line(id: Option<&RawValue>, members: &[u8]) -> Vec<u8> {
    let id = id.map_or("null", RawValue::get).as_bytes();
    let version = crate::SCHEMA_VERSION.as_bytes();
    [b"{\"id\":", id, b",\"schema_version\":\"", version, b"\",", members, b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_lose_their_middle() {
        assert_eq!(shortened("é".repeat(200)), "é".repeat(200));
        for len in 201..210 {
            let message = shortened("a".to_owned() + &"é".repeat(len));
            assert!(message.starts_with("aé") && message.contains("é[...]é"), "{message}");
            assert!(message.len() < 410);
        }
    }
}
