//! Hardware units: state, and the rules for changing it.

pub mod kind;
pub mod load_store;
pub mod ordered_sets;
pub mod register_file;
pub mod reservation_stations;
pub mod resources;
pub mod round_robin;
pub mod rounds;
pub mod state;
pub mod wheel;
