//! Checks that a schema describes everything, and refuses what it does not mention.

use serde_json::{Value, json};

use super::Schema;

/// Checks that every object that the schema describes refuses members that it does not name, and that
/// it and its properties have descriptions.
///
/// # Panics
/// Something is not described, or the schema is none.
pub fn check_schema(schema: &Value) {
    if let Err(problem) = Schema::new(schema) {
        panic!("{problem}");
    }
    check_described("#", schema);
}

fn check_described(at: &str, value: &Value) {
    for (name, member) in value.as_object().into_iter().flatten() {
        let at = format!("{at}/{name}");
        if at.ends_with("/oneOf") {
            continue;
        }
        if value["type"] == "object" && name == "properties" {
            for (name, property) in member.as_object().unwrap() {
                let described = property["description"].is_string() || !property["$ref"].is_null();
                assert!(described, "{at}/{name}");
            }
            assert!(value["description"].is_string(), "{at}");
            assert_eq!(value["additionalProperties"], false, "{at}");
        }
        check_described(&at, member);
    }
}

/// Checks that the schema refuses a valid document as soon as any of its objects has one more member, or
/// a member of another type. Returns the number of objects.
///
/// # Panics
/// The schema accepts such a document.
pub fn check_refusals(schema: &Value, valid: &Value) -> usize {
    let validator = Schema::new(schema).unwrap();
    assert!(validator.is_valid(valid));
    let mut objects = Vec::new();
    pointers_of_objects("", valid, &mut objects);
    for pointer in &objects {
        let object = |document: &mut Value| {
            document.pointer_mut(pointer).and_then(Value::as_object_mut).unwrap().clone()
        };
        let mut changed = valid.clone();
        let members = object(&mut changed);
        changed.pointer_mut(pointer).unwrap()["surplus"] = json!(0);
        assert!(!validator.is_valid(&changed), "{pointer}/surplus");
        for (name, member) in &members {
            let other = if member.is_array() { json!(0) } else { json!([]) };
            changed = valid.clone();
            changed.pointer_mut(pointer).unwrap()[name] = other;
            assert!(!validator.is_valid(&changed), "{pointer}/{name} of another type");
        }
    }
    objects.len()
}

/// Pointers to all objects; of those in an array, the first and the last.
fn pointers_of_objects(at: &str, value: &Value, pointers: &mut Vec<String>) {
    if let Some(members) = value.as_object() {
        pointers.push(at.to_owned());
        for (name, member) in members {
            pointers_of_objects(&format!("{at}/{name}"), member, pointers);
        }
    }
    if let Some(elements) = value.as_array() {
        for (index, element) in elements.iter().enumerate() {
            if index == 0 || index + 1 == elements.len() {
                pointers_of_objects(&format!("{at}/{index}"), element, pointers);
            }
        }
    }
}
