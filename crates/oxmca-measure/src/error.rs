//! The reasons why something is not measured.

use std::fmt;

/// The message where no code can be measured.
pub(crate) const NOT_HERE: &str =
    "code can be measured on Linux on x86-64 and AArch64 only, so far";

/// The reason why an instruction is not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It calls, returns, or jumps to a place that is not in the code.
    Leaves,
    /// It asks the kernel or the hypervisor for something, or waits for them.
    System,
    /// It changes what the process needs to go on.
    ChangesProcess,
    /// It accesses memory of the thread.
    ThreadMemory,
    /// It has no machine code.
    NotEncoded,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Leaves => "it leaves the code that is measured",
            Refusal::System => {
                "only the system may run it, or it has effects beyond registers and memory"
            }
            Refusal::ChangesProcess => "it changes what the measuring process needs to go on",
            Refusal::ThreadMemory => "it accesses memory of the thread",
            Refusal::NotEncoded => "it has no machine code",
        })
    }
}

/// The reason why code is not measured.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum MeasureError {
    /// This build cannot run code on this machine.
    NotHere {
        /// The missing thing.
        reason: &'static str,
    },
    /// There is nothing to run.
    Empty,
    /// The code is too long.
    TooLong {
        /// Most bytes of machine code.
        limit_bytes: usize,
    },
    /// A short branch out of the code does not reach the end of its copies.
    OutOfReach,
    /// Its instructions use all general purpose registers, of which counting takes one.
    NoUnusedRegister,
    /// An instruction must not run.
    Refused {
        /// Its index.
        instruction: usize,
        /// The reason.
        refusal: Refusal,
    },
    /// The loop's end is decided by data, or by more than a register that goes on by the same amount.
    EndNotKnown,
    /// The loop left the way that is measured before its end.
    LeftEarly,
    /// It did not come back in time.
    NoEnd,
    /// It divided by zero, or the result was too large.
    DivideError,
    /// This processor does not have one of its instructions.
    IllegalInstruction,
    /// It accessed memory where there can be none.
    BadAddress,
    /// It touched more pages than the caches are sure to hold.
    TooManyPages {
        /// Most pages.
        limit: u32,
    },
    /// Code that goes through an array accessed memory outside of it.
    OutsideArray,
    /// The array is larger than arrays may be, or is not of two strides at least.
    ArraySize {
        /// Most bytes.
        limit_bytes: u64,
    },
    /// The system gives no memory for the array.
    NoArrayMemory,
    /// Its process ended in another way.
    Ended {
        /// The end, as it was seen.
        how: String,
    },
    /// The machine was never quiet for long enough.
    Noisy,
    /// Processes disagree.
    Unsteady {
        /// Least cycles of a process.
        least_cycles: f64,
        /// Most cycles of a process.
        most_cycles: f64,
    },
    /// The process that runs code could not be started or talked to.
    Worker {
        /// The reason.
        reason: String,
    },
}

impl MeasureError {
    /// Returns whether other values in memory could help.
    pub(crate) fn depends_on_memory(&self) -> bool {
        use MeasureError::{BadAddress, DivideError, EndNotKnown, Ended, LeftEarly, TooManyPages};
        matches!(
            self,
            BadAddress | DivideError | EndNotKnown | Ended { .. } | LeftEarly | TooManyPages { .. }
        )
    }
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeasureError::NotHere { reason } => f.write_str(reason),
            MeasureError::Empty => f.write_str("there are no instructions"),
            MeasureError::TooLong { limit_bytes } => {
                write!(f, "the code has more than {limit_bytes} bytes")
            }
            MeasureError::OutOfReach => {
                f.write_str("a short branch out of it does not reach the end of its copies")
            }
            MeasureError::NoUnusedRegister => f.write_str(
                "it uses all general purpose registers, and counting how often it runs takes one",
            ),
            MeasureError::Refused { refusal, .. } => refusal.fmt(f),
            MeasureError::EndNotKnown => f.write_str(
                "the loop's end is decided by data, or by more than a register that goes on by the same amount",
            ),
            MeasureError::LeftEarly => {
                f.write_str("data make the loop leave the way that is measured")
            }
            MeasureError::NoEnd => f.write_str("it did not come back in time"),
            MeasureError::DivideError => {
                f.write_str("a division by zero, or with a result that is too large")
            }
            MeasureError::IllegalInstruction => {
                f.write_str("this processor does not have one of the instructions")
            }
            MeasureError::BadAddress => f.write_str(
                "it accesses memory where there can be none, or where it is not aligned as it must be",
            ),
            MeasureError::TooManyPages { limit } => {
                write!(f, "it touches more than {limit} pages, which caches may not hold")
            }
            MeasureError::OutsideArray => {
                f.write_str("it accesses memory outside of the array that it should go through")
            }
            MeasureError::ArraySize { limit_bytes } => {
                write!(f, "an array has two strides at least, and {limit_bytes} bytes at most")
            }
            MeasureError::NoArrayMemory => {
                f.write_str("the system gives no memory for the array (mmap)")
            }
            MeasureError::Ended { how } => write!(f, "its process ended: {how}"),
            MeasureError::Noisy => {
                f.write_str("the machine is busy: no repeat was free of disturbances")
            }
            MeasureError::Unsteady { least_cycles, most_cycles } => {
                write!(f, "unsteady: {least_cycles:.2} to {most_cycles:.2} cycles")
            }
            MeasureError::Worker { reason } => {
                write!(f, "the process that runs code: {reason}")
            }
        }
    }
}

impl std::error::Error for MeasureError {}
