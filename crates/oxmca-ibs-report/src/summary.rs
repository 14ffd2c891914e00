//! The summary of a recording: its samples, its modules, and warnings about both.

use std::fmt;

use oxmca_ibs::attribution::ModuleState;
use oxmca_ibs::{Counts, ModuleId, ModuleKind, Profile, Traits};

use crate::recording::Recording;

/// A warning that holds for every recording.
pub(crate) const NOTE: &str = "IBS events count samples (or cycles of samples). Do not mix them with counts of \
event-based profiling in sums, differences or ratios.";

/// A recording in numbers. All samples are counted, whatever is selected.
#[derive(Debug)]
pub struct Summary {
    /// Sums over the samples of user code.
    pub user: Counts,
    /// Sums over the samples of the kernel.
    pub kernel: Counts,
    /// Sums over all other samples.
    pub elsewhere: Counts,
    /// The modules with samples, by path.
    pub modules: Vec<ModuleSummary>,
    /// Reasons to read the numbers with care.
    pub warnings: Vec<Warning>,
}

/// A module with samples.
#[derive(Debug)]
pub struct ModuleSummary {
    /// Its path, or a name in brackets.
    pub path: String,
    /// The file with its code.
    pub file: ModuleFile,
}

/// The file with a module's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleFile {
    /// The module is no file.
    NotAFile,
    /// A file with the recorded build id.
    Verified,
    /// A file with the recorded path. The recording has no build id.
    Unverified,
    /// There is no file that can be used, for this reason.
    Unusable(String),
}

/// A reason to read the numbers of a recording with care.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The kernel hid the physical addresses of fetches.
    HiddenFetchAddresses,
    /// Some ops were sampled by cycles, others by dispatched ops.
    MixedModes {
        /// Ops in the other mode than the first.
        ops_of_other_mode: u64,
        /// All sampled ops.
        ops: u64,
    },
    /// perf lost records.
    LostRecords {
        /// The number of records.
        records: u64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HiddenFetchAddresses => f.write_str(
                "No fetch has a physical address: the kernel hides them from users who may not profile it. \
                 ITLB hits and page sizes read as 0, and too many fetches as killed.",
            ),
            Self::MixedModes { ops_of_other_mode, ops } => write!(
                f,
                "{ops_of_other_mode} of {ops} ops were sampled in the other mode (cycles or dispatched ops) \
                 than the first: shares mix time and work."
            ),
            Self::LostRecords { records } => write!(
                f,
                "perf lost {records} records: a larger period (-c) or buffer (-m) loses fewer."
            ),
        }
    }
}

impl Summary {
    /// Sums up a recording.
    #[must_use]
    pub fn new(recording: &Recording) -> Self {
        let profile = &recording.profile;
        let mut summary = Self {
            user: Counts::default(),
            kernel: Counts::default(),
            elsewhere: Counts::default(),
            modules: Vec::new(),
            warnings: warnings(profile),
        };
        let mut has_samples = vec![false; profile.modules().len()];
        for id in profile.site_ids() {
            let module = profile.site(id).module;
            has_samples[module.0 as usize] = true;
            let sum = match profile.module(module).kind {
                ModuleKind::File | ModuleKind::Memory => &mut summary.user,
                ModuleKind::Kernel => &mut summary.kernel,
                ModuleKind::Virtual | ModuleKind::Unknown => &mut summary.elsewhere,
            };
            profile.add_site(id, sum);
        }
        let ids = (0..).map(ModuleId).zip(has_samples).filter(|it| it.1).map(|it| it.0);
        summary.modules = ids.map(|id| module(recording, id)).collect();
        summary.modules.sort_by(|left, right| left.path.cmp(&right.path));
        summary
    }

    /// Returns the paths of the modules whose files cannot be used, with the reasons.
    pub fn unusable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules.iter().filter_map(|module| match &module.file {
            ModuleFile::Unusable(reason) => Some((module.path.as_str(), reason.as_str())),
            _ => None,
        })
    }

    /// Returns the files that may have changed since the recording.
    pub fn unverified(&self) -> impl Iterator<Item = &str> {
        let modules = self.modules.iter().filter(|module| module.file == ModuleFile::Unverified);
        modules.map(|module| module.path.as_str())
    }
}

/// Returns the summary of a module.
pub(crate) fn module(recording: &Recording, id: ModuleId) -> ModuleSummary {
    let file = match recording.attribution.module(id) {
        ModuleState::NotAFile => ModuleFile::NotAFile,
        ModuleState::Loaded(loaded) if loaded.is_verified => ModuleFile::Verified,
        ModuleState::Loaded(_) => ModuleFile::Unverified,
        ModuleState::Unreadable(error) => ModuleFile::Unusable(error.to_string()),
        ModuleState::Unusable(error) => ModuleFile::Unusable(error.to_string()),
        ModuleState::OtherBuild { recorded, found } if found.is_empty() => ModuleFile::Unusable(
            format!("the file has no build id, that of the recording is {}", hex(recorded)),
        ),
        ModuleState::OtherBuild { recorded, found } => ModuleFile::Unusable(format!(
            "the file's build id is {}, that of the recording {}",
            hex(found),
            hex(recorded)
        )),
    };
    ModuleSummary { path: recording.profile.module(id).path.clone(), file }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn warnings(profile: &Profile) -> Vec<Warning> {
    let tally = profile.tally();
    let mut warnings = Vec::new();
    if tally.hides_fetch_addresses() {
        warnings.push(Warning::HiddenFetchAddresses);
    }
    if tally.ops_of_other_mode > 0 {
        let (ops_of_other_mode, ops) = (tally.ops_of_other_mode, tally.ops);
        warnings.push(Warning::MixedModes { ops_of_other_mode, ops });
    }
    if tally.lost > 0 {
        warnings.push(Warning::LostRecords { records: tally.lost });
    }
    warnings
}

/// Returns the unit of the op counter, as in data; `None` without ops.
pub(crate) fn mode(profile: &Profile) -> Option<&'static str> {
    let counts_ops = profile.tally().counts_ops?;
    Some(if counts_ops { "dispatched-ops" } else { "cycles" })
}

/// Returns the names of the traits of a processor's samples.
pub(crate) fn traits(profile: &Profile) -> Vec<String> {
    let tally = profile.tally();
    let known = match (tally.ops, tally.fetches) {
        (0, _) => tally.fetch_traits,
        (_, 0) => tally.op_traits,
        _ => tally.op_traits | tally.fetch_traits,
    };
    let names = known.iter_names().map(|(name, _): (&str, Traits)| name);
    names.map(|name| name.to_ascii_lowercase().replace('_', "-")).collect()
}
