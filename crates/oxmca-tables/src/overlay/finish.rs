//! The tables that a finished model replaces.

use std::collections::HashMap;

use super::classes::{Override, unchangeable};
use super::{Draft, LateMistake, append, here};
use crate::image::Replacements;
use crate::schema::*;

impl Draft<'_> {
    /// Returns the tables that take the place of others, the model, and the names of its CPUs.
    pub(super) fn finish(mut self) -> Result<(Replacements, ModelId, Vec<String>), LateMistake> {
        let too_many = |what: &str| (None, format!("too many {what}"));
        let tables = self.tables;
        let id = u16::try_from(tables.models.len()).map_err(|_| too_many("models"))?;
        let cpus = tables.cpus.len() + self.cpus.len();
        u16::try_from(cpus).map_err(|_| too_many("CPUs"))?;

        let moved = self.move_opcodes().ok_or_else(|| too_many("scheduling classes"))?;
        self.check_variants()?;

        let cpu_names = self.cpus.iter().map(|(name, _)| name.clone()).collect();
        let mut cpus = tables.cpus.to_vec();
        for (name, row) in std::mem::take(&mut self.cpus) {
            let at = cpus.partition_point(|other| self.bytes(other.name) < name.as_bytes());
            let name = self.text(&name);
            let row = Cpu { name, shown_name: name, is_alias: 0, ..row };
            cpus.insert(at, row);
        }
        let mut labels = tables.sched_class_names.to_vec();
        for label in std::mem::take(&mut self.classes.new_labels) {
            let label = self.text(&label);
            labels.push(label);
        }
        labels.extend(moved.from.iter().map(|from| labels[from.index()]).collect::<Vec<_>>());

        let mut row = self.row;
        let mut resources = tables.resources.to_vec();
        let mut resource_lists = tables.resource_lists.to_vec();
        for (stage, units) in &self.classes.stage_units {
            self.classes.stages[*stage].units = append(&mut resource_lists, units);
        }
        row.resources = self.resources.write(&mut resources, &mut resource_lists);
        let mut register_files = tables.register_files.to_vec();
        let mut register_costs = tables.register_costs.to_vec();
        let has_extra_info = row.flags & model_flag::HAS_EXTRA_INFO != 0;
        row.register_files =
            self.register_files.finish(has_extra_info, &mut register_files, &mut register_costs);
        self.idioms.sort_by_key(|idiom| (idiom.opcode, idiom.kind));
        let mut idioms = tables.idioms.to_vec();
        row.idioms = append(&mut idioms, &self.idioms);

        let mut models = tables.models.to_vec();
        models.push(row);
        let mut index = Vec::with_capacity(models.len() * labels.len());
        for (number, model) in models.iter_mut().enumerate() {
            let known = &tables.sched_class_index[model.sched_classes.range()];
            let own = match number == usize::from(id) {
                true if self.classes.has_data => &self.classes.index[..],
                true => &[],
                false => known,
            };
            model.sched_classes = here(&index);
            if own.is_empty() {
                continue;
            }
            index.extend_from_slice(own);
            if number < usize::from(id) {
                // New classes, then those that opcodes moved to.
                let new = labels.len() - moved.from.len() - own.len();
                index.extend(std::iter::repeat_n(self.classes.unsupported, new));
                index.extend(moved.from.iter().map(|from| own[from.index()]));
            }
            model.sched_classes.len = labels.len() as u32;
        }

        let mut strings = tables.strings.to_vec();
        strings.extend_from_slice(&self.strings);
        let replacements = Replacements {
            strings: Some(strings),
            instructions: moved.instructions,
            cpus: Some(cpus),
            models: Some(models),
            resources: Some(resources),
            resource_lists: Some(resource_lists),
            sched_class_index: Some(index),
            sched_class_names: Some(labels),
            sched_classes: Some(self.classes.rows),
            resource_uses: Some(self.classes.resource_uses),
            itinerary_stages: Some(self.classes.stages),
            write_latencies: Some(self.classes.write_latencies),
            read_advances: Some(self.classes.read_advances),
            variant_cases: Some(self.classes.variant_cases),
            predicates: Some(self.predicates),
            idioms: Some(idioms),
            register_files: Some(register_files),
            register_costs: Some(register_costs),
            ..Replacements::default()
        };
        Ok((replacements, ModelId(id), cpu_names))
    }

    /// Moves each opcode with data of its own to a new class, which it shares with opcodes of the same
    /// old class and the same data. `None` if there would be more classes than numbers.
    fn move_opcodes(&mut self) -> Option<Moved> {
        let mut moved = Moved::default();
        let mut known: HashMap<(u32, SchedClassId), SchedClassId> = HashMap::new();
        for (opcode, number) in self.opcodes.all() {
            let from = self.tables.instruction(opcode).sched_class;
            let to = match known.get(&(number, from)) {
                Some(to) => *to,
                None => {
                    let to = SchedClassId(u16::try_from(self.classes.index.len()).ok()?);
                    let row = match &self.classes.overrides[number as usize] {
                        Override::Row(row) => *row,
                        Override::Change(data) => {
                            let data = data.clone();
                            let number = self.classes.index[from.index()];
                            let row = self.classes.rows[number as usize];
                            match unchangeable(&row, &data) {
                                // A later line has given the class other data.
                                Some(_) => number,
                                None => self.classes.changed_row(row, &data),
                            }
                        }
                    };
                    self.classes.index.push(row);
                    moved.from.push(from);
                    known.insert((number, from), to);
                    to
                }
            };
            let instructions = &mut moved.instructions;
            let instructions =
                instructions.get_or_insert_with(|| self.tables.instructions.to_vec());
            instructions[opcode.index()].sched_class = to;
        }
        Some(moved)
    }

    /// Checks that variants of variants end.
    fn check_variants(&self) -> Result<(), LateMistake> {
        let row = |class: usize| &self.classes.rows[self.classes.index[class] as usize];
        let cases = |class: usize| &self.classes.variant_cases[row(class).variants.range()];
        let endless = crate::validate::endless_variant(self.classes.index.len(), cases);
        let (Some(class), Some((_, first))) = (endless, self.classes.variants.first()) else {
            return Ok(());
        };
        let mut places = self.classes.variants.iter();
        let own = places.find(|(id, _)| id.map(usize::from) == Some(class));
        let place = own.map_or(first, |(_, place)| place).clone();
        let message = "the variants refer to each other, or in more than 17 steps".to_owned();
        Err((Some(place), message))
    }

    /// Returns the bytes of a string, among them those that are to be appended.
    fn bytes(&self, text: Text) -> &[u8] {
        let (start, len) = (text.start as usize, text.len as usize);
        match start.checked_sub(self.tables.strings.len()) {
            Some(start) => &self.strings[start..start + len],
            None => self.tables.bytes(text),
        }
    }
}

/// Opcodes that left their classes.
#[derive(Default)]
struct Moved {
    /// The class that each new one's opcodes left.
    from: Vec<SchedClassId>,
    /// All instructions, if any has left its class.
    instructions: Option<Vec<InstructionRow>>,
}
