//! Hardware units: state, and the rules for changing it.

pub mod boxed;
pub mod dispatch_group;
pub mod kind;
pub mod load_store;
pub mod memory_order;
pub mod ordered_sets;
pub mod physical_registers;
pub mod register_file;
pub mod reservation_stations;
pub mod resources;
pub mod round_robin;
pub mod rounds;
pub mod scoreboard;
pub mod segments;
pub mod selection;
pub mod state;
pub mod wheel;
