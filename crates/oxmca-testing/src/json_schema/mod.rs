//! JSON Schema: a validator for the keywords that oxmca's schemas use.
//!
//! A schema with any other keyword is refused, so that nothing in a schema is passed over. The
//! cross-checks in `tests/cross-checks` hold this validator to a complete one.

pub mod coverage;
pub mod strict;

use std::collections::BTreeSet;

use regex_lite::Regex;
use serde_json::{Map, Value};

/// A schema whose keywords are all known and well-formed.
pub struct Schema<'a> {
    root: &'a Value,
}

/// A schema, and the schema with an `$id` that it is part of, within which its references are resolved.
#[derive(Clone, Copy)]
struct Place<'s> {
    schema: &'s Value,
    resource: &'s Value,
}

impl<'s> Place<'s> {
    /// Creates a part of this schema.
    fn of(self, schema: &'s Value) -> Self {
        let has_id = schema.get("$id").is_some();
        Self { schema, resource: if has_id { schema } else { self.resource } }
    }
}

/// Names of members that a schema has looked at.
type Evaluated = BTreeSet<String>;

/// A place in a document, as a JSON pointer, and what is wrong there.
#[derive(Debug)]
pub struct Violation {
    /// JSON pointer of the value.
    pub pointer: String,
    /// The keyword that refuses it, with its value.
    pub refused_by: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: refused by {}", self.pointer, self.refused_by)
    }
}

impl std::error::Error for Violation {}

impl<'a> Schema<'a> {
    /// Checks a schema.
    ///
    /// # Errors
    /// The first keyword that is unknown or has a value of the wrong type.
    pub fn new(root: &'a Value) -> Result<Self, String> {
        check_keywords(root, Place { schema: root, resource: root }, "#")?;
        Ok(Self { root })
    }

    /// Returns the first violation of the schema in a document.
    pub fn violation(&self, document: &Value) -> Option<Violation> {
        let place = Place { schema: self.root, resource: self.root };
        self.check(place, document, "", &mut Evaluated::new()).err()
    }

    /// Returns whether a document follows the schema.
    pub fn is_valid(&self, document: &Value) -> bool {
        self.violation(document).is_none()
    }

    fn holds(&self, place: Place<'_>, value: &Value, evaluated: &mut Evaluated) -> bool {
        let mut inner = Evaluated::new();
        let holds = self.check(place, value, "", &mut inner).is_ok();
        if holds {
            evaluated.append(&mut inner);
        }
        holds
    }

    fn check(
        &self,
        place: Place<'_>,
        value: &Value,
        at: &str,
        evaluated: &mut Evaluated,
    ) -> Result<(), Violation> {
        let Place { schema, resource } = place;
        let refuse = |refused_by: String| Violation { pointer: at.to_owned(), refused_by };
        let Some(keywords) = schema.as_object() else {
            return match schema {
                Value::Bool(false) => Err(refuse("false".to_owned())),
                _ => Ok(()),
            };
        };
        for (keyword, argument) in keywords {
            let holds = match keyword.as_str() {
                "$ref" => {
                    let definition = definition(self.root, resource, argument).expect("checked");
                    self.check(definition, value, at, evaluated)?;
                    true
                }
                "allOf" => {
                    for schema in elements(argument) {
                        self.check(place.of(schema), value, at, evaluated)?;
                    }
                    true
                }
                "anyOf" | "oneOf" => {
                    let holding = elements(argument)
                        .filter(|it| self.holds(place.of(it), value, evaluated))
                        .count();
                    holding == 1 || keyword == "anyOf" && holding > 1
                }
                "not" => !self.holds(place.of(argument), value, &mut Evaluated::new()),
                "properties" => {
                    for (name, schema) in argument.as_object().into_iter().flatten() {
                        if let Some(member) = value.get(name) {
                            evaluated.insert(name.clone());
                            let at = format!("{at}/{name}");
                            self.check(place.of(schema), member, &at, &mut Evaluated::new())?;
                        }
                    }
                    true
                }
                "items" => {
                    for (index, element) in elements(value).enumerate() {
                        let at = format!("{at}/{index}");
                        self.check(place.of(argument), element, &at, &mut Evaluated::new())?;
                    }
                    true
                }
                "additionalProperties" => {
                    let known = keywords.get("properties");
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if known.is_none_or(|known| known.get(name).is_none()) {
                            evaluated.insert(name.clone());
                            let at = format!("{at}/{name}");
                            self.check(place.of(argument), member, &at, &mut Evaluated::new())?;
                        }
                    }
                    true
                }
                _ => holds_of_itself(keyword, argument, value),
            };
            if !holds {
                return Err(refuse(format!("{keyword} {argument}")));
            }
        }
        // Looks at what all other keywords have left.
        if let Some(rest) = keywords.get("unevaluatedProperties") {
            for (name, member) in value.as_object().into_iter().flatten() {
                if evaluated.insert(name.clone()) {
                    let at = format!("{at}/{name}");
                    self.check(place.of(rest), member, &at, &mut Evaluated::new())?;
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a value satisfies a keyword that depends on no other schema.
fn holds_of_itself(keyword: &str, argument: &Value, value: &Value) -> bool {
    let number = |compare: fn(f64, f64) -> bool| match (value.as_f64(), argument.as_f64()) {
        (Some(value), Some(limit)) => compare(value, limit),
        _ => true,
    };
    match keyword {
        "type" if argument.is_array() => elements(argument).any(|kind| has_type(value, kind)),
        "type" => has_type(value, argument),
        "const" => is_equal(value, argument),
        "enum" => elements(argument).any(|it| is_equal(value, it)),
        "minimum" => number(|value, limit| value >= limit),
        "maximum" => number(|value, limit| value <= limit),
        "minItems" => value.as_array().is_none_or(|it| Some(it.len() as u64) >= argument.as_u64()),
        "required" => value.as_object().is_none_or(|members| {
            elements(argument).all(|name| members.contains_key(name.as_str().unwrap_or_default()))
        }),
        "pattern" => value.as_str().is_none_or(|text| {
            Regex::new(argument.as_str().unwrap_or_default()).is_ok_and(|it| it.is_match(text))
        }),
        _ => true,
    }
}

fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn has_type(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(is_whole),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

fn is_whole(value: f64) -> bool {
    value.fract() == 0.0
}

fn is_equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// Returns the schema that a `$ref` names: a pointer into the same resource, or into one of `$defs` that has
/// an `$id`.
fn definition<'s>(root: &'s Value, resource: &'s Value, reference: &Value) -> Option<Place<'s>> {
    let (id, pointer) = reference.as_str()?.split_once('#')?;
    let resource = match id {
        "" => resource,
        id => root["$defs"].as_object()?.values().find(|it| it["$id"] == id)?,
    };
    Some(Place { schema: resource.pointer(pointer)?, resource })
}

/// Checks that every keyword is known and has a value of its type.
fn check_keywords(root: &Value, place: Place<'_>, at: &str) -> Result<(), String> {
    let schema = place.schema;
    const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
    if schema.is_boolean() {
        return Ok(());
    }
    let keywords = schema.as_object().ok_or(format!("{at}: neither an object nor a boolean"))?;
    for (keyword, argument) in keywords {
        let at = format!("{at}/{keyword}");
        let is_name = |it: &Value| it.as_str().is_some_and(|it| TYPES.contains(&it));
        let is_well_formed = match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" => argument.is_string(),
            "$ref" => definition(root, place.resource, argument).is_some(),
            "type" => is_name(argument) || is_list(argument) && elements(argument).all(is_name),
            "const" => true,
            "enum" => is_list(argument),
            "required" => argument.is_array() && elements(argument).all(Value::is_string),
            "minimum" | "maximum" => argument.is_number(),
            "minItems" => argument.is_u64(),
            "pattern" => argument.as_str().is_some_and(|it| Regex::new(it).is_ok()),
            "properties" | "$defs" => {
                let schemas: &Map<String, Value> =
                    argument.as_object().ok_or(format!("{at}: not an object"))?;
                for (name, schema) in schemas {
                    check_keywords(root, place.of(schema), &format!("{at}/{name}"))?;
                }
                true
            }
            "items" | "not" | "additionalProperties" | "unevaluatedProperties" => {
                check_keywords(root, place.of(argument), &at)?;
                true
            }
            "allOf" | "anyOf" | "oneOf" => {
                for (index, schema) in elements(argument).enumerate() {
                    check_keywords(root, place.of(schema), &format!("{at}/{index}"))?;
                }
                is_list(argument)
            }
            _ => return Err(format!("{at}: unknown keyword")),
        };
        if !is_well_formed {
            return Err(format!("{at}: {argument}"));
        }
    }
    Ok(())
}

fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|elements| !elements.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Schema;

    fn check(schema: &Value, valid: &[Value], invalid: &[Value]) {
        let schema = Schema::new(schema).expect("a schema");
        for document in valid {
            assert!(schema.is_valid(document), "{document}: {:?}", schema.violation(document));
        }
        for document in invalid {
            assert!(!schema.is_valid(document), "{document}");
        }
    }

    #[test]
    fn keywords_refuse_values() {
        check(&json!({"type": "integer"}), &[json!(1), json!(1.0)], &[json!(1.5), json!("1")]);
        check(&json!({"type": ["null", "array"]}), &[json!(null), json!([])], &[json!({})]);
        check(&json!({"const": "a"}), &[json!("a")], &[json!("b"), json!(null)]);
        check(&json!({"enum": ["a", 1]}), &[json!("a"), json!(1.0)], &[json!("1")]);
        check(&json!({"minimum": 1, "maximum": 2}), &[json!(1), json!("")], &[json!(0), json!(3)]);
        check(&json!({"minItems": 1}), &[json!([0]), json!(0)], &[json!([])]);
        check(&json!({"pattern": "^a*$"}), &[json!("aa"), json!(0)], &[json!("ab")]);
        check(&json!({"required": ["a"]}), &[json!({"a": 0}), json!(0)], &[json!({})]);
        check(&json!({"items": {"type": "null"}}), &[json!([null])], &[json!([null, 0])]);
        check(&json!({"not": {"type": "null"}}), &[json!(0)], &[json!(null)]);
    }

    #[test]
    fn schemas_are_combined() {
        let small = json!({"maximum": 5});
        let large = json!({"minimum": 5});
        let [both, any, one] = ["allOf", "anyOf", "oneOf"].map(|it| json!({it: [small, large]}));
        check(&both, &[json!(5)], &[json!(4), json!(6)]);
        check(&any, &[json!(4), json!(5), json!(6)], &[]);
        check(&one, &[json!(4), json!(6)], &[json!(5)]);
        let reference = json!({"$ref": "#/$defs/it", "$defs": {"it": {"type": "null"}}});
        check(&reference, &[json!(null)], &[json!(0)]);
        let outer = json!({
            "$ref": "urn:inner#/$defs/it",
            "$defs": {
                "inner": {
                    "$id": "urn:inner",
                    "$defs": {"it": {"$ref": "#/$defs/other"}, "other": {"type": "null"}}
                },
                "other": {"type": "integer"}
            }
        });
        check(&outer, &[json!(null)], &[json!(0)]);
    }

    #[test]
    fn members_that_no_schema_names_are_refused() {
        let closed = json!({"properties": {"a": {"type": "null"}}, "additionalProperties": false});
        check(&closed, &[json!({}), json!({"a": null})], &[json!({"a": 0}), json!({"b": null})]);
        let sum = json!({
            "allOf": [{"properties": {"a": {}}}],
            "properties": {"b": {}},
            "unevaluatedProperties": false
        });
        check(&sum, &[json!({"a": 0, "b": 0})], &[json!({"a": 0, "c": 0})]);
    }

    #[test]
    fn unknown_and_malformed_keywords_are_refused() {
        for schema in [
            json!({"propertyNames": {}}),
            json!({"type": "float"}),
            json!({"$ref": "#/$defs/none"}),
            json!({"properties": {"a": {"anyOf": []}}}),
            json!({"items": 0}),
        ] {
            assert!(Schema::new(&schema).is_err(), "{schema}");
        }
    }
}
