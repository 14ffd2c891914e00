//! CPUs that requests name, prepared once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use oxmca::Processor;
use oxmca_asm::subtarget::Notice;
use oxmca_asm::target::{self, Target};
use oxmca_asm::triple::{Arch, Triple};
use oxmca_asm::{Subtarget, Syntax};

use super::answer::Failure;
use crate::flags::args::Args;
use crate::host;

/// Most CPUs that are kept. More come from features in ever new combinations.
const CAPACITY: usize = 1024;

/// What names a CPU: triple, CPU and features.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The triple; empty for the command line's.
    pub triple: String,
    /// The CPU; empty for the command line's.
    pub cpu: String,
    /// Features beside the command line's.
    pub features: Vec<String>,
}

/// A CPU to parse for and to simulate.
pub struct Prepared {
    /// Tells it from all others.
    pub number: u64,
    /// The triple.
    pub triple: Triple,
    /// The target.
    pub target: &'static dyn Target,
    /// How its assembly is written.
    pub syntax: Syntax,
    /// The CPU.
    pub processor: Processor<'static>,
}

/// A CPU, or why there is none.
type Outcome = Result<Arc<Prepared>, Failure>;

/// The CPUs so far.
pub struct Processors<'a> {
    args: &'a Args,
    known: RwLock<HashMap<Name, Outcome>>,
    next_number: AtomicU64,
}

impl<'a> Processors<'a> {
    /// None yet. The arguments say what is not said by a request.
    pub fn new(args: &'a Args) -> Self {
        Processors { args, known: RwLock::default(), next_number: AtomicU64::new(0) }
    }

    /// The CPU of that name.
    ///
    /// # Errors
    /// When there is no such CPU, triple or feature, or no model.
    pub fn get(&self, name: &Name) -> Outcome {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known {
            return known;
        }
        let outcome = self.prepare(name).map(Arc::new);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(name.clone(), outcome.clone());
        outcome
    }

    fn prepare(&self, name: &Name) -> Result<Prepared, Failure> {
        let args = self.args;
        let triple = self.triple(&name.triple)?;
        let arch = triple.arch().ok_or_else(|| unknown_target(&triple))?;
        let target = target::lookup(arch);
        let tables = target.tables().map_err(|error| Failure::new("target", error.to_string()))?;
        let cpu = if name.cpu.is_empty() { &args.mcpu } else { &name.cpu };
        let cpu = if cpu == "native" { host::cpu_name() } else { cpu };
        let unknown_cpu = || Failure::new("cpu", format!("the target has no CPU '{cpu}'"));
        let mode = target.mode_features(&triple).iter().copied();
        let chosen = args.mattr.iter().chain(&name.features).map(String::as_str);
        let (subtarget, notices) = Subtarget::resolve(tables, cpu, mode.chain(chosen));
        let subtarget = subtarget.ok_or_else(unknown_cpu)?;
        if let Some(notice) = notices.into_iter().next() {
            return Err(match notice {
                Notice::UnknownCpu(_) => unknown_cpu(),
                Notice::UnknownFeature(name) => no_feature(&name),
                Notice::Help => no_feature("+help"),
                Notice::CpuHelp => no_feature("+cpuhelp"),
            });
        }
        let processor = Processor::new(&subtarget)
            .map_err(|error| Failure::new("cpu", format!("CPU '{cpu}': {error}")))?;
        Ok(Prepared {
            number: self.next_number.fetch_add(1, Ordering::Relaxed),
            syntax: target.syntax(&triple),
            triple,
            target,
            processor,
        })
    }

    fn triple(&self, text: &str) -> Result<Triple, Failure> {
        if !text.is_empty() {
            return Ok(Triple::new(text));
        }
        let triple = match self.args.mtriple.as_str() {
            "" => Triple::new(&host::default_triple()),
            text => Triple::new(text),
        };
        if self.args.march.is_empty() {
            return Ok(triple);
        }
        let arch = Arch::from_target_name(&self.args.march)
            .ok_or_else(|| Failure::new("target", format!("no target '{}'", self.args.march)))?;
        Ok(if triple.arch() == Some(arch) { triple } else { triple.with_arch(arch) })
    }
}

fn unknown_target(triple: &Triple) -> Failure {
    Failure::new("target", format!("no target for triple '{}'", triple.as_str()))
}

fn no_feature(name: &str) -> Failure {
    Failure::new("feature", format!("the target has no feature '{name}'"))
}
