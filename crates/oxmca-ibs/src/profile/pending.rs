//! Samples that wait to be added up.
//!
//! A recording can have more addresses than the processor's caches hold sums, and samples come in no
//! order of addresses. So they wait until there are many, and are then added up address by address.

use rustc_hash::FxHashMap;

use super::sums::{ModuleId, NONE, ProcessId, Profile, Site};
use crate::counts::{FetchCounts, Measured, OpCounts};
use crate::perf_data::SampleKind;

/// The most samples that wait.
const BATCH: usize = 1 << 19;

/// The process, module and address of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SiteKey {
    pub process: ProcessId,
    pub module: ModuleId,
    pub address: u64,
}

/// A sample that waits to be added to the sums of a site.
#[derive(Clone, Copy, Debug)]
struct Sample {
    site: u32,
    kind: SampleKind,
    measured: Measured,
}

/// Samples that wait, and the sites of those that do no longer.
#[derive(Debug, Default)]
pub struct Pending {
    /// The sites of the samples that wait.
    places: Vec<SiteKey>,
    samples: Vec<Sample>,
    spare: Vec<Sample>,
    by_place: FxHashMap<SiteKey, u32>,
}

impl Pending {
    /// Adds a sample, to those that wait.
    pub fn push(
        &mut self,
        place: SiteKey,
        kind: SampleKind,
        measured: Measured,
        profile: &mut Profile,
    ) {
        self.places.push(place);
        self.samples.push(Sample { site: NONE, kind, measured });
        if self.samples.len() >= BATCH {
            self.add_up(profile);
        }
    }

    /// Adds all that wait to the sums of their sites.
    pub fn add_up(&mut self, profile: &mut Profile) {
        self.find_sites(profile);
        self.sort(profile.sites.len());
        for sample in &self.samples {
            let site = &mut profile.sites[sample.site as usize];
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
        self.places.clear();
        self.samples.clear();
    }

    /// Finds the site of each sample; new ones are in the order of their first samples. The loop does
    /// nothing else, so that look-ups wait for memory together rather than one after the other.
    fn find_sites(&mut self, profile: &mut Profile) {
        let sites = &mut profile.sites;
        for (place, sample) in self.places.iter().zip(&mut self.samples) {
            sample.site = *self.by_place.entry(*place).or_insert_with(|| {
                let SiteKey { process, module, address } = *place;
                sites.push(Site { process, module, address, ops: NONE, fetches: NONE });
                sites.len() as u32 - 1
            });
        }
    }

    /// Sorts the samples by site, digit by digit from the lowest; those of a site stay in order.
    fn sort(&mut self, sites: usize) {
        const DIGIT_BITS: u32 = 9;
        /// Number of places that are written to in turn.
        const DIGITS: usize = 1 << DIGIT_BITS;
        let Some(any) = self.samples.first() else { return };
        self.spare.resize(self.samples.len(), *any);
        let mut shift = 0;
        while shift < u32::BITS && sites > 1 << shift {
            let digit = |sample: &Sample| (sample.site >> shift) as usize % DIGITS;
            let mut starts = [0; DIGITS];
            for sample in &self.samples {
                starts[digit(sample)] += 1;
            }
            let mut sum = 0;
            for start in &mut starts {
                sum += std::mem::replace(start, sum);
            }
            for sample in &self.samples {
                let place = &mut starts[digit(sample)];
                self.spare[*place] = *sample;
                *place += 1;
            }
            std::mem::swap(&mut self.samples, &mut self.spare);
            shift += DIGIT_BITS;
        }
    }
}
