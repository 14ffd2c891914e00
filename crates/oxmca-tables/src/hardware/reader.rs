//! Reading a hardware model.

use super::form::{FormChange, FormCondition, FormRule};
use super::model::{HardwareFile, HardwareModel};
use super::numbers::HardwareNumbers;
use super::ports::{MicroOps, PortSet, Ports};
use crate::text::TextError;
use crate::text::lines::{Line, for_each_line, list};

/// Reads a file.
///
/// # Errors
/// The first mistake in the file.
pub fn read(file: &HardwareFile<'_>) -> Result<HardwareModel, TextError> {
    let mut model: Option<HardwareModel> = None;
    for_each_line(file.name, file.text, |line| {
        match (line.keyword(), &mut model) {
            ("hardware", None) => {
                let models = line.words.iter().skip(3).map(|word| word.to_string()).collect();
                if line.word(2, "`extends`")? != "extends" {
                    return Err(line.error("expected `hardware NAME extends MODEL...`"));
                }
                model = Some(HardwareModel {
                    name: line.word(1, "name")?.to_owned(),
                    models,
                    cpus: Vec::new(),
                    checked: String::new(),
                    numbers: HardwareNumbers::default(),
                    ports: Ports::default(),
                    divided: Vec::new(),
                    forms: Vec::new(),
                });
            }
            ("hardware", Some(_)) => return Err(line.error("a file holds one hardware model")),
            (_, None) => {
                return Err(line.error("a file begins with `hardware NAME extends MODEL...`"));
            }
            ("cpus", Some(model)) => {
                model.cpus.extend(line.words.iter().skip(1).map(|word| word.to_string()));
            }
            ("checked", Some(model)) => line.word(1, "sentence")?.clone_into(&mut model.checked),
            ("ports", Some(model)) => ports(line, &mut model.ports)?,
            ("threads-divide", Some(model)) => {
                for name in &line.words[1..] {
                    if HardwareNumbers::default().by_name(name).is_none() {
                        return Err(line.error(format!("unknown number `{name}`")));
                    }
                    model.divided.push(name.to_string());
                }
            }
            ("form", Some(model)) => {
                let rule = form(line, &model.ports)?;
                model.forms.push(rule);
            }
            (name, Some(model)) => {
                let Some(number) = model.numbers.by_name(name) else {
                    return Err(line.error(format!("unknown line `{name}`")));
                };
                *number = line.number(line.word(1, "number")?)?;
            }
        }
        Ok(())
    })?;
    model.ok_or_else(|| TextError::of_file(file.name, "there is no hardware model in the file"))
}

/// `ports 0=SKLPort0 ... load=2+3 store-address=2+3+7 store-data=4 dividers=SKLDivider`.
fn ports(line: &Line<'_>, ports: &mut Ports) -> Result<(), TextError> {
    for (key, value) in line.pairs(1) {
        let set = |ports: &Ports| port_set(line, ports, value);
        match key {
            "load" => {
                ports.load = set(ports)?;
                ports.vector_load = ports.load;
            }
            "vector-load" => ports.vector_load = set(ports)?,
            "store-address" => {
                ports.store_address = set(ports)?;
                ports.indexed_store_address = ports.store_address;
            }
            "indexed-store-address" => ports.indexed_store_address = set(ports)?,
            "store-data" => {
                ports.store_data = set(ports)?;
                ports.vector_store_data = ports.store_data;
            }
            "vector-store-data" => ports.vector_store_data = set(ports)?,
            "stack-update" => ports.stack_update = set(ports)?,
            "vector-merge" => ports.vector_merge = set(ports)?,
            "dividers" => ports.dividers = list(value).map(str::to_owned).collect(),
            _ if ports.names.len() == Ports::MOST => {
                return Err(line.error_at(key, "too many ports"));
            }
            name => ports.names.push((name.to_owned(), value.to_owned())),
        }
    }
    Ok(())
}

fn port_set(line: &Line<'_>, ports: &Ports, text: &str) -> Result<PortSet, TextError> {
    ports.set(text).map_err(|name| line.error_at(name, format!("unknown port `{name}`")))
}

/// `form PROPERTY... for OPCODE... if CONDITION...`.
fn form(line: &Line<'_>, ports: &Ports) -> Result<FormRule, TextError> {
    let place = |word: &str| line.words.iter().position(|it| **it == *word);
    let start = place("for").ok_or_else(|| line.error("missing `for`"))?;
    let end = place("if").unwrap_or(line.words.len()).max(start + 1);
    let mut change = FormChange::default();
    for (key, value) in line.pairs(1).take(start - 1) {
        property(line, ports, key, value, &mut change)?;
    }
    let conditions = line.words.iter().skip(end + 1).map(|word| {
        let found = FormCondition::ALL.iter().find(|(name, _)| **word == **name);
        found
            .map(|it| it.1)
            .ok_or_else(|| line.error_at(word, format!("unknown condition `{word}`")))
    });
    let conditions = conditions.collect::<Result<_, _>>()?;
    let patterns = line.words[start + 1..end].iter().map(|word| word.to_string()).collect();
    Ok(FormRule { patterns, conditions, change })
}

fn property(
    line: &Line<'_>,
    ports: &Ports,
    key: &str,
    value: &str,
    change: &mut FormChange,
) -> Result<(), TextError> {
    match key {
        "decode" => change.decoded_micro_ops = Some(line.number(value)?),
        "complex" => change.is_complex = true,
        "ports" => {
            let parts = list(value).map(|part| micro_ops(line, ports, part));
            change.computes = Some(parts.collect::<Result<_, _>>()?);
        }
        "latency" => change.latency_cycles = Some(line.number(value)?),
        "divider" => change.divider_cycles = Some(line.number(value)?),
        "reads-destination" => change.reads_destination = true,
        "eliminated-move" => change.is_eliminated_move = true,
        "zero-idiom" => change.is_zero_idiom = true,
        "breaks-dependency" => change.breaks_dependency = true,
        "free" => change.is_free = true,
        "split" => change.splits = Some(true),
        "not-split" => change.splits = Some(false),
        "adds-at-rename" => change.adds_at_rename = true,
        "fuses" => change.fuses = Some(true),
        "not-fused" => change.fuses = Some(false),
        "serializes" => change.serializes = true,
        "flags-apart" => change.has_flags_apart = true,
        "alone" => change.is_decoded_alone = true,
        "flag-delay" => change.flag_delay_cycles = line.number(value)?,
        "drains-stores" => change.drains_stores = true,
        _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
    }
    Ok(())
}

/// `9*0+1+5`: nine micro-ops, each on one of three ports.
fn micro_ops(line: &Line<'_>, ports: &Ports, text: &str) -> Result<MicroOps, TextError> {
    let (count, set) = text.split_once('*').unwrap_or(("1", text));
    Ok(MicroOps { count: line.number(count)?, ports: port_set(line, ports, set)? })
}
