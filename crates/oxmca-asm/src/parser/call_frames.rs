//! Frames that `.cfi_startproc` begins and `.cfi_endproc` ends.

use crate::symbols::SectionId;

/// Frames begun and not yet finished.
#[derive(Debug, Default)]
pub(super) struct CallFrames {
    /// The section each open frame began in.
    pub(super) open: Vec<Option<SectionId>>,
    /// Set if the frame begun last is finished; `None` before the first.
    last_finished: Option<bool>,
    /// Per open frame, whether it is the one begun last.
    is_last: Vec<bool>,
}

impl CallFrames {
    /// Returns whether the frame begun last is still open.
    pub fn unfinished(&self) -> bool {
        self.last_finished == Some(false)
    }

    pub fn begin(&mut self, section: Option<SectionId>) {
        self.open.push(section);
        self.is_last.fill(false);
        self.is_last.push(true);
        self.last_finished = Some(false);
    }

    pub fn end(&mut self) {
        self.open.pop();
        if self.is_last.pop() == Some(true) {
            self.last_finished = Some(true);
        }
    }
}
