//! The records of a `--dump-json` dump, reduced to the fields the import needs.

use std::collections::HashMap;
use std::fmt;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

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
    pub out_operand_list: Option<Dag>,
    pub in_operand_list: Option<Dag>,
    #[serde(rename = "MIOperandInfo")]
    pub mi_operand_info: Option<Dag>,
    pub print_method: Option<String>,
    pub result_inst: Option<Dag>,
    pub emit_priority: Option<i64>,
}

/// All records by name.
pub struct Records(HashMap<String, Record>);

impl Records {
    /// Reads a dump.
    pub fn parse(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).context("the JSON dump is not what --dump-json writes")
    }

    /// The record of that name.
    pub fn get(&self, name: &str) -> Option<&Record> {
        self.0.get(name)
    }

    /// All records, in no order.
    pub fn all(&self) -> impl Iterator<Item = &Record> {
        self.0.values()
    }
}

impl<'de> Deserialize<'de> for Records {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Top;
        impl<'de> Visitor<'de> for Top {
            type Value = Records;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of records")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Records, A::Error> {
                let mut records = HashMap::new();
                while let Some(name) = map.next_key::<String>()? {
                    if name.starts_with('!') {
                        map.next_value::<IgnoredAny>()?;
                    } else {
                        records.insert(name, map.next_value()?);
                    }
                }
                Ok(Records(records))
            }
        }
        deserializer.deserialize_map(Top)
    }
}
