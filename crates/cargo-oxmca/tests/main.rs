//! `cargo oxmca` on crates of its own, each in a folder of its own. Outputs depend on the compiler's version, so that tests ask
//! for what must be in them.

mod fixture;
mod functions;
mod messages;
mod page;
mod revisions;
mod selection;
