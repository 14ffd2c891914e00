//! Which function is meant, and where its code is.

use oxmca_ibs::attribution::{Function, FunctionId, ModuleState};
use oxmca_ibs::{ModuleId, Profile};

use super::options::AnnotateOptions;
use oxmca_asm::diagnostic::Severity;

use crate::console;
use crate::console::failed;
use crate::ibs::recording::Recording;
use crate::ibs::report::OP_SAMPLES;
use crate::ibs::selection;
use crate::ibs::summary::State;
use crate::run::Failed;

/// Most functions of a name that are listed.
const MAX_LISTED: usize = 8;

/// A function with samples of ops.
pub struct Subject<'a> {
    pub id: FunctionId,
    pub function: &'a Function,
    /// Whose samples count.
    pub processes: Vec<bool>,
}

impl<'a> Subject<'a> {
    /// The function that the options name.
    ///
    /// # Errors
    /// The exit status, if there is none, or more than one. That has been said.
    pub fn find(recording: &'a Recording, options: &AnnotateOptions) -> Result<Self, Failed> {
        let profile = &recording.profile;
        let processes = selection::processes(profile, &options.processes)?;
        let modules = selection::modules(profile, &options.modules)?;
        let name = options.symbol.as_str();
        let mut candidates = candidates(recording, name);
        candidates.retain(|it| modules[it.0.module.0 as usize]);
        let samples = samples(recording, &candidates, &processes);
        let mut sampled: Vec<_> = candidates.iter().zip(&samples).filter(|it| *it.1 > 0).collect();
        sampled.sort_by_key(|it| std::cmp::Reverse(it.1));
        match sampled.as_slice() {
            [((id, function), _)] => Ok(Self { id: *id, function, processes }),
            [] if candidates.is_empty() => {
                let known = selection::function_names(recording);
                let status = selection::no_such("function", name, &known);
                say_missing(recording, &modules);
                Err(status)
            }
            [] => {
                let status = failed(&format!("`{name}` has no samples of ops"));
                // Addresses in such files are not those of samples.
                let has_code = |id: ModuleId| {
                    recording.attribution.loaded(id).is_some_and(|it| it.image.has_code())
                };
                for (id, _) in candidates.iter().filter(|it| !has_code(it.0.module)) {
                    let path = &profile.module(id.module).path;
                    console::message(
                        Severity::Note,
                        &format!("{path} has names of code, and no code"),
                    );
                }
                Err(status)
            }
            several => {
                let status =
                    failed(&format!("there are {} functions `{name}` with samples", several.len()));
                for ((id, function), samples) in several.iter().take(MAX_LISTED) {
                    let path = &profile.module(id.module).path;
                    let start = function.start;
                    let text =
                        format!("{samples} samples: `{}` at {start:#x} in {path}", function.name);
                    console::message(Severity::Note, &text);
                }
                console::message(
                    Severity::Note,
                    "--module, or the address in place of the name, chooses one",
                );
                Err(status)
            }
        }
    }
}

/// The functions of a name, or at an address.
fn candidates<'a>(recording: &'a Recording, name: &str) -> Vec<(FunctionId, &'a Function)> {
    let attribution = &recording.attribution;
    let named: Vec<FunctionId> = attribution.functions_named(name).map(|it| it.0).collect();
    let named: Vec<_> =
        named.into_iter().filter_map(|id| Some((id, attribution.function(id)?))).collect();
    let address = name.strip_prefix("0x").and_then(|it| u64::from_str_radix(it, 16).ok());
    let (true, Some(address)) = (named.is_empty(), address) else { return named };
    let modules = (0..recording.profile.modules().len() as u32).map(ModuleId);
    modules
        .filter_map(|module| {
            let image = &attribution.loaded(module)?.image;
            let index = image.function_at(address)?;
            let id = FunctionId { module, index: Some(index as u32) };
            Some((id, image.functions().get(index)?))
        })
        .collect()
}

/// Samples of ops in each function.
fn samples(
    recording: &Recording,
    functions: &[(FunctionId, &Function)],
    processes: &[bool],
) -> Vec<u64> {
    let profile: &Profile = &recording.profile;
    let sums = profile.sums_by(|id| {
        let is_selected = processes[profile.site(id).process.0 as usize];
        let function = recording.attribution.place(profile, id).function;
        let is_meant = || functions.iter().any(|it| it.0 == function);
        (is_selected && is_meant()).then_some(function)
    });
    let of = |id: &FunctionId| {
        let sum = sums.iter().find(|sum| sum.0 == *id);
        sum.map_or(0, |sum| sum.1.get(OP_SAMPLES))
    };
    functions.iter().map(|it| of(&it.0)).collect()
}

/// Names files whose functions are not known, since the function may be in one of them.
fn say_missing(recording: &Recording, modules: &[bool]) {
    let ids = (0..).map(ModuleId).zip(modules).filter(|it| *it.1).map(|it| it.0);
    let missing = ids.filter_map(|id| {
        let is_missing = !matches!(
            recording.attribution.module(id),
            ModuleState::NotAFile | ModuleState::Loaded(_)
        );
        let summary = is_missing.then(|| crate::ibs::summary::module(recording, id))?;
        match summary.state {
            State::Missing(reason) => Some(format!("{}: {reason}", summary.path)),
            _ => None,
        }
    });
    for text in missing.take(MAX_LISTED) {
        console::message(Severity::Note, &format!("its functions are not known: {text}"));
    }
}
