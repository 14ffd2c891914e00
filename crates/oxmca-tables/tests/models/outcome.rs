//! The outcome of reading a model file, as text.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use oxmca_tables::schema::{Model, SchedClass, resource_selection};
use oxmca_tables::{ModelFile, Opcode, OwnedTables, SchedClassId, Tables};

/// Opcodes with other data that are listed.
const MAX_LISTED: usize = 8;

/// The mistakes in a file, or the model that it makes beside the one that it extends.
pub fn of_file(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let text = fs::read(path)?;
    let readable = String::from_utf8_lossy(&text).into_owned();
    let directive = |name: &str| {
        let lines = readable.lines().filter_map(|line| line.strip_prefix("# ")?.strip_prefix(name));
        lines.flat_map(|line| line.trim_start_matches(": ").split(" ")).collect()
    };
    let first: Vec<&str> = directive("first");
    let shown: Vec<&str> = directive("show");
    let mut tables = OwnedTables::embedded("x86")?;
    for name in first {
        let text = fs::read(path.with_file_name(name))?;
        tables = tables.with_model(&ModelFile { name, text: &text })?.tables;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let added = match tables.with_model(&ModelFile { name: &name, text: &text }) {
        Ok(added) => added,
        Err(errors) => {
            let mut out = String::new();
            for mistake in errors.mistakes() {
                write!(out, "{mistake}\n{}", mistake.excerpt())?;
            }
            return Ok(out);
        }
    };
    let owned = added.tables;
    let tables = owned.tables();
    let model = &tables.models[added.model.index()];
    let mut out = tables.text(model.name).to_owned();
    writeln!(out, ", of CPU {}", added.cpu_names.join(", "))?;
    let words: Vec<&str> = readable.split_ascii_whitespace().collect();
    let base = words.windows(2).find(|pair| pair[0] == "extends").map(|pair| pair[1]);
    let base = base.and_then(|base| {
        let cpu = || Some(tables.cpus[tables.cpu_named(base)?.index()].model);
        tables.model_named(base).or_else(cpu)
    });
    if let Some(base) = base {
        let base = &tables.models[base.index()];
        let (own, theirs) = (shape(&tables, model), shape(&tables, base));
        for line in theirs.lines().filter(|line| !own.lines().any(|other| other == *line)) {
            writeln!(out, "- {line}")?;
        }
        for line in own.lines().filter(|line| !theirs.lines().any(|other| other == *line)) {
            writeln!(out, "+ {line}")?;
        }
        let differ = |opcode: &Opcode| {
            let class = tables.instruction(*opcode).sched_class;
            class_data(&tables, model, class) != class_data(&tables, base, class)
        };
        let opcodes = (0..tables.instructions.len()).map(|it| Opcode(it as u16)).filter(differ);
        let names: Vec<&str> = opcodes.map(|it| tables.opcode_name(it)).collect();
        let listed = names[..names.len().min(MAX_LISTED)].join(" ");
        writeln!(out, "opcodes with other data: {} {listed}", names.len())?;
    }
    for name in shown {
        let opcode = tables.opcode_named(name.as_bytes()).ok_or("an opcode to show is unknown")?;
        let data = class_data(&tables, model, tables.instruction(opcode).sched_class);
        writeln!(out, "{name}: {data}")?;
    }
    Ok(out)
}

/// A model without its scheduling data.
fn shape(tables: &Tables<'_>, model: &Model) -> String {
    let resources = &tables.resources[model.resources.range()];
    let name = |id: oxmca_tables::ResourceId| tables.text(resources[id.index()].name);
    let mut out = String::new();
    let numbers = [
        ("issue-width", i64::from(model.issue_width_uops)),
        ("micro-op-buffer", model.micro_op_buffer_size.into()),
        ("loop-micro-op-buffer", model.loop_micro_op_buffer_size.into()),
        ("load-latency", model.load_latency_cycles.into()),
        ("high-latency", model.high_latency_cycles.into()),
        ("mispredict-penalty", model.mispredict_penalty_cycles.into()),
        ("reorder-buffer", model.reorder_buffer_size.into()),
        ("retire-width", model.max_retire_per_cycle.into()),
        ("flags", model.flags.into()),
    ];
    for (key, number) in numbers {
        let _ = writeln!(out, "{key}={number}");
    }
    let _ = writeln!(out, "load-queue={}", name(model.load_queue));
    let _ = writeln!(out, "store-queue={}", name(model.store_queue));
    for row in resources.iter().skip(1) {
        let members = &tables.resource_lists[row.sub_units.range()];
        let members: Vec<&str> = members.iter().map(|id| name(*id)).collect();
        let (units, buffer) = (row.num_units, row.buffer_size);
        let select = match row.selection {
            resource_selection::ROUND_ROBIN => String::new(),
            way => format!(" select={}", resource_selection::NAMES[usize::from(way)]),
        };
        let _ = writeln!(
            out,
            "resource {} units={units} buffer={buffer} super={} members={}{select}",
            tables.text(row.name),
            name(row.super_resource),
            members.join(",")
        );
    }
    for row in tables.register_files[model.register_files.range()].iter().skip(1) {
        let costs = tables.register_costs[row.costs.range()].iter().map(|cost| {
            let class = tables.text(tables.register_classes[cost.reg_class.index()].name);
            format!("{class}:{}:{}", cost.cost, cost.allow_move_elimination)
        });
        let costs: Vec<String> = costs.collect();
        let _ = writeln!(
            out,
            "register-file {} registers={} moves-per-cycle={} zero-moves-only={} costs={}",
            tables.text(row.name),
            row.num_physical_registers,
            row.max_moves_eliminated_per_cycle,
            row.allow_zero_move_elimination_only,
            costs.join(",")
        );
    }
    let _ = writeln!(out, "idioms: {}", model.idioms.len);
    out
}

/// The scheduling data of a class in a model.
fn class_data(tables: &Tables<'_>, model: &Model, class: SchedClassId) -> String {
    let Some(row) = tables.sched_class(model, class) else { return "no data".to_owned() };
    match row.num_micro_ops {
        SchedClass::INVALID_UOPS => return "unsupported".to_owned(),
        SchedClass::VARIANT_UOPS => {
            let cases = &tables.variant_cases[row.variants.range()];
            let cases = cases.iter().map(|case| {
                let predicate = match case.predicate.len {
                    0 => "else".to_owned(),
                    nodes => format!("if ({nodes} nodes)"),
                };
                format!("{predicate} {{{}}}", class_data(tables, model, case.target))
            });
            return cases.collect::<Vec<_>>().join(" ");
        }
        _ => {}
    }
    let resources = &tables.resources[model.resources.range()];
    let uses = tables.uses_of(row).iter().map(|row| {
        let name = tables.text(resources[row.resource.index()].name);
        format!("{name}:{}-{}", row.acquire_at_cycle, row.release_at_cycle)
    });
    let stages = tables.stages_of(row).iter().map(|stage| {
        let units = tables.resource_lists[stage.units.range()].iter();
        let names: Vec<&str> = units.map(|id| tables.text(resources[id.index()].name)).collect();
        let kind = if stage.is_reserved != 0 { "/reserved" } else { "" };
        format!("{}:{}+{}{kind}", names.join("|"), stage.cycles, stage.next_cycles)
    });
    let uses = uses.chain(stages);
    let latencies = tables.write_latencies[row.write_latencies.range()]
        .iter()
        .map(|row| format!("{}/{}", row.latency_cycles, row.write_resource));
    let advances = tables.read_advances[row.read_advances.range()]
        .iter()
        .map(|row| format!("{}:{}/{}", row.use_index, row.cycles, row.write_resource));
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
    format!(
        "uops={} uses={} latency={} advance={} flags={}",
        row.num_micro_ops,
        list(&mut uses.into_iter()),
        list(&mut latencies.into_iter()),
        list(&mut advances.into_iter()),
        row.flags
    )
}
