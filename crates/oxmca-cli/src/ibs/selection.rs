//! Which samples a report is about.

use oxmca_ibs::attribution::{Attribution, FunctionId, Place};
use oxmca_ibs::{Module, ModuleId, Process, ProcessId, Profile, SiteId};

use super::options::ReportOptions;
use super::recording::Recording;
use crate::console::failed;
use crate::run::Failed;
use crate::suggest;

/// The processes, modules and functions whose samples are counted.
pub struct Selection<'a> {
    profile: &'a Profile,
    attribution: &'a Attribution,
    processes: Vec<bool>,
    modules: Vec<bool>,
    functions: Option<Vec<FunctionId>>,
}

impl<'a> Selection<'a> {
    /// The selection that the options ask for.
    ///
    /// # Errors
    /// The exit status, if a name is that of nothing recorded. That has been said.
    pub fn new(recording: &'a Recording, options: &ReportOptions) -> Result<Self, Failed> {
        let (profile, attribution) = (&recording.profile, &recording.attribution);
        let processes = processes(profile, &options.processes)?;
        let modules = modules(profile, &options.modules)?;
        let mut functions = Vec::new();
        for name in &options.symbols {
            let before = functions.len();
            functions.extend(attribution.functions_named(name).map(|it| it.0));
            if functions.len() == before {
                return Err(no_such("function", name, &function_names(recording)));
            }
        }
        functions.sort_unstable();
        let functions = (!options.symbols.is_empty()).then_some(functions);
        Ok(Self { profile, attribution, processes, modules, functions })
    }

    /// Where a site is, if it is selected.
    pub fn place(&self, id: SiteId) -> Option<Place> {
        let site = self.profile.site(id);
        let (ProcessId(process), ModuleId(module)) = (site.process, site.module);
        if !self.processes[process as usize] || !self.modules[module as usize] {
            return None;
        }
        let place = self.attribution.place(self.profile, id);
        let is_selected = |functions: &Vec<_>| functions.binary_search(&place.function).is_ok();
        self.functions.as_ref().is_none_or(is_selected).then_some(place)
    }
}

/// Which processes have one of the numbers or names; all without names.
pub fn processes(profile: &Profile, names: &[String]) -> Result<Vec<bool>, Failed> {
    let is_named = |it: &Process, name: &str| it.name == name || name.parse() == Ok(it.pid);
    choose("process", names, profile.processes(), is_named, |it| &it.name)
}

/// Which modules have one of the paths or file names; all without names.
pub fn modules(profile: &Profile, names: &[String]) -> Result<Vec<bool>, Failed> {
    let is_named = |it: &Module, name: &str| it.path == name || file_name(&it.path) == name;
    choose("module", names, profile.modules(), is_named, |it| file_name(&it.path))
}

/// The last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Which of some things are those with one of the names; all without names.
fn choose<T>(
    what: &str,
    names: &[String],
    all: &[T],
    is_named: impl Fn(&T, &str) -> bool,
    name_of: impl Fn(&T) -> &str,
) -> Result<Vec<bool>, Failed> {
    let mut chosen = vec![names.is_empty(); all.len()];
    for name in names {
        let mut is_known = false;
        for (chosen, it) in chosen.iter_mut().zip(all) {
            let is_meant = is_named(it, name);
            *chosen |= is_meant;
            is_known |= is_meant;
        }
        if !is_known {
            return Err(no_such(what, name, &all.iter().map(&name_of).collect::<Vec<_>>()));
        }
    }
    Ok(chosen)
}

/// The names of the functions with samples.
pub fn function_names(recording: &Recording) -> Vec<&str> {
    let (profile, attribution) = (&recording.profile, &recording.attribution);
    let functions = profile.site_ids().map(|id| attribution.place(profile, id).function);
    let mut names: Vec<&str> =
        functions.filter_map(|id| Some(attribution.function(id)?.name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Says that there is nothing of a name.
pub fn no_such(what: &str, name: &str, known: &[&str]) -> Failed {
    let near = suggest::choice(&suggest::nearest(name, known.iter().copied()));
    let hint = near.map_or_else(String::new, |near| format!(", did you mean {near}?"));
    failed(&format!("the recording has no {what} `{name}`{hint}"))
}
