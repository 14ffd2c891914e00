//! The function to annotate.

use oxmca_ibs::attribution::{Function, FunctionId};
use oxmca_ibs::{ModuleId, Profile};

use super::error::{AnnotateError, Candidate};
use super::options::AnnotateOptions;
use crate::name;
use crate::recording::Recording;
use crate::samples::OP_SAMPLES;
use crate::summary::{self, ModuleFile};

/// A function with samples of ops.
#[derive(Clone, Debug)]
pub struct SampledFunction {
    /// Its number.
    pub id: FunctionId,
    /// Its name and extent.
    pub function: Function,
    /// For each process of the recording, true if its samples count.
    pub processes: Vec<bool>,
}

impl SampledFunction {
    /// Finds the function that the options name.
    ///
    /// # Errors
    /// When there is none with samples, or more than one.
    pub(super) fn find(
        recording: &Recording,
        options: &AnnotateOptions,
    ) -> Result<Self, AnnotateError> {
        let profile = &recording.profile;
        let processes = name::processes(profile, &options.processes)?;
        let modules = name::modules(profile, &options.modules)?;
        let name = options.function.as_str();
        let mut candidates = candidates(recording, name);
        candidates.retain(|it| modules[it.0.module.0 as usize]);
        let samples = samples(recording, &candidates, &processes);
        let mut sampled: Vec<_> = candidates.iter().zip(&samples).filter(|it| *it.1 > 0).collect();
        sampled.sort_by_key(|it| std::cmp::Reverse(it.1));
        let path = |id: &FunctionId| profile.module(id.module).path.clone();
        match sampled.as_slice() {
            [((id, function), _)] => Ok(Self { id: *id, function: function.clone(), processes }),
            [] if candidates.is_empty() => Err(AnnotateError::UnknownFunction {
                error: name::unknown_function(recording, name),
                unusable: unusable(recording, &modules),
            }),
            [] => {
                // Addresses in files without code are not those of samples.
                let has_code = |id: ModuleId| {
                    recording.attribution.loaded(id).is_some_and(|it| it.image.has_code())
                };
                let without_code = candidates.iter().filter(|it| !has_code(it.0.module));
                Err(AnnotateError::NoSamples {
                    function: name.to_owned(),
                    without_code: without_code.map(|it| path(&it.0)).collect(),
                })
            }
            several => {
                let candidate = |((id, function), samples): &(&(FunctionId, Function), &u64)| {
                    let (name, start) = (function.name.clone(), function.start);
                    Candidate { name, start, module: path(id), samples: **samples }
                };
                Err(AnnotateError::Ambiguous {
                    function: name.to_owned(),
                    candidates: several.iter().map(candidate).collect(),
                })
            }
        }
    }
}

/// Returns the functions of a name, or at an address.
fn candidates(recording: &Recording, name: &str) -> Vec<(FunctionId, Function)> {
    let attribution = &recording.attribution;
    let named: Vec<_> = attribution.functions_named(name).collect();
    let address = name.strip_prefix("0x").and_then(|it| u64::from_str_radix(it, 16).ok());
    let (true, Some(address)) = (named.is_empty(), address) else { return named };
    let modules = (0..recording.profile.modules().len() as u32).map(ModuleId);
    modules
        .filter_map(|module| {
            let image = &attribution.loaded(module)?.image;
            let index = image.function_at(address)?;
            let id = FunctionId { module, index: Some(index as u32) };
            Some((id, attribution.function(id)?))
        })
        .collect()
}

/// Returns the number of op samples in each function.
fn samples(
    recording: &Recording,
    functions: &[(FunctionId, Function)],
    processes: &[bool],
) -> Vec<u64> {
    let profile: &Profile = &recording.profile;
    let sums = profile.sums_by(|id| {
        let is_selected = processes[profile.site(id).process.0 as usize];
        let function = recording.attribution.place(profile, id).function;
        let is_candidate = || functions.iter().any(|it| it.0 == function);
        (is_selected && is_candidate()).then_some(function)
    });
    let of = |id: &FunctionId| {
        let sum = sums.iter().find(|sum| sum.0 == *id);
        sum.map_or(0, |sum| sum.1.get(OP_SAMPLES))
    };
    functions.iter().map(|it| of(&it.0)).collect()
}

/// Returns the selected modules whose files cannot be used: path and reason.
fn unusable(recording: &Recording, modules: &[bool]) -> Vec<(String, String)> {
    let ids = (0..).map(ModuleId).zip(modules).filter(|it| *it.1).map(|it| it.0);
    let unusable =
        ids.map(|id| summary::module(recording, id)).filter_map(|module| match module.file {
            ModuleFile::Unusable(reason) => Some((module.path, reason)),
            _ => None,
        });
    unusable.collect()
}
