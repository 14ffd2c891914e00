//! Choosing the target, CPU, features and tables of a session.

use oxmca_asm::subtarget::Notice;
use oxmca_asm::target::{self, Implementation};
use oxmca_asm::triple::{Arch, Triple};
use oxmca_asm::{Dialect, Subtarget};
#[cfg(feature = "models")]
use oxmca_tables::ModelFile;
use oxmca_tables::OwnedTables;

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
    implementation: Option<Implementation>,
    itineraries: bool,
}

impl SessionBuilder {
    /// A session for the target of a triple (`-mtriple`), so far without a CPU.
    pub fn new(triple: &str) -> SessionBuilder {
        SessionBuilder {
            triple: Triple::new(triple),
            cpu: String::new(),
            attributes: Vec::new(),
            tables: None,
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

    /// Tables that were given or that a model was added to; `None` for those that are built in.
    pub fn own_tables(&self) -> Option<&OwnedTables> {
        self.tables.as_ref()
    }

    /// The CPU, empty if none was chosen.
    pub fn cpu_name(&self) -> &str {
        &self.cpu
    }

    /// Takes a target that is not built in, with its tables. It is asked whatever the triple is.
    #[must_use]
    pub fn target(mut self, implementation: Implementation, tables: OwnedTables) -> SessionBuilder {
        self.implementation = Some(implementation);
        self.tables(tables)
    }

    /// The triple.
    pub fn triple(&self) -> &Triple {
        &self.triple
    }

    /// The dialects of the target, in LLVM's order.
    ///
    /// # Errors
    /// When there is no target for the triple.
    pub fn dialects(&self) -> Result<&'static [Dialect], SessionError> {
        Ok(self.chosen_implementation()?.dialects)
    }

    /// The implementation: the one that was given, or the one that is built in.
    fn chosen_implementation(&self) -> Result<Implementation, SessionError> {
        match self.implementation {
            Some(implementation) => Ok(implementation),
            None => Ok(target::implementation(&self.triple)?),
        }
    }

    /// The tables: those that were given, or those that are built in.
    fn chosen_tables(&self) -> Result<OwnedTables, SessionError> {
        match &self.tables {
            Some(tables) => Ok(tables.clone()),
            None => Ok(target::builtin_tables(&self.triple)?),
        }
    }

    /// The CPUs, features and models that there are to choose from.
    ///
    /// # Errors
    /// When there is no target for the triple.
    pub fn catalog(&self) -> Result<Catalog, SessionError> {
        Ok(Catalog::new(&self.chosen_tables()?.tables()))
    }

    /// Makes the session.
    ///
    /// # Errors
    /// When a name is unknown or the CPU cannot be simulated.
    pub fn build(&self) -> Result<Session, SessionError> {
        let (session, notices) = self.build_with_notices();
        match notices.into_iter().next() {
            None => {
                let session = session?;
                session.check_simulated_features()?;
                Ok(session)
            }
            // A list of features is no feature either.
            Some(notice) => Err(match notice {
                Notice::UnknownCpu(name) => SessionError::UnknownCpu(name),
                Notice::UnknownFeature(name) => SessionError::UnknownFeature(name),
                Notice::Help if self.cpu == "help" => SessionError::UnknownCpu(self.cpu.clone()),
                Notice::Help => SessionError::UnknownFeature("+help".to_owned()),
                Notice::CpuHelp => SessionError::UnknownFeature("+cpuhelp".to_owned()),
            }),
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
        target
            .check_features(&processor.subtarget.features)
            .map_err(|reason| SessionError::Features { reason })?;
        Ok(Machine { target, processor })
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
