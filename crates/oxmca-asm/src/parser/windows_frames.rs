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
    SplitChained,
    Handler,
    HandlerData,
    EndPrologue,
    StartEpilogue,
    EndEpilogue,
    UnwindV2Start,
    UnwindVersion(u8),
}

/// The version of a frame whose text names none.
const DEFAULT_VERSION: u8 = 1;
/// The newest version that there is.
const NEWEST_VERSION: u8 = 3;

/// The frame of a procedure, or of a part that is chained to one.
#[derive(Debug)]
pub struct WindowsFrame {
    function: Vec<u8>,
    section: Option<SectionId>,
    ended: bool,
    prologue_ended: bool,
    version: u8,
    /// Set once a directive has described an instruction of the prologue.
    pub has_unwind_codes: bool,
    /// Set once a directive has named the frame register.
    pub has_frame_register: bool,
}

#[derive(Debug)]
struct Epilogue {
    unwind_v2_started: bool,
}

/// The frame begun last. Those before it have ended.
#[derive(Debug)]
pub(super) struct WindowsFrames {
    newest: Option<WindowsFrame>,
    epilogue: Option<Epilogue>,
    /// The version of frames to come.
    version: u8,
}

impl Default for WindowsFrames {
    fn default() -> Self {
        Self { newest: None, epilogue: None, version: DEFAULT_VERSION }
    }
}

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
        self.newest.as_ref().is_some_and(|frame| !frame.ended)
    }

    /// Returns the frame that directives are about.
    pub fn open_frame(&mut self) -> Option<&mut WindowsFrame> {
        self.newest.as_mut().filter(|frame| !frame.ended)
    }

    /// Begins the frame of a procedure in the current section.
    pub fn begin(&mut self, function: &[u8], section: Option<SectionId>) {
        self.newest = Some(WindowsFrame {
            function: function.to_vec(),
            section,
            ended: false,
            prologue_ended: false,
            version: self.version,
            has_unwind_codes: false,
            has_frame_register: false,
        });
    }

    /// Changes the open frame; `section` is the current one.
    pub fn step(&mut self, step: FrameStep, section: Option<SectionId>) -> StepResult {
        if let FrameStep::UnwindVersion(version) = step {
            return self.set_version(version);
        }
        let Some(frame) = self.newest.as_mut().filter(|frame| !frame.ended) else {
            return StepResult::default();
        };
        match step {
            FrameStep::EndProcedure => {
                frame.ended = true;
                let open_epilogue = self.epilogue.take();
                let missing = || message!["Missing .seh_endepilogue in ", frame.function];
                return StepResult {
                    error: open_epilogue.map(|_| missing()),
                    section: frame.section,
                };
            }
            FrameStep::SplitChained if !frame.prologue_ended => {
                return StepResult::error(message![
                    "can't split into a new chained region (.seh_splitchained) in the middle of a \
                     prolog in ",
                    frame.function
                ]);
            }
            FrameStep::SplitChained => {
                frame.section = section;
                frame.prologue_ended = false;
                frame.has_unwind_codes = false;
                frame.has_frame_register = false;
            }
            FrameStep::EndPrologue => frame.prologue_ended = true,
            FrameStep::StartEpilogue => {
                self.epilogue = Some(Epilogue { unwind_v2_started: false });
                if !frame.prologue_ended {
                    frame.prologue_ended = true;
                    return StepResult::error(message![
                        "starting epilogue (.seh_startepilogue) before prologue has ended \
                         (.seh_endprologue) in ",
                        frame.function
                    ]);
                }
            }
            FrameStep::EndEpilogue => return self.end_epilogue(),
            FrameStep::UnwindV2Start => return self.start_unwind_v2(),
            FrameStep::EndFunclet
            | FrameStep::Handler
            | FrameStep::HandlerData
            | FrameStep::UnwindVersion(_) => {}
        }
        StepResult::default()
    }

    /// Sets the version of the open frame, or of those to come if none is open.
    fn set_version(&mut self, version: u8) -> StepResult {
        let is_supported = version <= NEWEST_VERSION;
        let default_version = self.version;
        let Some(frame) = self.open_frame() else {
            if !is_supported {
                return StepResult::error("Unsupported version for .seh_unwindversion");
            }
            self.version = version;
            return StepResult::default();
        };
        let problem = if frame.version != default_version && frame.version != DEFAULT_VERSION {
            "Duplicate .seh_unwindversion in "
        } else if !is_supported {
            "Unsupported version specified in .seh_unwindversion in "
        } else {
            frame.version = version;
            return StepResult::default();
        };
        StepResult::error(message![problem, frame.function])
    }

    fn end_epilogue(&mut self) -> StepResult {
        let epilogue = self.epilogue.take();
        let Some(frame) = self.open_frame() else { return StepResult::default() };
        match epilogue {
            None => StepResult::error(message!["Stray .seh_endepilogue in ", frame.function]),
            Some(epilogue) if frame.version == 2 && !epilogue.unwind_v2_started => {
                StepResult::error(message!["Missing .seh_unwindv2start in ", frame.function])
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
        let Some(frame) = self.open_frame() else { return StepResult::default() };
        StepResult::error(message![problem, frame.function])
    }
}
