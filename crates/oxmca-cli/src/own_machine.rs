//! Hardware data of the machine that the program runs on, where the user's configuration is: what `-mcpu=native` takes.

use std::path::PathBuf;
use std::sync::Once;
use std::{fs, io};

use etcetera::BaseStrategy as _;
use oxmca::SessionBuilder;
use oxmca::options::SimulationKind;
use oxmca_asm::{Severity, host};

use crate::console;
use crate::files;
use crate::flags::args::Args;

/// The CPU that stands for this machine.
const NATIVE: &str = "native";

/// Returns the file for this machine, which need not exist. Machines that share a folder of the user's have a file each: it is
/// called by what the processor says of itself, and by the CPU that it is most like if that is in doubt.
///
/// # Errors
/// When the user has no folder.
pub fn path() -> io::Result<PathBuf> {
    let folders = etcetera::base_strategy::choose_base_strategy().map_err(io::Error::other)?;
    let mut name = oxmca_host::cpu_name().to_owned();
    if let Some(nearest) = files::host_doubt().and_then(|it| it.nearest.as_deref()) {
        name += &format!("-like-{nearest}");
    }
    for number in files::processor_numbers() {
        name += &format!("-{number}");
    }
    Ok(folders.config_dir().join("oxmca").join("hardware").join(name + ".hw"))
}

/// Makes the arguments of an analysis on `native` those of hardware mode with the file for this machine, if there is one and no
/// other was named, and says so.
pub fn take(args: &mut Args) {
    let may_be_hardware =
        args.requested.is_hardware() || (args.chooses_model && args.requested.model_of.is_none());
    if args.mcpu.as_deref() != Some(NATIVE)
        || !may_be_hardware
        || !args.hardware_files.is_empty()
        || !is_for_host(args)
    {
        return;
    }
    let Some(path) = path().ok().filter(|path| path.is_file()) else { return };
    let Some(name) = path.to_str() else { return };
    let cpu = fs::read_to_string(&path).ok().and_then(|text| cpu_of(&text).map(str::to_owned));
    say(&match &cpu {
        Some(cpu) => format!("this machine is taken for {cpu} with the hardware data of {name}"),
        None => format!("the hardware data are those of {name}"),
    });
    args.mcpu = cpu.or(args.mcpu.take());
    args.hardware_files.push(name.to_owned());
    args.requested.model_of = Some(SimulationKind::Hardware);
}

/// Returns whether the arguments are for the architecture of the machine.
fn is_for_host(args: &Args) -> bool {
    let arch = |triple: &str| SessionBuilder::new(triple).triple().arch();
    let host = host::default_triple();
    args.march.is_empty() && (args.mtriple.is_empty() || arch(&args.mtriple) == arch(&host))
}

/// Returns the first CPU that a hardware file is for.
fn cpu_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("cpus "))?.split_whitespace().next()
}

/// Prints a note, once in a run.
fn say(note: &str) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| console::message(Severity::Note, note));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_is_that_of_the_file() {
        let text = "# Of a machine.\n\nhardware Mine based-on RedwoodCove\ncpus graniterapids meteorlake\n";
        assert_eq!(cpu_of(text), Some("graniterapids"));
        assert_eq!(cpu_of("hardware Mine\n"), None);
    }
}
