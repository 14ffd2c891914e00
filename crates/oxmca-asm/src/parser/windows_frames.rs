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
    StartChained,
    EndChained,
    Handler,
    HandlerData,
    EndPrologue,
    StartEpilogue,
    EndEpilogue,
    UnwindV2Start,
    UnwindVersion(u8),
}

/// The frame of a procedure, or of a part that is chained to one.
#[derive(Debug)]
pub struct WindowsFrame {
    function: Vec<u8>,
    section: Option<SectionId>,
    /// The frame this one continues.
    parent: Option<usize>,
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

/// The frames begun so far.
#[derive(Debug, Default)]
pub(super) struct WindowsFrames {
    frames: Vec<WindowsFrame>,
    current: Option<usize>,
    epilogue: Option<Epilogue>,
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
        self.frames.last().is_some_and(|frame| !frame.ended)
    }

    /// Returns the frame that directives are about.
    pub fn open_frame(&mut self) -> Option<&mut WindowsFrame> {
        self.frames.get_mut(self.current?).filter(|frame| !frame.ended)
    }

    /// Begins the frame of a procedure in the current section.
    pub fn begin(&mut self, function: &[u8], section: Option<SectionId>) {
        self.push(function.to_vec(), section, None);
    }

    fn push(&mut self, function: Vec<u8>, section: Option<SectionId>, parent: Option<usize>) {
        self.current = Some(self.frames.len());
        self.frames.push(WindowsFrame {
            function,
            section,
            parent,
            ended: false,
            prologue_ended: false,
            version: 1,
            has_unwind_codes: false,
            has_frame_register: false,
        });
    }

    /// Changes the open frame; `section` is the current one.
    pub fn step(&mut self, step: FrameStep, section: Option<SectionId>) -> StepResult {
        let current = self.current;
        let Some(frame) = self.open_frame() else { return StepResult::default() };
        let parent = frame.parent;
        match step {
            FrameStep::EndProcedure | FrameStep::EndFunclet => {
                let is_end = step == FrameStep::EndProcedure;
                frame.ended |= is_end;
                let not_terminated = "Not all chained regions terminated!";
                return StepResult {
                    error: parent.is_some().then(|| not_terminated.into()),
                    section: frame.section.filter(|_| is_end),
                };
            }
            FrameStep::StartChained => {
                let function = frame.function.clone();
                self.push(function, section, current);
            }
            FrameStep::EndChained if parent.is_none() => {
                return StepResult::error("End of a chained region outside a chained region!");
            }
            FrameStep::EndChained => {
                frame.ended = true;
                self.current = parent;
            }
            FrameStep::Handler | FrameStep::HandlerData if parent.is_some() => {
                return StepResult::error("Chained unwind areas can't have handlers!");
            }
            FrameStep::Handler | FrameStep::HandlerData => {}
            FrameStep::EndPrologue => frame.prologue_ended = true,
            FrameStep::StartEpilogue if !frame.prologue_ended => {
                return StepResult::error(message![
                    "starting epilogue (.seh_startepilogue) before prologue has ended \
                     (.seh_endprologue) in ",
                    frame.function
                ]);
            }
            FrameStep::StartEpilogue => {
                self.epilogue = Some(Epilogue { unwind_v2_started: false });
            }
            FrameStep::EndEpilogue => return self.end_epilogue(),
            FrameStep::UnwindV2Start => return self.start_unwind_v2(),
            FrameStep::UnwindVersion(version) => {
                let problem = if frame.version != 1 {
                    "Duplicate .seh_unwindversion in "
                } else if version != 2 {
                    "Unsupported version specified in .seh_unwindversion in "
                } else {
                    frame.version = version;
                    return StepResult::default();
                };
                return StepResult::error(message![problem, frame.function]);
            }
        }
        StepResult::default()
    }

    fn end_epilogue(&mut self) -> StepResult {
        let epilogue = self.epilogue.take();
        let Some(frame) = self.open_frame() else { return StepResult::default() };
        match epilogue {
            None => StepResult::error(message!["Stray .seh_endepilogue in ", frame.function]),
            Some(epilogue) if frame.version >= 2 && !epilogue.unwind_v2_started => {
                let error = message!["Missing .seh_unwindv2start in ", frame.function];
                self.epilogue = Some(epilogue);
                StepResult::error(error)
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
