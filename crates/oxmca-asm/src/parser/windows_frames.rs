//! Frames of Windows' unwind information, which `.seh_*` directives describe.
//!
//! Targets have directives of their own for the instructions of a prologue; the rest is shared.

use crate::symbols::SectionId;

use super::error::message;

/// The effect of a directive on the frame it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FrameStep {
    EndProcedure,
    EndFunclet,
    /// The frame ends, and one that continues it begins.
    SplitChained,
    Handler,
    HandlerData,
    EndPrologue,
    StartEpilogue,
    EndEpilogue,
    UnwindV2Start,
}

/// The first version of unwind information whose codes take any register, and are those of epilogues, too.
const VERSION_OF_LARGE_REGISTERS: u8 = 3;
/// The highest register that older versions have room for.
const LAST_SMALL_REGISTER: u16 = 15;

/// The frame of a procedure, or of a part that is chained to one.
#[derive(Debug)]
pub struct WindowsFrame {
    function: Vec<u8>,
    section: Option<SectionId>,
    ended: bool,
    prologue_ended: bool,
    /// The version of unwind information.
    version: u8,
    /// Set once a directive has described an instruction of the prologue.
    pub has_unwind_codes: bool,
    /// Set once a directive has named the frame register.
    pub has_frame_register: bool,
    epilogue: Option<Epilogue>,
}

impl WindowsFrame {
    /// Returns whether directives describe instructions of an epilogue.
    pub fn is_in_epilogue(&self) -> bool {
        self.epilogue.is_some()
    }

    /// Returns whether codes may be those of an epilogue, and of two registers.
    pub fn takes_any_codes(&self) -> bool {
        self.version >= VERSION_OF_LARGE_REGISTERS
    }

    /// Returns whether codes may name the register of that number.
    pub fn takes_register(&self, number: u16) -> bool {
        self.takes_any_codes() || number <= LAST_SMALL_REGISTER
    }
}

#[derive(Clone, Copy, Debug)]
struct Epilogue {
    unwind_v2_started: bool,
}

/// The frames begun so far.
#[derive(Debug)]
pub(super) struct WindowsFrames {
    frames: Vec<WindowsFrame>,
    /// The version of unwind information of the frames that begin.
    version: u8,
}

impl Default for WindowsFrames {
    fn default() -> WindowsFrames {
        WindowsFrames { frames: Vec::new(), version: FIRST_VERSION }
    }
}

const FIRST_VERSION: u8 = 1;

/// The consequences of a [`FrameStep`].
#[derive(Debug, Default)]
pub(super) struct StepResult {
    /// The error to report.
    pub error: Option<Vec<u8>>,
    /// The section to go back to.
    pub section: Option<SectionId>,
}

impl StepResult {
    fn error(message: impl Into<Vec<u8>>) -> StepResult {
        StepResult { error: Some(message.into()), section: None }
    }
}

impl WindowsFrames {
    /// Returns whether the newest frame is still open.
    pub fn unfinished(&self) -> bool {
        self.frames.last().is_some_and(|frame| !frame.ended)
    }

    /// Returns the frame that directives are about.
    pub fn open_frame(&mut self) -> Option<&mut WindowsFrame> {
        self.frames.last_mut().filter(|frame| !frame.ended)
    }

    /// Begins the frame of a procedure in the current section.
    pub fn begin(&mut self, function: &[u8], section: Option<SectionId>) {
        // An epilogue that the procedure before has not ended goes on.
        let epilogue = self.frames.last().and_then(|frame| frame.epilogue);
        self.push(function.to_vec(), section, self.version, epilogue);
    }

    fn push(
        &mut self,
        function: Vec<u8>,
        section: Option<SectionId>,
        version: u8,
        epilogue: Option<Epilogue>,
    ) {
        self.frames.push(WindowsFrame {
            function,
            section,
            ended: false,
            prologue_ended: false,
            version,
            has_unwind_codes: false,
            has_frame_register: false,
            epilogue,
        });
    }

    /// Sets the version of unwind information: of the open frame, or of those that begin after this.
    pub fn set_version(&mut self, version: u8) -> Result<(), Vec<u8>> {
        let is_supported = matches!(version, 1..=3);
        let common = self.version;
        let Some(frame) = self.open_frame() else {
            if !is_supported {
                return Err(b"Unsupported version for .seh_unwindversion".to_vec());
            }
            self.version = version;
            return Ok(());
        };
        let problem = if frame.version != common && frame.version != FIRST_VERSION {
            "Duplicate .seh_unwindversion in "
        } else if !is_supported {
            "Unsupported version specified in .seh_unwindversion in "
        } else {
            frame.version = version;
            return Ok(());
        };
        Err(message![problem, frame.function])
    }

    /// Changes the open frame; `section` is the current one.
    pub fn step(&mut self, step: FrameStep, section: Option<SectionId>) -> StepResult {
        let Some(frame) = self.open_frame() else { return StepResult::default() };
        match step {
            FrameStep::EndProcedure => {
                frame.ended = true;
                let error = frame
                    .epilogue
                    .take()
                    .map(|_| message!["Missing .seh_endepilogue in ", frame.function]);
                return StepResult { error, section: frame.section };
            }
            FrameStep::EndFunclet | FrameStep::Handler | FrameStep::HandlerData => {}
            FrameStep::SplitChained if !frame.prologue_ended => {
                return StepResult::error(message![
                    "can't split into a new chained region (.seh_splitchained) in the middle of a \
                     prolog in ",
                    frame.function
                ]);
            }
            FrameStep::SplitChained => {
                frame.ended = true;
                let (function, version) = (frame.function.clone(), frame.version);
                let epilogue = frame.epilogue;
                self.push(function, section, version, epilogue);
            }
            FrameStep::EndPrologue => frame.prologue_ended = true,
            FrameStep::StartEpilogue => {
                frame.epilogue = Some(Epilogue { unwind_v2_started: false });
                if !std::mem::replace(&mut frame.prologue_ended, true) {
                    return StepResult::error(message![
                        "starting epilogue (.seh_startepilogue) before prologue has ended \
                         (.seh_endprologue) in ",
                        frame.function
                    ]);
                }
            }
            FrameStep::EndEpilogue => return frame.end_epilogue(),
            FrameStep::UnwindV2Start => return frame.start_unwind_v2(),
        }
        StepResult::default()
    }
}

impl WindowsFrame {
    fn end_epilogue(&mut self) -> StepResult {
        match self.epilogue.take() {
            None => StepResult::error(message!["Stray .seh_endepilogue in ", self.function]),
            Some(epilogue) if self.version == 2 && !epilogue.unwind_v2_started => {
                StepResult::error(message!["Missing .seh_unwindv2start in ", self.function])
            }
            Some(_) => StepResult::default(),
        }
    }

    fn start_unwind_v2(&mut self) -> StepResult {
        let problem = match &mut self.epilogue {
            None => "Stray .seh_unwindv2start in ",
            Some(epilogue) if epilogue.unwind_v2_started => "Duplicate .seh_unwindv2start in ",
            Some(epilogue) => {
                epilogue.unwind_v2_started = true;
                return StepResult::default();
            }
        };
        StepResult::error(message![problem, self.function])
    }
}
