//! The target of an object: its triple, and what its headers say of the instructions that it may use.

use object::read::File;
use object::{BinaryFormat, FileFlags, Object, ObjectSection, SectionFlags};
use oxmca_asm::syntax::ObjectFormat;
use oxmca_asm::target::descriptors;
use oxmca_asm::target::object_facts::{
    ObjectCode, ObjectDetails, ObjectHeader, ObjectMachine, StatedCpu,
};

use super::error::ObjectError;

/// The target of an object.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub triple: &'static str,
    pub address_bits: u32,
    pub features: Vec<String>,
    pub cpu: StatedCpu,
    pub code: &'static ObjectCode,
}

impl Target {
    /// Finds the target that states that files with such a header are its own.
    ///
    /// # Errors
    /// [`ObjectError::Architecture`] if there is none.
    pub fn of(file: &File<'_>) -> Result<Target, ObjectError> {
        let header = header(file);
        let mut machines = descriptors().flat_map(|target| target.object_machines);
        let found = header.as_ref().and_then(|header| machines.find(|it| it.is_of(header)));
        let Some(ObjectMachine { triple, address_bits, code, .. }) = found else {
            let machine = header.filter(|it| it.format == ObjectFormat::Elf).map(|it| it.machine);
            return Err(ObjectError::unsupported(file.architecture(), machine));
        };
        let features = (code.features)(&Details(file));
        let cpu = (code.cpu)(&Details(file));
        Ok(Target { triple, address_bits: *address_bits, features, cpu, code })
    }
}

/// Returns the facts about a file that say for which machine it is; `None` for containers that no target states.
fn header(file: &File<'_>) -> Option<ObjectHeader> {
    let (machine, submachine) = match file {
        File::Elf32(it) => (it.elf_header().e_machine.get(it.endian()).0.into(), 0),
        File::Elf64(it) => (it.elf_header().e_machine.get(it.endian()).0.into(), 0),
        File::MachO32(it) => {
            let header = it.macho_header();
            (header.cputype.get(it.endian()).0, header.cpusubtype.get(it.endian()).id().0)
        }
        File::MachO64(it) => {
            let header = it.macho_header();
            (header.cputype.get(it.endian()).0, header.cpusubtype.get(it.endian()).id().0)
        }
        File::Coff(it) => (it.coff_header().machine.get(object::LittleEndian).0.into(), 0),
        File::CoffBig(it) => (it.coff_header().machine.get(object::LittleEndian).0.into(), 0),
        File::Pe32(it) => {
            (it.nt_headers().file_header.machine.get(object::LittleEndian).0.into(), 0)
        }
        File::Pe64(it) => {
            (it.nt_headers().file_header.machine.get(object::LittleEndian).0.into(), 0)
        }
        _ => return None,
    };
    let format = match file.format() {
        BinaryFormat::Elf => ObjectFormat::Elf,
        BinaryFormat::MachO => ObjectFormat::MachO,
        BinaryFormat::Coff | BinaryFormat::Pe => ObjectFormat::Coff,
        _ => return None,
    };
    let class_bits = if file.is_64() { 64 } else { 32 };
    let is_little_endian = file.is_little_endian();
    Some(ObjectHeader { format, machine, submachine, class_bits, is_little_endian })
}

/// A file as targets ask for its contents.
struct Details<'f, 'data>(&'f File<'data>);

impl ObjectDetails for Details<'_, '_> {
    fn elf_flags(&self) -> u32 {
        match self.0.flags() {
            FileFlags::Elf { e_flags, .. } => e_flags.0,
            _ => 0,
        }
    }

    fn is_big_endian(&self) -> bool {
        !self.0.is_little_endian()
    }

    fn elf_section(&self, section_type: u32) -> &[u8] {
        let is_meant = |it: &object::Section<'_, '_>| matches!(it.flags(), SectionFlags::Elf { sh_type, .. } if sh_type.0 == section_type);
        let section = self.0.sections().find(is_meant);
        section.and_then(|it| it.data().ok()).unwrap_or_default()
    }
}
