//! The list of options, and what options mean for others.

use std::collections::HashSet;
use std::num::NonZero;

use serde_json::{Value, json};

use super::one_more_option as one_more;
use crate::hardware::{Delivery, HardwareOptions, HardwareParts, InitialRegisters, NamedRegister};
use crate::options::{
    AppliesTo, InstructionTables, OPTIONS, OptionEntry, OptionError, OptionKind, OptionValue,
    Options, RequestedOptions, SimulationKind, Views,
};
use crate::session::Format;

fn set(members: &Value) -> Result<RequestedOptions, OptionError> {
    let mut requested = RequestedOptions::default();
    for (name, value) in members.as_object().unwrap() {
        OPTIONS.set(&mut requested, name, value)?;
    }
    Ok(requested)
}

fn message(members: &Value) -> String {
    set(members).unwrap_err().to_string()
}

#[test]
fn names_and_flags_belong_to_one_option() {
    let mut names = HashSet::new();
    for name in OPTIONS.iter().flat_map(OptionEntry::names) {
        assert!(names.insert(name), "{name}");
    }
    let mut flags = HashSet::new();
    for entry in OPTIONS.iter() {
        assert!(flags.insert(entry.flag), "{}", entry.flag);
        assert!(!entry.text.is_empty() && !entry.text.ends_with('.'), "{}", entry.name);
        assert!(!entry.title.is_empty(), "{}", entry.name);
    }
}

fn in_hardware_mode() -> RequestedOptions {
    RequestedOptions::with(|it| it.model_of = Some(SimulationKind::Hardware))
}

#[test]
fn options_of_one_simulation_imply_it() {
    let implied = |members: &Value| set(members).unwrap().implied_model();
    let (model, hardware) = (Some(SimulationKind::Model), Some(SimulationKind::Hardware));
    assert_eq!(implied(&json!({})), None);
    assert_eq!(implied(&json!({ "iterations": 7, "skip_unsupported": true })), None);
    assert_eq!(implied(&json!({ "dispatch_width": 2 })), model);
    assert_eq!(implied(&json!({ "assume_no_alias": true, "two_threads": false })), None);
    assert_eq!(implied(&json!({ "two_threads": true })), hardware);
    assert_eq!(implied(&json!({ "two_threads": true, "dispatch_width": 2 })), hardware);
    assert_eq!(implied(&json!({ "two_threads": true, "model_of": "llvm" })), model);
    let mut requested = set(&json!({ "model_of": "llvm" })).unwrap();
    OPTIONS.set(&mut requested, "hardware", &json!(true)).unwrap();
    assert_eq!(requested.implied_model(), hardware);
    OPTIONS.set(&mut requested, "model_of", &json!("llvm")).unwrap();
    assert_eq!(requested.implied_model(), model);
    assert_eq!(implied(&json!({ "hardware": false })), model);
}

/// Returns a value of each kind that is not the default.
fn another_value(entry: &OptionEntry) -> Value {
    match entry.kind {
        OptionKind::Switch => json!(!entry.is_on_by_default()),
        OptionKind::Number { .. } => json!(7),
        OptionKind::Words { words, .. } => json!(words[words.len() - 1].word),
        OptionKind::Registers { .. } => json!({ "rdi": "0x1000" }),
        OptionKind::Parts => json!(["front-end", "memory"]),
        OptionKind::Factor => json!(0.5),
    }
}

#[test]
fn every_option_is_set_by_its_name_and_read_again() {
    for entry in OPTIONS.iter().filter(|entry| entry.name != "hardware_with") {
        let mut requested = in_hardware_mode();
        let given = another_value(entry);
        OPTIONS.set(&mut requested, entry.name, &given).unwrap();
        assert!(requested.is_given(entry.name));
        let options = requested.for_numbers();
        let value = (entry.value)(&options);
        assert_eq!(serde_json::to_value(&value).unwrap(), given, "{}", entry.name);
        assert_ne!(value, (entry.default)(), "{}", entry.name);
        // Its default is what it was.
        entry.set_in(&mut requested, OptionValue::Unset);
        let is_the_choice = ["hardware", "model_of"].contains(&entry.name);
        let defaults = if is_the_choice { RequestedOptions::default() } else { in_hardware_mode() };
        assert_eq!(requested.for_numbers(), defaults.for_numbers(), "{}", entry.name);
    }
}

#[test]
fn text_gives_the_same_values() {
    let number = OPTIONS.named("iterations").unwrap().kind;
    assert_eq!(number.read_text("iterations", "0x10"), Ok(OptionValue::Number(16)));
    for entry in OPTIONS.iter() {
        let json = another_value(entry);
        let text = match &json {
            Value::String(text) => text.clone(),
            Value::Array(_) => "front-end,memory".to_owned(),
            // Programs have values of registers in files.
            Value::Object(_) => continue,
            other => other.to_string(),
        };
        let (by_text, by_json) =
            (entry.kind.read_text(entry.name, &text), entry.kind.read(entry.name, &json));
        assert_eq!(by_text, by_json, "{}", entry.name);
        assert!(entry.kind.read_text(entry.name, "nothing").is_err(), "{}", entry.name);
    }
}

#[test]
fn older_names_and_opposites_are_known() {
    let requested =
        set(&json!({ "may_alias": true, "dispatch_width": 2, "smt": true, "iterations": null }))
            .unwrap();
    assert!(!requested.options.assume_no_alias && requested.hardware_options.two_threads);
    assert_eq!(requested.options.dispatch_width_micro_ops, NonZero::new(2));
    assert!(requested.is_given("assume_no_alias") && !requested.is_given("iterations"));
    let registers =
        set(&json!({ "initial_registers": { "%RDI": 7 }, "without": ["banks"] })).unwrap();
    let named = InitialRegisters::Named(vec![NamedRegister::new("rdi", 7)]);
    assert_eq!(registers.hardware_options.initial_registers, named);
    assert_eq!(registers.hardware_options.parts, HardwareParts::BANKS.complement());
}

#[test]
fn mistakes_name_what_would_be_right() {
    for (members, expected) in [
        (json!({ "deliver": 1 }), "there is no option 'deliver'; did you mean 'delivery'?"),
        (json!({ "xyz": 1 }), "there is no option 'xyz'"),
        (
            json!({ "delivery": "lop" }),
            "'delivery' is 'unrolled' or 'loop', not 'lop'; did you mean 'loop'?",
        ),
        (json!({ "instruction_tables": 7 }), "'instruction_tables' is a word"),
        (json!({ "iterations": -1 }), "'iterations' is from 0 to 4294967295"),
        (json!({ "iterations": 1.5 }), "'iterations' is a number"),
        (json!({ "may_alias": 1 }), "'assume_no_alias' is true or false"),
        (
            json!({ "initial_registers": { "rdi": "4096" } }),
            "values in 'initial_registers' are numbers of 64 bits, or text of 0x and up to 16 hexadecimal digits",
        ),
    ] {
        assert_eq!(message(&members), expected);
    }
    let wrong = message(&json!({ "hardware_without": ["bank"] }));
    assert!(wrong.ends_with("not 'bank'; did you mean 'banks'?"), "{wrong}");
}

#[test]
fn options_belong_to_simulations() {
    let place = |name: &str, hardware: bool| {
        let requested = if hardware { in_hardware_mode() } else { RequestedOptions::default() };
        OPTIONS.named(name).unwrap().check_place(&requested).map_err(|error| error.to_string())
    };
    assert_eq!(place("two_threads", true), Ok(()));
    assert_eq!(place("dispatch_width_micro_ops", false), Ok(()));
    assert_eq!(place("skip_unsupported", true), Ok(()));
    assert_eq!(
        place("two_threads", false).unwrap_err(),
        "\"two_threads\" belongs to hardware mode"
    );
    let wrong = place("dispatch_width_micro_ops", true).unwrap_err();
    assert_eq!(wrong, "\"dispatch_width_micro_ops\" belongs to llvm-mca's simulation");
    let of_hardware = OPTIONS.iter().filter(|it| it.applies_to == AppliesTo::Hardware);
    assert!(of_hardware.count() >= 4);
}

/// Returns all views.
fn all() -> Views {
    let mut views = Views::NONE;
    for name in Views::NAMES {
        *views.switch(name).unwrap() = true;
    }
    views
}

#[test]
fn hardware_mode_decides_about_views() {
    let requested = RequestedOptions::with(|it| {
        it.model_of = Some(SimulationKind::Hardware);
        it.hardware_options.delivery = Some(Delivery::Loop);
        it.options.views = Views::NONE;
    });
    for format in [Format::Text, Format::LlvmJson, Format::FullJson] {
        let options = requested.for_report(format);
        assert_eq!(options.views, Views { steady_state: true, ..Views::NONE });
        let expected = HardwareOptions::with(|it| it.delivery = Some(Delivery::Loop));
        assert_eq!(options.hardware, Some(expected));
        let everything = RequestedOptions::with(|it| {
            it.model_of = Some(SimulationKind::Hardware);
            it.options.views = all();
        });
        let hidden = Views {
            bottleneck_analysis: false,
            scheduler_statistics: false,
            register_file_statistics: false,
            ..all()
        };
        assert_eq!(everything.for_report(format).views, hidden);
    }
    assert_eq!(requested.for_numbers().views, Views::NONE);
    let model = RequestedOptions::with(|it| it.options.views = all());
    assert_eq!(model.for_report(Format::Text).views, all());
    assert_eq!(model.for_report(Format::Text).hardware, None);
}

#[test]
fn formats_decide_about_views_and_limits() {
    let default = RequestedOptions::default();
    let cycles = |it: &RequestedOptions, format| it.for_report(format).timeline_max_cycles;
    assert_eq!(cycles(&default, Format::Text), NonZero::new(80));
    assert_eq!(cycles(&default, Format::FullJson), None);
    assert_eq!(cycles(&default, Format::Html), NonZero::new(2000));
    let limited = set(&json!({ "timeline_max_cycles": 9 })).unwrap();
    for format in [Format::Text, Format::FullJson, Format::Html, Format::Svg] {
        assert_eq!(cycles(&limited, format), NonZero::new(9));
    }
    assert!(default.for_report(Format::FullJson).show_resource_uses);
    assert!(!default.for_report(Format::Html).show_resource_uses);
    let page = default.for_report(Format::Html).views;
    assert!(page.summary && page.explanation && page.timeline && !page.bottleneck_analysis);
    let hardware = in_hardware_mode();
    assert!(!hardware.for_report(Format::Html).views.summary);
    assert_eq!(
        default.for_report(Format::Dot).views,
        Views { dependency_graph: true, ..Views::NONE }
    );
}

#[test]
fn another_option_is_set_by_its_name_and_its_text() {
    let list = one_more::list();
    let mut requested = RequestedOptions::default();
    list.set(&mut requested, one_more::NAME, &json!(7)).unwrap();
    assert_eq!(requested.for_numbers(), Options::with(|it| it.call_latency_cycles = 7));
    let entry = list.named(one_more::NAME).unwrap();
    entry.set_by_flag(&mut requested, "9").unwrap();
    assert_eq!(requested.options.call_latency_cycles, 9);
    assert!(OPTIONS.set(&mut requested, one_more::NAME, &json!(7)).is_err());
}

#[test]
fn static_tables_take_one_iteration() {
    let entry = OPTIONS.named("iterations").unwrap();
    let tables = Options::with(|it| it.instruction_tables = InstructionTables::Full);
    assert_eq!(entry.effective_value(&tables), OptionValue::Number(1));
    assert_eq!(entry.effective_value(&Options::default()), OptionValue::Number(100));
}
