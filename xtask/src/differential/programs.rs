//! Random programs under random options.

use oxmca_tables::Tables;

use super::generate;
use crate::random::Random;
use crate::target::{Mode, ProvedTarget};

/// A program and the options it runs under.
pub struct Program {
    /// Options.
    pub arguments: Vec<String>,
    /// Lines of assembly.
    pub lines: Vec<String>,
}

/// Returns `count` programs of 1 to 200 instructions each, as a function of the seed. Mnemonics of
/// the lines in `unsound` are left out.
pub fn random(
    target: &dyn ProvedTarget,
    tables: &Tables<'_>,
    cpus: &[&str],
    count: usize,
    seed: u64,
    unsound: &[String],
) -> Vec<Program> {
    let mnemonic = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let unsound: Vec<_> = unsound.iter().map(|line| mnemonic(line)).collect();
    let modes = &target.modes()[..target.modes_of_programs()];
    let pools = modes.iter().map(|mode| {
        let mut pool = generate::lines(target, tables, *mode, 1, 1, seed ^ 0x5eed);
        pool.retain(|line| !unsound.contains(&mnemonic(line)));
        (*mode, pool)
    });
    let pools: Vec<_> = pools.collect();
    let mut random = Random(seed);
    let programs = (0..count).map(|index| {
        let (mode, pool) = &pools[index % pools.len()];
        program(target, *mode, pool, cpus, &mut random)
    });
    programs.collect()
}

fn program(
    target: &dyn ProvedTarget,
    mode: Mode,
    pool: &[String],
    cpus: &[&str],
    random: &mut Random,
) -> Program {
    let longest = random.pick(&[4, 20, 60, 200]);
    let length = 1 + random.below(longest);
    // Most code repeats few mnemonics and registers, which is what makes dependencies.
    let window = 1 + random.below(pool.len());
    let start = random.below(pool.len());
    let mut lines = Vec::new();
    for _ in 0..length {
        lines.extend(target.inserted_line(random));
        lines.push(pool[(start + random.below(window)) % pool.len()].clone());
    }
    let mut arguments = mode.arguments();
    let cpu = random.pick(cpus);
    arguments.extend(target.sound_options(cpu).iter().map(|it| (*it).to_owned()));
    arguments.extend([
        format!("-mcpu={cpu}"),
        "-skip-unsupported-instructions=any".to_owned(),
        format!("-iterations={}", random.pick(&[1, 2, 7, 30, 100])),
    ]);
    let options: [(&str, &[usize]); 6] = [
        ("dispatch", &[1, 2, 3, 6, 8]),
        ("lqueue", &[1, 4, 20]),
        ("squeue", &[1, 3, 16]),
        ("register-file-size", &[8, 40, 128]),
        ("micro-op-queue-size", &[4, 16, 64]),
        ("decoder-throughput", &[1, 2, 4]),
    ];
    for (name, values) in options {
        if random.below(5) == 0 {
            arguments.push(format!("-{name}={}", random.pick(values)));
        }
    }
    for switch in ["-noalias=false", "-timeline", "-timeline-max-cycles=0"] {
        if random.below(3) == 0 {
            arguments.push(switch.to_owned());
        }
    }
    Program { arguments, lines }
}
