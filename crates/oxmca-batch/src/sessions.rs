//! CPUs that requests name, prepared once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use oxmca::oxmca_asm::triple::{Arch, Triple};
use oxmca::{Session, SessionBuilder, SessionError};

use crate::Defaults;
use crate::answer::Failure;

/// Most CPUs that are kept. More come from features in ever new combinations.
const CAPACITY: usize = 256;
/// Longer names than this are not kept.
const MAX_NAME: usize = 4 << 10;

/// The names that choose a CPU and its features.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The triple; empty for the default.
    pub triple: String,
    /// The CPU; empty for the default.
    pub cpu: String,
    /// Features beside the default ones.
    pub features: Vec<String>,
}

/// A CPU to parse for and to simulate.
pub struct Prepared {
    /// Tells it from all others.
    pub number: u64,
    /// The CPU.
    pub session: Session,
}

/// A CPU, or why there is none.
type Outcome = Result<Arc<Prepared>, Failure>;

/// The CPUs so far.
#[derive(Default)]
pub struct Sessions {
    known: RwLock<HashMap<Name, Outcome>>,
    next_number: AtomicU64,
}

impl Sessions {
    /// Returns the CPU of that name.
    ///
    /// # Errors
    /// When there is no such CPU, triple or feature, or no model.
    pub fn get(&self, name: Name, defaults: &Defaults) -> Outcome {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
        if let Some(known) = known {
            return known;
        }
        let outcome = self.prepare(&name, defaults).map(Arc::new);
        let features: usize = name.features.iter().map(String::len).sum();
        if name.triple.len() + name.cpu.len() + features <= MAX_NAME {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= CAPACITY {
                known.clear();
            }
            known.insert(name, outcome.clone());
        }
        outcome
    }

    fn prepare(&self, name: &Name, defaults: &Defaults) -> Result<Prepared, Failure> {
        let triple = if name.triple.is_empty() { &defaults.triple } else { &name.triple };
        let cpu = match if name.cpu.is_empty() { &defaults.cpu } else { &name.cpu } {
            native if native == "native" => defaults.native_cpu.as_ref().unwrap_or(native),
            cpu => cpu,
        };
        let features = defaults.features.iter().chain(&name.features).map(String::as_str);
        let mut builder = SessionBuilder::new(triple)
            .cpu(cpu)
            .attributes(features)
            .itineraries(defaults.itineraries);
        if let Some(tables) = &defaults.tables
            && is_of_one_target(builder.triple(), &Triple::new(&defaults.triple))
        {
            builder = builder.tables(tables.clone());
        }
        if let Some(models) = &defaults.hardware_models
            && is_of_one_target(builder.triple(), &Triple::new(&defaults.triple))
        {
            builder = builder.hardware_models(models.clone());
        }
        let session = builder.build().map_err(|error| failure(&error))?;
        Ok(Prepared { number: self.next_number.fetch_add(1, Ordering::Relaxed), session })
    }
}

/// Returns whether two triples have the same tables.
fn is_of_one_target(a: &Triple, b: &Triple) -> bool {
    let target = |triple: &Triple| triple.arch().map(Arch::feature);
    target(a).is_some() && target(a) == target(b)
}

fn failure(error: &SessionError) -> Failure {
    let kind = match error {
        SessionError::UnknownTarget(_)
        | SessionError::TargetDisabled { .. }
        | SessionError::Tables(_) => "target",
        SessionError::UnknownCpu(_) | SessionError::Processor { .. } => "cpu",
        SessionError::UnknownFeature(_)
        | SessionError::FeatureWithoutName
        | SessionError::Features { .. } => "feature",
        _ => "target",
    };
    Failure::new(kind, error.to_string())
}
