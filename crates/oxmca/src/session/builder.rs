//! Choosing the target, CPU, features and tables of a session.

use oxmca_asm::subtarget::Notice;
use oxmca_asm::target::{self, Implementation};
use oxmca_asm::triple::{Arch, Triple};
use oxmca_asm::{Dialect, Subtarget};
use oxmca_tables::hardware::{HardwareModel, HardwareModels};
use oxmca_tables::{CpuId, ModelFile, OwnedTables, Tables};

use super::catalog::{HardwareEntry, hardware_entries};
use super::{Catalog, Machine, OwnedMachine, Session, SessionError};
use crate::processor::Processor;

/// Chooses what a [`Session`] is for.
///
/// ```
/// use oxmca::SessionBuilder;
///
/// let session = SessionBuilder::new("x86_64-unknown-unknown")
///     .cpu("znver4")
///     .attributes(["-avx512f"])
///     .build()?;
/// assert_eq!(session.cpu_name(), "znver4");
/// # Ok::<(), oxmca::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SessionBuilder {
    triple: Triple,
    cpu: String,
    attributes: Vec<String>,
    tables: Option<OwnedTables>,
    hardware_models: Option<HardwareModels>,
    /// One of the user's hardware models must be for the CPU.
    needs_own_hardware: bool,
    implementation: Option<Implementation>,
    itineraries: bool,
}

impl SessionBuilder {
    /// Creates a session for the target of a triple (`-mtriple`), so far without a CPU.
    pub fn new(triple: &str) -> SessionBuilder {
        SessionBuilder {
            triple: Triple::new(triple),
            cpu: String::new(),
            attributes: Vec::new(),
            tables: None,
            hardware_models: None,
            needs_own_hardware: false,
            implementation: None,
            itineraries: false,
        }
    }

    /// Replaces the architecture of the triple (`-march`), unless it is that already.
    #[must_use]
    pub fn arch(mut self, arch: Arch) -> SessionBuilder {
        if self.triple.arch() != Some(arch) {
            self.triple = self.triple.with_arch(arch);
        }
        self
    }

    /// Sets the CPU (`-mcpu`). The name is taken literally.
    #[must_use]
    pub fn cpu(mut self, name: &str) -> SessionBuilder {
        name.clone_into(&mut self.cpu);
        self
    }

    /// Adds or removes features, in order: `+name` or `-name` (`-mattr`).
    #[must_use]
    pub fn attributes<'a>(
        mut self,
        attributes: impl IntoIterator<Item = &'a str>,
    ) -> SessionBuilder {
        self.attributes.extend(attributes.into_iter().map(str::to_owned));
        self
    }

    /// Simulates CPUs that are described by itineraries alone, too (`-itineraries`). llvm-mca refuses them.
    #[must_use]
    pub fn itineraries(mut self, are_simulated: bool) -> SessionBuilder {
        self.itineraries = are_simulated;
        self
    }

    /// Takes other tables than those that are built in. They must be for the target of the triple.
    #[must_use]
    pub fn tables(mut self, tables: OwnedTables) -> SessionBuilder {
        self.tables = Some(tables);
        self
    }

    /// Adds a scheduling model of the user's from a text file, and chooses its CPU. It may extend a
    /// model of the target or of a file added before. `docs/add-a-cpu.md` describes such files.
    ///
    /// ```
    /// use oxmca::{ModelFile, SessionBuilder};
    ///
    /// let text = b"model MyZen extends Znver4Model issue-width=8\n";
    /// let session = SessionBuilder::new("x86_64-unknown-unknown")
    ///     .model(&ModelFile { name: "my-zen.tbl", text })?
    ///     .build()?;
    /// assert_eq!(session.cpu_name(), "myzen");
    /// # Ok::<(), oxmca::SessionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SessionError::Model`] with the mistakes in the file, or when there is no target for the triple.
    #[cfg(feature = "models")]
    pub fn model(mut self, file: &ModelFile<'_>) -> Result<SessionBuilder, SessionError> {
        let added = self.chosen_tables()?.with_model(file).map_err(SessionError::Model)?;
        self.tables = Some(added.tables);
        self.cpu = added.cpu_names.into_iter().next().unwrap_or_default();
        Ok(self)
    }

    /// Adds a hardware model of the user's from a text file, which hardware mode takes for the CPUs that it is for. It may
    /// be based on one that is built in or was added before. Chooses its first CPU if none has been chosen. Scheduling
    /// models that it names are added first. `docs/add-hardware-data.md` describes such files.
    ///
    /// ```
    /// use oxmca::hardware::HardwareOptions;
    /// use oxmca::{ModelFile, Options, SessionBuilder};
    ///
    /// let text = b"hardware NarrowSkylake based-on Skylake\nrenamed-micro-ops 2\n";
    /// let session = SessionBuilder::new("x86_64-unknown-unknown")
    ///     .hardware_model(&ModelFile { name: "my.tbl", text })?
    ///     .build()?;
    /// assert_eq!(session.cpu_name(), "skylake");
    /// let code = session.parse("addq %rsi, %rax\naddq %rsi, %rcx\naddq %rsi, %rdx\naddq %rsi, %rdi\n")?;
    /// let options = Options::with(|it| {
    ///     it.hardware = Some(HardwareOptions::default());
    ///     it.views.steady_state = true;
    /// });
    /// let report = code.first_region().ok_or("a region")?.analyze(&options)?;
    /// let pace = report.steady_state().and_then(|it| it.hardware.as_ref()).ok_or("a pace")?;
    /// assert_eq!(pace.cycles_per_iteration().to_f64(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SessionError::Model`] with the mistakes in the file, or when there is no target for the triple.
    pub fn hardware_model(mut self, file: &ModelFile<'_>) -> Result<SessionBuilder, SessionError> {
        let tables = self.chosen_tables()?;
        let tables = tables.tables();
        let models = self.chosen_hardware_models();
        let models = models.with_file(file, &tables).map_err(SessionError::Model)?;
        if let Some(added) = models.own().last().filter(|_| self.cpu.is_empty()) {
            let found =
                first_cpu(added, &tables).map(|cpu| tables.text(tables.cpus[cpu.index()].name));
            found.unwrap_or_default().clone_into(&mut self.cpu);
        }
        self.hardware_models = Some(models);
        self.needs_own_hardware = true;
        Ok(self)
    }

    /// Takes hardware models, those of the user's included, that another builder has put together for the same target. They
    /// may be for other CPUs than the chosen one.
    #[must_use]
    pub fn hardware_models(mut self, models: HardwareModels) -> SessionBuilder {
        self.hardware_models = Some(models);
        self
    }

    /// Returns hardware models with those of the user's; `None` if there are only those that are
    /// built in.
    pub fn own_hardware_models(&self) -> Option<&HardwareModels> {
        self.hardware_models.as_ref()
    }

    /// Returns a sentence that says so if there are hardware models of the user's, and none is for the chosen CPU: it has
    /// those data that are built in, if any.
    pub fn unused_hardware(&self) -> Option<String> {
        let own = self.hardware_models.as_ref()?.own();
        let tables = self.chosen_tables().ok()?;
        let tables = tables.tables();
        let model = tables.model_of(tables.cpu_named(&self.cpu)?);
        let model = tables.text(model.name);
        if own.is_empty() || own.iter().any(|it| it.is_for(model, &self.cpu)) {
            return None;
        }
        let described = own.iter().map(|it| match &it.cpus[..] {
            [] => format!("hardware model '{}' is for {}", it.name, it.models.join(", ")),
            cpus => format!("hardware model '{}' is for {}", it.name, cpus.join(", ")),
        });
        let described = described.collect::<Vec<_>>().join(", ");
        Some(format!("{described}, not for '{}' with the scheduling model {model}", self.cpu))
    }

    /// Tables that were given or that a model was added to; `None` for those that are built in.
    pub fn own_tables(&self) -> Option<&OwnedTables> {
        self.tables.as_ref()
    }

    /// Returns the CPU, empty if none was chosen.
    pub fn cpu_name(&self) -> &str {
        &self.cpu
    }

    /// Takes a target that is not built in, with its tables. It is asked whatever the triple is.
    #[must_use]
    pub fn target(mut self, implementation: Implementation, tables: OwnedTables) -> SessionBuilder {
        self.implementation = Some(implementation);
        self.tables(tables)
    }

    /// Returns the triple.
    pub fn triple(&self) -> &Triple {
        &self.triple
    }

    /// Returns the dialects of the target, in LLVM's order.
    ///
    /// # Errors
    /// When there is no target for the triple.
    pub fn dialects(&self) -> Result<&'static [Dialect], SessionError> {
        Ok(self.chosen_implementation()?.descriptor.dialects)
    }

    /// Returns the implementation: the one that was given, or the one that is built in.
    fn chosen_implementation(&self) -> Result<Implementation, SessionError> {
        match self.implementation {
            Some(implementation) => Ok(implementation),
            None => Ok(target::implementation(&self.triple)?),
        }
    }

    /// Returns the tables: those that were given, or those that are built in.
    fn chosen_tables(&self) -> Result<OwnedTables, SessionError> {
        match &self.tables {
            Some(tables) => Ok(tables.clone()),
            None => Ok(target::builtin_tables(&self.triple)?),
        }
    }

    /// Returns the hardware models: those that were put together, or those that are built in.
    fn chosen_hardware_models(&self) -> HardwareModels {
        let builtin = || match self.chosen_implementation() {
            Ok(implementation) => implementation.descriptor.hardware_models(),
            Err(_) => HardwareModels::default(),
        };
        self.hardware_models.clone().unwrap_or_else(builtin)
    }

    /// Returns the hardware models that there are, with the CPUs that they are for.
    ///
    /// # Errors
    /// When there is no target for the triple.
    pub fn hardware_catalog(&self) -> Result<Vec<HardwareEntry>, SessionError> {
        let (tables, models) = (self.chosen_tables()?, self.chosen_hardware_models());
        hardware_entries(&tables.tables(), &models).map_err(SessionError::Model)
    }

    /// Returns the CPUs, features and models that there are to choose from.
    ///
    /// # Errors
    /// When there is no target for the triple.
    pub fn catalog(&self) -> Result<Catalog, SessionError> {
        Ok(Catalog::new(&self.chosen_tables()?.tables(), self.itineraries))
    }

    /// Makes the session.
    ///
    /// # Errors
    /// When a name is unknown or the CPU cannot be simulated.
    pub fn build(&self) -> Result<Session, SessionError> {
        let (session, notices) = self.build_with_notices();
        let refusal = notices.into_iter().find_map(|notice| {
            Some(match notice {
                Notice::UnknownCpu(name) => SessionError::UnknownCpu(name),
                Notice::UnknownFeature(name) => SessionError::UnknownFeature(name),
                // A list of features is no feature either.
                Notice::Help if self.cpu == "help" => SessionError::UnknownCpu(self.cpu.clone()),
                Notice::Help => SessionError::UnknownFeature("+help".to_owned()),
                Notice::CpuHelp => SessionError::UnknownFeature("+cpuhelp".to_owned()),
                Notice::FeatureWarning(_) => return None,
            })
        });
        if let Some(error) = refusal {
            return Err(error);
        }
        let session = session?;
        session.check_simulated_features()?;
        match self.unused_hardware().filter(|_| self.needs_own_hardware) {
            Some(message) => Err(SessionError::UnusedHardwareModel(message)),
            None => Ok(session),
        }
    }

    /// Makes the session as LLVM does, which passes over features that it does not know, and reads texts before it
    /// refuses a CPU that is not one of the triple's: [`Session::check_simulated_features`] says whether it would. The
    /// notices say which features, and that a list of CPUs or features was asked for.
    pub fn build_with_notices(&self) -> (Result<Session, SessionError>, Vec<Notice>) {
        let mut notices = Vec::new();
        let machine = self.chosen_tables().and_then(|tables| {
            OwnedMachine::try_new(tables, |tables| self.machine(tables, &mut notices))
        });
        (machine.map(|machine| Session(machine.into())), notices)
    }

    fn machine<'t>(
        &self,
        tables: &'t OwnedTables,
        notices: &mut Vec<Notice>,
    ) -> Result<Machine<'t>, SessionError> {
        let tables = tables.tables();
        let target = (self.chosen_implementation()?.create)(self.triple.clone(), tables);
        if self.attributes.iter().any(|it| matches!(it.as_str(), "+" | "-")) {
            return Err(SessionError::FeatureWithoutName);
        }
        let attributes = self.attributes.iter().map(String::as_str);
        let (subtarget, found) = Subtarget::resolve(&*target, &self.cpu, attributes);
        *notices = found;
        let cpu = || self.cpu.clone();
        let subtarget = subtarget.ok_or_else(|| SessionError::UnknownCpu(cpu()))?;
        let prepare = match self.itineraries {
            true => Processor::with_itineraries,
            false => Processor::new,
        };
        let processor = prepare(tables, subtarget)
            .map_err(|reason| SessionError::Processor { cpu: cpu(), reason })?;
        let processor = match &self.hardware_models {
            Some(models) => processor.with_hardware_models(models.clone()),
            None => processor,
        };
        target
            .check_features(&processor.subtarget.features)
            .map_err(|reason| SessionError::Features { reason })?;
        Ok(Machine { target, processor })
    }
}

/// Returns the first CPU that a hardware model is for.
fn first_cpu(model: &HardwareModel, tables: &Tables<'_>) -> Option<CpuId> {
    match model.cpus.first() {
        Some(name) => tables.cpu_named(name),
        None => tables.cpu_described_by(tables.model_named(model.models.first()?)?),
    }
}

impl Session {
    /// Chooses a CPU of the target that `triple` names (`-mtriple`, `-mcpu`). `attributes` are
    /// features to add or remove, in order: `+name` or `-name` (`-mattr`).
    ///
    /// # Errors
    /// When one of the names is unknown or the CPU cannot be simulated.
    pub fn new<'a>(
        triple: &str,
        cpu: &str,
        attributes: impl IntoIterator<Item = &'a str>,
    ) -> Result<Session, SessionError> {
        SessionBuilder::new(triple).cpu(cpu).attributes(attributes).build()
    }
}
