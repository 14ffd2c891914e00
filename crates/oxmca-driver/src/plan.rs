//! Sizes in which regions are shared out to threads.

/// Regions that are shared out at once, if they are analyzed in parallel.
const WINDOW: usize = 512;
/// Fewer regions than this have threads only if they are asked for.
const MANY_REGIONS: usize = 16;
/// Less work than this, in dynamic instructions, is done before threads have started.
const ENOUGH_WORK: u64 = 50_000;

/// Returns the number of regions to share out before others are looked at; 1 means that threads are no use.
/// `wanted_threads` is 0 to leave it to this function, and `instructions` are those simulated in all.
pub fn window(wanted_threads: u32, regions: usize, instructions: u64) -> usize {
    let is_parallel = match wanted_threads {
        0 => regions >= MANY_REGIONS && instructions >= ENOUGH_WORK,
        1 => false,
        _ => regions > 1,
    };
    if is_parallel { WINDOW } else { 1 }
}

/// Returns the number of regions a thread analyzes before it hands over their results, which takes time. Of
/// few regions, which may be large, each thread gets several groups, so that all end at about the same
/// time.
pub fn group(regions: usize, threads: usize) -> usize {
    const MOST: usize = 16;
    const GROUPS_PER_THREAD: usize = 8;
    (regions / threads.saturating_mul(GROUPS_PER_THREAD).max(1)).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_have_something_to_do() {
        assert_eq!([1, 2, 15, 31, 32, 100].map(|regions| group(regions, 2)), [1, 1, 1, 1, 2, 6]);
        assert_eq!([group(512, 2), group(512, 16), group(512, 1000)], [16, 4, 1]);
        assert_eq!(group(5, usize::MAX), 1);
    }

    #[test]
    fn small_work_has_no_threads_unless_they_are_wanted() {
        assert_eq!(window(0, 1, u64::MAX), 1);
        assert_eq!(window(0, 1000, 1000), 1);
        assert_eq!(window(0, 1000, 1_000_000), WINDOW);
        assert_eq!(window(1, 1000, 1_000_000), 1);
        assert_eq!(window(2, 2, 2), WINDOW);
        assert_eq!(window(2, 1, u64::MAX), 1);
    }
}
