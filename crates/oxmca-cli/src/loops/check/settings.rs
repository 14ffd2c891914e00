//! Arguments on which cycles depend, as a baseline has them.

use oxmca::options::OPTIONS;
use oxmca_loops::baseline::{BaselineFile, BaselineFileKind, BaselineSetting};

use crate::console::{Failed, failed};
use crate::files;
use crate::machine_arguments::{MachineArguments, Syntax};

/// Most bytes of a file of hardware data or a model: as many as a model may have.
const MAX_FILE_BYTES: u64 = 1 << 23;

/// Returns the arguments that were given and change cycles, or the instructions that a text has. The CPU, the triple, the
/// simulation and files have lines of their own in a baseline.
pub fn settings(machine: &MachineArguments) -> Vec<BaselineSetting> {
    let mut found = Vec::new();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            found.push(BaselineSetting { name: name.to_owned(), value });
        }
    };
    add("--march", machine.march.clone());
    add("--mattr", machine.mattr.join(","));
    if machine.x86_asm_syntax == Syntax::Intel {
        add("--x86-asm-syntax", "intel".to_owned());
    }
    let requested = &machine.options.requested;
    let mut options = requested.options.clone();
    options.hardware = Some(requested.hardware_options.clone());
    let chooses_simulation = |name: &str| matches!(name, "hardware" | "model_of");
    let given = OPTIONS.iter().filter(|it| requested.is_given(it.name));
    for entry in given.filter(|it| !chooses_simulation(it.name)) {
        let value = (entry.value)(&options);
        if value != (entry.default)() {
            add(&entry.spelling(), value.to_string());
        }
    }
    found
}

/// Returns how arguments differ from those of a baseline, in words; `None` if they are the same.
pub fn difference(now: &[BaselineSetting], written: &[BaselineSetting]) -> Option<String> {
    let list = |settings: &[BaselineSetting], others: &[BaselineSetting]| {
        let words = settings.iter().filter(|it| !others.contains(it));
        words.map(|it| format!("{}={}", it.name, it.value)).collect::<Vec<_>>().join(" ")
    };
    let (only_written, only_now) = (list(written, now), list(now, written));
    match (only_written.is_empty(), only_now.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("with {only_written}")),
        (true, false) => Some(format!("without {only_now}")),
        (false, false) => Some(format!("with {only_written} and without {only_now}")),
    }
}

/// Lets files that the baseline was written with take part, if none is given to their argument.
pub fn take_files(machine: &mut MachineArguments, written: &[BaselineFile]) {
    let of = |kind: BaselineFileKind| {
        written.iter().filter(move |it| it.kind == kind).map(|it| it.path.clone())
    };
    if machine.options.hardware_files.is_empty() {
        machine.options.hardware_files = of(BaselineFileKind::Hardware).collect();
    }
    if machine.model.is_empty() {
        machine.model.extend(of(BaselineFileKind::Model));
    }
    if machine.options.initial_registers_file.is_none() {
        machine.options.initial_registers_file = of(BaselineFileKind::InitialRegisters).next();
    }
}

/// Returns the files of the user's that cycles depend on.
pub fn given_files(machine: &MachineArguments) -> Result<Vec<BaselineFile>, Failed> {
    let given = [
        (BaselineFileKind::Hardware, machine.options.hardware_files.as_slice()),
        (BaselineFileKind::Model, machine.model.as_slice()),
        (BaselineFileKind::InitialRegisters, machine.options.initial_registers_file.as_slice()),
    ];
    let files = given.into_iter().flat_map(|(kind, paths)| paths.iter().map(move |it| (kind, it)));
    files.map(|(kind, path)| describe(kind, path)).collect()
}

/// Returns how files differ from those of a baseline, in words; `None` if all have the same contents.
pub fn changed_files(now: &[BaselineFile], written: &[BaselineFile]) -> Option<String> {
    let without = |files: &[BaselineFile], others: &[BaselineFile]| {
        let left = files.iter().filter(|it| !others.iter().any(|other| it.is_same(other)));
        left.cloned().collect::<Vec<_>>()
    };
    let (only_written, only_now) = (without(written, now), without(now, written));
    let is_at_same_place = |it: &BaselineFile| {
        only_now.iter().any(|other| (it.kind, &it.path) == (other.kind, &other.path))
    };
    let named = |it: &BaselineFile| format!("{}={}", it.kind.argument(), it.path);
    let mut words = Vec::new();
    for it in &only_written {
        let other = if is_at_same_place(it) { "other contents of" } else { "the contents of" };
        words.push(format!("with {other} {}", named(it)));
    }
    for it in &only_now {
        if !only_written.iter().any(|other| (it.kind, &it.path) == (other.kind, &other.path)) {
            words.push(format!("without {}", named(it)));
        }
    }
    (!words.is_empty()).then(|| words.join(" and "))
}

/// Reads a file for its description.
fn describe(kind: BaselineFileKind, path: &str) -> Result<BaselineFile, Failed> {
    match files::read_at_most(path, MAX_FILE_BYTES) {
        Ok(contents) => Ok(BaselineFile::new(kind, path, &contents)),
        Err(error) => Err(failed(&format!("{path}: {}", files::describe(&error)))),
    }
}
