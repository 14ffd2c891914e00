//! Checks of a whole hardware model: numbers that exclude each other, and names that the tables lack.

use std::ops::Range;

use super::model::HardwareModel;
use super::ports::{PortName, Ports};
use crate::image::Tables;
use crate::overlay::suggest;
use crate::schema::Model;

/// A mistake and its place, or none if it concerns the whole file.
pub(super) type LateMistake = (Option<Range<usize>>, String);

/// Places of names in a file.
#[derive(Default)]
pub(super) struct Names {
    /// The model's name.
    pub header: Range<usize>,
    /// The scheduling models, as many as the model has, or none if they are those of the model that it is based on.
    pub models: Vec<Range<usize>>,
    /// CPUs, likewise.
    pub cpus: Vec<Range<usize>>,
    /// Values of the ports, and the word `dividers`, by their keys.
    pub ports: Vec<(String, Range<usize>)>,
    /// Values of numbers and policies, by their names.
    pub numbers: Vec<(&'static str, Range<usize>)>,
}

impl Names {
    /// Returns the last place at which one of these numbers or policies was given, or else the
    /// model's name.
    fn number(&self, names: &[&str]) -> Option<Range<usize>> {
        let given = self.numbers.iter().rev().find(|(name, _)| names.contains(name));
        Some(given.map_or(&self.header, |(_, place)| place).clone())
    }

    /// Returns the last place at which a port was given, or else the model's name.
    fn port(&self, key: &str) -> Option<Range<usize>> {
        let given = self.ports.iter().rev().find(|(name, _)| name == key);
        Some(given.map_or(&self.header, |(_, place)| place).clone())
    }
}

/// Finds numbers and policies with which simulated processors would stand still, and ports that are missing.
pub(super) fn check(model: &HardwareModel, names: &Names) -> Vec<LateMistake> {
    let mut mistakes = Vec::new();
    let (numbers, policies) = (&model.numbers, &model.policies);
    let mut least = |names_of: [&str; 2], values: [u32; 2]| {
        if values[0] < values[1] {
            let message = format!(
                "`{}` is {}, which is less than the {} of `{}`",
                names_of[0], values[0], values[1], names_of[1]
            );
            mistakes.push((names.number(&names_of), message));
        }
    };
    least(
        ["decoded-micro-ops", "decoder-micro-ops"],
        [numbers.decoded_micro_ops, numbers.decoder_micro_ops],
    );
    // Whole groups of instructions enter the queue.
    let group = match numbers.predecoded_instructions {
        0 => numbers.fetch_bytes,
        most => most.min(numbers.fetch_bytes),
    };
    let of_thread = model.numbers_of_thread();
    least(["instruction-queue", "predecoded-instructions"], [of_thread.instruction_queue, group]);
    // The front end serves a thread only while its queue has space for what a cycle renames.
    least(
        ["micro-op-queue", "renamed-micro-ops"],
        [of_thread.micro_op_queue, numbers.renamed_micro_ops],
    );
    if policies.last_decoder_avoids_fusible && numbers.decoders < 2 {
        let message = "with `last-decoder-avoids-fusible`, there are two decoders at least";
        let place = names.number(&["decoders", "last-decoder-avoids-fusible"]);
        mistakes.push((place, message.to_owned()));
    }
    if policies.fusible_waits && of_thread.instruction_queue <= group {
        let message = "with `fusible-waits`, the instruction queue has space for one instruction \
                       more than are predecoded in a cycle";
        let place = names.number(&["instruction-queue", "fusible-waits"]);
        mistakes.push((place, message.to_owned()));
    }
    if !numbers.alias_bytes.is_power_of_two() {
        let message = format!("`{}` is no power of two", numbers.alias_bytes);
        mistakes.push((names.number(&["alias-bytes"]), message));
    }
    if numbers.decoding_gap_cycles == 1 {
        let message = "nothing is ever decoded if each cycle is lost";
        mistakes.push((names.number(&["decoding-gap-cycles"]), message.to_owned()));
    }
    let ports = &model.ports;
    let roles = [
        ("load", ports.load),
        ("store-address", ports.store_address),
        ("store-data", ports.store_data),
    ];
    let missing = roles.iter().filter(|(_, set)| set.is_empty());
    let missing: Vec<String> = missing.map(|(role, _)| format!("`{role}=`")).collect();
    if !missing.is_empty() {
        let message = format!("no line `ports` has {}", missing.join(", "));
        mistakes.push((Some(names.header.clone()), message));
    }
    mistakes
}

/// Finds names of scheduling models, CPUs and resources that the tables lack.
pub(super) fn check_names(
    model: &HardwareModel,
    names: &Names,
    tables: &Tables<'_>,
) -> Vec<LateMistake> {
    let mut mistakes = Vec::new();
    let mut found: Vec<&Model> = Vec::new();
    for (number, name) in model.models.iter().enumerate() {
        match tables.model_named(name) {
            Some(id) => found.push(&tables.models[id.index()]),
            None => {
                let known = tables.models.iter().map(|row| tables.text(row.name));
                let message =
                    format!("unknown scheduling model `{name}`{}", suggest::hint(name, known));
                mistakes.push((names.models.get(number).cloned(), message));
            }
        }
    }
    for (number, name) in model.cpus.iter().enumerate() {
        let place = names.cpus.get(number).cloned();
        let Some(cpu) = tables.cpu_named(name) else {
            let known = tables.cpus.iter().map(|row| tables.text(row.name));
            let message = format!("unknown CPU `{name}`{}", suggest::hint(name, known));
            mistakes.push((place, message));
            continue;
        };
        let used = tables.text(tables.model_of(cpu).name);
        if !model.models.iter().any(|it| it == used) {
            let message = format!(
                "the scheduling model of `{name}` is `{used}`, which is none of those that `{}` extends",
                model.name
            );
            mistakes.push((place, message));
        }
    }
    for PortName { short, resource } in &model.ports.names {
        for row in &found {
            if !resources(tables, row).any(|it| Ports::is_resource(it, resource)) {
                let model = tables.text(row.name);
                // The prefix may be more than letters and digits.
                let longer = resources(tables, row).find(|it| it.ends_with(&**resource));
                let near = || suggest::hint(resource, resources(tables, row));
                let hint = longer.map_or_else(near, |it| format!("; did you mean `{it}`?"));
                let message = format!("`{model}` has no resource `{resource}`{hint}");
                mistakes.push((names.port(short), message));
            }
        }
    }
    for name in &model.ports.dividers {
        let has_it = |row: &&Model| resources(tables, row).any(|it| Ports::is_resource(it, name));
        if !found.is_empty() && !found.iter().any(has_it) {
            let known = found.iter().flat_map(|row| resources(tables, row));
            let message = format!("no resource `{name}`{}", suggest::hint(name, known));
            mistakes.push((names.port("dividers"), message));
        }
    }
    mistakes
}

/// Returns the names of the resources of a scheduling model.
fn resources<'t>(tables: &Tables<'t>, model: &Model) -> impl Iterator<Item = &'t str> {
    let tables = *tables;
    let rows = tables.resources[model.resources.range()].iter().skip(1);
    rows.map(move |row| tables.text(row.name))
}
