//! Values of the flags of hardware mode.

use oxmca::hardware::{Delivery, InitialRegisters, feature};

use super::args::Args;

/// `-delivery`
pub fn set_delivery(args: &mut Args, choice: usize) {
    let delivery = if choice == 0 { Delivery::Unrolled } else { Delivery::Loop };
    args.hardware_options.delivery = Some(delivery);
}

/// `-initial-registers`
pub fn set_initial_registers(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.hardware_options.initial_registers = match text {
        "distinct" => InitialRegisters::Distinct,
        "equal" => InitialRegisters::Equal,
        _ => return Err("expected 'distinct' or 'equal'"),
    };
    Ok(())
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
