//! Frames that `.cfi_startproc` begins and `.cfi_endproc` ends.

use crate::symbols::SectionId;

/// Frames begun and not yet finished.
#[derive(Debug, Default)]
pub(super) struct CallFrames {
    /// The section each open frame began in.
    pub(super) open: Vec<Option<SectionId>>,
}

impl CallFrames {
    /// Returns whether a frame is still open.
    pub fn unfinished(&self) -> bool {
        !self.open.is_empty()
    }

    pub fn begin(&mut self, section: Option<SectionId>) {
        self.open.push(section);
    }

    pub fn end(&mut self) {
        self.open.pop();
    }
}
