//! Options as fields, from the list of them.

use std::num::NonZero;

use super::hardware::{Delivery, HardwareParts, InitialRegisters};
use super::list::option_list;
use super::scale_factor::ScaleFactor;
use super::simulation::SimulationKind;
use super::views::Views;
use super::words::{AnnotationStyle, InstructionTables};

/// Declares the structs of options, and their defaults.
macro_rules! declare_fields {
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
        $(#[$of_options])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct Options {
            $($(#[doc = $doc])+ pub $name: $type,)*
            $($(#[doc = $derived_doc])+ pub $derived: $derived_type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($name: $default,)* $($derived: $derived_default,)* }
            }
        }

        $(#[$of_hardware_options])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct HardwareOptions {
            $($(#[doc = $hardware_doc])+ pub $hardware: $hardware_type,)*
            $($(#[doc = $hardware_derived_doc])+ pub $hardware_derived: $hardware_derived_type,)*
        }

        impl Default for HardwareOptions {
            fn default() -> Self {
                HardwareOptions {
                    $($hardware: $hardware_default,)*
                    $($hardware_derived: $hardware_derived_default,)*
                }
            }
        }
    };
}

option_list! { declare_fields }

impl Options {
    /// Returns the default options after `change` has set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Options)) -> Options {
        let mut options = Options::default();
        change(&mut options);
        options
    }

    /// Returns the iterations to run: the option, or llvm-mca's default. Instruction tables take one.
    pub fn effective_iterations(&self) -> u32 {
        match self.instruction_tables {
            InstructionTables::None => self.iterations.map_or(100, NonZero::get),
            InstructionTables::Normal | InstructionTables::Full => 1,
        }
    }

    /// Returns the simulation that is asked for.
    pub const fn simulation(&self) -> SimulationKind {
        match self.hardware {
            None => SimulationKind::Model,
            Some(_) => SimulationKind::Hardware,
        }
    }

    /// Returns the largest number of iterations in the timeline: the option, or llvm-mca's default.
    pub fn effective_timeline_iterations(&self) -> u32 {
        self.timeline_max_iterations.map_or(10, NonZero::get)
    }
}

/// Returns the number that stands for an option inside the simulator: 0 for `None`.
pub(crate) fn or_zero(option: Option<NonZero<u32>>) -> u32 {
    option.map_or(0, NonZero::get)
}

impl HardwareOptions {
    /// Returns the default options after `change` has set some of them.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut HardwareOptions)) -> HardwareOptions {
        let mut options = HardwareOptions::default();
        change(&mut options);
        options
    }

    /// Returns whether a part is not left out.
    pub(crate) const fn has(&self, part: HardwareParts) -> bool {
        self.parts.contains(part)
    }
}
