//! `sched-classes.tbl` and the models under `cpu/`.

use std::collections::HashMap;

use super::builder::{Builder, Names, Runs};
use super::error::{SourceFile, TextError};
use super::itinerary;
use super::lines::{Line, Word, for_each_line, list};
use crate::schema::*;

/// Reads one label per line, in the order of LLVM's numbering.
pub(super) fn read_sched_classes(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        b.sched_classes.add(line, line.keyword())?;
        let label = b.text(line.keyword());
        b.tables.sched_class_names.push(label);
        Ok(())
    })
}

/// Parses `choices STATE:STATE=CLASS... for INSTRUCTION...`: the classes of instructions by two
/// numbers.
pub(super) fn read_class_choices(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let end = line.words.iter().position(|word| *word == *"for");
        let Some(end) = end.filter(|_| line.keyword() == "choices") else {
            return Err(line.error("not a line `choices ... for ...`"));
        };
        let mut choices = Vec::new();
        for word in &line.words[1..end] {
            let parts = word.split_once('=').and_then(|(state, class)| {
                let (first, second) = state.split_once(':')?;
                Some((first, second, class))
            });
            let Some((first, second, class)) = parts else {
                return Err(line.error_at(word, format!("`{word}` is not STATE:STATE=CLASS")));
            };
            let state = [line.number(first)?, line.number(second)?];
            choices.push((state, SchedClassId(b.sched_classes.find(line, class)?)));
        }
        for name in &line.words[end + 1..] {
            let opcode = Opcode(b.instructions.find(line, name)?);
            let rows = choices.iter();
            let rows = rows.map(|&(state, sched_class)| ClassChoice { opcode, sched_class, state });
            b.tables.class_choices.extend(rows);
        }
        Ok(())
    })?;
    b.tables.class_choices.sort_by_key(|row| (row.opcode, row.state));
    Ok(())
}

/// The tables of one model while they are read.
struct ModelReader {
    row: Model,
    resources: Names,
    register_files: Names,
    bypasses: Names,
    /// Data of each scheduling class; `None` where the model says nothing.
    classes: Vec<Option<SchedClass>>,
    idioms: Vec<Idiom>,
    use_runs: Runs,
    stage_runs: Runs,
    unit_runs: Runs,
    latency_runs: Runs,
    advance_runs: Runs,
}

/// Reads a model; see `data/README.md` for its lines.
pub(super) fn read_model(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut model = ModelReader {
        row: Model { resources: here(&b.tables.resources), ..Model::default() },
        resources: Names::new("resource"),
        register_files: Names::new("register file"),
        bypasses: Names::new("bypass"),
        classes: vec![None; b.tables.sched_class_names.len()],
        idioms: Vec::new(),
        use_runs: Runs::default(),
        stage_runs: Runs::default(),
        unit_runs: Runs::default(),
        latency_runs: Runs::default(),
        advance_runs: Runs::default(),
    };
    model.row.register_files = here(&b.tables.register_files);
    for_each_line(file.name, file.text, |line| {
        if line.keyword() == "resource" {
            let next = model.resources.add(line, line.word(1, "name")?)?;
            if next == 0 {
                return Err(line.error("a model's first resource must come after its `model` line"));
            }
        } else if line.keyword() == "model" {
            model.resources.add(line, "-")?;
            model.register_files.add(line, "-")?;
            model.bypasses.add(line, "-")?;
        } else if line.keyword() == "bypass" {
            model.bypasses.add(line, line.word(1, "name")?)?;
        }
        Ok(())
    })?;
    for_each_line(file.name, file.text, |line| match line.keyword() {
        "model" => header(b, &mut model, line),
        "resource" => resource(b, &mut model, line),
        "register-file" => register_file(b, &mut model, line),
        "bypass" => Ok(()),
        "class" => class(b, &mut model, line),
        "itinerary" => itinerary_class(b, &mut model, line),
        "variant" => variant(b, &mut model, line),
        "zero-idiom" => idiom(b, &mut model, line, idiom_kind::ZERO),
        "dependency-breaking" => idiom(b, &mut model, line, idiom_kind::DEPENDENCY_BREAKING),
        "optimizable-move" => idiom(b, &mut model, line, idiom_kind::OPTIMIZABLE_MOVE),
        other => Err(line.error(format!("unknown line `{other}`"))),
    })?;
    finish(b, model);
    Ok(())
}

/// Returns an empty span at the end of a table.
fn here<T>(table: &[T]) -> Span {
    Span { start: table.len() as u32, len: 0 }
}

/// Makes `span`, begun with [`here`], reach to the end of the table.
fn close<T>(span: &mut Span, table: &[T]) {
    span.len = table.len() as u32 - span.start;
}

/// Parses `model NAME key=value...`: the machine's overall shape.
fn header(b: &mut Builder, model: &mut ModelReader, line: &Line<'_>) -> Result<(), TextError> {
    let name = line.word(1, "name")?;
    b.models.add(line, name)?;
    let row = &mut model.row;
    row.name = b.text(name);
    for (key, value) in line.pairs(2) {
        match key {
            "processor-id" => row.processor_id = line.number(value)?,
            "issue-width" => row.issue_width_uops = line.number(value)?,
            "micro-op-buffer" => row.micro_op_buffer_size = line.number(value)?,
            "loop-micro-op-buffer" => row.loop_micro_op_buffer_size = line.number(value)?,
            "load-latency" => row.load_latency_cycles = line.number(value)?,
            "high-latency" => row.high_latency_cycles = line.number(value)?,
            "mispredict-penalty" => row.mispredict_penalty_cycles = line.number(value)?,
            "reorder-buffer" => {
                row.reorder_buffer_size = line.number(value)?;
                row.flags |= model_flag::HAS_EXTRA_INFO;
            }
            "retire-width" => {
                row.max_retire_per_cycle = line.number(value)?;
                row.flags |= model_flag::HAS_EXTRA_INFO;
            }
            "load-queue" => row.load_queue = ResourceId(model.resources.find(line, value)?),
            "store-queue" => row.store_queue = ResourceId(model.resources.find(line, value)?),
            "post-ra-scheduler" => row.flags |= model_flag::POST_RA_SCHEDULER,
            "complete" => row.flags |= model_flag::COMPLETE,
            "intervals" => row.flags |= model_flag::ENABLE_INTERVALS,
            "extra-info" => row.flags |= model_flag::HAS_EXTRA_INFO,
            "itineraries" => row.flags |= model_flag::HAS_ITINERARIES,
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    b.tables.resources.push(Resource::default());
    if row.flags & model_flag::HAS_EXTRA_INFO != 0 {
        b.tables.register_files.push(RegisterFile::default());
    }
    Ok(())
}

/// Returns the number of a way in which a group chooses its members.
pub(crate) fn resource_selection(line: &Line<'_>, value: &str) -> Result<u16, TextError> {
    let number = resource_selection::NAMES.iter().position(|name| *name == value);
    number.map(|number| number as u16).ok_or_else(|| {
        let [first, second, third] = resource_selection::NAMES;
        let message = format!("expected `{first}`, `{second}` or `{third}`, not `{value}`");
        line.error_at(value, message)
    })
}

/// Parses `resource NAME [units=N] [buffer=N] [super=RESOURCE] [members=RESOURCE,...]
/// [select=WAY]`.
fn resource(b: &mut Builder, model: &mut ModelReader, line: &Line<'_>) -> Result<(), TextError> {
    let name = b.text(line.word(1, "name")?);
    let mut row = Resource { name, num_units: 1, buffer_size: -1, ..Resource::default() };
    for (key, value) in line.pairs(2) {
        match key {
            "units" => row.num_units = line.number(value)?,
            "buffer" => row.buffer_size = line.number(value)?,
            "super" => row.super_resource = ResourceId(model.resources.find(line, value)?),
            "members" => {
                row.sub_units = here(&b.tables.resource_lists);
                for name in list(value) {
                    let member = ResourceId(model.resources.find(line, name)?);
                    b.tables.resource_lists.push(member);
                }
                close(&mut row.sub_units, &b.tables.resource_lists);
                row.num_units = row.sub_units.len;
            }
            "select" => row.selection = resource_selection(line, value)?,
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    b.tables.resources.push(row);
    Ok(())
}

/// Parses `register-file NAME [registers=N] [moves-per-cycle=N] [zero-moves-only]
/// [costs=CLASS:N[:move],...]`.
fn register_file(
    b: &mut Builder,
    model: &mut ModelReader,
    line: &Line<'_>,
) -> Result<(), TextError> {
    if model.row.flags & model_flag::HAS_EXTRA_INFO == 0 {
        return Err(line.error("the model needs `reorder-buffer=` or `extra-info`"));
    }
    let name = line.word(1, "name")?;
    model.register_files.add(line, name)?;
    let mut row = RegisterFile {
        name: b.text(name),
        costs: here(&b.tables.register_costs),
        ..RegisterFile::default()
    };
    for (key, value) in line.pairs(2) {
        match key {
            "registers" => row.num_physical_registers = line.number(value)?,
            "moves-per-cycle" => row.max_moves_eliminated_per_cycle = line.number(value)?,
            "zero-moves-only" => row.allow_zero_move_elimination_only = 1,
            "costs" => {
                for item in list(value) {
                    let mut parts = item.split(':');
                    let class = parts.next().unwrap_or("");
                    let reg_class = RegClassId(b.register_classes.find(line, class)?);
                    let cost = line.number(parts.next().unwrap_or("1"))?;
                    let allow_move_elimination = match parts.next() {
                        None => 0,
                        Some("move") => 1,
                        Some(_) => {
                            return Err(line.error_at(item, format!("unknown cost `{item}`")));
                        }
                    };
                    let row = RegisterCost { reg_class, cost, allow_move_elimination };
                    b.tables.register_costs.push(row);
                }
            }
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    close(&mut row.costs, &b.tables.register_costs);
    b.tables.register_files.push(row);
    Ok(())
}

/// Sets the data of the classes named after `for`.
fn assign(
    b: &Builder,
    model: &mut ModelReader,
    line: &Line<'_>,
    labels: &[Word<'_>],
    data: SchedClass,
) -> Result<(), TextError> {
    for label in labels {
        let class = b.sched_classes.find(line, label)?;
        if model.classes[usize::from(class)].replace(data).is_some() {
            return Err(
                line.error_at(label, format!("scheduling class `{label}` has data already"))
            );
        }
    }
    Ok(())
}

/// Parses `class [uops=N] [uses=...] [latency=...] [advance=...] [flag...] for CLASS...`.
fn class(b: &mut Builder, model: &mut ModelReader, line: &Line<'_>) -> Result<(), TextError> {
    let Some(end) = line.words.iter().position(|word| word == "for") else {
        return Err(line.error("missing `for` and the classes it applies to"));
    };
    let mut row = SchedClass { num_micro_ops: 1, ..SchedClass::default() };
    for (key, value) in line.pairs(1).take(end - 1) {
        match key {
            "uops" => row.num_micro_ops = line.number(value)?,
            "begin-group" => row.flags |= sched_class_flag::BEGIN_GROUP,
            "end-group" => row.flags |= sched_class_flag::END_GROUP,
            "retire-out-of-order" => row.flags |= sched_class_flag::RETIRE_OUT_OF_ORDER,
            "uses" => {
                let uses = list(value).map(|item| resource_use(model, line, item));
                let uses = uses.collect::<Result<Vec<_>, _>>()?;
                row.resource_uses = model.use_runs.span(&mut b.tables.resource_uses, &uses);
            }
            "latency" => {
                let latencies = list(value).map(|item| latency(line, item));
                let latencies = latencies.collect::<Result<Vec<_>, _>>()?;
                row.write_latencies =
                    model.latency_runs.span(&mut b.tables.write_latencies, &latencies);
            }
            "advance" => {
                let advances = list(value).map(|item| read_advance(line, item));
                let advances = advances.collect::<Result<Vec<_>, _>>()?;
                row.read_advances = model.advance_runs.span(&mut b.tables.read_advances, &advances);
            }
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    assign(b, model, line, &line.words[end + 1..], row)
}

impl itinerary::Names for ModelReader {
    fn unit(&self, line: &Line<'_>, name: &str) -> Result<ResourceId, TextError> {
        Ok(ResourceId(self.resources.find(line, name)?))
    }

    fn bypass(&self, line: &Line<'_>, name: &str) -> Result<u16, TextError> {
        self.bypasses.find(line, name)
    }
}

/// Parses `itinerary [uops=N] [stages=...] [operands=...] [flag...] for CLASS...`.
fn itinerary_class(
    b: &mut Builder,
    model: &mut ModelReader,
    line: &Line<'_>,
) -> Result<(), TextError> {
    let Some(end) = line.words.iter().position(|word| word == "for") else {
        return Err(line.error("missing `for` and the classes it applies to"));
    };
    let flags = sched_class_flag::ITINERARY;
    let mut row = SchedClass { num_micro_ops: 1, flags, ..SchedClass::default() };
    for (key, value) in line.pairs(1).take(end - 1) {
        match key {
            "uops" => row.num_micro_ops = line.number(value)?,
            "begin-group" => row.flags |= sched_class_flag::BEGIN_GROUP,
            "end-group" => row.flags |= sched_class_flag::END_GROUP,
            "stages" => {
                let mut rows = Vec::new();
                for itinerary::Stage { units, row } in itinerary::stages(model, line, value)? {
                    let units = model.unit_runs.span(&mut b.tables.resource_lists, &units);
                    rows.push(ItineraryStage { units, ..row });
                }
                row.resource_uses = model.stage_runs.span(&mut b.tables.itinerary_stages, &rows);
            }
            "operands" => {
                let operands = itinerary::operands(model, line, value)?;
                let (latencies, advances) = (&operands.latencies, &operands.advances);
                row.write_latencies =
                    model.latency_runs.span(&mut b.tables.write_latencies, latencies);
                row.read_advances = model.advance_runs.span(&mut b.tables.read_advances, advances);
            }
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    assign(b, model, line, &line.words[end + 1..], row)
}

/// Parses `RESOURCE`, `RESOURCE:RELEASE` or `RESOURCE:ACQUIRE-RELEASE`; the resource is released
/// after one cycle unless said otherwise.
fn resource_use(
    model: &ModelReader,
    line: &Line<'_>,
    item: &str,
) -> Result<ResourceUse, TextError> {
    let (name, cycles) = item.split_once(':').unwrap_or((item, "1"));
    let resource = ResourceId(model.resources.find(line, name)?);
    let (acquire, release) = cycles.split_once('-').unwrap_or(("0", cycles));
    Ok(ResourceUse {
        resource,
        release_at_cycle: line.number(release)?,
        acquire_at_cycle: line.number(acquire)?,
    })
}

/// Parses `CYCLES` or `CYCLES/WRITE`.
fn latency(line: &Line<'_>, item: &str) -> Result<WriteLatency, TextError> {
    let (cycles, write) = item.split_once('/').unwrap_or((item, "0"));
    Ok(WriteLatency { latency_cycles: line.number(cycles)?, write_resource: line.number(write)? })
}

/// Parses `USE:CYCLES` or `USE:CYCLES/WRITE`.
fn read_advance(line: &Line<'_>, item: &str) -> Result<ReadAdvance, TextError> {
    let (use_index, rest) = item
        .split_once(':')
        .ok_or_else(|| line.error_at(item, format!("`{item}` is not USE:CYCLES")))?;
    let (cycles, write) = rest.split_once('/').unwrap_or((rest, "0"));
    Ok(ReadAdvance {
        use_index: line.number(use_index)?,
        write_resource: line.number(write)?,
        cycles: line.number(cycles)?,
    })
}

/// Parses `variant CLASS if PREDICATE then CLASS ... [else CLASS]`.
fn variant(b: &mut Builder, model: &mut ModelReader, line: &Line<'_>) -> Result<(), TextError> {
    line.word(1, "scheduling class")?;
    let mut cases = Vec::new();
    let mut rest = &line.words[2..];
    while let Some((keyword, after)) = rest.split_first() {
        let predicate = match &**keyword {
            "if" => {
                let then = after.iter().position(|word| word == "then");
                let then = then.ok_or_else(|| line.error("`if` without `then`"))?;
                let predicate = b.predicate(line, &after[..then])?;
                rest = &after[then + 1..];
                predicate
            }
            "else" => {
                rest = after;
                Span::default()
            }
            other => {
                return Err(
                    line.error_at(keyword, format!("expected `if` or `else`, not `{other}`"))
                );
            }
        };
        let Some((target, after)) = rest.split_first() else {
            return Err(line.error("missing scheduling class"));
        };
        let target = SchedClassId(b.sched_classes.find(line, target)?);
        cases.push(VariantCase { predicate, target, reserved: 0 });
        rest = after;
    }
    let mut variants = here(&b.tables.variant_cases);
    b.tables.variant_cases.extend(cases);
    close(&mut variants, &b.tables.variant_cases);
    let num_micro_ops = SchedClass::VARIANT_UOPS;
    let row = SchedClass { variants, num_micro_ops, ..SchedClass::default() };
    assign(b, model, line, &line.words[1..2], row)
}

/// Parses `KIND [if PREDICATE] [independent=USE,...] for INSTRUCTION...`.
fn idiom(
    b: &mut Builder,
    model: &mut ModelReader,
    line: &Line<'_>,
    kind: u16,
) -> Result<(), TextError> {
    let Some(end) = line.words.iter().position(|word| word == "for") else {
        return Err(line.error("missing `for` and the instructions it applies to"));
    };
    let mut head = &line.words[1..end];
    let mut row = Idiom { kind, ..Idiom::default() };
    if let Some((uses, before)) = head.split_last()
        && let Some(uses) = uses.strip_prefix("independent=")
    {
        for item in list(uses) {
            let index: u32 = line.number(item)?;
            row.independent_uses |= 1u64
                .checked_shl(index)
                .ok_or_else(|| line.error_at(item, "a use is numbered from 0 to 63"))?;
        }
        head = before;
    }
    if let Some((keyword, predicate)) = head.split_first() {
        if keyword != "if" {
            return Err(line.error_at(keyword, format!("expected `if`, not `{keyword}`")));
        }
        row.predicate = b.predicate(line, predicate)?;
    }
    for name in &line.words[end + 1..] {
        row.opcode = Opcode(b.instructions.find(line, name)?);
        model.idioms.push(row);
    }
    Ok(())
}

/// Adds the model and what was collected for it.
fn finish(b: &mut Builder, mut model: ModelReader) {
    let mut row = model.row;
    close(&mut row.resources, &b.tables.resources);
    close(&mut row.register_files, &b.tables.register_files);
    model.idioms.sort_by_key(|idiom| (idiom.opcode, idiom.kind));
    row.idioms = here(&b.tables.idioms);
    b.tables.idioms.extend(model.idioms);
    close(&mut row.idioms, &b.tables.idioms);
    row.sched_classes = here(&b.tables.sched_class_index);
    if model.classes.iter().any(Option::is_some) {
        let unsupported =
            SchedClass { num_micro_ops: SchedClass::INVALID_UOPS, ..SchedClass::default() };
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        for class in &model.classes {
            let class = class.unwrap_or(unsupported);
            let next = b.tables.sched_classes.len() as u32;
            let index = *known.entry(bytemuck::bytes_of(&class).to_vec()).or_insert(next);
            if index == next {
                b.tables.sched_classes.push(class);
            }
            b.tables.sched_class_index.push(index);
        }
    }
    close(&mut row.sched_classes, &b.tables.sched_class_index);
    b.tables.models.push(row);
}
