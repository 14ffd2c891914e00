//! The target of a package: its library, a program, an example, a test or a benchmark.

use cargo_metadata::{Package, Target, TargetKind};

use crate::arguments::Arguments;
use crate::workspace::Workspace;

/// A target of a package.
#[derive(Clone, Debug)]
pub struct ChosenTarget {
    /// The path of its package's manifest.
    pub manifest: String,
    /// The name of the package.
    pub package: String,
    /// The kind of the target.
    pub kind: Kind,
    /// Its name; of a library, the crate's.
    pub name: String,
    /// Options that choose the other targets of the package.
    pub others: Vec<String>,
}

/// A kind of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The library.
    Lib,
    /// A program.
    Bin,
    /// An example.
    Example,
    /// A test.
    Test,
    /// A benchmark.
    Bench,
}

impl Kind {
    /// Returns the kind of a target; `None` of build scripts.
    fn of(target: &Target) -> Option<Kind> {
        let kinds = target.kind.iter();
        kinds
            .map(|kind| match kind {
                TargetKind::Bin => Some(Kind::Bin),
                TargetKind::Example => Some(Kind::Example),
                TargetKind::Test => Some(Kind::Test),
                TargetKind::Bench => Some(Kind::Bench),
                TargetKind::CustomBuild => None,
                _ => Some(Kind::Lib),
            })
            .next()?
    }

    /// Returns cargo's option for it.
    fn option(self) -> &'static str {
        match self {
            Kind::Lib => "--lib",
            Kind::Bin => "--bin",
            Kind::Example => "--example",
            Kind::Test => "--test",
            Kind::Bench => "--bench",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Lib => "library",
            Kind::Bin => "program",
            Kind::Example => "example",
            Kind::Test => "test",
            Kind::Bench => "benchmark",
        }
    }
}

impl ChosenTarget {
    /// Returns cargo's options for it.
    pub fn options(&self) -> Vec<&str> {
        match self.kind {
            Kind::Lib => vec![self.kind.option()],
            kind => vec![kind.option(), &self.name],
        }
    }

    /// Returns whether a target of the same package is this one.
    pub fn is(&self, target: &Target) -> bool {
        Kind::of(target) == Some(self.kind) && (self.kind == Kind::Lib || target.name == self.name)
    }

    /// Returns what it is, for messages.
    pub fn description(&self) -> String {
        format!("the {} `{}`", self.kind.noun(), self.name)
    }
}

/// Returns the target that is meant: the one that was named, else the library, else the only program or that of
/// `default-run`.
///
/// # Errors
/// When none or several are meant.
pub fn choose(workspace: &Workspace, arguments: &Arguments) -> Result<ChosenTarget, String> {
    let package = workspace.package(arguments.package.as_deref())?;
    let all: Vec<(Kind, &str)> =
        package.targets.iter().filter_map(|it| Some((Kind::of(it)?, it.name.as_str()))).collect();
    let chosen = match wanted(arguments) {
        Some((kind, name)) => named(package, &all, kind, name)?,
        None => default(package, &all)?,
    };
    let is_other = |it: &&(Kind, &str)| **it != chosen;
    Ok(ChosenTarget {
        manifest: package.manifest_path.to_string(),
        package: package.name.to_string(),
        kind: chosen.0,
        name: chosen.1.to_owned(),
        others: all.iter().filter(is_other).map(option).collect(),
    })
}

/// Returns the kind and name that were asked for.
fn wanted(arguments: &Arguments) -> Option<(Kind, &str)> {
    let it = &arguments.target;
    if it.lib {
        return Some((Kind::Lib, ""));
    }
    let names = [
        (Kind::Bin, &it.bin),
        (Kind::Example, &it.example),
        (Kind::Test, &it.test),
        (Kind::Bench, &it.bench),
    ];
    names.into_iter().find_map(|(kind, name)| Some((kind, name.as_deref()?)))
}

fn named<'a>(
    package: &Package,
    all: &[(Kind, &'a str)],
    kind: Kind,
    name: &str,
) -> Result<(Kind, &'a str), String> {
    let is_meant = |it: &&(Kind, &str)| it.0 == kind && (kind == Kind::Lib || it.1 == name);
    if let Some(found) = all.iter().find(is_meant) {
        return Ok(*found);
    }
    let noun = kind.noun();
    let subject = match kind {
        Kind::Lib => format!("package `{}` has no library", package.name),
        _ => format!("package `{}` has no {noun} `{name}`", package.name),
    };
    let others: Vec<String> = all.iter().map(option).collect();
    Err(format!("{subject}; its targets are: {}", others.join(", ")))
}

fn default<'a>(package: &Package, all: &[(Kind, &'a str)]) -> Result<(Kind, &'a str), String> {
    let of_kind = |kind: Kind| all.iter().filter(move |it| it.0 == kind).copied();
    if let Some(library) = of_kind(Kind::Lib).next() {
        return Ok(library);
    }
    let programs: Vec<(Kind, &str)> = of_kind(Kind::Bin).collect();
    let is_run = |it: &&(Kind, &str)| package.default_run.as_deref() == Some(it.1);
    match (&programs[..], programs.iter().find(is_run)) {
        ([program], _) | (_, Some(program)) => Ok(*program),
        _ => {
            let options: Vec<String> = all.iter().map(option).collect();
            Err(format!("choose a target of package `{}`: {}", package.name, options.join(", ")))
        }
    }
}

fn option(target: &(Kind, &str)) -> String {
    match target.0 {
        Kind::Lib => Kind::Lib.option().to_owned(),
        kind => format!("{} {}", kind.option(), target.1),
    }
}
