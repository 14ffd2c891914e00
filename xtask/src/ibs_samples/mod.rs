//! `cargo xtask ibs-differential`: random samples of many processors, decoded by perf and by us.
//! `cargo xtask ibs-speed`: the time a long recording takes.

mod printed;
mod speed;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use clap::Parser;
use oxmca_ibs::{
    Capabilities, Cpu, FetchFlags, FetchRegisters, OpRegisters, Register, Traits, fields,
};
use printed::{Printed, Value};
pub use speed::run as run_speed;

use oxmca_testing::perf_data::{Sample, Setting, payload};

/// Writes random samples, has `perf script -D` print them, and compares every field.
#[derive(Parser)]
#[command(name = "cargo xtask ibs-differential")]
struct Arguments {
    /// Samples of ops, and samples of fetches, for each processor.
    #[arg(long, default_value_t = 5000)]
    samples: u64,
    /// Seed of random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder to leave the files in, rather than deleting them.
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// A processor: what it is called here, its number in the header, and its capabilities.
const PROCESSORS: [(&str, &str, u32); 11] = [
    ("10h", "AuthenticAMD,16,4,3", 0x1f),
    ("12h", "AuthenticAMD,18,1,0", 0xff),
    ("14h", "AuthenticAMD,20,2,0", 0xff),
    ("15h", "AuthenticAMD,21,2,0", 0xff),
    ("15h model 60h", "AuthenticAMD,21,96,1", 0x7ff),
    ("16h", "AuthenticAMD,22,48,1", 0xff),
    ("17h", "AuthenticAMD,23,49,0", 0x3ff),
    ("19h model 1", "AuthenticAMD,25,1,1", 0x3ff),
    ("19h model 21h", "AuthenticAMD,25,33,0", 0x3ff),
    ("19h model 61h", "AuthenticAMD,25,97,2", 0xbff),
    ("1Ah", "AuthenticAMD,26,68,0", 0x8_1bff),
];

/// Registers that perf expects in each sample.
const OP_REGISTERS: usize = 8;
const FETCH_REGISTERS: usize = 4;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments = std::iter::once("ibs-differential".to_owned()).chain(arguments.iter().cloned());
    let arguments = Arguments::parse_from(arguments);
    let has_perf = Command::new("perf")
        .arg("version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|it| it.success());
    if !has_perf {
        println!("ibs-differential: skipped, since there is no perf here (package linux-perf)");
        return ExitCode::SUCCESS;
    }
    match compare_all(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("ibs-differential: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn compare_all(arguments: &Arguments) -> Result<u64> {
    let folder = arguments
        .keep
        .clone()
        .unwrap_or_else(|| std::env::temp_dir().join(format!("oxmca-ibs-{}", std::process::id())));
    std::fs::create_dir_all(&folder).context("a folder for the files")?;
    let mut differing = 0;
    for (name, cpu_id, caps) in PROCESSORS {
        let processor = Processor::new(cpu_id, caps)?;
        let path = folder.join(format!("{}.data", name.replace(' ', "-")));
        let tally = compare(&processor, arguments, &path).context(name)?;
        println!(
            "{name:14} {} ops, {} fetches: {} values compared, {} differ{}",
            arguments.samples,
            arguments.samples,
            tally.compared,
            tally.differing,
            tally.left_out()
        );
        differing += tally.differing;
    }
    if arguments.keep.is_none() {
        std::fs::remove_dir_all(&folder).context("deleting the files")?;
    }
    println!("ibs-differential: {differing} differ");
    Ok(differing)
}

struct Processor {
    cpu_id: &'static str,
    caps: u32,
    traits: Traits,
}

impl Processor {
    fn new(cpu_id: &'static str, caps: u32) -> Result<Self> {
        let traits = Cpu::from_cpuid(cpu_id)?.traits(Capabilities::from_bits_retain(caps));
        Ok(Self { cpu_id, caps, traits })
    }
}

/// The comparison for a processor.
#[derive(Default)]
struct Tally {
    compared: u64,
    differing: u64,
    /// Fields that perf prints although this processor does not have them, as we have it.
    unknown: BTreeMap<String, u64>,
}

impl Tally {
    fn left_out(&self) -> String {
        if self.unknown.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = self.unknown.keys().map(String::as_str).collect();
        format!(" (not on this processor: {})", names.join(" "))
    }

    fn compare(&mut self, what: &str, ours: Option<u64>, printed: u64, registers: &[u64]) {
        const MOST_SHOWN: u64 = 20;
        let Some(ours) = ours else {
            *self.unknown.entry(what.to_owned()).or_default() += 1;
            return;
        };
        self.compared += 1;
        if ours != printed {
            self.differing += 1;
            if self.differing <= MOST_SHOWN {
                println!("  {what}: {ours:#x} here, {printed:#x} by perf, of {registers:x?}");
            }
        }
    }
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ it >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ it >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ it >> 31
    }

    /// Returns a register: any bits, or few, or many.
    fn register(&mut self) -> u64 {
        let (a, b) = (self.next(), self.next());
        match self.next() % 4 {
            0 => a & b,
            1 => a | b,
            _ => a,
        }
    }
}

fn compare(processor: &Processor, arguments: &Arguments, path: &Path) -> Result<Tally> {
    let mut numbers = Numbers(arguments.seed);
    let has_zen4 = Capabilities::from_bits_retain(processor.caps).contains(Capabilities::ZEN4);
    let setting = Setting {
        cpu_id: Some(processor.cpu_id.to_owned()),
        source_caps: if has_zen4 { vec!["zen4_ibs_extensions"] } else { Vec::new() },
        ..Setting::default()
    };
    let mut samples = Vec::new();
    let mut records = setting.name(1, 1, "random", true);
    for at in 0..arguments.samples * 2 {
        let is_op = at % 2 == 0;
        let count = if is_op { OP_REGISTERS } else { FETCH_REGISTERS };
        let mut registers: Vec<u64> = (0..count).map(|_| numbers.register()).collect();
        // Enabled and valid, as the kernel finds them.
        registers[0] |= if is_op { 0b11 << 17 } else { 0b11 << 48 };
        if is_op && !processor.traits.contains(Traits::LONG_COUNT) {
            // Counts are short there: perf prints what is never set.
            registers[0] &= !(0x7f << 20 | 0x7f << 52);
        }
        setting.push_sample(
            &mut records,
            &Sample {
                event: usize::from(!is_op),
                ip: registers[1],
                pid: 1,
                time: 1000 + at,
                cpu: 0,
                period: 1,
                mode: 2,
                payload: &payload(processor.caps, &registers),
            },
        );
        samples.push((is_op, registers));
    }
    std::fs::write(path, setting.file(&records)).context("writing a recording")?;
    let output = Command::new("perf")
        .args(["script", "-D", "-i"])
        .arg(path)
        .stderr(Stdio::null())
        .output()
        .context("running perf")?;
    let printed = printed::read(&String::from_utf8_lossy(&output.stdout));
    if printed.len() != samples.len() {
        bail!("perf prints {} samples of {}", printed.len(), samples.len());
    }
    let mut tally = Tally::default();
    for ((is_op, registers), printed) in samples.iter().zip(&printed) {
        let payload = payload(processor.caps, registers);
        if *is_op {
            let (_, sample) = OpRegisters::parse(&payload)?;
            compare_op(processor.traits, &sample, printed, registers, &mut tally);
        } else {
            let (_, sample) = FetchRegisters::parse(&payload)?;
            compare_fetch(processor.traits, &sample, printed, registers, &mut tally);
        }
    }
    Ok(tally)
}

/// Returns the value of a field by name, if the processor has it.
fn field(register: Register, name: &str, bits: u64, traits: Traits) -> Option<u64> {
    fields(register, traits).find(|it| it.name == name).map(|it| it.of(bits))
}

fn compare_op(
    traits: Traits,
    sample: &OpRegisters,
    printed: &[Printed],
    registers: &[u64],
    tally: &mut Tally,
) {
    for line in printed {
        let register = match line.register.as_str() {
            "ibs_op_ctl" => Some((Register::OpCtl, sample.ctl)),
            "ibs_op_data" => Some((Register::OpData, sample.data)),
            "ibs_op_data2" => Some((Register::OpData2, sample.data2)),
            "ibs_op_data3" => Some((Register::OpData3, sample.data3)),
            _ => None,
        };
        let bits = match line.register.as_str() {
            "IbsOpRip" => Some(sample.rip),
            "IbsDCLinAd" => Some(sample.linear_address),
            "IbsDCPhysAd" => Some(sample.physical_address),
            "IbsBrTarget" => sample.branch_target,
            _ => register.map(|it| it.1),
        };
        tally.compare(&line.register, bits, line.bits, registers);
        let Some((register, bits)) = register else { continue };
        for (name, value) in &line.values {
            let Value::Number(value) = value else { continue };
            let ours = match printed::field_name(name) {
                "MaxCnt" => Some(sample.max_count(traits)),
                "DataSrc" => Some(sample.data_source(traits)),
                "MemWidth" => sample.width_bytes(traits),
                other => field(register, other, bits, traits),
            };
            tally.compare(name, ours, *value, registers);
        }
    }
}

fn compare_fetch(
    traits: Traits,
    sample: &FetchRegisters,
    printed: &[Printed],
    registers: &[u64],
    tally: &mut Tally,
) {
    let flags = FetchFlags::of(sample, traits);
    for line in printed {
        let register = match line.register.as_str() {
            "ibs_fetch_ctl" => Some((Register::FetchCtl, Some(sample.ctl))),
            "ic_ibs_ext_ctl" => Some((Register::FetchExtended, sample.extended)),
            _ => None,
        };
        let bits = match line.register.as_str() {
            "IbsFetchLinAd" => Some(sample.linear_address),
            "IbsFetchPhysAd" => Some(sample.physical_address),
            _ => register.and_then(|it| it.1),
        };
        tally.compare(&line.register, bits, line.bits, registers);
        let Some((register, Some(bits))) = register else { continue };
        for (name, value) in &line.values {
            match (name.as_str(), value) {
                ("MaxCnt", Value::Number(value)) => {
                    tally.compare(name, Some(sample.max_count()), *value, registers);
                }
                ("Cnt", Value::Number(value)) => {
                    tally.compare(name, Some(sample.count()), *value, registers);
                }
                ("L1TlbPgSz", Value::Size(kib)) => {
                    let sizes = [
                        (FetchFlags::PAGE_4K, 4),
                        (FetchFlags::PAGE_16K, 16),
                        (FetchFlags::PAGE_2M, 2 << 10),
                        (FetchFlags::PAGE_1G, 1 << 20),
                    ];
                    let ours = sizes.iter().find(|it| flags.contains(it.0)).map_or(0, |it| it.1);
                    // On family 17h the last size is 16 KiB, for which perf has no name.
                    let is_unnamed = *kib == 0 && bits >> 53 & 0b11 == 0b11;
                    let is_known = traits.contains(Traits::FETCH_PAGE_16K_LAST);
                    let expected = if is_unnamed && is_known { 16 } else { *kib };
                    tally.compare(name, Some(ours), expected, registers);
                }
                (_, Value::Number(value)) => {
                    let ours = field(register, printed::field_name(name), bits, traits);
                    tally.compare(name, ours, *value, registers);
                }
                (_, Value::Size(_)) => {}
            }
        }
    }
}
