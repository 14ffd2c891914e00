//! The parts of a schema that documents use.

use std::collections::BTreeSet;

use serde_json::Value;

/// Parts of a schema: properties, types of values that can have several, and words.
pub type Parts = BTreeSet<String>;

/// Returns all parts of a schema.
///
/// # Panics
/// The schema has no definitions, or an `enum` of something else than words.
pub fn parts_of_schema(schema: &Value) -> Parts {
    let mut parts = Parts::new();
    collect("#", schema, &mut parts);
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        collect(&format!("#/$defs/{name}"), definition, &mut parts);
    }
    parts
}

fn collect(at: &str, schema: &Value, parts: &mut Parts) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        parts.insert(format!("{at}/{name}"));
        collect(&format!("{at}/{name}"), property, parts);
    }
    if schema["items"].is_object() {
        parts.insert(format!("{at}[]"));
        collect(&format!("{at}[]"), &schema["items"], parts);
    }
    for kind in schema["type"].as_array().into_iter().flatten() {
        parts.insert(format!("{at}: {}", kind.as_str().unwrap()));
    }
    for word in schema["enum"].as_array().into_iter().flatten() {
        parts.insert(format!("{at}= {}", word.as_str().unwrap()));
    }
    for alternative in schema["anyOf"].as_array().into_iter().flatten() {
        parts.insert(format!("{at}: {}", kind_of_alternative(alternative)));
    }
}

fn kind_of_alternative(alternative: &Value) -> &str {
    alternative["type"].as_str().unwrap_or("object")
}

/// Adds the parts that a valid document uses.
///
/// # Panics
/// The document does not follow the schema.
pub fn parts_of_document(schema: &Value, document: &Value, parts: &mut Parts) {
    visit(schema, "#", schema, document, parts);
}

fn visit(root: &Value, at: &str, schema: &Value, value: &Value, parts: &mut Parts) {
    if let Some(reference) = schema["$ref"].as_str() {
        let definition = root.pointer(&reference[1..]).expect("a definition");
        return visit(root, reference, definition, value, parts);
    }
    if schema["type"].is_array() {
        parts.insert(format!("{at}: {}", kind_of(value)));
    }
    if schema["enum"].is_array() {
        parts.insert(format!("{at}= {}", value.as_str().unwrap()));
    }
    for alternative in schema["anyOf"].as_array().into_iter().flatten() {
        if kind_of_alternative(alternative) == kind_of(value) {
            parts.insert(format!("{at}: {}", kind_of(value)));
            visit(root, at, alternative, value, parts);
        }
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        if let Some(property) = schema["properties"].get(name) {
            parts.insert(format!("{at}/{name}"));
            visit(root, &format!("{at}/{name}"), property, member, parts);
        }
    }
    for element in value.as_array().into_iter().flatten() {
        parts.insert(format!("{at}[]"));
        visit(root, &format!("{at}[]"), &schema["items"], element, parts);
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
