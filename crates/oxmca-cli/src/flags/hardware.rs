//! Files with values of registers, which `-initial-registers` names.

use oxmca::hardware::{self, InitialRegisters};
use oxmca::options::arguments::ReadFile;
use oxmca_tables::Tables;

use super::args::Args;
use crate::files;

/// Most bytes of a file with values of registers.
const MAX_BYTES: u64 = 1 << 20;

/// Files of values of registers.
#[derive(Clone, Debug, Default)]
pub struct Files;

impl ReadFile for Files {
    fn read(path: &str) -> Result<String, String> {
        let bytes = files::read_at_most(path, MAX_BYTES);
        let bytes = bytes.map_err(|error| format!("{path}: {}", files::describe(&error)))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Reads the file that `-initial-registers` names, if it names one.
///
/// # Errors
/// The message, when it cannot be read or has a mistake.
pub fn read_initial_registers(args: &mut Args) -> Result<(), String> {
    let Some(path) = &args.initial_registers_file else { return Ok(()) };
    let read = hardware::read_initial_registers(&Files::read(path)?);
    let read = read.map_err(|error| format!("{path}:{error}"))?;
    args.requested.hardware_options.initial_registers = InitialRegisters::Named(read);
    Ok(())
}

/// Returns the message about a register of `-initial-registers` that a target lacks.
pub fn unknown_register(args: &Args, tables: &Tables<'_>) -> Option<String> {
    let values = &args.requested.hardware_options.initial_registers;
    let InitialRegisters::Named(registers) = values else { return None };
    let path = args.initial_registers_file.as_deref().unwrap_or_default();
    registers.iter().find_map(|it| {
        let problem = it.register(tables).err()?;
        Some(format!("{path}:{}:{}: {problem}", it.line, it.column))
    })
}
