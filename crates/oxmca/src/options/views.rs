//! The switches that ask for sections.

use crate::view_list::for_each_switched_view;

/// Declares the switches of [`Views`].
macro_rules! declare_switches {
    ($(
        $(#[doc = $doc:literal])+
        $(#[cfg($cfg:meta)])?
        $name:ident: $module:ident::$Section:ident, $slot:ty, fn $accessor:ident;
    )*) => {
        /// Sections to report. They always appear in the order of these fields.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct Views {
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? pub $name: bool,)*
        }

        /// The switches of [`Views`], every one of which must be given. A program that sets them this
        /// way does not compile once there is another one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct EverySwitch {
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? pub $name: bool,)*
        }

        impl From<EverySwitch> for Views {
            fn from(switches: EverySwitch) -> Views {
                Views { $($(#[cfg($cfg)])? $name: switches.$name,)* }
            }
        }

        impl Views {
            /// No section.
            pub const NONE: Views = Views { $($(#[cfg($cfg)])? $name: false,)* };

            /// Names of the sections.
            pub const NAMES: &[&str] = &[$($(#[cfg($cfg)])? stringify!($name),)*];

            /// Returns the switch of a name.
            pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($(#[cfg($cfg)])? stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

for_each_switched_view! { declare_switches }

impl Default for Views {
    /// Creates the sections that llvm-mca prints by default.
    fn default() -> Self {
        Views { summary: true, instruction_info: true, resource_pressure: true, ..Views::NONE }
    }
}

impl Views {
    /// Returns the default sections after `change` has switched some on or off.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Views)) -> Views {
        let mut views = Views::default();
        change(&mut views);
        views
    }

    /// Returns these without the sections that no CPU has which executes in order: the bottleneck analysis and the
    /// statistics of the retire control unit.
    #[must_use]
    pub fn in_order(self) -> Views {
        Views { bottleneck_analysis: false, retire_statistics: false, ..self }
    }
}
