//! The loop in which a function spends its time.
//!
//! Loops are those of [`oxmca_object::flow`]; samples choose one, and the way around it.

use std::ops::{AddAssign, Range};

use oxmca_object::Listing;
use oxmca_object::flow::{Graph, Loops};

/// A branch with fewer samples says nothing about where it goes.
const MIN_BRANCH_SAMPLES: u64 = 8;

/// The samples of an instruction, as far as they say where control goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    /// Sampled ops.
    pub samples: u64,
    /// Those of them that are branches.
    pub branches: u64,
    /// Those of the branches that were taken.
    pub taken: u64,
}

impl AddAssign for Heat {
    fn add_assign(&mut self, other: Self) {
        self.samples += other.samples;
        self.branches += other.branches;
        self.taken += other.taken;
    }
}

/// A loop of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The instructions of one way around it, in the order in which they run: indices into
    /// [`Listing::instructions`]. At a branch, the side with more samples is taken.
    pub path: Vec<usize>,
    /// All its instructions, inner loops included, by address.
    pub body: Vec<usize>,
    /// True if there are loops within it. The path goes through each of them once at most.
    pub has_inner_loops: bool,
    /// The mean number of iterations each time it is entered, from samples of the branches that leave the
    /// path; infinite if no sample has left.
    pub iterations: Option<f64>,
}

/// Returns the loop with most samples, not counting those in loops within it. `None` without loops
/// that have samples. `heat` has an entry for each instruction.
#[must_use]
pub fn hottest_loop(listing: &Listing, heat: &[Heat]) -> Option<Loop> {
    let graph = Graph::new(&listing.flows());
    let loops = Loops::new(&graph);
    let mut samples = vec![0_u64; loops.all().len()];
    for block in 0..graph.blocks().len() {
        if let Some(innermost) = loops.innermost(block) {
            samples[innermost] += block_heat(&graph, block, heat).samples;
        }
    }
    // The first of equally hot ones, in the order of their instructions.
    let header = |index: usize| loops.all()[index].header;
    let rank = |it: &(usize, &u64)| (*it.1, std::cmp::Reverse(header(it.0)));
    let (index, most) = samples.iter().enumerate().max_by_key(rank)?;
    if *most == 0 {
        return None;
    }
    let is_in = loops.blocks_within(&graph, index);
    let has_inner_loops = loops.all()[index].has_inner_loops;
    Some(Around { graph: &graph, heat, header: header(index), has_inner_loops, is_in }.found())
}

/// Returns the instructions in a range of addresses, as a loop that is gone around in their order.
#[must_use]
pub fn loop_between(listing: &Listing, start: u64, end: u64) -> Loop {
    let within = |index: &usize| (start..end).contains(&listing.instructions[*index].address);
    let path: Vec<usize> = (0..listing.instructions.len()).filter(within).collect();
    Loop { body: path.clone(), path, has_inner_loops: false, iterations: None }
}

fn block_heat(graph: &Graph, block: usize, heat: &[Heat]) -> Heat {
    sum(heat, graph.blocks()[block].instructions())
}

/// Returns the samples of the branch at the end of a block. A comparison that was fused with it has
/// them at its own address.
fn branch_heat(graph: &Graph, block: usize, heat: &[Heat]) -> Heat {
    let Range { start, end } = graph.blocks()[block].instructions();
    sum(heat, end.saturating_sub(2).max(start)..end)
}

fn sum(heat: &[Heat], range: Range<usize>) -> Heat {
    let mut sum = Heat::default();
    heat.get(range).unwrap_or_default().iter().for_each(|it| sum += *it);
    sum
}

/// A loop to be described.
struct Around<'a> {
    graph: &'a Graph,
    heat: &'a [Heat],
    header: usize,
    has_inner_loops: bool,
    /// For each block, true if it belongs to the loop.
    is_in: Vec<bool>,
}

impl Around<'_> {
    fn found(&self) -> Loop {
        let blocks: Vec<usize> = (0..self.is_in.len()).filter(|it| self.is_in[*it]).collect();
        let path = self.path();
        let indices = |blocks: &[usize]| -> Vec<usize> {
            blocks.iter().flat_map(|it| self.graph.blocks()[*it].instructions()).collect()
        };
        Loop {
            has_inner_loops: self.has_inner_loops,
            iterations: self.iterations(&path),
            path: indices(&path),
            body: indices(&blocks),
        }
    }

    /// Returns the blocks that can follow a block, the more likely ones first.
    fn ways(&self, block: usize) -> Vec<usize> {
        let it = &self.graph.blocks()[block];
        let mut ways: Vec<usize> = it.successors().collect();
        if let [next, target] = ways[..] {
            let Heat { branches, taken, .. } = branch_heat(self.graph, block, self.heat);
            let is_taken = if branches >= MIN_BRANCH_SAMPLES {
                taken > branches.saturating_sub(taken)
            } else {
                let density = |at: usize| {
                    let instructions = self.graph.blocks()[at].instructions().len();
                    block_heat(self.graph, at, self.heat).samples as f64 / instructions as f64
                };
                density(target) > density(next)
            };
            if is_taken {
                ways.reverse();
            }
        }
        ways
    }

    /// Returns the blocks of a way from the header back to it.
    fn path(&self) -> Vec<usize> {
        let mut is_seen = vec![false; self.is_in.len()];
        let mut path: Vec<(usize, std::vec::IntoIter<usize>)> = Vec::new();
        let mut enter = Some(self.header);
        loop {
            if let Some(block) = enter.take() {
                is_seen[block] = true;
                path.push((block, self.ways(block).into_iter()));
            }
            // From each block of a loop there is a way to its header.
            let Some((_, ways)) = path.last_mut() else { return vec![self.header] };
            match ways.next() {
                Some(block) if block == self.header => break,
                Some(block) if !is_seen[block] && self.is_in[block] => enter = Some(block),
                Some(_) => {}
                None => {
                    path.pop();
                }
            }
        }
        path.into_iter().map(|it| it.0).collect()
    }

    /// Returns the mean number of iterations, from the frequency with which branches leave the path.
    fn iterations(&self, path: &[usize]) -> Option<f64> {
        let stays = |block: Option<usize>| block.is_some_and(|it| self.is_in[it]);
        let mut leaving = 0.0;
        let mut is_known = false;
        for number in path {
            let block = &self.graph.blocks()[*number];
            if !block.is_conditional() || stays(block.next()) == stays(block.target()) {
                continue;
            }
            let Heat { branches, taken, .. } = branch_heat(self.graph, *number, self.heat);
            if branches < MIN_BRANCH_SAMPLES {
                return None;
            }
            is_known = true;
            let taken = taken.min(branches);
            let left = if stays(block.target()) { branches - taken } else { taken };
            leaving += left as f64 / branches as f64;
        }
        is_known.then(|| if leaving > 0.0 { (1.0 / leaving).max(1.0) } else { f64::INFINITY })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::decoded;
    use super::*;

    const NOP: &[u8] = &[0x90];
    const RET: &[u8] = &[0xc3];

    /// Returns the code of `parts`; a number is a conditional branch to that part, and one from 100
    /// on a jump to that less 100.
    fn code(parts: &[Result<&[u8], usize>]) -> Listing {
        let len = |part: &Result<&[u8], usize>| part.map_or(2, <[u8]>::len);
        let starts: Vec<usize> =
            (0..parts.len()).map(|at| parts[..at].iter().map(len).sum()).collect();
        let mut bytes = Vec::new();
        for (part, start) in parts.iter().zip(&starts) {
            match part {
                Ok(part) => bytes.extend(*part),
                Err(target) => {
                    let end = *start as i64 + 2;
                    bytes.push(if *target < 100 { 0x75 } else { 0xeb });
                    bytes.push((starts[*target % 100] as i64 - end) as u8);
                }
            }
        }
        decoded(&bytes, 0x1000, true)
    }

    fn samples(samples: &[u64]) -> Vec<Heat> {
        samples.iter().map(|it| Heat { samples: *it, ..Heat::default() }).collect()
    }

    #[test]
    fn the_inner_of_two_loops_is_found_and_the_outer_if_it_is_hotter() {
        let code = code(&[Ok(NOP), Ok(NOP), Ok(NOP), Err(2), Err(1), Ok(RET)]);
        let found = hottest_loop(&code, &samples(&[9, 1, 5, 5, 1, 0])).unwrap();
        assert_eq!((found.path.as_slice(), found.has_inner_loops), (&[2, 3][..], false));
        let found = hottest_loop(&code, &samples(&[9, 20, 5, 5, 1, 0])).unwrap();
        assert_eq!((found.path.as_slice(), found.has_inner_loops), (&[1, 2, 3, 4][..], true));
        assert_eq!(hottest_loop(&code, &samples(&[9, 0, 0, 0, 0, 9])), None);
    }

    #[test]
    fn the_path_follows_samples_at_forks() {
        // 1: if .. { 2, jump } else { 4 }; 5: back
        let code = code(&[Ok(NOP), Err(4), Ok(NOP), Err(105), Ok(NOP), Err(0), Ok(RET)]);
        let path = |heat: &[Heat]| hottest_loop(&code, heat).unwrap().path;
        assert_eq!(path(&samples(&[1, 1, 5, 5, 1, 1, 0])), [0, 1, 2, 3, 5]);
        assert_eq!(path(&samples(&[1, 1, 1, 1, 9, 1, 0])), [0, 1, 4, 5]);
        // Branches that were sampled often enough decide.
        let mut heat = samples(&[1, 9, 1, 1, 9, 1, 0]);
        heat[1] = Heat { samples: 9, branches: 9, taken: 3 };
        assert_eq!(path(&heat), [0, 1, 2, 3, 5]);
        assert_eq!(hottest_loop(&code, &heat).unwrap().body, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn iterations_follow_from_branches_that_leave() {
        let code = code(&[Ok(NOP), Err(0), Ok(RET)]);
        let iterations = |branches, taken| {
            let mut heat = samples(&[5, 5, 0]);
            (heat[1].branches, heat[1].taken) = (branches, taken);
            hottest_loop(&code, &heat).unwrap().iterations
        };
        assert_eq!(iterations(20, 15), Some(4.0));
        assert_eq!(iterations(20, 20), Some(f64::INFINITY));
        assert_eq!(iterations(7, 6), None);
    }

    #[test]
    fn jumps_into_a_cycle_make_no_loop_and_unreached_code_can_have_one() {
        // Two ways into 1..3.
        let tangled = code(&[Err(2), Ok(NOP), Ok(NOP), Err(1), Ok(RET)]);
        assert_eq!(hottest_loop(&tangled, &samples(&[1, 1, 1, 1, 1])), None);
        let case = code(&[Ok(NOP), Ok(RET), Ok(NOP), Err(2), Err(100)]);
        assert_eq!(hottest_loop(&case, &samples(&[0, 0, 3, 3, 0])).unwrap().path, [2, 3]);
    }

    #[test]
    fn nested_loops_of_any_depth_are_found_quickly() {
        // jne to ever earlier places: 3,000 loops within each other.
        let mut bytes = vec![0x90; 3_000];
        for at in 0..3_000_i32 {
            bytes.extend([0x0f, 0x85]);
            let target = 3_000 - 1 - at;
            bytes.extend((target - (3_000 + 6 * at + 6)).to_le_bytes());
        }
        let code = decoded(&bytes, 0, true);
        let mut heat = vec![Heat::default(); code.instructions.len()];
        heat[0].samples = 1;
        let found = hottest_loop(&code, &heat).unwrap();
        assert_eq!((found.body.len(), found.path.len()), (6_000, 6_000));
    }

    #[test]
    fn any_bytes_end() {
        let mut seed = 1_u64;
        let mut bytes = vec![0; 4000];
        for round in 0..50 {
            for byte in &mut bytes {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
                let random = (seed >> 56) as u8;
                *byte = if random.is_multiple_of(3) { 0x70 | random >> 4 } else { random };
            }
            let code = decoded(&bytes, u64::MAX - 1000, round % 2 == 0);
            let heat: Vec<Heat> = samples(&vec![1; code.instructions.len()]);
            if let Some(found) = hottest_loop(&code, &heat) {
                assert!(!found.path.is_empty() && found.path.len() <= found.body.len());
                assert!(found.path.iter().all(|it| found.body.binary_search(it).is_ok()));
            }
        }
    }
}
