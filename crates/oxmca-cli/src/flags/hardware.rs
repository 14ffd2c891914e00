//! Values of the flags of hardware mode.

use oxmca::hardware::{self, Delivery, InitialRegisters, feature};
use oxmca_tables::Tables;

use super::args::Args;
use crate::files;

/// `-delivery`
pub fn set_delivery(args: &mut Args, choice: usize) {
    let delivery = if choice == 0 { Delivery::Unrolled } else { Delivery::Loop };
    args.hardware_options.delivery = Some(delivery);
}

/// `-initial-registers`
pub fn set_initial_registers(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.initial_registers_file = None;
    args.hardware_options.initial_registers = match text {
        "distinct" => InitialRegisters::Distinct,
        "equal" => InitialRegisters::Equal,
        "" => return Err("expected 'distinct', 'equal' or a file"),
        path => {
            args.initial_registers_file = Some(path.to_owned());
            InitialRegisters::Distinct
        }
    };
    Ok(())
}

/// Most bytes of a file with values of registers.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the file that `-initial-registers` names, if it names one.
///
/// # Errors
/// The message, when it cannot be read or has a mistake.
pub fn read_initial_registers(args: &mut Args) -> Result<(), String> {
    let Some(path) = &args.initial_registers_file else { return Ok(()) };
    let bytes = files::read_at_most(path, MAX_BYTES);
    let bytes = bytes.map_err(|error| format!("{path}: {}", files::describe(&error)))?;
    let text = String::from_utf8_lossy(&bytes);
    let read = hardware::read_initial_registers(&text);
    let read = read.map_err(|error| format!("{path}:{error}"))?;
    args.hardware_options.initial_registers = InitialRegisters::Named(read);
    Ok(())
}

/// Values of registers, and the file that they are from.
#[derive(Clone, Debug)]
pub struct RegisterValues {
    /// The values.
    pub values: InitialRegisters,
    /// The file, if they are from one.
    pub file: Option<String>,
}

/// Reads the value of `--initial-registers` of other commands.
///
/// # Errors
/// The message, when it is wrong.
pub fn initial_registers(text: &str) -> Result<RegisterValues, String> {
    let mut args = Args::default();
    set_initial_registers(&mut args, text)?;
    read_initial_registers(&mut args)?;
    let values = args.hardware_options.initial_registers;
    Ok(RegisterValues { values, file: args.initial_registers_file })
}

/// Returns the message about a register of `-initial-registers` that a target lacks.
pub fn unknown_register(args: &Args, tables: &Tables<'_>) -> Option<String> {
    let InitialRegisters::Named(registers) = &args.hardware_options.initial_registers else {
        return None;
    };
    let path = args.initial_registers_file.as_deref().unwrap_or_default();
    registers.iter().find_map(|it| {
        let problem = it.register(tables).err()?;
        Some(format!("{path}:{}:{}: {problem}", it.line, it.column))
    })
}

/// `-smt`
pub fn set_threads(args: &mut Args, value: bool, _: usize) {
    args.hardware_options.has_two_threads = value;
}

/// `-hardware-without`
pub fn leave_out(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.hardware_options.features &= !features(text)?;
    Ok(())
}

/// `-hardware-with`
pub fn add(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.hardware_options.features |= features(text)?;
    Ok(())
}

fn features(text: &str) -> Result<u32, &'static str> {
    text.split(',').try_fold(0, |set, name| {
        let found = feature::NAMES.iter().find(|(known, ..)| *known == name);
        found.map(|(_, bit, _)| set | bit).ok_or("no part of hardware mode has this name")
    })
}
