//! Models and the CPUs that use them.
//!
//! LLVM gives each CPU name a scheduling model. Some names share one because they are the same CPU
//! (`skx` and `skylake-avx512`), others because LLVM has no model of that CPU and takes one that is
//! near (`znver5`, which gets the model of `znver4`). Tables tell the two apart: a CPU *borrows* a
//! model that describes others.

use crate::image::Tables;
use crate::schema::*;

impl<'a> Tables<'a> {
    /// Returns the model of that name, e.g. `Znver4Model`.
    pub fn model_named(&self, name: &str) -> Option<ModelId> {
        let index = self.models.iter().position(|row| self.text(row.name) == name)?;
        Some(ModelId(index as u16))
    }

    /// Returns the model of a CPU.
    #[inline]
    pub fn model_of(&self, cpu: CpuId) -> &'a Model {
        &self.models[self.cpus[cpu.index()].model.index()]
    }

    /// Returns the CPUs that use a model, by name.
    pub fn cpus_of_model(&self, model: ModelId) -> impl Iterator<Item = CpuId> + use<'a> {
        let rows = self.cpus.iter().enumerate();
        rows.filter(move |(_, row)| row.model == model).map(|(index, _)| CpuId(index as u16))
    }

    /// Returns the CPUs that a model describes, by name: those that use it and do not borrow it.
    pub fn cpus_described_by(&self, model: ModelId) -> impl Iterator<Item = CpuId> + use<'a> {
        let cpus = self.cpus;
        self.cpus_of_model(model).filter(move |cpu| cpus[cpu.index()].borrows_model == 0)
    }

    /// Returns the CPU that a model describes. If it describes several, the one whose name begins
    /// most like the model's, otherwise the first by name; if none, the first that uses it.
    pub fn cpu_described_by(&self, model: ModelId) -> Option<CpuId> {
        let letters = |name: Text| {
            let bytes = self.bytes(name).iter().filter(|byte| byte.is_ascii_alphanumeric());
            bytes.map(u8::to_ascii_lowercase)
        };
        let name = self.models[model.index()].name;
        let in_common = |cpu: &CpuId| {
            let pairs = letters(name).zip(letters(self.cpus[cpu.index()].name));
            pairs.take_while(|(a, b)| a == b).count()
        };
        let described = self.cpus_described_by(model).collect::<Vec<_>>();
        // The first of equal ones, which is the last of those in the opposite order.
        let nearest = described.into_iter().rev().max_by_key(in_common);
        nearest.or_else(|| self.cpus_of_model(model).next())
    }

    /// Returns the CPU whose model a CPU borrows, as `znver5` does `znver4`'s: `None` if its model
    /// describes it, or has no scheduling data.
    pub fn borrowed_model(&self, cpu: CpuId) -> Option<CpuId> {
        let row = &self.cpus[cpu.index()];
        let has_data = self.models[row.model.index()].sched_classes.len > 0;
        let borrows = row.borrows_model != 0 && has_data;
        borrows.then(|| self.cpu_described_by(row.model)).flatten()
    }
}

#[cfg(all(test, feature = "x86"))]
mod tests {
    use super::*;

    #[test]
    fn borrowed_models() {
        let tables = Tables::embedded("x86").unwrap();
        let name = |cpu: CpuId| tables.text(tables.cpus[cpu.index()].name);
        let borrowed = |cpu| tables.borrowed_model(tables.cpu_named(cpu).unwrap()).map(name);
        for (cpu, described) in [
            ("znver5", "znver4"),
            ("sierraforest", "alderlake"),
            ("gracemont", "alderlake"),
            ("generic", "sandybridge"),
            ("x86-64-v3", "haswell"),
            ("ivybridge", "sandybridge"),
            ("cascadelake", "skylake-avx512"),
            ("tigerlake", "icelake-client"),
            ("tremont", "slm"),
            ("bdver4", "znver1"),
        ] {
            assert_eq!(borrowed(cpu), Some(described), "{cpu}");
        }
        // `i486` has a model without scheduling data.
        for cpu in ["znver4", "skx", "core-avx2", "atom", "slm", "icelake-server", "i486"] {
            assert_eq!(borrowed(cpu), None, "{cpu}");
        }
    }

    #[test]
    fn every_model_with_data_describes_a_cpu_and_is_not_borrowed_by_it() {
        let tables = Tables::embedded("x86").unwrap();
        for (index, row) in tables.models.iter().enumerate() {
            let model = ModelId(index as u16);
            let users = tables.cpus_of_model(model).count();
            let described = tables.cpus_described_by(model).count();
            assert!(described > 0 && described <= users, "{}", tables.text(row.name));
            let borrowers =
                tables.cpus_of_model(model).filter(|cpu| tables.borrowed_model(*cpu).is_some());
            let expected = if row.sched_classes.len > 0 { users - described } else { 0 };
            assert_eq!(borrowers.count(), expected, "{}", tables.text(row.name));
        }
        let borrowing = tables.cpus.iter().filter(|row| row.borrows_model != 0).count();
        assert!(borrowing > 40);
    }
}
