//! Options as entries, from the list of them.

use std::num::NonZero;

use super::entry::{InDocuments, OnPage, OptionEntry, OptionList};
use super::hardware::{Delivery, HardwareParts, InitialRegisters};
use super::list::option_list;
use super::scale_factor::ScaleFactor;
use super::simulation::{AppliesTo, SimulationKind};
use super::value::{OptionKind, OptionType, OptionValue};
use super::words::InstructionTables;

/// Declares the list.
macro_rules! declare_entries {
    (
        $(#[$of_options:meta])*
        options {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $type:ty = $default:expr, { $($attribute:tt)* }
            )*
        }
        derived {
            $(
                $(#[doc = $derived_doc:literal])+
                $derived:ident: $derived_type:ty = $derived_default:expr;
            )*
        }
        $(#[$of_hardware_options:meta])*
        hardware_options {
            $(
                $(#[doc = $hardware_doc:literal])+
                $hardware:ident: $hardware_type:ty = $hardware_default:expr,
                    { $($hardware_attribute:tt)* }
            )*
        }
        hardware_derived {
            $(
                $(#[doc = $hardware_derived_doc:literal])+
                $hardware_derived:ident: $hardware_derived_type:ty = $hardware_derived_default:expr;
            )*
        }
        others { $($other:ident { $($other_attribute:tt)* })* }
    ) => {
        /// All options.
        pub const OPTIONS: OptionList = OptionList(&[
            $(OptionEntry {
                $($attribute)*
                ..OptionEntry {
                    name: stringify!($name),
                    kind: <$type as OptionType>::KIND,
                    set: |requested, value| match value {
                        OptionValue::Unset => requested.options.$name = $default,
                        value => if let Some(value) = OptionType::from_value(value) {
                            requested.options.$name = value;
                        }
                    },
                    value: |options| options.$name.to_value(),
                    default: || <$type as OptionType>::to_value(&$default),
                    ..OptionEntry::USUAL
                }
            },)*
            $(OptionEntry { name: stringify!($other), $($other_attribute)* ..OptionEntry::USUAL },)*
            $(OptionEntry {
                $($hardware_attribute)*
                ..OptionEntry {
                    name: stringify!($hardware),
                    kind: <$hardware_type as OptionType>::KIND,
                    applies_to: AppliesTo::Hardware,
                    set: |requested, value| match value {
                        OptionValue::Unset => {
                            requested.hardware_options.$hardware = $hardware_default;
                        }
                        value => if let Some(value) = OptionType::from_value(value) {
                            requested.hardware_options.$hardware = value;
                        }
                    },
                    value: |options| match &options.hardware {
                        Some(hardware) => hardware.$hardware.to_value(),
                        None => <$hardware_type as OptionType>::to_value(&$hardware_default),
                    },
                    default: || <$hardware_type as OptionType>::to_value(&$hardware_default),
                    ..OptionEntry::USUAL
                }
            },)*
        ]);
    };
}

option_list! { declare_entries }

impl Default for OptionList {
    /// Returns all options.
    fn default() -> Self {
        OPTIONS
    }
}
