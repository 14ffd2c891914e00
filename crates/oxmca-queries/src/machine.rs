//! The CPU that answers are about, and its session.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use oxmca::hardware::hardware_processor;
use oxmca::options::{Delivery, SimulationKind};
use oxmca::session::PredictionModel;
use oxmca::{
    Format, ModelFile, Options, OwnedAnalyzer, RequestedOptions, Session, SessionBuilder,
    SessionError, TextOptions, Views,
};
use oxmca_asm::triple::Arch;
use oxmca_asm::{Dialect, Inst};
use oxmca_driver::SharedCache;
use oxmca_loops::Cost;

use crate::choice::{Host, MachineChoice, ModelText};
use crate::target_of_text::choice_for_text;

/// The CPU that stands for the machine that the program runs on.
pub const NATIVE: &str = "native";
/// Sessions that are kept; more than any target has CPUs.
const MAX_MACHINES: usize = 512;
/// Bytes of costs of loops that are kept.
const MAX_COST_BYTES: usize = 24 << 20;

/// A CPU with the options of its simulations.
pub struct Machine {
    /// Tells it from all others of its [`Machines`].
    number: u64,
    session: Session,
    dialect: Option<Dialect>,
    requested: RequestedOptions,
    options: Options,
    model: PredictionModel,
    /// Set if the CPU was neither chosen nor is the host's.
    is_cpu_assumed: bool,
    /// As many as threads have wanted at once.
    analyzers: Mutex<Vec<OwnedAnalyzer>>,
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").field("session", &self.session).finish_non_exhaustive()
    }
}

impl Machine {
    /// Returns the session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the model that predicts.
    pub fn model(&self) -> &PredictionModel {
        &self.model
    }

    /// Returns the CPU's name.
    pub fn cpu(&self) -> &str {
        self.session.cpu_name()
    }

    /// Returns whether nobody chose the CPU, which is not the host's either: one of the target's.
    pub fn is_cpu_assumed(&self) -> bool {
        self.is_cpu_assumed
    }

    /// Returns the dialect in which registers are shown, if one was chosen.
    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// Returns the options of simulations that find costs of loops.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the options of a report with the views that `choose` switches on.
    pub fn options_with(&self, format: Format, choose: impl FnOnce(&mut Views)) -> Options {
        let mut requested = self.requested.clone();
        requested.options.views = Views::with(|it| {
            *it = Views::NONE;
            choose(it);
        });
        requested.for_report(format)
    }

    /// Returns the options of reading a text with its layout, as `oxmca loops` reads it.
    pub fn text_options(&self, name: &str) -> TextOptions {
        TextOptions::with(|it| {
            it.name = name.into();
            it.dialect = self.dialect;
            it.lenient = true;
            it.collects_layout = true;
        })
    }

    /// Calls a function with an analyzer that has the options of costs.
    pub(crate) fn with_analyzer<R>(&self, work: impl FnOnce(&mut oxmca::Analyzer<'_>) -> R) -> R {
        let idle = || self.analyzers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let new = || OwnedAnalyzer::new(self.session.clone(), self.options.clone());
        let mut analyzer = kept.unwrap_or_else(new);
        let result = analyzer.lend(work);
        idle().push(analyzer);
        result
    }
}

/// The machines that were asked for, and the costs of loops on them.
#[derive(Debug)]
pub struct Machines {
    host: Host,
    known: Mutex<HashMap<MachineChoice, Result<Arc<Machine>, String>>>,
    costs: CostCache,
}

/// The costs of loops by machine and instructions.
type CostCache = SharedCache<(u64, Arc<[Inst]>), Result<Cost, String>>;

impl Machines {
    /// Creates it without machines.
    pub fn new(host: Host) -> Machines {
        Machines { host, known: Mutex::default(), costs: SharedCache::new(MAX_COST_BYTES) }
    }

    /// Returns the machine that the program runs on.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the machine of a text.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn for_text(&self, choice: &MachineChoice, text: &[u8]) -> Result<Arc<Machine>, String> {
        self.get(&choice_for_text(choice, &self.host, text))
    }

    /// Returns the machine of a choice.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn get(&self, choice: &MachineChoice) -> Result<Arc<Machine>, String> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(choice).cloned();
        if let Some(known) = known {
            return known;
        }
        let number = lock().len() as u64;
        let made = make(choice, &self.host, number).map(Arc::new);
        let mut known = lock();
        if known.len() >= MAX_MACHINES {
            // Numbers begin anew, and costs go by numbers.
            return made;
        }
        known.entry(choice.clone()).or_insert(made).clone()
    }

    /// Returns the cost of instructions as the body of a loop, if it was asked for before.
    pub fn known_cost(
        &self,
        machine: &Machine,
        instructions: &Arc<[Inst]>,
    ) -> Option<Arc<Result<Cost, String>>> {
        self.costs.get(&(machine.number, Arc::clone(instructions)))
    }

    /// Returns the cost of instructions as the body of a loop.
    pub fn cost(&self, machine: &Machine, instructions: &Arc<[Inst]>) -> Arc<Result<Cost, String>> {
        let find = || {
            machine.with_analyzer(|analyzer| {
                let dialect = machine.dialect;
                Cost::of_instructions(&machine.session, instructions, analyzer, dialect)
            })
        };
        let size = |key: &(u64, Arc<[Inst]>), _: &Result<Cost, String>| {
            size_of_val(&*key.1) + size_of::<Cost>() + 256
        };
        self.costs.get_or((machine.number, Arc::clone(instructions)), find, size)
    }
}

/// Returns the builder of a choice, without a CPU if none is chosen, and whether its triple is the host's architecture.
///
/// # Errors
/// The reason why there is no such target, or a model of the user's is wrong.
fn builder(choice: &MachineChoice, host: &Host) -> Result<(SessionBuilder, bool), String> {
    let triple = if choice.triple.is_empty() { &host.triple } else { &choice.triple };
    // As `-march`, a name of a target stands for its triple.
    let mut builder = match Arch::from_target_name(triple) {
        Some(arch) => SessionBuilder::new(&host.triple).arch(arch),
        None => SessionBuilder::new(triple),
    };
    let Some(arch) = builder.triple().arch() else {
        return Err(format!("there is no target for the triple '{triple}'"));
    };
    let is_host = SessionBuilder::new(&host.triple).triple().arch() == Some(arch);
    for file in &choice.models {
        let ModelText { name, text } = file;
        builder = builder.model(&ModelFile { name, text }).map_err(|error| model_error(&error))?;
    }
    for file in &choice.hardware {
        let ModelText { name, text } = file;
        let added = builder.hardware_model(&ModelFile { name, text });
        builder = added.map_err(|error| model_error(&error))?;
    }
    Ok((builder, is_host))
}

/// Returns the first mistake in a model of the user's, with its place.
fn model_error(error: &SessionError) -> String {
    let SessionError::Model(errors) = error else { return error.to_string() };
    match errors.mistakes().first() {
        Some(it) if it.line > 0 => format!("{}:{}:{}: {}", it.file, it.line, it.column, it.message),
        Some(it) => format!("{}: {}", it.file, it.message),
        None => error.to_string(),
    }
}

/// Returns a CPU for a target of which none was chosen: one whose hardware data were compared with measurements, else that of
/// the scheduling model that most CPUs have.
fn assumed_cpu(builder: &SessionBuilder) -> Option<String> {
    let hardware = builder.hardware_catalog().unwrap_or_default();
    let checked = hardware.iter().filter(|it| it.is_checked).flat_map(|it| &it.cpus).next();
    if let Some(cpu) = checked {
        return Some(cpu.clone());
    }
    let catalog = builder.catalog().ok()?;
    let described = catalog.models.iter().filter(|it| !it.described_cpus.is_empty());
    let most = described.max_by_key(|it| it.described_cpus.len() + it.borrowing_cpus.len())?;
    most.described_cpus.first().cloned()
}

fn make(choice: &MachineChoice, host: &Host, number: u64) -> Result<Machine, String> {
    let (builder, is_host) = builder(choice, host)?;
    let mut is_cpu_assumed = false;
    let cpu = match &*choice.cpu {
        NATIVE if !is_host => {
            return Err(
                "the CPU 'native' is that of this machine, which is of another target".to_owned()
            );
        }
        NATIVE => host.cpu.clone(),
        "" if !builder.cpu_name().is_empty() => builder.cpu_name().to_owned(),
        "" if is_host => host.cpu.clone(),
        "" => {
            is_cpu_assumed = true;
            assumed_cpu(&builder).ok_or("no CPU of this target can be simulated")?
        }
        cpu => cpu.to_owned(),
    };
    let builder = builder.cpu(&cpu).attributes(choice.features.iter().map(String::as_str));
    let session = builder.build().map_err(|error| error.to_string())?;
    if choice.model_of == Some(SimulationKind::Hardware) {
        let hardware = hardware_processor(session.processor(), session.target());
        hardware.map_err(|error| error.to_string())?;
    }
    let mut requested = RequestedOptions::default();
    requested.model_of = choice.model_of;
    // Loops need not end with a conditional branch.
    requested.hardware_options.delivery.get_or_insert(Delivery::Loop);
    requested.options.views = Views::NONE;
    requested.options.views.steady_state = true;
    session.choose_model(&mut requested);
    let options = Cost::options(&requested.for_report(Format::Text));
    let dialects = session.target().dialects();
    Ok(Machine {
        number,
        dialect: choice.dialect.filter(|it| dialects.contains(it)),
        model: session.prediction_model(options.simulation()),
        analyzers: Mutex::default(),
        session,
        requested,
        options,
        is_cpu_assumed,
    })
}
