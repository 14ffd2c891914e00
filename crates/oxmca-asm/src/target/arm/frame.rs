//! The directives about how a function is left, in their order.

use oxmca_tables::Reg;

use crate::source::Loc;

/// The directives of the open function, by their places.
#[derive(Debug, Default, PartialEq)]
pub struct Frame {
    begins: Vec<Loc>,
    cannot_unwind: Vec<Loc>,
    /// Each with its name.
    personalities: Vec<(Loc, &'static str)>,
    handler_data: Vec<Loc>,
    /// The register that the frame is found by; `None` stands for `sp`.
    pub pointer: Option<Reg>,
}

impl Frame {
    /// Returns whether nothing has been said.
    pub fn is_initial(&self) -> bool {
        *self == Frame::default()
    }

    pub fn has_begun(&self) -> bool {
        !self.begins.is_empty()
    }

    pub fn cannot_unwind(&self) -> bool {
        !self.cannot_unwind.is_empty()
    }

    pub fn has_personality(&self) -> bool {
        !self.personalities.is_empty()
    }

    pub fn has_handler_data(&self) -> bool {
        !self.handler_data.is_empty()
    }

    /// Takes note of a directive.
    pub fn record(&mut self, name: &'static str, loc: Loc) {
        match name {
            ".fnstart" => self.begins.push(loc),
            ".cantunwind" => self.cannot_unwind.push(loc),
            ".handlerdata" => self.handler_data.push(loc),
            name => self.personalities.push((loc, name)),
        }
    }

    /// Returns the places of directives of a name. Both kinds of personalities count as one.
    pub fn places(&self, name: &'static str) -> Vec<(Loc, &'static str)> {
        let locs = match name {
            ".fnstart" => &self.begins,
            ".cantunwind" => &self.cannot_unwind,
            ".handlerdata" => &self.handler_data,
            _ => return self.personalities.clone(),
        };
        locs.iter().map(|loc| (*loc, name)).collect()
    }
}
