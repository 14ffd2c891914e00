//! Addresses that follow from registers alone.

use oxmca_asm::Inst;
use oxmca_asm::target::Target;
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

/// Returns, by instruction and access, the address of an access if it follows from registers alone; `None` for targets whose
/// instructions are not described.
pub(crate) fn fixed_addresses(
    target: &dyn Target,
    insts: &[Inst],
) -> Option<Vec<SmallVec<[Option<FixedAddress>; 2]>>> {
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
    Some(all.collect())
}
