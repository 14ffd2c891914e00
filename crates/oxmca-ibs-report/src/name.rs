//! Names of processes, modules, functions and columns, as users write them.

use std::collections::BTreeSet;
use std::fmt;

use oxmca_ibs::attribution::FunctionId;
use oxmca_ibs::{Module, Process, Profile};

use crate::recording::Recording;

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameKind {
    /// A process of the recording, by name or number.
    Process,
    /// A module of the recording, by path or file name.
    Module,
    /// A function with samples.
    Function,
    /// An event or ratio.
    Column,
}

/// The error for a name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of thing that was looked for.
    pub kind: NameKind,
    /// The name that was given.
    pub name: String,
    /// The names that exist, for suggestions.
    pub known: Vec<String>,
}

impl UnknownName {
    pub(crate) fn new<'a>(
        kind: NameKind,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known = known.into_iter().map(str::to_owned).collect();
        Self { kind, name: name.to_owned(), known }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            NameKind::Process => write!(f, "the recording has no process `{name}`"),
            NameKind::Module => write!(f, "the recording has no module `{name}`"),
            NameKind::Function => write!(f, "the recording has no function `{name}`"),
            NameKind::Column => write!(f, "there is no event or ratio `{name}`"),
        }
    }
}

impl std::error::Error for UnknownName {}

/// Returns for each process whether it has one of the numbers or names; without names, all have.
pub fn processes(profile: &Profile, names: &[String]) -> Result<Vec<bool>, UnknownName> {
    let is_named = |it: &Process, name: &str| it.name == name || name.parse() == Ok(it.pid);
    choose(NameKind::Process, names, profile.processes(), is_named, |it| &it.name)
}

/// Returns for each module whether it has one of the paths or file names; without names, all have.
pub fn modules(profile: &Profile, names: &[String]) -> Result<Vec<bool>, UnknownName> {
    let is_named = |it: &Module, name: &str| it.path == name || file_name(&it.path) == name;
    choose(NameKind::Module, names, profile.modules(), is_named, |it| file_name(&it.path))
}

/// Returns the last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns for each item whether it has one of the names; without names, all have.
fn choose<T>(
    kind: NameKind,
    names: &[String],
    all: &[T],
    is_named: impl Fn(&T, &str) -> bool,
    name_of: impl Fn(&T) -> &str,
) -> Result<Vec<bool>, UnknownName> {
    let mut chosen = vec![names.is_empty(); all.len()];
    for name in names {
        let mut is_known = false;
        for (chosen, it) in chosen.iter_mut().zip(all) {
            let matches = is_named(it, name);
            *chosen |= matches;
            is_known |= matches;
        }
        if !is_known {
            return Err(UnknownName::new(kind, name, all.iter().map(&name_of)));
        }
    }
    Ok(chosen)
}

/// Returns the error for a function that the recording does not have.
pub fn unknown_function(recording: &Recording, name: &str) -> UnknownName {
    let (profile, attribution) = (&recording.profile, &recording.attribution);
    let functions = profile.site_ids().map(|id| attribution.place(profile, id).function);
    let functions: BTreeSet<FunctionId> = functions.collect();
    let names = functions.into_iter().filter_map(|id| Some(attribution.function(id)?.name));
    let names: BTreeSet<String> = names.collect();
    UnknownName::new(NameKind::Function, name, names.iter().map(String::as_str))
}
