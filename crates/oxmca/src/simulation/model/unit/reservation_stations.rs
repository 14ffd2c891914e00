//! Reservation stations: the entries instructions hold from dispatch to issue.

use super::state::StateSink;
use crate::options::ScaleFactor;
use crate::processor::{Processor, bits};

/// The state of the reservation stations that an instruction needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferState {
    /// There is room.
    Available,
    /// One is full.
    Full,
    /// One belongs to an in-order resource that is in use.
    Reserved,
}

/// The reservation stations of all resources. Sets of them are own bits of their resources.
#[derive(Clone, Debug)]
pub struct ReservationStations {
    with_room: u64,
    /// Own bits of in-order resources in use.
    reserved: u64,
    /// Own bits of resources whose stations have a limited number of entries.
    bounded: u64,
    /// Own bits of in-order resources.
    in_order: u64,
    /// By resource.
    free_entries: [u32; 64],
}

impl ReservationStations {
    /// Creates stations whose entries are all free. They have so many times the entries of the model.
    pub fn new(processor: &Processor<'_>, scale: ScaleFactor) -> Self {
        let mut stations = ReservationStations {
            with_room: u64::MAX,
            reserved: 0,
            bounded: 0,
            in_order: 0,
            free_entries: [0; 64],
        };
        for (index, resource) in processor.resources.iter().enumerate() {
            match u32::try_from(scale.scale_entries(resource.buffer_size)) {
                Ok(0) => stations.in_order |= 1 << index,
                Ok(entries) => {
                    stations.bounded |= 1 << index;
                    stations.free_entries[index & 63] = entries;
                }
                Err(_) => {}
            }
        }
        stations
    }

    /// Returns the in-order resources: they hold up dispatch while in use.
    pub const fn in_order(&self) -> u64 {
        self.in_order
    }

    /// Returns whether all of `buffers` have room.
    #[inline]
    pub const fn have_room(&self, buffers: u64) -> bool {
        buffers & (self.reserved | !self.with_room) == 0
    }

    /// Returns whether all of `buffers` have room, and if not, the reason.
    pub const fn state(&self, buffers: u64) -> BufferState {
        if buffers & self.reserved != 0 {
            BufferState::Reserved
        } else if buffers & !self.with_room != 0 {
            BufferState::Full
        } else {
            BufferState::Available
        }
    }

    /// Takes an entry of each of `buffers`.
    #[inline]
    pub fn reserve(&mut self, buffers: u64) {
        for index in bits(buffers & self.bounded) {
            let free = &mut self.free_entries[index.index()];
            *free = free.wrapping_sub(1);
            self.with_room ^= u64::from(*free == 0) << index.index();
        }
        // In-order resources stay reserved until their units are free again.
        self.toggle_reserved(buffers);
    }

    /// Gives back an entry of each of `buffers`.
    #[inline]
    pub fn release(&mut self, buffers: u64) {
        self.with_room |= buffers;
        for index in bits(buffers & self.bounded) {
            let free = &mut self.free_entries[index.index()];
            *free = free.wrapping_add(1);
        }
    }

    /// Reserves those of `buffers` that are in order, or ends their reservation.
    #[inline]
    pub const fn toggle_reserved(&mut self, buffers: u64) {
        self.reserved ^= buffers & self.in_order;
    }

    /// Passes on the state that dispatch depends on.
    pub fn put_state(&self, sink: &mut impl StateSink) {
        sink.put(self.with_room);
        sink.put(self.reserved);
        for index in bits(self.bounded) {
            sink.put(self.free_entries[index.index()].into());
        }
    }
}
