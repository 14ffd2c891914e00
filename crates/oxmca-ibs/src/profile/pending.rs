//! Samples that wait to be added up.
//!
//! A recording can have more addresses than the processor's caches hold sums, and samples come in no
//! order of addresses. So they wait until there are many, and are then added up address by address.

use rustc_hash::FxHashMap;

use super::{ModuleId, NONE, ProcessId, Profile, Site};
use crate::counts::{FetchCounts, Measured, OpCounts};
use crate::perf_data::SampleKind;

/// How many samples wait at most.
const BATCH: usize = 1 << 19;

/// What identifies a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub process: ProcessId,
    pub module: ModuleId,
    pub address: u64,
}

/// A sample that waits.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub place: Place,
    pub kind: SampleKind,
    pub measured: Measured,
}

/// Samples that wait, and the sites of those that do no longer.
#[derive(Debug, Default)]
pub struct Pending {
    samples: Vec<Sample>,
    by_place: FxHashMap<Place, u32>,
    /// The site of each sample.
    sites: Vec<u32>,
    /// The samples in the order of their sites.
    order: Vec<u32>,
    /// Where the samples of each site begin in that order.
    starts: Vec<u32>,
}

impl Pending {
    /// Adds a sample, to those that wait.
    pub fn push(&mut self, sample: Sample, profile: &mut Profile) {
        self.samples.push(sample);
        if self.samples.len() >= BATCH {
            self.add_up(profile);
        }
    }

    /// Adds all that wait to the sums of their sites.
    pub fn add_up(&mut self, profile: &mut Profile) {
        self.find_sites(profile);
        self.sort(profile.sites.len());
        for at in &self.order {
            let sample = &self.samples[*at as usize];
            let site = &mut profile.sites[self.sites[*at as usize] as usize];
            match sample.kind {
                SampleKind::Op => {
                    let ops = &mut profile.ops;
                    if site.ops == NONE {
                        site.ops = ops.len() as u32;
                        ops.push(OpCounts::default());
                    }
                    ops[site.ops as usize].add(&sample.measured);
                }
                SampleKind::Fetch => {
                    let fetches = &mut profile.fetches;
                    if site.fetches == NONE {
                        site.fetches = fetches.len() as u32;
                        fetches.push(FetchCounts::default());
                    }
                    fetches[site.fetches as usize].add(&sample.measured);
                }
            }
        }
        self.samples.clear();
    }

    /// Finds the site of each sample; new ones are in the order of their first samples. The loop does
    /// nothing else, so that look-ups wait for memory together rather than one after the other.
    fn find_sites(&mut self, profile: &mut Profile) {
        self.sites.clear();
        for sample in &self.samples {
            let sites = &mut profile.sites;
            let Place { process, module, address } = sample.place;
            let site = self.by_place.entry(sample.place).or_insert_with(|| {
                sites.push(Site { process, module, address, ops: NONE, fetches: NONE });
                sites.len() as u32 - 1
            });
            self.sites.push(*site);
        }
    }

    /// Sorts the samples by site; those of a site stay in order.
    fn sort(&mut self, sites: usize) {
        self.starts.clear();
        self.starts.resize(sites + 1, 0);
        for site in &self.sites {
            self.starts[*site as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.order.clear();
        self.order.resize(self.samples.len(), 0);
        for (at, site) in self.sites.iter().enumerate() {
            let start = &mut self.starts[*site as usize];
            self.order[*start as usize] = at as u32;
            *start += 1;
        }
    }
}
