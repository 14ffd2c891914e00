//! A CPU of a target with its resolved features.

use std::fmt;

use oxmca_tables::schema::{Cpu, Feature, Model};
use oxmca_tables::{CpuId, FeatureSet, Tables};

use crate::target::TargetInfo;

/// A CPU of a target, by its number in the target's tables, and the features in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtarget {
    /// The CPU.
    pub cpu: CpuId,
    /// The CPU's features, what they imply, the mode's, and `-mattr` changes.
    pub features: FeatureSet,
    /// The features that were switched on or off by their names.
    pub requested: FeatureSet,
    /// It was asked for as `generic`, which stands for it.
    pub is_generic: bool,
}

/// Something to tell the user about the CPU and features asked for, in the order it came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The target has no CPU of that name.
    UnknownCpu(String),
    /// The target has no feature of that name; the sign is included.
    UnknownFeature(String),
    /// A list of CPUs and features was asked for (`help`).
    Help,
    /// A list of CPUs was asked for (`cpuhelp`).
    CpuHelp,
    /// A warning about a feature that is on.
    FeatureWarning(&'static str),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::UnknownCpu(name) => write!(
                f,
                "'{name}' is not a recognized processor for this target (ignoring processor)"
            ),
            Notice::UnknownFeature(name) => {
                write!(f, "'{name}' is not a recognized feature for this target (ignoring feature)")
            }
            Notice::FeatureWarning(text) => f.write_str(text),
            Notice::Help | Notice::CpuHelp => Ok(()),
        }
    }
}

impl Subtarget {
    /// Resolves a CPU by name with the features that the triple's mode and the user add or remove.
    ///
    /// `attributes` are applied in order; each is `+name`, `-name`, or `name` for `+name`. Adding a
    /// feature adds what it implies; removing one removes what implies it. The subtarget is `None`
    /// when there is no such CPU.
    pub fn resolve<'a>(
        target: &dyn TargetInfo,
        cpu_name: &str,
        attributes: impl IntoIterator<Item = &'a str>,
    ) -> (Option<Self>, Vec<Notice>) {
        let tables = target.tables();
        let stands_for = target.generic_cpu().filter(|_| cpu_name == "generic");
        let cpu_name = stands_for.unwrap_or(cpu_name);
        let is_generic = matches!(cpu_name, "" | "generic");
        let generic = is_generic.then(|| target.generic_feature()).flatten();
        let by_mode = target.mode_features().iter().copied();
        let attributes = by_mode.chain(attributes).map(str::to_ascii_lowercase);
        let attributes = generic.into_iter().chain(attributes);
        let mut notices = Vec::new();
        let mut features = FeatureSet::default();
        let mut requested = FeatureSet::default();
        let cpu = tables.cpu_named(cpu_name);
        match cpu {
            Some(cpu) => {
                let row = &tables.cpus[cpu.index()];
                features.union_with(&row.features);
                features.union_with(&row.tune_features);
            }
            None if cpu_name == "help" => notices.push(Notice::Help),
            None if cpu_name.is_empty() => {}
            None => notices.push(Notice::UnknownCpu(cpu_name.to_owned())),
        }
        for attribute in attributes.filter(|name| !name.is_empty()) {
            let (enable, name) = match attribute.as_bytes()[0] {
                b'+' => (true, &attribute[1..]),
                b'-' => (false, &attribute[1..]),
                _ => (true, attribute.as_str()),
            };
            if let Some(feature) = tables.feature_named(name) {
                requested.insert(feature.bit);
            }
            match (tables.feature_named(name), enable) {
                (_, true) if name == "help" => notices.push(Notice::Help),
                (_, true) if name == "cpuhelp" => notices.push(Notice::CpuHelp),
                (Some(feature), true) => enable_feature(tables, &mut features, feature),
                (Some(feature), false) => disable_feature(tables, &mut features, feature.bit),
                (None, _) => {
                    let sign = if enable { '+' } else { '-' };
                    notices.push(Notice::UnknownFeature(format!("{sign}{name}")));
                }
            }
        }
        target.complete_features(&mut features);
        notices.extend(target.feature_warning(&features).map(Notice::FeatureWarning));
        let is_generic = stands_for.is_some();
        (cpu.map(|cpu| Subtarget { cpu, features, requested, is_generic }), notices)
    }

    /// Returns the CPU's row in the tables.
    pub fn cpu<'t>(&self, tables: &Tables<'t>) -> &'t Cpu {
        &tables.cpus[self.cpu.index()]
    }

    /// Returns the CPU's name.
    pub fn cpu_name<'t>(&self, tables: &Tables<'t>) -> &'t str {
        tables.text(self.cpu(tables).name)
    }

    /// Returns the name by which the CPU was asked for, which llvm-mca's warnings say.
    pub fn requested_cpu_name<'t>(&self, tables: &Tables<'t>) -> &'t str {
        if self.is_generic { "generic" } else { self.cpu_name(tables) }
    }

    /// Returns the name under which llvm-mca's JSON shows the CPU: not the other name that may have been
    /// asked for.
    pub fn shown_cpu_name<'t>(&self, tables: &Tables<'t>) -> &'t str {
        tables.text(self.cpu(tables).shown_name)
    }

    /// Returns the CPU's scheduling model.
    pub fn model<'t>(&self, tables: &Tables<'t>) -> &'t Model {
        &tables.models[self.cpu(tables).model.index()]
    }
}

/// Adds a feature and what it implies.
fn enable_feature(tables: &Tables<'_>, features: &mut FeatureSet, feature: &Feature) {
    let mut added = feature.implies;
    tables.close_features(&mut added);
    features.insert(feature.bit);
    features.union_with(&added);
}

/// Removes a feature and everything that implies it.
fn disable_feature(tables: &Tables<'_>, features: &mut FeatureSet, bit: u16) {
    let mut removed = FeatureSet::default();
    removed.insert(bit);
    loop {
        let before = removed;
        for feature in tables.features {
            let implied = feature.implies.0.iter().zip(removed.0);
            if implied.into_iter().any(|(implied, gone)| implied & gone != 0) {
                removed.insert(feature.bit);
            }
        }
        if removed == before {
            break;
        }
    }
    for (kept, gone) in features.0.iter_mut().zip(removed.0) {
        *kept &= !gone;
    }
}
