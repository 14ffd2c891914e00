//! What the recording is, and what became of its samples.

use oxmca_ibs::attribution::ModuleState;
use oxmca_ibs::{Counts, ModuleId, ModuleKind, Profile, Traits};

use super::recording::Recording;
use super::report::{FETCH_SAMPLES, OP_SAMPLES};

/// What never holds of IBS counts.
pub const NOTE: &str = "IBS events count samples (or cycles of samples). Do not mix them with counts of \
event-based profiling in sums, differences or ratios.";

/// A recording in numbers. All samples are counted, whatever is selected.
#[derive(Debug)]
pub struct Summary {
    /// Sums over the samples of user code, of the kernel, and of anything else.
    pub user: Counts,
    pub kernel: Counts,
    pub elsewhere: Counts,
    /// What is known of the modules with samples.
    pub modules: Vec<ModuleSummary>,
    /// What to be careful about.
    pub warnings: Vec<String>,
}

/// A module with samples.
#[derive(Debug)]
pub struct ModuleSummary {
    /// Its path, or a name in brackets.
    pub path: String,
    /// What was found.
    pub state: State,
}

/// What was found of a module.
#[derive(Debug, PartialEq, Eq)]
pub enum State {
    /// It is no file.
    NoFile,
    /// Its file has the recorded build id.
    Verified,
    /// A file of that path; the recording has no build id.
    Unverified,
    /// There is none that can be used.
    Missing(String),
}

impl Summary {
    /// The summary of a recording.
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

    /// The modules whose functions are not known, though they are files.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules.iter().filter_map(|module| match &module.state {
            State::Missing(reason) => Some((module.path.as_str(), reason.as_str())),
            _ => None,
        })
    }

    /// The files that may have changed since.
    pub fn unverified(&self) -> impl Iterator<Item = &str> {
        let modules = self.modules.iter().filter(|module| module.state == State::Unverified);
        modules.map(|module| module.path.as_str())
    }
}

/// What is known of a module.
pub fn module(recording: &Recording, id: ModuleId) -> ModuleSummary {
    let state = match recording.attribution.module(id) {
        ModuleState::NotAFile => State::NoFile,
        ModuleState::Loaded(loaded) if loaded.is_verified => State::Verified,
        ModuleState::Loaded(_) => State::Unverified,
        ModuleState::Unreadable(error) => State::Missing(crate::files::describe(error)),
        ModuleState::Unusable(error) => State::Missing(error.to_string()),
        ModuleState::OtherBuild { recorded, found } if found.is_empty() => State::Missing(format!(
            "the file has no build id, that of the recording is {}",
            hex(recorded)
        )),
        ModuleState::OtherBuild { recorded, found } => State::Missing(format!(
            "the file's build id is {}, that of the recording {}",
            hex(found),
            hex(recorded)
        )),
    };
    ModuleSummary { path: recording.profile.module(id).path.clone(), state }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn warnings(profile: &Profile) -> Vec<String> {
    let tally = profile.tally();
    let mut warnings = Vec::new();
    if tally.hides_fetch_addresses() {
        warnings.push(
            "No fetch has a physical address: the kernel hides them from users who may not profile it. \
             ITLB hits and page sizes read as 0, and too many fetches as killed."
                .to_owned(),
        );
    }
    if tally.ops_of_other_mode > 0 {
        warnings.push(format!(
            "{} of {} ops were sampled in the other mode (cycles or dispatched ops) than the first: \
             shares mix time and work.",
            tally.ops_of_other_mode, tally.ops
        ));
    }
    if tally.lost > 0 {
        warnings.push(format!(
            "perf lost {} records: a larger period (-c) or buffer (-m) loses fewer.",
            tally.lost
        ));
    }
    warnings
}

/// How ops were counted, for programs; `None` without ops.
pub fn mode(profile: &Profile) -> Option<&'static str> {
    let counts_ops = profile.tally().counts_ops?;
    Some(if counts_ops { "dispatched-ops" } else { "cycles" })
}

/// The traits of a processor's samples, in words.
pub fn traits(profile: &Profile) -> Vec<String> {
    let tally = profile.tally();
    let known = match (tally.ops, tally.fetches) {
        (0, _) => tally.fetch_traits,
        (_, 0) => tally.op_traits,
        _ => tally.op_traits | tally.fetch_traits,
    };
    let names = known.iter_names().map(|(name, _): (&str, Traits)| name);
    names.map(|name| name.to_ascii_lowercase().replace('_', "-")).collect()
}

/// The numbers of sampled ops and fetches in a sum.
pub fn samples(counts: &Counts) -> (u64, u64) {
    (counts.get(OP_SAMPLES), counts.get(FETCH_SAMPLES))
}
