//! Windows' unwind information: `.seh_*`. Checked, and forgotten.

use crate::symbols::SectionId;

/// The effect of an instruction of a prologue on the frame, as a directive gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnwindCode {
    /// Pushed a register.
    PushRegister,
    /// Set the frame register that many bytes from the stack pointer.
    SetFrame {
        /// Bytes.
        offset: u32,
    },
    /// Took space on the stack.
    AllocateStack {
        /// Bytes.
        size: u32,
    },
    /// Saved a general-purpose register.
    SaveRegister {
        /// Bytes from the stack pointer.
        offset: u32,
    },
    /// Saved a vector register.
    SaveVector {
        /// Bytes from the stack pointer.
        offset: u32,
    },
    /// Was entered by an interrupt.
    PushMachineFrame,
}

/// The effect of a directive on the frame it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FrameStep {
    EndProcedure,
    EndFunclet,
    StartChained,
    EndChained,
    Handler { handles_anything: bool },
    HandlerData,
    EndPrologue,
    StartEpilogue,
    EndEpilogue,
    UnwindV2Start,
    UnwindVersion(u8),
}

#[derive(Debug)]
pub(super) struct Frame {
    pub function: Vec<u8>,
    pub section: Option<SectionId>,
    /// The frame this one continues.
    pub parent: Option<usize>,
    pub ended: bool,
    pub prologue_ended: bool,
    pub has_code: bool,
    pub has_frame_register: bool,
    pub version: u8,
}

#[derive(Debug)]
pub(super) struct Epilogue {
    pub unwind_v2_started: bool,
}

/// Frames so far.
#[derive(Debug, Default)]
pub(super) struct WindowsFrames {
    pub frames: Vec<Frame>,
    pub current: Option<usize>,
    pub epilogue: Option<Epilogue>,
}

impl WindowsFrames {
    /// Returns whether the newest frame is still open.
    pub fn unfinished(&self) -> bool {
        self.frames.last().is_some_and(|frame| !frame.ended)
    }

    pub fn current(&mut self) -> Option<&mut Frame> {
        self.frames.get_mut(self.current?)
    }
}
