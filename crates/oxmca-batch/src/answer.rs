//! Answers, as values and as lines of JSON.

use std::sync::Arc;

use oxmca::Session;
use oxmca::oxmca_tables::identity;
use oxmca::report::json::full::{self, IterationCost, SummaryDocument};
use oxmca::session::Place;
use serde::Serialize;
use serde_json::value::RawValue;

/// The answer to a request that could be met.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// The CPU's name.
    pub cpu: Box<str>,
    /// The results for the whole text, if it marks no regions.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<RegionNumbers>,
    /// The results for each region that the text marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<NamedRegion>>,
    /// Warnings about the text or its analysis.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Bytes of a report, about, for each byte of its instructions' texts and rows.
const REPORT_BYTES: usize = 16 << 10;

impl Answer {
    /// Returns the bytes that it takes, about.
    pub(crate) fn size_bytes(&self) -> usize {
        let regions = self.regions.iter().flatten();
        let numbers = self.numbers.iter().chain(regions.clone().map(|region| &region.numbers));
        let reports = numbers.filter(|numbers| numbers.report.is_some()).count();
        size_of::<Answer>()
            + regions.map(|it| size_of::<NamedRegion>() + it.name.len()).sum::<usize>()
            + self.warnings.iter().map(|it| size_of::<String>() + it.len()).sum::<usize>()
            + reports * REPORT_BYTES
    }
}

/// A region that the text marks.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct NamedRegion {
    /// Its name, which may be empty.
    pub name: String,
    /// Its results.
    #[serde(flatten)]
    pub numbers: RegionNumbers,
}

/// The results for one region.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct RegionNumbers {
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

/// The program that made an answer, and the tables that it used.
#[derive(Debug, Serialize)]
pub struct Generator {
    name: &'static str,
    version: &'static str,
    llvm_version: &'static str,
    /// The hash of the target's tables; `None` with models of the user's.
    tables: Option<&'static str>,
}

impl Generator {
    /// Returns the identity of this library and of a session's tables.
    pub fn of(session: &Session, has_own_tables: bool) -> Generator {
        let arch = session.target().triple().arch();
        Generator {
            name: "oxmca",
            version: env!("CARGO_PKG_VERSION"),
            llvm_version: identity::LLVM_VERSION,
            tables: match has_own_tables {
                true => None,
                false => arch.and_then(|arch| identity::tables_hash(arch.feature())),
            },
        }
    }
}

/// The answer to a block, which equal blocks share.
pub type BlockAnswer = Arc<Result<Answer, Failure>>;

/// The reason why there is no answer.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Failure {
    /// One of a few words, which `docs/batch.md` lists.
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
    /// Creates a failure at no place.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: shortened(message.into()), line: None, column: None }
    }

    /// Returns the failure at a place in the assembly.
    pub fn at(self, place: Option<Place>) -> Failure {
        let (line, column) = place.map(|place| (place.line.into(), place.column.into())).unzip();
        Failure { line, column, ..self }
    }
}

/// Returns a message without its middle, if it has a name of any length in it.
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
struct FailureRecord<'a> {
    error: &'a Failure,
}

/// An answer with its generator.
#[derive(Serialize)]
struct AnswerRecord<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    generator: &'a Generator,
}

/// Returns the members of a record after its id and version, with the brace that ends it.
pub fn members(answer: &Result<Answer, Failure>, generator: Option<&Generator>) -> Vec<u8> {
    let text = match (answer, generator) {
        (Ok(answer), None) => serde_json::to_vec(answer),
        (Ok(answer), Some(generator)) => serde_json::to_vec(&AnswerRecord { answer, generator }),
        (Err(error), _) => serde_json::to_vec(&FailureRecord { error }),
    };
    // Nothing in a record has a key that is no text, so there is always one.
    let mut text = text.unwrap_or_else(|_| b"{}".to_vec());
    text.remove(0);
    text
}

/// Returns the line with a record.
pub fn line(id: Option<&RawValue>, members: &[u8]) -> Vec<u8> {
    json_line(id.map_or("null", RawValue::get), members)
}

fn json_line(id: &str, members: &[u8]) -> Vec<u8> {
    let id = id.as_bytes();
    let version = crate::SCHEMA_VERSION.as_bytes();
    [b"{\"id\":", id, b",\"schema_version\":\"", version, b"\",", members, b"\n"].concat()
}

/// Returns the line of JSON with an answer, with its end. The id is JSON, too.
pub fn answer_line(id: Option<&str>, answer: &Result<Answer, Failure>) -> Vec<u8> {
    json_line(id.unwrap_or("null"), &members(answer, None))
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
