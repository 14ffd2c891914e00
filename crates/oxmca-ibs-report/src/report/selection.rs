//! The samples that a report counts.

use oxmca_ibs::attribution::{Attribution, FunctionId, Place};
use oxmca_ibs::{ModuleId, ProcessId, Profile, SiteId};

use super::options::ReportOptions;
use crate::name::{self, UnknownName};
use crate::recording::Recording;

/// The processes, modules and functions whose samples are counted.
pub struct SampleSelection<'a> {
    profile: &'a Profile,
    attribution: &'a Attribution,
    processes: Vec<bool>,
    modules: Vec<bool>,
    functions: Option<Vec<FunctionId>>,
}

impl<'a> SampleSelection<'a> {
    /// Returns the selection that the options ask for.
    ///
    /// # Errors
    /// When nothing recorded has one of the names.
    pub fn new(recording: &'a Recording, options: &ReportOptions) -> Result<Self, UnknownName> {
        let (profile, attribution) = (&recording.profile, &recording.attribution);
        let processes = name::processes(profile, &options.processes)?;
        let modules = name::modules(profile, &options.modules)?;
        let mut functions = Vec::new();
        for name in &options.functions {
            let before = functions.len();
            functions.extend(attribution.functions_named(name).map(|it| it.0));
            if functions.len() == before {
                return Err(name::unknown_function(recording, name));
            }
        }
        functions.sort_unstable();
        let functions = (!options.functions.is_empty()).then_some(functions);
        Ok(Self { profile, attribution, processes, modules, functions })
    }

    /// Returns the place of a site, if it is selected.
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
