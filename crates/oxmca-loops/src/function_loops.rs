//! The loops of one function, for callers that look at one after the other.

use std::slice;

use oxmca_asm::Interrupt;

use crate::program::Program;
use crate::survey::{FunctionFindings, SurveyOptions, SurveyedLoop, add_lines};

/// The loops of one function of a program. Nothing is simulated.
#[derive(Debug)]
pub struct FunctionLoops {
    /// The loops that the options ask for, in the order of headers. [`SurveyedLoop::number`] counts those of this function
    /// only, and source lines are not looked up.
    pub loops: Vec<SurveyedLoop>,
    /// The number of all its loops.
    pub count: usize,
}

impl FunctionLoops {
    /// Finds the loops of a function, by its index. Of the options, functions, costs and interruption are of no
    /// consequence.
    pub fn find(program: &dyn Program, options: &SurveyOptions, function: usize) -> FunctionLoops {
        let findings = FunctionFindings::of(program, options, function);
        FunctionLoops { loops: findings.loops, count: findings.all_loops }
    }

    /// Returns the loop with a number in the function, if it is among those that were asked for. `before` loops come
    /// before this function's.
    pub fn with_number(self, number_in_function: usize, before: usize) -> Option<SurveyedLoop> {
        let mut loops = self.loops.into_iter();
        let mut found = loops.find(|it| it.number_in_function == number_in_function)?;
        found.number = before + number_in_function;
        Some(found)
    }
}

impl SurveyedLoop {
    /// Looks up the line of the source that the header has.
    pub fn find_line(&mut self, program: &dyn Program) {
        add_lines(program, slice::from_mut(self), &Interrupt::NEVER);
    }
}
