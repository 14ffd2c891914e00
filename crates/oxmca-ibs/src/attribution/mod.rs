//! The functions that samples belong to, from the files that were mapped.

mod function;
mod kernel;

use std::io;

pub use function::Function;
pub use kernel::{KernelSymbols, KernelSymbolsError};
pub use oxmca_object::{Lines, ObjectError, ObjectFile, SourceLine, demangle};

use crate::profile::{ModuleId, ModuleKind, Profile, SiteId};

/// A reader of files.
pub trait Files {
    /// Returns the bytes of the file at a path.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the bytes of a file of debug information, whose errors reports do not show.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    fn read_debug(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.read(path)
    }
}

impl<F: FnMut(&str) -> io::Result<Vec<u8>>> Files for F {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self(path)
    }
}

/// The file of a module, or the reason for which there is none.
#[derive(Debug)]
pub enum ModuleState {
    /// It is no file, or has no samples: none was looked for.
    NotAFile,
    /// Its file, and whether that is known to be the one that ran.
    Loaded(Box<LoadedModule>),
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file cannot be used.
    Unusable(ObjectError),
    /// The file is another than the one that ran.
    OtherBuild {
        /// The build id of the one that ran.
        recorded: Vec<u8>,
        /// The build id of the file; empty if it has none.
        found: Vec<u8>,
    },
}

/// A module's file.
pub struct LoadedModule {
    /// The file.
    pub image: ObjectFile<'static>,
    /// Debug information that is in a file of its own.
    pub debug: Option<ObjectFile<'static>>,
    /// True if the file has the recorded build id. Otherwise the recording has none, and the file may have
    /// changed since.
    pub is_verified: bool,
}

impl std::fmt::Debug for LoadedModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoadedModule")
            .field("functions", &self.image.functions().len())
            .field("is_verified", &self.is_verified)
            .finish_non_exhaustive()
    }
}

impl LoadedModule {
    /// Returns the source lines, if there is debug information.
    #[must_use]
    pub fn lines(&self) -> Option<Lines> {
        self.image.lines().or_else(|| self.debug.as_ref()?.lines())
    }

    /// Returns whether its code is for 64-bit mode.
    #[must_use]
    pub fn is_64_bit(&self) -> bool {
        self.image.triple().starts_with("x86_64")
    }
}

/// Reads the file of a module.
///
/// # Errors
/// When it is no object file for x86.
pub fn parse(bytes: Vec<u8>) -> Result<ObjectFile<'static>, ObjectError> {
    let object = ObjectFile::parse(bytes)?;
    match object.triple().split('-').next() {
        Some("x86_64" | "i386") => Ok(object),
        other => Err(ObjectError::Architecture(other.unwrap_or_default().to_owned())),
    }
}

/// A function with samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId {
    /// The module.
    pub module: ModuleId,
    /// The function in [`ObjectFile::functions`] or [`KernelSymbols::functions`]; `None` for code of the module that no function has.
    pub index: Option<u32>,
}

/// The function and address of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function.
    pub function: FunctionId,
    /// The virtual address in the file; for modules without file, the site's address.
    pub address: u64,
}

/// The files of a profile's modules.
#[derive(Debug)]
pub struct Attribution {
    modules: Vec<ModuleState>,
    kernel: Option<(ModuleId, KernelSymbols)>,
}

impl Attribution {
    /// Reads the files of all modules with samples.
    pub fn new(profile: &Profile, files: &mut dyn Files) -> Self {
        let mut has_samples = vec![false; profile.modules().len()];
        for site in profile.sites() {
            has_samples[site.module.0 as usize] = true;
        }
        let modules = profile.modules().iter().zip(has_samples);
        let load = |(module, has_samples): (&crate::Module, bool)| {
            if module.kind == ModuleKind::File && has_samples {
                load(&module.path, module.build_id.as_deref(), files)
            } else {
                ModuleState::NotAFile
            }
        };
        Self { modules: modules.map(load).collect(), kernel: None }
    }

    /// Takes the kernel's functions from a list of its symbols.
    pub fn name_kernel(&mut self, profile: &Profile, symbols: KernelSymbols) {
        let at = profile.modules().iter().position(|it| it.kind == ModuleKind::Kernel);
        self.kernel = at.map(|at| (ModuleId(at as u32), symbols));
    }

    /// Returns the kernel's functions, if this is its module.
    fn kernel_symbols(&self, id: ModuleId) -> Option<&KernelSymbols> {
        self.kernel.as_ref().filter(|it| it.0 == id).map(|it| &it.1)
    }

    /// Returns the file of a module, or the reason for which there is none.
    #[must_use]
    pub fn module(&self, id: ModuleId) -> &ModuleState {
        &self.modules[id.0 as usize]
    }

    /// Returns the file of a module.
    #[must_use]
    pub fn loaded(&self, id: ModuleId) -> Option<&LoadedModule> {
        match self.module(id) {
            ModuleState::Loaded(loaded) => Some(loaded),
            _ => None,
        }
    }

    /// Returns the function and address of a site.
    #[must_use]
    pub fn place(&self, profile: &Profile, site: SiteId) -> Place {
        let site = profile.site(site);
        let nowhere = Place {
            function: FunctionId { module: site.module, index: None },
            address: site.address,
        };
        if let Some((kernel, symbols)) = &self.kernel
            && *kernel == site.module
        {
            let index = symbols.function_at(site.address).map(|index| index as u32);
            return Place { function: FunctionId { index, ..nowhere.function }, ..nowhere };
        }
        let Some(loaded) = self.loaded(site.module) else { return nowhere };
        let Some(address) = loaded.image.address_of_offset(site.address) else { return nowhere };
        let index = loaded.image.function_at(address).map(|index| index as u32);
        Place { function: FunctionId { module: site.module, index }, address }
    }

    /// Returns a function, if it is one.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> Option<Function> {
        let index = id.index? as usize;
        match self.kernel_symbols(id.module) {
            Some(symbols) => symbols.functions().get(index).cloned(),
            None => self.loaded(id.module)?.image.functions().get(index).map(Function::from),
        }
    }

    /// Returns the address of the first byte of a function, if it is one.
    #[must_use]
    pub fn function_start(&self, id: FunctionId) -> Option<u64> {
        let index = id.index? as usize;
        match self.kernel_symbols(id.module) {
            Some(symbols) => symbols.functions().get(index).map(|it| it.start),
            None => self.loaded(id.module)?.image.functions().get(index).map(|it| it.start),
        }
    }

    /// Returns the functions of all modules whose name, or symbol, is this one.
    pub fn functions_named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (FunctionId, Function)> + 'a {
        let modules = (0..self.modules.len() as u32).map(ModuleId);
        modules.flat_map(move |module| {
            let ids = self.indices_named(module, name).into_iter();
            let ids = ids.map(move |index| FunctionId { module, index: Some(index) });
            ids.filter_map(|id| Some((id, self.function(id)?)))
        })
    }

    /// Returns the numbers of the functions of a module that have a name.
    fn indices_named(&self, module: ModuleId, name: &str) -> Vec<u32> {
        if let Some(symbols) = self.kernel_symbols(module) {
            let functions = (0..).zip(symbols.functions());
            let named = functions.filter(|(_, it)| is_named(&it.symbol, || it.name.clone(), name));
            return named.map(|it| it.0).collect();
        }
        let functions = self.loaded(module).map_or(&[][..], |it| it.image.functions());
        let named = (0..).zip(functions).filter(|(_, it)| is_named(&it.symbol, || it.name(), name));
        named.map(|it| it.0).collect()
    }
}

/// Returns whether a function has a name, with or without its parameters.
fn is_named(symbol: &str, full_name: impl Fn() -> String, name: &str) -> bool {
    if symbol == name {
        return true;
    }
    let full_name = full_name();
    let without_parameters = full_name.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    full_name == name || without_parameters
}

/// Reads the file of a module, by its path, else by its build id.
fn load(path: &str, build_id: Option<&[u8]>, files: &mut dyn Files) -> ModuleState {
    let debug_path = build_id.and_then(debug_path);
    let image = files.read(path).map_err(ModuleState::Unreadable).and_then(|bytes| {
        let image = parse(bytes).map_err(ModuleState::Unusable)?;
        check_build(&image, build_id)?;
        Ok(image)
    });
    let mut read_debug = || {
        let image = parse(files.read_debug(debug_path.as_deref()?).ok()?).ok()?;
        check_build(&image, build_id).is_ok().then_some(image)
    };
    match image {
        Ok(mut image) => {
            let has_all = image.has_debug_info();
            let debug = if has_all { None } else { read_debug() };
            if let Some(debug) = &debug {
                image.adopt_functions(debug);
            }
            let is_verified = build_id.is_some();
            ModuleState::Loaded(Box::new(LoadedModule { image, debug, is_verified }))
        }
        // A file of debug information has no code, but names and lines.
        Err(state) => match read_debug() {
            Some(image) => ModuleState::Loaded(Box::new(LoadedModule {
                image,
                debug: None,
                is_verified: true,
            })),
            None => state,
        },
    }
}

/// Compares build ids, if the recording has one.
fn check_build(image: &ObjectFile<'_>, recorded: Option<&[u8]>) -> Result<(), ModuleState> {
    let Some(recorded) = recorded else { return Ok(()) };
    let found = image.build_id().unwrap_or_default();
    // Recordings have room for 20 bytes.
    let is_same = found == recorded || recorded.len() == 20 && found.starts_with(recorded);
    if is_same {
        return Ok(());
    }
    Err(ModuleState::OtherBuild { recorded: recorded.to_vec(), found: found.to_vec() })
}

/// Returns the path at which distributions install the debug information of a build.
fn debug_path(build_id: &[u8]) -> Option<String> {
    let hex: String = build_id.iter().map(|byte| format!("{byte:02x}")).collect();
    let (first, rest) = hex.split_at_checked(2)?;
    Some(format!("/usr/lib/debug/.build-id/{first}/{rest}.debug"))
}
