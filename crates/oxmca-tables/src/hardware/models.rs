//! The hardware models that a session can use: those that are built in and those of the user.

use std::sync::Arc;

use super::builtin::{BuiltinHardware, builtin_hardware};
use super::model::{HardwareFile, HardwareModel};
use super::reader::{self, BaseModels};
use super::selection::InstructionTrait;
use crate::image::Tables;
use crate::overlay::{ModelErrors, ModelFile, text_of};

/// Most bytes of a hardware file of the user's.
const MAX_BYTES: usize = 1 << 20;

/// The hardware models of a target: those that are built in, and those of the user, which go before them.
#[derive(Clone, Debug, Default)]
pub struct HardwareModels {
    builtin: &'static [BuiltinHardware],
    traits: &'static [InstructionTrait],
    own: Vec<Arc<HardwareModel>>,
}

impl HardwareModels {
    /// Returns those that are built in for the target whose tables are in that folder of `data`. Files can name the
    /// target's traits of instructions.
    pub fn new(folder: &str, traits: &'static [InstructionTrait]) -> HardwareModels {
        HardwareModels { builtin: builtin_hardware(folder), traits, own: Vec::new() }
    }

    /// Adds a hardware model of the user's, which may be based on one that is there. `tables` have the scheduling models
    /// and CPUs that it is for.
    ///
    /// ```
    /// # #[cfg(feature = "x86")] {
    /// use oxmca_tables::hardware::HardwareModels;
    /// use oxmca_tables::{ModelFile, OwnedTables};
    ///
    /// let text = b"hardware Wide extends SkylakeClientModel\ncpus skylake\nrenamed-micro-ops 6\n\
    ///     ports 0=Port0 2=Port2 4=Port4 load=2 store-address=2 store-data=4\n";
    /// let file = ModelFile { name: "my.tbl", text };
    /// let tables = OwnedTables::embedded("x86")?;
    /// let models = HardwareModels::new("x86", &[]).with_file(&file, &tables.tables())?;
    /// let found = models.for_cpu("SkylakeClientModel", "skylake").ok_or("it is there")??;
    /// assert_eq!((found.numbers.renamed_micro_ops, found.numbers.reorder_buffer), (6, 168));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The file's mistakes.
    pub fn with_file(
        &self,
        file: &ModelFile<'_>,
        tables: &Tables<'_>,
    ) -> Result<HardwareModels, ModelErrors> {
        let text = text_of(file, MAX_BYTES)?;
        let model =
            reader::read_own(&HardwareFile { name: file.name, text }, self, tables, self.traits)?;
        let mut models = self.clone();
        models.own.push(Arc::new(model));
        Ok(models)
    }

    /// Returns those of the user, in the order in which they were added.
    pub fn own(&self) -> &[Arc<HardwareModel>] {
        &self.own
    }

    /// Returns how many there are, those that are built in counted before those of the user.
    pub fn len(&self) -> usize {
        self.builtin.len() + self.own.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether that model is one of the user's.
    pub fn is_own(&self, index: usize) -> bool {
        index >= self.builtin.len()
    }

    /// Returns a model, which is read first if it is built in; `None` if there are not so many.
    ///
    /// # Errors
    /// The mistakes of a file that is built in.
    pub fn get(&self, index: usize) -> Option<Result<Arc<HardwareModel>, ModelErrors>> {
        match index.checked_sub(self.builtin.len()) {
            Some(own) => self.own.get(own).map(|model| Ok(Arc::clone(model))),
            None => {
                let found = self.builtin.get(index)?;
                let file = HardwareFile { text: &found.whole_text(), ..found.file };
                Some(self.read_builtin(&file))
            }
        }
    }

    /// Reads a file that is built in.
    fn read_builtin(&self, file: &HardwareFile<'_>) -> Result<Arc<HardwareModel>, ModelErrors> {
        // Those of the user may have the same names.
        let builtin = HardwareModels { own: Vec::new(), ..self.clone() };
        reader::read_builtin(file, &builtin, self.traits).map(Arc::new)
    }

    /// Returns the names of all.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let builtin = self.builtin.iter().map(|it| it.file.model_name().unwrap_or_default());
        builtin.chain(self.own.iter().map(|it| it.name.as_str()))
    }

    /// Returns the model of that name, the last one if there are several.
    ///
    /// # Errors
    /// The mistakes of a file that is built in.
    pub fn named(&self, name: &str) -> Option<Result<Arc<HardwareModel>, ModelErrors>> {
        self.get(self.index_named(name)?)
    }

    /// Finds the model of that name, the last one if there are several. It is not read.
    fn index_named(&self, name: &str) -> Option<usize> {
        self.names().enumerate().filter(|(_, it)| *it == name).last().map(|it| it.0)
    }

    /// Finds the model for a CPU with a scheduling model: one of the user's if there is any, the last of several. It is
    /// not read.
    pub fn index_for(&self, model: &str, cpu: &str) -> Option<usize> {
        let own = || self.own.iter().rposition(|it| it.is_for(model, cpu));
        let builtin =
            || self.builtin.iter().position(|it| HardwareModel::file_is_for(&it.file, model, cpu));
        own().map(|index| self.builtin.len() + index).or_else(builtin)
    }

    /// Returns the model for a CPU with a scheduling model.
    ///
    /// # Errors
    /// The mistakes of a file that is built in.
    pub fn for_cpu(
        &self,
        model: &str,
        cpu: &str,
    ) -> Option<Result<Arc<HardwareModel>, ModelErrors>> {
        self.get(self.index_for(model, cpu)?)
    }
}

impl BaseModels for HardwareModels {
    fn base(&self, name: &str) -> Option<Result<Arc<HardwareModel>, ModelErrors>> {
        let index = self.index_named(name)?;
        match self.builtin.get(index) {
            // What was compared is not inherited.
            Some(builtin) => Some(self.read_builtin(&builtin.file)),
            None => self.get(index),
        }
    }

    fn base_names(&self) -> Vec<&str> {
        self.names().collect()
    }
}
