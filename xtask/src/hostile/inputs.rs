//! Inputs to damage, and what to do with them.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Result, ensure};
use oxmca_testing::forged_debug;
use oxmca_testing::perf_data::elf::Elf;
use oxmca_testing::perf_data::{Setting, jsonl};

use super::columns::Columns;
use super::damage;
use super::debug::DebugInformation;
use super::objects::Objects;
use super::verdicts::{Expected, Verdicts};
use crate::random::Random;
use crate::target::{self, Mode, ProvedTarget};
use crate::{reference, workspace};

/// Files with texts, below the workspace.
const TEXTS: [&str; 5] =
    ["tests/golden", "tests/own", "tests/many", "examples", "crates/oxmca-asm/tests/text"];
/// Texts of LLVM's tests, below the folder of the reference.
const LLVM_TEXTS: [&str; 2] = ["source/llvm/test/MC/X86", "source/llvm/test/tools/llvm-mca/X86"];
/// The longest text that is damaged: longer ones only take time.
const MAX_TEXT_BYTES: usize = 1 << 18;

/// Paths that recordings should not open.
const PATHS: [&str; 8] = [
    "/dev/zero",
    "/dev/./zero",
    "/dev/urandom",
    "/dev/tty",
    "/proc/self/mem",
    "../../../../../../etc/passwd",
    "/proc/kcore",
    "/",
];

/// The kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Assembly.
    Text,
    /// Batch requests.
    Requests,
    /// A recording and the file that it names, in half of them one whose debug information asks for much memory.
    Recording,
    /// A model.
    Model,
    /// An object file, an archive, or what is called so.
    Object,
    /// A baseline beside an object.
    Baseline,
    /// Two archives of the same objects.
    Archive,
    /// An object whose debug information alone is damaged.
    DebugInformation,
    /// A file of Arrow or Parquet.
    Columns,
}

impl Kind {
    /// Returns the kind of the input of a number.
    pub fn of(number: usize) -> Kind {
        match number % 16 {
            0 => Kind::Requests,
            1 | 2 => Kind::Recording,
            3 => Kind::Model,
            10 | 11 => Kind::Object,
            12 => Kind::Baseline,
            13 => Kind::Archive,
            14 => Kind::DebugInformation,
            15 => Kind::Columns,
            _ => Kind::Text,
        }
    }

    /// Returns the name in results.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "texts",
            Kind::Requests => "requests",
            Kind::Recording => "recordings",
            Kind::Model => "models",
            Kind::Object => "objects",
            Kind::Baseline => "baselines",
            Kind::Archive => "archives",
            Kind::DebugInformation => "debug information",
            Kind::Columns => "columns",
        }
    }
}

/// A damaged input.
pub struct Input {
    /// The kind.
    pub kind: Kind,
    /// Arguments of the program, in the folder that the input's files are in.
    pub arguments: Vec<String>,
    /// The outcome that it must have, if verdicts are compared.
    pub expected: Option<Expected>,
}

/// Everything that is damaged.
pub struct Sources {
    targets: Vec<&'static dyn ProvedTarget>,
    texts: Vec<Vec<u8>>,
    requests: Vec<Vec<u8>>,
    samples: Vec<String>,
    models: Vec<Vec<u8>>,
    image: Vec<u8>,
    objects: Objects,
    verdicts: Verdicts,
    debug: DebugInformation,
    columns: Columns,
}

impl Sources {
    /// Reads all inputs. The program under test writes baselines to a folder.
    pub fn read(top: &Path, binary: &Path, folder: &Path) -> Result<Sources> {
        let mut texts = Vec::new();
        for folder in TEXTS {
            read_files(&top.join(folder), "s", &mut texts)?;
        }
        if let Ok(reference) = reference::folder() {
            for folder in LLVM_TEXTS {
                // The source tree need not be there.
                let _ = read_files(&reference.join(folder), "s", &mut texts);
            }
        }
        texts.retain(|text| text.len() <= MAX_TEXT_BYTES);
        let (mut requests, mut models, mut samples) = (Vec::new(), Vec::new(), Vec::new());
        read_files(&top.join("tests/many"), "jsonl", &mut requests)?;
        read_files(&top.join("examples/models"), "tbl", &mut models)?;
        read_files(&top.join("crates/oxmca-ibs/tests/data"), "jsonl", &mut samples)?;
        let image = Elf {
            address: 0x1000,
            offset: 0x1000,
            code_len: 0x300,
            functions: &[("sum_loop", 0x1129, 0x28), ("_Z3addii.cold", 0x1151, 0x1e)],
            build_id: &[7; 20],
        };
        let is_complete = [&texts, &requests, &models, &samples].iter().all(|it| !it.is_empty());
        ensure!(is_complete, "inputs are missing below {}", top.display());
        Ok(Sources {
            targets: target::selected(&[])?,
            texts,
            requests,
            samples: samples.into_iter().filter_map(|it| String::from_utf8(it).ok()).collect(),
            models,
            image: image.bytes(),
            objects: Objects::read(top)?,
            verdicts: Verdicts::read(top, binary, folder)?,
            debug: DebugInformation::read(top, binary, folder)?,
            columns: Columns::new()?,
        })
    }

    /// Writes input `number` of a seed to a folder.
    pub fn input(&self, seed: u64, number: usize, folder: &Path) -> Result<Input> {
        let mut random = Random(seed.wrapping_mul(1 << 32).wrapping_add(number as u64));
        let random = &mut random;
        let kind = Kind::of(number);
        let mut expected = None;
        let with_verdict = |(arguments, verdict): (Vec<String>, Expected)| {
            expected = Some(verdict);
            arguments
        };
        let mut arguments = match kind {
            Kind::Text => self.text(random, folder),
            Kind::Requests => self.requests(random, folder),
            Kind::Recording => self.recording(random, folder),
            Kind::Model => self.model(random, folder),
            Kind::Object => {
                let target = self.targets[random.below(self.targets.len())];
                let foreign = Self::of(random, &self.texts);
                let cpu = random.pick(target.cpus());
                self.objects.input(random, cpu, foreign, folder)
            }
            Kind::Baseline => self.verdicts.baseline(random, folder).map(with_verdict),
            Kind::Archive => self.verdicts.archive(random, folder).map(with_verdict),
            Kind::DebugInformation => self.debug.input(random, folder).map(with_verdict),
            Kind::Columns => self.columns.input(random, folder),
        }?;
        if matches!(kind, Kind::Text | Kind::Requests | Kind::Model) {
            arguments.extend(options(random, kind));
        }
        Ok(Input { kind, arguments, expected })
    }

    fn of<'i>(random: &mut Random, items: &'i [Vec<u8>]) -> &'i [u8] {
        &items[random.below(items.len())]
    }

    fn text(&self, random: &mut Random, folder: &Path) -> Result<Vec<String>> {
        let (text, other) = (Self::of(random, &self.texts), Self::of(random, &self.texts));
        fs::write(folder.join("input.s"), damage::text(random, text, other))?;
        let target = self.targets[random.below(self.targets.len())];
        let cpu = random.pick(target.cpus());
        let modes = target.modes();
        let Mode { triple, features, .. } = modes[random.below(modes.len())];
        let mut arguments = vec![format!("-mtriple={triple}"), format!("-mcpu={cpu}")];
        // A reference that a distribution built may have other features by default.
        if !features.is_empty() {
            arguments.push(format!("-mattr={features}"));
        }
        arguments.push("input.s".to_owned());
        Ok(arguments)
    }

    fn requests(&self, random: &mut Random, folder: &Path) -> Result<Vec<String>> {
        let lines = Self::of(random, &self.requests);
        let text = Self::of(random, &self.texts);
        let text = damage::text(random, text, text);
        let asm = serde_json::json!({ "asm": String::from_utf8_lossy(&text), "iterations": 1 << random.below(32) });
        let mut all = damage::bytes(random, lines);
        all.extend(format!("\n{asm}").into_bytes());
        fs::write(folder.join("input.jsonl"), all)?;
        let mut arguments =
            vec!["-batch".to_owned(), "-timeout=2".to_owned(), "input.jsonl".into()];
        arguments.push("-mtriple=x86_64-unknown-unknown".to_owned());
        arguments.push("-mcpu=skylake".to_owned());
        if random.below(3) == 0 {
            arguments.push("--json=full".to_owned());
        }
        Ok(arguments)
    }

    fn recording(&self, random: &mut Random, folder: &Path) -> Result<Vec<String>> {
        let image = folder.join("target");
        // Where the samples are, and how far from the beginning of the file.
        let (bytes, symbol, place) = match random.below(2) {
            0 => {
                (self.debug.program(random), "f", [0x5555_5555_5100, 0x1000, forged_debug::OFFSET])
            }
            _ => {
                let is_damaged = random.below(3) != 0;
                let image = &self.image;
                let bytes =
                    if is_damaged { damage::words(random, image, 4) } else { image.clone() };
                (bytes, "sum_loop", [0x5555_5555_5000, 0x1000, 0x1000])
            }
        };
        fs::write(&image, bytes)?;
        let path = match random.below(3) {
            0 => random.pick(&PATHS).to_owned(),
            _ => image.display().to_string(),
        };
        let setting = Setting::default();
        let samples = &self.samples[random.below(self.samples.len())];
        let records = jsonl::records(&setting, samples, Some((place, &path)));
        // The header stays as it is, so that most recordings are accepted.
        let records =
            if random.below(4) == 0 { records } else { damage::words(random, &records, 64) };
        fs::write(folder.join("input.data"), setting.file(&records))?;
        let command = random.pick(&["report", "annotate"]);
        let mut arguments = vec!["ibs".to_owned(), command.to_owned(), "input.data".to_owned()];
        match command {
            "annotate" => arguments.push(format!("--symbol={symbol}")),
            _ => {
                let by = random.pick(&["--by=instruction", "--by=function"]);
                arguments.extend([by.to_owned(), "--view=all".to_owned()]);
                let format = random.pick(&["--format=text", "--format=csv", "--format=json"]);
                arguments.push(format.to_owned());
            }
        }
        Ok(arguments)
    }

    fn model(&self, random: &mut Random, folder: &Path) -> Result<Vec<String>> {
        let (model, other) = (Self::of(random, &self.models), Self::of(random, &self.models));
        fs::write(folder.join("input.tbl"), damage::text(random, model, other))?;
        let top = workspace::folder()?;
        fs::copy(top.join("examples/models/multiply.s"), folder.join("input.s"))?;
        let arguments = ["-mtriple=x86_64-unknown-unknown", "--model=input.tbl", "input.s"];
        Ok(arguments.map(str::to_owned).to_vec())
    }
}

/// Returns options that decide what is simulated and shown.
fn options(random: &mut Random, kind: Kind) -> Vec<String> {
    let mut options = Vec::new();
    for _ in 0..random.below(4) {
        let number = random.pick(&["0", "1", "2", "7", "100", "1000", "65536", "4294967295"]);
        options.push(match random.below(14) {
            0 => format!("-iterations={}", random.pick(&["1", "3", "50", "1000"])),
            1 => format!("-dispatch={number}"),
            2 => format!("-lqueue={number}"),
            3 => format!("-squeue={number}"),
            4 => format!("-register-file-size={number}"),
            5 => format!("-micro-op-queue-size={number}"),
            6 => format!("-decoder-throughput={number}"),
            7 => format!("-call-latency={}", random.pick(&["0", "1", "100", "5000"])),
            8 => "-timeline".to_owned(),
            9 => format!("-timeline-max-cycles={number}"),
            10 if kind != Kind::Requests => "-all-views".to_owned(),
            11 if kind != Kind::Requests => "-json".to_owned(),
            12 => "-bottleneck-analysis".to_owned(),
            _ => "-skip-unsupported-instructions=any".to_owned(),
        });
    }
    options.sort();
    options.dedup_by(|a, b| a.split('=').next() == b.split('=').next());
    options
}

/// Adds the contents of all files of a folder, and of those in it, whose names end so.
fn read_files(folder: &Path, extension: &str, files: &mut Vec<Vec<u8>>) -> io::Result<()> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_files(&path, extension, files)?;
        } else if path.extension().is_some_and(|it| it == extension) {
            files.push(fs::read(&path)?);
        }
    }
    Ok(())
}
