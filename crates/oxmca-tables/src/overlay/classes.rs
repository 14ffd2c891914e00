//! `class`, `change-class`, `new-class` and `variant` lines.

use std::collections::HashMap;
use std::ops::Range;

use super::ports::Unsound;
use super::resources::Resources;
use super::selection::{Picked, Selection};
use super::{Draft, append, declared_name, flag, ranged, suggest, unknown_property};
use crate::few::sort_few_by_key;
use crate::image::Tables;
use crate::schema::*;
use crate::text::TextError;
use crate::text::itinerary::{self, Stage};
use crate::text::lines::{Line, Word, list};

/// Most items of a list in scheduling data.
const MAX_ITEMS: usize = 255;

/// The data of scheduling classes in a model in the making.
pub(super) struct Classes<'t> {
    /// Classes of each label; opcodes that left a class are in one of the same label.
    by_label: HashMap<&'t str, Vec<u16>>,
    /// Labels of new classes, which come after those of the tables.
    pub new_labels: Vec<String>,
    new_ids: HashMap<String, u16>,
    /// By class, its row of `rows`.
    pub index: Vec<u32>,
    /// The same before the file's lines.
    base_index: Vec<u32>,
    /// The row of classes that a model does not support.
    pub unsupported: u32,
    /// False while no class has data.
    pub has_data: bool,
    pub rows: Vec<SchedClass>,
    pub resource_uses: Vec<ResourceUse>,
    pub stages: Vec<ItineraryStage>,
    /// Rows of `stages` that the file adds, with their units.
    pub stage_units: Vec<(usize, Vec<ResourceId>)>,
    bypasses: Vec<String>,
    pub write_latencies: Vec<WriteLatency>,
    pub read_advances: Vec<ReadAdvance>,
    pub variant_cases: Vec<VariantCase>,
    /// Labels that a line has given data.
    assigned: HashMap<String, ()>,
    /// Places of variant lines, each with a class that it is about, or none.
    pub variants: Vec<(Option<u16>, Range<usize>)>,
    /// Data for opcodes, by the number that [`super::selection::Opcodes`] keeps.
    pub overrides: Vec<Override>,
}

/// Data for opcodes.
pub(super) enum Override {
    /// A row in place of their class's.
    Row(u32),
    /// Changes to their class's data.
    Change(ClassData),
}

/// The properties that a line gives. Those it does not mention are `None`.
#[derive(Clone, Default)]
pub(super) struct ClassData {
    uops: Option<u16>,
    uses: Option<Vec<ResourceUse>>,
    stages: Option<Vec<Stage>>,
    latencies: Option<Vec<(WriteLatency, bool)>>,
    advances: Option<Vec<ReadAdvance>>,
    /// Flags to set and flags to clear.
    flags: (u16, u16),
}

impl ClassData {
    /// Returns whether resources are held without micro-ops, which cannot be simulated.
    fn holds_without_uops(&self) -> bool {
        let holds = |uses: &Vec<ResourceUse>| uses.iter().any(|row| row.release_at_cycle > 0);
        self.uops == Some(0) && self.uses.as_ref().is_some_and(holds)
    }

    /// Checks that the class has a latency. Without one, results would be there at once.
    fn check_latency(&self, line: &Line<'_>) -> Result<(), TextError> {
        match self.latencies {
            Some(_) => Ok(()),
            None => Err(line.error("missing `latency=`")),
        }
    }
}

fn without_uops(line: &Line<'_>) -> TextError {
    let word = line.words.iter().find(|word| word.starts_with("uops="));
    let place = word.map_or(line.keyword(), |word| word);
    line.error_at(place, "without micro-ops no resource can be used")
}

impl<'t> Classes<'t> {
    pub fn new(tables: &Tables<'t>, base: Option<&Model>) -> Self {
        let labels = tables.sched_class_names;
        let mut by_label: HashMap<&str, Vec<u16>> = HashMap::with_capacity(labels.len());
        for (class, label) in labels.iter().enumerate() {
            by_label.entry(tables.text(*label)).or_default().push(class as u16);
        }
        let mut rows = tables.sched_classes.to_vec();
        let unsupported = rows.len() as u32;
        rows.push(SchedClass { num_micro_ops: SchedClass::INVALID_UOPS, ..SchedClass::default() });
        let known = base.map_or(&[][..], |it| &tables.sched_class_index[it.sched_classes.range()]);
        let index = match known {
            [] => vec![unsupported; labels.len()],
            known => known.to_vec(),
        };
        Classes {
            by_label,
            new_labels: Vec::new(),
            new_ids: HashMap::new(),
            base_index: index.clone(),
            index,
            unsupported,
            has_data: !known.is_empty(),
            rows,
            resource_uses: tables.resource_uses.to_vec(),
            stages: tables.itinerary_stages.to_vec(),
            stage_units: Vec::new(),
            bypasses: Vec::new(),
            write_latencies: tables.write_latencies.to_vec(),
            read_advances: tables.read_advances.to_vec(),
            variant_cases: tables.variant_cases.to_vec(),
            assigned: HashMap::new(),
            variants: Vec::new(),
            overrides: Vec::new(),
        }
    }

    /// Parses `new-class NAME ...`: adds the class, which variants of the file may refer to.
    pub fn declare(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let label = declared_name(line)?;
        if self.ids(label).is_some() {
            let message = format!("there is a scheduling class `{label}` already");
            return Err(line.error_at(label, message));
        }
        if self.index.len() > usize::from(u16::MAX) {
            return Err(line.error("too many scheduling classes"));
        }
        self.new_ids.insert(label.to_owned(), self.index.len() as u16);
        self.new_labels.push(label.to_owned());
        self.index.push(self.unsupported);
        self.base_index.push(self.unsupported);
        Ok(())
    }

    /// Parses `bypass NAME`: a path by which results are forwarded.
    pub fn declare_bypass(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let name = declared_name(line)?;
        if self.bypasses.iter().any(|known| known == name) {
            return Err(line.error_at(name, format!("bypass `{name}` is already defined")));
        }
        if self.bypasses.len() >= MAX_ITEMS {
            return Err(line.error(format!("a model has at most {MAX_ITEMS} bypasses")));
        }
        self.bypasses.push(name.to_owned());
        Ok(())
    }

    /// Forgets the data of all classes.
    pub fn forget(&mut self) {
        self.index.fill(self.unsupported);
        self.base_index.fill(self.unsupported);
        self.has_data = false;
    }

    /// Returns the classes of a label.
    fn ids(&self, label: &str) -> Option<Vec<u16>> {
        let new = || self.new_ids.get(label).map(|id| vec![*id]);
        self.by_label.get(label).cloned().or_else(new)
    }

    fn find(&self, line: &Line<'_>, label: &str) -> Result<Vec<u16>, TextError> {
        self.ids(label).ok_or_else(|| {
            let new = self.new_labels.iter().map(String::as_str);
            let hint = suggest::hint(label, self.by_label.keys().copied().chain(new));
            line.error_at(label, format!("unknown scheduling class `{label}`{hint}"))
        })
    }

    /// Gives a row to a label: to its classes whose data are the same as those of the first, since
    /// another's opcodes have data of their own.
    fn assign(&mut self, ids: &[u16], row: u32) {
        let shared = self.base_index[usize::from(ids[0])];
        for id in ids {
            if self.base_index[usize::from(*id)] == shared {
                self.index[usize::from(*id)] = row;
            }
        }
        self.has_data = true;
    }

    /// Lists the groups that each class's ports are in now.
    pub fn move_to_other_groups(&mut self, resources: &Resources) {
        let mut moved: HashMap<u32, u32> = HashMap::new();
        for class in 0..self.index.len() {
            let from = self.index[class];
            let to = match moved.get(&from) {
                Some(to) => *to,
                None => {
                    let to = self.row_in_other_groups(from, resources).unwrap_or(from);
                    moved.insert(from, to);
                    to
                }
            };
            self.index[class] = to;
            self.base_index[class] = to;
        }
    }

    fn row_in_other_groups(&mut self, row: u32, resources: &Resources) -> Option<u32> {
        let mut row = self.rows[row as usize];
        if row.flags & sched_class_flag::ITINERARY != 0 {
            return None;
        }
        let full = &self.resource_uses[row.resource_uses.range()];
        let ports = resources.before.without_groups(full)?;
        let moved = resources.after.with_groups(&ports).ok()?;
        let key = |it: &ResourceUse| (it.resource, it.acquire_at_cycle, it.release_at_cycle);
        if moved.iter().map(key).eq(full.iter().map(key)) {
            return None;
        }
        row.resource_uses = append(&mut self.resource_uses, &moved);
        Some(self.push(row))
    }

    pub fn push(&mut self, row: SchedClass) -> u32 {
        self.rows.push(row);
        self.rows.len() as u32 - 1
    }

    /// Returns a row with the data of a line and nothing else.
    fn row(&mut self, data: &ClassData) -> u32 {
        let row = SchedClass { num_micro_ops: 1, ..SchedClass::default() };
        self.changed_row(row, data)
    }

    /// Returns a row with some of its data changed.
    pub fn changed_row(&mut self, mut row: SchedClass, data: &ClassData) -> u32 {
        if let Some(uops) = data.uops {
            row.num_micro_ops = uops;
        }
        if let Some(uses) = &data.uses {
            row.resource_uses = append(&mut self.resource_uses, uses);
        }
        if let Some(stages) = &data.stages {
            let first = self.stages.len();
            let units = stages.iter().map(|stage| stage.units.clone());
            self.stage_units.extend((first..).zip(units));
            let rows: Vec<ItineraryStage> = stages.iter().map(|stage| stage.row).collect();
            row.resource_uses = append(&mut self.stages, &rows);
        }
        if let Some(latencies) = &data.latencies {
            let before = self.write_latencies[row.write_latencies.range()].to_vec();
            let latencies = latencies.iter().enumerate().map(|(at, (latency, names_write))| {
                let before = before.get(at).filter(|_| !names_write);
                let write_resource = before.map_or(latency.write_resource, |it| it.write_resource);
                WriteLatency { write_resource, ..*latency }
            });
            let latencies: Vec<WriteLatency> = latencies.collect();
            row.write_latencies = append(&mut self.write_latencies, &latencies);
        }
        if let Some(advances) = &data.advances {
            row.read_advances = append(&mut self.read_advances, advances);
        }
        row.flags = (row.flags | data.flags.0) & !data.flags.1;
        self.push(row)
    }
}

impl Draft<'_> {
    /// Parses `class [PROPERTY...] for CLASS...`, or `for-opcodes`, or `for-mnemonics`;
    /// `change-class` leaves what it does not mention as it is.
    pub(super) fn class(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let end = Selection::start(&line.words)
            .ok_or_else(|| line.error("missing `for`, `for-opcodes` or `for-mnemonics`"))?;
        let changes = line.keyword() == "change-class";
        self.check_kind(line)?;
        let data = self.class_data(line, line.pairs(1).take(end - 1));
        let selection = self.select(line, end);
        let (data, selection) = (data?, selection?);
        if !changes && !self.has_itineraries() {
            data.check_latency(line)?;
        }
        // LLVM's own models have such classes, so a copy of one may have them too.
        let is_copied = self.base.is_none() && selection.opcodes.is_empty();
        if !changes && !is_copied && data.holds_without_uops() {
            return Err(without_uops(line));
        }
        let row = if changes { None } else { Some(self.classes.row(&data)) };
        self.give(line, &selection, row, &data)
    }

    /// Returns whether classes are described by itineraries.
    fn has_itineraries(&self) -> bool {
        self.row.flags & model_flag::HAS_ITINERARIES != 0
    }

    /// Checks that a model has either lines `class` or lines `itinerary`.
    fn check_kind(&self, line: &Line<'_>) -> Result<(), TextError> {
        match (line.keyword(), self.has_itineraries()) {
            ("class", true) => {
                Err(line.error("a model with `itineraries` has lines `itinerary`, not `class`"))
            }
            ("itinerary", false) => {
                Err(line.error("`itineraries` is missing on the model's first line"))
            }
            _ => Ok(()),
        }
    }

    /// Parses `new-class NAME [PROPERTY...]`.
    pub(super) fn new_class(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let data = self.class_data(line, line.pairs(2))?;
        if !self.has_itineraries() {
            data.check_latency(line)?;
        }
        if data.holds_without_uops() {
            return Err(without_uops(line));
        }
        if let Some(ids) = self.classes.ids(line.word(1, "name")?) {
            let row = self.classes.row(&data);
            self.classes.assign(&ids, row);
        }
        Ok(())
    }

    /// Gives a row, or changes, to what a line names.
    fn give(
        &mut self,
        line: &Line<'_>,
        selection: &Selection<'_>,
        row: Option<u32>,
        data: &ClassData,
    ) -> Result<(), TextError> {
        for label in &selection.labels {
            self.give_to_class(line, label, row, data);
        }
        let number = self.classes.overrides.len() as u32;
        self.classes.overrides.push(match row {
            Some(row) => Override::Row(row),
            None => Override::Change(data.clone()),
        });
        let changes = row.is_none().then_some(data);
        let mut refused_word = "";
        for picked in &selection.opcodes {
            // One mistake is enough for all that a pattern finds.
            if !std::ptr::eq(picked.word, refused_word)
                && !self.give_to_opcode(line, picked, number, changes)
            {
                refused_word = picked.word;
            }
        }
        Ok(())
    }

    fn give_to_class(&mut self, line: &Line<'_>, label: &str, row: Option<u32>, data: &ClassData) {
        let Some(ids) = self.classes.ids(label) else {
            if !self.is_full() {
                self.mistakes.extend(self.classes.find(line, label).err());
            }
            return;
        };
        let is_new = self.classes.new_ids.contains_key(label);
        if is_new || self.classes.assigned.insert(label.to_owned(), ()).is_some() {
            let message = || format!("scheduling class `{label}` has data already");
            return self.note(line, label, message);
        }
        let row = match row {
            Some(row) => row,
            None => {
                let row = self.classes.index[usize::from(ids[0])];
                let row = self.classes.rows[row as usize];
                if let Some(reason) = unchangeable(&row, data) {
                    return self.note(line, label, || format!("`{label}` {reason}"));
                }
                self.classes.changed_row(row, data)
            }
        };
        self.classes.assign(&ids, row);
    }

    /// Gives an opcode the data of that number, which are changes if `changes` are given. False if
    /// that is a mistake.
    fn give_to_opcode(
        &mut self,
        line: &Line<'_>,
        picked: &Picked<'_>,
        number: u32,
        changes: Option<&ClassData>,
    ) -> bool {
        let tables = self.tables;
        let name = || tables.opcode_name(picked.opcode);
        let class = tables.instruction(picked.opcode).sched_class;
        let base = self.classes.rows[self.classes.index[class.index()] as usize];
        if let Some(reason) = changes.and_then(|data| unchangeable(&base, data)) {
            // A pattern also finds opcodes that the model does not have.
            if !picked.is_named && base.num_micro_ops == SchedClass::INVALID_UOPS {
                return true;
            }
            self.note(line, picked.word, || format!("`{}` {reason}", name()));
            return false;
        }
        self.classes.has_data = true;
        let is_new = self.opcodes.set(picked.opcode, number, picked.is_named);
        if !is_new {
            self.note(line, picked.word, || format!("opcode `{}` has data already", name()));
        }
        is_new
    }

    /// Returns the properties of a line.
    fn class_data<'l>(
        &self,
        line: &Line<'_>,
        pairs: impl Iterator<Item = (&'l str, &'l str)>,
    ) -> Result<ClassData, TextError> {
        let mut data = ClassData::default();
        let has_itineraries = self.has_itineraries();
        if has_itineraries {
            data.flags.0 |= sched_class_flag::ITINERARY;
        }
        for (key, value) in pairs {
            let mut set = |mask: u16, on: bool| {
                let (set, clear) = &mut data.flags;
                *(if on { set } else { clear }) |= mask;
            };
            match key {
                "begin-group" => set(sched_class_flag::BEGIN_GROUP, flag(line, value)?),
                "end-group" => set(sched_class_flag::END_GROUP, flag(line, value)?),
                "retire-out-of-order" => {
                    set(sched_class_flag::RETIRE_OUT_OF_ORDER, flag(line, value)?);
                }
                "uops" => data.uops = Some(ranged(line, value, 0..=4096)?),
                "ports" | "uses" | "latency" | "advance" if has_itineraries => {
                    let message = "an itinerary has `stages` and `operands` instead";
                    return Err(line.error_at(key, message));
                }
                "stages" | "operands" if !has_itineraries => {
                    let message = "`itineraries` is missing on the model's first line";
                    return Err(line.error_at(key, message));
                }
                "stages" => data.stages = Some(itinerary::stages(self, line, value)?),
                "operands" => {
                    let operands = itinerary::operands(self, line, value)?;
                    let latencies = operands.latencies.into_iter().map(|row| (row, true));
                    data.latencies = Some(latencies.collect());
                    data.advances = Some(operands.advances);
                }
                "ports" | "uses" if data.uses.is_some() => {
                    return Err(line.error_at(key, "ports are given already"));
                }
                "ports" => {
                    let ports = items(line, value, |item| self.resource_use(line, item))?;
                    let full = self.resources.after.with_groups(&ports);
                    data.uses = Some(full.map_err(|unsound| self.unsound(line, value, unsound))?);
                }
                "uses" => {
                    let full = items(line, value, |item| self.resource_use(line, item))?;
                    data.uses = Some(self.checked_uses(line, value, full)?);
                }
                "latency" => {
                    data.latencies = Some(items(line, value, |item| latency(line, item))?);
                }
                "advance" => {
                    let mut advances = items(line, value, |item| read_advance(line, item))?;
                    // Looked up in this order.
                    sort_few_by_key(&mut advances, |row| row.use_index);
                    data.advances = Some(advances);
                }
                _ => {
                    const KNOWN: &[&str] = &[
                        "uops",
                        "ports",
                        "uses",
                        "latency",
                        "advance",
                        "stages",
                        "operands",
                        "begin-group",
                        "end-group",
                        "retire-out-of-order",
                    ];
                    return Err(unknown_property(line, key, KNOWN));
                }
            }
        }
        Ok(data)
    }

    /// Parses `RESOURCE`, `RESOURCE:RELEASE` or `RESOURCE:ACQUIRE-RELEASE`.
    fn resource_use(&self, line: &Line<'_>, item: &str) -> Result<ResourceUse, TextError> {
        /// Longest time that a resource is held.
        const MAX_HELD_CYCLES: i128 = 4096;
        let (name, cycles) = item.split_once(':').map_or((item, None), |(a, b)| (a, Some(b)));
        let resource = self.resources.find(line, name)?;
        let Some(cycles) = cycles else {
            return Ok(ResourceUse { resource, release_at_cycle: 1, acquire_at_cycle: 0 });
        };
        // A minus sign at the front is one of a number, which is then out of range.
        let dash = cycles.char_indices().skip(1).find(|(_, c)| *c == '-');
        let (acquire, release) = match dash {
            Some((at, _)) => (Some(&cycles[..at]), &cycles[at + 1..]),
            None => (None, cycles),
        };
        let acquire_at_cycle =
            acquire.map_or(Ok(0), |acquire| ranged(line, acquire, 0..=MAX_HELD_CYCLES))?;
        let release_at_cycle = ranged(line, release, 0..=MAX_HELD_CYCLES)?;
        if release_at_cycle < acquire_at_cycle {
            let message = format!("`{name}` is released before it is acquired");
            return Err(line.error_at(cycles, message));
        }
        Ok(ResourceUse { resource, release_at_cycle, acquire_at_cycle })
    }

    /// Returns a full list, as shipped tables have it, which must name the groups of its ports.
    fn checked_uses(
        &self,
        line: &Line<'_>,
        value: &str,
        full: Vec<ResourceUse>,
    ) -> Result<Vec<ResourceUse>, TextError> {
        if self.resources.after.without_groups(&full).is_some() {
            return Ok(full);
        }
        let wanted = self.resources.after.with_groups(&full).unwrap_or_default();
        let is_missing =
            |row: &&ResourceUse| full.iter().all(|named| named.resource != row.resource);
        let missing = wanted.iter().find(is_missing);
        let message = match missing {
            Some(row) => format!(
                "`uses=` does not list `{}`, which contains a resource that it lists; `ports=` adds \
                 it by itself",
                self.resources.name(row.resource)
            ),
            None => {
                "a group in `uses=` has fewer cycles than its members, or a resource is listed \
                     twice; `ports=` counts by itself"
                    .to_owned()
            }
        };
        Err(line.error_at(value, message))
    }

    fn unsound(&self, line: &Line<'_>, value: &str, unsound: Unsound) -> TextError {
        let message = match unsound {
            Unsound::TooLong(id) => format!("`{}` is held for too long", self.resources.name(id)),
            Unsound::TakenLate(id) => format!(
                "`{}` is used by more than one of these, so each must acquire it at cycle 0",
                self.resources.name(id)
            ),
        };
        line.error_at(value, message)
    }

    /// Parses `variant [CLASS] if PREDICATE then CLASS ... [else CLASS] [for-opcodes OPCODE...]`.
    pub(super) fn variant(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let end = Selection::start(&line.words).unwrap_or(line.words.len());
        let mut selection = self.select(line, end)?;
        let first = line.words.get(1).ok_or_else(|| line.error("missing `if`"))?;
        let is_case = matches!(&**first, "if" | "else");
        let mut rest = &line.words[if is_case { 1 } else { 2 }..end];
        if !is_case {
            selection.labels.push(first);
        }
        if selection.labels.is_empty() && selection.opcodes.is_empty() {
            return Err(line.error("missing `for`, `for-opcodes` or `for-mnemonics`"));
        }
        let mut cases = Vec::new();
        while !rest.is_empty() {
            let (case, after) = self.case(line, rest)?;
            cases.push(case);
            rest = after;
        }
        if cases.is_empty() || cases.len() > MAX_ITEMS {
            return Err(line.error(format!("a variant has 1 to {MAX_ITEMS} cases")));
        }
        let variants = append(&mut self.classes.variant_cases, &cases);
        let num_micro_ops = SchedClass::VARIANT_UOPS;
        let row = SchedClass { variants, num_micro_ops, ..SchedClass::default() };
        let row = self.classes.push(row);
        let places = selection.labels.iter().filter_map(|label| self.classes.ids(label));
        let places: Vec<u16> = places.flatten().collect();
        let place = line.place(&line.words[1]);
        self.classes.variants.extend(places.into_iter().map(|id| (Some(id), place.clone())));
        self.classes.variants.push((None, place));
        self.give(line, &selection, Some(row), &ClassData::default())
    }

    /// Parses `if PREDICATE then CLASS` or `else CLASS`, and the words after it.
    fn case<'l>(
        &mut self,
        line: &Line<'_>,
        words: &'l [Word<'l>],
    ) -> Result<(VariantCase, &'l [Word<'l>]), TextError> {
        let (keyword, after) = words.split_first().ok_or_else(|| line.error("missing case"))?;
        let (predicate, after) = match &**keyword {
            "if" => {
                let then = after.iter().position(|word| *word == *"then");
                let then = then.ok_or_else(|| line.error_at(keyword, "`if` without `then`"))?;
                (self.predicate(line, &after[..then])?, &after[then + 1..])
            }
            "else" => (Span::default(), after),
            other => {
                let message = format!("expected `if` or `else`, not `{other}`");
                return Err(line.error_at(keyword, message));
            }
        };
        let (label, after) = after
            .split_first()
            .ok_or_else(|| line.error_at(keyword, "the case lacks a scheduling class"))?;
        let target = SchedClassId(self.classes.find(line, label)?[0]);
        Ok((VariantCase { predicate, target, reserved: 0 }, after))
    }
}

impl itinerary::Names for Draft<'_> {
    fn unit(&self, line: &Line<'_>, name: &str) -> Result<ResourceId, TextError> {
        let resource = self.resources.find(line, name)?;
        match self.resources.is_unit(resource) {
            true => Ok(resource),
            false => {
                let message = format!("`{name}` is a group or has several units; name its units");
                Err(line.error_at(name, message))
            }
        }
    }

    fn bypass(&self, line: &Line<'_>, name: &str) -> Result<u16, TextError> {
        let known = &self.classes.bypasses;
        let index = known.iter().position(|known| known == name);
        index.map(|index| index as u16 + 1).ok_or_else(|| {
            let hint = suggest::hint(name, known.iter().map(String::as_str));
            line.error_at(name, format!("unknown bypass `{name}`{hint}"))
        })
    }
}

/// Returns the reason why a row cannot be changed so, if there is one.
pub(super) fn unchangeable(row: &SchedClass, data: &ClassData) -> Option<&'static str> {
    let is_itinerary = row.flags & sched_class_flag::ITINERARY != 0;
    if is_itinerary != (data.flags.0 & sched_class_flag::ITINERARY != 0)
        && row.num_micro_ops != SchedClass::INVALID_UOPS
        && row.num_micro_ops != SchedClass::VARIANT_UOPS
    {
        return Some("is described in another way; `class` or `itinerary` replaces it");
    }
    let has_ports = data.uses.as_ref().map_or(row.resource_uses.len > 0, |uses| !uses.is_empty());
    match row.num_micro_ops {
        SchedClass::INVALID_UOPS => {
            Some("has no data in the model that is extended; `class` gives it some")
        }
        SchedClass::VARIANT_UOPS => Some(
            "takes its data from other classes, as its operands decide (a variant); `class` or \
             `variant` replaces them",
        ),
        uops if data.uops.unwrap_or(uops) == 0 && has_ports => {
            Some("would use resources without micro-ops; give both `uops=` and `ports=`")
        }
        _ => None,
    }
}

/// Returns the items of a list, each read by `read`.
fn items<T>(
    line: &Line<'_>,
    value: &str,
    read: impl Fn(&str) -> Result<T, TextError>,
) -> Result<Vec<T>, TextError> {
    if list(value).nth(MAX_ITEMS).is_some() {
        return Err(line.error_at(value, format!("more than {MAX_ITEMS} items")));
    }
    list(value).map(read).collect()
}

/// Parses `CYCLES` or `CYCLES/WRITE`, and whether it names the write.
fn latency(line: &Line<'_>, item: &str) -> Result<(WriteLatency, bool), TextError> {
    let (cycles, write) = item.split_once('/').map_or((item, None), |(a, b)| (a, Some(b)));
    let latency_cycles = ranged(line, cycles, 0..=i16::MAX.into())?;
    let write_resource = write.map_or(Ok(0), |text| ranged(line, text, 0..=u16::MAX.into()))?;
    Ok((WriteLatency { latency_cycles, write_resource }, write.is_some()))
}

/// Parses `USE:CYCLES` or `USE:CYCLES/WRITE`.
fn read_advance(line: &Line<'_>, item: &str) -> Result<ReadAdvance, TextError> {
    let wrong = || line.error_at(item, format!("`{item}` is not USE:CYCLES"));
    let (use_index, rest) = item.split_once(':').ok_or_else(wrong)?;
    let (cycles, write) = rest.split_once('/').unwrap_or((rest, "0"));
    Ok(ReadAdvance {
        use_index: ranged(line, use_index, 0..=255)?,
        write_resource: ranged(line, write, 0..=u16::MAX.into())?,
        cycles: ranged(line, cycles, i16::MIN.into()..=i16::MAX.into())?,
    })
}
