//! Scheduling models: one text file each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Init, fields_of, initializer, number};
use super::dumps::Dumps;
use super::features::Features;
use super::itineraries::{self, Itineraries};
use super::model_rows::texts;
use super::sched_classes::SchedClasses;
use super::variants::{Idiom, Idioms, Variants};
use super::words::push_folded;

/// Micro-op counts that mean "unsupported" and "variant".
const INVALID_UOPS: u32 = 0x1fff;
const VARIANT_UOPS: u32 = 0x1ffe;

/// The word of a model that names LLVM's default.
const DEFAULTS: &[(&str, i64)] = &[
    ("MCSchedModel::DefaultIssueWidth", 1),
    ("MCSchedModel::DefaultMicroOpBufferSize", 0),
    ("MCSchedModel::DefaultLoopMicroOpBufferSize", 0),
    ("MCSchedModel::DefaultLoadLatency", 4),
    ("MCSchedModel::DefaultHighLatency", 10),
    ("MCSchedModel::DefaultMispredictPenalty", 10),
];

/// The text of a model.
pub struct ModelFile<'s> {
    /// LLVM's name.
    pub name: &'s str,
    /// File name without extension.
    pub file_stem: String,
    /// The model has data of scheduling classes.
    pub has_classes: bool,
    /// The text.
    pub text: String,
}

/// Tables that all models share.
struct Shared<'a> {
    resource_uses: Vec<[i64; 3]>,
    latencies: Vec<[i64; 2]>,
    read_advances: Vec<[i64; 3]>,
    sched_classes: &'a SchedClasses,
}

/// Returns the name of a model's itineraries, if it has no data of scheduling classes, which go
/// first.
fn itineraries_name<'s>(fields: &[Init<'s>]) -> Result<Option<&'s str>> {
    let at = |index: usize| fields.get(index).context("model has too few fields")?.expr();
    let (classes, itineraries) = (at(11)?, at(15)?);
    Ok((classes == "nullptr" && itineraries != "nullptr").then_some(itineraries))
}

/// Returns the models of a dump, each with its name and fields.
fn models(source: &str) -> Result<impl Iterator<Item = Result<(&str, Vec<Init<'_>>)>>> {
    Ok(texts(source)?.map(|text| {
        let (name, fields) = text?;
        Ok((name, fields_of(fields).with_context(|| format!("model {name}"))?))
    }))
}

/// Returns the itineraries of a model that is described by them alone.
pub fn itineraries_of(source: &str, model: &str) -> Result<Option<Itineraries>> {
    for found in models(source)? {
        let (name, fields) = found?;
        if name == model {
            let name = itineraries_name(&fields)?;
            return name.map(|name| itineraries::read(source, name)).transpose();
        }
    }
    Ok(None)
}

/// Reads every model that has data or that a CPU name uses.
pub fn read<'s>(
    dumps: &'s Dumps,
    features: &Features,
    sched_classes: &SchedClasses,
    variants: &Variants,
    idioms: &Idioms,
) -> Result<Vec<ModelFile<'s>>> {
    let source = dumps.subtarget.as_str();
    let shared = Shared {
        resource_uses: tuples(source, "WriteProcResTable[] =")?,
        latencies: tuples(source, "WriteLatencyTable[] =")?,
        read_advances: tuples(source, "ReadAdvanceTable[] =")?,
        sched_classes,
    };
    let mut files = Vec::new();
    for model in models(source)? {
        let (name, fields) = model?;
        let has_classes = fields.get(11).context("model")?.expr()? != "nullptr";
        if !has_classes && !features.cpus.iter().any(|cpu| cpu.model == name) {
            continue;
        }
        let text = model_text(source, &shared, name, &fields, variants, idioms)
            .with_context(|| format!("model {name}"))?;
        files.push(ModelFile { name, file_stem: file_stem(name, features), has_classes, text });
    }
    Ok(files)
}

/// Returns rows of numbers.
fn tuples<const N: usize>(source: &str, marker: &str) -> Result<Vec<[i64; N]>> {
    initializer(source, marker)?
        .iter()
        .map(|row| {
            let numbers = row.list()?.iter().map(Init::number).collect::<Result<Vec<i64>>>()?;
            <[i64; N]>::try_from(numbers).ok().with_context(|| format!("row of `{marker}`"))
        })
        .collect()
}

/// Returns the name of the CPU a model is named after, or the model's own in lower case with dashes.
fn file_stem(model: &str, features: &Features) -> String {
    let base = model.strip_suffix("Model").unwrap_or(model);
    let plain = |text: &str| text.replace(['-', '_', '.'], "").to_lowercase();
    let namesake =
        features.cpus.iter().find(|cpu| cpu.model == model && plain(&cpu.name) == plain(base));
    if let Some(cpu) = namesake {
        return cpu.name.clone();
    }
    let mut stem = String::new();
    let mut previous = '-';
    for c in base.chars() {
        if c.is_uppercase() && previous.is_lowercase() {
            stem.push('-');
        }
        stem.extend(c.to_lowercase());
        previous = c;
    }
    stem
}

/// Returns a field that is a number or names a default.
fn field(fields: &[Init<'_>], index: usize) -> Result<i64> {
    let text = fields.get(index).context("model has too few fields")?.expr()?;
    match DEFAULTS.iter().find(|(name, _)| *name == text) {
        Some((_, value)) => Ok(*value),
        None => number(text),
    }
}

fn model_text(
    source: &str,
    shared: &Shared<'_>,
    name: &str,
    fields: &[Init<'_>],
    variants: &Variants,
    idioms: &Idioms,
) -> Result<String> {
    let mut out = String::from("# A scheduling model; data/README.md explains each line.\n");
    let table = |suffix: &str| initializer(source, &format!(" {name}{suffix}[] ="));
    let resources = match fields[10].expr()? {
        "nullptr" => Vec::new(),
        _ => table("ProcResources")?,
    };
    let names = resources
        .iter()
        .map(|row| Ok(row.list()?[0].expr()?.trim_matches('"').to_owned()))
        .collect::<Result<Vec<_>>>()?;
    let extra = match fields.last().context("model")?.expr()? {
        "nullptr" => None,
        _ => Some(initializer(source, &format!(" {name}ExtraInfo ="))?),
    };
    let itineraries = match itineraries_name(fields)? {
        Some(name) => Some(itineraries::read(source, name)?),
        None => None,
    };
    write_header(&mut out, name, fields, extra.as_deref(), &names)?;
    if let Some(itineraries) = &itineraries {
        // The last line of the header is the model's.
        out.insert_str(out.trim_end().len(), "\n    itineraries");
        out.push_str(&itineraries.text(shared.sched_classes)?);
    }
    if !resources.is_empty() {
        out.push_str(
            "\n# Execution resources. Without `buffer`, the scheduler's own entries are used.\n",
        );
        let members = table("ProcResourceSubUnits")?;
        for row in resources.iter().skip(1) {
            write_resource(&mut out, row, &names, &members)?;
        }
    }
    if extra.is_some() {
        write_register_files(&mut out, source, name)?;
    }
    let processor = u32::try_from(field(fields, 9)?)?;
    if fields[11].expr()? != "nullptr" {
        let classes = table("SchedClasses")?;
        write_classes(&mut out, shared, &names, &classes, processor, variants)?;
    }
    write_idioms(&mut out, idioms.get(&processor).map_or(&[][..], Vec::as_slice));
    Ok(out)
}

fn write_header(
    out: &mut String,
    name: &str,
    fields: &[Init<'_>],
    extra: Option<&[Init<'_>]>,
    resources: &[String],
) -> Result<()> {
    let mut words = vec![format!("model {name}")];
    words.push(format!("processor-id={}", field(fields, 9)?));
    for (index, key) in [
        "issue-width",
        "micro-op-buffer",
        "loop-micro-op-buffer",
        "load-latency",
        "high-latency",
        "mispredict-penalty",
    ]
    .iter()
    .enumerate()
    {
        words.push(format!("{key}={}", field(fields, index)?));
    }
    for (index, word) in [(6, "post-ra-scheduler"), (7, "complete"), (8, "intervals")] {
        match fields[index].expr()? {
            "true" => words.push(word.to_owned()),
            "false" => {}
            other => bail!("`{other}` is not a truth value"),
        }
    }
    if let Some(extra) = extra {
        let at = |index: usize| -> Result<i64> { extra.get(index).context("extra info")?.number() };
        words.push(format!("reorder-buffer={}", at(0)?));
        words.push(format!("retire-width={}", at(1)?));
        for (index, key) in [(6, "load-queue"), (7, "store-queue")] {
            let queue = usize::try_from(at(index)?)?;
            if queue != 0 {
                words.push(format!("{key}={}", resources.get(queue).context("queue")?));
            }
        }
    }
    out.push_str(&words.join("\n    "));
    out.push('\n');
    Ok(())
}

/// Writes one resource; `members` is the list that groups point into.
fn write_resource(
    out: &mut String,
    row: &Init<'_>,
    names: &[String],
    members: &[Init<'_>],
) -> Result<()> {
    let [name, units, parent, buffer, group] = row.list()? else { bail!("resource row") };
    let units: usize = units.number()?;
    let buffer: i64 = buffer.number()?;
    let _ = write!(out, "resource {}", name.expr()?.trim_matches('"'));
    if group.expr()? == "nullptr" {
        if units != 1 {
            let _ = write!(out, " units={units}");
        }
    } else {
        let (_, start) = group.expr()?.rsplit_once('+').context("members of a resource")?;
        let start: usize = number(start.trim())?;
        let members = members.get(start..start + units).context("members of a resource")?;
        let members = members.iter().map(|member| {
            let name = names.get(member.number::<usize>()?).context("member of a resource")?;
            Ok(name.as_str())
        });
        let _ = write!(out, " members={}", members.collect::<Result<Vec<_>>>()?.join(","));
    }
    if buffer != -1 {
        let _ = write!(out, " buffer={buffer}");
    }
    let parent: usize = parent.number()?;
    if parent != 0 {
        let _ = write!(out, " super={}", names.get(parent).context("super resource")?);
    }
    out.push('\n');
    Ok(())
}

fn write_register_files(out: &mut String, source: &str, model: &str) -> Result<()> {
    let Ok(files) = initializer(source, &format!(" {model}RegisterFiles[] =")) else {
        return Ok(());
    };
    let costs = initializer(source, &format!(" {model}RegisterCosts[] ="))?;
    out.push_str(
        "\n# Register files; a cost is CLASS:REGISTERS, `:move` if moves can be eliminated.\n",
    );
    for row in files.iter().skip(1) {
        let [name, registers, count, start, moves, zero_only] = row.list()? else {
            bail!("register file row");
        };
        let _ = write!(out, "register-file {}", name.expr()?.trim_matches('"'));
        for (key, value) in [("registers", registers), ("moves-per-cycle", moves)] {
            if value.number::<u32>()? != 0 {
                let _ = write!(out, " {key}={}", value.expr()?);
            }
        }
        if !matches!(zero_only.expr()?, "0" | "false") {
            out.push_str(" zero-moves-only");
        }
        let (start, count): (usize, usize) = (start.number()?, count.number()?);
        let mut list = Vec::new();
        for cost in costs.get(start..start + count).context("register costs")? {
            let [class, cost, elimination] = cost.list()? else { bail!("register cost row") };
            let class = class.expr()?;
            let class = class.rsplit("::").next().unwrap_or(class);
            let class = class.strip_suffix("RegClassID").context("register cost")?;
            let elimination = if elimination.number::<u32>()? == 0 { "" } else { ":move" };
            list.push(format!("{class}:{}{elimination}", cost.expr()?));
        }
        if !list.is_empty() {
            let _ = write!(out, " costs={}", list.join(","));
        }
        out.push('\n');
    }
    Ok(())
}

/// Writes scheduling data, each with the classes that have it, then variant classes.
fn write_classes(
    out: &mut String,
    shared: &Shared<'_>,
    resources: &[String],
    classes: &[Init<'_>],
    processor: u32,
    variants: &Variants,
) -> Result<()> {
    let labels = &shared.sched_classes.labels;
    if classes.len() != labels.len() {
        bail!("{} rows for {} scheduling classes", classes.len(), labels.len());
    }
    let own = variants.range((processor, 0)..(processor + 1, 0));
    let own: BTreeMap<usize, _> = own.map(|((_, class), cases)| (*class, cases)).collect();
    let targets: Vec<usize> =
        own.values().flat_map(|cases| cases.iter().map(|case| case.1)).collect();
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    let mut by_data: BTreeMap<String, usize> = BTreeMap::new();
    let mut variant_text = String::new();
    for (id, row) in classes.iter().enumerate() {
        if !shared.sched_classes.is_used(id) {
            continue;
        }
        let row = row.list()?;
        let [first, flags @ .., _, _, _, _, _, _] = row else { bail!("scheduling class row") };
        let uops: u32 = number(first.expr()?.rsplit(')').next().unwrap_or("").trim())?;
        let spans =
            row[row.len() - 6..].iter().map(Init::number).collect::<Result<Vec<usize>>>()?;
        if uops == VARIANT_UOPS {
            let cases = own.get(&id).map_or(&[][..], |cases| cases.as_slice());
            let _ = write!(variant_text, "variant {}", labels[id]);
            for (predicate, target) in cases {
                let target = labels.get(*target).context("target of a variant")?;
                variant_text.push_str("\n   ");
                let text = match predicate {
                    p if *p == super::predicate::Predicate::TRUE => format!("else {target}"),
                    p => format!("if {} then {target}", p.text()),
                };
                push_folded(&mut variant_text, text.split(' '));
            }
            variant_text.push('\n');
            continue;
        }
        if own.contains_key(&id) {
            bail!("class {} has variants but is not a variant class", labels[id]);
        }
        // What only another model's variants resolve to has no data here.
        let without_data = uops == 0 && spans[1] == 0 && spans[3] == 0 && spans[5] == 0;
        if uops == INVALID_UOPS
            || (id >= shared.sched_classes.named && without_data && !targets.contains(&id))
        {
            continue;
        }
        let data = class_data(shared, resources, uops, flags, &spans)
            .with_context(|| format!("class {}", labels[id]))?;
        let group = *by_data.entry(data.clone()).or_insert(groups.len());
        if group == groups.len() {
            groups.push((data, Vec::new()));
        }
        groups[group].1.push(&labels[id]);
    }
    out.push_str("\n# Scheduling data and the classes that have it; a class that is not listed is unsupported.\n");
    for (data, labels) in &groups {
        let _ = write!(out, "class {data} for\n   ");
        push_folded(out, labels.iter().copied());
        out.push('\n');
    }
    if !variant_text.is_empty() {
        out.push_str(
            "\n# Classes that depend on the operands: the first case that holds applies.\n",
        );
        out.push_str(&variant_text);
    }
    Ok(())
}

/// Returns the data of one class in the form of the text tables.
fn class_data(
    shared: &Shared<'_>,
    resources: &[String],
    uops: u32,
    flags: &[Init<'_>],
    spans: &[usize],
) -> Result<String> {
    let mut words = vec![format!("uops={uops}")];
    let [uses_at, uses, latencies_at, latencies, advances_at, advances] = spans else {
        bail!("scheduling class row");
    };
    let rows = shared.resource_uses.get(*uses_at..uses_at + uses).context("resource uses")?;
    let rows = rows.iter().map(|[resource, release, acquire]| {
        let name = resources.get(usize::try_from(*resource)?).context("resource")?;
        Ok(match (acquire, release) {
            (0, 1) => name.clone(),
            (0, _) => format!("{name}:{release}"),
            _ => format!("{name}:{acquire}-{release}"),
        })
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    if !rows.is_empty() {
        words.push(format!("uses={}", rows.join(",")));
    }
    let with_write =
        |text: String, write: i64| if write == 0 { text } else { format!("{text}/{write}") };
    let rows =
        shared.latencies.get(*latencies_at..latencies_at + latencies).context("latencies")?;
    let rows: Vec<String> =
        rows.iter().map(|[cycles, write]| with_write(cycles.to_string(), *write)).collect();
    if !rows.is_empty() {
        words.push(format!("latency={}", rows.join(",")));
    }
    let rows =
        shared.read_advances.get(*advances_at..advances_at + advances).context("read-advances")?;
    let rows: Vec<String> = rows
        .iter()
        .map(|[index, write, cycles]| with_write(format!("{index}:{cycles}"), *write))
        .collect();
    if !rows.is_empty() {
        words.push(format!("advance={}", rows.join(",")));
    }
    for (flag, word) in flags.iter().zip(["begin-group", "end-group", "retire-out-of-order"]) {
        match flag.expr()? {
            "true" => words.push(word.to_owned()),
            "false" => {}
            other => bail!("`{other}` is not a truth value"),
        }
    }
    Ok(words.join(" "))
}

fn write_idioms(out: &mut String, idioms: &[Idiom]) {
    if idioms.is_empty() {
        return;
    }
    out.push_str("\n# Instructions whose result does not depend on their operands, and moves that can be eliminated.\n");
    let mut merged: Vec<(String, Vec<&str>)> = Vec::new();
    for idiom in idioms {
        let mut head = idiom.kind.to_owned();
        if idiom.predicate != super::predicate::Predicate::TRUE {
            let _ = write!(head, " if {}", idiom.predicate.text());
        }
        if !idiom.independent.is_empty() {
            let uses: Vec<String> = idiom.independent.iter().map(u32::to_string).collect();
            let _ = write!(head, " independent={}", uses.join(","));
        }
        let opcodes = idiom.opcodes.iter().map(String::as_str);
        match merged.iter_mut().find(|(known, _)| *known == head) {
            Some((_, list)) => list.extend(opcodes),
            None => merged.push((head, opcodes.collect())),
        }
    }
    for (head, opcodes) in merged {
        let _ = write!(out, "{head} for\n   ");
        push_folded(out, opcodes);
        out.push('\n');
    }
}
