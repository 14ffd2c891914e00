//! Arguments on which cycles depend, as a baseline has them.

use oxmca::options::OPTIONS;
use oxmca_loops::baseline::{BaselineFile, BaselineSetting};

use crate::console::{Failed, failed};
use crate::files;
use crate::loops::arguments::{MachineArguments, Syntax};

/// Most bytes of a file of hardware data or a model: more than any that is accepted.
const MAX_HARDWARE_BYTES: u64 = 1 << 21;

/// Returns the arguments that were given and change cycles, or the instructions that a text has. The CPU, the triple, the
/// simulation and hardware data have lines of their own in a baseline.
pub fn settings(machine: &MachineArguments) -> Result<Vec<BaselineSetting>, Failed> {
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
    for (name, paths) in [
        ("--model", machine.model.as_slice()),
        ("--initial-registers", machine.options.initial_registers_file.as_slice()),
    ] {
        for path in paths {
            let BaselineFile { path, checksum } = describe(path)?;
            add(name, format!("{path} ({checksum:016x})"));
        }
    }
    Ok(found)
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

/// Returns the hardware data of the user's.
pub fn hardware_files(machine: &MachineArguments) -> Result<Vec<BaselineFile>, Failed> {
    machine.options.hardware_files.iter().map(describe).collect()
}

/// Reads a file for its description.
fn describe(path: &String) -> Result<BaselineFile, Failed> {
    match files::read_at_most(path, MAX_HARDWARE_BYTES) {
        Ok(contents) => Ok(BaselineFile::new(path, &contents)),
        Err(error) => Err(failed(&format!("{path}: {}", files::describe(&error)))),
    }
}
