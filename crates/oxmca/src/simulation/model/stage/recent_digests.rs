//! Digests of the last states, to guess the period of a simulation from those that came before.

use rustc_hash::FxHashMap;

/// Boundaries whose digests are remembered.
const RECENT: u32 = 16;

/// Digests that have to be those of an earlier time, one after the other, for a period that is longer.
const SEQUENCE: u32 = 8;

/// Boundaries before longer periods are looked for. Most simulations have repeated themselves by then.
const FIRST_LONG: u32 = 64;

/// Digests of the states at boundaries between iterations, which are numbered from 1.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentDigests {
    /// By number of the boundary.
    digests: [u64; RECENT as usize],
    /// The last boundary at which each sequence of digests ended.
    ends: FxHashMap<u64, u32>,
}

impl RecentDigests {
    /// Adds the digest of the next boundary. Returns the periods that it lets expect: the distance from the last one
    /// with this digest, if that was one of the last, and the distance from the last sequence like that of the last ones.
    pub(super) fn add(&mut self, boundary: u32, digest: u64) -> (Option<u32>, Option<u32>) {
        let is_digest = |ago: &u32| {
            let earlier = boundary.checked_sub(*ago).filter(|earlier| *earlier != 0);
            earlier.is_some_and(|it| self.digests[(it % RECENT) as usize] == digest)
        };
        let short = (1..RECENT).find(is_digest);
        self.digests[(boundary % RECENT) as usize] = digest;
        if boundary < FIRST_LONG {
            return (short, None);
        }
        let last =
            (boundary + 1 - SEQUENCE..=boundary).map(|it| self.digests[(it % RECENT) as usize]);
        // The multiplier is 2^64 divided by the golden ratio.
        let sequence = last
            .fold(0_u64, |all, it| (all.rotate_left(9) ^ it).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let earlier = self.ends.insert(sequence, boundary);
        (short, earlier.map(|earlier| boundary - earlier))
    }
}
