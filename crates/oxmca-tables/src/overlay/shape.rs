//! `model` and `cpu` lines.

use super::{Draft, Header, declared_name, flag, is_name, ranged, suggest, unknown_property};
use super::{LateMistake, classes, registers, resources};
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, list};

/// Most entries of a buffer.
const MAX_ENTRIES: i128 = 1 << 20;
/// Most cycles of a latency.
const MAX_CYCLES: i128 = i16::MAX as i128;

const MODEL_PROPERTIES: &[&str] = &[
    "processor-id",
    "issue-width",
    "micro-op-buffer",
    "loop-micro-op-buffer",
    "load-latency",
    "high-latency",
    "mispredict-penalty",
    "reorder-buffer",
    "retire-width",
    "load-queue",
    "store-queue",
    "post-ra-scheduler",
    "itineraries",
    "complete",
    "intervals",
    "extra-info",
];

impl Draft<'_> {
    /// Parses `model NAME [extends MODEL]`: finds the model that is extended and begins with its
    /// tables.
    pub(super) fn declare_model(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        self.header = Header::Wrong;
        let name = declared_name(line)?;
        let tables = self.tables;
        if tables.model_named(name).is_some() {
            return Err(line.error_at(name, format!("there is a model `{name}` already")));
        }
        self.name = name.to_owned();
        self.row.name = self.text(name);
        if line.words.get(2).is_none_or(|word| *word != *"extends") {
            self.row.issue_width_uops = 1;
            self.header = Header::Declared;
            return Ok(());
        }
        let base = line.word(3, "model to extend")?;
        let id = match (tables.model_named(base), tables.cpu_named(base)) {
            (Some(id), _) => {
                self.features_of = tables.cpu_described_by(id);
                id
            }
            (None, Some(cpu)) => {
                self.features_of = Some(cpu);
                tables.cpus[cpu.index()].model
            }
            (None, None) => {
                let models = tables.models.iter().map(|row| tables.text(row.name));
                let cpus = tables.cpus.iter().map(|row| tables.text(row.name));
                let hint = suggest::hint(base, models.chain(cpus));
                return Err(line.error_at(base, format!("unknown model or CPU `{base}`{hint}")));
            }
        };
        self.header = Header::Declared;
        let model = &tables.models[id.index()];
        self.row = Model { name: self.row.name, ..*model };
        self.base = Some(model);
        self.resources = resources::Resources::new(&tables, Some(model));
        self.register_files = registers::RegisterFiles::new(&tables, Some(model));
        self.classes = classes::Classes::new(&tables, Some(model));
        self.idioms = tables.idioms[model.idioms.range()].to_vec();
        Ok(())
    }

    /// Reads the numbers of a `model` line.
    pub(super) fn model(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let extends = line.words.get(2).is_some_and(|word| *word == *"extends");
        for (key, value) in line.pairs(if extends { 4 } else { 2 }) {
            self.model_property(line, key, value)?;
        }
        let base = self.base.map_or(self.row.flags, |base| base.flags);
        if (self.row.flags ^ base) & model_flag::HAS_ITINERARIES != 0 {
            // Nothing of what the extended model says of classes can be kept.
            self.classes.forget();
        }
        Ok(())
    }

    fn model_property(&mut self, line: &Line<'_>, key: &str, value: &str) -> Result<(), TextError> {
        let row = &mut self.row;
        let mut set = |mask: u32, on: bool| {
            row.flags = if on { row.flags | mask } else { row.flags & !mask };
        };
        match key {
            "post-ra-scheduler" => set(model_flag::POST_RA_SCHEDULER, flag(line, value)?),
            "itineraries" => set(model_flag::HAS_ITINERARIES, flag(line, value)?),
            "complete" => set(model_flag::COMPLETE, flag(line, value)?),
            "intervals" => set(model_flag::ENABLE_INTERVALS, flag(line, value)?),
            "extra-info" => set(model_flag::HAS_EXTRA_INFO, flag(line, value)?),
            "processor-id" => row.processor_id = ranged(line, value, 0..=u32::MAX.into())?,
            "issue-width" => row.issue_width_uops = ranged(line, value, 1..=1024)?,
            "micro-op-buffer" => row.micro_op_buffer_size = ranged(line, value, 0..=MAX_ENTRIES)?,
            "loop-micro-op-buffer" => {
                row.loop_micro_op_buffer_size = ranged(line, value, 0..=MAX_ENTRIES)?;
            }
            "load-latency" => row.load_latency_cycles = ranged(line, value, 0..=MAX_CYCLES)?,
            "high-latency" => row.high_latency_cycles = ranged(line, value, 0..=MAX_CYCLES)?,
            "mispredict-penalty" => {
                row.mispredict_penalty_cycles = ranged(line, value, 0..=MAX_CYCLES)?;
            }
            "reorder-buffer" => {
                row.reorder_buffer_size = ranged(line, value, 0..=MAX_ENTRIES)?;
                row.flags |= model_flag::HAS_EXTRA_INFO;
            }
            "retire-width" => {
                row.max_retire_per_cycle = ranged(line, value, 0..=1024)?;
                row.flags |= model_flag::HAS_EXTRA_INFO;
            }
            "load-queue" => row.load_queue = self.resources.find(line, value)?,
            "store-queue" => row.store_queue = self.resources.find(line, value)?,
            _ => return Err(unknown_property(line, key, MODEL_PROPERTIES)),
        }
        Ok(())
    }

    /// Parses `cpu NAME [features-of=CPU] [features=NAME,-NAME,...] [tune=NAME,-NAME,...]`.
    pub(super) fn cpu(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        /// More CPUs than anyone needs.
        const MAX_CPUS: usize = 100;
        let tables = self.tables;
        let name = declared_name(line)?;
        if tables.cpu_named(name).is_some() || self.cpus.iter().any(|(known, _)| known == name) {
            return Err(line.error_at(name, format!("there is a CPU `{name}` already")));
        }
        if matches!(name, "help" | "native") || self.cpus.len() == MAX_CPUS {
            return Err(line.error_at(name, format!("a CPU cannot be called `{name}`")));
        }
        let mut features_of = self.features_of;
        for (key, value) in line.pairs(2) {
            match key {
                "features-of" => {
                    let hint =
                        || suggest::hint(value, tables.cpus.iter().map(|it| tables.text(it.name)));
                    let unknown =
                        || line.error_at(value, format!("unknown CPU `{value}`{}", hint()));
                    features_of = Some(tables.cpu_named(value).ok_or_else(unknown)?);
                }
                "features" | "tune" => {}
                _ => return Err(unknown_property(line, key, &["features-of", "features", "tune"])),
            }
        }
        let row = self.cpu_row(features_of);
        let mut row = row.ok_or_else(|| line.error("`features-of=CPU` is missing"))?;
        for (key, value) in line.pairs(2) {
            let set = match key {
                "features" => &mut row.features,
                "tune" => &mut row.tune_features,
                _ => continue,
            };
            for item in list(value) {
                let name = item.trim_start_matches(['+', '-']);
                let feature = tables.feature_named(name).ok_or_else(|| {
                    let known = tables.features.iter().map(|row| tables.text(row.name));
                    let hint = suggest::hint(name, known);
                    line.error_at(name, format!("unknown feature `{name}`{hint}"))
                })?;
                match item.starts_with('-') {
                    true => tables.remove_feature(set, feature.bit),
                    false => set.insert(feature.bit),
                }
            }
            tables.close_features(set);
        }
        self.cpus.push((name.to_owned(), row));
        Ok(())
    }

    /// Returns a CPU with the features of another.
    fn cpu_row(&self, features_of: Option<CpuId>) -> Option<Cpu> {
        let model = ModelId(self.tables.models.len() as u16);
        let features_of = self.tables.cpus[features_of?.index()];
        Some(Cpu { model, borrows_model: 0, ..features_of })
    }

    /// Finishes resources and register files, and makes a CPU of the model's name if the file
    /// declares none.
    pub(super) fn finish_shape(&mut self) -> Result<(), LateMistake> {
        if self.cpus.is_empty() && !self.name.is_empty() {
            let lower = self.name.to_ascii_lowercase();
            let name = lower.strip_suffix("model").filter(|name| is_name(name)).unwrap_or(&lower);
            let missing = || (None, format!("`cpu {name} features-of=CPU` is missing"));
            let row = self.cpu_row(self.features_of).ok_or_else(missing)?;
            if self.tables.cpu_named(name).is_some() {
                let message =
                    format!("there is a CPU `{name}` already; name the model's with `cpu NAME`");
                return Err((None, message));
            }
            self.cpus.push((name.to_owned(), row));
        }
        self.resources.finish()?;
        if self.resources.groups_changed() {
            self.classes.move_to_other_groups(&self.resources);
        }
        Ok(())
    }
}
