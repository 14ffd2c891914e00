//! A request as it is written.

use std::fmt;
use std::hash::{Hash, Hasher};

use oxmca::options::{OptionEntry, OptionList, OptionValue, nearest};
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::answer::Failure;

/// An option that a request sets.
#[derive(Clone, Debug)]
pub struct GivenOption {
    /// The option.
    pub entry: &'static OptionEntry,
    /// Its value.
    pub value: OptionValue,
}

impl PartialEq for GivenOption {
    fn eq(&self, other: &GivenOption) -> bool {
        self.entry.name == other.entry.name && self.value == other.value
    }
}

impl Eq for GivenOption {}

impl Hash for GivenOption {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entry.name.hash(state);
        self.value.hash(state);
    }
}

/// Declares requests: their members beside options, by the names that JSON has for them.
macro_rules! members {
    ($($(#[doc = $doc:literal])+ $name:literal $(| $alias:literal)? => $field:ident: $type:ty,)*) => {
        /// A request: assembly or machine code, and the CPU to analyze it for. Members that are left out take the values of
        /// the command line.
        #[derive(Default)]
        pub struct Request<'a> {
            $($(#[doc = $doc])+ pub $field: Option<$type>,)*
            /// Given back with the answer, whatever it is.
            pub id: Option<&'a RawValue>,
            /// Options, in the order in which they are written.
            pub options: Vec<GivenOption>,
        }

        /// A member of a request.
        #[allow(non_camel_case_types, reason = "these are the names of fields")]
        enum Member {
            id,
            $($field,)*
            Option(&'static OptionEntry),
        }

        /// Names of members beside options.
        const MEMBERS: &[&str] = &["id", $($name,)*];

        impl Member {
            /// Returns the member of a name that no option has.
            fn named(name: &str) -> Option<Member> {
                match name {
                    "id" => Some(Member::id),
                    $($name $(| $alias)? => Some(Member::$field),)*
                    _ => None,
                }
            }
        }

        impl<'de> RequestVisitor {
            /// Reads the value of a member.
            fn read_member<A: MapAccess<'de>>(
                &self,
                member: Member,
                map: &mut A,
                request: &mut Request<'de>,
            ) -> Result<(), A::Error> {
                match member {
                    Member::id if request.id.is_some() => {
                        return Err(de::Error::duplicate_field("id"));
                    }
                    Member::id => request.id = map.next_value()?,
                    $(
                        Member::$field if request.$field.is_some() => {
                            return Err(de::Error::duplicate_field($name));
                        }
                        Member::$field => request.$field = map.next_value()?,
                    )*
                    Member::Option(entry) => self.read_option(entry, map, request)?,
                }
                Ok(())
            }
        }
    };
}

members! {
    /// Assembly.
    "asm" => asm: String,
    /// Machine code as hexadecimal digits, instead of assembly.
    "hex" => hex: String,
    /// The address of its first byte.
    "base" => base: Address,
    /// As `-mcpu`.
    "cpu" => cpu: String,
    /// As `-mtriple`.
    "triple" => triple: String,
    /// As `-mattr`, in addition.
    "features" | "mattr" => features: Features,
    /// As `-loop`: parts of assembly.
    "loop" => loops: Choices,
    /// As `-function`.
    "function" => functions: Choices,
    /// As `-line`.
    "line" => lines: Choices,
    /// As `-range`: lines of the assembly.
    "range" => ranges: Choices,
    /// As `-x86-asm-syntax`.
    "syntax" => syntax: Syntax,
}

/// Reads a request with the options of a list.
struct RequestVisitor(OptionList);

impl<'de> DeserializeSeed<'de> for RequestVisitor {
    type Value = Request<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for RequestVisitor {
    type Value = Request<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<'de>, A::Error> {
        let mut request = Request::default();
        while let Some(member) = map.next_key_seed(MemberVisitor(self.0))? {
            self.read_member(member, &mut map, &mut request)?;
        }
        Ok(request)
    }

    /// Passes over a list: the caller tells what it is.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Request<'de>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Request::default())
    }
}

impl RequestVisitor {
    fn read_option<'de, A: MapAccess<'de>>(
        &self,
        entry: &'static OptionEntry,
        map: &mut A,
        request: &mut Request<'de>,
    ) -> Result<(), A::Error> {
        let value: Value = map.next_value()?;
        if value.is_null() {
            return Ok(());
        }
        let value = entry.kind.read(entry.name, &value).map_err(de::Error::custom)?;
        if request.options.iter().any(|other| other.entry.name == entry.name) {
            return Err(de::Error::duplicate_field(entry.name));
        }
        request.options.push(GivenOption { entry, value });
        Ok(())
    }
}

/// Finds the member of a name.
struct MemberVisitor(OptionList);

impl<'de> DeserializeSeed<'de> for MemberVisitor {
    type Value = Member;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Member, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for MemberVisitor {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Member, E> {
        if let Some(member) = Member::named(name) {
            return Ok(member);
        }
        let options = self.0.iter().filter(|entry| entry.in_requests);
        if let Some(entry) = options.clone().find(|entry| entry.name == name) {
            return Ok(Member::Option(entry));
        }
        let names = MEMBERS.iter().copied().chain(options.map(|entry| entry.name));
        let near = nearest(name, names.clone());
        let message = match near.first() {
            Some(near) => format!("unknown field `{name}`, did you mean `{near}`?"),
            None => {
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                format!("unknown field `{name}`, expected one of {}", names.join(", "))
            }
        };
        Err(E::custom(message))
    }
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
    /// Returns the texts one by one, as the command line has them.
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
    /// Returns the names one by one.
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
pub fn read(
    line: &[u8],
    number: u64,
    options: OptionList,
) -> Result<Request<'_>, (Option<&RawValue>, Failure)> {
    let place = |column: usize| (Some(number), Some(column as u64));
    let mut reader = serde_json::Deserializer::from_slice(line);
    let request = RequestVisitor(options).deserialize(&mut reader);
    let request = request.and_then(|request| reader.end().map(|()| request));
    let request = request.map_err(|error| {
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

/// Returns a message without its place, which is the line's own.
fn without_place(message: &str) -> String {
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message.to_owned(),
    }
}
