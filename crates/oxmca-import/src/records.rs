//! The records of a `--dump-json` dump. A dump has hundreds of megabytes, so records are found when it is
//! read and parsed when they are asked for.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A reference to a record, as `{"def": NAME, ...}`.
#[derive(Deserialize)]
pub struct DefRef {
    #[serde(default)]
    pub def: Option<String>,
}

/// A value in a list of operands: a record, a nested list, or something else.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Arg {
    Dag(Dag),
    Def(DefRef),
    Other(IgnoredAny),
}

/// A `dag` value.
#[derive(Deserialize)]
pub struct Dag {
    pub operator: DefRef,
    pub args: Vec<(Arg, Option<String>)>,
}

/// Fields of a record; absent ones are `None`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase")]
pub struct Record {
    pub asm_string: Option<String>,
    pub asm_name: Option<String>,
    pub alt_names: Option<Vec<String>>,
    pub reg_alt_name_indices: Option<Vec<DefRef>>,
    #[serde(rename = "MCOperandPredicate")]
    pub mc_operand_predicate: Option<String>,
    pub out_operand_list: Option<Dag>,
    pub in_operand_list: Option<Dag>,
    #[serde(rename = "MIOperandInfo")]
    pub mi_operand_info: Option<Dag>,
    pub print_method: Option<String>,
    pub result_inst: Option<Dag>,
    pub emit_priority: Option<i64>,
    pub parser_match_class: Option<DefRef>,
    pub name: Option<String>,
}

/// All records by name.
pub struct Records {
    json: Vec<u8>,
    places: HashMap<String, Range<usize>>,
    /// Names of the records of each class.
    classes: HashMap<String, Vec<String>>,
}

impl Records {
    /// Reads a dump.
    pub fn parse(json: Vec<u8>) -> Result<Self> {
        let found: Found<'_> = serde_json::from_slice(&json)
            .context("the JSON dump is not what --dump-json writes")?;
        let base = json.as_ptr() as usize;
        let place = |raw: &RawValue| {
            let start = raw.get().as_ptr() as usize - base;
            start..start + raw.get().len()
        };
        let places = found.records.iter().map(|(name, raw)| (name.clone(), place(raw))).collect();
        let classes = found.classes;
        Ok(Records { json, places, classes })
    }

    /// Returns the record of that name, if there is one.
    ///
    /// # Errors
    /// A field has another type than expected.
    pub fn get(&self, name: &str) -> Result<Option<Record>> {
        self.places.get(name).map(|place| self.read(name, place)).transpose()
    }

    /// Returns the fields `T` of the record of that name, which must exist.
    ///
    /// # Errors
    /// There is no such record, or a field has another type than expected.
    pub fn fields<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Result<T> {
        let place = self.places.get(name).with_context(|| format!("no record `{name}`"))?;
        self.read(name, place)
    }

    /// Returns all records, in no order.
    pub fn all(&self) -> impl Iterator<Item = Result<Record>> {
        self.places.iter().map(|(name, place)| self.read(name, place))
    }

    /// Returns names of the records of a class, sorted; none if there is no such class.
    pub fn of_class(&self, class: &str) -> &[String] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }

    fn read<'a, T: Deserialize<'a>>(&'a self, name: &str, place: &Range<usize>) -> Result<T> {
        serde_json::from_slice(&self.json[place.clone()])
            .with_context(|| format!("record {name} of the JSON dump"))
    }
}

/// Records by name as they are written, and the members of classes.
struct Found<'a> {
    records: HashMap<String, &'a RawValue>,
    classes: HashMap<String, Vec<String>>,
}

impl<'de> Deserialize<'de> for Found<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Top;
        impl<'de> Visitor<'de> for Top {
            type Value = Found<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of records")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Found<'de>, A::Error> {
                let mut found = Found { records: HashMap::new(), classes: HashMap::new() };
                while let Some(name) = map.next_key::<String>()? {
                    if name == "!instanceof" {
                        found.classes = map.next_value()?;
                    } else if name.starts_with('!') {
                        map.next_value::<IgnoredAny>()?;
                    } else {
                        found.records.insert(name, map.next_value()?);
                    }
                }
                Ok(found)
            }
        }
        deserializer.deserialize_map(Top)
    }
}
