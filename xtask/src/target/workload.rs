//! Assembly to measure with: loop bodies such as compilers write for arithmetic on arrays.

use std::fmt::Write as _;

use crate::random::Random;

/// Vector instructions that the code may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vector {
    /// Those that every CPU of the target has, the ones that issue in order included.
    Narrow,
    /// The widest that the CPU to measure has.
    Wide,
}

/// The way in which instructions depend on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Hardly: results go to many registers in turn and operands are mostly loop constants.
    Parallel,
    /// Each on one of the last few.
    Chained,
    /// Stretches of either kind.
    Mixed,
}

/// The code and the CPUs of a target to measure with.
pub struct Workload {
    /// The triple.
    pub triple: &'static str,
    /// The CPU, where a case names none.
    pub cpu: &'static str,
    /// A CPU that issues in order, if the model of one knows the instructions of the code.
    pub in_order_cpu: Option<&'static str>,
    /// CPUs on which the same code is measured.
    pub cpus: &'static [&'static str],
    /// Writes a loop body of the given number of instructions, its end included. A seed always gives the same.
    pub kernel: fn(seed: u64, shape: Shape, vector: Vector, count: usize) -> String,
}

impl Workload {
    /// Returns a loop body with stretches of either shape, in the widest vector instructions.
    pub fn mixed(&self, seed: u64, count: usize) -> String {
        (self.kernel)(seed, Shape::Mixed, Vector::Wide, count)
    }

    /// Returns `count` named regions of 4 to 16 instructions.
    pub fn regions(&self, seed: u64, count: usize) -> String {
        let mut random = Random(seed);
        let mut text = String::new();
        for number in 0..count {
            let length = 4 + random.below(13);
            let body = self.mixed(random.next(), length);
            let _ = write!(
                text,
                "# LLVM-MCA-BEGIN loop-{number}\n{body}# LLVM-MCA-END loop-{number}\n"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Vector};
    use crate::target::TARGETS;

    #[test]
    fn a_kernel_has_the_length_asked_for_and_is_always_the_same() {
        for workload in TARGETS.iter().map(|target| target.workload()) {
            for shape in [Shape::Parallel, Shape::Chained, Shape::Mixed] {
                for vector in [Vector::Narrow, Vector::Wide] {
                    for count in [1, 3, 4, 100] {
                        let text = (workload.kernel)(7, shape, vector, count);
                        assert_eq!(text.lines().count(), count);
                        assert_eq!(text, (workload.kernel)(7, shape, vector, count));
                    }
                }
            }
            assert_ne!(workload.mixed(7, 50), workload.mixed(8, 50));
        }
    }

    #[test]
    fn regions_begin_and_end() {
        for target in TARGETS {
            let text = target.workload().regions(7, 20);
            let marks = |mark| text.lines().filter(|line| line.starts_with(mark)).count();
            assert_eq!((marks("# LLVM-MCA-BEGIN loop-"), marks("# LLVM-MCA-END loop-")), (20, 20));
        }
    }
}
