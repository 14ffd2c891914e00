//! JSON, byte for byte as llvm-mca prints it: one document for all regions.
//!
//! Absent, because llvm-mca leaves them out: scheduler, retire and register file statistics,
//! barriers, encodings, and the additions of full instruction tables. [`full`] is a document of our
//! own with all of it.

mod double;
pub mod full;
mod ibs_samples;
mod phrases;
mod rows;
pub(crate) mod sections;
mod steady_state;
pub(crate) mod writer;

use std::convert::Infallible;
use std::num::NonZero;
use std::sync::Arc;

use super::{Printed, Report};
use crate::options::Options;
use crate::processor::Processor;
use crate::view::Section;
pub use phrases::Phrases;
use writer::JsonWriter;

/// Texts that the assembler supplies for one region's report.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// Printed instructions, one per instruction of the region as given, before any was left out.
    /// Bytes that are not UTF-8 are carried as by [`oxmca_asm::lossless`].
    pub instructions: &'a Printed,
    /// Name of the region, which may be empty and need not be UTF-8.
    pub name: &'a [u8],
}

/// The target, CPU and options that a whole document is about.
#[derive(Clone, Copy, Debug)]
pub struct Environment<'a> {
    /// Target triple.
    pub triple: &'a str,
    /// The options of the analysis.
    pub options: &'a Options,
    /// The CPU.
    pub processor: &'a Processor<'a>,
}

/// A document to which regions are added one by one.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The regions, each with its name.
    regions: Vec<(Arc<Region>, Vec<u8>)>,
    phrases: Phrases,
}

impl Document {
    /// Creates a document without regions.
    pub fn new() -> Self {
        Document::default()
    }

    /// Adds a region's report.
    pub fn add_region(&mut self, report: &Report, texts: &Texts<'_>) {
        let region = Region::new(report, texts.instructions, &mut self.phrases);
        self.add(Arc::new(region), texts.name);
    }

    /// Adds a region that was rendered elsewhere, under a name, which need not be UTF-8.
    pub fn add(&mut self, region: Arc<Region>, name: &[u8]) {
        self.regions.push((region, name.to_vec()));
    }

    /// Returns the finished document, ending in a newline.
    pub fn finish(self, environment: &Environment<'_>) -> String {
        let mut text = String::new();
        let added: Result<(), Infallible> = self.write(environment, |piece| {
            text.push_str(piece);
            Ok(())
        });
        match added {
            Ok(()) => text,
        }
    }

    /// Hands the finished document, which ends in a newline, to `take` piece by piece.
    ///
    /// # Errors
    /// The error of `take`, which is not called again then.
    pub fn write<E>(
        self,
        environment: &Environment<'_>,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut writer = JsonWriter::default();
        writer.open('{');
        writer.key("CodeRegions");
        writer.open('[');
        for (region, name) in self.regions {
            writer.element();
            let (before, after) = region.text.split_at(region.name_at);
            take(writer.text())?;
            take(before)?;
            writer.clear();
            writer.string(&name);
            take(writer.text())?;
            take(after)?;
            writer.clear();
        }
        writer.close(']');
        writer.key("SimulationParameters");
        parameters(environment, &mut writer);
        writer.key("TargetInfo");
        writer.object(|writer| {
            writer.key("CPUName");
            writer.string(environment.processor.shown_cpu_name().as_bytes());
            writer.key("Resources");
            resources(environment.processor, writer);
        });
        writer.close('}');
        take(writer.text())?;
        take("\n")
    }
}

/// A region's part of a document as text, without the name of the region.
#[derive(Clone, Debug)]
pub struct Region {
    text: Box<str>,
    /// Offset at which the name belongs.
    name_at: usize,
}

impl Region {
    /// Depth of the objects of regions in a document.
    const DEPTH: usize = 2;

    /// Writes a region's report; for `instructions`, see [`Texts`]. `phrases` are kept from one region
    /// to the next.
    pub fn new(report: &Report, instructions: &Printed, phrases: &mut Phrases) -> Region {
        let mut members: Vec<Member<'_>> =
            report.sections.iter().filter_map(Member::of_section).collect();
        members.extend([Member::Instructions, Member::Name]);
        members.sort_unstable_by_key(Member::key);
        let mut writer = JsonWriter::at_depth(Self::DEPTH, std::mem::take(phrases));
        let mut name_at = 0;
        writer.object(|writer| {
            for member in &members {
                writer.key(member.key());
                match *member {
                    Member::Name => name_at = writer.len(),
                    Member::Instructions => write_instructions(report, instructions, writer),
                    Member::Section(_, section) => sections::write(section, writer),
                }
            }
        });
        let text = writer.take_boxed();
        *phrases = writer.into_phrases();
        Region { text, name_at }
    }

    /// Returns the number of bytes of the text.
    pub fn size(&self) -> usize {
        self.text.len()
    }
}

/// A member of a region's object.
#[derive(Clone, Copy)]
enum Member<'a> {
    Name,
    Instructions,
    Section(&'static str, &'a Section),
}

impl<'a> Member<'a> {
    /// Returns the member for a section, if there is one.
    fn of_section(section: &'a Section) -> Option<Self> {
        sections::key(section).map(|key| Member::Section(key, section))
    }

    fn key(&self) -> &'static str {
        match *self {
            Member::Name => "Name",
            Member::Instructions => "Instructions",
            Member::Section(key, _) => key,
        }
    }
}

fn write_instructions(report: &Report, instructions: &Printed, writer: &mut JsonWriter) {
    writer.array(|writer| {
        for source in &report.sources {
            let text = instructions.get(*source);
            writer.element();
            let text = text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
            writer.carried(text);
        }
    });
}

/// Writes the options that were given, as far as they matter to the CPU.
fn parameters(environment: &Environment<'_>, writer: &mut JsonWriter) {
    let (options, processor) = (environment.options, environment.processor);
    let out_of_order = processor.is_out_of_order();
    let number = |writer: &mut JsonWriter, key: &'static str, value: Option<NonZero<u32>>| {
        if let Some(value) = value
            && out_of_order
        {
            writer.integer(key, value.get());
        }
    };
    writer.object(|writer| {
        number(writer, "-decoder-throughput", options.decoder_throughput_instructions);
        number(writer, "-dispatch", options.dispatch_width_micro_ops);
        number(writer, "-lqueue", options.load_queue_size_entries);
        writer.key("-march");
        let arch = environment.triple.split('-').next().unwrap_or_default();
        writer.string(arch.as_bytes());
        writer.key("-mcpu");
        writer.string(processor.shown_cpu_name().as_bytes());
        number(writer, "-micro-op-queue-size", options.micro_op_queue_size_entries);
        writer.key("-mtriple");
        writer.string(environment.triple.as_bytes());
        if out_of_order && !options.assume_no_alias {
            writer.boolean("-noalias", false);
        }
        number(writer, "-register-file-size", options.register_file_size_registers);
        number(writer, "-squeue", options.store_queue_size_entries);
    });
}

/// Writes the units that resource numbers in the document count. Units of one resource are told
/// apart by a byte with the unit's number, not by its digits.
fn resources(processor: &Processor<'_>, writer: &mut JsonWriter) {
    writer.array(|writer| {
        for row in processor.resource_rows().iter().skip(1).filter(|row| row.sub_units.len == 0) {
            let name = processor.tables().text(row.name).as_bytes();
            for unit in 0..row.num_units {
                writer.element();
                match row.num_units {
                    1 => writer.string(name),
                    _ => writer.string(&[name, b".", &[unit as u8]].concat()),
                }
            }
        }
    });
}
