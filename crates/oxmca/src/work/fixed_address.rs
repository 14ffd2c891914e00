//! Addresses that follow from registers alone.

use oxmca_asm::Inst;
use oxmca_asm::target::Target;
use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::linear::Linear;
use super::trace::{Followed, TracedAddress, trace};

/// An address that is a sum of registers before the loop, and goes on by a constant.
#[derive(Clone, Debug)]
pub(crate) struct FixedAddress {
    at: Linear,
    /// Bytes from one iteration to the next.
    pub(crate) stride_bytes: i64,
}

impl FixedAddress {
    /// Returns how many bytes further it is than another one in the same iteration, if that is known.
    pub(crate) fn distance_from(&self, other: &FixedAddress) -> Option<i64> {
        self.at.minus(&other.at)
    }
}

/// The addresses of a loop, and the registers that count vectors.
#[derive(Debug, Default)]
pub(crate) struct FixedAddresses {
    /// By instruction and access, the address of an access if it follows from registers alone.
    pub(crate) accesses: Vec<SmallVec<[Option<FixedAddress>; 2]>>,
    /// Registers that each iteration changes by a multiple of the length of vectors.
    pub(crate) vector_counters: Vec<Reg>,
}

/// Returns the addresses of a loop; `None` for targets whose instructions are not described.
pub(crate) fn fixed_addresses(target: &dyn Target, insts: &[Inst]) -> Option<FixedAddresses> {
    let followed: Vec<Followed<'_>> =
        insts.iter().map(|inst| Followed::new(target, inst)).collect::<Option<_>>()?;
    let trace = trace(target, &followed, None);
    let unknowns = trace.unknowns;
    let fixed = |traced: Option<TracedAddress>| {
        let TracedAddress { at, stride, .. } = traced?;
        let is_fixed = stride.granules == 0 && !at.has_granules();
        let is_known = is_fixed && unknowns.follow_from_registers(&at);
        is_known.then_some(FixedAddress { at, stride_bytes: stride.constant })
    };
    let all = trace.accesses.into_iter();
    let all = all.map(|accesses| accesses.into_iter().map(fixed).collect());
    let counters = trace.steps.iter().filter(|it| it.1.granules != 0).map(|it| it.0);
    Some(FixedAddresses { accesses: all.collect(), vector_counters: counters.collect() })
}
