//! A request as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::answer::Failure;

/// A request: assembly or machine code, and the CPU to analyze it for. Members that are left out take the values of the
/// command line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request<'a> {
    /// Given back with the answer, whatever it is.
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
    /// Assembly.
    #[serde(default)]
    pub asm: Option<String>,
    /// Machine code as hexadecimal digits, instead of assembly.
    #[serde(default)]
    pub hex: Option<String>,
    /// The address of its first byte.
    #[serde(default)]
    pub base: Option<Address>,
    /// As `-mcpu`.
    #[serde(default)]
    pub cpu: Option<String>,
    /// As `-mtriple`.
    #[serde(default)]
    pub triple: Option<String>,
    /// As `-mattr`, in addition.
    #[serde(default, alias = "mattr")]
    pub features: Option<Features>,
    /// As `-loop`: parts of assembly.
    #[serde(default, rename = "loop")]
    pub loops: Option<Choices>,
    /// As `-function`.
    #[serde(default, rename = "function")]
    pub functions: Option<Choices>,
    /// As `-line`.
    #[serde(default, rename = "line")]
    pub lines: Option<Choices>,
    /// As `-range`: lines of the assembly.
    #[serde(default, rename = "range")]
    pub ranges: Option<Choices>,
    /// As `-iterations`.
    #[serde(default)]
    pub iterations: Option<u32>,
    /// As `-x86-asm-syntax`.
    #[serde(default)]
    pub syntax: Option<Syntax>,
    /// As `-initial-registers`: values of registers by their names.
    #[serde(default)]
    pub initial_registers: Option<BTreeMap<String, Address>>,
}

/// An address.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "AddressForm")]
pub struct Address(pub u64);

/// Forms of an address.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an address must be a number, or text such as \"0x401000\"")]
enum AddressForm {
    /// As a number of JSON, which not every program writes exactly above 2^53.
    Number(u64),
    /// As `0x` and hexadecimal digits.
    Text(String),
}

impl TryFrom<AddressForm> for Address {
    type Error = &'static str;

    fn try_from(form: AddressForm) -> Result<Address, &'static str> {
        let number = match form {
            AddressForm::Number(number) => Some(number),
            AddressForm::Text(text) => text
                .strip_prefix("0x")
                .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .and_then(|digits| u64::from_str_radix(digits, 16).ok()),
        };
        number.map(Address).ok_or("an address must be 0x and up to 16 hexadecimal digits")
    }
}

/// Parts of assembly to analyze.
#[derive(Deserialize)]
#[serde(untagged, expecting = "parts must be text, a number, or a list of such")]
pub enum Choices {
    /// One part.
    One(Choice),
    /// Several.
    List(Vec<Choice>),
}

/// A part of assembly.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a part must be text or a number")]
pub enum Choice {
    /// By its number.
    Number(u64),
    /// By its name.
    Text(String),
}

impl Choices {
    /// One by one, as the command line has them.
    pub fn texts(&self) -> Vec<String> {
        let text = |choice: &Choice| match choice {
            Choice::Number(number) => number.to_string(),
            Choice::Text(text) => text.clone(),
        };
        match self {
            Choices::One(choice) => vec![text(choice)],
            Choices::List(choices) => choices.iter().map(text).collect(),
        }
    }
}

/// Features to switch on or off.
#[derive(Deserialize)]
#[serde(untagged, expecting = "features must be text as for -mattr, or a list of texts")]
pub enum Features {
    /// Separated by commas.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl Features {
    /// One by one.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Features::Text(text) => text.split(',').collect(),
            Features::List(names) => names.iter().map(String::as_str).collect(),
        }
    }
}

/// The dialect of assembly.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Syntax {
    /// AT&T.
    Att,
    /// Intel.
    Intel,
}

/// The part of a request that an answer needs even if the rest is wrong.
#[derive(Deserialize)]
struct Name<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

/// Reads a line of the input.
///
/// # Errors
/// The request's id, if it can be told, and what is wrong.
pub fn read(line: &[u8], number: u64) -> Result<Request<'_>, (Option<&RawValue>, Failure)> {
    let place = |column: usize| (Some(number), Some(column as u64));
    let request: Request<'_> = serde_json::from_slice(line).map_err(|error| {
        let is_json = error.classify() == Category::Data;
        let id = match is_json {
            true => serde_json::from_slice::<Name<'_>>(line).ok().and_then(|name| name.id),
            false => None,
        };
        let id = id.filter(|id| can_be_read(id));
        let kind = if is_json { "request" } else { "json" };
        let (line, column) = place(error.column());
        (id, Failure { line, column, ..Failure::new(kind, without_place(&error.to_string())) })
    })?;
    // Members may also be read from a list, whose meaning would be a matter of their order.
    let start = line.len() - line.trim_ascii_start().len();
    let message = match line.get(start) {
        Some(b'{') if request.id.is_none_or(can_be_read) => return Ok(request),
        Some(b'{') => "the id is nested too deeply, or has half a character or too large a number",
        _ => "a request is an object",
    };
    let (line, column) = place(start + 1);
    Err((None, Failure { line, column, ..Failure::new("request", message) }))
}

/// Returns whether usual readers of JSON accept an id, and with it the answer.
fn can_be_read(id: &RawValue) -> bool {
    serde_json::from_str::<Value>(id.get()).is_ok()
}

/// A message without its place, which is the line's own.
fn without_place(message: &str) -> String {
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message.to_owned(),
    }
}
